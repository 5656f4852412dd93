// THE PORT of storage. Engines: files.ts (the product), test/support/map-store.ts (tests). One contract suite runs on both.

import type { Change, ChangeAuthor } from "../schema/change.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { DocumentName, Documents, DocumentsOf, OwnerKind, PartKind } from "../schema/documents.ts";
import type { Message } from "../schema/message.ts";
import type { WholeFolders } from "./folders.ts";

/** Whose folder: a companion's, an account's, or the house's own (models, secrets, invites). */
export type Owner<O extends OwnerKind = OwnerKind> = { kind: O; id: Id };

export const companion = (id: Id): Owner<"companion"> => ({ kind: "companion", id });
export const account = (id: Id): Owner<"account"> => ({ kind: "account", id });
export const house: Owner<"house"> = { kind: "house", id: "house" };

export type CommitMeta = {
  /** Id of the change line, where an entry has to name it as its evidence; made by the engine otherwise. */
  id?: string;
  by: ChangeAuthor;
  /** Message, topic or request id that led to this commit. */
  cause: string;
  /** Revision that a named document must still have, else AppError `stale` (If-Match). */
  expect?: Partial<Record<DocumentName, string>>;
  /** Id of the change that this commit reverses. */
  undoes?: string;
  /** An erasure: its change line never holds the texts, `before` and `after` are null and it is marked `erased`. */
  erased?: true;
};

/** `content: null` removes the part. JSON parts are checked against their schema, text parts are strings. */
export type PartWrite = { kind: PartKind; name: string; content: unknown };

export type Changed<K extends DocumentName, R> = {
  /** New values of the named documents that change; a document left out, or equal, is not written. */
  documents?: Partial<Pick<Documents, K>>;
  /** Parts are written before the documents, in this order. */
  parts?: readonly PartWrite[];
  result: R;
};

export type Committed<R> = {
  result: R;
  /** Id of its line in the change log; null where nothing logged was changed. */
  change_id: string | null;
};

export type FileState = {
  /** "mid_term.json", "long_term_details/2026-03-15_….json" */
  name: string;
  revision: string;
  bytes: number;
  modified_at: Seconds;
  valid: boolean;
  /** Where the file does not parse or fit. `last_good` is true where a good copy is in use meanwhile. */
  error?: {
    /** For programs and for the page's own words: why the file cannot be used. */
    reason?: "syntax" | "shape" | "unreadable" | "link" | "newer";
    message: string;
    line: number;
    column: number;
    path?: string;
    last_good: boolean;
  };
  /** What is odd but readable, e.g. a doubled key, or a mark that the next write would drop. */
  warnings?: string[];
};

export type StoreEvent = {
  owner: Owner;
  /** "hand": the owner saved the file in an editor; "commit": through this port; "damaged" / "mended": a file's state. */
  kind: "commit" | "hand" | "damaged" | "mended";
  document: string;
  entries: { id: string; kind: "added" | "changed" | "removed" }[];
  error?: FileState["error"];
  /** With "mended": fields that a hand had changed and may not, and that were put back. */
  restored?: readonly string[];
};

export type TopicInfo = {
  topic_id: string;
  started_at: Seconds;
  ended_at: Seconds;
  message_count: number;
  /** True where its messages came by import. */
  imported: boolean;
};

/**
 * The log of one companion (invariant 1). Order is array position. Messages handed out are never changed by the engine
 * afterwards, and changing them does not change the store.
 */
export type Log = {
  /**
   * Appends in the order given; durable (fdatasync) when it resolves. A message_id that is already there:
   * AppError `conflict`, nothing is appended. Disk refuses: AppError `storage`, the log is as before.
   */
  append(user: Id, messages: readonly Message[]): Promise<void>;
  find(user: Id, messageId: string): Promise<Message | undefined>;
  /** The newest `count`, oldest first. Reads no older month than it needs. */
  tail(user: Id, count: number): Promise<Message[]>;
  /** At most `limit` messages before (or after) a message, oldest first; without a mark the newest. Unknown mark: `not_found`. */
  page(user: Id, at: { before?: string; after?: string; limit: number }): Promise<Message[]>;
  /** The first message, in the order of the log, that was said at a moment or later; undefined where there is none. */
  since(user: Id, at: Seconds): Promise<Message | undefined>;
  /** All messages of one topic, oldest first. */
  topic(user: Id, topicId: string): Promise<Message[]>;
  /** Topics in the order of their first message. */
  topics(user: Id): Promise<TopicInfo[]>;
  /** The whole log month by month, oldest first. */
  scan(user: Id): AsyncIterable<readonly Message[]>;
  /** Dated history: sorted into months by timestamp, merged by message_id (an id that is there is skipped). Durable when it resolves. */
  merge(
    user: Id,
    messages: readonly Message[],
    /** Where given, what was added becomes a change line: a deletion that is undone (imports are not logged). */
    meta?: CommitMeta,
    /** Message id -> the message it stands right before, where that is still there: its place goes before its time. */
    before?: ReadonlyMap<string, string>,
  ): Promise<{ added: number; skipped: number; change_id?: string }>;
  /**
   * Changes, removes or adds messages by id; one change line, rewrites only the months concerned. Unknown ids are `not_found`. The
   * edit of a removed message names the one that followed it in `next` (null at the end), so that an undo finds its place.
   */
  rewrite(user: Id, meta: CommitMeta, change: LogRewrite): Promise<Committed<void>>;
};

