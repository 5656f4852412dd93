// Brings dated history in: into the log by time, ids kept, repeatable; summaries as asked (DESIGN 7, import).
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { isClosed, joinTurn } from "../memory/join.ts";
import { endTopic } from "../memory/short-term.ts";
import { cleanIncoming } from "../memory/text.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Erased } from "../schema/ledger.ts";
import type { Message } from "../schema/message.ts";
import { cleanText } from "../schema/request.ts";
import type { ImportTopic } from "../schema/request-import.ts";
import type { PendingTopic, ShortTerm } from "../schema/short-term.ts";
import { companion } from "../store/store.ts";
import { judgeBond } from "./bond.ts";
import { saidMark } from "./erase-marks.ts";
import { faultOf } from "./fault.ts";
import { beginImport, dropImport, endImport, type ImportRun } from "./import-job.ts";
import { dropPrefix } from "./prefix.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { archivedTopics } from "./recover.ts";
import { summariseImported } from "./summarise-imported.ts";

export type ImportResult = { messages: number; topics: number; skipped: number };

/** A topic that came whole; `message_id` is one of its messages. */
type Ended = { topic_id: string; ended_at: Seconds; count: number; message_id: string };

/** Messages handed to the log at once: few rewrites of a month, bounded memory. */
const batchMessages = 20_000;
/** And so many characters, where messages are long. */
const batchCharacters = 4_000_000;

/**
 * Imports topics as they come. Messages without an id get one from their content, so that importing twice adds nothing.
 * Ids that were erased do not come back. Topics are closed unless the last says `open`. Cancelled, or failed: what has come goes
 * again, and nothing is left of it. What `run.inOrder` holds between turns are the writes alone: a slow file holds up nobody.
 */
export async function importTopics(
  deps: Deps,
  user: Id,
  topics: AsyncIterable<ImportTopic> | Iterable<ImportTopic>,
  summarise: "none" | "extractive" | "model",
  run: ImportRun,
): Promise<ImportResult> {
  await run.inOrder(() => beginImport(deps, user, run));
  try {
    const result = await bringIn(deps, user, topics, summarise, run);
    await run.inOrder(() => endImport(deps, user, run.id, result));
    return result;
  } catch (error) {
    await run
      .inOrder(() => dropImport(deps, user, run.id))
      .catch((second: unknown) =>
        deps.log.warn({ user, ...faultOf(second) }, "an import that failed is taken back later"),
      );
    throw error;
  }
}

async function bringIn(
  deps: Deps,
  user: Id,
  topics: AsyncIterable<ImportTopic> | Iterable<ImportTopic>,
  summarise: "none" | "extractive" | "model",
  run: ImportRun,
): Promise<ImportResult> {
  const reader = await readCompanion(deps, user);
  const gone = await deps.store.read(companion(user), "erased");
  const isErased = erasedIn(gone);
  const unsummarised = new Set(gone.topic_ids);
  const at = deps.clock.now();
  const result: ImportResult = { messages: 0, topics: 0, skipped: 0 };
  const done: Ended[] = [];
  let open: Message[] = [];
  let batch: Message[] = [];
  let characters = 0;
  const flush = async () => {
    refuseCancelled(run);
    const { added, skipped } = await run.inOrder(() => keepBatch(deps, user, batch));
    result.messages += added;
    result.skipped += skipped;
    batch = [];
    characters = 0;
    progress(deps, reader, { done: result.messages + result.skipped, topics: result.topics, id: run.id });
  };
  for await (const topic of topics) {
    const all = messagesOf(topic, at, run.id);
    const kept = all.filter((message) => !isErased(message));
    result.skipped += all.length - kept.length;
    const last = kept.at(-1);
    if (!last) continue;
    result.topics += 1;
    if (topic.open) open = kept;
    else if (!unsummarised.has(last.topic_id))
      done.push({ ...endOf(last), count: kept.length, message_id: last.message_id });
    batch.push(...kept);
    characters += kept.reduce((sum, { content }) => sum + content.length, 0);
    if (batch.length >= batchMessages || characters >= batchCharacters) await flush();
  }
  await flush();
  deps.search.drop(user);
  const ended = summarise === "none" ? [] : await asLogged(deps, user, done, unsummarised);
  const goesOn = await inLog(deps, user, open);
  await run.inOrder(() => place(deps, reader, goesOn, summarise === "model" ? ended : []));
  const topicIds = ended.map(({ topic_id }) => topic_id);
  if (summarise === "extractive") await run.inOrder(() => summariseImported(deps, reader, topicIds));
  refuseCancelled(run);
  // How close the two are shows at once, not only after the first idle hour.
  await judgeBond(deps, reader);
  await dropPrefix(deps, user, "owner");
  return result;
}

/** What was erased while the file was read (the same history, imported once more) stays away too. */
async function keepBatch(
  deps: Deps,
  user: Id,
  batch: readonly Message[],
): Promise<{ added: number; skipped: number }> {
  const isErased = erasedIn(await deps.store.read(companion(user), "erased"));
  const kept = batch.filter((message) => !isErased(message));
  const { added, skipped } = await deps.store.log.merge(user, kept);
  return { added, skipped: skipped + batch.length - kept.length };
}

/** Whether a message was erased: by its id, or by who said what when, since a history may name no ids or others. */
function erasedIn({ message_ids, marks = [] }: Erased): (message: Message) => boolean {
  const ids = new Set(message_ids);
  const said = new Set(marks);
  return (message) => ids.has(message.message_id) || (said.size > 0 && said.has(saidMark(message)));
}

