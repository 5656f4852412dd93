// The backups of the house: what there is, one more now, and a companion taken out of them (part 4).
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { AppError } from "../../error.ts";
import type { Backing } from "../../lifecycle/backup.ts";
import { configOf } from "../../lifecycle/companion-owners.ts";
import { BackupsAnswer, PurgeAnswer, PurgeBody } from "../../schema/request-folder.ts";
import { adminOnly, sessionOnly } from "../auth.ts";
import { noCompanion } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type App, type HttpDeps, newRoutes } from "../http-deps.ts";

const tags = ["backups"];
const path = "/api/backups";

const list = createRoute({
  method: "get",
  path,
  tags,
  summary: "The backups, the newest first, and what the last try said; for admins",
  middleware: adminOnly,
  responses: { 200: jsonAnswer(BackupsAnswer, "What there is"), ...failure },
});
const make = createRoute({
  method: "post",
  path,
  tags,
  summary: "Make a backup now; for admins",
  middleware: adminOnly,
  responses: { 201: jsonAnswer(z.object({ name: z.string() }), "It is made and was read back"), ...failure },
});
const purge = createRoute({
  method: "post",
  path: `${path}/purge`,
  tags,
  summary: "Take a companion out of backups that hold what was erased; a fresh backup is made first",
  middleware: sessionOnly,
  request: jsonBody(PurgeBody),
  responses: { 200: jsonAnswer(PurgeAnswer, "What it was taken out of; this cannot be undone"), ...failure },
});

/** Routes of the backups. Purging is open to the companion's owner; where it is gone, to admins. */
export function backupRoutes(deps: HttpDeps, backing: Backing): App {
  const routes = newRoutes();
  routes.openapi(list, async (c) => c.json(await backing.list(), 200));
  routes.openapi(make, async (c) => c.json({ name: await backing.make() }, 201));
  routes.openapi(purge, async (c) => {
    const { user_id, names } = c.req.valid("json");
    const { account_id, role } = c.var.account;
    const owner = (await configOf(deps, user_id))?.owner;
    if (owner !== account_id && role !== "admin") throw noCompanion();
    const known = new Set((await backing.list()).backups.map(({ name }) => name));
    const unknown = (names ?? []).filter((name) => !known.has(name));
    if (unknown.length > 0)
      throw new AppError("not_found", "There is no backup of that name.", { details: { names: unknown } });
    return c.json(await backing.purge(user_id, owner ?? account_id, names), 200);
  });
  return routes;
}
