// The log: paged by message id, edited, deleted, answered anew (DESIGN 7).
import { createRoute, z } from "@hono/zod-openapi";
import { chooseWording } from "../../lifecycle/choose-wording.ts";
import { deleteMessage, editMessage } from "../../lifecycle/edit.ts";
import { readLog } from "../../lifecycle/read-log.ts";
import { regenerate } from "../../lifecycle/regenerate.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import { MessageId } from "../../schema/common.ts";
import {
  ChooseBody,
  MessageAnswer,
  MessageEditBody,
  MessagesAnswer,
  MessagesQuery,
} from "../../schema/request-chat.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/ai-users/{user_id}/messages" as const;
const params = z.object({ user_id: z.string(), message_id: MessageId });

const getMessages = createRoute({
  method: "get",
  path,
  request: { query: MessagesQuery },
  responses: { 200: jsonAnswer(MessagesAnswer, "Messages, oldest first"), ...failure },
});
const putMessage = createRoute({
  method: "put",
  path: `${path}/{message_id}`,
  request: { params, ...jsonBody(MessageEditBody) },
  responses: { 200: jsonAnswer(MessageAnswer, "The message as it is now"), ...failure },
});
const Deleted = z.object({ deleted: z.string(), change_id: z.string().nullable() });
const removeMessage = createRoute({
  method: "delete",
  path: `${path}/{message_id}`,
  request: { params },
  responses: { 200: jsonAnswer(Deleted, "Deleted; can be undone"), ...failure },
});
const Reply = z.object({ messages: z.array(MessageAnswer.shape.message) });
const postRegenerate = createRoute({
  method: "post",
  path: `${path}/{message_id}/regenerate`,
  request: { params },
  responses: { 200: jsonAnswer(Reply, "The new reply"), ...failure },
});
const Chosen = Reply.extend({ change_id: z.string().nullable() });
const postChoose = createRoute({
  method: "post",
  path: `${path}/{message_id}/choose`,
  request: { params, ...jsonBody(ChooseBody) },
  responses: { 200: jsonAnswer(Chosen, "The reply in the chosen wording; can be undone"), ...failure },
});

/** Reading and changing the log of one companion. */
export function messageRoutes(deps: HttpDeps, turns: Turns) {
  const write = companionDoor(deps, "write");
  return newRoutes()
    .openapi({ ...getMessages, middleware: companionDoor(deps, "read") }, async (c) => {
      const page = await readLog(deps, c.var.companion.id, c.req.valid("query"));
      return c.json(page, 200);
    })
    .openapi({ ...putMessage, middleware: write }, async (c) => {
      const { message_id } = c.req.valid("param");
      const { content } = c.req.valid("json");
      const user = c.var.companion.id;
      const edit = () => editMessage(deps, user, message_id, content, c.var.requestId);
      const { message } = await turns.between(user, edit);
      turns.poke(user);
      return c.json({ message }, 200);
    })
    .openapi({ ...removeMessage, middleware: write }, async (c) => {
      const { message_id } = c.req.valid("param");
      const user = c.var.companion.id;
      const { change_id } = await turns.between(user, () =>
        deleteMessage(deps, user, message_id, c.var.requestId),
      );
      turns.poke(user);
      return c.json({ deleted: message_id, change_id }, 200);
    })
    .openapi({ ...postChoose, middleware: write }, async (c) => {
      const { message_id } = c.req.valid("param");
      const wish = c.req.valid("json");
      const user = c.var.companion.id;
      const choose = () => chooseWording(deps, user, message_id, wish, c.var.requestId);
      const chosen = await turns.between(user, choose);
      turns.poke(user);
      return c.json(chosen, 200);
    })
    .openapi({ ...postRegenerate, middleware: companionDoor(deps, "chat") }, async (c) => {
      const { message_id } = c.req.valid("param");
      const { account, companion } = c.var;
      const messages = await regenerate(deps, turns, account.account_id, companion.id, message_id);
      return c.json({ messages }, 200);
    });
}
