// The setting that a message brings up: entries of lore.json by their keywords (A46).
import type { Lore, LoreEntry } from "../schema/lore.ts";
import { simplify } from "../schema/simplified.ts";
import { oneLine } from "./context-text.ts";
import type { Entry } from "./context-types.ts";

const latin = /[\p{Script=Latin}\p{N}]/u;

/** True where a word stands in a text; one of Latin letters only as a whole word ("art" is not in "start"). Same case, same width. */
export function hasWord(word: string, text: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const joinsBefore = latin.test(word.charAt(0)) && latin.test(text.charAt(at - 1));
    const joinsAfter = latin.test(word.charAt(word.length - 1)) && latin.test(text.charAt(end));
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}

type Message = { exact: string; folded: string };

/** A word of Latin letters in its plural too: who writes "dragon" means dragons as well. */
const formsOf = (word: string) => (/[a-z]$/.test(word) ? [word, `${word}s`, `${word}es`] : [word]);

function isCalled(entry: LoreEntry, message: Message): boolean {
  const occurs = (keyword: string) => {
    const word = keyword.normalize("NFKC").trim();
    return entry.case_sensitive
      ? hasWord(word, message.exact)
      : formsOf(simplify(word.toLowerCase())).some((form) => hasWord(form, message.folded));
  };
  if (entry.constant) return true;
  const second = (entry.secondary_keywords ?? []).filter((keyword) => keyword.trim() !== "");
  return entry.keywords.some(occurs) && (second.length === 0 || second.some(occurs));
}

/** Where an entry names no order. */
const middleOrder = 100;

/**
 * Lore entries that a message calls: one of the keywords occurs, and one of the secondary ones where there are any; a constant
 * entry always comes. Only the message is looked at, never the entries themselves, so that one cannot call the next. The
 * constant ones first, then by `order`, then in the order of the book: what comes first is cut last.
 */
export function loreFor(lore: Lore, message: string): Entry[] {
  const exact = message.normalize("NFKC");
  const text: Message = { exact, folded: simplify(exact.toLowerCase()) };
  return lore
    .filter((entry) => entry.enabled && isCalled(entry, text))
    .sort(
      (a, b) =>
        Number(b.constant ?? false) - Number(a.constant ?? false) ||
        (a.order ?? middleOrder) - (b.order ?? middleOrder),
    )
    .map((entry) => ({ id: entry.id, text: oneLine(entry.content) }))
    .filter((entry) => entry.text !== "");
}
