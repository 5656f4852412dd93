// What other companions of the account know and share, as facts that this one may speak of (A126).
import type { Fact, SharedFacts } from "../schema/fact.ts";
import { categoryFor, isSingleValued } from "./fact-key.ts";
import { sameValue } from "./fact-value.ts";

type Shared = Pick<SharedFacts[number], "id" | "origin" | "key" | "value" | "statement" | "valid_from">;

/** Keys of what may hurt somebody if it is forgotten, whatever category they were filed under. */
export const vitalKey =
  /^(?:allerg|medical|medic|health|disease|avoids_topics|taboo|过敏|疾病|健康|禁忌|忌)/i;

/** Each companion has its own name for the person. */
const ofEach: ReadonlySet<string> = new Set(["call_name", "nickname"]);

const isOneOfAll = (key: string) => isSingleValued(key) && !ofEach.has(key);

/** Of what a person has but one (a home, a job), the row that was told last: one truth for all (invariant 3). */
function newestEach(rows: readonly Shared[]): Shared[] {
  const newest = new Map<string, Shared>();
  for (const row of rows.filter(({ key }) => isOneOfAll(key))) {
    const other = newest.get(row.key);
    if (other === undefined || (row.valid_from ?? 0) >= (other.valid_from ?? 0)) newest.set(row.key, row);
  }
  return rows.filter((row) => !isOneOfAll(row.key) || newest.get(row.key) === row);
}

/**
 * The rows of an account's projection that come from other companions and that this one (`self`) does not know better by
 * itself, as live facts without proof: the words they were said in stay with who heard them. Of what a person has but one, the
 * newest is taken, and a newer one than this companion's own too: the own one then is `outdated`.
 */
export function foreignFacts(shared: readonly Shared[], own: readonly Fact[], self: string): Fact[] {
  const known = new Map<string, Fact>();
  for (const fact of own) if (fact.status === "live" && !fact.is_deleted) known.set(fact.key, fact);
  const isNews = (row: Shared) => {
    const mine = known.get(row.key);
    if (mine === undefined) return true;
    const since = mine.valid_from ?? mine.first_mentioned_at ?? 0;
    const isLater = (row.valid_from ?? 0) > Math.max(since, mine.last_confirmed_at ?? 0);
    return isOneOfAll(row.key) && !mine.pinned && isLater && !sameValue(mine.value, row.value);
  };
  return newestEach(shared.filter((row) => row.origin !== self))
    .filter(isNews)
    .map((fact) => ({
      ...fact,
      category: vitalKey.test(fact.key) ? "health" : categoryFor(fact.key, undefined),
      confidence: 1,
      source: "explicit_statement",
      importance: 0.5,
      access_count: 0,
      is_deleted: false,
      metadata: {},
      evidence: [],
      status: "live",
      scope: "shared",
      pinned: false,
    }));
}

/** Without the companion's own facts that what it knows through others (`foreignFacts`) has made former ones. */
export function withoutOutdated(own: readonly Fact[], foreign: readonly Fact[]): Fact[] {
  const newer = new Set(foreign.map(({ key }) => key).filter(isOneOfAll));
  return own.filter(({ key }) => !newer.has(key));
}
