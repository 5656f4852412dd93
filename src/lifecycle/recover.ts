// Brings short_term.json back in line with the log after a crash, and finds topics whose summary is owed (DESIGN 3).
import type { Deps } from "../deps.ts";
import { lostPending, rebuildShort } from "../memory/short-term.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";

/** What a restart found and mended; all false where everything stood in line. */
export type Recovery = { rebuilt: boolean; interrupted: boolean; found: number };

/**
 * Run once for each companion after a start, before its first turn. The log is the truth: the open topic is rebuilt from
 * it by topic_id, a reply that a stop tore off is marked interrupted, and topics without summary become pending again.
 */
export async function recover(deps: Deps, user: Id): Promise<Recovery> {
  const interrupted = await markInterrupted(deps, user);
  const owner = companion(user);
  const [last] = await deps.store.log.tail(user, 1);
  const short = await deps.store.read(owner, "short_term");
  const known = short.conversations.at(-1)?.message_id;
  const inLine =
    last === undefined || known === last.message_id || isSettled(short.pending, short.topic_id, last);
  const rebuilt =
    !inLine && last !== undefined && !(await isSummarised(deps, user, last.topic_id)) && !imported(last);
  const messages = rebuilt && last ? await deps.store.log.topic(user, last.topic_id) : [];
  const found = await commitRecovery(deps, user, messages, last);
  return { rebuilt, interrupted, found };
}

const imported = (message: Message) => message.imported_at !== undefined;

function isSettled(pending: readonly { topic_id: string }[], topicId: string, last: Message): boolean {
  return pending.some((waiting) => waiting.topic_id === last.topic_id) && topicId !== last.topic_id;
}

async function isSummarised(deps: Deps, user: Id, topicId: string): Promise<boolean> {
  const mid = await deps.store.read(companion(user), "mid_term");
  return mid.some((entry) => entry.topic_id === topicId) || (await archivedTopics(deps, user)).has(topicId);
}

/** Topic ids of the mid entries that moved to the archive (R18). */
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

async function commitRecovery(
  deps: Deps,
  user: Id,
  rebuiltFrom: readonly Message[],
  last: Message | undefined,
): Promise<number> {
  const owner = companion(user);
  const topics = await deps.store.log.topics(user);
  const archived = await archivedTopics(deps, user);
  const { result } = await deps.store.commit(
    owner,
    ["short_term", "mid_term"],
    { by: "system", cause: "recover" },
    ({ short_term, mid_term }) => {
      const short = rebuiltFrom.length > 0 ? rebuildShort(rebuiltFrom, short_term) : short_term;
      const summarised = new Set([...mid_term.map((entry) => entry.topic_id), ...archived]);
      const lost = lostPending(topics, summarised, short.pending, last?.topic_id ?? short.topic_id);
      if (lost.length === 0 && short === short_term) return { result: 0 };
      return {
        documents: { short_term: { ...short, pending: [...short.pending, ...lost] } },
        result: lost.length,
      };
    },
  );
  return result;
}

/** A reply whose last bubble has no `finish` was torn off by a stop of the server. */
async function markInterrupted(deps: Deps, user: Id): Promise<boolean> {
  const [last] = await deps.store.log.tail(user, 1);
  if (last?.role !== "assistant" || !last.reply_id || last.finish) return false;
  const edit: Message[] = [{ ...last, finish: "interrupted" }];
  await deps.store.log.rewrite(user, { by: "system", cause: "recover" }, { edit });
  return true;
}
