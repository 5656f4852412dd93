// Puts together what a model is given for one message: reads the documents, keeps the topic's prefix, recalls (DESIGN 4).
import type { Deps } from "../deps.ts";
import { speakable, speaksOf, unmentioned } from "../memory/avoided.ts";
import {
  type Assembled,
  assembleContext,
  type ContextInput,
  type Prefix,
  type PrefixInput,
  renderPrefix,
} from "../memory/context.ts";
import { shrink } from "../memory/context-shrink.ts";
import {
  type Budgets,
  budgetsFor,
  contextLimits,
  type TopicTail,
  type Words,
} from "../memory/context-types.ts";
import { correctionsOf, putRight, withCorrections } from "../memory/corrections.ts";
import { liveFacts } from "../memory/fact-life.ts";
import { mattersAhead } from "../memory/follow-up.ts";
import { helpLines, regionOf } from "../memory/help-lines.ts";
import { isClosed } from "../memory/join.ts";
import { worthRecalling } from "../memory/recall-gate.ts";
import { factorOf } from "../memory/usage.ts";
import type { PromptMessage } from "../model/models.ts";
import { wordsIn } from "../prompt/catalogue.ts";
import type { Id } from "../schema/common.ts";
import type { Config } from "../schema/config.ts";
import type { Message, Recalled } from "../schema/message.ts";
import type { ShortTerm } from "../schema/short-term.ts";
import { similarity } from "../search/tokenise.ts";
import { account, companion } from "../store/store.ts";
import { conflictLine } from "./ask-conflict.ts";
import { mattersOf } from "./avoided.ts";
import { storedPrefix, storePrefix } from "./prefix.ts";
import type { Reader } from "./read-companion.ts";
import { nothingRecalled, type RecallRequest, type Recollected, recall } from "./recall.ts";
import type { Received } from "./receive.ts";

export type Context = Assembled & {
  messages: readonly PromptMessage[];
  recalled: Recalled[];
  /** How it was recalled; undefined where no model is asked. What the tool recall_memory asks for begins from here. */
  recall?: RecallRequest;
  /** A smaller context, for the one retry after the provider said that this one is too long. */
  smaller: () => readonly PromptMessage[];
};

/** That of a message which no model is asked about. */
export const noContext: Context = { messages: [], sections: [], tokens: 0, recalled: [], smaller: () => [] };

/** Milliseconds that a reply waits for what is remembered, where the index is still being built after a start. */
const recallPatience = 300;
/** A window of so many tokens holds the default budgets, the message and the reply. */
const ampleWindow = 32_000;

export type AssembleOptions = {
  /** Said in a turn that is not kept. */
  private?: boolean;
  scene?: string;
  /** False for a look at the context that must not store anything. */
  keepPrefix?: boolean;
  /** Further lines for the now-block: what was done just before the reply. */
  state?: readonly string[];
  /** The message asks for what lies outside the character's world: nothing is recalled for it (A127). */
  outside?: boolean;
  /** What came right before and is answered along with it: recalled for as well. */
  before?: readonly Message[];
};

/** The context for a received message. Renders the prefix when the topic opens and stores it until the topic ends. */
export async function assemble(
  deps: Deps,
  reader: Reader,
  received: Received,
  options: AssembleOptions = {},
): Promise<Context> {
  const { message } = received;
  const short = received.over ? await shortThen(deps, reader.user, received) : received.short;
  const words = wordsIn(deps.prompts, reader.language);
  const open = short.topic_id === message.topic_id && !isClosed(short) ? short.conversations : [];
  const keepPrefix = options.keepPrefix !== false && !options.private && !received.over;
  const prefix = await prefixFor(deps, reader, { message, open, short }, words, keepPrefix);
  const folded = short.topic_id === message.topic_id ? (short.parts ?? []) : [];
  const corrections = correctionsOf(await deps.store.view(companion(reader.user), "facts"));
  const parts = folded.map((part) => ({ ...part, summary: putRight(part.summary, corrections, words) }));
  const request = recalling({ message, short }, prefix, words, options);
  const recalled = options.outside ? nothingRecalled : await recall(deps, reader, request);
  const asks = options.keepPrefix !== false && !options.private && options.scene !== "story";
  const doubts = asks ? await conflictLine(deps, reader.user, message.message_id, words, prefix.person) : [];
  const input: ContextInput = {
    words,
    language: reader.language,
    timeZone: reader.zone,
    now: deps.clock.now(),
    budgets: budgetsOf(deps, reader.config),
    prefix,
    open,
    parts,
    message,
    lore: await deps.store.view(companion(reader.user), "lore"),
    recall: recalled.memories,
    knowledge: recalled.knowledge,
    left: recalled.left,
    reminder: reader.config.reminder,
    state: [...stateLines(words, prefix, options), ...doubts],
    lastAt: await lastSaid(deps, reader.user, message, open),
  };
  const assembled = assembleContext(input);
  return {
    ...assembled,
    recalled: shownOf(assembled, recalled),
    recall: request,
    smaller: () => assembleContext(shrink(input)).messages,
  };
}

