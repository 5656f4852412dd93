// Turns mid entries that were not extracted yet into long entries: an index line and a detail document each (A81–A88).
import type { Deps } from "../deps.ts";
import { waitingTopics } from "../memory/judge-queue.ts";
import { makeLong } from "../memory/long-term.ts";
import { dueForExtraction } from "../memory/mid-term.ts";
import { doneStep, failedStep, runsBeforeExtractive } from "../memory/step.ts";
import type { Answered } from "../model/models.ts";
import { EntriesAnswer } from "../schema/answer.ts";
import type { Id } from "../schema/common.ts";
import type { LongDetail, LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { estimateTokens } from "../schema/tokens.ts";
import { localClock, localDate } from "../schema/zone.ts";
import { companion } from "../store/store.ts";
import { type Reader, readCompanion } from "./read-companion.ts";

export type Extraction = {
  extracted: { id: string; by: "model" | "extractive" }[];
  /** Topics whose mid entries went into long entries: what the core judgement looks at next. */
  topics: string[];
  failure?: string;
};

/** Input of one call, in tokens (DESIGN 5). */
const callTokens = 24_000;
/** Mid entries in one call: more than this and models begin to leave some out. */
const callEntries = 20;
/** A mid entry that the model left out this often is taken by the extractive engine (A84). */
const leftOutLimit = 2;

/** Extracts everything that is due. Each batch is committed by itself, so that a later failure loses nothing. */
export async function extract(
  deps: Deps,
  user: Id,
  progress?: (done: number, total: number) => void,
): Promise<Extraction> {
  const reader = await readCompanion(deps, user);
  const due = dueForExtraction(await deps.store.read(companion(user), "mid_term"));
  const { steps } = await deps.store.read(companion(user), "heartbeat");
  const attempts = steps.extract?.attempts ?? 0;
  const result: Extraction = { extracted: [], topics: [] };
  let done = 0;
  for (const batch of batches(due)) {
    const engine = attempts >= runsBeforeExtractive ? ("extractive" as const) : undefined;
    const answered = await ask(deps, reader, batch, engine);
    if (!answered.ok) {
      result.failure = answered.failure.message;
      deps.log.warn(
        { user, model: answered.failure.model, reason: result.failure },
        "an extraction failed; it waits",
      );
      break;
    }
    const kept = await keep(deps, reader, batch, answered);
    result.extracted.push(...kept.map(({ id }) => ({ id, by: answered.by })));
    result.topics.push(...batch.map((entry) => entry.topic_id));
    done += batch.length;
    progress?.(done, due.length);
  }
  await noteStep(deps, user, result);
  return result;
}

function batches(due: readonly MidEntry[]): MidEntry[][] {
  const all: MidEntry[][] = [];
  let size = 0;
  for (const entry of due) {
    const tokens = estimateTokens(entry.summary) + 30;
    const current = all.at(-1);
    if (!current || size + tokens > callTokens || current.length >= callEntries) {
      all.push([entry]);
      size = tokens;
    } else {
      current.push(entry);
      size += tokens;
    }
  }
  return all;
}

function listing(reader: Reader, entries: readonly MidEntry[]): string {
  return entries
    .map((entry) => {
      const at = entry.ended_at ?? 0;
      return `- ${entry.id} (${localDate(at, reader.zone)} ${localClock(at, reader.zone)}): ${entry.summary}`;
    })
    .join("\n");
}

async function ask(
  deps: Deps,
  reader: Reader,
  batch: readonly MidEntry[],
  engine: "extractive" | undefined,
): Promise<Answered<EntriesAnswer>> {
  const left = batch.some((entry) => leftOut(entry) >= leftOutLimit);
  return deps.models.answer({
    companion: reader.user,
    role: "mid_to_long",
    messages: [
      {
        role: "user",
        content: deps.prompts.render("mid_to_long", reader.language, {
          ai_name: reader.config.name,
          summaries: listing(reader, batch),
        }),
      },
    ],
    schema: EntriesAnswer,
    list: "entries",
    material: { role: "mid_to_long", language: reader.language, entries: batch, timeZone: reader.zone },
    engine: left ? "extractive" : engine,
    prefer: reader.config.models?.mid_to_long,
  });
}

function leftOut(entry: MidEntry): number {
  return typeof entry.left_out === "number" ? entry.left_out : 0;
}

type Made = { index: LongEntry; detail: LongDetail };

async function keep(
  deps: Deps,
  reader: Reader,
  batch: readonly MidEntry[],
  answered: Extract<Answered<EntriesAnswer>, { ok: true }>,
): Promise<LongEntry[]> {
  const owner = companion(reader.user);
  const files = await deps.store.parts.list(owner, "long_term_details");
  const { result } = await deps.store.commit(
    owner,
    ["long_term", "mid_term"],
    { by: "system", cause: batch[0]?.topic_id ?? "extract" },
    ({ long_term, mid_term }) => {
      const waiting = batch.filter((sent) =>
        mid_term.some((entry) => entry.id === sent.id && !entry.extracted_to_long),
      );
      if (waiting.length === 0) return { result: [] as LongEntry[] };
      const made = makeAll(reader, waiting, answered, long_term, files);
      const covered = new Set(made.flatMap(({ detail }) => detail.source_mid_ids));
      return {
        parts: made.map(({ index, detail }) => ({
          kind: "long_term_details" as const,
          name: index.detail_file,
          content: detail,
        })),
        documents: {
          long_term: [...long_term, ...made.map(({ index }) => index)],
          mid_term: mid_term.map((entry) => marked(entry, covered, waiting)),
        },
        result: made.map(({ index }) => index),
      };
    },
  );
  for (const { id } of result)
    deps.publish(
      reader.owner,
      { event: "memory-change", data: { document: "long_term", entry_id: id, kind: "added" } },
      reader.user,
    );
  return result;
}

function makeAll(
  reader: Reader,
  waiting: readonly MidEntry[],
  answered: Extract<Answered<EntriesAnswer>, { ok: true }>,
  existing: readonly LongEntry[],
  files: readonly string[],
): Made[] {
  const made: Made[] = [];
  for (const entry of answered.value.entries) {
    const taken = {
      ids: new Set([...existing, ...made.map(({ index }) => index)].map(({ id }) => id)),
      files: [...files, ...existing.map((e) => e.detail_file), ...made.map(({ index }) => index.detail_file)],
    };
    made.push(makeLong(entry, waiting, taken, reader.zone, answered.by, answered.redo));
  }
  return made;
}

function marked(entry: MidEntry, covered: ReadonlySet<string>, sent: readonly MidEntry[]): MidEntry {
  if (covered.has(entry.id)) return { ...entry, extracted_to_long: true };
  return sent.some(({ id }) => id === entry.id) ? { ...entry, left_out: leftOut(entry) + 1 } : entry;
}

/** Notes how the run went, and which topics the core judgement has to look at next (it may crash in between). */
async function noteStep(deps: Deps, user: Id, run: Extraction): Promise<void> {
  const now = deps.clock.now();
  await deps.store.commit(
    companion(user),
    ["heartbeat"],
    { by: "system", cause: "extract" },
    ({ heartbeat }) => {
      const state = heartbeat.steps.extract ?? { attempts: 0, next_at: 0 };
      const judge = heartbeat.steps.judge_core ?? { attempts: 0, next_at: 0 };
      const next = run.failure === undefined ? doneStep(state, now) : failedStep(state, now, run.failure);
      const topics = [...new Set([...waitingTopics(judge), ...run.topics])];
      const steps = { ...heartbeat.steps, extract: next, judge_core: { ...judge, topics } };
      return { documents: { heartbeat: { ...heartbeat, steps } }, result: undefined };
    },
  );
}
