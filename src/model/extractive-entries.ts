// Turns waiting mid entries into long entries: title, key points, joined detail. Every mid entry is covered (A83, A84).
import type { EntriesAnswer } from "../schema/answer.ts";
import type { Language, Seconds } from "../schema/common.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { localDate } from "../schema/zone.ts";
import { namedFacts } from "./extractive-facts.ts";
import type { Tokenise } from "./extractive-sentences.ts";
import { withoutOpening } from "./extractive-summary.ts";
import { languageOf, overlap, shorten } from "./extractive-text.ts";

type LongAnswer = EntriesAnswer["entries"][number];

/** Entries of these many days may become one, if they are about the same. */
const nearbyDays = 3;
const daySeconds = 86_400;
const alike = 0.3;
const mostInOne = 4;

/** A15: title and key points together about 50 Chinese characters; an English word is worth about two. */
const sizes = {
  zh: { title: 16, point: 18, points: 42 },
  en: { title: 48, point: 56, points: 110 },
} as const;
const mostPoints = 4;
const fewestPoints = 2;
/** A summary has 200 characters; an owner's own may have more, but not a book. */
const longestRead = 3000;

type Point = { text: string; weight: number; place: number };

/** Long entries for all the mid entries given. `timeZone`: whose calendar the dates in the detail are of. */
export function longEntries(
  entries: readonly MidEntry[],
  otherwise: Language,
  timeZone: string,
  tokenise: Tokenise,
): EntriesAnswer {
  return { entries: clusters(entries, tokenise).map((cluster) => longEntry(cluster, otherwise, timeZone)) };
}

function timeOf(entry: MidEntry): Seconds {
  return entry.ended_at ?? entry.created_at ?? (Number(/^mid_(\d+)/.exec(entry.id)?.[1] ?? 0) || 0);
}

/** Entries that are about the same and lie close together, oldest first. */
function clusters(entries: readonly MidEntry[], tokenise: Tokenise): MidEntry[][] {
  const result: { entries: MidEntry[]; tokens: Set<string> }[] = [];
  for (const entry of [...entries].sort((a, b) => timeOf(a) - timeOf(b))) {
    const tokens = new Set(tokenise(withoutOpening(entry.summary.slice(0, longestRead))));
    const home = result.findLast(
      (cluster) =>
        cluster.entries.length < mostInOne &&
        timeOf(entry) - timeOf(cluster.entries.at(-1) ?? entry) <= nearbyDays * daySeconds &&
        overlap(tokens, cluster.tokens) >= alike,
    );
    if (home) {
      home.entries.push(entry);
      for (const token of tokens) home.tokens.add(token);
    } else result.push({ entries: [entry], tokens });
  }
  return result.map((cluster) => cluster.entries);
}

function longEntry(cluster: readonly MidEntry[], otherwise: Language, timeZone: string): LongAnswer {
  const language = languageOf(
    cluster.map((entry) => entry.summary.slice(0, longestRead)).join("\n"),
    otherwise,
  );
  const found = pointsOf(cluster, language);
  const title = titleFor(cluster, found, language);
  const dated = cluster.map((entry) => {
    const at = timeOf(entry);
    const day = at > 0 ? localDate(at, timeZone) : "";
    return day === "" ? entry.summary : `${day}${language === "zh" ? "：" : ": "}${entry.summary}`;
  });
  return {
    title,
    key_points: found.length > 0 ? found : [title],
    detail_content: dated.join("\n").trim() || title,
    source_mid_ids: cluster.map((entry) => entry.id),
    aliases: [],
    importance: Math.max(0.3, ...cluster.map((entry) => entry.importance ?? 0.5)),
  };
}

const untitled: Record<Language, string> = { zh: "闲聊", en: "Small talk" };

function titleFor(cluster: readonly MidEntry[], points: readonly string[], language: Language): string {
  const limit = sizes[language].title;
  const separator = language === "zh" ? "、" : ", ";
  const topics = cluster.flatMap((entry) => entry.topic?.split(/、|, /) ?? []).map((topic) => topic.trim());
  let title = "";
  for (const topic of new Set(topics)) {
    const longer = title === "" ? topic : `${title}${separator}${topic}`;
    if (topic !== "" && [...longer].length <= limit) title = longer;
  }
  const first = points[0] ?? withoutOpening(cluster[0]?.summary.slice(0, longestRead) ?? "");
  return title || cut(first.replace(speaker, ""), limit).trim() || untitled[language];
}

/** At most `limit` characters, in English whole words, without a dangling mark. */
function cut(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text.replace(/(?<![。.；;，,、\s])[。.；;，,、\s]+$/, "");
  const head = characters.slice(0, limit).join("");
  const whole = /[a-z]$/i.test(head) ? head.replace(/(?<!\s)\s+\S*$/, "") : head;
  return whole.replace(/(?<![。.；;，,、：:\s])[。.；;，,、：:\s]+$/, "");
}

const speaker = /^(?:对方：|我：|They: |I: )/;

/** The sayings of a summary, each with who said it: quotations of our own summaries, sentences of any other. */
function sayings(summary: string, language: Language): string[] {
  const body = withoutOpening(summary.slice(0, longestRead));
  const result: string[] = [];
  let who = "";
  for (const match of body.matchAll(
    /([^「」“”；;]*?)[「“]([^」”]+)[」”]|([^「」“”。！？!?；;\n]+[。！？!?]?)/g,
  )) {
    const [, before = "", quote, plain] = match;
    if (quote === undefined) {
      const text = (plain ?? "").trim();
      if (text.length >= 4) result.push(text);
      continue;
    }
    const named = before.trim().replace(/说$|(?<!\s)\s*said$/i, "");
    if (named !== "") who = named;
    const lead = /^they$/i.test(who) ? "They" : who;
    result.push(lead === "" ? quote : `${lead}${language === "zh" ? "：" : ": "}${quote}`);
  }
  return result;
}

/** Up to four sayings, those that name most first, in the order in which they were said; none where nothing can be quoted. */
function pointsOf(cluster: readonly MidEntry[], language: Language): string[] {
  const { point: limit, points: room } = sizes[language];
  const candidates: Point[] = [];
  for (const entry of cluster) {
    for (const saying of sayings(entry.summary, language)) {
      const lead = speaker.exec(saying)?.[0] ?? "";
      const text = shorten(saying.slice(lead.length), limit) ?? shorten(saying.slice(lead.length), 2 * limit);
      const bare = text?.replace(/(?<![。.；;，,\s])[。.；;，,\s]+$/, "") ?? "";
      if (bare === "") continue;
      const own = /^(?:我：|I: )/.test(lead) ? 0.6 : 1;
      const weight = own * (1 + namedFacts(bare).length) * (bare.length <= limit ? 1 : 0.6);
      candidates.push({ text: `${lead}${bare}`, weight, place: candidates.length });
    }
  }
  candidates.sort((a, b) => b.weight - a.weight);
  const chosen: Point[] = [];
  const take = (fits: (point: Point, used: number) => boolean, most: number) => {
    for (const point of candidates) {
      const used = chosen.reduce((sum, other) => sum + other.text.length, 0);
      if (chosen.length >= most || chosen.some((other) => other.text === point.text)) continue;
      if (chosen.length === 0 || fits(point, used)) chosen.push(point);
    }
  };
  take((point, used) => used + point.text.length <= room, mostPoints);
  // Where the first has taken all the room, the shortest of the others still makes the second.
  candidates.sort((a, b) => a.text.length - b.text.length);
  take(() => true, fewestPoints);
  return chosen.sort((a, b) => a.place - b.place).map((point) => point.text);
}
