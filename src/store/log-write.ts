// Writing the log: append, the roll-over to a new month, dated history, and changes to what was said.

import { AppError } from "../error.ts";
import type { Edit } from "../schema/change.ts";
import type { Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { LogDisk } from "./log-disk.ts";
import { checkedEntries, type Entry } from "./log-entry.ts";
import type { LogFile } from "./log-file.ts";
import { editOf, insertAt, removalOf, sameContent, unite } from "./log-merge.ts";
import { type Month, putAwayLabel } from "./log-month.ts";
import { scrubPieces } from "./log-pieces.ts";
import { type Shelf, unlessRefused } from "./log-shelf.ts";
import type { LogRewrite } from "./store.ts";

/** See `CompanionLog.append`. */
export async function append(shelf: Shelf, messages: readonly Message[]): Promise<void> {
  const entries = checkedEntries(messages);
  const [first] = entries;
  if (!first) return;
  await shelf.settle();
  await refuseKnown(shelf, entries);
  if (!shelf.present.fault) {
    // A roll-over can wait for space on the disk; what was said cannot.
    await unlessRefused(() => rollOver(shelf, shelf.monthOf(first.at)));
    if (!shelf.present.fault && (await shelf.present.append(entries))) return;
  }
  await shelf.waiting.fresh();
  shelf.waiting.refuseDamage();
  if (!(await shelf.waiting.append(entries))) shelf.waiting.refuseDamage();
}

async function refuseKnown(shelf: Shelf, entries: readonly Entry[]): Promise<void> {
  await shelf.months.complete();
  const given = new Set<string>();
  for (const { id } of entries) {
    if (given.has(id) || isKnown(shelf, id)) {
      throw new AppError("conflict", "A message with this id is already there.", {
        details: { message_id: id },
      });
    }
    given.add(id);
  }
}

/** Needs a complete index. */
function isKnown(shelf: Shelf, id: string): boolean {
  return shelf.hasRecent(id) || shelf.months.holdingKnown(id).length > 0;
}

/**
 * Puts the present file away when a new month begins. The month is written first, then the present file emptied: a message
 * may stand in both for a moment, never in none; reading shows it once, and a change reaches both. Where the month's own file is damaged, all stays in the present one.
 */
async function rollOver(shelf: Shelf, month: Month): Promise<void> {
  const { present, months } = shelf;
  const newest = present.entries.at(-1);
  if (!newest || shelf.monthOf(newest.at) === month) return;
  const labels = await months.labels();
  const label = putAwayLabel(present.entries, month, labels.at(-1), (at: Seconds) => shelf.monthOf(at));
  if (label === undefined) return;
  const file = months.file(label);
  await file.fresh();
  if (file.fault) return;
  const moving = present.entries;
  await file.update((entries) => unite(entries, moving));
  await months.load(label);
  shelf.rolls += 1;
  await takeOut(present, moving);
}

/** Takes messages out that are safe elsewhere; one that the owner changed in this very moment stays and is moved the next time. */
async function takeOut(present: LogFile, moved: readonly Entry[]): Promise<void> {
  const safe = new Map(moved.map((entry) => [entry.id, entry.line]));
  await present.update((entries) => entries.filter((entry) => safe.get(entry.id) !== entry.line));
}

/**
 * Dated history (see `CompanionLog.merge`), one rewrite for each month touched, oldest first. Where the disk refuses half-way
 * the months before stay written, and the same call again adds the rest. A damaged month: AppError `damaged` before anything is written.
 */
export async function merge(
  shelf: Shelf,
  messages: readonly Message[],
  now: Seconds,
  before: ReadonlyMap<string, string> = new Map(),
): Promise<{ added: number; skipped: number }> {
  const given = checkedEntries(messages);
  await shelf.settle();
  await shelf.months.complete();
  const present = shelf.monthOf(now);
  if (!shelf.present.fault) await rollOver(shelf, present);
  const fresh = unknownOf(shelf, given);
  const byMonth = byMonthOf(shelf, fresh, present, before);
  const fileOf = (month: Month) => fileFor(shelf, month, present);
  const months = [...byMonth].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [month] of months) {
    await fileOf(month).fresh();
    fileOf(month).refuseDamage();
  }
  for (const [month, added] of months) {
    await fileOf(month).update((entries) => insertAt(entries, added, before));
    if (month !== present) await shelf.months.load(month);
  }
  return { added: fresh.length, skipped: given.length - fresh.length };
}

/** Those that the log does not have, each once; needs a complete index. */
function unknownOf(shelf: Shelf, given: readonly Entry[]): Entry[] {
  const byId = new Map<string, Entry>();
  for (const entry of given) if (!byId.has(entry.id) && !isKnown(shelf, entry.id)) byId.set(entry.id, entry);
  return [...byId.values()];
}

/** The entries by the month in whose file they come. */
function byMonthOf(
  shelf: Shelf,
  entries: readonly Entry[],
  present: Month,
  before: ReadonlyMap<string, string>,
): Map<Month, Entry[]> {
  const byMonth = new Map<Month, Entry[]>();
  for (const entry of entries) {
    const own = monthBefore(shelf, before.get(entry.id)) ?? shelf.monthOf(entry.at);
    const month = own < present ? own : present;
    byMonth.set(month, [...(byMonth.get(month) ?? []), entry]);
  }
  return byMonth;
}

