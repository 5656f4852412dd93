// The page's only way to the server: the access token in memory, one refresh shared by all who need it.
import type { SignedIn } from "./shapes.ts";

/** What went wrong with a call. `code` is the server's, or "offline" where no answer came at all. */
export class ApiFailure extends Error {
  readonly code: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly details: unknown;
  /** Seconds to wait before trying again, where the server says so. */
  readonly retryAfter: number | undefined;

  constructor(code: string, status: number, message: string, details?: unknown, retryAfter?: number) {
    super(message);
    this.name = "ApiFailure";
    this.code = code;
    this.status = status;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export type Call = {
  method?: Method;
  body?: unknown;
  /** A file that is the body itself; `type` where the browser does not know the file's own. */
  raw?: { file: Blob; type: string };
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type Api = {
  /** The parsed answer. A failed GET is tried once more; nothing else is, since it may have been done. Throws ApiFailure. */
  json<T>(path: string, call?: Call): Promise<T>;
  /** The open answer, for streams. Throws ApiFailure where the status is not 2xx. */
  open(path: string, call?: Call): Promise<Response>;
  /** Sign in, or register: keeps the token of the answer. Throws ApiFailure. */
  enter(path: "/api/auth/login" | "/api/auth/register", body: object): Promise<SignedIn>;
  /** A new access token by the cookie; calls at the same moment share one request. Null: the session is over. */
  refresh(): Promise<SignedIn | null>;
  leave(): Promise<void>;
};

export type ApiOptions = {
  fetch: typeof fetch;
  /** Milliseconds before a GET that failed is tried again. */
  retryPauseMs?: number;
  /** The session is over and cannot be refreshed. */
  onSignedOut: () => void;
};

async function failureOf(response: Response): Promise<ApiFailure> {
  const after = Number(response.headers.get("retry-after"));
  const retryAfter = Number.isFinite(after) && after > 0 ? after : undefined;
  try {
    const body: unknown = await response.json();
    const error = typeof body === "object" && body !== null ? (body as { error?: unknown }).error : undefined;
    if (typeof error === "object" && error !== null) {
      const { code, message, details } = error as { code?: unknown; message?: unknown; details?: unknown };
      return new ApiFailure(
        typeof code === "string" ? code : "unknown",
        response.status,
        typeof message === "string" ? message : "",
        details,
        retryAfter,
      );
    }
  } catch {
    // Not ours: a proxy's page, or nothing. The status says enough.
  }
  return new ApiFailure("unknown", response.status, "", undefined, retryAfter);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function mayPass(failure: ApiFailure): boolean {
  return failure.status === 0 || failure.status === 502 || failure.status === 503 || failure.status === 504;
}

/** The door to the server. Holds the access token in itself and nowhere else. */
class Door implements Api {
  #token: string | null = null;
  #refreshing: Promise<SignedIn | null> | null = null;
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  async json<T>(path: string, call: Call = {}): Promise<T> {
    try {
      return await this.#answer<T>(path, call);
    } catch (failure) {
      const again = (call.method ?? "GET") === "GET" && failure instanceof ApiFailure && mayPass(failure);
      if (!again || call.signal?.aborted === true) throw failure;
      await pause(this.#options.retryPauseMs ?? 400);
      return await this.#answer<T>(path, call);
    }
  }

  async open(path: string, call: Call = {}): Promise<Response> {
    const sent = this.#token;
    let response = await this.#raw(path, call);
    if (response.status === 401) {
      // Another call may have renewed the token while this one was on its way: then it only has to be sent again.
      const renewed = (this.#token !== null && this.#token !== sent) || (await this.refresh()) !== null;
      if (renewed) response = await this.#raw(path, call);
      if (response.status === 401) {
        this.#token = null;
        this.#options.onSignedOut();
      }
    }
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  refresh(): Promise<SignedIn | null> {
    this.#refreshing ??= this.#renew().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async enter(path: string, body: object): Promise<SignedIn> {
    const response = await this.#raw(path, { method: "POST", body });
    if (!response.ok) throw await failureOf(response);
    const signedIn = (await response.json()) as SignedIn;
    this.#token = signedIn.access_token;
    return signedIn;
  }

  async leave(): Promise<void> {
    try {
      await this.#raw("/api/auth/logout", { method: "POST", body: {} });
    } finally {
      this.#token = null;
    }
  }

  async #raw(path: string, call: Call): Promise<Response> {
    const headers: Record<string, string> = { accept: "application/json", ...call.headers };
    if (this.#token !== null) headers.authorization = `Bearer ${this.#token}`;
    if (call.body !== undefined) headers["content-type"] = "application/json";
    if (call.raw !== undefined) headers["content-type"] = call.raw.type;
    try {
      return await this.#options.fetch(path, {
        method: call.method ?? "GET",
        headers,
        body: call.raw?.file ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
        signal: call.signal,
        credentials: "same-origin",
        cache: "no-store",
      });
    } catch (cause) {
      if (call.signal?.aborted === true) throw cause;
      throw new ApiFailure("offline", 0, "");
    }
  }

  async #renew(): Promise<SignedIn | null> {
    const response = await this.#raw("/api/auth/refresh", { method: "POST", body: {} });
    if (response.status === 401 || response.status === 403) return null;
    if (!response.ok) throw await failureOf(response);
    const answer = (await response.json()) as SignedIn;
    this.#token = answer.access_token;
    return answer;
  }

  async #answer<T>(path: string, call: Call): Promise<T> {
    const response = await this.open(path, call);
    if (response.status === 204) return undefined as T;
    try {
      return (await response.json()) as T;
    } catch {
      // The body broke off on its way.
      throw new ApiFailure("offline", 0, "");
    }
  }
}

/** Builds the door to the server. */
export function createApi(options: ApiOptions): Api {
  return new Door(options);
}
