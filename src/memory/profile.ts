// The portrait of the person as the page shows it: lines made from live facts, each with what proves it, and the usual mood (A199, A217).
import type { Language } from "../schema/common.ts";
import type { EmotionCode, EmotionEntry } from "../schema/emotion.ts";
import type { Fact } from "../schema/fact.ts";
import { localDate } from "../schema/zone.ts";
import { importanceOf, oneLine } from "./context-text.ts";
import { emotionLabel } from "./emotion.ts";
import { keyBase, statementOf } from "./fact-key.ts";
import type { Leaning, Theme } from "./leaning.ts";

export type ProfileLine = {
  text: string;
  /** null where the line counts moods or talks and no single fact stands behind it: an observation, not a fact. */
  fact_id: string | null;
  message_ids: string[];
};

export type ProfileSection = { title: string; lines: ProfileLine[] };

/** What was counted besides the facts. */
export type Observed = { leanings: readonly Leaning[]; themes: readonly Theme[]; zone: string };
const nothingObserved: Observed = { leanings: [], themes: [], zone: "UTC" };

export type Profile = { sections: ProfileSection[] };

type Group =
  | "called"
  | "about"
  | "people"
  | "health"
  | "dates"
  | "likes"
  | "dislikes"
  | "habits"
  | "unsure"
  | "seems"
  | "themes"
  | "mood";

const titles: Record<Group, Record<Language, string>> = {
  called: { zh: "称呼", en: "What to call them" },
  about: { zh: "基本情况", en: "About them" },
  people: { zh: "身边的人", en: "People around them" },
  health: { zh: "健康", en: "Health" },
  dates: { zh: "重要的日子", en: "Days that matter" },
  likes: { zh: "喜欢的", en: "Likes" },
  dislikes: { zh: "不喜欢的", en: "Dislikes" },
  habits: { zh: "习惯", en: "Habits" },
  unsure: { zh: "还拿不准的", en: "Not certain yet" },
  seems: { zh: "看起来", en: "It seems" },
  themes: { zh: "常聊的", en: "Often talked about" },
  mood: { zh: "近来的心情", en: "Mood of late" },
};

const groupOf: Record<Fact["category"], Group> = {
  personal_info: "about",
  relationship: "people",
  health: "health",
  important_date: "dates",
  preference: "likes",
  dislike: "dislikes",
  habit: "habits",
};
const calling = new Set(["call_name", "nickname", "name"]);
const order: readonly Group[] = [
  "called",
  "about",
  "health",
  "people",
  "dates",
  "likes",
  "dislikes",
  "habits",
  "unsure",
  "seems",
  "themes",
  "mood",
];

/** R24: what is less sure is for reference only. */
const sureEnough = 0.6;

/**
 * The profile in the reader's language. Only live facts; those of little confidence stand apart. Within a section pinned ones
 * come first, then the more important, then the latest. Empty sections are left out; nothing is written that no fact says, and
 * what was only observed (moods, leanings, themes) says that it is a count.
 */
export function profileOf(
  facts: readonly Fact[],
  emotions: readonly EmotionEntry[],
  language: Language,
  observed: Observed = nothingObserved,
): Profile {
  const groups = new Map<Group, Fact[]>();
  for (const fact of facts) {
    if (fact.status !== "live" || fact.is_deleted) continue;
    const group = groupFor(fact);
    groups.set(group, [...(groups.get(group) ?? []), fact]);
  }
  const sections = order.flatMap((group): ProfileSection[] => {
    const counted = countedLines(group, emotions, observed, language);
    const lines = counted ?? (groups.get(group) ?? []).sort(byWeight).map((fact) => lineOf(fact, language));
    return lines.length === 0 ? [] : [{ title: titles[group][language], lines }];
  });
  return { sections };
}

function groupFor(fact: Fact): Group {
  if (fact.confidence < sureEnough) return "unsure";
  return calling.has(keyBase(fact.key)) ? "called" : groupOf[fact.category];
}

