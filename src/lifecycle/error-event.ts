// A failure as the person hears it: its own words where they may leave the house, else a plain sentence.
import type { Deps } from "../deps.ts";
import { AppError, type ErrorCode, errorStatus } from "../error.ts";
import type { StreamEvent } from "../schema/stream-event.ts";

/** The `error` event of a failure; what may not be shown goes to the log. */
export function errorEvent(deps: Deps, error: unknown): StreamEvent {
  if (error instanceof AppError && error.visible)
    return { event: "error", data: { code: error.code, message: error.message, retryable: error.retryable } };
  // Only name and place: a message may quote what was said, and logs never hold chat text.
  const at =
    error instanceof Error ? (error.stack ?? "").split("\n").filter((row) => row.startsWith("    at ")) : [];
  deps.log.error(
    { error: error instanceof Error ? error.name : typeof error, at: at.slice(0, 6) },
    "a turn failed",
  );
  return {
    event: "error",
    data: {
      code: "unavailable",
      message: "Something went wrong on the server. Your message is kept if it was marked as saved.",
      retryable: true,
    },
  };
}

/** The failure behind an `error` event, for answers that are no stream; its code gives the status. */
export function failureOf(event: { code: string; message: string; retryable: boolean }): AppError {
  const code = Object.hasOwn(errorStatus, event.code) ? (event.code as ErrorCode) : "unavailable";
  return new AppError(code, event.message, { retryable: event.retryable });
}
