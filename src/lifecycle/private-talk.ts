// What was said privately: in memory only, and forgotten after 30 idle minutes (DESIGN 7).
import type { Clock } from "../deps.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";

/** Private talk is forgotten after so long without a word. */
const privateIdle: Seconds = 30 * 60;

export class PrivateTalk {
  private readonly clock: Clock;
  private readonly talks = new Map<Id, { messages: Message[]; at: Seconds }>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The private talk of a companion so far, to be added to. */
  with(user: Id): Message[] {
    const now = this.clock.now();
    const known = this.talks.get(user);
    const talk = known && now - known.at <= privateIdle ? known : { messages: [], at: now };
    talk.at = now;
    this.talks.set(user, talk);
    return talk.messages;
  }

  /** Forgets the private talk of a companion at once. Run between its turns. */
  drop(user: Id): void {
    this.talks.delete(user);
  }

  /** Forgets what was idle too long, but for those who are speaking. */
  forget(speaks: (user: Id) => boolean): void {
    const now = this.clock.now();
    for (const [user, talk] of this.talks)
      if (now - talk.at > privateIdle && !speaks(user)) this.talks.delete(user);
  }
}
