// Makes the vectors of what a companion remembers, in the background and a few at a time (A172, A226).
import type { Deps } from "../deps.ts";
import { doneStep, failedStep, isDue } from "../memory/step.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { StepState } from "../schema/heartbeat.ts";
import type { MeaningShelf } from "../search/search.ts";
import { companion } from "../store/store.ts";
import { loadEntries, wasTalkedWith } from "./search-memory.ts";

/** Texts of one look. */
const atOnce = 64;
/** Until the next look, where texts are left. */
const pause: Seconds = 60;

/** More than a companion's vectors ever need. */
const mostPieces = 500;

const pieceName = (number: number) => `vectors-${number}.json`;

/**
 * One step: at most 64 texts get their vectors, and what changed is written to `.cache/`. Does nothing where no model of the role
 * `embedding` can be used, or nobody talked with the companion for two weeks. Answers when the next step is due, or null. A
 * failing model is asked again after growing pauses, with fewer texts each time, so that one bad text holds up no others.
 */
export async function embedMemories(deps: Deps, user: Id): Promise<Seconds | null> {
  const { meanings, models } = deps;
  const space = models.embeddingSpace?.();
  if (!meanings || space === undefined || !(await wasTalkedWith(deps, user))) return null;
  const now = deps.clock.now();
  const step = (await deps.store.view(companion(user), "heartbeat")).steps.embed;
  if (!meanings.isOpen(user, space)) {
    const opened = await meanings.open(user, space, async () => ({
      pieces: await readPieces(deps, user),
      entries: await loadEntries(deps, user),
    }));
    if (!opened) return now + pause;
  }
  // Before any model is asked: a vector of what is gone must not lie on the disk until one answers.
  await writePieces(deps, user, meanings);
  const { texts, left } = meanings.next(user, Math.max(1, atOnce >> (step?.attempts ?? 0)));
  if (texts.length === 0) return null;
  if (step && !isDue(step, now)) return step.next_at;
  const answer = await models.embed?.({
    companion: user,
    texts: texts.map(({ text }) => text),
    purpose: "memory",
  });
  const fits = answer?.ok && answer.space === space && meanings.put(user, space, texts, answer.vectors);
  if (!fits) {
    meanings.postpone(user, texts);
    const reason =
      answer && !answer.ok ? answer.failure.message : "The vectors do not fit those that are there.";
    const failed = failedStep(step, now, reason);
    await noteStep(deps, user, failed);
    return failed.next_at;
  }
  if (step && step.attempts > 0) await noteStep(deps, user, doneStep(step, now));
  await writePieces(deps, user, meanings);
  return left > 0 ? now + pause : null;
}

/** What is stored, up to the first piece that is not there. */
async function readPieces(deps: Deps, user: Id): Promise<string[]> {
  const pieces: string[] = [];
  while (pieces.length < mostPieces) {
    const piece = await deps.store.cache.read(companion(user), pieceName(pieces.length));
    if (piece === undefined) return pieces;
    pieces.push(piece);
  }
  return pieces;
}

async function writePieces(deps: Deps, user: Id, meanings: MeaningShelf): Promise<void> {
  for (const { number, text } of meanings.changed(user))
    await deps.store.cache.write(companion(user), pieceName(number), text);
}

async function noteStep(deps: Deps, user: Id, embed: StepState): Promise<void> {
  const meta = { by: "system" as const, cause: "embed" };
  await deps.store.commit(companion(user), ["heartbeat"], meta, ({ heartbeat }) => ({
    documents: { heartbeat: { ...heartbeat, steps: { ...heartbeat.steps, embed } } },
    result: undefined,
  }));
}
