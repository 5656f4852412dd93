// Turns mid entries that were not extracted yet into long entries: an index line and a detail document each (A81–A88).
import type { Deps } from "../deps.ts";
import { waitingTopics } from "../memory/judge-queue.ts";
import { makeLong } from "../memory/long-term.ts";
import { dueForExtraction } from "../memory/mid-term.ts";
import { doneStep, failedStep, runsBeforeExtractive } from "../memory/step.ts";
import type { Answered } from "../model/models.ts";
import { EntriesAnswer } from "../schema/answer.ts";
import type { Id } from "../schema/common.ts";
import type { Heartbeat } from "../schema/heartbeat.ts";
import type { LongDetail, LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { estimateTokens } from "../schema/tokens.ts";
import { localClock, localDate } from "../schema/zone.ts";
import { companion } from "../store/store.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { longEntry } from "./search-memory.ts";

export type Extraction = {
  extracted: { id: string; by: "model" | "extractive" }[];
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
  const result: Extraction = { extracted: [] };
  let done = 0;
  for (const batch of batches(due)) {
    const engine = attempts >= runsBeforeExtractive ? ("extractive" as const) : undefined;
    const answered = await askForEntries(deps, reader, batch, engine);
    if (!answered.ok) {
      result.failure = answered.failure.message;
      deps.log.warn(
        { user, model: answered.failure.model, reason: result.failure },
        "an extraction failed; it waits",
      );
      break;
    }
    // After three failed runs a model is still to be asked once it answers again, as with summaries.
    const redo = answered.redo || (engine === "extractive" && answered.by === "extractive");
    const kept = await keep(deps, reader, batch, { ...answered, redo });
    result.extracted.push(...kept.map(({ id }) => ({ id, by: answered.by })));
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

/** Asks for the long entries of some mid entries; never throws. */
export async function askForEntries(
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

function isAsSent(entry: MidEntry, sent: MidEntry): boolean {
  return !entry.extracted_to_long && entry.stale !== true && entry.summary === sent.summary;
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
    ["heartbeat", "long_term", "mid_term"],
    { by: "system", cause: batch[0]?.topic_id ?? "extract" },
    ({ heartbeat, long_term, mid_term }) => {
      // Only what still reads as it was sent: a summary that was made again meanwhile is sent again.
      const waiting = batch.filter((sent) =>
        mid_term.some((entry) => entry.id === sent.id && isAsSent(entry, sent)),
      );
      // One of the summaries went meanwhile: what was made of all of them may hold what was erased.
      const lost = batch.some((sent) => !mid_term.some(({ id }) => id === sent.id));
      if (lost || waiting.length === 0) return { result: [] as Made[] };
      const made = makeAll(reader, waiting, answered, long_term, files);
      const covered = new Set(made.flatMap(({ detail }) => detail.source_mid_ids));
      return {
        parts: made.map(({ index, detail }) => ({
          kind: "long_term_details" as const,
          name: index.detail_file,
          content: detail,
        })),
        documents: {
          heartbeat: withJudging(
            heartbeat,
            waiting.map((entry) => entry.topic_id),
          ),
          long_term: [...long_term, ...made.map(({ index }) => index)],
          mid_term: mid_term.map((entry) => marked(entry, covered, waiting)),
        },
        result: made,
      };
    },
  );
  tell(deps, reader, result);
  return result.map(({ index }) => index);
}

function tell(deps: Deps, reader: Reader, made: readonly Made[]): void {
  deps.search.update(
    reader.user,
    made.flatMap(({ index, detail }) => longEntry(index, detail)),
  );
  for (const { index } of made) {
    const data = { document: "long_term", entry_id: index.id, kind: "added" as const };
    deps.publish(reader.owner, { event: "memory-change", data }, reader.user);
  }
}

/** The topics that the core judgement has to look at next; noted with each batch, since a run may be torn off. */
function withJudging(heartbeat: Heartbeat, extracted: readonly string[]): Heartbeat {
  const judge = heartbeat.steps.judge_core ?? { attempts: 0, next_at: 0 };
  const topics = [...new Set([...waitingTopics(judge), ...extracted])];
  return { ...heartbeat, steps: { ...heartbeat.steps, judge_core: { ...judge, topics } } };
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

/** Notes how the run went: the pause before the next one, or that it succeeded. */
async function noteStep(deps: Deps, user: Id, run: Extraction): Promise<void> {
  const now = deps.clock.now();
  const meta = { by: "system" as const, cause: "extract" };
  await deps.store.commit(companion(user), ["heartbeat"], meta, ({ heartbeat }) => {
    const state = heartbeat.steps.extract;
    const next = run.failure === undefined ? doneStep(state, now) : failedStep(state, now, run.failure);
    return {
      documents: { heartbeat: { ...heartbeat, steps: { ...heartbeat.steps, extract: next } } },
      result: undefined,
    };
  });
}
