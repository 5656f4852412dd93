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

/** Builds the door to the server. Holds the access token in its closure and nowhere else. */
export function createApi(options: ApiOptions): Api {
  let token: string | null = null;
  let refreshing: Promise<SignedIn | null> | null = null;

  async function raw(path: string, call: Call): Promise<Response> {
    const headers: Record<string, string> = { accept: "application/json", ...call.headers };
    if (token !== null) headers.authorization = `Bearer ${token}`;
    if (call.body !== undefined) headers["content-type"] = "application/json";
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    try {
      return await options.fetch(path, {
        method: call.method ?? "GET",
        headers,
        body,
        signal: call.signal,
        credentials: "same-origin",
        cache: "no-store",
      });
    } catch (cause) {
      if (call.signal?.aborted === true) throw cause;
      throw new ApiFailure("offline", 0, "");
    }
  }

  async function renew(): Promise<SignedIn | null> {
    const response = await raw("/api/auth/refresh", { method: "POST", body: {} });
    if (response.status === 401 || response.status === 403) return null;
    if (!response.ok) throw await failureOf(response);
    const answer = (await response.json()) as SignedIn;
    token = answer.access_token;
    return answer;
  }

  function refresh(): Promise<SignedIn | null> {
    refreshing ??= renew().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function open(path: string, call: Call = {}): Promise<Response> {
    const sent = token;
    let response = await raw(path, call);
    if (response.status === 401) {
      // Another call may have renewed the token while this one was on its way: then it only has to be sent again.
      const renewed = token !== null && token !== sent ? true : (await refresh()) !== null;
      if (renewed) response = await raw(path, call);
      if (response.status === 401) {
        token = null;
        options.onSignedOut();
      }
    }
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  async function answer<T>(path: string, call: Call): Promise<T> {
    const response = await open(path, call);
    if (response.status === 204) return undefined as T;
    try {
      return (await response.json()) as T;
    } catch {
      if (call.signal?.aborted === true) throw new ApiFailure("aborted", 0, "");
      throw new ApiFailure("offline", 0, "");
    }
  }

  async function json<T>(path: string, call: Call = {}): Promise<T> {
    try {
      return await answer<T>(path, call);
    } catch (failure) {
      const again = (call.method ?? "GET") === "GET" && failure instanceof ApiFailure && mayPass(failure);
      if (!again || call.signal?.aborted === true) throw failure;
      await pause(options.retryPauseMs ?? 400);
      return await answer<T>(path, call);
    }
  }

  return {
    json,
    open,
    refresh,
    async enter(path, body) {
      const response = await raw(path, { method: "POST", body });
      if (!response.ok) throw await failureOf(response);
      const signedIn = (await response.json()) as SignedIn;
      token = signedIn.access_token;
      return signedIn;
    },
    async leave() {
      await raw("/api/auth/logout", { method: "POST", body: {} });
      token = null;
    },
  };
}
