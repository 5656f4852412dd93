// The one error of this house for what the world did wrong; expected outcomes are values, our own mistakes throw.

/**
 * Every code an AppError may carry, with the HTTP status that http/errors.ts answers (DESIGN 7).
 * `bad_request` is malformed input, `invalid` is well-formed input of the wrong shape (R36).
 */
export const errorStatus = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  rate_limited: 429,
  /** A stored file does not parse or does not fit its schema; it keeps its bytes and is read-only until mended. */
  damaged: 409,
  /** The disk refused: full, read-only, or a broken link. */
  storage: 503,
  /** No model answered in time or at all. */
  model_unreachable: 503,
  /** The provider refused the request for good (wrong key, unknown model, content filter). */
  model_refused: 503,
  /** The provider answered, but nothing usable came out of it. */
  model_invalid: 503,
  /** The prompt does not fit the model's window even after it was made smaller. */
  context_too_long: 503,
  /** The provider or our own budget says: later. */
  model_busy: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export type ErrorOptions = {
  /** True where the same call may succeed later without a change. Default false. */
  retryable?: boolean;
  /** True where the message may leave the house. Default true: write messages for people, without paths and keys. */
  visible?: boolean;
  /** Machine-readable detail, for example `[{ path, message }]` or `{ file, line, column }`. */
  details?: unknown;
  /** Seconds after which a retry makes sense (becomes Retry-After). */
  retryAfter?: number;
  cause?: unknown;
};

/** The world failed, or the caller asked for what cannot be. Carries a closed code, and whether a retry makes sense. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly visible: boolean;
  readonly details: unknown;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.visible = options.visible ?? true;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}
