// The pieces of one request: the system message, the talk as a section, and the marked block in front of the message.
import type { Language, Seconds } from "../schema/common.ts";
import type { Lore } from "../schema/lore.ts";
import type { TopicPart } from "../schema/short-term.ts";
import { loreFor } from "./context-lore.ts";
import { fitHints } from "./context-recall.ts";
import { type Fitted, fitInto, oneLine, section } from "./context-text.ts";
import type { Turn } from "./context-turns.ts";
import type { Budgets, Count, Hint, Section, SectionName, Words } from "./context-types.ts";
import { renderNow } from "./now.ts";

/** A part is a summary of 200 characters; a swollen one is clipped to so many tokens. */
const longestPart = 300;

/** The summaries of the folded beginning of this talk, in order; within half of `short`, the newest kept. */
export function renderParts(
  parts: readonly TopicPart[],
  { words, count, budgets }: { words: Words; count: Count; budgets: Budgets },
): Section {
  const newestFirst = [...parts]
    .sort((a, b) => b.n - a.n)
    .map((part) => ({
      id: `part_${part.n}`,
      text: words("part_line", { n: String(part.n), summary: oneLine(part.summary) }),
    }));
  const { kept, ...rest } = fitInto(newestFirst, Math.floor(budgets.short / 2), count, longestPart);
  return section("short", words("heading_parts"), { ...rest, kept: kept.reverse() }, count);
}

const ownSections: ReadonlySet<SectionName> = new Set(["persona", "instructions"]);

/**
 * One system message, since some providers refuse a second: who the character is and how it writes; then, framed as data,
 * what it remembers, how the last talk ended or this one began (`lead`), and when this one opened.
 */
export function systemText(
  sections: readonly Section[],
  lead: Section,
  opening: string,
  words: Words,
): string {
  const own = sections.filter((one) => ownSections.has(one.name));
  const memory = [...sections.filter((one) => !ownSections.has(one.name)), lead];
  const present = (all: readonly Section[]) => all.map((one) => one.text).filter((text) => text !== "");
  const framed = words("memory_frame", { text: [...present(memory), opening].join("\n\n") });
  return [...present(own), framed].join("\n\n");
}

export type BlockInput = {
  words: Words;
  language: Language;
  timeZone: string;
  now: Seconds;
  count: Count;
  budgets: Budgets;
  /** The person's message: what lore looks for its keywords in. */
  said: string;
  lore: Lore;
  recall: readonly Hint[];
  /** Passages of the owner's own texts that fit the message (A117), best first. */
  knowledge?: readonly Hint[];
  reminder: string;
  state: readonly string[];
  lastAt: Seconds | null;
};

/**
 * Memories, and behind them what the owner's texts say: of lowest priority, with a budget of its own inside that of `recall`, so
 * that a talkative text cannot displace what was lived through (A110, A117).
 */
function recalled({ recall, knowledge = [], count, budgets }: BlockInput, room: number): Fitted {
  const texts = fitHints(knowledge, Math.min(budgets.knowledge, room), count);
  const used = texts.kept.reduce((sum, { text }) => sum + count(`- ${text}\n`), 0);
  const memories = fitHints(recall, room - used, count);
  return {
    kept: [...memories.kept, ...texts.kept],
    cut: [...memories.cut, ...texts.cut],
    shortened: [...(memories.shortened ?? []), ...(texts.shortened ?? [])],
  };
}

/** What only this message brings with it: lore, recall and now. */
export function renderBlock(input: BlockInput): Section[] {
  const { words, count, budgets } = input;
  const room = (name: "lore" | "recall") => budgets[name] - count(`${words(`heading_${name}`)}\n`);
  const lore = fitInto(loreFor(input.lore, input.said), room("lore"), count);
  return [
    section("lore", words("heading_lore"), lore, count),
    section("recall", words("heading_recall"), recalled(input, room("recall")), count),
    renderNow({ ...input, budget: budgets.now }),
  ];
}

/** The `short` section as it is reported: the lead and one entry for each message of the talk. */
export function shortSection(
  lead: Section,
  turns: readonly Turn[],
  cut: readonly string[],
  count: Count,
): Section {
  const entries = [...lead.entries, ...turns.map((turn) => ({ id: turn.ids[0] ?? "", text: turn.content }))];
  const tokens = turns.reduce((sum, turn) => sum + count(turn.content), lead.tokens);
  const gone = [...(lead.cut ?? []), ...cut];
  return { name: "short", text: lead.text, tokens, entries, ...(gone.length > 0 ? { cut: gone } : {}) };
}