function byWeight(a: Fact, b: Fact): number {
  const call = (fact: Fact) => (keyBase(fact.key) === "call_name" ? 1 : 0);
  const pin = (fact: Fact) => (fact.pinned ? 1 : 0);
  const time = (fact: Fact) => fact.last_confirmed_at ?? fact.last_updated_at ?? fact.valid_from ?? 0;
  return (
    call(b) - call(a) ||
    pin(b) - pin(a) ||
    importanceOf(b.importance) - importanceOf(a.importance) ||
    time(b) - time(a)
  );
}

function lineOf(fact: Fact, language: Language): ProfileLine {
  const proofs = fact.evidence.flatMap((proof) =>
    "message_id" in proof && typeof proof.message_id === "string" ? [proof.message_id] : [],
  );
  return {
    text: oneLine(fact.statement) || oneLine(statementOf(fact.key, fact.value, language)),
    fact_id: fact.id,
    message_ids: [...new Set(proofs)],
  };
}

function countedLines(
  group: Group,
  emotions: readonly EmotionEntry[],
  observed: Observed,
  language: Language,
): ProfileLine[] | undefined {
  if (group === "mood") return moodLines(emotions, language);
  if (group === "seems")
    return observed.leanings.map((one) => countLine(leaningText(one, language), one.message_ids));
  if (group === "themes")
    return observed.themes.map((one) => countLine(themeText(one, observed.zone, language), one.message_ids));
  return undefined;
}

function countLine(text: string, message_ids: readonly string[]): ProfileLine {
  return { text, fact_id: null, message_ids: [...new Set(message_ids)] };
}

function leaningText({ subject, spirits, count, of }: Leaning, language: Language): string {
  const name = oneLine(subject);
  if (language === "zh")
    return `聊到「${name}」时似乎${spirits === "good" ? "多半是高兴的" : "心情常会低下来"}（流露心情 ${of} 次，其中 ${count} 次）`;
  const mood = spirits === "good" ? "seems to lift their spirits" : "seems to weigh on them";
  return `"${name}" ${mood} (${count} of ${of} moods heard while it came up)`;
}

function themeText({ names, talks, last }: Theme, zone: string, language: Language): string {
  const day = last > 0 ? localDate(last, zone) : "";
  const all = names.map(oneLine);
  if (language === "zh")
    return `${all.join("、")}：聊过 ${talks} 次${day === "" ? "" : `，最近一次在 ${day}`}`;
  return `${all.join(", ")}: in ${talks} talks${day === "" ? "" : `, last on ${day}`}`;
}

/** The last moods that are looked at, and how many of one it takes to name it. */
const lastMoods = 60;
const leastMoods = 5;
const namedMoods = 3;

/** How often which mood was heard of late: a count, never a judgement of the person (R37). */
function moodLines(emotions: readonly EmotionEntry[], language: Language): ProfileLine[] {
  const recent = emotions
    .filter((entry) => entry.emotion !== "neutral")
    .sort((a, b) => a.at - b.at)
    .slice(-lastMoods);
  const byCode = new Map<EmotionCode, EmotionEntry[]>();
  for (const entry of recent) byCode.set(entry.emotion, [...(byCode.get(entry.emotion) ?? []), entry]);
  return [...byCode]
    .filter(([, entries]) => entries.length >= leastMoods)
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, namedMoods)
    .map(([code, entries]) => ({
      text: moodText(emotionLabel(code, language), entries.length, recent.length, language),
      fact_id: null,
      message_ids: entries.flatMap((entry) => entry.message_id ?? []),
    }));
}

function moodText(label: string, count: number, of: number, language: Language): string {
  return language === "zh"
    ? `最近 ${of} 次流露心情，有 ${count} 次是${label}`
    : `${label}: ${count} of the last ${of} moods heard`;
}
