// How a rule that reads facts out of a sentence is written, and what all rules share.
import type { FactOperation } from "../schema/answer.ts";

export type Category = NonNullable<FactOperation["category"]>;

/** What a rule found. `key` and `statement` where they depend on the words. */
export type Reading = { value: string; key?: string; statement?: string };
/** Makes the reading of a match in its sentence; undefined drops it. */
export type Read = (match: RegExpExecArray, sentence: string) => Reading | undefined;

export type StatementRule = {
  key: string;
  category: Category;
  /** Read in one sentence; the group `v` is the value. The match is the quote. */
  pattern: RegExp;
  read: Read;
  /** Stands before the value in the statement. */
  label: string;
  /** Only where the message before asks for it; the sentence then need not name the person. */
  asked?: RegExp;
};

const categories: Record<string, Category> = {
  birthday: "important_date",
  divorce: "important_date",
  layoff: "important_date",
  event: "important_date",
  partner: "relationship",
  family: "relationship",
  pet_name: "relationship",
  friend: "relationship",
  emergency_contact: "relationship",
  allergy: "health",
  medical_condition: "health",
  medication: "health",
  injury: "health",
  color_vision: "health",
  likes: "preference",
  favorite_food: "preference",
  favorite_drink: "preference",
  favorite_book: "preference",
  favorite_thing: "preference",
  hobby: "preference",
  wish: "preference",
  dislikes: "dislike",
  hates_food: "dislike",
  fear: "dislike",
  taboo: "dislike",
  avoids_topics: "dislike",
  habit: "habit",
  wake_time: "habit",
  bedtime: "habit",
  sport: "habit",
  breakfast: "habit",
  smoking: "habit",
  alcohol: "habit",
  sleep_schedule: "habit",
  pregnancy: "health",
  together_for: "relationship",
  long_distance: "relationship",
  sibling: "relationship",
  child: "relationship",
};

/** Facts of which a person has one at a time: a new one takes the place of the old. */
const replacing = new Set(
  "name call_name birthday age location address occupation employer partner marital_status emergency_contact parking phone_plan car sport breakfast wake_time bedtime favorite_drink favorite_book sleep_schedule pet_count class school_year work_city living surname smoking alcohol diet pregnancy together_for".split(
    " ",
  ),
);

const changed = /改|换|现在|不.{0,6}了|\b(?:now|instead|changed?|switch(?:ed)?|dropped)\b/i;

/** ADD, or UPDATE where what a key says takes the place of what it said; one may run and swim, unless one says so. */
export function operationFor(key: string, sentence: string): "ADD" | "UPDATE" {
  const base = key.split(":", 1)[0] ?? key;
  return (replacing.has(base) || /_(?:school|age)$/.test(base)) && (key !== "sport" || changed.test(sentence))
    ? "UPDATE"
    : "ADD";
}

/** The group of a match, trimmed; "" where it took no part. */
export function group(match: RegExpExecArray, name: string): string {
  return match.groups?.[name]?.trim() ?? "";
}

/** The same in small letters. */
export function lower(match: RegExpExecArray, name = "v"): string {
  return group(match, name).toLowerCase();
}

const ending =
  /(?:(?<![的了呢吧啊哦呀哈啦嘛])[的了呢吧啊哦呀哈啦嘛]+|(?<!\s)\s+(?:now|too|though|again|these days|nowadays))$/iu;

/** A value without the particles and words that only end a sentence. */
export function bare(text: string): string {
  return text.replace(ending, "").trim();
}

const readValue: Read = (match) => ({ value: bare(group(match, "v")) });

const thirdForms: Readonly<Record<string, string>> = {
  do: "does",
  go: "goes",
  have: "has",
  teach: "teaches",
  watch: "watches",
};

/** English words of the person about themself, told of them: "call my grandma" is "calls their grandma". */
export function toldOf(text: string): string {
  const told = text
    .replace(/\bmy\b/gi, "their")
    .replace(/\bme\b/g, "them")
    .replace(/\bmyself\b/g, "themself");
  return told.replace(
    /^[a-z]+\b/,
    (verb) => thirdForms[verb] ?? (/(?:s|ed)$/.test(verb) ? verb : `${verb}s`),
  );
}

/** A rule for a key: its label, its pattern, and how the match is read (default: the group `v`). */
export function rule(
  key: string,
  label: string,
  pattern: RegExp,
  read: Read = readValue,
  asked?: RegExp,
): StatementRule {
  return {
    key,
    category: categories[key] ?? "personal_info",
    label,
    pattern,
    read,
    ...(asked ? { asked } : {}),
  };
}
