// When a background step that failed may run again: growing pauses, and a clock that was set back blocks nothing.
import type { Seconds } from "../schema/common.ts";
import type { StepState } from "../schema/heartbeat.ts";

export const shortestPause: Seconds = 60;
export const longestPause: Seconds = 6 * 3600;

/** After this many failed runs the step is done by the extractive engine (DESIGN 5, `answer.ts`). */
export const runsBeforeExtractive = 3;

/** Reasons are kept for the page, not as a second log. */
const longestReason = 300;

/** Seconds to wait after the given number of failed runs: 1, 2, 4 … minutes, at most 6 hours (DESIGN 5). */
export function nextPause(attempts: number): Seconds {
  const doublings = Math.min(Math.max(0, Math.floor(attempts) - 1), 20);
  return Math.min(shortestPause * 2 ** doublings, longestPause);
}

/**
 * True where something that failed `attempts` times and waits for the second `nextAt` may run at `now`.
 * A mark further ahead than the longest pause can only come from a clock that was set back, so it does not count.
 */
export function isDueAt(attempts: number, nextAt: Seconds, now: Seconds): boolean {
  return now >= nextAt || (attempts > 0 && nextAt > now + longestPause);
}

/** The reason of a failure as it is stored: one line, at most 300 characters. */
export function storedReason(error: string): string {
  return [...error.replace(/\s+/g, " ").trim()].slice(0, longestReason).join("");
}

/** The state after a failed run; a step that never ran has no state yet. */
export function failedStep(state: StepState | undefined, now: Seconds, error: string): StepState {
  const attempts = (state?.attempts ?? 0) + 1;
  return { ...state, attempts, next_at: now + nextPause(attempts), last_error: storedReason(error) };
}

/** The state after a run that succeeded: the pauses begin anew. */
export function doneStep(state: StepState | undefined, now: Seconds): StepState {
  const { last_error: _forgotten, ...rest } = state ?? { attempts: 0, next_at: 0 };
  return { ...rest, attempts: 0, next_at: 0, last_done_at: now };
}

/** True where the step may run now; a step without a state may. Whether there is work for it, its verb decides. */
export function isDue(state: StepState | undefined, now: Seconds): boolean {
  return state === undefined || isDueAt(state.attempts, state.next_at, now);
}
