// The one place where a failure becomes an HTTP answer of the one error shape (DESIGN 7, R36).
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "../deps.ts";
import { AppError, type ErrorCode, errorStatus } from "../error.ts";
import type { ErrorBody } from "../schema/request.ts";

const hiddenMessage = "Something went wrong on the server. What was saved before is kept.";

/** hono throws these by itself: broken JSON is 400, a body type that no route declares 415. */
const codeOfStatus: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: "bad_request", message: "The body is not valid JSON." },
  413: { code: "too_large", message: "The body is too large." },
  415: { code: "unsupported_type", message: "Send the body as application/json." },
};

/** An AppError for what went wrong; undefined where it is our own mistake. */
function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof HTTPException)) return undefined;
  const known = codeOfStatus[error.status];
  return known ? new AppError(known.code, known.message) : undefined;
}

/**
 * Where a mistake of ours happened, for the log. The message is left out of errors that may quote their input
 * (JSON.parse does): logs never hold chat text.
 */
export function describeFault(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const frames = (error.stack ?? "").split("\n").filter((row) => row.startsWith("    at "));
  const spoken = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return {
    error: spoken ? `${error.name}: ${error.message}` : error.name,
    at: frames.slice(0, 8).map((row) => row.trim()),
  };
}

export type ErrorAnswer = { status: ContentfulStatusCode; body: ErrorBody; headers: Record<string, string> };

/** Status, body and headers of a failure. Details and messages that may not leave the house do not (A146, DESIGN 7). */
export function errorAnswer(error: unknown): ErrorAnswer {
  const known = asAppError(error);
  if (!known)
    return { status: 500, body: { error: { code: "internal", message: hiddenMessage } }, headers: {} };
  const shown = known.visible ? known.message : hiddenMessage;
  const details = known.visible ? known.details : undefined;
  const headers: Record<string, string> = {};
  if (known.retryAfter !== undefined)
    headers["retry-after"] = String(Math.max(1, Math.ceil(known.retryAfter)));
  if (known.code === "unauthorized") headers["www-authenticate"] = "Bearer";
  return {
    status: errorStatus[known.code],
    body: { error: { code: known.code, message: shown, ...(details === undefined ? {} : { details }) } },
    headers,
  };
}

/** The handler of createApp: answers every failure, and writes our own mistakes and the world's 5xx to the log. */
export function answerError(log: Logger): (error: unknown, c: Context) => Response {
  return (error, c) => {
    const answer = errorAnswer(error);
    if (answer.status >= 500) {
      const cause =
        error instanceof AppError
          ? { code: error.code, ...describeFault(error.cause) }
          : describeFault(error);
      log.error(
        { request: c.get("requestId"), method: c.req.method, path: c.req.path, ...cause },
        "request failed",
      );
    }
    return c.json(answer.body, answer.status, answer.headers);
  };
}

type Issue = { path: readonly PropertyKey[]; message: string };

/** A body or query of the wrong shape: 422 with each path in words ("examples.2.user"). */
export function invalidInput(issues: readonly Issue[]): AppError {
  const details = issues
    .slice(0, 50)
    .map((issue) => ({ path: issue.path.map(String).join("."), message: issue.message }));
  const first = details[0];
  const where = first && first.path !== "" ? `${first.path}: ` : "";
  return new AppError("invalid", `${where}${first?.message ?? "invalid input"}`, { details });
}
