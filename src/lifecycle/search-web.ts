// Looks something up on the web by the engine that the house is set up with; what it brings is a stranger's word (A165, issue 5).
import type { Deps } from "../deps.ts";
import { clipped, type WebResult, webResults } from "../memory/web-result.ts";
import type { OutsideRequest, WebSearch } from "../schema/outside.ts";

const timeoutMs = 10_000;
const mostResults = 5;

/** True where some engine is set up; else the tool is not offered. */
export function canSearchWeb({ outside, webSearch }: Pick<Deps, "outside" | "webSearch">): boolean {
  const { searxngUrl, tavilyKey, braveKey } = webSearch ?? {};
  return outside !== undefined && [searxngUrl, tavilyKey, braveKey].some(Boolean);
}

export type WebFound = { ok: true; results: WebResult[] } | { ok: false };

/** Asks the one engine, for at most ten seconds. Never throws; what the engine says is read as data alone. */
export async function searchWeb(deps: Deps, query: string, signal: AbortSignal): Promise<WebFound> {
  const request = requestFor(deps.webSearch ?? {}, query);
  if (!request || !deps.outside) return { ok: false };
  const answer = await deps.outside({ ...request, timeoutMs, signal });
  if (!answer.ok || answer.status !== 200) {
    deps.log.warn({ reason: answer.ok ? answer.status : answer.reason }, "a web search failed");
    return { ok: false };
  }
  const results = webResults(answer.text);
  return results === null ? { ok: false } : { ok: true, results: results.slice(0, mostResults).map(clipped) };
}

type Asked = Pick<OutsideRequest, "url" | "method" | "headers" | "body" | "mayBePrivate">;

/** The request of the first engine that is set up; only a SearXNG may live in the owner's own net, where it was put there. */
function requestFor({ searxngUrl, tavilyKey, braveKey }: WebSearch, query: string): Asked | undefined {
  if (searxngUrl) {
    const url = new URL(searxngUrl);
    url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/search`;
    url.searchParams.set("q", query);
    url.searchParams.set("format", "json");
    return { url: url.href, method: "GET", mayBePrivate: isNamedInner(url.hostname) };
  }
  if (tavilyKey)
    return {
      url: "https://api.tavily.com/search",
      method: "POST",
      headers: { authorization: `Bearer ${tavilyKey}`, "content-type": "application/json" },
      body: JSON.stringify({ query, max_results: mostResults }),
    };
  if (!braveKey) return undefined;
  const url = new URL("https://api.search.brave.com/res/v1/web/search");
  url.searchParams.set("q", query);
  url.searchParams.set("count", String(mostResults));
  return { url: url.href, method: "GET", headers: { "x-subscription-token": braveKey } };
}

/** The owner named an inner host: by address, or by a name that no open net has. A public name may not lead inside. */
function isNamedInner(host: string): boolean {
  return (
    /^[\d.]+$/.test(host) ||
    host.startsWith("[") ||
    !host.includes(".") ||
    /\.(?:local|localhost|lan|home|internal|home\.arpa|test)$/i.test(host)
  );
}
