// What happens to a companion as a whole: shown, changed, befriended, put into the trash, taken out, removed.
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { ownersOwn } from "../memory/erase-facts.ts";
import type { Account } from "../schema/account.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Config } from "../schema/config.ts";
import type { AiUser, EditBody } from "../schema/request-companion.ts";
import { companionsOf, configOf, inChunks } from "./companion-owners.ts";
import { dropPrefix } from "./prefix.ts";
import { projectChanged, projectFacts } from "./project-facts.ts";

/** Characters of the last message that a contact list shows. */
const previewLength = 160;

type Trashed = { user_id: Id; trashed_at: Seconds; name: string };

/** The companion as every route answers it (DESIGN 7): config without the house's own fields, level, last message. */
export async function viewCompanion(deps: Deps, account: Account, id: Id, config: Config): Promise<AiUser> {
  const [core, [last], picture] = await Promise.all([
    deps.store.read({ kind: "companion", id }, "core_memory"),
    deps.store.log.tail(id, 1),
    deps.store.folders.pictureMark(id),
  ]);
  const { format: _format, owner: _owner, card: _card, ...shown } = config;
  const met = [config.created_at, core.relationship.first_at].filter((at) => typeof at === "number");
  return {
    ...shown,
    ...(met.length === 0 ? {} : { known_since: Math.min(...met) }),
    user_id: id,
    level: core.relationship.level,
    friend: account.friends.includes(id),
    ...(picture === undefined ? {} : { picture }),
    ...(last
      ? { last_message: { content: preview(last.content), timestamp: last.timestamp, role: last.role } }
      : {}),
  };
}

function preview(content: string): string {
  const line = content.slice(0, previewLength * 4).replace(/\s+/g, " ");
  return [...line].slice(0, previewLength).join("");
}

/** Ids of an account's companions, and of those in its trash. */
export async function ownCompanions(deps: Deps, account: Id): Promise<{ live: Id[]; trashed: Trashed[] }> {
  const [live, trash] = [await companionsOf(deps, account), await deps.store.trashed()];
  return {
    live,
    trashed: trash
      .filter((one) => one.owner === account)
      .map(({ id, trashed_at, name }) => ({ user_id: id, trashed_at, name })),
  };
}

/** The account's companions, those with the newest message first; `may` leaves some out. */
export async function listCompanions(
  deps: Deps,
  account: Account,
  may: (id: Id) => boolean,
): Promise<AiUser[]> {
  const ids = (await companionsOf(deps, account.account_id)).filter(may);
  const views = await inChunks(ids, async (id) => {
    const config = await configOf(deps, id);
    return config?.owner === account.account_id ? viewCompanion(deps, account, id, config) : undefined;
  });
  const at = (view: AiUser) => view.last_message?.timestamp ?? view.created_at ?? 0;
  return views.filter((view) => view !== undefined).sort((a, b) => at(b) - at(a));
}

/** AppError `invalid` where a companion's `models` name an entry that models.json does not have (DESIGN 5). */
export async function checkModels(deps: Deps, models: EditBody["models"]): Promise<void> {
  if (!models) return;
  const known = await deps.store.read({ kind: "house", id: "house" }, "models");
  const details = Object.entries(models)
    .filter(([, key]) => key !== undefined && !Object.hasOwn(known.models, key))
    .map(([role]) => ({ path: `models.${role}`, message: "no such model" }));
  if (details.length > 0) throw new AppError("invalid", "There is no model of that name.", { details });
}

/** Changes a companion's persona fields; null takes an optional one away, what is left out stays (A120, A180). */
export async function editCompanion(
  deps: Deps,
  owner: Id,
  id: Id,
  change: EditBody,
  cause: string,
): Promise<Config> {
  await checkModels(deps, change.models);
  const meta = { by: "owner", cause } as const;
  const { result, change_id } = await deps.store.commit(
    { kind: "companion", id },
    ["config"],
    meta,
    ({ config }) => {
      const next = edited(config, change);
      return { documents: { config: next }, result: next };
    },
  );
  if (change_id === null) return result;
  await dropPrefix(deps, id, "owner");
  await projectChanged(deps, id, [{ document: "config" }]);
  tellWindows(deps, owner, id, "changed");
  return result;
}

