// One message as the log keeps it: its line of JSON, untouched, and the few fields that are looked up.

import { AppError } from "../error.ts";
import type { Seconds } from "../schema/common.ts";
import { Message } from "../schema/message.ts";

export type Entry = {
  id: string;
  topic: string;
  at: Seconds;
  imported: boolean;
  /** JSON on one line. An owner's own line stays as written, so unknown fields and number forms survive. */
  line: string;
};

/** A line as a person may have written it: id, time and topic may be missing and are filled in (DESIGN 3, hand edits). */
export const LooseMessage = Message.partial({ message_id: true, timestamp: true, topic_id: true });

export type Draft = {
  id: string | undefined;
  topic: string | undefined;
  at: Seconds | undefined;
  imported: boolean;
  line: string;
};

/** What completes a draft: the clock and ids come from outside (invariant 8). */
export type Fill = { now: () => Seconds; newId: () => string };

/** A fresh message each time, so that a caller may change what it was given. */
export function messageOf(entry: Entry): Message {
  return JSON.parse(entry.line) as Message;
}

/** The line of a message that is already checked. */
export function entryOf(message: Message): Entry {
  return {
    id: message.message_id,
    topic: message.topic_id,
    at: message.timestamp,
    imported: message.imported_at !== undefined,
    line: JSON.stringify(message),
  };
}

/** Lines of messages from a caller; one that does not fit the schema: AppError `invalid` with paths, so that no bad line is written. */
export function checkedEntries(messages: readonly Message[]): Entry[] {
  return messages.map((message, index) => {
    const checked = Message.safeParse(message);
    if (checked.success) return entryOf(message);
    throw new AppError("invalid", "A message does not fit its shape.", {
      details: checked.error.issues.map((issue) => ({
        path: [index, ...issue.path].join("."),
        message: issue.message,
      })),
    });
  });
}

/** The draft of a parsed value, or the first thing that keeps it from being a message. */
export function draftOf(value: unknown, line: string): Draft | { path: string; message: string } {
  const checked = LooseMessage.safeParse(value);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    return { path: issue?.path.join(".") ?? "", message: issue?.message ?? "not a message" };
  }
  const { message_id: id, topic_id: topic, timestamp: at, imported_at } = checked.data;
  return { id, topic, at, imported: imported_at !== undefined, line };
}

function nearest<V>(
  drafts: readonly Draft[],
  index: number,
  field: (draft: Draft) => V | undefined,
): V | undefined {
  for (let i = index + 1; i < drafts.length; i++) {
    const draft = drafts[i];
    const value = draft && field(draft);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * Fills what a person left out: an id, the time and topic of the line before (or after, for the first ones). A line that
 * repeats an earlier one is dropped; one that shares its id but says something else gets an id of its own, so nothing is lost.
 * `changed` tells that the file should be written again.
 */
export function complete(drafts: readonly Draft[], fill: Fill): { entries: Entry[]; changed: boolean } {
  const entries: Entry[] = [];
  const lines = new Map<string, string>();
  let changed = false;
  drafts.forEach((draft, index) => {
    const twin = draft.id === undefined ? undefined : lines.get(draft.id);
    if (twin === draft.line) {
      changed = true;
      return;
    }
    const entry = twin === undefined ? whole(draft) : undefined;
    if (entry) entries.push(entry);
    else {
      changed = true;
      const before = entries.at(-1);
      entries.push(
        filled(draft, {
          message_id: twin === undefined && draft.id !== undefined ? draft.id : fill.newId(),
          timestamp: draft.at ?? before?.at ?? nearest(drafts, index, (other) => other.at) ?? fill.now(),
          topic_id:
            draft.topic ?? before?.topic ?? nearest(drafts, index, (other) => other.topic) ?? fill.newId(),
        }),
      );
    }
    const added = entries.at(-1);
    if (added) lines.set(added.id, added.line);
  });
  return { entries, changed };
}

function whole(draft: Draft): Entry | undefined {
  const { id, topic, at, imported, line } = draft;
  return id === undefined || topic === undefined || at === undefined
    ? undefined
    : { id, topic, at, imported, line };
}

function filled(draft: Draft, given: Pick<Message, "message_id" | "timestamp" | "topic_id">): Entry {
  const { message_id, ...dated } = given;
  type Rest = Partial<Message> & Pick<Message, "role" | "content">;
  const { message_id: _replaced, ...written } = JSON.parse(draft.line) as Rest;
  return entryOf({ message_id, ...written, ...dated });
}
