// The log of one companion on files: what was said, appended in place, kept by month, never lost (DESIGN 3, R18).

import type { Edit } from "../schema/change.ts";
import type { Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { FileState, TopicInfo } from "./store.ts";

export type LogOptions = {
  /** The companion's folder. */
  folder: string;
  /** IANA name of the owner's zone; it only decides which month a message is filed under. */
  zone: () => string;
  now: () => Seconds;
  newId: () => string;
  /** Told when something unreadable was cut off and kept in .recovered/: name of the log file, why, and where it is kept. */
  onRecovered?: (name: string, reason: string) => void;
};

export type CompanionLog = {
  append(messages: readonly Message[]): Promise<void>;
  find(id: string): Promise<Message | undefined>;
  tail(count: number): Promise<Message[]>;
  page(at: { before?: string; after?: string; limit: number }): Promise<Message[]>;
  topic(topicId: string): Promise<Message[]>;
  topics(): Promise<TopicInfo[]>;
  scan(): AsyncIterable<readonly Message[]>;
  merge(messages: readonly Message[]): Promise<{ added: number; skipped: number }>;
  rewrite(
    change: { edit?: readonly Message[]; remove?: readonly string[] },
    before: (edits: Edit[]) => Promise<void>,
  ): Promise<Edit[]>;
  refresh(): Promise<{ edits: Edit[] }>;
  files(): Promise<FileState[]>;
  close(): Promise<void>;
};

/** Opens lazily; one companion. */
export function openLog(_options: LogOptions): CompanionLog {
  throw new Error("not written yet");
}
