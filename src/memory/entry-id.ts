// Ids of mid and long entries: the second in which the topic ended, with a suffix only where that second is taken (R5).
import type { Seconds } from "../schema/common.ts";

/** `<prefix>_<second>`, or `<prefix>_<second>_2`, `_3` … where ids of `taken` are in the way (A6, A14, C172). */
export function entryId(prefix: string, endedAt: Seconds, taken: ReadonlySet<string>): string {
  return freeId(`${prefix}_${Math.floor(endedAt)}`, taken);
}

/** The id itself where it is free, else with the first suffix that is. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  let suffix = 2;
  while (taken.has(`${id}_${suffix}`)) suffix += 1;
  return `${id}_${suffix}`;
}

/** The second that an id of the form `<prefix>_<second>` carries, or undefined. */
export function secondOfId(id: string): Seconds | undefined {
  const digits = /^[a-z]+_(\d{1,12})(?:_\d+)?$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
