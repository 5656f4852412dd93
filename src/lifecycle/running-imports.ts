// The imports that run now: one for each companion, so that one can be cancelled and two do not mix (part 4, item 2).
import { AppError } from "../error.ts";
import type { Id } from "../schema/common.ts";

export class RunningImports {
  private readonly running = new Map<Id, AbortController>();

  /** Runs a task as the companion's only import. Another one runs already: AppError `conflict`. */
  async alone<T>(user: Id, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.running.has(user))
      throw new AppError("conflict", "Another import of this companion still runs.", { retryable: true });
    const abort = new AbortController();
    this.running.set(user, abort);
    try {
      return await task(abort.signal);
    } finally {
      this.running.delete(user);
    }
  }

  /** Stops the running import; what it has brought goes again. False where none runs. */
  cancel(user: Id): boolean {
    const abort = this.running.get(user);
    abort?.abort();
    return abort !== undefined;
  }
}
