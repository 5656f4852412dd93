// /api/models: which models there are and who asks which; for admins, and keys never come back (DESIGN 5, 7).
import { createRoute } from "@hono/zod-openapi";
import { listModels, readModels, readyRoles, writeModels } from "../../lifecycle/configure-models.ts";
import {
  ModelListAnswer,
  ModelListBody,
  ModelsAnswer,
  ModelsBody,
  ModelsReadyAnswer,
  ModelTestAnswer,
  ModelTestBody,
} from "../../schema/request-models.ts";
import { adminOnly, scopeDoor } from "../auth.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type App, type HttpDeps, newRoutes } from "../http-deps.ts";

const shared = { tags: ["models"], middleware: adminOnly };
const path = "/api/models";

const read = createRoute({
  ...shared,
  method: "get",
  path,
  summary: "models.json, the usable models of each role, and local servers that were found",
  responses: { 200: jsonAnswer(ModelsAnswer, "The models"), ...failure },
});
const ready = createRoute({
  tags: shared.tags,
  middleware: scopeDoor("read"),
  method: "get",
  path: `${path}/ready`,
  summary: "Whether a model can be asked for replies, and for the work behind them; for everybody",
  responses: { 200: jsonAnswer(ModelsReadyAnswer, "Without names, addresses and keys"), ...failure },
});
const write = createRoute({
  ...shared,
  method: "put",
  path,
  summary: "Replace models.json; keys are kept apart and bound to their origin",
  request: jsonBody(ModelsBody),
  responses: { 200: jsonAnswer(ModelsAnswer, "The models as they are now"), ...failure },
});
const names = createRoute({
  ...shared,
  method: "post",
  path: `${path}/list`,
  summary: "The names of the models that an address offers",
  request: jsonBody(ModelListBody),
  responses: { 200: jsonAnswer(ModelListAnswer, "The names, or what the provider said"), ...failure },
});
const test = createRoute({
  ...shared,
  method: "post",
  path: `${path}/test`,
  summary: "Ask the first usable model of a role for one word",
  request: jsonBody(ModelTestBody),
  responses: { 200: jsonAnswer(ModelTestAnswer, "What it said"), ...failure },
});

/** Routes of the models page. */
export function modelRoutes(deps: HttpDeps): App {
  const routes = newRoutes();

  routes.openapi(read, async (c) => c.json(await readModels(deps), 200));

  routes.openapi(ready, (c) => c.json(readyRoles(deps), 200));

  routes.openapi(write, async (c) => {
    await writeModels(deps, c.req.valid("json"), c.var.requestId);
    return c.json(await readModels(deps), 200);
  });

  routes.openapi(names, async (c) => c.json(await listModels(deps, c.req.valid("json")), 200));

  routes.openapi(test, async (c) => c.json(await deps.models.test(c.req.valid("json").role), 200));

  return routes;
}
