// Judges how the character feels about the person now, when asked and at most once a day by itself, and changes the level (A23, A134, A135, R9, R14, R39).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { type Admission, admitCore } from "../memory/core-memory.ts";
import { madeOfErased } from "../memory/erase-guard.ts";
import { changeLevel } from "../memory/relationship.ts";
import { notableChange } from "../memory/relationship-notable.ts";
import { coldestFor, isOwnersLevel, tempered } from "../memory/relationship-step.ts";
import { doneStep, failedStep, isDue, runsBeforeExtractive } from "../memory/step.ts";
import { cleanSpoken } from "../memory/text.ts";
import { withoutThoughts } from "../memory/written-decision.ts";
import type { ModelFailure } from "../model/models.ts";
import { RelationshipAnswer } from "../schema/answer.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { CoreEntry, CoreMemory } from "../schema/core-memory.ts";
import type { Message } from "../schema/message.ts";
import type { Relationship, RelationshipLevel } from "../schema/relationship.ts";
import { similarity } from "../search/tokenise.ts";
import { companion } from "../store/store.ts";
import { dueAfterTalk, latestTalk } from "./latest-talk.ts";
import { dropPrefix } from "./prefix.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { coreEntry } from "./search-memory.ts";
import { transcriptOf } from "./summarise.ts";

export type Judgement = {
  level: RelationshipLevel;
  heartbeat_hours: number;
  reason: string;
  changed: boolean;
};

export type LevelWish = { level: RelationshipLevel; heartbeat_hours?: number | undefined; reason: string };

const pause: Seconds = 86_400;
const longestReason = 300;

/** The reason as it is kept: one line without marks, at most 300 characters. */
function kept(reason: string): string {
  return [...cleanSpoken(withoutThoughts(reason)).replace(/\s+/g, " ").trim()]
    .slice(0, longestReason)
    .join("");
}

type Moved = { relationship: Relationship; changed: boolean; noted: CoreEntry[] };

const told = ({ level, heartbeat_hours, reason }: Relationship) => ({ level, heartbeat_hours, reason });

/**
 * Moves the relationship towards what the character (a tool) or a judgement wishes: one level at most, two where the person said
 * that it is over or made peace; never below the floor by judgement (R39). A level that was tempered has its usual interval. The
 * change is one undoable line with its reason in the history, and the next request has it (prefix rule). `said`: the person's words.
 */
export async function moveLevel(
  deps: Deps,
  reader: Reader,
  wish: LevelWish,
  change: { by: "character" | "model"; cause: string; said: readonly Message[]; background?: boolean },
): Promise<Judgement> {
  const owner = companion(reader.user);
  const { by, cause, background = false } = change;
  const said = change.said.filter(({ role }) => role === "user").map(({ content }) => content);
  const allow_cold = by === "character" || reader.config.allow_cold === true;
  const meta = { by: by === "model" ? ("system" as const) : by, cause };
  const { result } = await deps.store.commit(
    owner,
    ["core_memory", "erased"],
    meta,
    ({ core_memory, erased }): { documents?: { core_memory: CoreMemory }; result: Moved } => {
      const { relationship } = core_memory;
      const stays = { result: { relationship, changed: false, noted: [] } };
      // The owner may have set it, or the words may have been erased, while the model thought.
      if (background && isOwnersLevel(relationship)) return stays;
      if (madeOfErased(erased, change.said)) return stays;
      const level = tempered(relationship.level, wish.level, { said, allowCold: allow_cold });
      const hours = level === wish.level ? wish.heartbeat_hours : undefined;
      if (level === relationship.level && hours === undefined) return stays;
      const { reason } = wish;
      const wanted = {
        level,
        reason: kept(reason),
        by,
        ...(hours === undefined ? {} : { heartbeat_hours: hours }),
      };
      const done = changeLevel(relationship, wanted, deps.clock.now(), { allow_cold });
      if (!done.changed) return stays;
      const moved = { ...core_memory, relationship: done.relationship };
      const { core, admitted } = noted(deps, reader, moved, relationship.level, change.said);
      return {
        documents: { core_memory: core },
        result: { relationship: done.relationship, changed: true, noted: admitted },
      };
    },
  );
  if (result.changed) {
    await dropPrefix(deps, reader.user, "level");
    const tell = (entry_id: string, kind: "added" | "changed") => {
      const data = { document: "core_memory", entry_id, kind };
      deps.publish(reader.owner, { event: "memory-change", data }, reader.user);
    };
    tell("relationship", "changed");
    for (const { id } of result.noted) tell(id, "added");
    deps.search.update(reader.user, result.noted.map(coreEntry));
  }
  return { ...told(result.relationship), changed: result.changed };
}

