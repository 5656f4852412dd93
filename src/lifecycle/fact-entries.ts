// Facts as the index knows them: what is so, and what was so, with the day until which it was (part 2, item 3).
import type { Deps } from "../deps.ts";
import { isUnproven } from "../memory/fact-proof.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import { localDate } from "../schema/zone.ts";
import type { SearchEntry } from "../search/search.ts";
import { zoneFor } from "./read-companion.ts";

/** The findable ones of these facts: what is so, and what was so, with the day until which it was. */
export async function factEntries(
  deps: Pick<Deps, "store">,
  user: Id,
  facts: readonly Fact[],
): Promise<SearchEntry[]> {
  const findable = facts.filter((fact) => fact.status === "live" || isFormer(fact));
  const zone = findable.some(isFormer) ? await zoneFor(deps, user) : "UTC";
  return findable.map((fact) => factEntry(fact, zone));
}

/** A former value; not what was forgotten, a slip, or what lost its proof. */
function isFormer(fact: Fact): boolean {
  const meant = !fact.is_deleted && fact.metadata.mistake !== true && !isUnproven(fact);
  return fact.status === "closed" && meant;
}

/** A fact as the index knows it; a former one says until when it was so (part 2, item 3). */
function factEntry(fact: Fact, zone: string): SearchEntry {
  const text = fact.statement || `${fact.key}: ${String(fact.value ?? "")}`;
  return {
    type: "fact",
    id: fact.id,
    text: fact.status === "live" ? text : formerText(text, fact.valid_to ?? undefined, zone),
    title: fact.key,
    date: fact.valid_from ?? 0,
    message_ids: fact.evidence.flatMap((proof) => ("message_id" in proof ? [String(proof.message_id)] : [])),
    importance: fact.importance,
  };
}

/** What says by itself that it is not so any more; `until` in unix seconds. */
export function formerText(text: string, until: Seconds | undefined, zone: string): string {
  const date = until === undefined ? undefined : localDate(until, zone);
  if (/\p{Script=Han}/u.test(text))
    return `从前（${date === undefined ? "早先" : `到 ${date} 为止`}）：${text}`;
  return `Formerly${date === undefined ? "" : ` (until ${date})`}: ${text}`;
}