function endOf({ topic_id, timestamp }: Message): { topic_id: string; ended_at: Seconds } {
  return { topic_id, ended_at: timestamp };
}

/**
 * The topics as the log has them. Where their messages were there already under another topic, that one was meant if it was
 * imported too; what was talked of here has its summary in any case.
 */
async function asLogged(
  deps: Deps,
  user: Id,
  done: readonly Ended[],
  unsummarised: ReadonlySet<string>,
): Promise<Ended[]> {
  const logged = new Map((await deps.store.log.topics(user)).map((topic) => [topic.topic_id, topic]));
  const meant = new Map<string, Ended>();
  for (const topic of done) {
    if (logged.has(topic.topic_id)) meant.set(topic.topic_id, topic);
    else {
      const there = await deps.store.log.find(user, topic.message_id);
      const other = logged.get(there?.topic_id ?? "");
      if (!other?.imported || unsummarised.has(other.topic_id) || meant.has(other.topic_id)) continue;
      const { topic_id, ended_at, message_count: count } = other;
      meant.set(topic_id, { ...topic, topic_id, ended_at, count });
    }
  }
  return [...meant.values()];
}

/** Those messages of an open topic that the log has under it: none may stand in two topics. */
async function inLog(deps: Deps, user: Id, open: readonly Message[]): Promise<Message[]> {
  const [first] = open;
  if (!first) return [];
  const logged = await deps.store.log.topic(user, first.topic_id);
  const there = new Set(logged.map(({ message_id }) => message_id));
  return open.filter(({ message_id }) => there.has(message_id));
}

/** AppError `conflict` where the owner has cancelled the import. */
export function refuseCancelled({ signal }: ImportRun): void {
  if (signal?.aborted) throw new AppError("conflict", "The import was cancelled; nothing of it was kept.");
}

/** The messages of a topic with ids, times and origin filled in; the person's and the companion's text cleaned. */
function messagesOf(topic: ImportTopic, at: number, import_id: string): Message[] {
  const first = topic.messages[0];
  if (!first) return [];
  // By its first message alone, so that a topic that has grown since the last import is still the same topic.
  const topicId = topic.topic_id ?? `imp_${hash([first.role, first.timestamp, first.content])}`;
  const seen = new Map<string, number>();
  const messages: Message[] = [];
  for (const { message_id, role, name, content, timestamp, ...rest } of topic.messages) {
    const cleaned = cleanIncoming(content);
    if (!cleaned.ok && cleaned.reason === "empty") continue;
    messages.push({
      ...rest,
      message_id: message_id ?? madeId(seen, [topicId, role, timestamp, content]),
      role,
      content: cleaned.ok ? cleaned.text : cleanText(content),
      timestamp,
      topic_id: topicId,
      ...nameOf(name),
      imported_at: at,
      import_id,
    });
  }
  return messages;
}

/** A speaker's name as one line, or none. */
function nameOf(name = ""): { name?: string } {
  const line = cleanText(name).replace(/\s+/g, " ").trim();
  return line === "" ? {} : { name: line };
}

/** An id from topic, role, time and content; the same words twice within a second are two messages. */
function madeId(seen: Map<string, number>, parts: readonly unknown[]): string {
  const id = hash(parts);
  const before = seen.get(id) ?? 0;
  seen.set(id, before + 1);
  return before === 0 ? `imp_${id}` : `imp_${id}_${before + 1}`;
}

function hash(parts: unknown): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
}

/** The open topic goes into short_term; topics that a model shall summarise wait as pending. */
async function place(
  deps: Deps,
  reader: Reader,
  open: readonly Message[],
  waiting: readonly Ended[],
): Promise<void> {
  if (open.length === 0 && waiting.length === 0) return;
  const now = deps.clock.now();
  const archived = await archivedTopics(deps, reader.user);
  await deps.store.commit(
    companion(reader.user),
    ["short_term", "mid_term"],
    { by: "import", cause: "import" },
    ({ short_term, mid_term }) => {
      const summarised = new Set([
        ...[...mid_term, ...short_term.pending].map(({ topic_id }) => topic_id),
        ...archived,
      ]);
      const pending = waiting
        .filter(({ topic_id }) => !summarised.has(topic_id))
        .map(
          ({ topic_id, ended_at, count }): PendingTopic => ({
            topic_id,
            ended_at,
            trigger: "manual",
            attempts: 0,
            next_at: now,
            message_count: count,
          }),
        );
      const withWaiting = { ...short_term, pending: [...short_term.pending, ...pending] };
      // Imported once more after it has ended, it stays ended.
      const goesOn = open.filter(({ topic_id }) => !summarised.has(topic_id));
      return { documents: { short_term: opened(withWaiting, goesOn, now) }, result: undefined };
    },
  );
}

/** The imported open topic goes on; another one that was open ends here and waits for its summary. */
function opened(short: ShortTerm, open: readonly Message[], now: Seconds): ShortTerm {
  const [first] = open;
  if (!first) return short;
  const other = short.topic_id !== first.topic_id && !isClosed(short) && short.conversations.length > 0;
  return joinTurn(other ? endTopic(short, "manual", now) : short, first.topic_id, open, now);
}

function progress(
  deps: Deps,
  reader: Reader,
  { done, topics, id }: { done: number; topics: number; id: string },
): void {
  const message = reader.language === "zh" ? `已导入 ${done} 条消息` : `${done} messages imported`;
  deps.publish(
    reader.owner,
    {
      event: "notice",
      data: { code: "import-progress", message, job: "import", import_id: id, done, topics },
    },
    reader.user,
  );
}
