// Lets the companion ask once about two values that cannot both be so and of which neither is clearly the later (part 2, item 1).
import type { Deps } from "../deps.ts";
import type { wordsIn } from "../prompt/catalogue.ts";
import type { Id } from "../schema/common.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import { companion } from "../store/store.ts";

/** The facts of the oldest conflict that was not asked about yet; empty where there is none. */
function openConflict(facts: Facts): Fact[] {
  const waiting = facts.filter((fact) => fact.status === "conflicted" && !fact.is_deleted);
  for (const { key } of waiting) {
    const rivals = waiting.filter((fact) => fact.key === key);
    if (rivals.length > 1 && rivals.every(({ metadata }) => metadata.asked_at === undefined)) return rivals;
  }
  return [];
}

/**
 * A line for the `now` block that has the character ask which of two accounts is so, and remembers that it was asked (`asked_at`
 * of the facts' metadata), so that nobody is asked twice. None where nothing is in doubt.
 */
export async function conflictLine(
  deps: Deps,
  user: Id,
  messageId: string,
  words: ReturnType<typeof wordsIn>,
  person: string,
): Promise<string[]> {
  const rivals = openConflict(await deps.store.view(companion(user), "facts"));
  if (rivals.length === 0) return [];
  const now = deps.clock.now();
  const ids = new Set(rivals.map(({ id }) => id));
  const meta = { by: "system" as const, cause: messageId };
  await deps.store.commit(companion(user), ["facts"], meta, ({ facts }) => ({
    documents: {
      facts: facts.map((fact) =>
        ids.has(fact.id) ? { ...fact, metadata: { ...fact.metadata, asked_at: now } } : fact,
      ),
    },
    result: undefined,
  }));
  const claims = rivals.map(({ statement, key, value }) => statement || `${key}: ${String(value)}`);
  return [words("conflict", { person, claims: claims.join(" / ") })];
}
