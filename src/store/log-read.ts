// Reading the log: by id, by page, by topic, from its end; older months are opened only where they are needed.

import { setImmediate } from "node:timers/promises";
import { AppError } from "../error.ts";
import type { Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { type Entry, messageOf } from "./log-entry.ts";
import type { Month } from "./log-month.ts";
import type { Shelf } from "./log-shelf.ts";
import { addUp, tally } from "./log-topics.ts";
import type { TopicInfo } from "./store.ts";

export async function find(shelf: Shelf, id: string): Promise<Message | undefined> {
  const entry = shelf.recent().find((one) => one.id === id) ?? (await findPutAway(shelf, id));
  return entry && messageOf(entry);
}

async function findPutAway(shelf: Shelf, id: string): Promise<Entry | undefined> {
  const [label] = await shelf.months.holding(id);
  return label === undefined ? undefined : (await shelf.months.load(label)).find((one) => one.id === id);
}

/** At most `limit` before (or after, or between) the marks, oldest first; without a mark the newest. Unknown mark: AppError `not_found`. */
export async function page(
  shelf: Shelf,
  at: { before?: string; after?: string; limit: number },
): Promise<Message[]> {
  const entries =
    at.after === undefined
      ? await entriesBefore(shelf, at.before, at.limit)
      : await entriesAfter(shelf, at.after, at.before, at.limit);
  return entries.map(messageOf);
}

/** Months from the one that holds the mark, where that is known; the place "recent" has no label. */
async function placeOfMark(shelf: Shelf, id: string): Promise<Month | undefined> {
  if (shelf.hasRecent(id)) return undefined;
  const [label] = await shelf.months.holding(id);
  if (label === undefined) {
    throw new AppError("not_found", "There is no message with this id.", { details: { message_id: id } });
  }
  return label;
}

async function entriesBefore(shelf: Shelf, mark: string | undefined, limit: number): Promise<Entry[]> {
  const start = mark === undefined ? undefined : await placeOfMark(shelf, mark);
  const upToMark = (entries: readonly Entry[]) => {
    const index = entries.findIndex((entry) => entry.id === mark);
    return index < 0 ? entries : entries.slice(0, index);
  };
  let taken: readonly Entry[] = start === undefined ? lastOf(upToMark(shelf.recent()), limit) : [];
  if (taken.length >= limit) return [...taken];
  for (const label of (await shelf.months.labels()).reverse()) {
    if (start !== undefined && label > start) continue;
    const entries = await shelf.month(label);
    const older = label === start ? upToMark(entries) : entries;
    taken = [...lastOf(older, limit - taken.length), ...taken];
    if (taken.length >= limit) break;
  }
  return [...taken];
}

async function entriesAfter(
  shelf: Shelf,
  mark: string,
  before: string | undefined,
  limit: number,
): Promise<Entry[]> {
  const start = await placeOfMark(shelf, mark);
  const labels = start === undefined ? [] : (await shelf.months.labels()).filter((label) => label >= start);
  const taken: Entry[] = [];
  for (const label of [...labels, undefined]) {
    const entries = label === undefined ? shelf.recent() : await shelf.month(label);
    const from = label === start ? entries.findIndex((entry) => entry.id === mark) + 1 : 0;
    for (const entry of entries.slice(from)) {
      if (taken.length >= limit || entry.id === before) return taken;
      taken.push(entry);
    }
  }
  return taken;
}

/** A day and more: a month may have been filed in another zone than the owner's of now. */
const zoneDoubt: Seconds = 2 * 86_400;

/** The first message of the log at a moment or later; opens only the months from there on until it is found. */
export async function since(shelf: Shelf, at: Seconds): Promise<Message | undefined> {
  const from = shelf.monthOf(at - zoneDoubt);
  const isLate = (entry: Entry) => entry.at >= at;
  for (const label of await shelf.months.labels()) {
    if (label < from) continue;
    const found = (await shelf.month(label)).find(isLate);
    if (found) return messageOf(found);
  }
  const found = shelf.recent().find(isLate);
  return found && messageOf(found);
}

function lastOf(entries: readonly Entry[], count: number): readonly Entry[] {
  return count > 0 ? entries.slice(-count) : [];
}

/** All messages of one topic, oldest first; opens only the months that hold one. */
export async function topic(shelf: Shelf, topicId: string): Promise<Message[]> {
  const messages: Message[] = [];
  const take = (entries: readonly Entry[]) => {
    for (const entry of entries) if (entry.topic === topicId) messages.push(messageOf(entry));
  };
  for (const label of await shelf.months.labels()) {
    if ((await shelf.months.topics(label)).has(topicId)) take(await shelf.month(label));
  }
  take(shelf.recent());
  return messages;
}

/** Topics in the order of their first message. */
export async function topics(shelf: Shelf): Promise<TopicInfo[]> {
  const tallies = [];
  const labels = await shelf.months.labels();
  for (const label of labels) {
    // Only the newest month can share messages with the present file, after a roll-over that was cut short.
    const shared = label === labels.at(-1) ? tally(await shelf.month(label)) : undefined;
    tallies.push(shared ?? (await shelf.months.topics(label)));
  }
  return addUp([...tallies, tally(shelf.recent())]);
}

/**
 * The log as it is when the reading begins, month by month, oldest first. `take` runs each step in the log's queue, so that
 * a slow reader holds nobody up. What is put away meanwhile is still read once.
 */
export async function* scan(
  take: <R>(step: (shelf: Shelf) => Promise<R>) => Promise<R>,
): AsyncGenerator<readonly Message[]> {
  const start = await take(async (shelf) => {
    await shelf.months.complete();
    return { shelf, rolls: shelf.rolls, recent: shelf.recent(), labels: await shelf.months.labels() };
  });
  const recentIds = new Set(start.recent.map((entry) => entry.id));
  for (const label of start.labels) {
    const entries = await take((shelf) => shelf.month(label));
    const messages = entries.filter((entry) => !recentIds.has(entry.id)).map(messageOf);
    // Others get their turn between two months, however fast the reader is.
    await setImmediate();
    if (messages.length > 0) yield messages;
  }
  const last = await take(async (shelf) => {
    const unmoved = shelf === start.shelf && shelf.rolls === start.rolls;
    return unmoved ? shelf.recent() : start.recent;
  });
  if (last.length > 0) yield last.map(messageOf);
}
