// The log of one companion on files: what was said, appended in place, kept by month, never lost (DESIGN 3, R18).

import type { Edit } from "../schema/change.ts";
import type { Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { type LogDisk, openDisk } from "./log-disk.ts";
import type { LogContext } from "./log-file.ts";
import { find, page, scan, since, topic, topics } from "./log-read.ts";
import { Shelf } from "./log-shelf.ts";
import { fileStates, type Revisions } from "./log-state.ts";
import { append, merge, rewrite } from "./log-write.ts";
import { createQueue } from "./serial.ts";
import type { FileState, LogRewrite, TopicInfo } from "./store.ts";

export type LogOptions = {
  /** The companion's folder. */
  folder: string;
  /** IANA name of the owner's zone; it only decides which month a message is filed under. */
  zone: () => string;
  now: () => Seconds;
  newId: () => string;
  /** Told when something unreadable was cut off: name of the log file, and a sentence for people that says where it is kept. */
  onRecovered?: (name: string, reason: string) => void;
  /** Characters of months put away that stay in memory. Default 16 million, some ten years of daily talk. */
  room?: number;
  /** The disk, where a test wants another one. */
  disk?: LogDisk;
};

/**
 * `Log` of the port for one companion, with the same promises. Calls may come at any time: they run one after the other.
 * Hand edits are found at every call (inode, size, time of the file); they wait until `refresh` is asked for them.
 * What was last seen lives in memory: edits made while the server is stopped, or in a month that is not in memory, are the
 * owner's and are taken as they are, without a report.
 */
export type CompanionLog = {
  append(messages: readonly Message[]): Promise<void>;
  find(id: string): Promise<Message | undefined>;
  tail(count: number): Promise<Message[]>;
  page(at: { before?: string; after?: string; limit: number }): Promise<Message[]>;
  since(at: Seconds): Promise<Message | undefined>;
  topic(topicId: string): Promise<Message[]>;
  topics(): Promise<TopicInfo[]>;
  scan(): AsyncIterable<readonly Message[]>;
  merge(
    messages: readonly Message[],
    before?: ReadonlyMap<string, string>,
  ): Promise<{ added: number; skipped: number }>;
  /**
   * `before` is given the edits before any file is touched (the write-ahead change line); where it throws nothing is changed.
   * It must not call this log. Unknown ids: AppError `not_found`; a damaged file: `damaged`. Nothing to change: [] and no call.
   */
  rewrite(change: LogRewrite, before: (edits: Edit[]) => Promise<void>): Promise<Edit[]>;
  /**
   * Looks at every file, or at the newest and the named one ("conversations/2026-03.json"), and gives the hand edits found
   * since the last call, document "conversation", entry = message_id.
   */
  refresh(name?: string): Promise<{ edits: Edit[] }>;
  /** conversation.json and each month, as far as they are there. */
  files(): Promise<FileState[]>;
  /** Waits for what runs and lets go of memory; the next call opens the log again. */
  close(): Promise<void>;
};

/** Opens lazily: nothing is read before the first call. One companion; one log for each folder. */
export function openLog(options: LogOptions): CompanionLog {
  const disk = options.disk ?? openDisk(options.folder);
  const edits: Edit[] = [];
  const context: LogContext = {
    disk,
    fill: { now: options.now, newId: options.newId },
    found: (more) => edits.push(...more),
    recovered: (name, reason) => options.onRecovered?.(name, reason),
  };
  const openShelf = () => new Shelf(context, options.zone, options.room ?? 16_000_000);
  const revisions: Revisions = new Map();
  const queue = createQueue();
  let shelf = openShelf();
  const alone = <R>(work: () => Promise<R>) => queue.run("log", work);
  const settled = <R>(work: (shelf: Shelf) => Promise<R>) =>
    alone(async () => {
      await shelf.settle();
      return work(shelf);
    });
  return {
    append: (messages) => alone(() => append(shelf, messages)),
    find: (id) => settled(() => find(shelf, id)),
    tail: (count) => settled(() => page(shelf, { limit: count })),
    page: (at) => settled(() => page(shelf, at)),
    since: (at) => settled(() => since(shelf, at)),
    topic: (topicId) => settled(() => topic(shelf, topicId)),
    topics: () => settled(() => topics(shelf)),
    scan: () => scan(settled),
    merge: (messages, before) => alone(() => merge(shelf, messages, options.now(), before)),
    rewrite: (change, before) => alone(() => rewrite({ shelf, disk, now: options.now() }, change, before)),
    refresh: (name) =>
      settled(async () => {
        await shelf.months.refresh(name);
        return { edits: edits.splice(0) };
      }),
    files: () => alone(() => fileStates(shelf, disk, revisions)),
    close: () =>
      alone(async () => {
        shelf = openShelf();
        revisions.clear();
      }),
  };
}
