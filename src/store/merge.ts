// Three-way merge of JSON values: what the owner's hand changed and what this program changed, both kept (invariant 6). Pure.
import { isObject, sameJson } from "./canonical.ts";
import { keyed } from "./entry-keys.ts";

/** Stands for "there is no such field". */
const absent = Symbol("absent");
type Slot = unknown | typeof absent;

function field(object: unknown, key: string): Slot {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : absent;
}

function unchanged(a: Slot, b: Slot): boolean {
  return a === absent || b === absent ? a === b : sameJson(a, b);
}

/**
 * Merges what `ours` and `theirs` each made of `base`; the values given are not changed.
 * Objects merge field by field, lists of named entries entry by entry, everything else as a whole. Where both changed the
 * same thing, `theirs` (the owner's hand) wins; an entry that the owner took out stays out; one that we took out and the
 * owner changed comes back as the owner wants it.
 */
export function mergeJson(base: unknown, ours: unknown, theirs: unknown): unknown {
  const merged = mergeSlots(base, ours, theirs);
  return merged === absent ? null : merged;
}

function mergeSlots(base: Slot, ours: Slot, theirs: Slot): Slot {
  if (unchanged(base, theirs)) return ours;
  if (unchanged(base, ours) || unchanged(ours, theirs)) return theirs;
  if (isObject(ours) && isObject(theirs)) return mergeObjects(base, ours, theirs);
  if (Array.isArray(ours) && Array.isArray(theirs)) return mergeLists(base, ours, theirs);
  return theirs;
}

function mergeObjects(
  base: Slot,
  ours: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const value = mergeSlots(field(base, key), field(ours, key), field(theirs, key));
    if (value !== absent) merged[key] = value;
  }
  return merged;
}

function mergeLists(base: Slot, ours: readonly unknown[], theirs: readonly unknown[]): readonly unknown[] {
  const from = keyed(Array.isArray(base) ? base : []);
  const left = keyed(ours);
  const right = keyed(theirs);
  if (!from || !left || !right) return theirs;
  const entries = new Map<string, unknown>();
  for (const key of new Set([...right.keys(), ...left.keys()])) {
    const slot = (map: Map<string, unknown>): Slot => (map.has(key) ? map.get(key) : absent);
    const value = mergeSlots(slot(from), slot(left), slot(right));
    if (value !== absent) entries.set(key, value);
  }
  return order(from, left, right, [...entries.keys()]).map((key) => entries.get(key));
}

type Keys = ReadonlyMap<string, unknown>;

/** The order of the side that moved something (the owner's, if both did), with the other side's new entries where they stood. */
function order(base: Keys, ours: Keys, theirs: Keys, kept: readonly string[]): string[] {
  const moved = !sameOrder(base, theirs);
  const [first, second] = moved ? [theirs, ours] : [ours, theirs];
  const wanted = new Set(kept);
  const result = [...first.keys()].filter((key) => wanted.has(key));
  const placed = new Set(result);
  let previous: string | undefined;
  for (const key of second.keys()) {
    if (!wanted.has(key)) continue;
    if (!placed.has(key)) {
      result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, key);
      placed.add(key);
    }
    previous = key;
  }
  return result;
}

/** True where the entries that both have stand in the same order. */
function sameOrder(a: Keys, b: Keys): boolean {
  const left = [...a.keys()].filter((key) => b.has(key));
  const right = [...b.keys()].filter((key) => a.has(key));
  return left.every((key, i) => key === right[i]);
}
