// The house's own doors: /health, /metrics, and the clock that tests may move (DESIGN 7, 9).
import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "../../error.ts";
import {
  ClockAnswer,
  ClockBody,
  type ClockBody as ClockWish,
  HealthAnswer,
} from "../../schema/request-models.ts";
import { adminOnly, checkScope } from "../auth.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type App, type HttpDeps, newRoutes, type TestClock } from "../http-deps.ts";

const health = createRoute({
  method: "get",
  path: "/health",
  tags: ["system"],
  summary: "Whether the server lives, and whether it can work (503 where it cannot)",
  responses: {
    200: jsonAnswer(HealthAnswer, "Alive and ready"),
    503: jsonAnswer(HealthAnswer, "Alive, but the store cannot be read"),
  },
});
const metrics = createRoute({
  method: "get",
  path: "/metrics",
  tags: ["system"],
  summary: "Counters as Prometheus text; for admins and for keys with the scope read",
  responses: {
    200: { description: "Prometheus text", content: { "text/plain": { schema: z.string() } } },
    ...failure,
  },
});
const clock = createRoute({
  method: "post",
  path: "/test/clock",
  tags: ["system"],
  summary: "Move the clock of a test server",
  middleware: adminOnly,
  request: jsonBody(ClockBody),
  responses: { 200: jsonAnswer(ClockAnswer, "The time now, in unix seconds"), ...failure },
});

async function isReady(deps: HttpDeps): Promise<boolean> {
  try {
    await deps.store.list("account");
    return true;
  } catch {
    return false;
  }
}

async function moveClock(test: TestClock, wish: ClockWish): Promise<void> {
  if ("advance_s" in wish) return test.advance(wish.advance_s);
  return test.set(typeof wish.set === "number" ? wish.set : Date.parse(wish.set) / 1000);
}

function registerGauges(deps: HttpDeps): void {
  const began = deps.elapsedMs();
  const { metrics: registry, store, hub, models } = deps;
  registry.gauge(
    "keepsake_uptime_seconds",
    "Since the server started.",
    () => (deps.elapsedMs() - began) / 1000,
  );
  registry.gauge("keepsake_resident_bytes", "Memory of the process.", () => process.memoryUsage.rss());
  registry.gauge("keepsake_event_listeners", "Open event streams.", () => hub.listeners());
  registry.gauge("keepsake_accounts", "Accounts.", async () => (await store.list("account")).length);
  registry.gauge("keepsake_companions", "Companions.", async () => (await store.list("companion")).length);
  registry.gauge("keepsake_chat_models_ready", "Usable models of the role chat.", () => {
    return models.state().find(({ role }) => role === "chat")?.ready.length ?? 0;
  });
}

/** Routes of the house itself. */
export function systemRoutes(deps: HttpDeps): App {
  const routes = newRoutes();
  registerGauges(deps);

  routes.openapi(health, async (c) => {
    const ready = await isReady(deps);
    const backup_age_s = deps.backupAge?.() ?? null;
    const status = ready ? "ok" : "failing";
    return c.json({ status, live: true, ready, backup_age_s } as const, ready ? 200 : 503);
  });

  routes.openapi(metrics, async (c) => {
    const { principal, account } = c.var;
    checkScope(principal, "read");
    if (principal.kind === "session" && account.role !== "admin")
      throw new AppError("forbidden", "Only an admin, or a program's key, can see this.");
    return c.text(await deps.metrics.render(), 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
    });
  });

  const { test } = deps.settings;
  if (test)
    routes.openapi(clock, async (c) => {
      await moveClock(test, c.req.valid("json"));
      return c.json({ now: deps.clock.now() }, 200);
    });

  return routes;
}
