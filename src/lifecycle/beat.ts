// One beat: thinks of speaking first, speaks or stays silent, and keeps the decision with its reason (A143, A149–A151, A153).
import type { Deps } from "../deps.ts";
import { latestOccurrence, nextOccurrence } from "../memory/beat-plan.ts";
import { reproaches } from "../memory/beat-reproach.ts";
import { isSecondLook } from "../memory/follow-up.ts";
import { type DueBeat, recordBeat, retryLater } from "../memory/heartbeat.ts";
import type { PromptMessage } from "../model/models.ts";
import { wordsIn } from "../prompt/catalogue.ts";
import type { BeatRecord } from "../schema/heartbeat.ts";
import type { Message } from "../schema/message.ts";
import { simplify } from "../schema/simplified.ts";
import type { UsageCount } from "../schema/stream-event.ts";
import { localDate } from "../schema/zone.ts";
import { companion } from "../store/store.ts";
import { type Asked, askBeat } from "./beat-ask.ts";
import { type BeatContext, beatContext } from "./beat-context.ts";
import { speakBeat, type Unasked } from "./beat-speak.ts";
import { offlineWords, type SilentCause, sentReason, silentReason } from "./beat-words.ts";
import type { BeatWorld } from "./beat-world.ts";
import { backInCharacter, guardOf } from "./boundary.ts";
import { lineOf } from "./command-answer.ts";
import { gaveWay } from "./live-turn.ts";
import { notifyBeat } from "./notify.ts";

export type BeatOutcome = {
  decision: "sent" | "silent";
  reason: string;
  messages: Message[];
  /** The model failed; the same beat may be tried again. */
  failed?: Extract<Asked, { outcome: "failed" }>["failure"];
};

/** What is to be said, or why nothing is. */
type Words = {
  model: string;
  usage: UsageCount;
  reason?: string | undefined;
  nextHours?: number | undefined;
} & ({ text: string } | { silent: SilentCause; failed?: BeatOutcome["failed"] });

const noUsage: UsageCount = { input_tokens: 0, cached_tokens: 0, output_tokens: 0 };

/**
 * Does a claimed beat in the companion's order. A model's failure, or a word of the person that comes first, is silence, and the
 * beat is tried again later where it was planned or promised; only a storage failure throws.
 */
export async function beat(deps: Deps, turn: Unasked, world: BeatWorld, due: DueBeat): Promise<BeatOutcome> {
  const { reader } = world;
  const context = await beatContext(deps, world, due);
  const words = await think(deps, turn, world, due, context);
  const { model, usage } = words;
  if (!("text" in words)) return keepSilent(deps, turn, world, due, words);
  const occasion = world.occasions.find(({ key }) => key === due.key)?.kind;
  const state = { now: deps.clock.now(), heardAt: world.terms.heardAt, zone: reader.zone, occasion };
  const reason = words.reason ?? sentReason(reader.language, due, state);
  const messages = await speakBeat(deps, reader, turn, {
    text: words.text,
    beat: { kind: due.kind, reason },
    model,
    usage,
    context,
    // Where nobody looks there is nobody to wait for the typing.
    atOnce: due.kind === "manual" || deps.listeners?.(reader.owner) === 0,
  });
  if (messages.length === 0)
    return keepSilent(deps, turn, world, due, { ...words, reason: undefined, silent: "interrupted" });
  notifyBeat(deps, reader, due.kind, messages);
  const record: BeatRecord = {
    at: deps.clock.now(),
    decision: "sent",
    reason,
    kind: due.kind,
    due_at: due.due_at,
    message_ids: messages.map(({ message_id }) => message_id),
    ...(due.followUp ? { source_message_ids: due.followUp.message_ids } : {}),
  };
  await note(deps, world, record, { unanswered: world.unanswered + 1, nextHours: words.nextHours });
  return { decision: "sent", reason, messages };
}

async function keepSilent(
  deps: Deps,
  { signal }: Unasked,
  world: BeatWorld,
  due: DueBeat,
  words: Omit<Extract<Words, { silent: SilentCause }>, "model" | "usage">,
): Promise<BeatOutcome> {
  const { language } = world.reader;
  const reason =
    (words.silent === "chose" ? words.reason : undefined) ?? silentReason(language, words.silent);
  const at = deps.clock.now();
  const record: BeatRecord = { at, decision: "silent", reason, kind: due.kind, due_at: due.due_at };
  const state = { unanswered: world.unanswered, nextHours: words.nextHours };
  // What was planned or promised is not lost because the person spoke in that very moment.
  const cameFirst = words.silent === "interrupted" && signal.reason === gaveWay;
  await note(deps, world, record, state, words.failed || cameFirst ? due : undefined);
  return { decision: "silent", reason, messages: [], ...(words.failed ? { failed: words.failed } : {}) };
}

async function note(
  deps: Deps,
  { reader }: BeatWorld,
  record: BeatRecord,
  state: { unanswered: number; nextHours?: number | undefined },
  again?: DueBeat,
): Promise<void> {
  const meta = { by: "character" as const, cause: "beat" };
  await deps.store.commit(companion(reader.user), ["heartbeat"], meta, ({ heartbeat }) => {
    const noted = recordBeat(heartbeat, record, state);
    return {
      documents: { heartbeat: again ? retryLater(noted, again, record.at) : noted },
      result: undefined,
    };
  });
}

