// How long a companion waits for somebody who writes in short pieces, as a person would (issue 5, item 7).
import { characterWeight } from "./reply.ts";

export const gatherFigures = {
  /** Milliseconds after a message that may go on. */
  pause: 4_000,
  /** After one that sounds finished, or is long. */
  shortPause: 2_000,
  longText: 30,
  /** While the person is typing, looked at again after so long. */
  typing: 1_000,
  /** In all, from the first message on. */
  most: 20_000,
  /** At this `pacing_speed` and above the figures hold as they stand; below it they shrink along with it. */
  fullSpeed: 0.5,
} as const;

const finished = /[。！？!?.…～~][\s"'”’」』)）]*$/u;

/**
 * Milliseconds to wait for more after a text: 2 s after 。？！ or 30 characters (as characterWeight counts; 100 Latin letters), else
 * 4 s. `waited`: milliseconds since the first message. 0: it is time to answer.
 */
export function gatherPause(text: string, waited: number, speed: number): number {
  const factor = Math.min(1, speed / gatherFigures.fullSpeed);
  const isDone = finished.test(text.trim()) || characterWeight(text) >= gatherFigures.longText;
  const pause = isDone ? gatherFigures.shortPause : gatherFigures.pause;
  return Math.max(0, Math.min(pause, gatherFigures.most - waited) * factor);
}
