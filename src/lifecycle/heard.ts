// When each person was last heard by this process: a message, private or not, or typing; nothing of it is stored.
import type { Clock } from "../deps.ts";
import type { Id, Seconds } from "../schema/common.ts";

/** A typing event counts for so long. */
const typingLasts: Seconds = 30;

export class Heard {
  private readonly clock: Clock;
  private readonly last = new Map<Id, { at: Seconds; typing: boolean }>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The person wrote to this companion. */
  spoke(user: Id): void {
    this.last.set(user, { at: this.clock.now(), typing: false });
  }

  /** The person is typing to this companion. */
  typed(user: Id): void {
    this.last.set(user, { at: this.clock.now(), typing: true });
  }

  isTyping(user: Id): boolean {
    const last = this.last.get(user);
    return last?.typing === true && this.clock.now() - last.at < typingLasts;
  }

  /** Undefined where nothing was heard since the start. */
  at(user: Id): Seconds | undefined {
    return this.last.get(user)?.at;
  }
}
