// Reads numbers, yes and no, lists and plain text out of the words in which models write them (DESIGN 5: numbers and enums from words).
import { simplify } from "./simplified.ts";

const missing = /^(null|undefined|none|nil|nan|n\/a)$/i;

/** The trimmed text, or undefined where there is none: a missing field never becomes "" or "undefined" (C016). */
export function readText(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" || missing.test(text) ? undefined : text;
}

const namingFields = ["name", "text", "content", "value", "title", "entity"] as const;

function nameIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return readText(value);
  const record = value as Record<string, unknown>;
  for (const field of namingFields) {
    const text = readText(record[field]);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Short names from an array, or from one string that separates them; doubles out, order kept. */
export function readNames(value: unknown): string[] {
  const parts = Array.isArray(value)
    ? value.map(nameIn)
    : (readText(value)
        ?.split(/[、,，;；\n|]+/u)
        .map(readText) ?? []);
  return [...new Set(parts.filter((part) => part !== undefined))];
}

/** Sentences from an array, or from the lines of one string; bullets and numbers in front of a line fall away. */
export function readSentences(value: unknown): string[] {
  const lines = Array.isArray(value) ? value.map(nameIn) : (readText(value)?.split(/[\n；;]+/u) ?? []);
  return lines
    .map((line) => readText(line?.replace(/^\s*(?:[-*•·]|\d{1,2}[.、)）])\s*/u, "")))
    .filter((line) => line !== undefined);
}

const yesWords = /^(true|yes|y|1|是|对|有|要|需要|会)$/i;
const noWords = /^(false|no|n|0|否|不|无|没有|不需要|不会|不要)$/i;

/** true or false from a boolean, 0 and 1, or a word of either language; else undefined. */
export function readYes(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const text = simplify(readText(value) ?? "").replace(/(?<![。.!！])[。.!！]+$/u, "");
  return yesWords.test(text) ? true : noWords.test(text) ? false : undefined;
}

const chineseDigits = "零一二三四五六七八九十";
/** Degrees as parts of one; the stronger words stand first because "very high" holds "high". */
const degrees: readonly [RegExp, number][] = [
  [/极|非常|very|extreme|critical|highest/i, 0.95],
  [/不高|不大|low|低|minor|small|微/i, 0.2],
  [/高|强|high|strong|important|重要|major/i, 0.8],
  [/中|medium|moderate|average|一般|normal/i, 0.5],
];

type Amount = { value: number; scale?: number };

function readAmount(value: unknown): Amount | undefined {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? { value } : undefined;
  const given = readText(value);
  if (given === undefined) return undefined;
  const text = simplify(given.normalize("NFKC"));
  const found = /(-?\d+(?:\.\d+)?)(?:\s*(?:\/|out of)\s*(\d+(?:\.\d+)?)|\s*(%))?/i.exec(text);
  if (found) {
    const amount = Number(found[1]);
    const scale = found[3] ? 100 : Number(found[2] ?? 0);
    if (amount < 0) return undefined;
    return scale > 0 ? { value: amount, scale } : { value: amount };
  }
  const digit = /^[零一二三四五六七八九十]/u.test(text) ? chineseDigits.indexOf(text[0] ?? "") : -1;
  if (digit >= 0) return { value: digit, scale: 10 };
  const degree = degrees.find(([words]) => words.test(text));
  return degree ? { value: degree[1], scale: 1 } : undefined;
}

/** A part of one (importance of a summary, confidence, intensity): 0.8, "80%", "8/10", 8, "高" are all 0.8. */
export function readRatio(value: unknown): number | undefined {
  const amount = readAmount(value);
  if (!amount) return undefined;
  const scale = amount.scale ?? (amount.value <= 1 ? 1 : amount.value <= 10 ? 10 : 100);
  const ratio = amount.value / scale;
  return ratio <= 1 ? ratio : amount.scale === undefined ? undefined : 1;
}

/** A mark from 1 to 10 (importance of a core memory): 8, "8", "8/10", "80%", 0.8 are all 8 (C028, C029). */
export function readMark(value: unknown): number | undefined {
  const amount = readAmount(value);
  if (!amount) return undefined;
  const scale = amount.scale ?? (amount.value < 1 ? 1 : amount.value <= 10 ? 10 : 100);
  const mark = (amount.value * 10) / scale;
  if (mark > 10 && amount.scale === undefined) return undefined;
  return Math.min(10, Math.max(1, mark));
}

const hoursOf: readonly [RegExp, number][] = [
  [/分钟|min/i, 1 / 60],
  [/天|日|day/i, 24],
  [/周|星期|week/i, 168],
];

/** Hours from a number or from words with a unit: 24, "24小时", "3 天" (72), "20分钟" (1/3). */
export function readHours(value: unknown): number | undefined {
  const amount = readAmount(value);
  if (!amount || amount.scale === 1 || amount.scale === 100) return undefined;
  const text = typeof value === "string" ? simplify(value) : "";
  return amount.value * (hoursOf.find(([unit]) => unit.test(text))?.[1] ?? 1);
}

/** Pieces of a tag ("和" between two words separates them, in 平和 it does not): arrays and "开心、好奇" are taken apart, punctuation at the ends falls away (C025, C026). */
export function readPieces(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.map(readText) : [readText(value)];
  return texts
    .flatMap(
      (text) =>
        text?.split(
          /[、,，/／;；|+&\n]+|(?<!\s)\s+(?:and|or)\s+|(?<=\p{Script=Han}{2})[和与](?=\p{Script=Han}{2})/u,
        ) ?? [],
    )
    .map((piece) => piece.replace(/^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu, ""))
    .filter((piece) => piece !== "" && !missing.test(piece));
}

/** One member of a closed set with words that clearly mean it. */
export type Near<M extends string> = readonly [M, RegExp];

/**
 * The first piece that is a member of the set, else the first that clearly means one.
 * Nothing fits: no member. The first member of the set is never a default (C024).
 */
export function readMember<M extends string>(
  pieces: readonly string[],
  members: readonly M[],
  near: readonly Near<M>[],
): M | undefined {
  const plain = pieces.map(simplify);
  const literal = plain.map((piece) => members.find((member) => member === piece)).find(Boolean);
  if (literal) return literal;
  for (const piece of plain) {
    const found = near.find(([, words]) => words.test(piece));
    if (found) return found[0];
  }
  return undefined;
}
