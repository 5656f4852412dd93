// /api/relationship: the companion is asked how it feels about the person now (DESIGN 7, A135).
import { createRoute, z } from "@hono/zod-openapi";
import { judgeRelationship } from "../../lifecycle/judge-relationship.ts";
import { JudgeAnswer } from "../../schema/request-soul.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const postJudge = createRoute({
  method: "post",
  path: "/api/relationship/{user_id}/judge",
  tags: ["relationship"],
  summary: "Judge the relationship now; without a model it stays as it is",
  request: { params: z.object({ user_id: z.string() }) },
  responses: { 200: jsonAnswer(JudgeAnswer, "The level as it stands, and whether it changed"), ...failure },
});

/** The judgement of one companion's relationship. */
export function relationshipRoutes(deps: HttpDeps) {
  const middleware = companionDoor(deps, "write");
  return newRoutes().openapi({ ...postJudge, middleware }, async (c) =>
    c.json(await judgeRelationship(deps, c.var.companion.id, c.var.requestId), 200),
  );
}