/** Lets every window of the owner know that a companion came, changed or went. */
export function tellWindows(deps: Deps, owner: Id, id: Id, kind: "added" | "changed" | "removed"): void {
  deps.publish(owner, { event: "memory-change", data: { document: "config", entry_id: "", kind } }, id);
}

function edited(config: Config, change: EditBody): Config {
  const { time_zone, models, bond, heartbeat, ...fields } = change;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const next: Config = { ...config, ...given };
  if (bond) next.bond = { ...config.bond, ...bond };
  if (heartbeat) next.heartbeat = { ...config.heartbeat, ...heartbeat };
  if (time_zone === null) delete next.time_zone;
  else if (time_zone !== undefined) next.time_zone = time_zone;
  if (models === null) delete next.models;
  else if (models !== undefined) next.models = models as Record<string, string>;
  return next;
}

/** Adds a companion to the contact list or takes it off; its memory stays either way (A197, A198). */
export async function setFriend(
  deps: Deps,
  owner: Id,
  id: Id,
  friend: boolean,
  cause: string,
): Promise<Id[]> {
  const meta = { by: "owner", cause } as const;
  const { result } = await deps.store.commit(
    { kind: "account", id: owner },
    ["account"],
    meta,
    ({ account }) => {
      const others = account.friends.filter((one) => one !== id);
      const known = others.length < account.friends.length;
      if (friend === known) return { result: account.friends };
      const friends = friend ? [...others, id] : others;
      return { documents: { account: { ...account, friends } }, result: friends };
    },
  );
  return result;
}

/**
 * Puts a companion into the trash, where it stays 30 days with its place among the friends (A181). What it had shared is the
 * owner's own from now on (DESIGN 3), so that it can be erased while the companion cannot be reached.
 */
export async function trashCompanion(deps: Deps, owner: Id, id: Id): Promise<void> {
  await deps.store.trash(id);
  deps.search.drop(id);
  await inheritShared(deps, owner, id, id);
  tellWindows(deps, owner, id, "removed");
}

/** Takes a companion out of the account's trash. AppError `not_found` where it is not there. */
export async function restoreCompanion(deps: Deps, account: Id, id: Id): Promise<void> {
  if (!(await isTrashed(deps, account, id)))
    throw new AppError("not_found", "There is no such companion in the trash.");
  await deps.store.restore(id);
  // What it had shared is its own again.
  await projectFacts(deps, id);
  tellWindows(deps, account, id, "added");
}

/** True where the account's trash holds this companion. */
export async function isTrashed(deps: Deps, account: Id, id: Id): Promise<boolean> {
  return (await deps.store.trashed()).some((one) => one.id === id && one.owner === account);
}

/** Removes a companion's folder for good. Shared facts that others know stay with the account (`forgetCompanion`). */
export async function removeCompanion(
  deps: Deps,
  id: Id,
  options: { fromTrash?: boolean } = {},
): Promise<void> {
  await deps.store.remove({ kind: "companion", id }, options);
  deps.search.drop(id);
  deps.meanings?.forget(id);
}

/**
 * What an account keeps of a companion that was removed: no place in the contact list, and the shared facts it had told
 * become the owner's own (DESIGN 3).
 */
export async function forgetCompanion(deps: Deps, owner: Id, id: Id, cause: string): Promise<void> {
  await inheritShared(deps, owner, id, cause);
  const meta = { by: "owner", cause } as const;
  await deps.store.commit({ kind: "account", id: owner }, ["account"], meta, ({ account }) => ({
    documents: { account: { ...account, friends: account.friends.filter((one) => one !== id) } },
    result: undefined,
  }));
  tellWindows(deps, owner, id, "removed");
}

/** The rows of the account's projection that came from a companion become the account's own. */
async function inheritShared(deps: Deps, owner: Id, id: Id, cause: string): Promise<void> {
  const meta = { by: "owner", cause } as const;
  await deps.store.commit({ kind: "account", id: owner }, ["shared_facts"], meta, ({ shared_facts }) => {
    if (!shared_facts.some(({ origin }) => origin === id)) return { result: undefined };
    const own = shared_facts.map((fact) => (fact.origin === id ? { ...fact, origin: ownersOwn } : fact));
    return { documents: { shared_facts: own }, result: undefined };
  });
}
