// /api/ai-users: the companions of an account: made, shown, changed, put into the trash and back (DESIGN 7, A177–A181).
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "../../error.ts";
import {
  checkModels,
  editCompanion,
  forgetCompanion,
  isTrashed,
  listCompanions,
  ownCompanions,
  removeCompanion,
  restoreCompanion,
  trashCompanion,
  viewCompanion,
} from "../../lifecycle/companion.ts";
import { findByRef } from "../../lifecycle/companion-owners.ts";
import { createCompanion, newUserId, userIdOfRef } from "../../lifecycle/create.ts";
import type { Account } from "../../schema/account.ts";
import { type Id, idPattern } from "../../schema/common.ts";
import { Done } from "../../schema/request.ts";
import {
  AiUser,
  AiUsersAnswer,
  CreateBody,
  EditBody,
  Ref,
  TrashedAnswer,
} from "../../schema/request-companion.ts";
import { checkScope, maySee, scopeDoor } from "../auth.ts";
import { companionDoor, noCompanion } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody, optionalBody } from "../describe-route.ts";
import { type App, type AppEnv, type HttpDeps, newRoutes } from "../http-deps.ts";

const tags = ["companions"];
const path = "/api/ai-users";
const onePath = `${path}/{user_id}`;
const params = z.object({ user_id: z.string() });

const list = createRoute({
  method: "get",
  path,
  tags,
  summary: "The account's companions, the last talked to first; with trashed=true those in the trash",
  middleware: scopeDoor("read"),
  request: { query: z.object({ trashed: z.enum(["true", "false"]).optional() }) },
  responses: { 200: jsonAnswer(z.union([AiUsersAnswer, TrashedAnswer]), "The companions"), ...failure },
});
const create = createRoute({
  method: "post",
  path,
  tags,
  summary: "Make a companion, from a ready-made character or blank",
  middleware: scopeDoor("write"),
  request: jsonBody(CreateBody),
  responses: { 201: jsonAnswer(AiUser, "The companion"), ...failure },
});
const byRef = createRoute({
  method: "put",
  path: `${path}/by-ref/{ref}`,
  tags,
  summary: "The companion of a program's own name for a user; made with the body's fields if there is none",
  middleware: scopeDoor("write"),
  request: { params: z.object({ ref: Ref }), ...optionalBody(CreateBody) },
  responses: {
    200: jsonAnswer(AiUser, "It was there"),
    201: jsonAnswer(AiUser, "It was made"),
    ...failure,
  },
});
const restore = createRoute({
  method: "post",
  path: `${onePath}/restore`,
  tags,
  summary: "Take a companion out of the trash",
  middleware: scopeDoor("write"),
  request: { params },
  responses: { 200: jsonAnswer(AiUser, "It is back"), ...failure },
});
const drop = createRoute({
  method: "delete",
  path: onePath,
  tags,
  summary: "Put a companion into the trash for 30 days; with forever=true remove it, also out of the trash",
  middleware: scopeDoor("write"),
  request: { params, query: z.object({ forever: z.enum(["true", "false"]).optional() }) },
  responses: { 200: jsonAnswer(Done, "Gone"), ...failure },
});

const read = (deps: HttpDeps) =>
  createRoute({
    method: "get",
    path: onePath,
    tags,
    summary: "One companion",
    middleware: companionDoor(deps, "read"),
    request: { params },
    responses: { 200: jsonAnswer(AiUser, "The companion"), ...failure },
  });
const edit = (deps: HttpDeps) =>
  createRoute({
    method: "put",
    path: onePath,
    tags,
    summary: "Change a companion; fields left out stay, null takes an optional one away",
    middleware: companionDoor(deps, "write"),
    request: { params, ...jsonBody(EditBody) },
    responses: { 200: jsonAnswer(AiUser, "The companion as it is now"), ...failure },
  });

/** The account as it is after a verb has changed its friends. */
function freshAccount(deps: HttpDeps, c: Context<AppEnv>): Promise<Account> {
  return deps.store.read({ kind: "account", id: c.var.account.account_id }, "account");
}

async function view(deps: HttpDeps, c: Context<AppEnv>, id: Id): Promise<AiUser> {
  const config = await deps.store.read({ kind: "companion", id }, "config");
  return viewCompanion(deps, await freshAccount(deps, c), id, config);
}

