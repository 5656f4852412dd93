// Which long entries are about the same as some summaries: what an extraction is shown beside them, so that it can say what holds no longer.
import type { LongEntry } from "../schema/long-term.ts";
import { simplify } from "../schema/simplified.ts";

/** Signs of a text that are read; what comes later seldom says what it is about. */
const readSigns = 400;

/** How summaries name the person: in all of them, and so of none. */
const everywhere: ReadonlySet<string> = new Set(["用户", "对方", "user", "person", "they", "the"]);

/** Pairs of Chinese characters, words of other scripts, numbers. */
function signsOf(text: string): Set<string> {
  const signs = new Set<string>();
  const folded = simplify(text.slice(0, readSigns).normalize("NFKC").toLowerCase());
  for (const [run] of folded.matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)) {
    if (!/\p{Script=Han}/u.test(run)) signs.add(run.length > 3 ? run.replace(/s$/, "") : run);
    else for (let at = 0; at + 1 < run.length; at += 1) signs.add(run.slice(at, at + 2));
  }
  for (const sign of everywhere) signs.delete(sign);
  return signs;
}

/**
 * The entries that share most with any one of the texts, the nearest first, at most `most`; a sign that stands in few entries
 * says more than a common one. Entries that share nothing are left out.
 */
export function nearestLong(
  texts: readonly string[],
  entries: readonly LongEntry[],
  most: number,
): LongEntry[] {
  const read = entries.map((entry) =>
    signsOf([entry.title, ...entry.key_points, ...(entry.aliases ?? [])].join("\n")),
  );
  const holders = new Map<string, number>();
  for (const signs of read) for (const sign of signs) holders.set(sign, (holders.get(sign) ?? 0) + 1);
  const weight = (sign: string) => Math.log(1 + entries.length / (holders.get(sign) ?? 1));
  const asked = texts.map(signsOf);
  const scored = entries.map((entry, at) => {
    const shares = asked.map((signs) => {
      let sum = 0;
      for (const sign of read[at] ?? []) if (signs.has(sign)) sum += weight(sign);
      return sum;
    });
    return { entry, score: Math.max(0, ...shares) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}
