// Counts and logs every request: method, path without its query, status, time; never what was said.
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { AppEnv, HttpDeps } from "./http-deps.ts";

const longestPath = 200;

/** Gives each request its id (answered as x-request-id), then logs and counts it when it is answered. */
export function logAccess(deps: HttpDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const request = deps.newId();
    c.set("requestId", request);
    c.header("x-request-id", request);
    const began = deps.elapsedMs();
    await next();
    const ms = Math.round(deps.elapsedMs() - began);
    const { status } = c.res;
    const method = c.req.method;
    // The pattern, not the path: what clients write must not become labels without end.
    const route = status === 404 ? "unknown" : routePath(c);
    deps.metrics.count("keepsake_http_requests_total", "Requests answered.", {
      method,
      route,
      status: String(status),
    });
    deps.metrics.observe("keepsake_http_request_seconds", "Time to answer.", { route }, ms / 1000);
    deps.log.info({ request, method, path: c.req.path.slice(0, longestPath), status, ms }, "request");
  };
}
