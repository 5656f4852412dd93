// What a single message brings up: lore by its keywords, and memories found by a search, each as one line.
import type { Seconds } from "../schema/common.ts";
import type { Lore } from "../schema/lore.ts";
import { localDate } from "../schema/zone.ts";
import { oneLine } from "./context-text.ts";
import type { Speakers } from "./context-transcript.ts";
import type { Entry, Words } from "./context-types.ts";

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

const latin = /[\p{Script=Latin}\p{N}]/u;

/** True where a keyword occurs; one of Latin letters only as a whole word ("art" is not in "start"). Both are folded. */
function occurs(keyword: string, text: string): boolean {
  if (keyword === "") return false;
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    const end = at + keyword.length;
    const joinsBefore = latin.test(keyword.charAt(0)) && latin.test(text.charAt(at - 1));
    const joinsAfter = latin.test(keyword.charAt(keyword.length - 1)) && latin.test(text.charAt(end));
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}

/** Lore entries of which a keyword occurs in the message, in the order of the book (A46). */
export function loreFor(lore: Lore, message: string): Entry[] {
  const text = fold(message);
  return lore
    .filter((entry) => entry.enabled && entry.keywords.some((keyword) => occurs(fold(keyword.trim()), text)))
    .map((entry) => ({ id: entry.id, text: oneLine(entry.content) }))
    .filter((entry) => entry.text !== "");
}

/** What a search found, as far as a line of the context needs it (the hits of search/search.ts fit). */
export type Recollection = {
  id: string;
  text: string;
  date: Seconds;
  title?: string;
  speaker?: "user" | "assistant";
};

/** A found memory as one line that says who said it and when (A110, A113). */
export function recallEntry(
  found: Recollection,
  { words, timeZone, person, companion }: Speakers & { words: Words; timeZone: string },
): Entry {
  const when = localDate(found.date, timeZone);
  const text = oneLine(found.title ? `${found.title}: ${found.text}` : found.text);
  if (found.speaker === undefined) return { id: found.id, text: words("recall_noted", { when, text }) };
  const who = found.speaker === "user" ? person : companion;
  return { id: found.id, text: words("recall_said", { when, who, text }) };
}
