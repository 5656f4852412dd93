// Turns an ended topic into one mid entry. Read, think, commit; repeatable at every point (A52, R19).
import type { Deps } from "../deps.ts";
import { madeOfErased } from "../memory/erase-guard.ts";
import { hasFactCandidate } from "../memory/fact-candidate.ts";
import { addMid, makeMid, replaceMid } from "../memory/mid-term.ts";
import { failPending, settleTopic } from "../memory/short-term.ts";
import { runsBeforeExtractive } from "../memory/step.ts";
import type { Answered, ModelFailure } from "../model/models.ts";
import type { SummaryAnswer } from "../schema/answer.ts";
import type { Edit } from "../schema/change.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { companion } from "../store/store.ts";
import { giveWay } from "./give-way.ts";
import {
  followFacts,
  type KeptTalk,
  keepTalks,
  logFound,
  talkDocuments,
  withdrawProofs,
} from "./keep-facts.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { midEntry } from "./search-memory.ts";
import { summarise } from "./summarise.ts";

export type Compression =
  | { outcome: "compressed"; entry: MidEntry }
  /** Its summary is there already, or nothing was said in it. */
  | { outcome: "nothing" }
  /** It stays pending; tried again not before `next_at`. `unusable`: a model answered, but not so that it could be kept. */
  | { outcome: "failed"; message: string; unusable: boolean };

export type CompressOptions = {
  /** The owner asked: a model is used even for a short topic (R33). */
  asked?: boolean;
  /** Make the summary again, in place of the extractive one that stands there. */
  redo?: boolean;
  /** Ask no model: it was asked often enough. */
  extractive?: boolean;
};

/** Topics with fewer messages ask no model unless they hold a fact candidate (A61, R33). */
const modelMinimum = 5;

/**
 * Compresses one topic of a companion. The model is asked outside any commit; the commit works on the documents as they
 * are then and does nothing where the topic has its summary already.
 */
export async function compress(
  deps: Deps,
  user: Id,
  topicId: string,
  options: CompressOptions = {},
): Promise<Compression> {
  const reader = await readCompanion(deps, user);
  const owner = companion(user);
  const mid = await deps.store.read(owner, "mid_term");
  if (!options.redo && mid.some((entry) => entry.topic_id === topicId)) {
    await settle(deps, user, topicId, false);
    return { outcome: "nothing" };
  }
  const messages = await deps.store.log.topic(user, topicId);
  if (messages.length === 0) {
    // Every message of it was deleted: a summary of nothing may not stay.
    await settle(deps, user, topicId, options.redo === true);
    return { outcome: "nothing" };
  }
  const short = await deps.store.read(owner, "short_term");
  const waiting = short.pending.find((pending) => pending.topic_id === topicId);
  const { attempts = 0, filtered } = waiting ?? {};
  const engine = extractiveOnly(messages, attempts, options) ? ("extractive" as const) : undefined;
  // The next talk may have begun: the parts of the ended topic then wait with it.
  const parts = waiting?.parts ?? (short.topic_id === topicId ? short.parts : undefined) ?? [];
  const answered = await summarise(deps, reader, messages, engine, parts);
  if (!answered.ok) return fail(deps, user, topicId, answered.failure);
  const gaveUp = attempts >= runsBeforeExtractive && answered.by === "extractive";
  const redo = answered.redo || (gaveUp && !filtered);
  const keep = options.redo ? await ownersSummary(deps, user, topicId) : false;
  await giveWay();
  const entry = await store(deps, reader, topicId, messages, answered, redo, { ...options, keep });
  if (entry) await markIfChanged(deps, user, topicId, messages);
  return entry ? { outcome: "compressed", entry } : { outcome: "nothing" };
}

function extractiveOnly(messages: readonly Message[], attempts: number, options: CompressOptions): boolean {
  if (options.extractive || (attempts >= runsBeforeExtractive && !options.asked)) return true;
  return !options.asked && messages.length < modelMinimum && !hasFactCandidate(messages);
}

async function store(
  deps: Deps,
  reader: Reader,
  topicId: string,
  messages: readonly Message[],
  answered: Extract<Answered<SummaryAnswer>, { ok: true }>,
  redo: boolean,
  options: CompressOptions & { keep: boolean },
): Promise<MidEntry | undefined> {
  const now = deps.clock.now();
  const { result } = await deps.store.commit(
    companion(reader.user),
    [...talkDocuments, "mid_term", "short_term", "erased"],
    { by: "system", cause: topicId },
    ({ mid_term, short_term, erased, ...known }) => {
      const old = mid_term.find((entry) => entry.topic_id === topicId);
      // What a model read before an erasure may not come back; the topic waits on and is read again.
      if (madeOfErased(erased, messages) || (options.redo && !old)) return { result: undefined };
      const settled = settleTopic(short_term, topicId, deps.newId(), now);
      if (old && !options.redo) return { documents: { short_term: settled }, result: undefined };
      const made = makeMid({
        topicId,
        messages,
        answer: answered.value,
        by: answered.by,
        redo,
        language: answered.language,
        zone: reader.zone,
        taken: new Set(mid_term.map((other) => other.id)),
        now,
      });
      // The talk is read anew for all else; what the owner wrote of it stays the owner's.
      const entry =
        old && options.keep ? { ...made, summary: old.summary, by: old.by, redo: undefined } : made;
      const next = old ? replaceMid(mid_term, { ...entry, id: old.id }) : addMid(mid_term, entry);
      const { value: answer, by } = answered;
      const kept = keepTalks(deps, reader, [{ messages, answer, by, entry, again: old !== undefined }], {
        ...known,
        erased,
      });
      return {
        documents: { ...kept.documents, mid_term: next, short_term: settled },
        result: { entry: next.find((e) => e.topic_id === topicId), kept },
      };
    },
  );
  if (result) await followKept(deps, reader, result, options.redo === true);
  return result?.entry;
}

