// What is remembered: the context, the search, compression and extraction, usage (DESIGN 7, A184–A188).
import { createRoute, z } from "@hono/zod-openapi";
import { previewContext } from "../../lifecycle/assemble.ts";
import { compressNow, extractNow } from "../../lifecycle/memory-now.ts";
import { readCompanion } from "../../lifecycle/read-companion.ts";
import { findMemories, packHits } from "../../lifecycle/search-memory.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import {
  CompressAnswer,
  ContextAnswer,
  ExtractAnswer,
  SearchAnswer,
  SearchQueryBody,
  UsageAnswer,
} from "../../schema/request-chat.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/memory/{user_id}" as const;
/** The longest message that a context is asked for (413 beyond, DESIGN 4). */
const Message = z.string().max(16_000);

/** Reading and working on the memory of one companion. */
export function memoryRoutes(deps: HttpDeps, turns: Turns) {
  const read = companionDoor(deps, "read");
  const write = companionDoor(deps, "write");
  const context = async (user: string, message: string) => previewContext(deps, user, message);
  const search = async (user: string, query: z.infer<typeof SearchQueryBody>) => {
    const reader = await readCompanion(deps, user);
    const types = query.type ? [query.type] : undefined;
    const found = await findMemories(deps, reader, { text: query.q, limit: query.k, at: query.at, types });
    const { hits, tokens } = packHits(found, query.tokens);
    const results = hits.map(({ type, id, text, score, date, message_ids, ...rest }) => ({
      type,
      id,
      text,
      score,
      date,
      message_ids: [...message_ids],
      ...(rest.title === undefined ? {} : { title: rest.title }),
      ...(rest.speaker === undefined ? {} : { speaker: rest.speaker }),
    }));
    return { results, tokens };
  };
  return newRoutes()
    .openapi(
      createRoute({
        method: "get",
        path,
        middleware: read,
        request: { query: z.object({ message: Message.default("") }) },
        responses: { 200: jsonAnswer(ContextAnswer, "The context as it would be sent"), ...failure },
      }),
      async (c) => c.json(await context(c.var.companion.id, c.req.valid("query").message), 200),
    )
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/context`,
        middleware: read,
        request: jsonBody(z.object({ message: Message.default("") })),
        responses: { 200: jsonAnswer(ContextAnswer, "The context as it would be sent"), ...failure },
      }),
      async (c) => c.json(await context(c.var.companion.id, c.req.valid("json").message), 200),
    )
    .openapi(
      createRoute({
        method: "get",
        path: `${path}/search`,
        middleware: read,
        request: { query: SearchQueryBody },
        responses: { 200: jsonAnswer(SearchAnswer, "Best first"), ...failure },
      }),
      async (c) => c.json(await search(c.var.companion.id, c.req.valid("query")), 200),
    )
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/search`,
        middleware: read,
        request: jsonBody(SearchQueryBody),
        responses: { 200: jsonAnswer(SearchAnswer, "Best first"), ...failure },
      }),
      async (c) => c.json(await search(c.var.companion.id, c.req.valid("json")), 200),
    )
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/compress`,
        middleware: write,
        responses: { 200: jsonAnswer(CompressAnswer, "Summaries that were made"), ...failure },
      }),
      async (c) => {
        const user = c.var.companion.id;
        return c.json(await turns.between(user, () => compressNow(deps, user)), 200);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/extract`,
        middleware: write,
        responses: { 200: jsonAnswer(ExtractAnswer, "Long entries that were made"), ...failure },
      }),
      async (c) => c.json(await extractNow(deps, c.var.companion.id), 200),
    )
    .openapi(
      createRoute({
        method: "get",
        path: `${path}/usage`,
        middleware: read,
        responses: { 200: jsonAnswer(UsageAnswer, "Tokens, calls and cost by role and day"), ...failure },
      }),
      async (c) => {
        await deps.flushUsage();
        const usage = await deps.store.read({ kind: "companion", id: c.var.companion.id }, "usage");
        return c.json(usage, 200);
      },
    );
}
