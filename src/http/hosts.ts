// Refuses requests that another site made a browser send: unknown Host headers (rebinding, C205) and foreign Origins (C204).
import type { MiddlewareHandler } from "hono";
import { AppError } from "../error.ts";
import type { AppEnv, HttpSettings } from "./http-deps.ts";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];
const anyAddress = new Set(["", "0.0.0.0", "::", "[::]"]);

/** "home.example:8787" -> "home.example"; undefined for what is no host. */
function hostName(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:/?#@[\]\s]+)(?::\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase().replace(/\.$/, "");
}

/** Every name this server answers to: loopback, the bound address, PUBLIC_URL and ALLOWED_HOSTS. */
export function allowedHostNames(settings: HttpSettings): ReadonlySet<string> {
  const bound =
    settings.host.includes(":") && !settings.host.startsWith("[") ? `[${settings.host}]` : settings.host;
  const names = [...loopbackNames, ...settings.allowedHosts.map((name) => hostName(name) ?? name)];
  if (!anyAddress.has(bound)) names.push(bound);
  if (settings.publicUrl !== undefined) names.push(new URL(settings.publicUrl).hostname);
  return new Set(names.map((name) => name.toLowerCase()));
}

function originHost(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}

/**
 * 403 for a Host that is not ours, and for an Origin that is not the host asked or PUBLIC_URL. There is no CORS: a page of
 * another site has nothing to ask here. /health answers any name, since health probes ask by address.
 */
export function checkHost(settings: HttpSettings): MiddlewareHandler<AppEnv> {
  const allowed = allowedHostNames(settings);
  const any = allowed.has("*");
  const publicHost = settings.publicUrl === undefined ? undefined : new URL(settings.publicUrl).host;
  return async (c, next) => {
    const host = (c.req.header("host") ?? new URL(c.req.url).host).toLowerCase();
    const name = hostName(host);
    if (c.req.path !== "/health" && !any && (name === undefined || !allowed.has(name)))
      throw new AppError("forbidden", "This server does not answer to that host name (see ALLOWED_HOSTS).");
    const origin = c.req.header("origin");
    if (origin !== undefined) {
      const from = originHost(origin);
      if (from === undefined || (from !== host && from !== publicHost))
        throw new AppError("forbidden", "Requests from other sites are refused.");
    }
    await next();
  };
}
