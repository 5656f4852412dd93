// The remembered sections of a context: core memories, recent summaries with topics still owed, and the index of years.
import type { Language, Seconds } from "../schema/common.ts";
import type { CoreEntry } from "../schema/core-memory.ts";
import type { LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { simplify } from "../schema/simplified.ts";
import { chapterLines } from "./chapters.ts";
import {
  type Fitted,
  fitInto,
  importanceOf,
  momentOf,
  oneLine,
  section,
  toDayOrMonth,
  toHour,
} from "./context-text.ts";
import { lastLines, type Speakers } from "./context-transcript.ts";
import {
  type Budgets,
  type Count,
  contextLimits,
  type Entry,
  type Section,
  type TopicTail,
  type Words,
} from "./context-types.ts";
import { coloured, wordingsOf } from "./role-wording.ts";

export type Rendering = {
  words: Words;
  language: Language;
  timeZone: string;
  count: Count;
  budgets: Budgets;
};

/** Kept entries in the order of time, since a life is read forwards; those without a time come first. */
function byTime(fitted: Fitted, momentById: ReadonlyMap<string, Seconds>): Fitted {
  const kept = [...fitted.kept].sort((a, b) => (momentById.get(a.id) ?? 0) - (momentById.get(b.id) ?? 0));
  return { ...fitted, kept };
}

function withHeading(heading: string, budget: number, count: Count): number {
  return budget - count(`${heading}\n`);
}

/**
 * The 5 most important core memories (R1, A103), a taboo before others of its rank, then the newer one. `taboos` are those
 * that found no place here; they must not get lost (A110).
 */
export function renderCore(
  memories: readonly CoreEntry[],
  { words, count, budgets }: Rendering,
): { section: Section; taboos: CoreEntry[] } {
  const ranked = memories
    // One whose evidence went is not shown until it was judged again.
    .filter((memory) => !memory.archived && memory.stale !== true)
    .sort(
      (a, b) =>
        b.importance - a.importance ||
        Number(b.category === "taboo") - Number(a.category === "taboo") ||
        (b.created_at ?? b.started_at ?? 0) - (a.created_at ?? a.started_at ?? 0),
    );
  const top = ranked.slice(0, contextLimits.core);
  const heading = words("heading_core");
  const fitted = fitInto(
    top.map((memory) => ({ id: memory.id, text: oneLine(memory.content) })),
    withHeading(heading, budgets.core, count),
    count,
  );
  const shown = new Set(fitted.kept.map((entry) => entry.id));
  return {
    section: section("core", heading, fitted, count),
    taboos: ranked.filter((memory) => memory.category === "taboo" && !shown.has(memory.id)),
  };
}

function pendingEntry(topic: TopicTail, speakers: Speakers, rendering: Rendering): Entry | undefined {
  const { words, timeZone, count, budgets } = rendering;
  const when = toHour(topic.ended_at, timeZone);
  const frame = count(words("mid_pending", { when, talk: "" }));
  const { entries } = lastLines(topic.messages, {
    ...speakers,
    limit: contextLimits.tailMessages,
    // Joined by " / ", a token each; never more than the section itself holds.
    tokens: Math.min(budgets.pending, budgets.mid) - frame - contextLimits.tailMessages,
    count,
  });
  if (entries.length === 0) return undefined;
  const talk = entries.map((entry) => entry.text).join(" / ");
  return { id: topic.topic_id, text: words("mid_pending", { when, talk }) };
}

const opening =
  /^(?:那次|上次|之前|此前|先前|前面|刚才|这次|那天|当时|早些时候)?，?(?:我们|咱们|你们|两人|双方)?(?:一起)?(?:聊|谈|说|讨论|提)(?:到|了|过|起|及)|^(?:earlier|before|previously|last time|that time|the other day)?,? ?(?:we|they|you and i)? ?(?:talk|chat|spoke|discuss)/i;

/** A summary that says of itself that it was talked about earlier, as A68 asks; most models and our own engine write so. */
function opened(summary: string, words: Words): string {
  return opening.test(simplify(summary)) ? summary : words("mid_opening", { summary });
}

/**
 * The 5 newest summaries, and each topic whose summary is still owed by its last 6 messages (R4, R19, A76), newest first
 * until the budget is used, shown in the order of time with the hour (A18).
 */
export function renderMid(
  mid: readonly MidEntry[],
  pending: readonly TopicTail[],
  speakers: Speakers,
  rendering: Rendering,
): Section {
  const { words, timeZone, count, budgets } = rendering;
  const moments = new Map<string, Seconds>();
  const newest = mid
    .filter((entry) => !entry.archived)
    .map((entry) => ({ entry, at: momentOf(entry) ?? 0 }))
    .sort((a, b) => b.at - a.at)
    .slice(0, contextLimits.mid);
  const lines = newest.map(({ entry, at }) => {
    moments.set(entry.id, at);
    const when = at > 0 ? toHour(at, timeZone) : words("date_unknown");
    return {
      id: entry.id,
      text: words("mid_line", { when, summary: opened(oneLine(entry.summary), words) }),
    };
  });
  const summarised = new Set(mid.map((entry) => entry.topic_id));
  const owed = pending
    .filter((topic) => !summarised.has(topic.topic_id))
    .flatMap((topic) => {
      moments.set(topic.topic_id, topic.ended_at);
      return pendingEntry(topic, speakers, rendering) ?? [];
    });
  const ranked = [...lines, ...owed].sort((a, b) => (moments.get(b.id) ?? 0) - (moments.get(a.id) ?? 0));
  const heading = words("heading_mid");
  const room = withHeading(heading, budgets.mid, count);
  const fitted = coloured(fitInto(ranked, room, count, budgets.pending), wordingsOf(mid), {
    room,
    words,
    count,
  });
  return section("mid", heading, byTime(fitted, moments), count);
}

/** Half of the weight after so many days. */
const halfAge = 180;

function rankOf(entry: LongEntry, at: Seconds, now: Seconds, relevance: number): number {
  const days = Math.max(0, now - at) / 86_400;
  const recency = 1 / (1 + days / halfAge);
  return (entry.pinned ? 10 : 0) + 0.5 * relevance + 0.3 * importanceOf(entry.importance) + 0.2 * recency;
}

/** More lines than this never fit into the section; the rest of ten years is ranked, but not rendered. */
const mostLines = 150;

/** Of the section's tokens, so many of a hundred are for the chapters. */
const chaptersShare = 40;

/**
 * The index of long-term memory (R3, A87): a line for each chapter of the years, then title and points of the entries that rank
 * best: pinned ones, then relevance (0 to 1, by id), importance and recency. Archived entries stay out (R32). Each of the two
 * parts is in the order of time. An entry is told with its day, one of more than a year ago with its month (A18); a question for
 * the day is answered by the hint that the search brings.
 */
export function renderIndex(
  long: readonly LongEntry[],
  relevance: ReadonlyMap<string, number>,
  now: Seconds,
  { words, language, timeZone, count, budgets }: Rendering,
): Section {
  const moments = new Map<string, Seconds>();
  const present = long.filter((entry) => !entry.archived);
  const ranked = present
    .map((entry) => {
      const at = momentOf(entry) ?? 0;
      moments.set(entry.id, at);
      return { entry, at, rank: rankOf(entry, at, now, relevance.get(entry.id) ?? 0) };
    })
    .sort((a, b) => b.rank - a.rank || b.at - a.at);
  const lines = ranked.slice(0, mostLines).map(({ entry, at }) => {
    const when = at > 0 ? toDayOrMonth(at, now, timeZone) : words("date_unknown");
    const points = entry.key_points.map(oneLine).join("; ");
    return { id: entry.id, text: words("long_line", { when, title: oneLine(entry.title), points }) };
  });
  const heading = words("heading_long_index");
  const room = withHeading(heading, budgets.long_index, count);
  const budget = Math.floor((room * chaptersShare) / 100);
  const chapters = chapterLines(present, { words, language, timeZone, count, now, budget });
  const spent = chapters.reduce((sum, { text }) => sum + count(`- ${text}\n`), 0);
  // An entry is about fifty characters (A15); a swollen one may not push five others out.
  const left = room - spent;
  const plain = fitInto(lines, left, count, Math.floor(room / 4));
  const fitted = byTime(coloured(plain, wordingsOf(long), { room: left, words, count }), moments);
  return section("long_index", heading, { ...fitted, kept: [...chapters, ...fitted.kept] }, count);
}

/** The last 6 messages of the previous topic if it ended less than 24 h before this one began (A62, A78), within 600 tokens. */
export function renderPrevious(
  previous: TopicTail | null,
  openedAt: Seconds,
  speakers: Speakers,
  { words, timeZone, count, budgets }: Rendering,
): Section {
  if (!previous || openedAt - previous.ended_at >= contextLimits.tailAge)
    return section("short", "", { kept: [], cut: [] }, count);
  const heading = words("heading_previous", { when: toHour(previous.ended_at, timeZone) });
  const { entries, cut } = lastLines(previous.messages, {
    ...speakers,
    limit: contextLimits.tailMessages,
    // Each line gets a dash and a break.
    tokens: budgets.tail - count(heading) - contextLimits.tailMessages * count("- \n"),
    count,
  });
  return section("short", heading, { kept: entries, cut }, count);
}
