// What other companions of the account know and share, as facts that this one may speak of (A126).
import type { Fact, SharedFacts } from "../schema/fact.ts";
import { categoryFor } from "./fact-key.ts";

type Shared = Pick<SharedFacts[number], "id" | "origin" | "key" | "value" | "statement" | "valid_from">;

/** Keys of what may hurt somebody if it is forgotten, whatever category they were filed under. */
export const vitalKey =
  /^(?:allerg|medical|medic|health|disease|avoids_topics|taboo|过敏|疾病|健康|禁忌|忌)/i;

/**
 * The rows of an account's projection that come from other companions and that this one (`self`) does not know better by
 * itself, as live facts without proof: the words they were said in stay with who heard them.
 */
export function foreignFacts(shared: readonly Shared[], own: readonly Fact[], self: string): Fact[] {
  const known = new Set(
    own.filter((fact) => fact.status === "live" && !fact.is_deleted).map((fact) => fact.key),
  );
  return shared
    .filter((fact) => fact.origin !== self && !known.has(fact.key))
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
