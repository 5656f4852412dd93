// The facts section: how the person is called, what must never be forgotten about them, then the rest by importance.
import type { CoreEntry } from "../schema/core-memory.ts";
import type { Fact, SharedFacts } from "../schema/fact.ts";
import type { FollowUp } from "../schema/heartbeat.ts";
import { localDate } from "../schema/zone.ts";
import { clip, fitInto, importanceOf, oneLine, section } from "./context-text.ts";
import type { Budgets, Count, Entry, Section, Words } from "./context-types.ts";
import { foreignFacts, vitalKey, withoutOutdated } from "./fact-foreign.ts";
import { coloured, wordingsOf } from "./role-wording.ts";

type Shared = Pick<SharedFacts[number], "id" | "origin" | "key" | "value" | "statement" | "valid_from">;

/** Keys that say how somebody wants to be called, the most telling first. */
// A nickname may be what others say behind their back; the name comes first.
const callKeys = ["call_name", "preferred_name", "称呼", "name", "名字", "姓名", "nickname", "昵称"] as const;

/** A203, R24: below this a fact is for reference only and may be asked about once. */
const sureEnough = 0.6;

function isLive(fact: Fact): boolean {
  return fact.status === "live" && !fact.is_deleted;
}

function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/**
 * How the person is called: a live fact that says so, else one shared by another companion, else the account's own name,
 * else "". Also names the fact that said it.
 */
export function callName(
  facts: readonly Fact[],
  shared: readonly Shared[],
  displayName: string,
): { name: string; fact?: string } {
  for (const list of [facts.filter((fact) => isLive(fact) && fact.confidence >= sureEnough), shared]) {
    for (const key of callKeys) {
      const found = list.find((fact) => fact.key === key && asText(fact.value).trim() !== "");
      if (found) return { name: oneLine(asText(found.value)), fact: found.id };
    }
  }
  return { name: oneLine(displayName) };
}

export type FactsInput = {
  words: Words;
  timeZone: string;
  count: Count;
  budgets: Budgets;
  facts: readonly Fact[];
  /** The account's projection; leave it empty where the companion does not read shared facts. */
  shared: readonly Shared[];
  /** This companion, whose own facts are in the projection too. */
  self: string;
  displayName: string;
  aboutMe: string;
  /** Taboos of the core memory for which there was no room in their own section. */
  taboos: readonly CoreEntry[];
  /** What the person is about to do or wishes to do (A58), the next first. */
  ahead?: readonly FollowUp[] | undefined;
};

function factLine(fact: Fact, input: FactsInput): string {
  const at = fact.valid_from ?? fact.first_mentioned_at;
  const when = at === undefined ? input.words("date_unknown") : localDate(at, input.timeZone);
  const statement = oneLine(fact.statement) || `${oneLine(fact.key)}: ${oneLine(asText(fact.value))}`;
  const line = input.words(`fact_${fact.source}`, { statement, when });
  return fact.confidence < sureEnough ? input.words("unsure", { text: line }) : line;
}

/** So many of the matters that lie ahead, and this share of the section, stand there; the rest is found when it comes up. */
const mostAhead = 3;
const aheadShare = 1 / 3;

function matterLine({ text, said_at }: FollowUp, { words, timeZone }: FactsInput): string {
  const when = said_at === undefined ? words("date_unknown") : localDate(said_at, timeZone);
  return words("on_their_mind", { text: oneLine(text), when });
}

function isVital(fact: Fact): boolean {
  return fact.category === "health" || vitalKey.test(fact.key);
}

function weight(fact: Fact): number {
  return (fact.pinned ? 2 : 0) + (fact.confidence < sureEnough ? -1 : 0) + importanceOf(fact.importance);
}

/**
 * The facts section (A58, A110, A203): how the person is called first, then health and taboos, which no budget cuts, then what
 * lies ahead of them, their own words about themselves and the other live facts by importance. Closed, conflicting and quarantined facts stay out.
 */
export function renderFacts(input: FactsInput): Section {
  const { words, count, budgets } = input;
  const called = callName(input.facts, input.shared, input.displayName);
  const foreign = foreignFacts(input.shared, input.facts, input.self);
  const own = withoutOutdated(input.facts.filter(isLive), foreign);
  const all = [...own, ...foreign].filter((fact) => fact.id !== called.fact);
  const vital = all.filter(isVital);
  const rest = all.filter((fact) => !isVital(fact)).sort((a, b) => weight(b) - weight(a));
  const firm: Entry[] = [
    ...(called.name
      ? [{ id: called.fact ?? "display_name", text: words("called", { name: called.name }) }]
      : []),
    ...vital.map((fact) => ({ id: fact.id, text: factLine(fact, input) })),
    ...input.taboos.map((entry) => ({ id: entry.id, text: oneLine(entry.content) })),
  ];
  const kept = fitInto(firm, budgets.facts_ceiling, count);
  const spent = kept.kept.reduce(
    (sum, entry) => sum + count(`- ${entry.text}\n`),
    count(words("heading_facts")),
  );
  const about = clip(oneLine(input.aboutMe), Math.floor(budgets.facts / 3), count);
  const ahead = fitInto(
    (input.ahead ?? []).slice(0, mostAhead).map((one) => ({ id: one.id, text: matterLine(one, input) })),
    Math.min(Math.floor(budgets.facts * aheadShare), budgets.facts - spent),
    count,
    Math.floor(budgets.facts * aheadShare),
  );
  const others = fitInto(
    [
      ...ahead.kept,
      ...(about ? [{ id: "about_me", text: words("about_me", { text: about }) }] : []),
      // More than these cannot fit; lines of thousands need not be made.
      ...rest.slice(0, 100).map((fact) => ({ id: fact.id, text: factLine(fact, input) })),
    ],
    budgets.facts - spent,
    count,
    Math.floor(budgets.facts / 2),
  );
  const fitted = {
    kept: [...kept.kept, ...others.kept],
    cut: [...kept.cut, ...ahead.cut, ...others.cut],
    shortened: [...(kept.shortened ?? []), ...(others.shortened ?? [])],
  };
  const room = budgets.facts - count(words("heading_facts"));
  const told = coloured(fitted, wordingsOf(input.facts), { room, words, count });
  return section("facts", words("heading_facts"), told, count);
}
