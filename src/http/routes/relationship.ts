// /api/relationship: the companion is asked how it feels about the person now, or the owner says so (DESIGN 7, A135, issue 7).
import { createRoute, z } from "@hono/zod-openapi";
import { judgeRelationship } from "../../lifecycle/judge-relationship.ts";
import { setLevel } from "../../lifecycle/set-level.ts";
import { JudgeAnswer, LevelAnswer, LevelBody } from "../../schema/request-soul.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const postJudge = createRoute({
  method: "post",
  path: "/api/relationship/{user_id}/judge",
  tags: ["relationship"],
  summary: "Judge the relationship now; without a model it stays as it is",
  request: { params: z.object({ user_id: z.string() }) },
  responses: { 200: jsonAnswer(JudgeAnswer, "The level as it stands, and whether it changed"), ...failure },
});

const putLevel = createRoute({
  method: "put",
  path: "/api/relationship/{user_id}",
  tags: ["relationship"],
  summary: "Set the level as its owner; no judgement in the background moves it then",
  request: { params: z.object({ user_id: z.string() }), ...jsonBody(LevelBody) },
  responses: { 200: jsonAnswer(LevelAnswer, "The level as it stands; can be undone"), ...failure },
});

/** One companion's relationship, judged or set. */
export function relationshipRoutes(deps: HttpDeps) {
  const middleware = companionDoor(deps, "write");
  return newRoutes()
    .openapi({ ...postJudge, middleware }, async (c) =>
      c.json(await judgeRelationship(deps, c.var.companion.id, c.var.requestId), 200),
    )
    .openapi({ ...putLevel, middleware }, async (c) =>
      c.json(await setLevel(deps, c.var.companion.id, c.req.valid("json"), c.var.requestId), 200),
    );
}
