// /api/soul: how a companion sees itself, asked anew, written or taken back by its owner (DESIGN 7, A108, A121–A123).
import { createRoute, z } from "@hono/zod-openapi";
import { ownSoul, reflect, revertSoul, showSoul } from "../../lifecycle/reflect.ts";
import { SoulAnswer, SoulRevertBody, SoulUpdateAnswer, SoulUpdateBody } from "../../schema/request-soul.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody, optionalBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/soul/{user_id}" as const;
const params = z.object({ user_id: z.string() });
const tags = ["soul"];

const getSoul = createRoute({
  method: "get",
  path,
  tags,
  summary: "Both souls, and every version of the self view",
  request: { params },
  responses: { 200: jsonAnswer(SoulAnswer, "Versions oldest first"), ...failure },
});
const postUpdate = createRoute({
  method: "post",
  path: `${path}/update`,
  tags,
  summary: "Ask the companion to look at itself, or write its self view as its owner",
  request: { params, ...optionalBody(SoulUpdateBody) },
  responses: { 200: jsonAnswer(SoulUpdateAnswer, "The self view as it stands"), ...failure },
});
const postRevert = createRoute({
  method: "post",
  path: `${path}/revert`,
  tags,
  summary: "Go back to an earlier version",
  request: { params, ...jsonBody(SoulRevertBody) },
  responses: { 200: jsonAnswer(SoulUpdateAnswer, "The self view as it stands"), ...failure },
});

/** The self view of one companion. */
export function selfSoulRoutes(deps: HttpDeps) {
  const read = companionDoor(deps, "read");
  const write = companionDoor(deps, "write");
  return newRoutes()
    .openapi({ ...getSoul, middleware: read }, async (c) =>
      c.json(await showSoul(deps, c.var.companion.id), 200),
    )
    .openapi({ ...postUpdate, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const { new_content } = c.req.valid("json");
      const cause = c.var.requestId;
      const updated =
        new_content === undefined
          ? await reflect(deps, id, cause)
          : await ownSoul(deps, id, new_content, cause);
      return c.json(updated, 200);
    })
    .openapi({ ...postRevert, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const { version } = c.req.valid("json");
      return c.json(await revertSoul(deps, id, version, c.var.requestId), 200);
    });
}
