// API keys: long-lived, for programs, limited to scopes and companions; stored hashed, never admin (DESIGN 7).
import { AppError } from "../error.ts";
import type { ApiKey } from "../schema/account.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { KeyBody } from "../schema/request-account.ts";
import { apiKeyAccount, apiKeyText, fingerprint } from "./auth-tokens.ts";
import type { HttpDeps } from "./http-deps.ts";

const mostKeys = 100;
/** The time of last use is written at most so often: a bot would otherwise write with every message. */
const useStep: Seconds = 600;

/** Makes a key. The key itself is in the answer only; the disk has its hash. */
export async function createKey(
  deps: HttpDeps,
  account: Id,
  wish: KeyBody,
  cause: string,
): Promise<{ entry: ApiKey; key: string }> {
  const key = apiKeyText(account, deps.randomSecret());
  const entry: ApiKey = {
    id: deps.newId(),
    name: wish.name,
    hash: fingerprint(key),
    ai_users: wish.ai_users,
    scopes: [...new Set(wish.scopes)],
    created_at: deps.clock.now(),
  };
  await deps.store.commit({ kind: "account", id: account }, ["keys"], { by: "owner", cause }, ({ keys }) => {
    if (keys.length >= mostKeys) throw new AppError("conflict", `An account has at most ${mostKeys} keys.`);
    return { documents: { keys: [...keys, entry] }, result: undefined };
  });
  return { entry, key };
}

/** Forgets a key and ends its streams. AppError `not_found` where there is none of that id. */
export async function deleteKey(deps: HttpDeps, account: Id, id: string, cause: string): Promise<void> {
  await deps.store.commit({ kind: "account", id: account }, ["keys"], { by: "owner", cause }, ({ keys }) => {
    if (!keys.some((key) => key.id === id)) throw new AppError("not_found", "There is no such key.");
    return { documents: { keys: keys.filter((key) => key.id !== id) }, result: undefined };
  });
  deps.hub.disconnect(account, id);
}

/** The account and entry of an API key that a program shows; undefined where it is none of ours. */
export async function findKey(
  deps: HttpDeps,
  text: string,
): Promise<{ account: Id; key: ApiKey } | undefined> {
  const account = apiKeyAccount(text);
  if (account === undefined) return undefined;
  const owner = { kind: "account", id: account } as const;
  if (!(await deps.store.exists(owner))) return undefined;
  const hash = fingerprint(text);
  const key = (await deps.store.read(owner, "keys")).find((one) => one.hash === hash);
  if (!key) return undefined;
  await noteUse(deps, account, key);
  return { account, key };
}

async function noteUse(deps: HttpDeps, account: Id, key: ApiKey): Promise<void> {
  const now = deps.clock.now();
  if (now - (key.last_used_at ?? 0) < useStep) return;
  const meta = { by: "system", cause: key.id } as const;
  await deps.store.commit({ kind: "account", id: account }, ["keys"], meta, ({ keys }) => ({
    documents: { keys: keys.map((one) => (one.id === key.id ? { ...one, last_used_at: now } : one)) },
    result: undefined,
  }));
}
