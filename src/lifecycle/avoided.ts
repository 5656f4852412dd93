// Leaves out of what is recalled the matters that the person does not want brought up (别再提); nothing of them is deleted.
import type { Deps } from "../deps.ts";
import { avoidedMatters, speaksOf, unspoken } from "../memory/avoided.ts";
import { liftedBy } from "../memory/command-allow.ts";
import type { FactOperation } from "../schema/answer.ts";
import type { Facts } from "../schema/fact.ts";
import { companion } from "../store/store.ts";
import type { Reader } from "./read-companion.ts";

/** The hits that may be spoken of in answer to a message. A matter that the message itself brings up is no secret. */
export async function withoutAvoided<H extends { text: string; title?: string | undefined }>(
  deps: Deps,
  reader: Reader,
  message: string,
  hits: readonly H[],
): Promise<H[]> {
  if (hits.length === 0) return [];
  const facts = await deps.store.view(companion(reader.user), "facts");
  const matters = unspoken(avoidedMatters(facts), message);
  return hits.filter(({ text, title = "" }) => !speaksOf(`${title} ${text}`, matters));
}

/**
 * What lets a matter be spoken of again (A223): the wishes that the words name are over, as former ones, not forgotten. `quote`:
 * the person's words. Undefined where no such wish is held.
 */
export function allowPlan(
  facts: Facts,
  what: string,
  quote: string,
): { operations: FactOperation[]; ended: true } | undefined {
  const operations = liftedBy(facts, what).map(({ id, key, category, value, statement }): FactOperation => {
    return { op: "DELETE", target_id: id, key, category, value, statement, quote };
  });
  return operations.length === 0 ? undefined : { operations, ended: true };
}
