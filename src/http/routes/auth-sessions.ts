// /api/auth/sessions: where an account is signed in, and how to end it (DESIGN 7).
import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "../../error.ts";
import { Done } from "../../schema/request.ts";
import { SessionsAnswer } from "../../schema/request-account.ts";
import { sessionOnly } from "../auth.ts";
import { endSessions } from "../auth-sessions.ts";
import { failure, jsonAnswer } from "../describe-route.ts";
import { type App, type HttpDeps, newRoutes } from "../http-deps.ts";

const shared = { tags: ["accounts"], middleware: sessionOnly };
const path = "/api/auth/sessions";

const list = createRoute({
  ...shared,
  method: "get",
  path,
  summary: "Where this account is signed in",
  responses: { 200: jsonAnswer(SessionsAnswer, "Sessions, the last used first"), ...failure },
});
const endAll = createRoute({
  ...shared,
  method: "delete",
  path,
  summary: "Sign out everywhere; with others=true everywhere else",
  request: { query: z.object({ others: z.enum(["true", "false"]).optional() }) },
  responses: { 200: jsonAnswer(Done, "Signed out"), ...failure },
});
const endOne = createRoute({
  ...shared,
  method: "delete",
  path: `${path}/{session_id}`,
  summary: "Sign out one session",
  request: { params: z.object({ session_id: z.string() }) },
  responses: { 200: jsonAnswer(Done, "Signed out"), ...failure },
});

/** Routes of an account's sessions. */
export function sessionRoutes(deps: HttpDeps): App {
  const routes = newRoutes();

  routes.openapi(list, async (c) => {
    const { account, principal } = c.var;
    const stored = await deps.store.read({ kind: "account", id: account.account_id }, "sessions");
    const own = principal.kind === "session" ? principal.sessionId : "";
    const sessions = stored
      .filter((session) => session.expires_at > deps.clock.now())
      .sort((a, b) => b.last_used_at - a.last_used_at)
      .map(({ id, created_at, last_used_at, expires_at, user_agent, client }) => ({
        ...{ id, created_at, last_used_at, expires_at, user_agent, client },
        current: id === own,
      }));
    return c.json({ sessions }, 200);
  });

  routes.openapi(endAll, async (c) => {
    const { account, principal, requestId } = c.var;
    const kept =
      c.req.valid("query").others === "true" && principal.kind === "session" ? principal.sessionId : "";
    await endSessions(deps, account.account_id, requestId, (session) => session.id !== kept);
    return c.json({ ok: true } as const, 200);
  });

  routes.openapi(endOne, async (c) => {
    const { session_id } = c.req.valid("param");
    const ended = await endSessions(
      deps,
      c.var.account.account_id,
      c.var.requestId,
      (one) => one.id === session_id,
    );
    if (ended === 0) throw new AppError("not_found", "There is no such session.");
    return c.json({ ok: true } as const, 200);
  });

  return routes;
}
