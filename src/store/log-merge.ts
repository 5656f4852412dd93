// How versions of one log file come together: an owner's hand edit, dated history, a roll-over that was cut short. Pure.
import type { Edit } from "../schema/change.ts";
import { sameJson } from "./canonical.ts";
import { complete, type Draft, type Entry, type Fill, messageOf } from "./log-entry.ts";

export type Reconciled = {
  entries: Entry[];
  edits: Edit[];
  /** True where the file on the disk lacks something and must be written again. */
  changed: boolean;
};

/**
 * What the owner made of a file, against the version last seen (DESIGN 3, hand edits). By id: other content is an edit; a
 * missing line is a deletion only if a later line still stands, since an end may be missing by accident: it is restored.
 */
export function reconcile(seen: readonly Entry[], found: readonly Draft[], fill: Fill): Reconciled {
  const { entries, changed } = complete(found, fill);
  const standing = new Map(entries.map((entry) => [entry.id, entry]));
  const known = new Map(seen.map((entry) => [entry.id, entry]));
  const edits: Edit[] = [];
  for (const entry of entries) {
    const before = known.get(entry.id);
    if (!before) edits.push(editOf(undefined, entry));
    else if (!sameContent(before, entry)) edits.push(editOf(before, entry));
  }
  const lastStanding = seen.findLastIndex((entry) => standing.has(entry.id));
  for (const [at, entry] of seen.slice(0, lastStanding + 1).entries()) {
    if (standing.has(entry.id)) continue;
    edits.push(removalOf(entry, seen.slice(at + 1).find((other) => standing.has(other.id))?.id));
  }
  const end = seen.slice(lastStanding + 1);
  return { entries: [...entries, ...end], edits, changed: changed || end.length > 0 };
}

/** An edit of the log; `before` or `after` is null where a message came or went. */
export function editOf(before: Entry | undefined, after: Entry | undefined): Edit {
  return {
    document: "conversation",
    entry: (after ?? before)?.id ?? "",
    before: before ? messageOf(before) : null,
    after: after ? messageOf(after) : null,
  };
}

/** The edit of a message that goes; `next` is the one that stands after it and stays. */
export function removalOf(entry: Entry, next: string | undefined): Edit {
  return { ...editOf(entry, undefined), next: next ?? null };
}

/** Equal but for white space and the order of fields. */
export function sameContent(a: Entry, b: Entry): boolean {
  return a.line === b.line || sameJson(JSON.parse(a.line), JSON.parse(b.line));
}

/** Dated messages among those that are there: each before the first that is later, so what stands already keeps its order. */
export function insertByTime(standing: readonly Entry[], added: readonly Entry[]): Entry[] {
  const dated = [...added].sort((a, b) => a.at - b.at);
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of standing) {
    for (let late = dated[next]; late && late.at < entry.at; late = dated[next]) {
      merged.push(late);
      next += 1;
    }
    merged.push(entry);
  }
  return [...merged, ...dated.slice(next)];
}

/** Messages that come back to where they stood: each right before the one that `before` names, the others by their time. */
export function insertAt(
  standing: readonly Entry[],
  added: readonly Entry[],
  before: ReadonlyMap<string, string>,
): Entry[] {
  const there = new Set(standing.map((entry) => entry.id));
  const placed = new Map<string, Entry[]>();
  const dated: Entry[] = [];
  for (const entry of added) {
    const next = before.get(entry.id);
    if (next === undefined || !there.has(next)) dated.push(entry);
    else placed.set(next, [...(placed.get(next) ?? []), entry]);
  }
  return insertByTime(standing, dated).flatMap((entry) => [...(placed.get(entry.id) ?? []), entry]);
}

/** Both, in this order, each id once: at its first place, in its later version (a roll-over repeated after a crash). */
export function unite(older: readonly Entry[], newer: readonly Entry[]): Entry[] {
  const united = new Map(older.map((entry) => [entry.id, entry]));
  for (const entry of newer) united.set(entry.id, entry);
  return [...united.values()];
}
