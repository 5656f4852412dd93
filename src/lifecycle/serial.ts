// One queue for each companion: what is asked for one of them runs one after the other, and different ones beside each other.
import type { Id } from "../schema/common.ts";

/** Queues that vanish when they are empty. A task must not wait for its own queue. */
export class Serial {
  private readonly ends = new Map<Id, Promise<unknown>>();

  /** Runs a task after all that came before it for this companion, whether that succeeded or not. */
  run<T>(user: Id, task: () => Promise<T>): Promise<T> {
    const next = (this.ends.get(user) ?? Promise.resolve()).then(task, task);
    const settled = next.then(
      () => {},
      () => {},
    );
    this.ends.set(user, settled);
    void settled.then(() => this.ends.get(user) === settled && this.ends.delete(user));
    return next;
  }

  /** Whether nothing runs or waits. */
  get empty(): boolean {
    return this.ends.size === 0;
  }

  /** Resolves when what runs and waits now is done; more may have come meanwhile. */
  async rest(): Promise<void> {
    await Promise.all(this.ends.values());
  }
}
