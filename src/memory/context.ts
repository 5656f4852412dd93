// The context of one request: the topic's stable prefix, the talk so far, and what belongs to this one message (DESIGN 4).
import type { Language, Seconds } from "../schema/common.ts";
import type { Config } from "../schema/config.ts";
import type { CoreEntry } from "../schema/core-memory.ts";
import type { Fact, SharedFacts } from "../schema/fact.ts";
import type { FollowUp } from "../schema/heartbeat.ts";
import type { LongEntry } from "../schema/long-term.ts";
import type { Lore } from "../schema/lore.ts";
import type { Message } from "../schema/message.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import type { Relationship } from "../schema/relationship.ts";
import type { TopicPart } from "../schema/short-term.ts";
import { callName, renderFacts } from "./context-facts.ts";
import { renderInstructions } from "./context-instructions.ts";
import { renderPersona } from "./context-persona.ts";
import { renderBlock, renderParts, shortSection, systemText } from "./context-request.ts";
import { type Rendering, renderCore, renderIndex, renderMid, renderPrevious } from "./context-sections.ts";
import { counter } from "./context-text.ts";
import type { Speakers } from "./context-transcript.ts";
import { type Turn, turnsOf, withinCeiling } from "./context-turns.ts";
import {
  type Budgets,
  type Count,
  type CutReason,
  budgets as defaults,
  type Entry,
  type Hint,
  type Section,
  type SectionName,
  type TopicTail,
  type Words,
} from "./context-types.ts";
import { momentInWords } from "./now.ts";

export type PrefixInput = {
  words: Words;
  language: Language;
  /** The person's zone. */
  timeZone: string;
  now: Seconds;
  /** What the model counts over what we estimate; 1 where unknown. */
  factor?: number;
  budgets?: Budgets;
  topicId: string;
  /** When the topic's first message was said. */
  openedAt: Seconds;
  config: Pick<
    Config,
    | "user_id"
    | "name"
    | "base_soul"
    | "scenario"
    | "examples"
    | "style"
    | "bond"
    | "pronoun"
    | "reads_shared_facts"
  >;
  selfSoul: string;
  account: { display_name: string; about_me: string };
  relationship: Pick<Relationship, "level" | "stage">;
  core: readonly CoreEntry[];
  facts: readonly Fact[];
  sharedFacts: SharedFacts;
  /** What the person is about to do or wishes to do (A58), the next first. */
  ahead?: readonly FollowUp[];
  mid: readonly MidEntry[];
  /** Topics whose summary is still owed. */
  pending: readonly TopicTail[];
  long: readonly LongEntry[];
  /** How well an index entry fits the topic's first message, 0 to 1, by id; may be empty. */
  rank: ReadonlyMap<string, number>;
  /** The topic before this one, pending or not; null where there is none or it has been dropped by a fold. */
  previous: TopicTail | null;
  tools: boolean;
  helpLines: readonly string[];
};

/** What is stored in `.cache` for a topic, as JSON. */
export type Prefix = {
  format: 1;
  topic_id: string;
  rendered_at: Seconds;
  /** What the model counts over what we estimate, as it was known when the topic opened: a later one would move the cuts. */
  factor?: number;
  /** What the person is called in this topic's texts. */
  person: string;
  /** persona, instructions, core, facts, mid, long_index. */
  sections: Section[];
  /** The previous topic's tail, which counts to `short`. */
  previous: Section;
  /** The line that says when this talk began. */
  opening: string;
};

export type ContextMessage = { role: "system" | "user" | "assistant"; content: string };

export type ContextInput = {
  words: Words;
  language: Language;
  /** The person's zone. */
  timeZone: string;
  now: Seconds;
  budgets?: Budgets;
  prefix: Prefix;
  /** The open topic in the order of the log; it may hold the message that is answered now, and later ones. */
  open: readonly Message[];
  parts: readonly TopicPart[];
  /**
   * What is answered now: the person's message, or the words that stand for it where the character speaks first
   * (`message_id` "").
   */
  message: Pick<Message, "message_id" | "content"> & { name?: string };
  lore: Lore;
  /** Found memories as hints, best first (`hintOf`). */
  recall: readonly Hint[];
  /** Passages of the owner's texts as hints, best first. */
  knowledge?: readonly Hint[];
  /** What was found and left out before it came to a budget, by id. */
  left?: ReadonlyMap<string, CutReason>;
  reminder: string;
  /** Lines about this one message, in words: it may be skipped, it is private, it is a scene. */
  state?: readonly string[];
  /** Time of the last message before this one, whoever wrote it; null where there is none. */
  lastAt: Seconds | null;
};

export type AssembledSection = {
  name: SectionName;
  tokens: number;
  entries: Entry[];
  cut?: string[];
  /** Why each of them is cut. */
  reasons?: Record<string, CutReason>;
};

/** The answer of GET /api/memory/{user_id} (DESIGN 7). */
export type Assembled = { messages: ContextMessage[]; sections: AssembledSection[]; tokens: number };

/**
 * Renders the sections persona to long_index, the previous topic's tail and the opening line (DESIGN 4), for storing until
 * the topic ends. The same input gives the same bytes. Pure; throws only where `words` lacks a text.
 */