function fileFor(shelf: Shelf, month: Month, present: Month): LogFile {
  return month === present ? shelf.present : shelf.months.file(month);
}

/** The month whose file holds the message that another one stands before; needs a complete index. */
function monthBefore(shelf: Shelf, next: string | undefined): Month | undefined {
  return next === undefined || shelf.hasRecent(next) ? undefined : shelf.months.holdingKnown(next)[0];
}

type Rewriting = { shelf: Shelf; disk: LogDisk; now: Seconds };

/** See `CompanionLog.rewrite`. */
export async function rewrite(
  { shelf, disk, now }: Rewriting,
  change: LogRewrite,
  before: (edits: Edit[]) => Promise<void>,
): Promise<Edit[]> {
  // What an id becomes; undefined where it goes. A message that is both edited and removed is removed.
  const wanted = new Map<string, Entry | undefined>();
  for (const entry of checkedEntries(change.edit ?? [])) wanted.set(entry.id, entry);
  for (const id of change.remove ?? []) wanted.set(id, undefined);
  const given = checkedEntries(change.add ?? []);
  if (wanted.size + given.length === 0) return [];
  await shelf.settle();
  await shelf.months.complete();
  const places = change.before ?? new Map<string, string>();
  const coming = given.length > 0 ? await comingInto(shelf, given, now, places) : new Map<LogFile, Entry[]>();
  const { edits, touched, replaced } = await planned(shelf, wanted, new Set(change.came));
  for (const entry of [...coming.values()].flat())
    edits.push({ ...editOf(undefined, entry), next: places.get(entry.id) ?? null });
  if (edits.length === 0) return [];
  await before(edits);
  await scrubPieces(disk, replaced);
  for (const file of new Set([...touched, ...coming.keys()])) {
    await file.update((entries) =>
      insertAt(entries, coming.get(file) ?? [], places).flatMap((entry) =>
        wanted.has(entry.id) ? (wanted.get(entry.id) ?? []) : entry,
      ),
    );
  }
  await shelf.months.refresh();
  return edits;
}

/** The messages that come, by the file that they come into. A damaged one: AppError `damaged` before anything is written. */
async function comingInto(
  shelf: Shelf,
  given: readonly Entry[],
  now: Seconds,
  before: ReadonlyMap<string, string>,
): Promise<Map<LogFile, Entry[]>> {
  const present = shelf.monthOf(now);
  if (!shelf.present.fault) await rollOver(shelf, present);
  const coming = new Map<LogFile, Entry[]>();
  for (const [month, entries] of byMonthOf(shelf, unknownOf(shelf, given), present, before)) {
    const file = fileFor(shelf, month, present);
    await file.fresh();
    file.refuseDamage();
    coming.set(file, entries);
  }
  return coming;
}

async function planned(
  shelf: Shelf,
  wanted: ReadonlyMap<string, Entry | undefined>,
  came: ReadonlySet<string>,
): Promise<{ edits: Edit[]; touched: ReadonlySet<LogFile>; replaced: Entry[] }> {
  const read = new Map<LogFile, ReadonlyMap<string, Entry>>();
  const edits: Edit[] = [];
  const touched = new Set<LogFile>();
  const replaced: Entry[] = [];
  const following = new Map<LogFile, ReadonlyMap<string, string | undefined>>();
  for (const [id, after] of wanted) {
    const holders = await shelf.holders(id);
    let shown: Entry | undefined;
    for (const file of holders) {
      const entries = read.get(file) ?? (await readForChange(file));
      read.set(file, entries);
      shown ??= entries.get(id);
    }
    if (!shown)
      throw new AppError("not_found", "There is no message with this id.", { details: { message_id: id } });
    if (after && holders.length === 1 && sameContent(shown, after) && !came.has(id)) continue;
    const [file] = holders;
    if (file && !after && !following.has(file)) following.set(file, nextThatStay(file, wanted));
    const edit = after ? editOf(shown, after) : removalOf(shown, file && following.get(file)?.get(id));
    edits.push(came.has(id) ? { ...edit, came: true } : edit);
    replaced.push(shown);
    for (const file of holders) touched.add(file);
  }
  return { edits, touched, replaced };
}

/** For each message of a file that is removed: the first one after it that stays. One pass, since a whole year may go at once. */
function nextThatStay(
  file: LogFile,
  wanted: ReadonlyMap<string, Entry | undefined>,
): ReadonlyMap<string, string | undefined> {
  const following = new Map<string, string | undefined>();
  let next: string | undefined;
  for (const { id } of file.entries.toReversed()) {
    const stays = !wanted.has(id) || wanted.get(id) !== undefined;
    if (stays) next = id;
    else following.set(id, next);
  }
  return following;
}

async function readForChange(file: LogFile): Promise<ReadonlyMap<string, Entry>> {
  await file.fresh();
  file.refuseDamage();
  return new Map(file.entries.map((entry) => [entry.id, entry]));
}