async function think(
  deps: Deps,
  turn: Unasked,
  world: BeatWorld,
  due: DueBeat,
  context: BeatContext,
): Promise<Words> {
  const { reader } = world;
  const { messages } = context;
  const asked = await askBeat(deps, reader, { messages, signal: turn.signal });
  const { model, usage, reason, nextHours } = asked;
  const base = { model, usage, reason, nextHours };
  if (asked.outcome === "silent") return { ...base, silent: "chose" };
  if (asked.outcome === "failed") {
    if (turn.signal.aborted) return { ...base, silent: "interrupted" };
    if (asked.failure.code === "no_model") return offlineBeat(deps, world, due);
    return { ...base, silent: "no_answer", failed: asked.failure };
  }
  const kind = await kindly(deps, turn, world, asked, messages);
  if ("silent" in kind) return { ...base, ...kind };
  if (isRepeated(world, kind.text)) return { ...base, silent: "repeated" };
  const day = world.occasions.find(({ key }) => key === due.key)?.kind;
  if (day === "mourning" && wishes.test(simplify(kind.text)))
    return { ...base, ...kind, text: offlineWords(reader.language, "mourning", "") };
  if (wishes.test(simplify(kind.text)) && keepsStill(deps, world, due))
    return { model, usage, silent: "chose" };
  return { ...base, ...kind };
}

/** On a day of mourning nobody is wished well, but on their own birthday, or by what the character set itself for that minute. */
function keepsStill(deps: Deps, { occasions, reader }: BeatWorld, due: DueBeat): boolean {
  const day = occasions.find(({ key }) => key === due.key)?.kind;
  if (day === "birthday" || (due.kind === "planned" && day === undefined)) return false;
  const now = deps.clock.now();
  const today = localDate(now, reader.zone);
  return occasions.some((one) => {
    if (one.kind !== "mourning") return false;
    const [last, next] = [latestOccurrence(one, now, reader.zone), nextOccurrence(one, now, reader.zone)];
    return [last, next].some((at) => at !== undefined && localDate(at, reader.zone) === today);
  });
}

const wishes =
  /快乐|愉快|恭喜|祝(?!福过)|庆祝|安康|吉祥|大吉|\b(?:happy|merry|congrat\w*|celebrat\w*|cheers|hooray|yay|best wishes)\b/i;

/** Words that blame the person are written anew, once; those that step out of the character too. */
async function kindly(
  deps: Deps,
  turn: Unasked,
  world: BeatWorld,
  asked: Extract<Asked, { outcome: "spoken" }>,
  messages: readonly PromptMessage[],
): Promise<{ text: string; usage: UsageCount } | { silent: SilentCause }> {
  const { reader } = world;
  let { text, usage } = asked;
  if (reproaches(text)) {
    const anew = wordsIn(deps.prompts, reader.language)("beat_anew");
    const again = await askBeat(deps, reader, {
      messages: [...messages, { role: "assistant", content: text }, { role: "user", content: anew }],
      signal: turn.signal,
      decide: false,
    });
    usage = sum(usage, again.usage);
    if (again.outcome !== "spoken" || reproaches(again.text)) return { silent: "reproach" };
    text = again.text;
  }
  const guard = guardOf(deps, reader, "");
  const reason = guard.whole(text);
  if (!reason) return { text, usage };
  const fault = { reason, text, messages, role: "chat" as const, signal: turn.signal };
  const mended = await backInCharacter(deps, reader, guard, fault);
  const said = mended.bubbles.join("\n");
  // The safe line of a reply answers a question; a companion that speaks first has none to answer.
  if (reader.lines.deflect.includes(said) || reproaches(said)) return { silent: "out_of_character" };
  return { text: said, usage: sum(usage, mended.usage) };
}

function sum(a: UsageCount, b: UsageCount): UsageCount {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    cached_tokens: a.cached_tokens + b.cached_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
  };
}

const folded = (text: string) => text.toLowerCase().replace(/[\s\p{P}\p{S}]+/gu, "");

/** True where the same was said among the last messages: a model that says one thing again and again is not let speak. */
function isRepeated({ recent }: BeatWorld, text: string): boolean {
  const replies = new Map<string, string>();
  for (const one of recent.filter(({ role }) => role === "assistant")) {
    const key = one.reply_id ?? one.message_id;
    replies.set(key, `${replies.get(key) ?? ""}${one.content}`);
  }
  return [...replies.values()].slice(-3).some((said) => folded(said) === folded(text));
}

/** Without a model: what was promised to be asked, what is to be said on the day, else one of the soul's own lines. */
function offlineBeat(deps: Deps, world: BeatWorld, due: DueBeat): Words {
  const { reader, occasions, recent } = world;
  const base = { model: "offline", usage: noUsage };
  const { language, lines } = reader;
  if (due.followUp && !isSecondLook(due.followUp)) {
    const name = due.followUp.kind === "wish" ? "wish" : "followUp";
    return { ...base, text: offlineWords(language, name, due.text) };
  }
  const occasion = occasions.find(({ key }) => key === due.key);
  if (occasion?.kind === "festival" && keepsStill(deps, world, due)) return { ...base, silent: "chose" };
  if (occasion) return { ...base, text: offlineWords(language, occasion.kind, occasion.text) };
  if (due.kind === "planned" && due.text.trim() !== "") return { ...base, text: due.text.trim() };
  const said = new Set(recent.map(({ content }) => content));
  const fresh = lines.beat.filter((line) => !said.has(line));
  return fresh.length === 0 ? { ...base, silent: "no_words" } : { ...base, text: lineOf(deps, fresh) };
}
