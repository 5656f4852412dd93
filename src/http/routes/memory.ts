// What is remembered: the context, the search, compression and extraction, usage (DESIGN 7, A184–A188).
import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "../../error.ts";
import { inspectContext } from "../../lifecycle/inspect-context.ts";
import { retrieve } from "../../lifecycle/memory.ts";
import { compressNow, extractNow, type Order } from "../../lifecycle/memory-now.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import type { Upkeep } from "../../lifecycle/upkeep.ts";
import {
  CompressAnswer,
  ContextAnswer,
  ExtractAnswer,
  ExtractBody,
  SearchAnswer,
  SearchQueryBody,
  UsageAnswer,
} from "../../schema/request-chat.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody, optionalBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/memory/{user_id}" as const;
/** Characters of a message (DESIGN 4). */
const longestMessage = 16_000;
const Message = z.string();
const contextAnswer = { 200: jsonAnswer(ContextAnswer, "The context as it would be sent"), ...failure };
const searchAnswer = { 200: jsonAnswer(SearchAnswer, "Best first"), ...failure };

const getContext = createRoute({
  method: "get",
  path,
  request: { query: z.object({ message: Message.default("") }) },
  responses: contextAnswer,
});
const postContext = createRoute({
  method: "post",
  path: `${path}/context`,
  request: jsonBody(z.object({ message: Message.default("") })),
  responses: contextAnswer,
});
const getSearch = createRoute({
  method: "get",
  path: `${path}/search`,
  request: { query: SearchQueryBody },
  responses: searchAnswer,
});
const postSearch = createRoute({
  method: "post",
  path: `${path}/search`,
  request: jsonBody(SearchQueryBody),
  responses: searchAnswer,
});
const postCompress = createRoute({
  method: "post",
  path: `${path}/compress`,
  responses: { 200: jsonAnswer(CompressAnswer, "Summaries that were made"), ...failure },
});
const postExtract = createRoute({
  method: "post",
  path: `${path}/extract`,
  request: optionalBody(ExtractBody),
  responses: { 200: jsonAnswer(ExtractAnswer, "Long entries that were made"), ...failure },
});
const getUsage = createRoute({
  method: "get",
  path: `${path}/usage`,
  responses: { 200: jsonAnswer(UsageAnswer, "Tokens, calls and cost by role and day"), ...failure },
});

/** Reading and working on the memory of one companion. */
export function memoryRoutes(deps: HttpDeps, turns: Turns, upkeep: Upkeep) {
  const read = companionDoor(deps, "read");
  const write = companionDoor(deps, "write");
  const order: Order = {
    between: (user, task) => turns.between(user, task),
    alone: (user, task) => upkeep.alone(user, task),
  };
  async function look(user: string, message: string) {
    await turns.seen(user);
    return inspectContext(deps, user, message, deps.countTokens);
  }
  return newRoutes()
    .openapi({ ...getContext, middleware: read }, async (c) =>
      c.json(await look(c.var.companion.id, withinLimit(c.req.valid("query").message)), 200),
    )
    .openapi({ ...postContext, middleware: read }, async (c) =>
      c.json(await look(c.var.companion.id, withinLimit(c.req.valid("json").message)), 200),
    )
    .openapi({ ...getSearch, middleware: read }, async (c) =>
      c.json(await search(deps, c.var.companion.id, c.req.valid("query")), 200),
    )
    .openapi({ ...postSearch, middleware: read }, async (c) =>
      c.json(await search(deps, c.var.companion.id, c.req.valid("json")), 200),
    )
    .openapi({ ...postCompress, middleware: write }, async (c) =>
      c.json(await compressNow(deps, c.var.companion.id, order), 200),
    )
    .openapi({ ...postExtract, middleware: write }, async (c) =>
      c.json(await extractNow(deps, c.var.companion.id, order, c.req.valid("json").engine), 200),
    )
    .openapi({ ...getUsage, middleware: read }, async (c) => {
      await deps.flushUsage();
      return c.json(await deps.store.read({ kind: "companion", id: c.var.companion.id }, "usage"), 200);
    });
}

/** A message longer than chat takes is refused in the same way (DESIGN 4: 413). */
function withinLimit(message: string): string {
  if ([...message].length > longestMessage)
    throw new AppError("too_large", "A message has at most 16,000 characters.");
  return message;
}

async function search(deps: HttpDeps, user: string, query: z.infer<typeof SearchQueryBody>) {
  const { q: text, k: limit, ...rest } = query;
  const { hits, tokens } = await retrieve(deps, user, { text, limit, ...rest });
  const results = hits.map((hit) => ({
    type: hit.type,
    id: hit.id,
    text: hit.text,
    score: hit.score,
    date: hit.date,
    message_ids: [...hit.message_ids],
    character_id: hit.character_id,
    memory_type: hit.memory_type,
    ...(hit.title === undefined ? {} : { title: hit.title }),
    ...(hit.speaker === undefined ? {} : { speaker: hit.speaker }),
  }));
  return { results, tokens };
}
