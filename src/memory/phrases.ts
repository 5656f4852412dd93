// Reading short set phrases: a message in clauses, and whether a clause consists of known words and nothing else.
import { simplify } from "../schema/simplified.ts";

/** Stands where a quotation or a title stood, so that words inside it are not taken for the person's own. */
const quoted = "\u0001";

/** One pass each, no nesting: a quotation that never closes is left as it is. */
const quotations =
  /《[^《》]*》|〈[^〈〉]*〉|「[^「」]*」|『[^『』]*』|“[^“”]*”|"[^"\n]*"|(?<=^|[\s（(])'[^'\n]*'(?=$|[\s，。,.!?！？）)])/g;

/** The text in lower case, one width and simplified characters, apostrophes straight, quotations and titles replaced by a mark. */
export function plainText(text: string): string {
  return simplify(text.normalize("NFKC").replace(/[’‘]/g, "'").replace(quotations, quoted).toLowerCase());
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const noise =
  /^(?:ω|д|[qt]+[_.][qawt]+|[qt][qawt]+|orz|x+d+|lol|lmao|(?:ha){2,}h?|h{2,}|2?3{2,}|w{2,}|[嘻哈嘿呵呜嗷喵]+|么么哒?|mua+|x{2,}|(?:xo)+x?)$/;

/**
 * The clauses of a text that `plainText` gave, without punctuation, emoji and laughter. Inside a Chinese clause spaces do
 * not count; words of a Latin clause stand one space apart.
 */
export function clausesOf(plain: string): string[] {
  return plain
    .split(/[^\p{L}\p{N}\p{M}'\s\u0001]+|\n+/u)
    .map((piece) => (cjk.test(piece) ? piece.replace(/\s+/g, "") : piece.replace(/\s+/g, " ").trim()))
    .map((clause) => clause.replace(/([a-z])\1{2,}/g, "$1").replace(/\bby+e+\b/g, "bye"))
    .filter((clause) => /[\p{L}\p{N}\u0001]/u.test(clause) && !noise.test(clause));
}

/** True where the text ends in a question mark, whatever emoji or tilde stand behind it. */
export function endsAsQuestion(plain: string): boolean {
  return /\?[^\p{L}\p{N}?\u0001]*$/u.test(plain.slice(-40));
}

/** Words that a clause may be made of. Latin phrases are written in lower case, words one space apart. */
export type Vocabulary = {
  /** At least one of these must be in the clause. */
  core: ReadonlySet<string>;
  /** These may stand around. */
  around: ReadonlySet<string>;
};

/** Longer clauses are no set phrases. */
const longestClause = 48;

/** True where the clause can be cut into words of the vocabulary without a rest, one of them from its core. */
export function isMadeOf(clause: string, vocabulary: Vocabulary): boolean {
  if (clause.length > longestClause) return false;
  const latin = !cjk.test(clause);
  // best[i]: how the first i characters can be cut: not at all, without a core word, or with one.
  const best: ("none" | "around" | "core")[] = ["around"];
  for (let end = 1; end <= clause.length; end += 1) {
    best[end] = "none";
    for (let start = 0; start < end && best[end] !== "core"; start += 1) {
      const before = best[start];
      if (before === "none" || before === undefined) continue;
      const word = latin ? latinWord(clause, start, end) : clause.slice(start, end);
      if (word === undefined) continue;
      if (vocabulary.core.has(word)) best[end] = "core";
      else if (vocabulary.around.has(word)) best[end] = before;
    }
  }
  return best[clause.length] === "core";
}

/** The piece from `start` to `end` without the space before it, where both ends are word boundaries. */
function latinWord(clause: string, start: number, end: number): string | undefined {
  if (end < clause.length && clause[end] !== " ") return undefined;
  if (start === 0) return clause.slice(0, end);
  return clause[start] === " " ? clause.slice(start + 1, end) : undefined;
}
