// The background work of one companion, derived from its documents, so that a crash anywhere is repaired by the next run.
import type { Deps } from "../deps.ts";
import { isClosed } from "../memory/join.ts";
import { archiveMid, dueForExtraction, failedRedos, failRedo, keptMidEntries } from "../memory/mid-term.ts";
import { duePending } from "../memory/short-term.ts";
import { doneStep, failedStep, isDue, nextPause, runsBeforeExtractive } from "../memory/step.ts";
import { endTrigger, topicLimits } from "../memory/topic.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { StepState } from "../schema/heartbeat.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import type { ShortTerm, TopicTrigger } from "../schema/short-term.ts";
import { companion, type PartWrite } from "../store/store.ts";
import { compress } from "./compress.ts";
import { embedMemories } from "./embed-memories.ts";
import { endErasure } from "./erase.ts";
import { extract } from "./extract.ts";
import { foldOpenTopic, toFold } from "./fold.ts";
import { judgeCore, topicsToJudge } from "./judge-core.ts";
import { judgementDueAt, judgeRelationshipDue } from "./judge-relationship.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { endOpenTopic, isFirstTopic } from "./receive.ts";
import { redoLong, redoLongAt } from "./redo-long.ts";
import { reflectDue, reflectionDueAt } from "./reflect.ts";
import { tidyUp } from "./tidy-up.ts";
import type { Between } from "./upkeep.ts";

/** A promotion runs a day after the last one, at the latest three days after (A81). */
const extractionPause: Seconds = 86_400;
/** How many extractive summaries one run has redone by a model. */
const redoPerRun = 3;
/** A model that has just failed three times is not asked again at once. */
const redoPause: Seconds = 3_600;

/** Does everything that is due for a companion now. Returns when something is due again, or null. */
export async function keepCompanion(deps: Deps, user: Id, between: Between): Promise<Seconds | null> {
  const reader = await readCompanion(deps, user);
  await endErasure(deps, user, between);
  await endSilentTopic(deps, reader, between);
  await compressDue(deps, user);
  await foldOpenTopic(deps, reader);
  await extractDue(deps, reader);
  await judgeDue(deps, user);
  await judgeRelationshipDue(deps, user);
  await reflectDue(deps, user);
  await redoSummaries(deps, reader);
  await redoLongEntries(deps, reader);
  await archive(deps, reader);
  const own = [await judgementDueAt(deps, user), await reflectionDueAt(deps, user)];
  // Last: a summary that was just made gets its vector in the same look.
  const tidied = await tidyUp(deps, reader);
  const moments = [await nextDue(deps, reader), tidied, ...own, await embedMemories(deps, user)].filter(
    (at) => at !== null,
  );
  return moments.length === 0 ? null : Math.min(...moments);
}

/**
 * After a turn: the first second at which the open topic may have fallen silent, or null where there is something to do for
 * `keepCompanion` at once (a topic waits for its summary, none is open, or the open one is to be folded).
 */
export async function silenceAfter(deps: Deps, user: Id): Promise<Seconds | null> {
  const short = await deps.store.view(companion(user), "short_term");
  const last = short.conversations.at(-1);
  if (!last || short.pending.length > 0 || isClosed(short) || (await toFold(deps, user, short))) return null;
  return last.timestamp + topicLimits.firstSilence;
}

async function silenceTrigger(deps: Deps, reader: Reader): Promise<TopicTrigger | null> {
  const short = await deps.store.view(companion(reader.user), "short_term");
  if (isClosed(short) || short.conversations.length === 0) return null;
  const firstTopic = await isFirstTopic(deps, reader.user, short);
  const now = deps.clock.now();
  return (
    endTrigger({ open: short.conversations, incoming: null, similarity: 1, firstTopic, now })?.trigger ?? null
  );
}

/** Looked at again between turns: the message that breaks the silence may be on its way. */
async function endSilentTopic(deps: Deps, reader: Reader, between: Between): Promise<void> {
  if ((await silenceTrigger(deps, reader)) === null) return;
  await between(reader.user, async () => {
    const trigger = await silenceTrigger(deps, reader);
    if (trigger) await endOpenTopic(deps, reader, trigger, "silence");
  });
}

