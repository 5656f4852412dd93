// A memory in the character's own words, beside the plain one and never in its place (A124, A125, R30).

import { type Fitted, oneLine, withoutTags } from "./context-text.ts";
import type { Count, Words } from "./context-types.ts";

/** Characters of a character's description that a background prompt is given: enough for a voice, not a second persona. */
const describedCharacters = 300;

/** Who the character is, as a background prompt has to know it to speak in its voice; "-" where nothing is said of it. */
export function characterOf(config: { base_soul: string }): string {
  const soul = config.base_soul.replace(/\s+/g, " ").trim();
  const characters = [...soul];
  const text =
    characters.length <= describedCharacters ? soul : `${characters.slice(0, describedCharacters).join("")}…`;
  return text === "" ? "-" : withoutTags(text);
}

/** Characters of a wording; beyond them it is no colouring but a second telling. */
export const longestWording = 80;

/**
 * The wording as it is kept, or undefined where there is none worth keeping: empty, too long, no other than the plain text, or
 * with a number that neither the plain text nor what it was made of holds. It may colour what happened, never add to it.
 */
export function roleWording(
  wording: string | undefined,
  plain: string,
  madeOf: readonly string[] = [],
): string | undefined {
  const text = wording?.replace(/\s+/g, " ").trim() ?? "";
  if (text === "" || [...text].length > longestWording || bare(plain).includes(bare(text))) return undefined;
  const known = [plain, ...madeOf].join("\n").normalize("NFKC");
  const numbers = text.normalize("NFKC").match(/\d+/g) ?? [];
  return numbers.every((number) => known.includes(number)) ? text : undefined;
}

function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The wordings of some entries by id. */
export function wordingsOf(
  entries: readonly { id: string; role_wording?: string | undefined }[],
): Map<string, string> {
  return new Map(entries.flatMap(({ id, role_wording }) => (role_wording ? [[id, role_wording]] : [])));
}

/**
 * Lines that fitted into a section, each with the character's own wording beside the plain text as long as there is room for it
 * (tokens): the first in the order given come first. No plain text gives way to a wording, and a line that was cut gets none.
 */
export function coloured(
  fitted: Fitted,
  wordings: ReadonlyMap<string, string>,
  { room, words, count }: { room: number; words: Words; count: Count },
): Fitted {
  if (wordings.size === 0) return fitted;
  const cost = (text: string) => count(`- ${text}\n`);
  let left = room - fitted.kept.reduce((sum, { text }) => sum + cost(text), 0);
  const kept = fitted.kept.map((entry) => {
    const wording = wordings.get(entry.id);
    const clipped = fitted.shortened?.includes(entry.id) || fitted.cut.includes(entry.id);
    if (wording === undefined || clipped) return entry;
    const text = words("role_wording", { text: entry.text, wording: oneLine(wording) });
    const more = cost(text) - cost(entry.text);
    if (more > left) return entry;
    left -= more;
    return { ...entry, text };
  });
  return { ...fitted, kept };
}
