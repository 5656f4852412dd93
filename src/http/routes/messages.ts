// The log: paged by message id, edited, deleted, answered anew (DESIGN 7).
import { createRoute, z } from "@hono/zod-openapi";
import { deleteMessage, editMessage } from "../../lifecycle/edit.ts";
import { regenerate } from "../../lifecycle/regenerate.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import { MessageId } from "../../schema/common.ts";
import { MessageAnswer, MessageEditBody, MessagesAnswer } from "../../schema/request-chat.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/ai-users/{user_id}" as const;
const oneMessage = z.object({ user_id: z.string(), message_id: MessageId });

/** Reading and changing the log of one companion. */
export function messageRoutes(deps: HttpDeps, turns: Turns) {
  const read = companionDoor(deps, "read");
  const write = companionDoor(deps, "write");
  return newRoutes()
    .openapi(
      createRoute({
        method: "get",
        path: `${path}/messages`,
        middleware: read,
        request: {
          query: z.object({
            before: MessageId.optional(),
            after: MessageId.optional(),
            limit: z.coerce.number().int().min(1).max(500).default(50),
          }),
        },
        responses: { 200: jsonAnswer(MessagesAnswer, "Messages, oldest first"), ...failure },
      }),
      async (c) => {
        const { before, after, limit } = c.req.valid("query");
        // One more than asked for tells whether there is more.
        const page = await deps.store.log.page(c.var.companion.id, { before, after, limit: limit + 1 });
        const more = page.length > limit;
        const messages = after !== undefined ? page.slice(0, limit) : page.slice(-limit);
        return c.json({ messages, more }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "put",
        path: `${path}/messages/{message_id}`,
        middleware: write,
        request: { params: oneMessage, ...jsonBody(MessageEditBody) },
        responses: { 200: jsonAnswer(MessageAnswer, "The message as it is now"), ...failure },
      }),
      async (c) => {
        const { message_id } = c.req.valid("param");
        const { content } = c.req.valid("json");
        const user = c.var.companion.id;
        const { message } = await turns.between(user, () =>
          editMessage(deps, user, message_id, content, c.var.requestId),
        );
        turns.poke(user);
        return c.json({ message }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "delete",
        path: `${path}/messages/{message_id}`,
        middleware: write,
        request: { params: oneMessage },
        responses: {
          200: jsonAnswer(
            z.object({ deleted: z.string(), change_id: z.string().nullable() }),
            "Deleted; can be undone",
          ),
          ...failure,
        },
      }),
      async (c) => {
        const { message_id } = c.req.valid("param");
        const user = c.var.companion.id;
        const { change_id } = await turns.between(user, () =>
          deleteMessage(deps, user, message_id, c.var.requestId),
        );
        turns.poke(user);
        return c.json({ deleted: message_id, change_id }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/messages/{message_id}/regenerate`,
        middleware: companionDoor(deps, "chat"),
        request: { params: oneMessage },
        responses: {
          200: jsonAnswer(z.object({ messages: z.array(MessageAnswer.shape.message) }), "The new reply"),
          ...failure,
        },
      }),
      async (c) => {
        const { message_id } = c.req.valid("param");
        const { id } = c.var.companion;
        const messages = await regenerate(deps, turns, c.var.account.account_id, id, message_id);
        return c.json({ messages }, 200);
      },
    );
}