async function compressDue(deps: Deps, user: Id): Promise<void> {
  const short = await deps.store.view(companion(user), "short_term");
  for (const pending of duePending(short, deps.clock.now())) await compress(deps, user, pending.topic_id);
}

function extractionDueAt(mid: MidEntry[], lastDone: Seconds | undefined): Seconds | null {
  const due = dueForExtraction(mid);
  if (due.length === 0) return null;
  const oldest = Math.min(...due.map((entry) => entry.created_at ?? entry.ended_at ?? 0));
  return Math.max(oldest, lastDone ?? 0) + extractionPause;
}

async function extractDue(deps: Deps, reader: Reader): Promise<void> {
  const owner = companion(reader.user);
  const mid = await deps.store.view(owner, "mid_term");
  const { steps } = await deps.store.view(owner, "heartbeat");
  const at = extractionDueAt(mid, steps.extract?.last_done_at);
  const now = deps.clock.now();
  if (at !== null && at <= now && isDue(steps.extract, now)) await extract(deps, reader.user);
}

async function judgeDue(deps: Deps, user: Id): Promise<void> {
  const { steps } = await deps.store.view(companion(user), "heartbeat");
  const topics = await topicsToJudge(deps, user);
  if (topics.length > 0 && isDue(steps.judge_core, deps.clock.now())) await judgeCore(deps, user, topics);
}

function modelReady(deps: Deps): boolean {
  return deps.models.state().some(({ role, ready }) => role === "short_to_mid" && ready.length > 0);
}

/**
 * Summaries that must be made again: those of topics whose messages were changed, and what the extractive engine did
 * because a model was missing, once one is there (DESIGN 5, 7).
 */
async function redoSummaries(deps: Deps, reader: Reader): Promise<void> {
  const owner = companion(reader.user);
  const { steps } = await deps.store.view(owner, "heartbeat");
  const now = deps.clock.now();
  if (!isDue(steps.redo, now)) return;
  const due = toRedo(deps, await deps.store.view(owner, "mid_term")).filter(({ at }) => at <= now);
  for (const { entry } of due.slice(-redoPerRun)) {
    const done = await compress(deps, reader.user, entry.topic_id, {
      redo: true,
      asked: entry.stale !== true,
      extractive: failedRedos(entry) >= runsBeforeExtractive,
    });
    if (done.outcome === "failed") return postponeRedo(deps, reader.user, entry.id, done);
  }
  if (steps.redo && due.length > 0) await noteRedo(deps, reader.user, doneStep(steps.redo, now));
}

async function redoLongEntries(deps: Deps, reader: Reader): Promise<void> {
  const owner = companion(reader.user);
  const { steps } = await deps.store.view(owner, "heartbeat");
  const at = redoLongAt(deps, await deps.store.view(owner, "long_term"), steps.redo_long?.last_done_at ?? 0);
  const now = deps.clock.now();
  if (at === null || at > now) return;
  // One at each look; after a failure the pause before the next begins.
  const pause = (await redoLong(deps, reader)) ? {} : { last_done_at: now };
  const meta = { by: "system" as const, cause: "redo" };
  await deps.store.commit(owner, ["heartbeat"], meta, ({ heartbeat }) => {
    const redo_long = { attempts: 0, next_at: 0, ...pause };
    return {
      documents: { heartbeat: { ...heartbeat, steps: { ...heartbeat.steps, redo_long } } },
      result: undefined,
    };
  });
}

/** Entries to make again, and from when on. */
function toRedo(deps: Deps, mid: MidEntry[]): { entry: MidEntry; at: Seconds }[] {
  const ready = modelReady(deps);
  return mid.flatMap((entry) => {
    if (entry.stale === true) return [{ entry, at: 0 }];
    return entry.redo && ready ? [{ entry, at: redoAt(entry) }] : [];
  });
}

function redoAt(entry: MidEntry): Seconds {
  return (entry.created_at ?? entry.ended_at ?? 0) + redoPause;
}

