// The message log of the map store: an array in the order of the log.
import { AppError } from "../../src/error.ts";
import type { Change, Edit } from "../../src/schema/change.ts";
import type { Id, Seconds } from "../../src/schema/common.ts";
import type { DocumentName } from "../../src/schema/documents.ts";
import { type Message, MessageLog } from "../../src/schema/message.ts";
import { isObject, plainJson, sameJson } from "../../src/store/canonical.ts";
import { withoutText } from "../../src/store/change-log.ts";
import type { CommitMeta, Log, LogRewrite, TopicInfo } from "../../src/store/store.ts";

export type Shelf = {
  documents: Map<DocumentName, unknown>;
  parts: Map<string, unknown>;
  cache: Map<string, string>;
  changes: Change[];
  messages: Message[];
};

export type MapStoreOptions = { clock: { now(): Seconds }; newId(): string };

export const newShelf = (): Shelf => ({
  documents: new Map(),
  parts: new Map(),
  cache: new Map(),
  changes: [],
  messages: [],
});

/** Lines of change logs as both `commit` and the log's `rewrite` write them. */
export function addLine(
  options: MapStoreOptions,
  shelf: Shelf,
  meta: CommitMeta,
  edits: Edit[],
): string | null {
  if (edits.length === 0) return null;
  const { by, cause, undoes, erased } = meta;
  const kept = erased ? edits.map(withoutText) : edits;
  const change: Change = {
    id: meta.id ?? options.newId(),
    at: options.clock.now(),
    by,
    cause,
    edits: structuredClone(kept),
  };
  shelf.changes.push({ ...change, ...(undoes ? { undoes } : {}), ...(erased ? { erased } : {}) });
  return change.id;
}

type Use = <T>(user: Id, work: (shelf: Shelf) => T | Promise<T>) => Promise<T>;

const copy = <T>(value: T): T => structuredClone(value);

function refuseMisfits(messages: readonly Message[]): void {
  if (!MessageLog.safeParse(messages).success) throw new AppError("invalid", "A message does not fit.");
}

function refuseKnown(shelf: Shelf, messages: readonly Message[]): void {
  const known = new Set(shelf.messages.map((message) => message.message_id));
  for (const { message_id } of messages) {
    if (known.has(message_id)) throw new AppError("conflict", "There is a message by this id already.");
    known.add(message_id);
  }
}

function topicsOf(messages: readonly Message[]): TopicInfo[] {
  const topics = new Map<string, TopicInfo>();
  for (const { topic_id, timestamp, imported_at } of messages) {
    const topic = topics.get(topic_id) ?? {
      topic_id,
      started_at: timestamp,
      ended_at: timestamp,
      message_count: 0,
      imported: imported_at !== undefined,
    };
    topic.ended_at = Math.max(topic.ended_at, timestamp);
    topic.started_at = Math.min(topic.started_at, timestamp);
    topic.message_count += 1;
    topics.set(topic_id, topic);
  }
  return [...topics.values()];
}

function pageOf(
  messages: readonly Message[],
  at: { before?: string; after?: string; limit: number },
): Message[] {
  const mark = at.before ?? at.after;
  const index = mark === undefined ? messages.length : messages.findIndex((one) => one.message_id === mark);
  if (index < 0) throw new AppError("not_found", "No such message.");
  if (at.after !== undefined && at.before === undefined)
    return messages.slice(index + 1, index + 1 + at.limit);
  return messages.slice(Math.max(0, index - at.limit), index);
}