/** A key that is limited to companions makes no new ones. */
function checkMayCreate(c: Context<AppEnv>): void {
  const { principal } = c.var;
  if (principal.kind === "key" && principal.key.ai_users !== null)
    throw new AppError("forbidden", "This API key is limited to companions that are there already.");
}

async function make(
  deps: HttpDeps,
  c: Context<AppEnv>,
  wish: CreateBody,
  user_id: Id,
  ref?: string,
): Promise<AiUser> {
  checkMayCreate(c);
  await checkModels(deps, wish.models);
  await createCompanion(deps, { owner: c.var.account, wish, user_id, ref }, c.var.requestId);
  return view(deps, c, user_id);
}

/** The companion of a ref: under the id that follows from the ref, else wherever an import or a hand put it. */
async function knownByRef(deps: HttpDeps, account: Id, ref: string): Promise<Id | undefined> {
  const id = userIdOfRef(account, ref);
  const owner = { kind: "companion", id } as const;
  if (await deps.store.exists(owner)) {
    const config = await deps.store.read(owner, "config");
    if (config.owner === account) return id;
  }
  return findByRef(deps, account, ref);
}

function makingRoutes(deps: HttpDeps, routes: App): void {
  routes.openapi(create, async (c) => {
    const wish = c.req.valid("json");
    return c.json(await make(deps, c, wish, newUserId(deps, wish.soul ?? wish.name ?? "")), 201);
  });

  routes.openapi(byRef, async (c) => {
    const { ref } = c.req.valid("param");
    const { account, principal } = c.var;
    const known = await knownByRef(deps, account.account_id, ref);
    if (known !== undefined) {
      if (!maySee(principal, known)) throw noCompanion();
      return c.json(await view(deps, c, known), 200);
    }
    const id = userIdOfRef(account.account_id, ref);
    try {
      return c.json(await make(deps, c, c.req.valid("json"), id, ref), 201);
    } catch (error) {
      // Two calls at once: the other one has just made it.
      if (!(error instanceof AppError) || error.code !== "conflict") throw error;
      return c.json(await view(deps, c, id), 200);
    }
  });
}

function trashRoutes(deps: HttpDeps, routes: App): void {
  routes.openapi(restore, async (c) => {
    const { user_id } = c.req.valid("param");
    if (!idPattern.test(user_id) || !maySee(c.var.principal, user_id)) throw noCompanion();
    await restoreCompanion(deps, c.var.account.account_id, user_id);
    return c.json(await view(deps, c, user_id), 200);
  });

  routes.openapi(drop, async (c) => {
    const { user_id } = c.req.valid("param");
    const account = c.var.account.account_id;
    if (!idPattern.test(user_id) || !maySee(c.var.principal, user_id)) throw noCompanion();
    checkScope(c.var.principal, "write");
    const forever = c.req.valid("query").forever === "true";
    const owner = { kind: "companion", id: user_id } as const;
    const own =
      (await deps.store.exists(owner)) && (await deps.store.read(owner, "config")).owner === account;
    const fromTrash = !own && forever && (await isTrashed(deps, account, user_id));
    if (!own && !fromTrash) throw noCompanion();
    if (!forever) await trashCompanion(deps, account, user_id);
    else {
      await removeCompanion(deps, user_id, { fromTrash });
      await forgetCompanion(deps, account, user_id, c.var.requestId);
    }
    return c.json({ ok: true } as const, 200);
  });
}

/** Routes of companions as a whole; talk and memory have their own. */
export function aiUserRoutes(deps: HttpDeps): App {
  const routes = newRoutes();

  routes.openapi(list, async (c) => {
    const { account, principal } = c.var;
    if (c.req.valid("query").trashed === "true") {
      const { trashed } = await ownCompanions(deps, account.account_id);
      return c.json({ ai_users: trashed.filter(({ user_id }) => maySee(principal, user_id)) }, 200);
    }
    return c.json({ ai_users: await listCompanions(deps, account, (id) => maySee(principal, id)) }, 200);
  });

  makingRoutes(deps, routes);
  trashRoutes(deps, routes);

  routes.openapi(read(deps), async (c) => {
    const { id, config } = c.var.companion;
    return c.json(await viewCompanion(deps, c.var.account, id, config), 200);
  });

  routes.openapi(edit(deps), async (c) => {
    const { account, companion, requestId } = c.var;
    const config = await editCompanion(
      deps,
      account.account_id,
      companion.id,
      c.req.valid("json"),
      requestId,
    );
    return c.json(await viewCompanion(deps, account, companion.id, config), 200);
  });

  return routes;
}
