// Puts together what a model is given for one message: reads the documents, keeps the topic's prefix, recalls (DESIGN 4).
import type { Deps } from "../deps.ts";
import { avoidedMatters, speakable, speaksOf } from "../memory/avoided.ts";
import {
  type Assembled,
  assembleContext,
  type ContextInput,
  type Prefix,
  renderPrefix,
} from "../memory/context.ts";
import { type Recollection, recallEntry } from "../memory/context-recall.ts";
import { shrink } from "../memory/context-shrink.ts";
import {
  type Budgets,
  budgetsFor,
  contextLimits,
  type TopicTail,
  type Words,
} from "../memory/context-types.ts";
import { liveFacts } from "../memory/fact-life.ts";
import { helpLines, regionOf } from "../memory/help-lines.ts";
import { isClosed } from "../memory/join.ts";
import { worthRecalling } from "../memory/recall-gate.ts";
import type { PromptMessage } from "../model/models.ts";
import { wordsIn } from "../prompt/catalogue.ts";
import type { Id } from "../schema/common.ts";
import type { Message, Recalled } from "../schema/message.ts";
import type { ShortTerm, TopicPart } from "../schema/short-term.ts";
import { localDate } from "../schema/zone.ts";
import type { SearchHit } from "../search/search.ts";
import { similarity } from "../search/tokenise.ts";
import { account, companion } from "../store/store.ts";
import { conflictLine } from "./ask-conflict.ts";
import { withoutAvoided } from "./avoided.ts";
import { faultOf } from "./fault.ts";
import { storedPrefix, storePrefix } from "./prefix.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import type { Received } from "./receive.ts";
import { findMemories } from "./search-memory.ts";

export type Context = Assembled & {
  messages: readonly PromptMessage[];
  recalled: Recalled[];
  /** A smaller context, for the one retry after the provider said that this one is too long. */
  smaller: () => readonly PromptMessage[];
};

/** That of a message which no model is asked about. */
export const noContext: Context = { messages: [], sections: [], tokens: 0, recalled: [], smaller: () => [] };

/** Memories looked at for one message; the budget decides how many of them are shown. */
const recallLimit = 12;
/** Milliseconds that a reply waits for what is remembered, where the index is still being built after a start. */
const recallPatience = 300;
/** A window of so many tokens holds the default budgets, the message and the reply. */
const ampleWindow = 32_000;

/** Characters of each recalled text that reply-end and the log keep. */
const recalledCharacters = 120;

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
};

/** The context for a received message. Renders the prefix when the topic opens and stores it until the topic ends. */
export async function assemble(
  deps: Deps,
  reader: Reader,
  received: Received,
  options: AssembleOptions = {},
): Promise<Context> {
  const { message, short } = received;
  const words = wordsIn(deps.prompts, reader.language);
  const open = short.topic_id === message.topic_id && !isClosed(short) ? short.conversations : [];
  const prefix = await prefixFor(deps, reader, { message, open, short }, words, options);
  const parts = short.topic_id === message.topic_id ? (short.parts ?? []) : [];
  // A look at the context waits for all that a turn would show; a turn does not wait for long.
  const patience = options.keepPrefix === false ? undefined : recallPatience;
  const hits = options.outside ? [] : await recall(deps, reader, message, open, parts, patience);
  const asks = options.keepPrefix !== false && !options.private && options.scene !== "story";
  const doubts = asks ? await conflictLine(deps, reader.user, message.message_id, words, prefix.person) : [];
  const input: ContextInput = {
    words,
    language: reader.language,
    timeZone: reader.zone,
    now: deps.clock.now(),
    budgets: budgetsOf(deps, reader),
    prefix,
    open,
    parts,
    message,
    lore: await deps.store.view(companion(reader.user), "lore"),
    recall: hits.map((hit) => recallEntry(asRecollection(hit), lineWords(reader, prefix, words))),
    reminder: reader.config.reminder,
    state: [...stateLines(words, prefix, options), ...doubts],
    lastAt: await lastSaid(deps, reader.user, message, open),
  };
  const assembled = assembleContext(input);
  return {
    ...assembled,
    recalled: shownOf(reader, assembled, hits),
    smaller: () => assembleContext(shrink(input)).messages,
  };
}

/** Smaller budgets for a model with a small window, such as a local one. */
function budgetsOf(deps: Deps, reader: Reader): Budgets | undefined {
  const window = deps.models.window("chat", reader.config.models?.chat);
  return window === undefined || window >= ampleWindow ? undefined : budgetsFor(window);
}

function lineWords(reader: Reader, prefix: Prefix, words: Words) {
  return { words, timeZone: reader.zone, person: prefix.person, companion: words("you") };
}

function asRecollection({ id, text, date, title, speaker }: SearchHit): Recollection {
  return { id, text, date, title, speaker };
}

function stateLines(words: ReturnType<typeof wordsIn>, prefix: Prefix, options: AssembleOptions): string[] {
  const lines: string[] = [...(options.state ?? [])];
  if (options.outside) lines.push(words("outside_world"));
  if (options.private) lines.push(words("private_turn", { person: prefix.person }));
  if (options.scene === "story") lines.push(words("story_scene", { person: prefix.person }));
  return lines;
}

