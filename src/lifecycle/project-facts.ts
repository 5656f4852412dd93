// Keeps an account's facts.json in step with the shared facts of its companions (A126, DESIGN 3).
import type { Deps } from "../deps.ts";
import { canonical } from "../memory/change.ts";
import { ownersOwn } from "../memory/erase-facts.ts";
import { projectShared } from "../memory/fact-shared.ts";
import type { Id } from "../schema/common.ts";
import type { SharedFacts } from "../schema/fact.ts";
import { account, companion } from "../store/store.ts";
import { companionsOf } from "./companion-owners.ts";
import { dropPrefix, prefixShows } from "./prefix.ts";

/** How often it is done over where the facts change meanwhile; the next upkeep repairs what is left. */
const mostTries = 4;

/**
 * Rewrites this companion's rows of its account's projection: the statements of its live shared facts, never quotes, and none
 * where `shares_facts` is off. Rows of other companions, and the owner's own, stay. Called after each commit to facts, and
 * by upkeep; nothing is written where it is in step. Other companions whose prefix shows a row that is gone or says something
 * else now render it again. Returns true where something was written.
 */
export async function projectFacts(deps: Deps, user: Id): Promise<boolean> {
  const source = companion(user);
  let written = false;
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const revision = await deps.store.revision(source, "facts");
    const config = await deps.store.view(source, "config");
    if (!config.owner || !(await deps.store.exists(account(config.owner)))) return written;
    const facts = config.shares_facts ? await deps.store.view(source, "facts") : [];
    const rows = projectShared(facts, user, deps.clock.now());
    const own = new Set((await deps.store.view(source, "facts")).map(({ id }) => id));
    written = (await replaceRows(deps, user, config.owner, rows, own)) || written;
    // What was committed while this was written may have been written over.
    if ((await deps.store.revision(source, "facts")) === revision) break;
  }
  return written;
}

/** The same after a change whose documents are known: facts, or the config with its `shares_facts`. */
export async function projectChanged(
  deps: Deps,
  user: Id,
  changed: readonly { document: string }[],
): Promise<void> {
  if (changed.some(({ document }) => document === "facts" || document === "config"))
    await projectFacts(deps, user);
}

/** `own`: ids of all its facts; what the account held of them while the companion was in the trash is its own again. */
async function replaceRows(
  deps: Deps,
  user: Id,
  owner: Id,
  rows: SharedFacts,
  own: ReadonlySet<string>,
): Promise<boolean> {
  const isMine = ({ origin, id }: SharedFacts[number]) =>
    origin === user || (origin === ownersOwn && own.has(id));
  const mine = (all: SharedFacts) => all.filter(isMine);
  const there = mine(await deps.store.view(account(owner), "shared_facts"));
  if (canonical(there) === canonical(rows)) return false;
  const meta = { by: "system" as const, cause: user };
  const { result: before } = await deps.store.commit(
    account(owner),
    ["shared_facts"],
    meta,
    ({ shared_facts }) => ({
      documents: { shared_facts: [...shared_facts.filter((row) => !isMine(row)), ...rows] },
      result: mine(shared_facts),
    }),
  );
  await tellOthers(deps, user, owner, outdated(before, rows));
  return true;
}

/** Ids of rows that are gone, or that say something else now. */
function outdated(before: SharedFacts, after: SharedFacts): string[] {
  const now = new Map(after.map((row) => [row.id, canonical(row)]));
  return before.filter((row) => now.get(row.id) !== canonical(row)).map(({ id }) => id);
}

async function tellOthers(deps: Deps, user: Id, owner: Id, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const other of await companionsOf(deps, owner))
    if (other !== user && (await prefixShows(deps, other, ids))) await dropPrefix(deps, other, "fact");
}
