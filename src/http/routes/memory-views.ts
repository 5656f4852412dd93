// Views of what a companion knows: the open topic, the profile, moods and what goes with them, the graph; and pins (DESIGN 7, A24, A199).
import { createRoute, z } from "@hono/zod-openapi";
import { getEmotionTrend, getUserProfile, getWorkingMemory } from "../../lifecycle/memory.ts";
import { pinEntry } from "../../lifecycle/pin.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import {
  EmotionsAnswer,
  EmotionsQuery,
  GraphAnswer,
  PinAnswer,
  PinBody,
  ProfileAnswer,
} from "../../schema/request-facts.ts";
import { WorkingAnswer, WorkingQuery } from "../../schema/request-working.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/memory/{user_id}" as const;

const putPin = createRoute({
  method: "put",
  path: `${path}/pin/{entry_id}`,
  request: {
    params: z.object({ user_id: z.string(), entry_id: z.string().max(200) }),
    ...jsonBody(PinBody),
  },
  responses: { 200: jsonAnswer(PinAnswer, "Pinned or not; can be undone"), ...failure },
});
const getWorking = createRoute({
  method: "get",
  path: `${path}/working`,
  request: { query: WorkingQuery },
  responses: { 200: jsonAnswer(WorkingAnswer, "What is being talked of now, oldest first"), ...failure },
});
const getProfile = createRoute({
  method: "get",
  path: `${path}/profile`,
  responses: { 200: jsonAnswer(ProfileAnswer, "What is known of the person, with references"), ...failure },
});
const getEmotions = createRoute({
  method: "get",
  path: `${path}/emotions`,
  request: { query: EmotionsQuery },
  responses: { 200: jsonAnswer(EmotionsAnswer, "Trend, triggers and the tone of topics"), ...failure },
});
const getGraph = createRoute({
  method: "get",
  path: `${path}/graph`,
  responses: { 200: jsonAnswer(GraphAnswer, "Entities and relations, former ones too"), ...failure },
});

/** Looks at facts, moods and relations, and the owner's pins. */
export function memoryViewRoutes(deps: HttpDeps, turns: Turns) {
  const read = companionDoor(deps, "read");
  const write = companionDoor(deps, "write");
  return newRoutes()
    .openapi({ ...putPin, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const { entry_id } = c.req.valid("param");
      const { pinned } = c.req.valid("json");
      const done = await turns.between(id, () => pinEntry(deps, id, entry_id, pinned, c.var.requestId));
      turns.poke(id);
      return c.json(done, 200);
    })
    .openapi({ ...getWorking, middleware: read }, async (c) => {
      const { id } = c.var.companion;
      await turns.seen(id);
      return c.json(await getWorkingMemory(deps, id, c.req.valid("query").turns), 200);
    })
    .openapi({ ...getProfile, middleware: read }, async (c) =>
      c.json(await getUserProfile(deps, c.var.companion.id, c.var.account.language), 200),
    )
    .openapi({ ...getEmotions, middleware: read }, async (c) =>
      c.json(await getEmotionTrend(deps, c.var.companion.id, c.req.valid("query")), 200),
    )
    .openapi({ ...getGraph, middleware: read }, async (c) =>
      c.json(await deps.store.read({ kind: "companion", id: c.var.companion.id }, "graph"), 200),
    );
}
