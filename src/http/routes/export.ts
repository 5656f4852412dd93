// Taking companions out and bringing them in as zips, and folders that were copied there by hand (DESIGN 7, part 4).
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "../../error.ts";
import type { Adoption } from "../../lifecycle/adopt.ts";
import { exportAccount, exportCompanion } from "../../lifecycle/export.ts";
import { importFolders, largestZip } from "../../lifecycle/import-zip.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import type { Upkeep } from "../../lifecycle/upkeep.ts";
import type { Id } from "../../schema/common.ts";
import { FoldersAnswer, ImportedFolders } from "../../schema/request-folder.ts";
import { adminOnly, checkScope, scopeDoor } from "../auth.ts";
import { essenceOf } from "../bodies.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer } from "../describe-route.ts";
import { download } from "../download.ts";
import { type App, type AppEnv, type BodyRule, type HttpDeps, newRoutes } from "../http-deps.ts";

const tags = ["moving"];
const zip = "application/zip";
const zipAnswer = (description: string) =>
  ({ description, content: { [zip]: { schema: z.string().openapi({ format: "binary" }) } } }) as const;

/** A zip may be this large and is never in memory as a whole. */
export const folderBodies: readonly BodyRule[] = [
  { method: "POST", path: /^\/api\/ai-users\/import$/, limit: largestZip, types: [zip], streamed: true },
];

const getAccount = createRoute({
  method: "get",
  path: "/api/account/export",
  tags,
  summary: "The account and all of its companions as a zip; without password, sessions and keys",
  middleware: scopeDoor("read"),
  responses: { 200: zipAnswer("A zip"), ...failure },
});
const getCompanion = createRoute({
  method: "get",
  path: "/api/ai-users/{user_id}/export",
  tags,
  summary: "A companion's whole folder as a zip",
  request: { params: z.object({ user_id: z.string() }) },
  responses: { 200: zipAnswer("A zip"), ...failure },
});
const postFolder = createRoute({
  method: "post",
  path: "/api/ai-users/import",
  tags,
  summary: "Bring in the companions of such a zip; new_id=true gives them new ids",
  request: {
    query: z.object({ new_id: z.enum(["true", "false"]).optional() }),
    body: { required: true, content: { [zip]: { schema: z.string().openapi({ format: "binary" }) } } },
  },
  responses: { 201: jsonAnswer(ImportedFolders, "What was brought in"), ...failure },
});
const getFolders = createRoute({
  method: "get",
  path: "/api/folders",
  tags,
  summary: "Folders among the companions that were taken in at the start, or refused, and why; for admins",
  middleware: adminOnly,
  responses: { 200: jsonAnswer(FoldersAnswer, "As at the last look"), ...failure },
});
const postFolders = createRoute({
  method: "post",
  path: "/api/folders",
  tags,
  summary:
    "Look for folders that were copied among the companions since the start, and take them in; for admins",
  middleware: adminOnly,
  responses: { 200: jsonAnswer(FoldersAnswer, "Taken in now, and refused"), ...failure },
});

/** A key that is made for some companions takes no others out, and makes no new ones. */
function checkWholeAccount({ principal }: AppEnv["Variables"]): void {
  if (principal.kind === "key" && principal.key.ai_users !== null)
    throw new AppError("forbidden", "This API key is limited to companions that are there already.");
}

type House = { turns: Turns; upkeep: Pick<Upkeep, "forget">; adoption: Adoption };

function lookAfter({ turns, upkeep }: House, user: Id): void {
  upkeep.forget(user);
  turns.poke(user);
}

async function importZip(deps: HttpDeps, house: House, c: Context<AppEnv>): Promise<ImportedFolders> {
  checkScope(c.var.principal, "write");
  checkWholeAccount(c.var);
  const { body } = c.req.raw;
  if (body === null) throw new AppError("bad_request", "Send the zip as the body.");
  const wish = { owner: c.var.account, newId: c.req.query("new_id") === "true" };
  const result = await importFolders(deps, body, wish, c.var.requestId);
  for (const { user_id } of result.ai_users) lookAfter(house, user_id);
  return result;
}

/** Routes of whole folders. */
export function folderRoutes(deps: HttpDeps, house: House): App {
  const { turns, adoption } = house;
  const routes = newRoutes();
  const between = <T>(user: string, task: () => Promise<T>) => turns.between(user, task);

  routes.openapi(getAccount, async (c) => {
    checkWholeAccount(c.var);
    return download(deps, c, await exportAccount(deps, c.var.account, between), zip);
  });

  routes.openapi({ ...getCompanion, middleware: companionDoor(deps, "read") }, async (c) => {
    const { account, companion } = c.var;
    return download(deps, c, await exportCompanion(deps, companion.id, account.time_zone, between), zip);
  });

  routes.openAPIRegistry.registerPath(postFolder);
  // Other kinds of body on this path are other routes' business.
  routes.post("/api/ai-users/import", async (c, next) => {
    if (essenceOf(c.req.header("content-type")) !== zip) return next();
    return c.json(await importZip(deps, house, c), 201);
  });

  routes.openapi(getFolders, (c) => c.json(adoption.last(), 200));
  routes.openapi(postFolders, async (c) => {
    const found = await adoption.look();
    for (const user of found.adopted) lookAfter(house, user);
    return c.json(found, 200);
  });

  return routes;
}
