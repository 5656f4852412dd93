// Brings short_term.json back in line with the log after a crash, and finds topics whose summary is owed (DESIGN 3).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { lostPending, rebuildShort, showsAll } from "../memory/short-term.ts";
import type { Edit } from "../schema/change.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { ShortTerm } from "../schema/short-term.ts";
import { companion } from "../store/store.ts";

/** What a restart found and mended; all false where everything stood in line. */
export type Recovery = { rebuilt: boolean; interrupted: boolean; found: number };

/**
 * Run once for each companion after a start, before its first turn. The log is the truth: the open topic is rebuilt from
 * it by topic_id, a reply that a stop tore off is marked interrupted, and topics without summary become pending again.
 */
export async function recover(deps: Deps, user: Id): Promise<Recovery> {
  const interrupted = await markInterrupted(deps, user);
  return { interrupted, ...(await bringInLine(deps, user)) };
}

export type LineOptions = {
  /** The owner has just written short_term: the topic that it names is the open one, whatever the log ends with. */
  chosen?: boolean;
};

/**
 * Brings short_term in line with the log: the open topic whole, and every topic pending that has no summary and is neither
 * open nor imported as unsummarised (invariant 1). Run between turns: after a start, after whatever may leave a topic
 * behind (an owner's write or undo, a turn that failed), and wherever short_term does not know the log's last message.
 */
export async function bringInLine(
  deps: Deps,
  user: Id,
  options: LineOptions = {},
): Promise<{ rebuilt: boolean; found: number }> {
  const owner = companion(user);
  const short = await deps.store.read(owner, "short_term");
  const chosen = options.chosen === true && short.topic_id !== "";
  const logged = await openInLog(deps, user, short, chosen);
  const rebuilt = logged.length > 0;
  const topics = await deps.store.log.topics(user);
  const settled = await elsewhere(deps, user);
  const { result } = await deps.store.commit(
    owner,
    ["short_term", "mid_term"],
    { by: "system", cause: "recover" },
    ({ short_term, mid_term }) => {
      const now = rebuilt ? rebuildShort(logged, short_term) : short_term;
      const summarised = new Set([...mid_term.map((entry) => entry.topic_id), ...settled.topics]);
      const lost = settled.whole ? lostPending(topics, summarised, now.pending, now.topic_id, !chosen) : [];
      if (lost.length === 0 && !rebuilt) return { result: 0 };
      return {
        documents: { short_term: { ...now, pending: [...now.pending, ...lost] } },
        result: lost.length,
      };
    },
  );
  return { rebuilt, found: result };
}

/** short_term, brought in line first where it does not know the log's last message: its turn failed to write it. */
export async function currentShort(deps: Deps, user: Id): Promise<ShortTerm> {
  const owner = companion(user);
  const short = await deps.store.view(owner, "short_term");
  const [last] = await deps.store.log.tail(user, 1);
  if (last === undefined || short.conversations.some(({ message_id }) => message_id === last.message_id))
    return short;
  if (last.topic_id !== short.topic_id && (await isSettled(deps, user, short, last))) return short;
  await bringInLine(deps, user);
  return deps.store.view(owner, "short_term");
}

/** All messages of the topic that should be open, or none where short_term shows them already. */
async function openInLog(deps: Deps, user: Id, short: ShortTerm, chosen: boolean): Promise<Message[]> {
  const [last] = await deps.store.log.tail(user, 1);
  if (last === undefined) return [];
  const stays = chosen || last.topic_id === short.topic_id || (await isSettled(deps, user, short, last));
  const logged = await deps.store.log.topic(user, stays ? short.topic_id : last.topic_id);
  return stays && showsAll(short, logged) ? [] : logged;
}

/** True where the topic of the log's last message is over: it waits for its summary, has it, or is not to have one. */
async function isSettled(deps: Deps, user: Id, short: ShortTerm, last: Message): Promise<boolean> {
  if (last.imported_at !== undefined) return true;
  if (short.pending.some(({ topic_id }) => topic_id === last.topic_id)) return true;
  const mid = await deps.store.view(companion(user), "mid_term");
  return (
    mid.some(({ topic_id }) => topic_id === last.topic_id) ||
    (await elsewhere(deps, user)).topics.has(last.topic_id)
  );
}

/**
 * Topics whose summary is archived (R18), or was taken away by the owner for good (`topic_ids` of erased.json). Not `whole`
 * while an archived month is broken: it keeps nobody from talking, and nothing of it is taken for unsummarised.
 */
async function elsewhere(deps: Deps, user: Id): Promise<{ topics: Set<string>; whole: boolean }> {
  const { topic_ids } = await deps.store.read(companion(user), "erased");
  try {
    return { topics: new Set([...topic_ids, ...(await archivedTopics(deps, user))]), whole: true };
  } catch (error) {
    if (error instanceof AppError && error.code === "damaged")
      return { topics: new Set(topic_ids), whole: false };
    throw error;
  }
}

/**
 * Remembers in erased.json (ids that must not come back) the topics whose summary a change of mid_term took away, so that no
 * step makes it again, and forgets those whose summary it brought back. `deliberate`: false for the undo of a summary that
 * the background made: that topic is owed a summary again.
 */
export async function noteRemovedSummaries(
  deps: Deps,
  user: Id,
  edits: readonly Edit[],
  deliberate: boolean,
): Promise<void> {
  const ofMid = edits.filter(({ document }) => /^mid_term(?:_archive\/|$)/.test(document));
  const before = new Set(ofMid.flatMap((edit) => topicsIn(edit.before)));
  const after = new Set(ofMid.flatMap((edit) => topicsIn(edit.after)));
  const removed = deliberate ? [...before].filter((topic) => !after.has(topic)) : [];
  if (removed.length + after.size === 0) return;
  const meta = { by: "system" as const, cause: "removed-summary" };
  await deps.store.commit(companion(user), ["erased"], meta, ({ erased }) => {
    const kept = erased.topic_ids.filter((topic) => !after.has(topic));
    return {
      documents: { erased: { ...erased, topic_ids: [...new Set([...kept, ...removed])] } },
      result: undefined,
    };
  });
}

/** Topic ids of a summary, or of a list of them, as an edit holds them. */
function topicsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(topicsIn);
  if (typeof value !== "object" || value === null || !("topic_id" in value)) return [];
  return typeof value.topic_id === "string" ? [value.topic_id] : [];
}

/** Topic ids of the mid entries that moved to the archive (R18). A broken month: AppError `damaged`. */
export async function archivedTopics(deps: Deps, user: Id): Promise<Set<string>> {
  const owner = companion(user);
  const topics = new Set<string>();
  for (const name of await deps.store.parts.list(owner, "mid_term_archive")) {
    const entries = (await deps.store.parts.read(owner, "mid_term_archive", name)) as
      | { topic_id: string }[]
      | undefined;
    for (const entry of entries ?? []) topics.add(entry.topic_id);
  }
  return topics;
}

/** A reply whose last bubble has no `finish` was torn off by a stop of the server. */
async function markInterrupted(deps: Deps, user: Id): Promise<boolean> {
  const [last] = await deps.store.log.tail(user, 1);
  if (last?.role !== "assistant" || !last.reply_id || last.finish) return false;
  const edit: Message[] = [{ ...last, finish: "interrupted" }];
  await deps.store.log.rewrite(user, { by: "system", cause: "recover" }, { edit });
  return true;
}
