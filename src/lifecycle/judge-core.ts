// Asks, after an extraction, whether something in it must never be forgotten (A93–A102, R8, R21).
import type { Deps } from "../deps.ts";
import { admitCore } from "../memory/core-memory.ts";
import { isStale, judgeStale, standingProposals } from "../memory/core-stale.ts";
import { madeOfErased } from "../memory/erase-guard.ts";
import { waitingTopics } from "../memory/judge-queue.ts";
import { doneStep, failedStep, runsBeforeExtractive } from "../memory/step.ts";
import { CoreAnswer } from "../schema/answer.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { estimateTokens } from "../schema/tokens.ts";
import { similarity } from "../search/tokenise.ts";
import { companion } from "../store/store.ts";
import { refusedIn } from "./erase-marks.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { coreEntry } from "./search-memory.ts";
import { transcriptOf } from "./summarise.ts";
import { withdrawChangedSince } from "./withdraw-core.ts";

export type CoreJudgement = {
  admitted: string[];
  refused: { content: string; reason: string }[];
  failure?: string;
};

const callTokens = 24_000;

/** The topics to judge: those that were extracted since, and those that the evidence of a stale core memory lies in. */
export async function topicsToJudge(deps: Deps, user: Id): Promise<string[]> {
  const { steps } = await deps.store.view(companion(user), "heartbeat");
  const { memories } = await deps.store.view(companion(user), "core_memory");
  const topics = new Set(waitingTopics(steps.judge_core));
  for (const id of memories.filter(isStale).flatMap(({ message_ids }) => message_ids ?? [])) {
    const message = await deps.store.log.find(user, id);
    if (message) topics.add(message.topic_id);
  }
  return [...topics];
}

/**
 * Judges the newest of the given topics that fit one call; the others wait for the next. A topic that is longer than a call
 * is judged by its newest messages.
 */
export async function judgeCore(deps: Deps, user: Id, waiting: readonly string[]): Promise<CoreJudgement> {
  if (waiting.length === 0) return { admitted: [], refused: [] };
  const reader = await readCompanion(deps, user);
  const { topics, messages, judged: read } = await chosenFrom(deps, user, waiting);
  if (messages.length === 0) {
    // An entry of the owner's, or one whose messages are all gone: there is nothing to judge.
    await note(deps, user, topics, undefined);
    return { admitted: [], refused: [] };
  }
  const core = await deps.store.read(companion(user), "core_memory");
  const { steps } = await deps.store.read(companion(user), "heartbeat");
  const existing = core.memories.filter((memory) => !isStale(memory)).map((memory) => memory.content);
  const answered = await deps.models.answer({
    companion: user,
    role: "core_memory",
    messages: [
      {
        role: "user",
        content: deps.prompts.render("core_memory", reader.language, {
          ai_name: reader.config.name,
          conversation: transcriptOf(reader, messages, true),
          existing: existing.map((content) => `- ${content}`).join("\n") || "-",
        }),
      },
    ],
    schema: CoreAnswer,
    list: "core_memories",
    material: { role: "core_memory", language: reader.language, messages, existing },
    engine: (steps.judge_core?.attempts ?? 0) >= runsBeforeExtractive ? "extractive" : undefined,
    prefer: reader.config.models?.core_memory,
  });
  if (!answered.ok) {
    await note(deps, user, topics, answered.failure.message);
    return { admitted: [], refused: [], failure: answered.failure.message };
  }
  const judged = await keep(deps, reader, { messages, judged: read }, answered.value, answered.by);
  // Some of what was judged was erased meanwhile: the topics wait on and are judged again.
  if (judged === null) return { admitted: [], refused: [] };
  await withdrawChangedSince(deps, user, messages);
  await note(deps, user, topics, undefined);
  return judged;
}

const tokensOf = (message: Message) => estimateTokens(message.content) + 12;

/** The messages that are shown, and the ids of all messages of their topics. */
type Judged = { messages: Message[]; judged: ReadonlySet<string> };

