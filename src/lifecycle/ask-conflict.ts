// Lets the companion ask once about two values that cannot both be so and of which neither is clearly the later (part 2, item 1).
import type { Deps } from "../deps.ts";
import { avoidedMatters, speakable } from "../memory/avoided.ts";
import type { wordsIn } from "../prompt/catalogue.ts";
import type { Id } from "../schema/common.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import { companion } from "../store/store.ts";

/**
 * The facts of the oldest conflict that was not asked about yet; empty where there is none. `isAsked`: whether the message that
 * a question went along with got its reply.
 */
function openConflict(facts: Facts, isAsked: (messageId: string) => boolean): Fact[] {
  const conflicted = facts.filter((fact) => fact.status === "conflicted" && !fact.is_deleted);
  // What is not to be brought up is not asked about either.
  const waiting = speakable(conflicted, avoidedMatters(facts));
  const wasAsked = ({ metadata }: Fact) =>
    metadata.asked_at !== undefined &&
    (metadata.asked_with === undefined || isAsked(String(metadata.asked_with)));
  for (const { key } of waiting) {
    const rivals = waiting.filter((fact) => fact.key === key);
    if (rivals.length > 1 && !rivals.some(wasAsked)) return rivals;
  }
  return [];
}

/**
 * Tells of a message of the open topic whether a model answered it. A turn that failed, or that was answered without a model, asked
 * nothing; what is no longer in the open topic counts as answered.
 */
async function repliedTo(deps: Deps, user: Id): Promise<(messageId: string) => boolean> {
  const { conversations } = await deps.store.view(companion(user), "short_term");
  const said = new Set(conversations.map(({ message_id }) => message_id));
  const answered = new Set(
    conversations.flatMap(({ answers, model }) => (model === "offline" ? [] : [answers])),
  );
  return (messageId) => !said.has(messageId) || answered.has(messageId);
}

/**
 * A line for the `now` block that has the character ask which of two accounts is so, and remembers that it was asked (`asked_at`
 * and `asked_with`, the message, in the facts' metadata), so that nobody is asked twice; where no reply came of it, it is asked again. None where nothing is in doubt.
 */
export async function conflictLine(
  deps: Deps,
  user: Id,
  messageId: string,
  words: ReturnType<typeof wordsIn>,
  person: string,
): Promise<string[]> {
  const facts = await deps.store.view(companion(user), "facts");
  if (!facts.some(({ status }) => status === "conflicted")) return [];
  const isAsked = await repliedTo(deps, user);
  // The same message sent again is the same question: its turn failed, or it is answered anew.
  const rivals = openConflict(facts, (asked) => asked !== messageId && isAsked(asked));
  if (rivals.length === 0) return [];
  const now = deps.clock.now();
  const ids = new Set(rivals.map(({ id }) => id));
  const meta = { by: "system" as const, cause: messageId };
  await deps.store.commit(companion(user), ["facts"], meta, ({ facts }) => ({
    documents: {
      facts: facts.map((fact) =>
        ids.has(fact.id)
          ? { ...fact, metadata: { ...fact.metadata, asked_at: now, asked_with: messageId } }
          : fact,
      ),
    },
    result: undefined,
  }));
  const claims = rivals.map(({ statement, key, value }) => statement || `${key}: ${String(value)}`);
  return [words("conflict", { person, claims: claims.join(" / ") })];
}
