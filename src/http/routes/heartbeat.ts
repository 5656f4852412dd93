// /api/heartbeat: when the companions speak first, on and off, and asking one at once (DESIGN 7; A152, A192–A195, R15).
import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "../../error.ts";
import type { Beats } from "../../lifecycle/beats.ts";
import { companionsOf } from "../../lifecycle/companion-owners.ts";
import { configureHeartbeat, heartbeatStatus, setRunning } from "../../lifecycle/heartbeat-settings.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import type { Account } from "../../schema/account.ts";
import {
  ConfigureBody,
  HeartbeatStatus,
  RunningAnswer,
  TriggerAnswer,
} from "../../schema/request-heartbeat.ts";
import { maySee, scopeDoor } from "../auth.ts";
import { companionDoor, noCompanion } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes, type Principal } from "../http-deps.ts";
import { createLimiter } from "../limiter.ts";

const tags = ["heartbeat"];

const status = createRoute({
  method: "get",
  path: "/api/heartbeat/status",
  tags,
  summary: "When each companion speaks next, and why it last did or did not",
  middleware: scopeDoor("read"),
  responses: {
    200: jsonAnswer(HeartbeatStatus, "The companions' beats; times are unix seconds"),
    ...failure,
  },
});
const configure = createRoute({
  method: "post",
  path: "/api/heartbeat/configure",
  tags,
  summary: "Set the beats of one companion, or of all",
  middleware: scopeDoor("write"),
  request: jsonBody(ConfigureBody),
  responses: { 200: jsonAnswer(HeartbeatStatus, "The beats as they are now"), ...failure },
});
const switched = (name: "start" | "stop") =>
  createRoute({
    method: "post",
    path: `/api/heartbeat/${name}`,
    tags,
    summary: name === "start" ? "Let the companions speak first" : "Keep all companions from speaking first",
    middleware: scopeDoor("write"),
    responses: {
      200: jsonAnswer(RunningAnswer, "Whether they do now; it stays so over a restart"),
      ...failure,
    },
  });
const trigger = (deps: HttpDeps) =>
  createRoute({
    method: "post",
    path: "/api/heartbeat/trigger/{user_id}",
    tags,
    summary: "Ask a companion now whether it wants to speak, past gate, limits and quiet hours",
    middleware: companionDoor(deps, "chat"),
    request: { params: z.object({ user_id: z.string() }) },
    responses: { 200: jsonAnswer(TriggerAnswer, "What it decided, and the messages it sent"), ...failure },
  });

/** A key that is made for some companions does not speak for all. */
function forAll(principal: Principal): void {
  if (principal.kind === "key" && principal.key.ai_users !== null)
    throw new AppError("forbidden", "This API key is made for single companions.");
}

const isRunning = (account: Account) => account.heartbeat_running !== false;

/** A question to a model each: a hundred at once for a companion, then one every ten seconds; no loop of a program runs up a bill. */
const triggers = { capacity: 100, refill: 10 };

/** The routes of the heartbeat. */
export function heartbeatRoutes(deps: HttpDeps, beats: Beats, turns: Pick<Turns, "heard">) {
  const heard = (id: string) => turns.heard.at(id);
  const limiter = createLimiter({ ...triggers, now: () => deps.clock.now() });
  return newRoutes()
    .openapi(status, async (c) => {
      const { account, principal } = c.var;
      const may = (id: string) => maySee(principal, id);
      const ai_users = await heartbeatStatus(deps, account.account_id, may, heard);
      return c.json({ running: isRunning(account), ai_users }, 200);
    })
    .openapi(configure, async (c) => {
      const { account, principal, requestId } = c.var;
      const body = c.req.valid("json");
      const may = (id: string) => maySee(principal, id);
      const own = (await companionsOf(deps, account.account_id)).filter(may);
      const users = own.filter((id) => body.user_id === undefined || id === body.user_id);
      if (body.user_id !== undefined && users.length === 0) throw noCompanion();
      await configureHeartbeat(deps, account.account_id, users, body, requestId);
      const ai_users = await heartbeatStatus(deps, account.account_id, may, heard);
      return c.json({ running: isRunning(account), ai_users }, 200);
    })
    .openapi(switched("start"), async (c) => {
      forAll(c.var.principal);
      await setRunning(deps, c.var.account.account_id, true, c.var.requestId);
      return c.json({ running: true }, 200);
    })
    .openapi(switched("stop"), async (c) => {
      forAll(c.var.principal);
      await setRunning(deps, c.var.account.account_id, false, c.var.requestId);
      return c.json({ running: false }, 200);
    })
    .openapi(trigger(deps), async (c) => {
      const { id } = c.var.companion;
      const taken = limiter.take(id);
      if (!taken.ok)
        throw new AppError("rate_limited", "It was asked many times just now. Please wait a little.", {
          retryable: true,
          retryAfter: taken.retryAfter,
        });
      const { decision, reason, messages } = await beats.trigger(id);
      return c.json({ decision, reason, messages }, 200);
    });
}
