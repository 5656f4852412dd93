// The one door to every `{user_id}` route: id, existence, owner, and what a program's key may (DESIGN 7, C207).
import type { MiddlewareHandler } from "hono";
import { AppError } from "../error.ts";
import { idPattern } from "../schema/common.ts";
import { checkScope, maySee } from "./auth.ts";
import type { AppEnv, HttpDeps, Scope } from "./http-deps.ts";

/** One answer for what is not there, not yours, or no id at all: it tells nothing of other people's companions. */
export function noCompanion(): AppError {
  return new AppError("not_found", "There is no such companion.");
}

/**
 * Lets a request through to the companion of its path and sets `c.var.companion`. A companion of another owner, an id that
 * is none (also encoded path tricks) and one that a key is not made for are 404; a key without the scope is 403.
 */
export function companionDoor(deps: HttpDeps, scope: Scope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const id = c.req.param("user_id") ?? "";
    if (!idPattern.test(id) || !maySee(c.var.principal, id)) throw noCompanion();
    checkScope(c.var.principal, scope);
    const owner = { kind: "companion", id } as const;
    if (!(await deps.store.exists(owner))) throw noCompanion();
    const config = await deps.store.read(owner, "config");
    if (config.owner !== c.var.account.account_id) throw noCompanion();
    c.set("companion", { id, config });
    await next();
  };
}
