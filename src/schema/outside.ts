// What passes between the house and a host outside of it: one request, one answer (issue 5: web search, notices).

/** One request to a host outside of the house. */
export type OutsideRequest = {
  url: string;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Private and loopback addresses pass: whoever runs the house has named this host. Link-local ones never do. */
  mayBePrivate?: boolean;
  /** From the look-up of the name to the last byte. */
  timeoutMs: number;
  signal?: AbortSignal;
};

/** Redirects are not followed: they are a status like any other. A long answer is cut. */
export type OutsideAnswer =
  | { ok: true; status: number; text: string }
  | { ok: false; reason: "refused_address" | "timeout" | "unreachable" | "aborted" };

/** Where the tool search_web may look (DESIGN 9); the first that is there is asked. */
export type WebSearch = {
  searxngUrl?: string | undefined;
  tavilyKey?: string | undefined;
  braveKey?: string | undefined;
};