export function renderPrefix(input: PrefixInput): Prefix {
  const { words, timeZone, config } = input;
  const count = counter(input.factor);
  const rendering: Rendering = {
    words,
    language: input.language,
    timeZone,
    count,
    budgets: input.budgets ?? defaults,
  };
  const shared = config.reads_shared_facts ? input.sharedFacts : [];
  const called = callName(input.facts, shared, input.account.display_name).name;
  const person = called || words("someone");
  const speakers: Speakers = { person, companion: words("you") };
  const previous = renderPrevious(input.previous, input.openedAt, speakers, rendering);
  // The same words need not stand twice: as the tail, and as a topic without summary.
  const owed = input.pending.filter(
    (topic) =>
      topic.topic_id !== input.topicId && (!previous.text || topic.topic_id !== input.previous?.topic_id),
  );
  const core = renderCore(input.core, rendering);
  const { date, weekday, clock } = momentInWords(input.openedAt, input);
  return {
    format: 1,
    topic_id: input.topicId,
    rendered_at: input.now,
    ...(input.factor === undefined ? {} : { factor: input.factor }),
    person,
    sections: [
      renderPersona({ ...input, count, person }),
      renderInstructions({ ...input, count, person }),
      core.section,
      renderFacts({
        ...rendering,
        facts: input.facts,
        shared,
        self: config.user_id ?? "",
        displayName: input.account.display_name,
        aboutMe: input.account.about_me,
        taboos: core.taboos,
        ahead: input.ahead,
      }),
      renderMid(input.mid, owed, speakers, rendering),
      renderIndex(input.long, input.rank, input.now, rendering),
    ],
    previous,
    opening: words("opening", { when: `${date} ${weekday} ${clock}` }),
  };
}

/** As the topic's prefix was cut by, so that the talk behind it is cut alike to its end; nonsense in a cache counts as none. */
export function prefixFactor({ prefix: { factor = 1 } }: Pick<ContextInput, "prefix">): number {
  return Number.isFinite(factor) && factor > 0 ? factor : 1;
}

/** What a provider adds for each message's role and limits. */
const messageOverhead = 4;

/** The talk before the current message, as far as it fits, and the ids of what did not. */
export function talkOf(input: ContextInput, count: Count, budgets: Budgets): { kept: Turn[]; cut: string[] } {
  const turns = turnsOf({
    words: input.words,
    count,
    budgets,
    open: input.open,
    current: input.message.message_id,
    folded: new Set(input.parts.flatMap((part) => part.message_ids)),
    person: input.prefix.person,
  });
  return withinCeiling(turns, { count, budgets });
}

/**
 * What stands in the request already, word for word, and is therefore not recalled once more. The index holds titles only.
 */
function shownIn(lead: Section, turns: readonly Turn[], prefix: Prefix): Set<string> {
  const sections = [...prefix.sections.filter((one) => one.name !== "long_index"), lead];
  return new Set([
    ...sections.flatMap((one) => one.entries.map((entry) => entry.id)),
    ...turns.flatMap((turn) => turn.ids),
  ]);
}

/**
 * What is recalled beyond what stands in the request. Where everything that holds a word of the question stands there already, what
 * only stood beside it in its talk says nothing by itself.
 */
function freshOf(recall: readonly Hint[], shown: ReadonlySet<string>): Hint[] {
  const fresh = recall.filter(({ id }) => !shown.has(id));
  return fresh.length < recall.length && fresh.every(({ fit }) => fit === 0) ? [] : fresh;
}

/** As it is reported: without its text, which stands in the messages; with why each id is cut (DESIGN 7). */
function reported({ text: _, shortened = [], ...rest }: Section, left: ReadonlyMap<string, CutReason>) {
  const cut = [...(rest.cut ?? []), ...left.keys()];
  if (cut.length === 0) return rest;
  const reasonOf = (id: string): CutReason =>
    left.get(id) ?? (shortened.includes(id) ? "shortened" : "no_room");
  return { ...rest, cut, reasons: Object.fromEntries(cut.map((id) => [id, reasonOf(id)])) };
}

/**
 * The messages of one request and an account of what they are made of (A107, DESIGN 4, 7): one system message (prefix,
 * then the previous topic's tail or the parts of this one), the open topic, and the person's message as it was written with
 * a marked block in front. All but the last message are the beginning of the next request's messages.
 * `tokens` counts the messages as sent, estimated.
 */
export function assembleContext(input: ContextInput): Assembled {
  const { words, prefix, message } = input;
  const count = counter(prefixFactor(input));
  const budgets = input.budgets ?? defaults;
  const lead = input.parts.length > 0 ? renderParts(input.parts, { words, count, budgets }) : prefix.previous;
  const { kept, cut } = talkOf(input, count, budgets);
  const shown = shownIn(lead, kept, prefix);
  const left = new Map([
    ...(input.left ?? []),
    ...input.recall.flatMap(({ id }) => (shown.has(id) ? [[id, "shown_already"] as const] : [])),
  ]);
  const block = renderBlock({
    ...input,
    count,
    budgets,
    said: message.content,
    recall: freshOf(input.recall, shown),
    state: input.state ?? [],
  });
  const present = block.map((one) => one.text).filter((text) => text !== "");
  const framed = words("context_block", { text: present.join("\n\n") });
  const foreign = message.name && message.name !== prefix.person;
  const said = foreign ? `${message.name}: ${message.content}` : message.content;
  const messages: ContextMessage[] = [
    { role: "system", content: systemText(prefix.sections, lead, prefix.opening, words) },
    ...kept.map(({ role, content }) => ({ role, content })),
    { role: "user", content: `${framed}\n\n${said}` },
  ];
  const own = {
    name: "message",
    tokens: count(said),
    entries: [{ id: message.message_id, text: said }],
  } as const;
  const sections = [...prefix.sections, shortSection(lead, kept, cut, count), ...block];
  const none = new Map<string, CutReason>();
  return {
    messages,
    sections: [
      ...sections.map((one) => reported(one, one.name === "recall" ? left : none)),
      { ...own, entries: [...own.entries] },
    ],
    tokens: messages.reduce((sum, one) => sum + count(one.content) + messageOverhead, 0),
  };
}