/** What becomes of the messages of a log in one change. */
export type LogRewrite = {
  edit?: readonly Message[];
  remove?: readonly string[];
  /** Messages that come (back); an id that is there is passed over. */
  add?: readonly Message[];
  /** Id of an added message -> the message it stands right before, also one that goes; its time decides where that is not there. */
  before?: ReadonlyMap<string, string>;
  /** Ids out of `edit` that were said for the sake of this change: their edits say `came`, and an undo takes them out again. */
  came?: readonly string[];
};

export type Store = {
  /** Ids of the companions or accounts that are there (not those in the trash), sorted. */
  list(kind: "companion" | "account"): Promise<Id[]>;
  exists(owner: Owner): Promise<boolean>;
  /** Makes the folder with these documents, and a companion's picture, all or nothing. There already: AppError `conflict`. */
  create<O extends OwnerKind>(
    owner: Owner<O>,
    documents: Partial<Pick<Documents, DocumentsOf<O>>>,
    picture?: Uint8Array,
  ): Promise<void>;
  /** A fresh copy. A missing file is the empty value; a damaged one its last good version. No such owner: `not_found`. */
  read<O extends OwnerKind, K extends DocumentsOf<O>>(owner: Owner<O>, name: K): Promise<Documents[K]>;
  /** The value in use itself, for those who only look: as `read`, without a copy. It is frozen, a change of it throws. */
  view<O extends OwnerKind, K extends DocumentsOf<O>>(owner: Owner<O>, name: K): Promise<Documents[K]>;
  /** Takes in what a hand did to these documents, as `read` does, without a copy of them; of a companion also to the log's newest file. */
  look<O extends OwnerKind, K extends DocumentsOf<O>>(owner: Owner<O>, names: readonly K[]): Promise<void>;
  /** Content hash of what `read` gives now. */
  revision(owner: Owner, name: DocumentName): Promise<string>;
  /**
   * Reads the named documents, calls `change` once, synchronously, in the owner's own queue, and writes what changed:
   * the change line first, then parts, then documents in the order of `names`; each file by temporary file, fsync, rename.
   * Hand edits made meanwhile are merged before `change` sees the documents. A value that does not fit its schema:
   * AppError `invalid` with paths, nothing written. A named document that is damaged: it takes the commit on its last good
   * version in `.recovered/` until the file is mended; with no good version AppError `damaged`.
   */
  commit<O extends OwnerKind, K extends DocumentsOf<O>, R>(
    owner: Owner<O>,
    names: readonly K[],
    meta: CommitMeta,
    change: (documents: Pick<Documents, K>) => Changed<K, R>,
  ): Promise<Committed<R>>;

  log: Log;

  /** Named parts; they are written by `commit` only. */
  parts: {
    list(owner: Owner<"companion">, kind: PartKind): Promise<string[]>;
    /** The parsed JSON or the text; undefined where there is none. A name that leaves its folder is `not_found`. */
    read(owner: Owner<"companion">, kind: PartKind, name: string): Promise<unknown>;
  };

  /** Derived text in `.cache/`; may vanish at any time; not durable. */
  cache: {
    read(owner: Owner, name: string): Promise<string | undefined>;
    write(owner: Owner, name: string, text: string | undefined): Promise<void>;
  };

  /** Lines of the change log, newest first. */
  changes(owner: Owner<"companion">, page: { before?: string; limit: number }): Promise<Change[]>;
  change(owner: Owner<"companion">, id: string): Promise<Change | undefined>;

  /** What an erasure needs besides commits (invariant 4). Both may be repeated. */
  erase: {
    /** Empties the edits of each change line for which `holds` is true (`before` and `after` null, `erased: true`). Answers how many. */
    changes(owner: Owner<"companion">, holds: (change: Change) => boolean): Promise<number>;
    /** Removes each side file of a repair whose text (or name) holds what must go, and all derived text. Answers the names of the side files. */
    sideFiles(owner: Owner<"companion">, holds: (text: string) => boolean): Promise<string[]>;
    /** Removes each copy in the trash that bears this id and has a file whose text (or name) holds what must go. Answers their names. */
    trash(id: Id, holds: (text: string) => boolean): Promise<string[]>;
  };

  /** Every file of the owner, with revision and state. */
  files(owner: Owner<"companion">): Promise<FileState[]>;
  /** One file with its text as it stands on the disk; undefined where there is none or the name is no file of the folder. */
  file(owner: Owner<"companion">, name: string): Promise<(FileState & { content: string }) | undefined>;

  /** Moves a companion to the trash, back, or away for good. */
  trash(id: Id): Promise<void>;
  restore(id: Id): Promise<void>;
  /** `name`: as its config has it; "" where that cannot be read. */
  trashed(): Promise<{ id: Id; trashed_at: Seconds; owner: string | null; name: string }[]>;
  remove(owner: Owner, options?: { fromTrash?: boolean }): Promise<void>;

  /** Folders as files: for exports, backups, imports and moves. */
  folders: WholeFolders;

  /** Called after each change that others should know of. Returns the way to stop. */
  subscribe(listener: (event: StoreEvent) => void): () => void;
  /** Waits for what is being written, stops the watcher, gives the lock back. */
  close(): Promise<void>;
};
