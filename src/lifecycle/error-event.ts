// A failure as the person hears it: its own words where they may leave the house, else a plain sentence.
import type { Deps } from "../deps.ts";
import { AppError, type ErrorCode, errorStatus } from "../error.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { placeOf } from "./fault.ts";

/** The `error` event of a failure; what may not be shown goes to the log, without the words that were said. */
export function errorEvent(deps: Deps, error: unknown): StreamEvent {
  if (error instanceof AppError && error.visible)
    return { event: "error", data: { code: error.code, message: error.message, retryable: error.retryable } };
  deps.log.error(placeOf(error), "a turn failed");
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
