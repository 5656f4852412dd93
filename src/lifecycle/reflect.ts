// The character looks at itself: asked, or at most once a week, and writes down how it sees itself now (A108, A121–A123, issue 5).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { personality } from "../memory/context-persona.ts";
import { madeOfErased } from "../memory/erase-guard.ts";
import { changeSoul, type SoulAuthor, type SoulVersion, soulVersions } from "../memory/soul.ts";
import { type Drift, driftOf } from "../memory/soul-drift.ts";
import { doneStep, failedStep, isDue, runsBeforeExtractive } from "../memory/step.ts";
import { SelfSoulAnswer } from "../schema/answer.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { SelfSoul } from "../schema/config.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import { dueAfterTalk, latestTalk } from "./latest-talk.ts";
import { dropPrefix } from "./prefix.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { transcriptOf } from "./summarise.ts";

export type SoulShown = { base_soul: string; self_soul: string; persona: string; history: SoulVersion[] };
export type SoulUpdated = { changed: boolean; self_soul: string; refused?: Drift };

const week: Seconds = 7 * 86_400;
/** Fewer words than these since the last look have changed nobody. */
const leastSaid = 5;
/** A character may rewrite itself by its own tool once a day at most. */
const toolPause: Seconds = 86_400;

/** Both souls, what a request makes of them (A108), and every version, oldest first. */
export async function showSoul(deps: Deps, user: Id): Promise<SoulShown> {
  const { base_soul } = await deps.store.read(companion(user), "config");
  const soul = await deps.store.read(companion(user), "self_soul");
  return {
    base_soul,
    self_soul: soul.content,
    persona: personality(base_soul, soul.content),
    history: soulVersions(soul),
  };
}

type Writing = {
  by: SoulAuthor;
  cause: string;
  /** What it was made of: where some of it was erased meanwhile, nothing is written. */
  from?: readonly Message[];
  /** Looked at once more inside the commit: what stood there may have changed. */
  refuse?: (soul: SelfSoul) => Drift | "too_soon" | null;
};

type Written = { changed: boolean; soul: SelfSoul; refused?: Drift | "too_soon" };

/** Writes a new self view as one undoable change; the next request has it. base_soul is in another document and stays out of reach. */
async function writeSoul(
  deps: Deps,
  reader: Reader,
  content: (soul: SelfSoul) => string,
  { by, cause, from = [], refuse }: Writing,
): Promise<Written> {
  const meta = { by: by === "model" ? ("system" as const) : by, cause };
  const { result } = await deps.store.commit(
    companion(reader.user),
    ["self_soul", "erased"],
    meta,
    ({ self_soul, erased }): { documents?: { self_soul: SelfSoul }; result: Written } => {
      const refused = refuse?.(self_soul);
      if (refused) return { result: { changed: false, soul: self_soul, refused } };
      if (madeOfErased(erased, from)) return { result: { changed: false, soul: self_soul } };
      const next = changeSoul(self_soul, { content: content(self_soul), by, cause, now: deps.clock.now() });
      if (next === self_soul) return { result: { changed: false, soul: self_soul } };
      return { documents: { self_soul: next }, result: { changed: true, soul: next } };
    },
  );
  if (result.changed) {
    await dropPrefix(deps, reader.user, "soul");
    const data = { document: "self_soul", entry_id: "self_soul", kind: "changed" as const };
    deps.publish(reader.owner, { event: "memory-change", data }, reader.user);
  }
  return result;
}

const driftAgainst = (reader: Reader, content: string) => (soul: SelfSoul) =>
  driftOf(content, {
    current: soul.content,
    base_soul: reader.config.base_soul,
    name: reader.config.name,
  });

/** The owner writes it: whatever it says, it is theirs to say. */
export async function ownSoul(deps: Deps, user: Id, content: string, cause: string): Promise<SoulUpdated> {
  const reader = await readCompanion(deps, user);
  const { changed, soul } = await writeSoul(deps, reader, () => content.trim(), { by: "owner", cause });
  return { changed, self_soul: soul.content };
}

/** The owner goes back to a version; it is a new version itself. Unknown: AppError `not_found`. */
export async function revertSoul(deps: Deps, user: Id, version: number, cause: string): Promise<SoulUpdated> {
  const reader = await readCompanion(deps, user);
  const found = soulVersions(await deps.store.read(companion(user), "self_soul")).find(
    (one) => one.version === version,
  );
  if (!found) throw new AppError("not_found", "There is no such version.");
  const { changed, soul } = await writeSoul(deps, reader, () => found.content, { by: "owner", cause });
  return { changed, self_soul: soul.content };
}

