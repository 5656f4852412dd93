// /api/friends: the contact list of an account (DESIGN 7, A196–A198).
import { createRoute, z } from "@hono/zod-openapi";
import { listCompanions, setFriend, viewCompanion } from "../../lifecycle/companion.ts";
import { AiUser, FriendsAnswer } from "../../schema/request-companion.ts";
import { maySee, scopeDoor } from "../auth.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer } from "../describe-route.ts";
import { type App, type HttpDeps, newRoutes } from "../http-deps.ts";

const tags = ["companions"];

const list = createRoute({
  method: "get",
  path: "/api/friends",
  tags,
  summary: "The contact list",
  middleware: scopeDoor("read"),
  responses: { 200: jsonAnswer(FriendsAnswer, "The friends, the last talked to first"), ...failure },
});

const change = <M extends "post" | "delete">(deps: HttpDeps, method: M, summary: string) =>
  createRoute({
    method,
    path: "/api/friends/{user_id}",
    tags,
    summary,
    middleware: companionDoor(deps, "write"),
    request: { params: z.object({ user_id: z.string() }) },
    responses: { 200: jsonAnswer(AiUser, "The companion as it is now"), ...failure },
  });

/** Routes of the contact list. */
export function friendRoutes(deps: HttpDeps): App {
  const routes = newRoutes();

  routes.openapi(list, async (c) => {
    const { account, principal } = c.var;
    const isFriend = (id: string) => account.friends.includes(id) && maySee(principal, id);
    return c.json({ friends: await listCompanions(deps, account, isFriend) }, 200);
  });

  const add = change(deps, "post", "Add a companion to the contact list");
  const remove = change(
    deps,
    "delete",
    "Take a companion off the contact list; it keeps its memory and makes no beats",
  );
  for (const [route, friend] of [[add, true] as const, [remove, false] as const])
    routes.openapi(route, async (c) => {
      const { account, companion, requestId } = c.var;
      const friends = await setFriend(deps, account.account_id, companion.id, friend, requestId);
      return c.json(await viewCompanion(deps, { ...account, friends }, companion.id, companion.config), 200);
    });

  return routes;
}
