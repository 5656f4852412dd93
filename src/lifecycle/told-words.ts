// The person's own words behind something remembered: what a companion without a model may quote as said (invariant 2).
import type { Deps } from "../deps.ts";
import { onlyAsks } from "../memory/recall-gate.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { SearchHit } from "../search/search.ts";
import { similarity } from "../search/tokenise.ts";

/** Messages behind a memory that are looked at: a long one rests on hundreds. */
const mostLookedAt = 40;

/** `by`: "user" where the text is what they said, word for word; "" where it is only what was noted of it. */
export type Told = { text: string; at: number | undefined; by: "user" | "" };

/**
 * What may be quoted of a hit: a message of the person as it stands; of a summary, a fact or a core memory the message behind it
 * that says it. Where none does (another companion's fact, a note written by hand) the note itself, without a day and without "you
 * said".
 */
export async function toldWords(deps: Deps, user: Id, hit: SearchHit): Promise<Told> {
  if (hit.type === "message") return { text: hit.text, at: hit.date, by: "user" };
  let best: { message: Message; alike: number } | undefined;
  for (const id of hit.message_ids.slice(0, mostLookedAt)) {
    const message = await deps.store.log.find(user, id);
    if (message?.role !== "user" || onlyAsks(message.content)) continue;
    const alike = similarity(message.content, hit.text);
    if (alike > (best?.alike ?? 0)) best = { message, alike };
  }
  return best
    ? { text: best.message.content, at: best.message.timestamp, by: "user" }
    : { text: hit.text, at: undefined, by: "" };
}
