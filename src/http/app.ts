// The frame of the server: what every request passes before it reaches a route, and what every failure becomes (DESIGN 7).
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Hono, MiddlewareHandler } from "hono";
import { AppError } from "../error.ts";
import { logAccess } from "./access-log.ts";
import { authenticate } from "./auth.ts";
import { checkBodies } from "./bodies.ts";
import { docsRoutes } from "./docs.ts";
import { answerError, invalidInput } from "./errors.ts";
import { checkHost } from "./hosts.ts";
import type { App, AppEnv, HttpDeps, HttpSettings, Room } from "./http-deps.ts";
import { aiUserRoutes } from "./routes/ai-users.ts";
import { authRoutes } from "./routes/auth.ts";
import { keyRoutes } from "./routes/auth-keys.ts";
import { sessionRoutes } from "./routes/auth-sessions.ts";
import { eventRoutes } from "./routes/events.ts";
import { friendRoutes } from "./routes/friends.ts";
import { modelRoutes } from "./routes/models.ts";
import { notifyRoutes } from "./routes/notify.ts";
import { relationshipRoutes } from "./routes/relationship.ts";
import { selfSoulRoutes } from "./routes/soul.ts";
import { soulRoutes } from "./routes/souls.ts";
import { systemRoutes } from "./routes/system.ts";
import { usageRoutes } from "./routes/usage.ts";

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/** Set before a route runs: an event stream sends its headers at once, and failures carry them too. */
function secure(settings: HttpSettings): MiddlewareHandler<AppEnv> {
  const headers: Record<string, string> = {
    "content-security-policy": contentSecurityPolicy,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), payment=(), usb=()",
  };
  if (settings.publicUrl?.startsWith("https:")) headers["strict-transport-security"] = "max-age=15552000";
  return async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (c.req.path.startsWith("/api/")) c.header("cache-control", "no-store");
    await next();
  };
}

/** This room's own routes. */
function ownRooms(deps: HttpDeps): readonly Room[] {
  const routes = [authRoutes, sessionRoutes, keyRoutes, aiUserRoutes, friendRoutes, soulRoutes, modelRoutes];
  const bond = [selfSoulRoutes, relationshipRoutes, notifyRoutes, usageRoutes];
  return [...routes, ...bond, eventRoutes, systemRoutes].map((room) => ({ routes: room(deps) }));
}

/**
 * The whole server as a Hono app. `rooms` are further files of routes, each behind the same frame: everything under /api,
 * /metrics and /test needs a token. `page` answers what is left (the page's files and navigations).
 */
export function createApp(deps: HttpDeps, rooms: readonly Room[] = [], page?: Hono): App {
  const app: App = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidInput(result.error.issues);
    },
  });
  const onError = answerError(deps.log);
  const all = [...ownRooms(deps), ...rooms];
  app.onError(onError);
  app.notFound((c) => onError(new AppError("not_found", "There is nothing here."), c));
  app.use(logAccess(deps), secure(deps.settings), checkHost(deps.settings));
  const door = authenticate(deps);
  for (const path of ["/api/*", "/metrics", "/test/*"]) app.use(path, door);
  app.use(checkBodies(all.flatMap((room) => room.bodies ?? [])));
  for (const room of all) app.route("/", room.routes);
  app.route("/", docsRoutes(app, deps.settings.version));
  if (page) app.route("/", page);
  return app;
}