/** The character's own tool (A160, A121): once a day at most, and nothing that drifts. */
export async function rewriteSelf(
  deps: Deps,
  reader: Reader,
  content: string,
  cause: string,
): Promise<{ changed: boolean; refused?: Drift | "too_soon" }> {
  const now = deps.clock.now();
  const drift = driftAgainst(reader, content);
  return writeSoul(deps, reader, () => content.trim(), {
    by: "character",
    cause,
    refuse: (soul) => {
      const since = now - soul.updated_at;
      const own = soul.by === "character" && since >= 0 && since < toolPause;
      return own ? "too_soon" : drift(soul);
    },
  });
}

type Reflected = SoulUpdated & { failure?: { code: string; message: string; retryable: boolean } };

async function askModel(deps: Deps, user: Id, cause: string): Promise<Reflected> {
  const reader = await readCompanion(deps, user);
  const soul = await deps.store.read(companion(user), "self_soul");
  const messages = await latestTalk(deps, user);
  let drift: Drift | null = null;
  const answered = await deps.models.answer({
    companion: user,
    role: "self_soul",
    messages: [
      {
        role: "user",
        content: deps.prompts.render("self_soul", reader.language, {
          ai_name: reader.config.name,
          base_soul: reader.config.base_soul,
          recent_conversations: transcriptOf(reader, messages) || "-",
          current_self_soul: soul.content || "-",
        }),
      },
    ],
    schema: SelfSoulAnswer,
    check: ({ changed, new_content }) => {
      drift = changed ? driftAgainst(reader, new_content)(soul) : null;
      return drift ? `new_content: ${drift.reason}${drift.detail ? ` (${drift.detail})` : ""}` : undefined;
    },
    material: { role: "self_soul", language: reader.language },
    ...(reader.config.models?.self_soul === undefined ? {} : { prefer: reader.config.models.self_soul }),
  });
  const stays = { changed: false, self_soul: soul.content };
  // Refused twice, it is refused for good: the old view stands (issue 5).
  if (!answered.ok) return drift ? { ...stays, refused: drift } : { ...stays, failure: answered.failure };
  const { changed, new_content } = answered.value;
  if (!changed) return stays;
  const refuse = driftAgainst(reader, new_content);
  const writing = { by: "model" as const, cause, from: messages, refuse };
  const done = await writeSoul(deps, reader, () => new_content.trim(), writing);
  const refused = done.refused === "too_soon" ? undefined : done.refused;
  return { changed: done.changed, self_soul: done.soul.content, ...(refused ? { refused } : {}) };
}

/** The owner asks the character to look at itself now. A model that fails: AppError with its code; without one nothing changes. */
export async function reflect(deps: Deps, user: Id, cause: string): Promise<SoulUpdated> {
  const { failure, ...updated } = await askModel(deps, user, cause);
  if (failure) {
    const known = failure.code === "aborted" || failure.code === "no_model" ? "unavailable" : failure.code;
    throw new AppError(known as "unavailable", failure.message, { retryable: failure.retryable });
  }
  await note(deps, user, undefined);
  return updated;
}

/** When the character looks at itself next by itself, or null where too little was said since. */
export async function reflectionDueAt(deps: Deps, user: Id): Promise<Seconds | null> {
  if (!deps.models.state().some(({ role, ready }) => role === "self_soul" && ready.length > 0)) return null;
  const { created_at = 0 } = await deps.store.view(companion(user), "config");
  const { steps } = await deps.store.view(companion(user), "heartbeat");
  return dueAfterTalk(deps, user, steps.reflect, { pause: week, least: leastSaid, since: created_at });
}

/** Reflects in the background where it is due. A failure waits; after three the week passes without. */
export async function reflectDue(deps: Deps, user: Id): Promise<void> {
  const at = await reflectionDueAt(deps, user);
  const { steps } = await deps.store.view(companion(user), "heartbeat");
  const now = deps.clock.now();
  if (at === null || at > now || !isDue(steps.reflect, now)) return;
  const { failure } = await askModel(deps, user, "reflect");
  const last = (steps.reflect?.attempts ?? 0) + 1 >= runsBeforeExtractive;
  await note(deps, user, last ? undefined : failure?.message);
}

async function note(deps: Deps, user: Id, failure: string | undefined): Promise<void> {
  const now = deps.clock.now();
  await deps.store.commit(
    companion(user),
    ["heartbeat"],
    { by: "system", cause: "reflect" },
    ({ heartbeat }) => {
      const state = heartbeat.steps.reflect;
      const reflected = failure === undefined ? doneStep(state, now) : failedStep(state, now, failure);
      return {
        documents: { heartbeat: { ...heartbeat, steps: { ...heartbeat.steps, reflect: reflected } } },
        result: undefined,
      };
    },
  );
}
