// /api/auth/user/notify/test: one trial notice, so that a person sees whether it reaches them (issue 5, item 9).
import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "../../error.ts";
import { testNotice } from "../../lifecycle/notify.ts";
import { NotifyTestAnswer } from "../../schema/request-soul.ts";
import { sessionOnly } from "../auth.ts";
import { failure, jsonAnswer, optionalBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";
import { createLimiter } from "../limiter.ts";

const postTest = createRoute({
  method: "post",
  path: "/api/auth/user/notify/test",
  tags: ["accounts"],
  summary: "Send a trial notice, to what is given or to what the account has",
  middleware: sessionOnly,
  request: optionalBody(z.object({ notify: z.looseObject({}).optional() })),
  responses: { 200: jsonAnswer(NotifyTestAnswer, "Whether the service took it"), ...failure },
});

/** The test of an account's notices; ten at once, then one a minute. */
export function notifyRoutes(deps: HttpDeps) {
  const limiter = createLimiter({ capacity: 10, refill: 60, now: () => deps.clock.now() });
  return newRoutes().openapi(postTest, async (c) => {
    const { account } = c.var;
    const taken = limiter.take(account.account_id);
    if (!taken.ok)
      throw new AppError("rate_limited", "Please wait a little before the next trial.", {
        retryable: true,
        retryAfter: taken.retryAfter,
      });
    return c.json(await testNotice(deps, account, c.req.valid("json").notify), 200);
  });
}
