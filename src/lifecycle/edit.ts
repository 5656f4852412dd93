// Edits or deletes an old message; what was derived from it is marked to be derived again (A105, DESIGN 7).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { type ChangedMessages, type Withdrawn, withdrawDerived } from "../memory/derived.ts";
import { withChanges, withLogged } from "../memory/short-term.ts";
import { cleanIncoming } from "../memory/text.ts";
import type { Id } from "../schema/common.ts";
import type { PartKind } from "../schema/documents.ts";
import type { LongEntry } from "../schema/long-term.ts";
import type { Message } from "../schema/message.ts";
import type { MidTerm } from "../schema/mid-term.ts";
import { companion, type PartWrite } from "../store/store.ts";
import { runEdited } from "./edit-command.ts";
import { regrowFollowUps } from "./follow-ups.ts";
import { withdrawProofs } from "./keep-facts.ts";
import { dropPrefix } from "./prefix.ts";
import { ownerOf } from "./read-companion.ts";
import { lookAtPart } from "./read-part.ts";
import { type ChangedEntry, indexChanged, longEntryIds, messageEntries } from "./search-memory.ts";
import { liftUndone } from "./undo-marks.ts";
import { withdrawCoreOf } from "./withdraw-core.ts";

/** Changes the text of one message in the log and in short_term, and does what it now orders. Unknown id: `not_found`. Returns the new message. */
export async function editMessage(
  deps: Deps,
  user: Id,
  messageId: string,
  content: string,
  cause: string,
): Promise<{ message: Message; change_id: string | null }> {
  const cleaned = cleanIncoming(content);
  if (!cleaned.ok)
    throw cleaned.reason === "empty"
      ? new AppError("invalid", "The message is empty. Delete it if it should be gone.", {
          details: [{ path: "content", message: "empty" }],
        })
      : new AppError("too_large", "A message has at most 16,000 characters.");
  const before = await found(deps, user, messageId);
  const message: Message = { ...before, content: cleaned.text, edited_at: deps.clock.now() };
  const { change_id } = await deps.store.log.rewrite(user, { by: "owner", cause }, { edit: [message] });
  await follow(deps, user, { edited: [message], removed: [] }, cause);
  await runEdited(deps, user, { before, message }, cause);
  return { message, change_id };
}

/** Removes one message. Unknown id: `not_found`. */
export async function deleteMessage(
  deps: Deps,
  user: Id,
  messageId: string,
  cause: string,
): Promise<{ change_id: string | null }> {
  const before = await found(deps, user, messageId);
  const { change_id } = await deps.store.log.rewrite(user, { by: "owner", cause }, { remove: [messageId] });
  await follow(deps, user, { edited: [], removed: [before] }, cause);
  return { change_id };
}

async function found(deps: Deps, user: Id, messageId: string): Promise<Message> {
  const message = await deps.store.log.find(user, messageId);
  if (!message) throw new AppError("not_found", "There is no such message.");
  return message;
}

/** What happened to messages of the log. `edited` are messages that were changed or have come (back). */
export type LogChange = {
  edited: readonly Message[];
  /** A message that is gone; its topic where that is known. */
  removed: readonly { message_id: string; topic_id?: string }[];
};

/** How often a commit is tried while the background moves summaries to the archive. */
const mostTries = 4;

/**
 * Brings everything after a change of the log: short_term, what was derived (summaries, long entries, core memories), the
 * search index, the prefix, the other windows. The one place where this is done, whoever changed the log.
 */
export async function follow(deps: Deps, user: Id, change: LogChange, cause: string): Promise<void> {
  const changed = changedIn(change);
  const logged = await openTopicInLog(deps, user, change);
  let withdrawn: Followed | null = null;
  for (let tries = 1; withdrawn === null && tries <= mostTries; tries += 1)
    withdrawn = await commitFollowing(
      deps,
      user,
      { change, changed, logged, last: tries === mostTries },
      cause,
    );
  const long = withdrawn?.gone ?? [];
  await indexChanged(deps, user, withdrawn?.revived ?? []);
  const core = await withdrawCoreOf(deps, user, changed, cause);
  await liftUndone(deps, user, changed.edited);
  await withdrawProofs(deps, user, { edited: change.edited, removed: changed.removed }, cause);
  deps.search.update(user, messageEntries(change.edited), [
    ...changed.removed,
    ...long.flatMap(({ id }) => longEntryIds(id)),
    ...core.unseen,
  ]);
  await regrowFollowUps(deps, user, change);
  await dropPrefix(deps, user, "owner");
  await tellWindows(deps, user, change, { long_term: long.map(({ id }) => id), core_memory: core.unproven });
}