/** What fits the message, but does not stand in the open talk word for word already. */
async function recall(
  deps: Deps,
  reader: Reader,
  message: Message,
  open: readonly Message[],
  parts: readonly TopicPart[],
  patience: number | undefined,
): Promise<SearchHit[]> {
  if (!worthRecalling(message.content)) return [];
  const folded = new Set(parts.flatMap((part) => part.message_ids));
  const shown = new Set(open.map(({ message_id }) => message_id).filter((id) => !folded.has(id)));
  shown.add(message.message_id);
  const query = { text: message.content, limit: recallLimit + shown.size, at: message.timestamp, patience };
  // A damaged month of the log must not keep the companion from answering: it then answers without recalling.
  const hits = await findMemories(deps, reader, query).catch((error: unknown) => {
    deps.log.warn({ user: reader.user, ...faultOf(error) }, "nothing was recalled");
    return [];
  });
  const fresh = hits.filter((hit) => !(hit.type === "message" && shown.has(hit.id)));
  return (await withoutAvoided(deps, reader, message.content, fresh)).slice(0, recallLimit);
}

/** Its ids say where the whole text stands; a bubble that carries it would make each line of the log that much longer. */
function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= recalledCharacters) return text;
  return `${characters.slice(0, recalledCharacters - 1).join("")}…`;
}

/** The memories that really stand in the context, as `reply-end` tells them (DESIGN 7). */
function shownOf(reader: Reader, assembled: Assembled, hits: readonly SearchHit[]): Recalled[] {
  const shown = new Set(
    assembled.sections
      .filter(({ name }) => name === "recall")
      .flatMap(({ entries }) => entries.map(({ id }) => id)),
  );
  return hits
    .filter(({ id }) => shown.has(id))
    .map(({ type, id, date, text, message_ids }) => ({
      type,
      id,
      date: localDate(date, reader.zone),
      text: shortened(text),
      message_ids: [...message_ids],
    }));
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
  options: AssembleOptions,
): Promise<Prefix> {
  const topicId = opening.message.topic_id;
  const stored = await storedPrefix(deps, reader.user, topicId);
  if (stored) return stored;
  const prefix = await renderFresh(deps, reader, opening, words);
  if (options.keepPrefix !== false && !options.private) await storePrefix(deps, reader.user, prefix);
  return prefix;
}

async function renderFresh(deps: Deps, reader: Reader, opening: Opening, words: Words): Promise<Prefix> {
  const { store } = deps;
  const owner = companion(reader.user);
  const first = opening.open[0] ?? opening.message;
  const core = await store.view(owner, "core_memory");
  const long = await store.view(owner, "long_term");
  // What begins later, or has run out since the last look, is not so now.
  const facts = liveFacts(await store.view(owner, "facts"), deps.clock.now());
  const avoided = avoidedMatters(facts);
  const mid = await store.view(owner, "mid_term");
  const pending = opening.short.pending.filter(({ topic_id }) => topic_id !== opening.message.topic_id);
  return renderPrefix({
    words,
    language: reader.language,
    timeZone: reader.zone,
    now: deps.clock.now(),
    budgets: budgetsOf(deps, reader),
    topicId: opening.message.topic_id,
    openedAt: first.timestamp,
    config: reader.config,
    selfSoul: (await store.view(owner, "self_soul")).content,
    account: { display_name: reader.account?.display_name ?? "", about_me: reader.account?.about_me ?? "" },
    relationship: core.relationship,
    core: core.memories.filter(
      ({ content, category }) => category === "taboo" || !speaksOf(content, avoided),
    ),
    facts: speakable(facts, avoided),
    sharedFacts: reader.account ? await store.view(account(reader.owner), "shared_facts") : [],
    mid: mid.filter(({ summary }) => !speaksOf(summary, avoided)),
    pending: await Promise.all(
      pending.map(({ topic_id, ended_at }) => tailOf(deps, reader.user, topic_id, ended_at)),
    ),
    long: long.filter(({ title, key_points }) => !speaksOf(`${title} ${key_points.join(" ")}`, avoided)),
    rank: new Map(long.map((entry) => [entry.id, fits(first.content, [entry.title, ...entry.key_points])])),
    previous: await previousTail(deps, reader.user, first),
    tools: true,
    helpLines: [helpLines(reader.language, regionOf(reader.zone))],
  });
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

/** The context as it would be sent for a message now (GET /api/memory/{user_id}); nothing is stored. */
export async function previewContext(deps: Deps, user: Id, content: string): Promise<Assembled> {
  const reader = await readCompanion(deps, user);
  const short = await deps.store.view(companion(user), "short_term");
  const message: Message = {
    message_id: "preview",
    role: "user",
    content,
    timestamp: deps.clock.now(),
    topic_id: isClosed(short) ? "preview" : short.topic_id,
  };
  const { messages, sections, tokens } = await assemble(
    deps,
    reader,
    { message, short },
    { keepPrefix: false },
  );
  return { messages: [...messages] as Assembled["messages"], sections, tokens };
}
