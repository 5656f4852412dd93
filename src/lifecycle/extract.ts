// Turns mid entries that were not extracted yet into long entries: an index line and a detail document each (A81–A88).
import type { Deps } from "../deps.ts";
import { momentOf, oneLine } from "../memory/context-text.ts";
import { nearestLong } from "../memory/long-near.ts";
import { dueForExtraction } from "../memory/mid-term.ts";
import { characterOf } from "../memory/role-wording.ts";
import { doneStep, failedStep, runsBeforeExtractive } from "../memory/step.ts";
import type { Answered } from "../model/models.ts";
import { EntriesAnswer } from "../schema/answer.ts";
import type { Id } from "../schema/common.ts";
import type { LongEntry } from "../schema/long-term.ts";
import type { Message } from "../schema/message.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { estimateTokens } from "../schema/tokens.ts";
import { localClock, localDate } from "../schema/zone.ts";
import { companion } from "../store/store.ts";
import { keepLong } from "./keep-long.ts";
import { type Reader, readCompanion } from "./read-companion.ts";

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
/** Long entries that a model is shown beside the summaries. */
const mostKnown = 20;

/**
 * Extracts everything that is due. Each batch is committed by itself, so that a later failure loses nothing. `chosen`: no model
 * is asked, none shall do it again, and none judges what came of it.
 */
export async function extract(
  deps: Deps,
  user: Id,
  progress?: (done: number, total: number) => void,
  chosen?: "extractive",
): Promise<Extraction> {
  const reader = await readCompanion(deps, user);
  const due = dueForExtraction(await deps.store.read(companion(user), "mid_term"));
  const { steps } = await deps.store.read(companion(user), "heartbeat");
  const attempts = steps.extract?.attempts ?? 0;
  const result: Extraction = { extracted: [] };
  let done = 0;
  for (const batch of batches(due)) {
    const engine = attempts >= runsBeforeExtractive ? ("extractive" as const) : chosen;
    const known = await knownAbout(deps, reader, batch);
    const answered = await askForEntries(deps, reader, batch, engine, known);
    if (!answered.ok) {
      result.failure = answered.failure.message;
      deps.log.warn(
        { user, model: answered.failure.model, reason: result.failure },
        "an extraction failed; it waits",
      );
      break;
    }
    // After three failed runs a model is still to be asked once it answers again, as with summaries.
    const given = chosen === undefined && engine === "extractive" && answered.by === "extractive";
    const redo = answered.redo || given;
    const { entries, operations = [] } = answered.value;
    const unjudged = chosen !== undefined;
    const shows = operations.length > 0 ? { operations, talks: await talksOf(deps, user, batch) } : undefined;
    const made = { entries, by: answered.by, redo, shown: idsOf(known), unjudged, shows };
    const kept = await keepLong(deps, reader, batch, made, isAsSent, marked);
    result.extracted.push(...kept.map((id) => ({ id, by: answered.by })));
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

const idsOf = (entries: readonly LongEntry[]) => new Set(entries.map(({ id }) => id));

/** The long entries in sight that these summaries may repeat or end: those that share most words with one of them. */
export async function knownAbout(
  deps: Deps,
  reader: Reader,
  batch: readonly MidEntry[],
): Promise<LongEntry[]> {
  const long = await deps.store.view(companion(reader.user), "long_term");
  const inSight = long.filter(({ archived }) => archived !== true);
  return nearestLong(
    batch.map(({ summary }) => summary),
    inSight,
    mostKnown,
  );
}

function knownListing(reader: Reader, known: readonly LongEntry[]): string {
  const lines = known.map((entry) => {
    const at = momentOf(entry);
    const day = at === undefined ? "" : ` (${localDate(at, reader.zone)})`;
    return oneLine(`- ${entry.id}${day} ${entry.title}: ${entry.key_points.join("; ")}`);
  });
  return lines.join("\n") || "-";
}

/** Asks for the long entries of some mid entries; never throws. `known`: what stands there already about the same. */
export async function askForEntries(
  deps: Deps,
  reader: Reader,
  batch: readonly MidEntry[],
  engine: "extractive" | undefined,
  known: readonly LongEntry[],
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
          existing: knownListing(reader, known),
          character: characterOf(reader.config),
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

/** What was said in the talks of these summaries: whatever is read out of several of them has to be proven there. */
async function talksOf(
  deps: Deps,
  user: Id,
  batch: readonly MidEntry[],
): Promise<ReadonlyMap<string, readonly Message[]>> {
  const talks = new Map<string, readonly Message[]>();
  for (const { id, topic_id } of batch) talks.set(id, await deps.store.log.topic(user, topic_id));
  return talks;
}

function isAsSent(entry: MidEntry, sent: MidEntry): boolean {
  return !entry.extracted_to_long && entry.stale !== true && entry.summary === sent.summary;
}

function leftOut(entry: MidEntry): number {
  return typeof entry.left_out === "number" ? entry.left_out : 0;
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