/** A break or a reconciliation that the person stated is also kept as a core memory, where the month's cap has room (R9). */
function noted(
  deps: Deps,
  { zone, language }: Reader,
  core: CoreMemory,
  from: RelationshipLevel,
  messages: readonly Message[],
): Pick<Admission, "core" | "admitted"> {
  const proposal = notableChange(from, core.relationship.level, messages, language);
  if (!proposal) return { core, admitted: [] };
  const now = deps.clock.now();
  return admitCore([proposal], core, { now, zone, newId: deps.newId, similarity, messages, by: "model" });
}

type Asked = { judgement: Judgement; failure?: ModelFailure };

async function askModel(deps: Deps, user: Id, cause: string, background: boolean): Promise<Asked> {
  const reader = await readCompanion(deps, user);
  const { relationship } = await deps.store.read(companion(user), "core_memory");
  const stays = { ...told(relationship), changed: false };
  // Nobody can judge this by rules: without a model everything stays as it is (invariant 7).
  if (!hasModel(deps)) return { judgement: stays };
  const messages = await latestTalk(deps, user);
  const { level, heartbeat_hours, reason } = relationship;
  const answered = await deps.models.answer({
    companion: user,
    role: "relationship",
    messages: [
      {
        role: "user",
        content: deps.prompts.render("relationship", reader.language, {
          ai_name: reader.config.name,
          bond: reader.config.bond.kind,
          level,
          heartbeat_hours: String(Math.round(heartbeat_hours * 100) / 100),
          reason: reason || "-",
          lowest: coldestFor(level, reader.config.allow_cold === true),
          conversation: transcriptOf(reader, messages) || "-",
        }),
      },
    ],
    schema: RelationshipAnswer,
    material: { role: "relationship", language: reader.language },
    ...(reader.config.models?.relationship === undefined
      ? {}
      : { prefer: reader.config.models.relationship }),
  });
  if (!answered.ok) return { judgement: stays, failure: answered.failure };
  const change = { by: "model" as const, cause, said: messages, background };
  return { judgement: await moveLevel(deps, reader, answered.value, change) };
}

function hasModel(deps: Deps): boolean {
  return deps.models.state().some(({ role, ready }) => role === "relationship" && ready.length > 0);
}

/** The owner asks for a judgement at once (A135). A model that fails: AppError with its code. Without one nothing changes. */
export async function judgeRelationship(deps: Deps, user: Id, cause: string): Promise<Judgement> {
  const { judgement, failure } = await askModel(deps, user, cause, false);
  if (failure) {
    const code = failure.code === "aborted" || failure.code === "no_model" ? "unavailable" : failure.code;
    throw new AppError(code, failure.message, { retryable: failure.retryable });
  }
  await note(deps, user, undefined);
  return judgement;
}

/** When the next judgement in the background is due, or null: none without new words, none over a level that the owner set. */
export async function judgementDueAt(deps: Deps, user: Id): Promise<Seconds | null> {
  const { relationship } = await deps.store.view(companion(user), "core_memory");
  if (isOwnersLevel(relationship) || !hasModel(deps)) return null;
  const { steps } = await deps.store.view(companion(user), "heartbeat");
  return dueAfterTalk(deps, user, steps.judge_relationship, { pause, least: 1, since: relationship.since });
}

/** Judges in the background, where it is due. A failure waits, and after three the day passes without a judgement. */
export async function judgeRelationshipDue(deps: Deps, user: Id): Promise<void> {
  const at = await judgementDueAt(deps, user);
  const { steps } = await deps.store.view(companion(user), "heartbeat");
  const now = deps.clock.now();
  if (at === null || at > now || !isDue(steps.judge_relationship, now)) return;
  const { failure } = await askModel(deps, user, "judge-relationship", true);
  const last = (steps.judge_relationship?.attempts ?? 0) + 1 >= runsBeforeExtractive;
  await note(deps, user, last ? undefined : failure?.message);
}

async function note(deps: Deps, user: Id, failure: string | undefined): Promise<void> {
  const now = deps.clock.now();
  const meta = { by: "system" as const, cause: "judge-relationship" };
  await deps.store.commit(companion(user), ["heartbeat"], meta, ({ heartbeat }) => {
    const state = heartbeat.steps.judge_relationship;
    const judge_relationship = failure === undefined ? doneStep(state, now) : failedStep(state, now, failure);
    return {
      documents: { heartbeat: { ...heartbeat, steps: { ...heartbeat.steps, judge_relationship } } },
      result: undefined,
    };
  });
}
