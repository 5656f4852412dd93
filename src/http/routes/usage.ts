// /api/usage: what the account's companions cost this month, all together (issue 7, item 6; A90).
import { createRoute } from "@hono/zod-openapi";
import { reportUsage } from "../../lifecycle/report-usage.ts";
import { UsageReport } from "../../schema/request-usage.ts";
import { maySee, scopeDoor } from "../auth.ts";
import { failure, jsonAnswer } from "../describe-route.ts";
import { type App, type HttpDeps, newRoutes } from "../http-deps.ts";

const read = createRoute({
  method: "get",
  path: "/api/usage",
  tags: ["accounts"],
  summary: "What this month cost so far and will cost, by companion, role and model, and what memory spared",
  middleware: scopeDoor("read"),
  responses: { 200: jsonAnswer(UsageReport, "The month in the account's time zone"), ...failure },
});

/** The route of an account's costs. A program's key sees only its own companions' part. */
export function usageRoutes(deps: HttpDeps): App {
  return newRoutes().openapi(read, async (c) => {
    const { account, principal } = c.var;
    return c.json(await reportUsage(deps, account, (id) => maySee(principal, id)), 200);
  });
}
