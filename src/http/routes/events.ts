// GET /api/events: everything that happens to an account, as one stream that can be resumed (DESIGN 7).
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "../../error.ts";
import type { StreamEvent } from "../../schema/stream-event.ts";
import { maySee, scopeDoor } from "../auth.ts";
import { failure } from "../describe-route.ts";
import { type App, type AppEnv, type HttpDeps, newRoutes } from "../http-deps.ts";
import type { HubItem } from "../hub.ts";
import { type Run, sendEvents } from "../sse.ts";

/** Windows and programs that may listen to one account at the same time. */
const mostListeners = 40;

const events = createRoute({
  method: "get",
  path: "/api/events",
  tags: ["events"],
  summary:
    "What happens to the account's companions; send Last-Event-ID to resume, `resync` means: load again",
  middleware: scopeDoor("read"),
  responses: {
    200: { description: "An event stream", content: { "text/event-stream": { schema: z.string() } } },
    ...failure,
  },
});

/** Over this stream each event also says which companion it is about. */
function withCompanion({ event, user }: HubItem): StreamEvent {
  if (user === undefined) return event;
  return { event: event.event, data: { ...event.data, user_id: user } } as StreamEvent;
}

function listenTo(deps: HttpDeps, c: Context<AppEnv>): Run {
  const { account, principal } = c.var;
  const tag = principal.kind === "session" ? principal.sessionId : principal.key.id;
  const lastEventId = c.req.header("last-event-id");
  return (send, signal) =>
    new Promise<void>((resolve) => {
      const hear = (item: HubItem) => {
        if (item.user === undefined || maySee(principal, item.user)) send(withCompanion(item), item.id);
      };
      const subscription = deps.hub.subscribe(account.account_id, { lastEventId, tag }, hear);
      if (subscription.resume === "replayed") for (const item of subscription.replayed) hear(item);
      else send({ event: "resync", data: {} }, subscription.latest);
      subscription.ended.addEventListener("abort", () => resolve());
      signal.addEventListener("abort", () => subscription.unsubscribe());
      if (signal.aborted) subscription.unsubscribe();
    });
}

/** The route of the account's event stream. */
export function eventRoutes(deps: HttpDeps): App {
  const routes = newRoutes();
  routes.openapi(events, async (c) => {
    if (deps.hub.listeners(c.var.account.account_id) >= mostListeners)
      throw new AppError("rate_limited", "Too many windows are listening.", {
        retryAfter: 30,
        retryable: true,
      });
    // The stream is written by hand; the route's types only know JSON answers.
    return (await sendEvents(c, listenTo(deps, c), { keepAliveMs: deps.settings.keepAliveMs })) as never;
  });
  return routes;
}
