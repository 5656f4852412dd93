// The facts of one companion: seen, added, changed, accepted, refused, closed (DESIGN 7, A199, part 2).
import { createRoute, z } from "@hono/zod-openapi";
import { acceptWaiting, type FactWritten, listFacts, refuseWaiting } from "../../lifecycle/facts.ts";
import { forget, store, update } from "../../lifecycle/memory.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import { FactAnswer, FactBody, FactChangeBody, FactsAnswer, FactsQuery } from "../../schema/request-facts.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/memory/{user_id}/facts" as const;
const params = z.object({ user_id: z.string(), fact_id: z.string().max(200) });
const written = { 200: jsonAnswer(FactAnswer, "Done; can be undone"), ...failure };

const getFacts = createRoute({
  method: "get",
  path,
  request: { query: FactsQuery },
  responses: { 200: jsonAnswer(FactsAnswer, "Newest first"), ...failure },
});
const postFact = createRoute({
  method: "post",
  path,
  request: jsonBody(FactBody),
  responses: { 201: jsonAnswer(FactAnswer, "Added, or confirmed; can be undone"), ...failure },
});
const putFact = createRoute({
  method: "put",
  path: `${path}/{fact_id}`,
  request: { params, ...jsonBody(FactChangeBody) },
  responses: written,
});
const deleteFact = createRoute({
  method: "delete",
  path: `${path}/{fact_id}`,
  request: { params },
  responses: written,
});
const postAccept = createRoute({
  method: "post",
  path: `${path}/{fact_id}/accept`,
  request: { params },
  responses: written,
});
const postRefuse = createRoute({
  method: "post",
  path: `${path}/{fact_id}/refuse`,
  request: { params },
  responses: written,
});

/** Facts, as their owner sees and changes them. */
export function factRoutes(deps: HttpDeps, turns: Turns) {
  const read = companionDoor(deps, "read");
  const write = companionDoor(deps, "write");
  /** Between turns, so that the very next reply has it. */
  async function change(user: string, task: () => Promise<FactWritten>): Promise<FactWritten> {
    const done = await turns.between(user, task);
    turns.poke(user);
    return done;
  }
  return newRoutes()
    .openapi({ ...getFacts, middleware: read }, async (c) => {
      const { all, ...page } = c.req.valid("query");
      return c.json(await listFacts(deps, c.var.companion.id, { all: all === "true", ...page }), 200);
    })
    .openapi({ ...postFact, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const wish = c.req.valid("json");
      return c.json(await change(id, () => store(deps, id, wish, c.var.requestId)), 201);
    })
    .openapi({ ...putFact, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const { fact_id } = c.req.valid("param");
      const wish = c.req.valid("json");
      return c.json(await change(id, () => update(deps, id, { fact: fact_id }, wish, c.var.requestId)), 200);
    })
    .openapi({ ...deleteFact, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const { fact_id } = c.req.valid("param");
      return c.json(await change(id, () => forget(deps, id, { fact: fact_id }, c.var.requestId)), 200);
    })
    .openapi({ ...postAccept, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const { fact_id } = c.req.valid("param");
      return c.json(await change(id, () => acceptWaiting(deps, id, fact_id, c.var.requestId)), 200);
    })
    .openapi({ ...postRefuse, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const { fact_id } = c.req.valid("param");
      return c.json(await change(id, () => refuseWaiting(deps, id, fact_id, c.var.requestId)), 200);
    });
}
