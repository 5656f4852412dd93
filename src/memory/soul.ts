// How a character sees itself: every version kept, what changed between two of them, and the way back (A21, A121, issue 5).
import type { Seconds } from "../schema/common.ts";
import type { SelfSoul } from "../schema/config.ts";

export type SoulAuthor = "owner" | "character" | "model";

/** One version as its owner sees it. The newest is the one in use. */
export type SoulVersion = {
  /** From 1 on; the first thing the character wrote of itself is 1. */
  version: number;
  content: string;
  updated_at: Seconds;
  by: string;
  /** What led to it: a message, or a request. */
  cause?: string;
  current: boolean;
  /** Against the version before. */
  diff: DiffLine[];
};

export type DiffLine = { op: "same" | "added" | "removed"; text: string };

export type SoulChange = { content: string; by: SoulAuthor; now: Seconds; cause: string };

/** The soul with a new content; what stood there becomes the newest line of its history. The same content changes nothing. */
export function changeSoul(soul: SelfSoul, { content, by, now, cause }: SoulChange): SelfSoul {
  if (content === soul.content) return soul;
  const { content: old, updated_at, by: oldBy, cause: oldCause } = soul;
  // Before its first word there is nothing to go back to.
  const isFirst = old === "" && soul.history.length === 0;
  const was = {
    content: old,
    updated_at,
    ...(oldBy === undefined ? {} : { by: oldBy }),
    ...(oldCause === undefined ? {} : { cause: oldCause }),
  };
  return { ...soul, content, updated_at: now, by, cause, history: isFirst ? [] : [...soul.history, was] };
}

/** Every version, oldest first. A soul in which nothing was ever written has none. */
export function soulVersions(soul: SelfSoul): SoulVersion[] {
  if (soul.content === "" && soul.history.length === 0) return [];
  const all = [...soul.history, soul];
  return all.map(({ content, updated_at, by, cause }, index) => ({
    version: index + 1,
    content,
    updated_at,
    by: by ?? "character",
    ...(cause === undefined ? {} : { cause }),
    current: index === all.length - 1,
    diff: soulDiff(all[index - 1]?.content ?? "", content),
  }));
}

/** A text in its clauses, marks and all. */
export function clausesOf(text: string): string[] {
  return text
    .split(/(?<=[。！？!?；;，,\n])|(?<=\.)\s+/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");
}

/** Clauses that differ, old ones times new ones, that are set side by side: more are another text, and were compared for seconds. */
const mostPairs = 40_000;

/**
 * What was taken out and put in, clause by clause, in reading order (a longest common run of clauses). Of two texts that differ
 * in hundreds of clauses, everything between what they begin and end with alike is taken out and put in.
 */
export function soulDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [clausesOf(before), clausesOf(after)];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return [
    ...linesOf("same", old.slice(0, head)),
    ...between(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...linesOf("same", old.slice(old.length - tail)),
  ];
}

const linesOf = (op: DiffLine["op"], clauses: readonly string[]): DiffLine[] =>
  clauses.map((text) => ({ op, text }));

function between(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > mostPairs) return [...linesOf("removed", old), ...linesOf("added", now)];
  const lengths = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && was === is) {
      lines.push({ op: "same", text: was });
      i += 1;
      j += 1;
    } else if (was !== undefined && (is === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      lines.push({ op: "removed", text: was });
      i += 1;
    } else if (is !== undefined) {
      lines.push({ op: "added", text: is });
      j += 1;
    }
  }
  return lines;
}

const at = (table: readonly (readonly number[])[], i: number, j: number) => table[i]?.[j] ?? 0;

/** table[i][j]: the most clauses that what follows i and what follows j have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row)
        row[j] =
          old[i] === now[j]
            ? at(table, i + 1, j + 1) + 1
            : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  return table;
}
