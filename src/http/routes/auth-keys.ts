// /api/auth/keys and /api/auth/invites: what lets programs in, and new people (DESIGN 7).
import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "../../error.ts";
import type { ApiKey } from "../../schema/account.ts";
import { Done } from "../../schema/request.ts";
import {
  InvitesAnswer,
  KeyBody,
  KeysAnswer,
  type KeyView,
  NewInviteAnswer,
  NewKeyAnswer,
} from "../../schema/request-account.ts";
import { adminOnly, sessionOnly } from "../auth.ts";
import { createInvite, deleteInvite, listInvites } from "../auth-invites.ts";
import { createKey, deleteKey } from "../auth-keys.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type App, type HttpDeps, newRoutes } from "../http-deps.ts";

const forKeys = { tags: ["accounts"], middleware: sessionOnly };
const forInvites = { tags: ["accounts"], middleware: adminOnly };
const keysPath = "/api/auth/keys";
const invitesPath = "/api/auth/invites";

const listKeys = createRoute({
  ...forKeys,
  method: "get",
  path: keysPath,
  summary: "API keys of this account, without the keys themselves",
  responses: { 200: jsonAnswer(KeysAnswer, "The keys"), ...failure },
});
const newKey = createRoute({
  ...forKeys,
  method: "post",
  path: keysPath,
  summary: "Make an API key for a program; it is shown this once",
  request: jsonBody(KeyBody),
  responses: { 201: jsonAnswer(NewKeyAnswer, "The key"), ...failure },
});
const dropKey = createRoute({
  ...forKeys,
  method: "delete",
  path: `${keysPath}/{key_id}`,
  summary: "Take an API key back",
  request: { params: z.object({ key_id: z.string() }) },
  responses: { 200: jsonAnswer(Done, "Taken back"), ...failure },
});
const openInvites = createRoute({
  ...forInvites,
  method: "get",
  path: invitesPath,
  summary: "Open invites",
  responses: { 200: jsonAnswer(InvitesAnswer, "The invites"), ...failure },
});
const newInvite = createRoute({
  ...forInvites,
  method: "post",
  path: invitesPath,
  summary: "Invite someone: single use, seven days; shown this once",
  responses: { 201: jsonAnswer(NewInviteAnswer, "The invite"), ...failure },
});
const dropInvite = createRoute({
  ...forInvites,
  method: "delete",
  path: `${invitesPath}/{id}`,
  summary: "Take an invite back",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonAnswer(Done, "Taken back"), ...failure },
});

function viewKey({ id, name, scopes, ai_users, created_at, last_used_at }: ApiKey): KeyView {
  return { id, name, scopes, ai_users, created_at, ...(last_used_at === undefined ? {} : { last_used_at }) };
}

/** A key may only be made for companions that the account has. */
async function checkCompanions(
  deps: HttpDeps,
  account: string,
  ids: readonly string[] | null,
): Promise<void> {
  for (const [index, id] of (ids ?? []).entries()) {
    const owner = { kind: "companion", id } as const;
    const own =
      (await deps.store.exists(owner)) && (await deps.store.read(owner, "config")).owner === account;
    if (own) continue;
    const details = [{ path: `ai_users.${index}`, message: "no such companion" }];
    throw new AppError("invalid", "There is no such companion.", { details });
  }
}

/** Routes of keys and invites. */
export function keyRoutes(deps: HttpDeps): App {
  const routes = newRoutes();

  routes.openapi(listKeys, async (c) => {
    const keys = await deps.store.read({ kind: "account", id: c.var.account.account_id }, "keys");
    return c.json({ keys: keys.map(viewKey) }, 200);
  });

  routes.openapi(newKey, async (c) => {
    const body = c.req.valid("json");
    const id = c.var.account.account_id;
    await checkCompanions(deps, id, body.ai_users);
    const { entry, key } = await createKey(deps, id, body, c.var.requestId);
    return c.json({ ...viewKey(entry), key }, 201, { "cache-control": "no-store" });
  });

  routes.openapi(dropKey, async (c) => {
    await deleteKey(deps, c.var.account.account_id, c.req.valid("param").key_id, c.var.requestId);
    return c.json({ ok: true } as const, 200);
  });

  routes.openapi(openInvites, async (c) => {
    const invites = await listInvites(deps);
    return c.json(
      { invites: invites.map(({ id, created_at, expires_at }) => ({ id, created_at, expires_at })) },
      200,
    );
  });

  routes.openapi(newInvite, async (c) => {
    const { entry, invite } = await createInvite(deps, c.var.account.account_id, c.var.requestId);
    const { id, created_at, expires_at } = entry;
    return c.json({ id, created_at, expires_at, invite }, 201, { "cache-control": "no-store" });
  });

  routes.openapi(dropInvite, async (c) => {
    await deleteInvite(deps, c.req.valid("param").id, c.var.requestId);
    return c.json({ ok: true } as const, 200);
  });

  return routes;
}