/**
 * short_term as it was when a message of a topic that is over was said: its talk is what the answer goes on from, and no summary
 * of it that may hold the answer which is replaced.
 */
async function shortThen(deps: Deps, user: Id, { message, short }: Received): Promise<ShortTerm> {
  const { topic_id } = message;
  const pending = short.pending.filter((one) => one.topic_id !== topic_id);
  const conversations = await deps.store.log.topic(user, topic_id);
  return { topic_id, conversations, created_at: conversations[0]?.timestamp ?? message.timestamp, pending };
}

/** Smaller budgets for a model with a small window, such as a local one; undefined where the default ones hold. */
export function budgetsOf(deps: Deps, { models }: Pick<Config, "models">): Budgets | undefined {
  const window = deps.models.window("chat", models?.chat);
  return window === undefined || window >= ampleWindow ? undefined : budgetsFor(window);
}

/** The model that answers where all goes well. */
function modelOf(deps: Deps, { config }: Reader): string | undefined {
  const ready = deps.models.state().find(({ role }) => role === "chat")?.ready ?? [];
  return ready.find((key) => key === config.models?.chat) ?? ready[0];
}

function stateLines(words: ReturnType<typeof wordsIn>, prefix: Prefix, options: AssembleOptions): string[] {
  const lines: string[] = [...(options.state ?? [])];
  if (options.outside) lines.push(words("outside_world"));
  if (options.private) lines.push(words("private_turn", { person: prefix.person }));
  if (options.scene === "story") lines.push(words("story_scene", { person: prefix.person }));
  return lines;
}

/** What fits the message, but does not stand in the open talk word for word already. */
function recalling(
  { message, short }: Pick<Received, "message" | "short">,
  prefix: Prefix,
  words: Words,
  options: AssembleOptions,
): RecallRequest {
  const isOpen = short.topic_id === message.topic_id && !isClosed(short);
  const folded = new Set(isOpen ? (short.parts ?? []).flatMap((part) => part.message_ids) : []);
  const shown = isOpen ? short.conversations.filter(({ message_id }) => !folded.has(message_id)) : [];
  const text = [...(options.before ?? []), message].map(({ content }) => content).join("\n");
  return {
    text,
    message: text,
    at: message.timestamp,
    shown: new Set([message.message_id, ...shown.map(({ message_id }) => message_id)]),
    index: new Map(
      prefix.sections
        .filter(({ name }) => name === "long_index")
        .flatMap(({ entries }) => entries.map(({ id, text }) => [id, text])),
    ),
    words,
    person: prefix.person,
    // A look at the context waits for all that a turn would show; a turn does not wait for long.
    patience: options.keepPrefix === false ? undefined : recallPatience,
    privately: options.private,
  };
}

/** The memories that really stand in the context, as `reply-end` tells them (DESIGN 7). */
function shownOf(assembled: Assembled, { told }: Recollected): Recalled[] {
  const recall = assembled.sections.find(({ name }) => name === "recall");
  const shown = new Set((recall?.entries ?? []).map(({ id }) => id));
  // Best first, as they were found; the lines themselves stand by day.
  return [...told].flatMap(([id, one]) => (shown.has(id) ? [one] : []));
}

async function lastSaid(
  deps: Deps,
  user: Id,
  message: Message,
  open: readonly Message[],
): Promise<number | null> {
  const before = open.filter(({ message_id }) => message_id !== message.message_id).at(-1);
  if (before) return before.timestamp;
  const tail = await deps.store.log.tail(user, 2);
  return tail.findLast(({ message_id }) => message_id !== message.message_id)?.timestamp ?? null;
}