/** Pauses grow from an hour to six; an answer that could not be used is counted on the entry, one that never came is not. */
async function postponeRedo(
  deps: Deps,
  user: Id,
  entryId: string,
  failed: { message: string; unusable: boolean },
): Promise<void> {
  const now = deps.clock.now();
  const { steps } = await deps.store.view(companion(user), "heartbeat");
  const state = failedStep(steps.redo, now, failed.message);
  await noteRedo(deps, user, { ...state, next_at: now + Math.max(redoPause, nextPause(state.attempts + 6)) });
  if (!failed.unusable) return;
  await deps.store.commit(companion(user), ["mid_term"], { by: "system", cause: "redo" }, ({ mid_term }) => ({
    documents: { mid_term: failRedo(mid_term, entryId) },
    result: undefined,
  }));
}

async function noteRedo(deps: Deps, user: Id, redo: StepState): Promise<void> {
  await deps.store.commit(
    companion(user),
    ["heartbeat"],
    { by: "system", cause: "redo" },
    ({ heartbeat }) => ({
      documents: { heartbeat: { ...heartbeat, steps: { ...heartbeat.steps, redo } } },
      result: undefined,
    }),
  );
}

/** Extracted mid entries beyond the newest 50 move to the archive of their month (R18). */
async function archive(deps: Deps, reader: Reader): Promise<void> {
  const owner = companion(reader.user);
  const moving = archiveMid(await deps.store.view(owner, "mid_term"), keptMidEntries, reader.zone);
  if (moving.archive.size === 0) return;
  const parts: PartWrite[] = [];
  for (const [month, entries] of moving.archive) {
    const name = `${month}.json`;
    const old = ((await deps.store.parts.read(owner, "mid_term_archive", name)) ?? []) as MidEntry[];
    const known = new Set(old.map(({ id }) => id));
    const content = [...old, ...entries.filter(({ id }) => !known.has(id))];
    parts.push({ kind: "mid_term_archive" as const, name, content });
  }
  const moved = new Set([...moving.archive.values()].flat().map(({ id }) => id));
  await deps.store.commit(owner, ["mid_term"], { by: "system", cause: "archive" }, ({ mid_term }) => ({
    parts,
    documents: { mid_term: mid_term.filter(({ id }) => !moved.has(id)) },
    result: undefined,
  }));
}

async function silenceOf(deps: Deps, reader: Reader, short: ShortTerm): Promise<Seconds> {
  return (await isFirstTopic(deps, reader.user, short)) ? topicLimits.firstSilence : topicLimits.silence;
}

async function nextDue(deps: Deps, reader: Reader): Promise<Seconds | null> {
  const owner = companion(reader.user);
  const short = await deps.store.view(owner, "short_term");
  const mid = await deps.store.view(owner, "mid_term");
  const { steps } = await deps.store.view(owner, "heartbeat");
  const moments: number[] = [];
  moments.push(...short.pending.map(({ next_at }) => next_at));
  const last = short.conversations.at(-1);
  // An open topic in which nobody has spoken (a greeting) ends by no silence.
  const spoken = short.conversations.some(({ role }) => role === "user");
  if (last && spoken && !isClosed(short))
    moments.push(last.timestamp + (await silenceOf(deps, reader, short)));
  const extraction = extractionDueAt(mid, steps.extract?.last_done_at);
  if (extraction !== null) moments.push(Math.max(extraction, steps.extract?.next_at ?? 0));
  if ((await topicsToJudge(deps, reader.user)).length > 0) moments.push(steps.judge_core?.next_at ?? 0);
  const long = redoLongAt(
    deps,
    await deps.store.view(owner, "long_term"),
    steps.redo_long?.last_done_at ?? 0,
  );
  if (long !== null) moments.push(long);
  const redo = toRedo(deps, mid).map(({ at }) => at);
  if (redo.length > 0) moments.push(Math.max(Math.min(...redo), steps.redo?.next_at ?? 0));
  return moments.length === 0 ? null : Math.min(...moments);
}
