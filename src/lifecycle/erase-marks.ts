// Marks of erased messages, which tell them again in a history that names no ids (invariant 4).
import { createHash } from "node:crypto";
import type { Erased } from "../schema/ledger.ts";
import type { Message } from "../schema/message.ts";

type Said = Pick<Message, "role" | "timestamp" | "content">;

/** What who said when, as erased.json may hold it: told again by its hash, and no word of it readable. Time in seconds. */
export function saidMark({ role, timestamp, content }: Said): string {
  const said = JSON.stringify([role, timestamp, content.normalize("NFC").trim()]);
  return createHash("sha256").update(said).digest("hex").slice(0, 24);
}

/** The marks of a message: of what it says, and of each wording that it had before. */
export function marksOf(message: Message): string[] {
  const earlier = (message.versions ?? []).flatMap(({ contents }) => contents);
  return [message.content, ...earlier].map((content) => saidMark({ ...message, content }));
}

/**
 * Ids of those messages of which nothing may be made: whose spoken order was undone, or whose words are `spent`. Said in other words
 * (an edit), or said again, they count as ever; brought back as they were, they are spent still.
 */
export function refusedIn({ undone = [], spent = [] }: Erased, messages: Iterable<Message>): Set<string> {
  const refused = new Set(undone);
  if (spent.length === 0) return refused;
  const marks = new Set(spent);
  for (const message of messages) if (marks.has(saidMark(message))) refused.add(message.message_id);
  return refused;
}
