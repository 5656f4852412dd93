// The pieces of one request: the system message, the talk as a section, and the marked block in front of the message.
import type { Language, Seconds } from "../schema/common.ts";
import type { Lore } from "../schema/lore.ts";
import type { TopicPart } from "../schema/short-term.ts";
import { loreFor } from "./context-recall.ts";
import { fitInto, oneLine, section } from "./context-text.ts";
import type { Turn } from "./context-turns.ts";
import type { Budgets, Count, Entry, Section, SectionName, Words } from "./context-types.ts";
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
  const { kept, cut } = fitInto(newestFirst, Math.floor(budgets.short / 2), count, longestPart);
  return section("short", words("heading_parts"), { kept: kept.reverse(), cut }, count);
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
  recall: readonly Entry[];
  reminder: string;
  state: readonly string[];
  lastAt: Seconds | null;
};

/** What only this message brings with it: lore, recall and now. */
export function renderBlock(input: BlockInput): Section[] {
  const { words, count, budgets } = input;
  const listed = (name: "lore" | "recall", entries: readonly Entry[]) => {
    const heading = words(`heading_${name}`);
    return section(name, heading, fitInto(entries, budgets[name] - count(`${heading}\n`), count), count);
  };
  const recall = input.recall.map(({ id, text }) => ({ id, text: oneLine(text) }));
  return [
    listed("lore", loreFor(input.lore, input.said)),
    listed("recall", recall),
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
