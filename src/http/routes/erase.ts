// Erasing for good, and undoing a whole topic or span (DESIGN 7).
import { createRoute } from "@hono/zod-openapi";
import { eraseNow, previewErasure } from "../../lifecycle/erase.ts";
import { faultOf } from "../../lifecycle/fault.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import { undoSpan } from "../../lifecycle/undo-span.ts";
import type { Upkeep } from "../../lifecycle/upkeep.ts";
import { EraseAnswer, EraseBody, UndoSpanAnswer, UndoSpanBody } from "../../schema/request-erase.ts";
import { maySee } from "../auth.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/memory/{user_id}" as const;

const postErase = createRoute({
  method: "post",
  path: `${path}/erase`,
  request: jsonBody(EraseBody),
  responses: {
    200: jsonAnswer(EraseAnswer, "What would go (preview), or the receipt; erasing cannot be undone"),
    ...failure,
  },
});
const postUndoSpan = createRoute({
  method: "post",
  path: `${path}/changes/undo`,
  request: jsonBody(UndoSpanBody),
  responses: { 200: jsonAnswer(UndoSpanAnswer, "What was undone, and what could not be"), ...failure },
});

/** Erasure and undo of spans of one companion. */
export function eraseRoutes(deps: HttpDeps, turns: Turns, upkeep: Pick<Upkeep, "alone">) {
  const write = companionDoor(deps, "write");
  return newRoutes()
    .openapi({ ...postErase, middleware: write }, async (c) => {
      const { preview, ...wish } = c.req.valid("json");
      const user = c.var.companion.id;
      const may = (id: string) => maySee(c.var.principal, id);
      if (preview) return c.json(await previewErasure(deps, user, wish, may), 200);
      const { receipt, settle } = await turns.erasing(user, () => eraseNow(deps, user, wish, may));
      // Not waited for: work of the background that began before may still run for a while.
      upkeep
        .alone(user, settle)
        .catch((error: unknown) =>
          deps.log.warn({ user, ...faultOf(error) }, "an erasure is looked at later"),
        );
      turns.poke(user);
      return c.json({ receipt }, 200);
    })
    .openapi({ ...postUndoSpan, middleware: write }, async (c) => {
      const user = c.var.companion.id;
      const span = c.req.valid("json");
      const answer = await turns.between(user, () => undoSpan(deps, user, span));
      turns.poke(user);
      return c.json(answer, 200);
    });
}
