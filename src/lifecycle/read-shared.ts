// What a companion knows through the other companions of its account: their shared facts, where it reads such (A126).
import type { Deps } from "../deps.ts";
import { foreignFacts } from "../memory/fact-foreign.ts";
import type { Id } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import { Index } from "../search/inverted-index.ts";
import { rank } from "../search/rank.ts";
import type { SearchHit, SearchQuery } from "../search/search.ts";
import { account, companion } from "../store/store.ts";

/** More rows than an account ever shares are not looked through for one question. */
const mostRows = 500;
/** Of one question's hits so many may come from elsewhere: what the companion heard itself comes first. */
const mostHits = 5;

/** Facts of the other companions that this one may speak of and does not know better; none where `reads_shared_facts` is off. */
export async function sharedFacts(deps: Pick<Deps, "store">, user: Id): Promise<Fact[]> {
  const { owner, reads_shared_facts } = await deps.store.view(companion(user), "config");
  if (!reads_shared_facts || !owner || !(await deps.store.exists(account(owner)))) return [];
  const rows = await deps.store.view(account(owner), "shared_facts");
  if (rows.every(({ origin }) => origin === user)) return [];
  return foreignFacts(rows, await deps.store.view(companion(user), "facts"), user);
}

/**
 * The hits with those among the shared facts, best first. They are looked through for each question and never part of the
 * companion's own index, so that nothing of them stays where their source forgets or erases them.
 */
export function withShared(
  hits: readonly SearchHit[],
  facts: readonly Fact[],
  query: SearchQuery,
): SearchHit[] {
  if (facts.length === 0 || (query.types && !query.types.includes("fact"))) return [...hits];
  const index = new Index();
  for (const { id, key, value, statement, valid_from, origin } of facts.slice(0, mostRows)) {
    const text = statement || `${key}: ${String(value ?? "")}`;
    const from = typeof origin === "string" ? { origin } : {};
    index.put({ type: "fact", id, text, title: key, date: valid_from ?? 0, message_ids: [], ...from });
  }
  const { meaning: _ofOwnMemory, ...words } = query;
  const found = rank(index, { ...words, limit: Math.min(mostHits, query.limit) });
  return [...hits, ...found].sort((a, b) => b.score - a.score).slice(0, query.limit);
}
