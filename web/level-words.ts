// How close two are, in words: the rhythm of a level, how it came about, and what trust is made of. Pure.
import type { RelationshipLevel } from "../src/schema/relationship.ts";
import type { Relationship } from "./inner-shapes.ts";
import type { InnerWords } from "./words-inner-zh.ts";

/** From 500 days on nobody waits for it. */
const never = 500 * 24;

/** "20 分钟", "24 小时", "7 天"; null where it is as good as never. */
export function silenceWords(hours: number, say: InnerWords): string | null {
  if (!Number.isFinite(hours) || hours >= never) return null;
  if (hours < 1) return say.minutes(Math.max(1, Math.round(hours * 60)));
  if (hours < 48) return say.hours(Math.round(hours));
  return say.days(Math.round(hours / 24));
}

export type LevelStep = Relationship["history"][number] & { before: RelationshipLevel | null };

/** The history newest first, each step with the level before it; the first has none. A hand may have written anything there. */
export function stepsOf(history: unknown): LevelStep[] {
  if (!Array.isArray(history)) return [];
  const steps = (history as Relationship["history"]).filter(
    (one) => typeof one?.level === "string" && typeof one.at === "number",
  );
  return steps.map((one, index) => ({ ...one, before: steps[index - 1]?.level ?? null })).reverse();
}

/** True where the owner set what stands: by page, by file or by undo; no judgement in the background moves it. */
export function isOwnersChoice({ level, heartbeat_hours, history }: Relationship): boolean {
  const last = Array.isArray(history) ? history.at(-1) : undefined;
  if (last === undefined) return false;
  return last.by === "owner" || last.level !== level || last.heartbeat_hours !== heartbeat_hours;
}

/** What each part weighs in the sum (R31), in percent; a negative one is taken off. In the order in which they are shown. */
export const partWeights: readonly (readonly [name: string, percent: number])[] = [
  ["days", 25],
  ["disclosure", 25],
  ["consistency", 20],
  ["frequency", 15],
  ["vulnerability", 15],
  ["negative", -10],
];

/** A share as whole percent; what is no share counts as nothing. */
export function percentOf(share: unknown): number {
  return typeof share === "number" && Number.isFinite(share)
    ? Math.round(Math.min(1, Math.max(0, share)) * 100)
    : 0;
}