type Opening = { message: Message; open: readonly Message[]; short: ShortTerm };

async function prefixFor(
  deps: Deps,
  reader: Reader,
  opening: Opening,
  words: Words,
  keep: boolean,
): Promise<Prefix> {
  const topicId = opening.message.topic_id;
  const stored = await storedPrefix(deps, reader.user, topicId);
  if (stored) return stored;
  const prefix = await renderFresh(deps, reader, opening, words);
  if (keep) await storePrefix(deps, reader.user, prefix);
  return prefix;
}

async function renderFresh(deps: Deps, reader: Reader, opening: Opening, words: Words): Promise<Prefix> {
  const { store } = deps;
  const owner = companion(reader.user);
  const first = opening.open[0] ?? opening.message;
  const topicId = opening.message.topic_id;
  const shown = new Set(opening.open.map(({ message_id }) => message_id));
  const core = await store.view(owner, "core_memory");
  const long = await store.view(owner, "long_term");
  // What begins later, or has run out since the last look, is not so now.
  const all = await store.view(owner, "facts");
  const facts = liveFacts(all, deps.clock.now());
  const avoided = await mattersOf(deps, reader);
  const mid = await store.view(owner, "mid_term");
  const pending = opening.short.pending.filter(({ topic_id }) => topic_id !== opening.message.topic_id);
  const input: PrefixInput = {
    words,
    language: reader.language,
    timeZone: reader.zone,
    now: deps.clock.now(),
    budgets: budgetsOf(deps, reader.config),
    factor: factorOf(await store.view(owner, "usage"), modelOf(deps, reader)),
    topicId,
    openedAt: first.timestamp,
    config: reader.config,
    selfSoul: (await store.view(owner, "self_soul")).content,
    account: { display_name: reader.account?.display_name ?? "", about_me: reader.account?.about_me ?? "" },
    relationship: core.relationship,
    core: core.memories.filter(
      ({ content, category }) => category === "taboo" || !speaksOf(content, avoided),
    ),
    facts: speakable(facts, avoided),
    sharedFacts: unmentioned(
      reader.account ? await store.view(account(reader.owner), "shared_facts") : [],
      avoided,
    ),
    ahead: mattersAhead((await store.view(owner, "heartbeat")).follow_ups, deps.clock.now(), avoided),
    mid: mid.filter(({ summary, topic_id }) => topic_id !== topicId && !speaksOf(summary, avoided)),
    pending: await Promise.all(
      pending.map(({ topic_id, ended_at }) => tailOf(deps, reader.user, topic_id, ended_at)),
    ),
    long: long.filter(
      ({ title, key_points, message_ids = [] }) =>
        !message_ids.some((id) => shown.has(id)) && !speaksOf(`${title} ${key_points.join(" ")}`, avoided),
    ),
    rank: new Map(long.map((entry) => [entry.id, fits(first.content, [entry.title, ...entry.key_points])])),
    previous: await previousTail(deps, reader.user, first),
    tools: true,
    helpLines: [helpLines(reader.language, regionOf(reader.zone))],
  };
  return renderPrefix(withCorrections(input, all));
}

function fits(text: string, points: readonly string[]): number {
  return worthRecalling(text) ? similarity(text, points.join(" ")) : 0;
}

async function tailOf(deps: Deps, user: Id, topic_id: string, ended_at: number): Promise<TopicTail> {
  const messages = await deps.store.log.topic(user, topic_id);
  return { topic_id, ended_at, messages: messages.slice(-contextLimits.tailMessages) };
}

/** The last messages before the topic's first one (A62, A78); the context decides whether they are recent enough. */
async function previousTail(deps: Deps, user: Id, first: Message): Promise<TopicTail | null> {
  const known = await deps.store.log.find(user, first.message_id);
  const limit = contextLimits.tailMessages;
  const before = known
    ? await deps.store.log.page(user, { before: first.message_id, limit })
    : await deps.store.log.tail(user, limit);
  const last = before.at(-1);
  if (!last) return null;
  const messages = before.filter(({ topic_id }) => topic_id === last.topic_id);
  return { topic_id: last.topic_id, ended_at: last.timestamp, messages };
}