/** Changes looked through for the owner's last word on a summary. */
const mostLines = 1_000;

/** Whether the summary of a topic says what its owner wrote, by page or by hand, or brought along. */
async function ownersSummary(deps: Deps, user: Id, topicId: string): Promise<boolean> {
  const owner = companion(user);
  const entry = (await deps.store.view(owner, "mid_term")).find(({ topic_id }) => topic_id === topicId);
  if (entry === undefined || entry.by === "owner" || entry.by === "import") return entry !== undefined;
  const lines = await deps.store.changes(owner, { limit: mostLines });
  const undone = new Set(lines.map(({ undoes }) => undoes));
  const standing = lines.filter(({ id, undoes }) => undoes === undefined && !undone.has(id));
  const rewrites = ({ document, entry: id, before, after }: Edit) =>
    document === "mid_term" && id === entry.id && summaryIn(before) !== summaryIn(after);
  const last = standing.find(({ edits }) => edits.some(rewrites));
  return last?.by === "owner" || last?.by === "hand";
}

function summaryIn(entry: unknown): unknown {
  return typeof entry === "object" && entry !== null && "summary" in entry ? entry.summary : undefined;
}

async function followKept(
  deps: Deps,
  reader: Reader,
  { entry, kept }: { entry: MidEntry | undefined; kept: KeptTalk },
  again: boolean,
): Promise<void> {
  if (entry) {
    deps.search.update(reader.user, [midEntry(entry)]);
    announce(deps, reader, entry.id, again);
    logFound(deps, reader.user, entry.topic_id, kept);
  }
  await followFacts(deps, reader.user, kept.changes);
}

/** Messages that were edited or deleted while the model read them: the summary is made again from what stands now, and no fact rests on what is gone. */
async function markIfChanged(deps: Deps, user: Id, topicId: string, read: readonly Message[]): Promise<void> {
  const words = (messages: readonly Message[]) =>
    JSON.stringify(messages.map(({ message_id, content }) => [message_id, content]));
  const edited = await deps.store.log.topic(user, topicId);
  if (words(edited) === words(read)) return;
  const there = new Set(edited.map(({ message_id }) => message_id));
  const removed = read.flatMap(({ message_id }) => (there.has(message_id) ? [] : [message_id]));
  await withdrawProofs(deps, user, { edited, removed }, topicId);
  const meta = { by: "system" as const, cause: topicId };
  await deps.store.commit(companion(user), ["mid_term"], meta, ({ mid_term }) => ({
    documents: {
      mid_term: mid_term.map((entry) => (entry.topic_id === topicId ? { ...entry, stale: true } : entry)),
    },
    result: undefined,
  }));
}

function announce(deps: Deps, reader: Reader, entry_id: string, changed: boolean): void {
  deps.publish(
    reader.owner,
    { event: "memory-change", data: { document: "mid_term", entry_id, kind: changed ? "changed" : "added" } },
    reader.user,
  );
}

async function settle(deps: Deps, user: Id, topicId: string, forget: boolean): Promise<void> {
  const now = deps.clock.now();
  const meta = { by: "system" as const, cause: topicId };
  await deps.store.commit(companion(user), ["mid_term", "short_term"], meta, ({ mid_term, short_term }) => ({
    documents: {
      ...(forget ? { mid_term: mid_term.filter((entry) => entry.topic_id !== topicId) } : {}),
      short_term: settleTopic(short_term, topicId, deps.newId(), now),
    },
    result: undefined,
  }));
}

async function fail(
  deps: Deps,
  user: Id,
  topicId: string,
  { message, model, filtered, unusable }: ModelFailure,
): Promise<Compression> {
  const now = deps.clock.now();
  deps.log.warn({ user, topic: topicId, model, reason: message }, "a summary failed; the topic waits");
  await deps.store.commit(
    companion(user),
    ["short_term"],
    { by: "system", cause: topicId },
    ({ short_term }) => ({
      documents: { short_term: failPending(short_term, topicId, now, message, filtered) },
      result: undefined,
    }),
  );
  return { outcome: "failed", message, unusable: unusable === true };
}