function changedIn({ edited, removed }: LogChange): ChangedMessages {
  const topics = [...edited, ...removed].flatMap(({ topic_id }) => topic_id ?? []);
  return {
    edited: new Set(edited.map(({ message_id }) => message_id)),
    removed: new Set(removed.map(({ message_id }) => message_id)),
    topics: new Set(topics),
  };
}

type Following = {
  change: LogChange;
  changed: ChangedMessages;
  logged: readonly Message[];
  /** The last try: then the archive is left as it is. */
  last: boolean;
};

/** What a commit took back, and the long entries that count again since what had ended them is gone. */
type Followed = Withdrawn & { revived: ChangedEntry[] };

/** short_term and the tiers that are made again by themselves; null where a summary went to the archive meanwhile. */
async function commitFollowing(
  deps: Deps,
  user: Id,
  { change, changed, logged, last }: Following,
  cause: string,
): Promise<Followed | null> {
  const owner = companion(user);
  const seen = await deps.store.read(owner, "mid_term");
  const archive = last ? new Map<string, MidTerm>() : await archivesOf(deps, user, changed);
  const { result } = await deps.store.commit(
    owner,
    ["mid_term", "long_term", "short_term"],
    { by: "system", cause },
    ({ short_term, ...tiers }) => {
      const there = new Set(tiers.mid_term.map(({ id }) => id));
      if (!last && !seen.every(({ id }) => there.has(id))) return { result: null };
      const short = withLogged(withChanges(short_term, change.edited, changed.removed), logged);
      const withdrawn = withdrawDerived({ ...tiers, archive }, changed);
      const { mid_term, long_term } = withdrawn;
      return {
        parts: [
          ...[...withdrawn.archive].map(([name, left]) =>
            partOf("mid_term_archive", name, left.length > 0 ? left : null),
          ),
          ...withdrawn.gone.map(({ detail_file }) => partOf("long_term_details", detail_file, null)),
        ],
        documents: { mid_term, long_term, short_term: short },
        result: { ...withdrawn, revived: long_term.flatMap((entry) => revivedIn(tiers.long_term, entry)) },
      };
    },
  );
  return result;
}

function revivedIn(before: readonly LongEntry[], entry: LongEntry): ChangedEntry[] {
  return before.includes(entry) ? [] : [{ document: "long_term", entry: entry.id }];
}

function partOf(kind: PartKind, name: string, content: unknown): PartWrite {
  return { kind, name, content };
}

/** The archived summaries by file; not read where only the open topic changed, which nothing was made of yet. */
async function archivesOf(deps: Deps, user: Id, changed: ChangedMessages): Promise<Map<string, MidTerm>> {
  const owner = companion(user);
  const archives = new Map<string, MidTerm>();
  const { topic_id } = await deps.store.read(owner, "short_term");
  if (changed.topics.size > 0 && [...changed.topics].every((topic) => topic === topic_id)) return archives;
  for (const name of await deps.store.parts.list(owner, "mid_term_archive")) {
    // A broken month stays as it is, and keeps nobody from putting a message right.
    const entries = await lookAtPart<MidTerm>(deps, user, "mid_term_archive", name);
    if (entries) archives.set(name, entries);
  }
  return archives;
}

/** The open topic as the log has it, where a message of it came that short_term does not know; else nothing. */
async function openTopicInLog(deps: Deps, user: Id, change: LogChange): Promise<Message[]> {
  const { topic_id, conversations } = await deps.store.read(companion(user), "short_term");
  const known = new Set(conversations.map(({ message_id }) => message_id));
  const came = change.edited.some((one) => one.topic_id === topic_id && !known.has(one.message_id));
  return came ? deps.store.log.topic(user, topic_id) : [];
}

async function tellWindows(
  deps: Deps,
  user: Id,
  { edited, removed }: LogChange,
  gone: Record<"long_term" | "core_memory", readonly string[]>,
): Promise<void> {
  const owner = await ownerOf(deps, user);
  const tell = (document: string, entry_id: string, kind: "changed" | "removed") =>
    deps.publish(owner, { event: "memory-change", data: { document, entry_id, kind } }, user);
  for (const { message_id } of edited) tell("conversation", message_id, "changed");
  for (const { message_id } of removed) tell("conversation", message_id, "removed");
  for (const document of ["long_term", "core_memory"] as const)
    for (const id of gone[document]) tell(document, id, "removed");
}