async function chosenFrom(
  deps: Deps,
  user: Id,
  waiting: readonly string[],
): Promise<Judged & { topics: string[] }> {
  const topics: string[] = [];
  const judged = new Set<string>();
  const chosen: Message[][] = [];
  let left = callTokens;
  for (const topic of [...waiting].reverse()) {
    const whole = await deps.store.log.topic(user, topic);
    const messages = newestWithin(whole, callTokens);
    left -= messages.reduce((sum, message) => sum + tokensOf(message), 0);
    if (left < 0 && topics.length > 0) break;
    topics.push(topic);
    chosen.unshift(messages);
    for (const { message_id } of whole) judged.add(message_id);
  }
  return { topics, messages: chosen.flat(), judged };
}

function newestWithin(messages: readonly Message[], tokens: number): Message[] {
  let left = tokens;
  const from = messages.findLastIndex((message) => {
    left -= tokensOf(message);
    return left < 0;
  });
  return messages.slice(from + 1);
}

async function keep(
  deps: Deps,
  reader: Reader,
  { messages, judged }: Judged,
  answer: CoreAnswer,
  by: "model" | "extractive",
): Promise<CoreJudgement | null> {
  const now = deps.clock.now();
  const { result } = await deps.store.commit(
    companion(reader.user),
    ["core_memory", "erased"],
    { by: "system", cause: messages.at(-1)?.topic_id ?? "judge-core" },
    ({ core_memory, erased }) => {
      if (madeOfErased(erased, messages)) return { result: null };
      const proposals = provenBy(withEvidence(answer, messages), refusedIn(erased, messages));
      const standing = by === "model" ? [] : standingProposals(core_memory, messages, similarity);
      const again = judgeStale(core_memory, [...proposals, ...standing], { judged, similarity });
      const verdict = admitCore(again.rest, again.core, {
        now,
        zone: reader.zone,
        newId: deps.newId,
        similarity,
        messages,
        by,
      });
      return { documents: { core_memory: verdict.core }, result: { ...verdict, again } };
    },
  );
  if (result === null) return null;
  const { confirmed, gone } = result.again;
  const shown = result.core.memories.filter(({ id }) => confirmed.includes(id));
  deps.search.update(reader.user, [...result.admitted, ...shown].map(coreEntry), gone);
  const tell = (entry_id: string, kind: "added" | "changed" | "removed") => {
    const data = { document: "core_memory", entry_id, kind };
    deps.publish(reader.owner, { event: "memory-change", data }, reader.user);
  };
  for (const { id } of result.admitted) tell(id, "added");
  for (const id of confirmed) tell(id, "changed");
  for (const id of gone) tell(id, "removed");
  return { admitted: result.admitted.map(({ id }) => id), refused: result.refused };
}

/**
 * A candidate that names no message at all rests on what the person said in the talk that was judged, as a long entry without
 * sources rests on the summaries that were sent (C028). One that names messages must name some that are there.
 */
function withEvidence(answer: CoreAnswer, messages: readonly Message[]): CoreAnswer["core_memories"] {
  const said = messages.filter(({ role }) => role === "user").map(({ message_id }) => message_id);
  return answer.core_memories.map((candidate) =>
    (candidate.source_message_ids ?? []).length > 0 ? candidate : { ...candidate, source_message_ids: said },
  );
}

/** Without what rests on nothing but words that an undone order or a memory erased by its owner has left behind. */
function provenBy(
  candidates: CoreAnswer["core_memories"],
  refused: ReadonlySet<string>,
): CoreAnswer["core_memories"] {
  return candidates.flatMap((candidate) => {
    const source_message_ids = candidate.source_message_ids?.filter((id) => !refused.has(id)) ?? [];
    return source_message_ids.length > 0 ? [{ ...candidate, source_message_ids }] : [];
  });
}

/** Topics still to be judged wait in heartbeat.json, so that a crash or a failure only delays them. */
async function note(
  deps: Deps,
  user: Id,
  topics: readonly string[],
  failure: string | undefined,
): Promise<void> {
  const now = deps.clock.now();
  await deps.store.commit(
    companion(user),
    ["heartbeat"],
    { by: "system", cause: "judge-core" },
    ({ heartbeat }) => {
      const state = heartbeat.steps.judge_core ?? { attempts: 0, next_at: 0 };
      const next =
        failure === undefined
          ? {
              ...doneStep(state, now),
              topics: waitingTopics(state).filter((topic) => !topics.includes(topic)),
            }
          : failedStep(state, now, failure);
      return {
        documents: { heartbeat: { ...heartbeat, steps: { ...heartbeat.steps, judge_core: next } } },
        result: undefined,
      };
    },
  );
}
