// Who asks: reads the bearer token of every request under /api, /metrics and /test, and refuses those without (C206).
import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "../error.ts";
import { findKey } from "./auth-keys.ts";
import { findSession } from "./auth-sessions.ts";
import { apiKeyAccount, readAccessToken } from "./auth-tokens.ts";
import type { AppEnv, HttpDeps, Principal, Scope } from "./http-deps.ts";

/** These look after themselves: they make or end what the others ask for. */
const openDoors: ReadonlySet<string> = new Set([
  "POST /api/auth/register",
  "POST /api/auth/login",
  "POST /api/auth/refresh",
  "POST /api/auth/logout",
]);

function bearer(c: Context<AppEnv>): string | undefined {
  const header = c.req.header("authorization");
  return header === undefined ? undefined : /^Bearer +([\w.~+/=-]{1,2000})$/i.exec(header)?.[1];
}

type Known = { account: AppEnv["Variables"]["account"]; principal: Principal };

/** The account behind the request's token; undefined where there is none, or none that counts. */
export async function identify(deps: HttpDeps, c: Context<AppEnv>): Promise<Known | undefined> {
  const token = bearer(c);
  if (token === undefined) return undefined;
  if (apiKeyAccount(token) !== undefined) {
    const found = await findKey(deps, token);
    if (!found) return undefined;
    const account = await deps.store.read({ kind: "account", id: found.account }, "account");
    return { account, principal: { kind: "key", key: found.key } };
  }
  const claims = await readAccessToken(token, deps.settings.authSecret, deps.clock.now());
  // The session is looked up each time, so that signing out counts at once and not after an hour.
  const session = claims && (await findSession(deps, claims.account, claims.session));
  if (!claims || !session) return undefined;
  const account = await deps.store.read({ kind: "account", id: claims.account }, "account");
  return { account, principal: { kind: "session", sessionId: session.id } };
}

/** Sets `account` and `principal`, or answers 401. Everything is closed unless it is named above. */
export function authenticate(deps: HttpDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const open = openDoors.has(`${c.req.method} ${c.req.path}`);
    const known = open ? undefined : await identify(deps, c);
    if (!open && !known)
      throw new AppError("unauthorized", "Sign in first: the token is missing or no longer valid.");
    if (known) {
      c.set("account", known.account);
      c.set("principal", known.principal);
    }
    await next();
  };
}

/** 403 for a program's key: accounts, models and keys are looked after by people. */
export const sessionOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.principal.kind === "key") throw new AppError("forbidden", "An API key cannot do this.");
  await next();
};

/** 403 for everyone but a signed-in admin. */
export const adminOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.principal.kind === "key" || c.var.account.role !== "admin")
    throw new AppError("forbidden", "Only an admin can do this.");
  await next();
};

/** 403 for a key without the scope, on routes that are about no single companion. */
export function scopeDoor(scope: Scope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    checkScope(c.var.principal, scope);
    await next();
  };
}

/** AppError `forbidden` where a key lacks the scope; a session has them all. */
export function checkScope(principal: Principal, scope: Scope): void {
  if (principal.kind === "key" && !principal.key.scopes.includes(scope))
    throw new AppError("forbidden", `This API key lacks the scope "${scope}".`);
}

/** True where the key, if it is one, is made for this companion. */
export function maySee(principal: Principal, user: string): boolean {
  return (
    principal.kind === "session" || principal.key.ai_users === null || principal.key.ai_users.includes(user)
  );
}
