// Waits for the rest of what somebody says in pieces, so that one reply answers all of it (issue 5, item 7).
import type { Deps } from "../deps.ts";
import { parseCommand } from "../memory/command.ts";
import { findDanger } from "../memory/danger.ts";
import { gatherFigures, gatherPause } from "../memory/gathering.ts";
import type { Id, Seconds } from "../schema/common.ts";
import { companion } from "../store/store.ts";
import type { Heard } from "./heard.ts";
import type { LiveTurn } from "./live-turn.ts";
import type { TurnRequest } from "./turn.ts";

/** A typing event counts for so long here: the page repeats it while keys are pressed. */
const typingCounts: Seconds = 6;

export type Joined = { request: TurnRequest; live: LiveTurn };

/** The time in which a turn still takes in messages. */
export class Gathering {
  private readonly deps: Pick<Deps, "clock" | "wait">;
  private readonly heard: Pick<Heard, "at" | "isTyping">;
  private readonly waiting: Joined[] = [];
  private readonly began: Seconds;
  private wake = new AbortController();
  private closed = false;
  /** Milliseconds that were waited to their end. */
  private spent = 0;

  constructor(deps: Pick<Deps, "clock" | "wait">, heard: Pick<Heard, "at" | "isTyping">) {
    this.deps = deps;
    this.heard = heard;
    this.began = deps.clock.now();
  }

  /** Adds a message; false where it is too late. */
  add(joined: Joined): boolean {
    if (this.closed) return false;
    this.waiting.push(joined);
    this.wake.abort();
    return true;
  }

  /** What is there is answered now: something else has come that must not wait. */
  close(): void {
    this.closed = true;
    this.wake.abort();
  }

  /** What was added and could not be taken in: the turn has failed. */
  rest(): Joined[] {
    this.close();
    return this.waiting.splice(0);
  }

  /** The next message, or null when it is time to answer; nothing is taken in after that. */
  async next(user: Id, said: string, speed: number, signal: AbortSignal): Promise<Joined | null> {
    let typing = false;
    for (;;) {
      const [joined] = this.waiting.splice(0, 1);
      if (joined) return joined;
      // A clock that is set back meanwhile makes nobody wait longer.
      const waited = Math.max(this.spent, (this.deps.clock.now() - this.began) * 1000);
      const pause = typing
        ? Math.min(gatherFigures.typing, gatherFigures.most - waited)
        : gatherPause(said, waited, speed);
      if (this.closed || signal.aborted || pause <= 0) break;
      this.wake = new AbortController();
      const whole = await this.deps.wait(pause, AbortSignal.any([signal, this.wake.signal]));
      if (whole) this.spent += pause;
      typing = this.isTyping(user);
      if (whole && !typing && this.waiting.length === 0) break;
    }
    this.closed = true;
    return null;
  }

  private isTyping(user: Id): boolean {
    const at = this.heard.at(user);
    return at !== undefined && this.heard.isTyping(user) && this.deps.clock.now() - at < typingCounts;
  }
}

/**
 * How a message comes in. "waits": more may follow, and it may break in on what is being said. "alone": a command, which is done
 * by itself and in its turn. "urgent": a cry for help, which waits for nothing.
 */
export type Pace = { speed: number; kind: "waits" | "alone" | "urgent" };

/** The pace of a message; null where it is not a human's, and everything goes in order and at once. */
export async function paceOf(deps: Pick<Deps, "store">, request: TurnRequest): Promise<Pace | null> {
  const { user, content, pacing, private: isPrivate, scene } = request;
  if (pacing === "instant" || isPrivate || scene === "story") return null;
  // Whether there is such a companion is said by the turn itself.
  const config = await deps.store.view(companion(user), "config").catch(() => undefined);
  if (!config || (pacing ?? config.pacing) !== "human" || config.pacing_speed === 0) return null;
  const speed = config.pacing_speed;
  if (findDanger(content) !== null) return { speed, kind: "urgent" };
  const isCommand = parseCommand(content, config.language, { names: [config.name] }) !== null;
  return { speed, kind: isCommand ? "alone" : "waits" };
}