function planned(shelf: Shelf, change: LogRewrite): Edit[] {
  const wanted: [string, Message | null][] = [
    ...(change.edit ?? []).map((message): [string, Message] => [message.message_id, message]),
    ...(change.remove ?? []).map((id): [string, null] => [id, null]),
  ];
  const gone = new Set(change.remove);
  const edits = wanted.map(([entry, after]) => {
    const at = shelf.messages.findIndex((message) => message.message_id === entry);
    const before = shelf.messages[at];
    if (!before) throw new AppError("not_found", "No such message.");
    const next = shelf.messages.slice(at + 1).find(({ message_id }) => !gone.has(message_id))?.message_id;
    const place = after ? {} : { next: next ?? null };
    const mark = change.came?.includes(entry) ? { came: true } : {};
    return { document: "conversation", entry, before, after: after && plainJson(after), ...place, ...mark };
  });
  const known = new Set(shelf.messages.map(({ message_id }) => message_id));
  const added = (change.add ?? [])
    .filter(({ message_id }) => !known.has(message_id))
    .map((message) => ({
      document: "conversation",
      entry: message.message_id,
      before: null,
      after: plainJson(message),
      next: change.before?.get(message.message_id) ?? null,
    }));
  const real = edits.filter((edit) => "came" in edit || !sameJson(edit.before, edit.after));
  return [...real, ...added];
}

function insert(shelf: Shelf, message: Message, next: unknown): void {
  const anchor = shelf.messages.findIndex((one) => one.message_id === next);
  const at = shelf.messages.findLastIndex((one) => one.timestamp <= message.timestamp);
  shelf.messages.splice(anchor === -1 ? at + 1 : anchor, 0, message);
}

/** The port's log over the shelves of the map store. */
export function mapLog(
  options: MapStoreOptions,
  use: Use,
  tell: (user: Id, edits: readonly Edit[]) => void,
): Log {
  const added = (message: Message): Edit => ({
    document: "conversation",
    entry: message.message_id,
    before: null,
    after: message,
  });
  return {
    append: (user, messages) =>
      use(user, (shelf) => {
        refuseMisfits(messages);
        refuseKnown(shelf, messages);
        shelf.messages.push(...copy(messages));
        tell(user, messages.map(added));
      }),
    find: (user, id) =>
      use(user, (shelf) => copy(shelf.messages.find((message) => message.message_id === id))),
    tail: (user, count) => use(user, (shelf) => copy(count > 0 ? shelf.messages.slice(-count) : [])),
    page: (user, at) => use(user, (shelf) => copy(pageOf(shelf.messages, at))),
    since: (user, at) =>
      use(user, (shelf) => copy(shelf.messages.find((message) => message.timestamp >= at))),
    topic: (user, id) =>
      use(user, (shelf) => copy(shelf.messages.filter((message) => message.topic_id === id))),
    topics: (user) => use(user, (shelf) => topicsOf(shelf.messages)),
    async *scan(user) {
      const messages = await use(user, (shelf) => copy(shelf.messages));
      if (messages.length > 0) yield messages;
    },
    merge: (user, messages, meta, before) =>
      use(user, (shelf) => {
        refuseMisfits(messages);
        const known = new Set(shelf.messages.map((message) => message.message_id));
        const fresh: Message[] = [];
        for (const message of messages) {
          if (known.has(message.message_id)) continue;
          known.add(message.message_id);
          fresh.push(copy(message));
        }
        for (const message of fresh.toSorted((a, b) => a.timestamp - b.timestamp)) {
          insert(shelf, message, before?.get(message.message_id));
        }
        if (fresh.length > 0) tell(user, []);
        const edits = fresh.map(
          (one): Edit => ({ document: "conversation", entry: one.message_id, before: null, after: one }),
        );
        const change_id = meta ? addLine(options, shelf, meta, edits) : null;
        return {
          added: fresh.length,
          skipped: messages.length - fresh.length,
          ...(change_id ? { change_id } : {}),
        };
      }),
    rewrite: (user, meta, change) =>
      use(user, (shelf) => {
        const edits = planned(shelf, change);
        const id = addLine(options, shelf, meta, edits);
        for (const { before, after, next } of edits)
          if (before === null) insert(shelf, after as Message, next);
        for (const { entry, after } of edits) {
          const at = shelf.messages.findIndex((message) => message.message_id === entry);
          if (isObject(after)) shelf.messages.splice(at, 1, after as Message);
          else shelf.messages.splice(at, 1);
        }
        if (edits.length > 0) tell(user, edits);
        return { result: undefined, change_id: id };
      }),
  };
}
