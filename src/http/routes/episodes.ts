// The episodes of one companion: stored, listed by day, name or likeness, weighed, merged, taken away (A205).
import { createRoute, z } from "@hono/zod-openapi";
import { mergeEpisodes } from "../../lifecycle/episodes.ts";
import { episodesByDate, similarEpisodes } from "../../lifecycle/list-episodes.ts";
import { forget, store, update } from "../../lifecycle/memory.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import {
  EpisodeAnswer,
  EpisodeBody,
  EpisodeChangeBody,
  EpisodesAnswer,
  EpisodesQuery,
  MergeBody,
  MergedAnswer,
} from "../../schema/request-episodes.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/memory/{user_id}/episodes" as const;
const params = z.object({ user_id: z.string(), episode_id: z.string().max(200) });
const written = { 200: jsonAnswer(EpisodeAnswer, "Done; can be undone"), ...failure };

const getEpisodes = createRoute({
  method: "get",
  path,
  request: { query: EpisodesQuery },
  responses: { 200: jsonAnswer(EpisodesAnswer, "Newest first; with `like` best first"), ...failure },
});
const postEpisode = createRoute({
  method: "post",
  path,
  request: jsonBody(EpisodeBody),
  responses: { 201: jsonAnswer(EpisodeAnswer, "Stored; can be undone"), ...failure },
});
const putEpisode = createRoute({
  method: "put",
  path: `${path}/{episode_id}`,
  request: { params, ...jsonBody(EpisodeChangeBody) },
  responses: written,
});
const deleteEpisode = createRoute({
  method: "delete",
  path: `${path}/{episode_id}`,
  request: { params },
  responses: written,
});
const postMerge = createRoute({
  method: "post",
  path: `${path}/merge`,
  request: jsonBody(MergeBody),
  responses: { 200: jsonAnswer(MergedAnswer, "One is kept, the others point to it"), ...failure },
});

/** Episodes, as their owner sees and changes them. */
export function episodeRoutes(deps: HttpDeps, turns: Turns) {
  const read = companionDoor(deps, "read");
  const write = companionDoor(deps, "write");
  /** Between turns, so that the very next reply has it. */
  async function change<T>(user: string, task: () => Promise<T>): Promise<T> {
    const done = await turns.between(user, task);
    turns.poke(user);
    return done;
  }
  return newRoutes()
    .openapi({ ...getEpisodes, middleware: read }, async (c) => {
      const { id } = c.var.companion;
      const { date, from = 0, to = Number.MAX_SAFE_INTEGER, like, entity, limit } = c.req.valid("query");
      if (like !== undefined)
        return c.json({ episodes: await similarEpisodes(deps, id, { text: like, limit, entity }) }, 200);
      const span = date === undefined ? { from, to } : { date };
      return c.json({ episodes: await episodesByDate(deps, id, span, { entity, limit }) }, 200);
    })
    .openapi({ ...postEpisode, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const wish = c.req.valid("json");
      return c.json(await change(id, () => store(deps, id, wish, c.var.requestId)), 201);
    })
    .openapi({ ...postMerge, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const { ids } = c.req.valid("json");
      return c.json(await change(id, () => mergeEpisodes(deps, id, ids, c.var.requestId)), 200);
    })
    .openapi({ ...putEpisode, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const target = { episode: c.req.valid("param").episode_id };
      const wish = c.req.valid("json");
      return c.json(await change(id, () => update(deps, id, target, wish, c.var.requestId)), 200);
    })
    .openapi({ ...deleteEpisode, middleware: write }, async (c) => {
      const { id } = c.var.companion;
      const target = { episode: c.req.valid("param").episode_id };
      return c.json(await change(id, () => forget(deps, id, target, c.var.requestId)), 200);
    });
}
