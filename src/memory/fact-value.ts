// What a fact's value is, in one form, and whether two values say the same: polarity and numbers decide before likeness does.
import { numbersIn, withDigits } from "./fact-numerals.ts";
import { lunarValue } from "./lunar-value.ts";
import { asRead } from "./text.ts";

/** A211: above this likeness two facts are one in other words. */
export const updateSimilarity = 0.95;
const longestValue = 300;

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const two = (text: string | number) => String(text).padStart(2, "0");

function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function asDate(month: number, day: number, year?: string): string | undefined {
  if (!isDay(month, day)) return undefined;
  return `${year === undefined ? "" : `${year}-`}${two(month)}-${two(day)}`;
}

/**
 * A text that is a date and nothing else: 2024年5月12日, "May 12, 2024" and 2024/5/12 are "2024-05-12", 11月12号 is "11-12",
 * 农历八月十五 is "lunar:08-15". Otherwise undefined; a relative date is no absolute one and stays as it is.
 */
export function dateValue(text: string): string | undefined {
  const lunar = lunarValue(text.normalize("NFKC").replace(/(?<![.。])[.。]+$/, ""));
  if (lunar !== undefined) return lunar;
  const plain = withDigits(
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[.。,，]/g, " ")
      .trim(),
  );
  const chinese = /^(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?$/.exec(plain);
  if (chinese) return asDate(Number(chinese[2]), Number(chinese[3]), chinese[1]);
  const iso = /^(?:(\d{4})\s*[-/]\s*)?(\d{1,2})\s*[-/]\s*(\d{1,2})$/.exec(plain);
  // 3/4 without a year is March 4th here and the 3rd of April there.
  if (iso)
    return iso[1] || /^\d\d-\d\d$/.test(plain) ? asDate(Number(iso[2]), Number(iso[3]), iso[1]) : undefined;
  return englishDate(plain);
}

function englishDate(plain: string): string | undefined {
  const name = "([a-z]{3,9})";
  const day = "(\\d{1,2})(?:st|nd|rd|th)?";
  const before = new RegExp(`^(?:the\\s+)?${day}\\s+(?:of\\s+)?${name}(?:\\s+(\\d{4}))?$`).exec(plain);
  const after = new RegExp(`^${name}\\s+(?:the\\s+)?${day}(?:\\s+(\\d{4}))?$`).exec(plain);
  const [number, word, year] = before ? before.slice(1) : after ? [after[2], after[1], after[3]] : [];
  const month = months.indexOf((word ?? "").slice(0, 3)) + 1;
  return month === 0 ? undefined : asDate(month, Number(number), year);
}

/**
 * A value in its one form: texts in NFKC, on one line, without outer quotation marks and full stops, dates in ISO; at most
 * 300 characters. Numbers and truth values stay; a list becomes a text; empty ones, and what is no plain value, are undefined.
 */
export function normaliseValue(value: unknown): string | number | boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) {
    const parts = value.map(normaliseValue).filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : normaliseValue(parts.join("、"));
  }
  if (typeof value !== "string") return undefined;
  const text = value
    .normalize("NFKC")
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/^[\s。.,，、]+|(?<![。.!！;；,，、\s])[。.!！;；,，、\s]+$/gu, "")
    .replace(/^["'“”「『]([^"'“”「」『』]*)["'“”」』]$/u, "$1")
    .trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  return dateValue(text) ?? [...text].slice(0, longestValue).join("");
}

const leadIn =
  /^(?:(?:the )?user(?:'s)?|用户|本人|他|她|i'm|i am|i|he|she|我)?(?:is|现在|目前|已经|currently)?(?:living in|live[sd]? in|住在|居住在|在|住|works? as|working as|named|called|叫做?|名叫|是|the|an?)?(?=.)/;
/** Signs of denial that deny nothing here: 不错, 雷打不动, 百吃不厌, 没关系. */
const noDenial =
  /(\p{Script=Han})[不没]\1|雷打不动|百\S不厌|[忍绷憋停受舍离少了对差巴]不[住下了得开起多]|不(?:错|管|论|得不|好意思|一会|久|断|停|但|仅|只|少|如|然|料|同|知不觉|由得|客气|好说)|不过(?!敏)|要不|没(?:关系|事|准|想到|错|的)|无(?:论|所谓|锡)|未(?:来|必)/gu;
const chineseNot = /不|没|无|未|(?:^|[你也都请万远，,\s])别(?!人|的|墅|致|扭)|戒了|戒掉/;
const englishNot =
  /\b(?:no(?! matter| doubt| idea)|not|never|none|without|cannot|nobody|quit|stopped)\b|n't\b|\bno longer\b/;

/** True where the text denies: 不, 没, 戒了, not, never … `false` does too. */
export function isNegative(value: unknown): boolean {
  if (typeof value !== "string") return value === false;
  const text = asRead(value).toLowerCase();
  return chineseNot.test(text.replace(noDenial, "")) || englishNot.test(text);
}

/** A value for comparing: lower case, numbers in digits, no lead-in ("lives in", 住在), no punctuation and blanks. */
export function foldValue(value: unknown): string {
  const text = asRead(String(value ?? ""))
    .toLowerCase()
    .trim();
  const rest = /^\p{Script=Han}/u.test(text)
    ? text.replace(leadIn, "")
    : text.replace(
        /^(?:(?:the user|user|i|he|she|they)\b(?:'s|'m| is| am)?\s*)?(?:(?:lives?|living) in |works? as |named |called )?(?:the |an? )?/,
        "",
      );
  return withDigits(rest || text).replace(/[^\p{L}\p{N}]/gu, "");
}

function sameNumbers(a: string, b: string): boolean {
  const [one, other] = [numbersIn(a), numbersIn(b)];
  return one.size === other.size && [...one].every((number) => other.has(number));
}

/** True where two values say the same in other marks, case, width or numerals; 过敏 and 不过敏 never do (C084). */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === "boolean" || typeof b === "boolean") return a === b;
  const [one, other] = [normaliseValue(a), normaliseValue(b)];
  if (one === undefined || other === undefined) return false;
  const [left, right] = [foldValue(one), foldValue(other)];
  return (
    left === right ||
    (left.replace(/[市省县区]$/, "") === right.replace(/[市省县区]$/, "") && left.length > 1)
  );
}

function pairs(text: string): Map<string, number> {
  const found = new Map<string, number>();
  const units = [...text];
  for (let i = 0; i < Math.max(1, units.length - 1); i += 1) {
    const pair = units.slice(i, i + 2).join("");
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

/** How much two texts share, by pairs of characters: 0 to 1. */
export function textLikeness(a: string, b: string): number {
  if (a === b) return a === "" ? 0 : 1;
  if (a === "" || b === "") return 0;
  const [one, other] = [pairs(a), pairs(b)];
  let shared = 0;
  for (const [pair, count] of one) shared += Math.min(count, other.get(pair) ?? 0);
  return (2 * shared) / (sum(one) + sum(other));
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

const sides = /左|右|\bleft\b|\bright\b/g;

export type Likened = { key: string; value: unknown; statement?: string };

/**
 * How alike two facts are, 0 to 1 (A211): the better of their values and their statements. One that denies what the other
 * says is at most half alike, other numbers or the other side (左, 右) at most 0.9, another key at most 0.9.
 */
export function factSimilarity(a: Likened, b: Likened): number {
  const texts = [a, b].map((fact) => `${String(fact.value ?? "")} ${fact.statement ?? ""}`.toLowerCase());
  const [one = "", other = ""] = texts;
  const values = sameValue(a.value, b.value) ? 1 : textLikeness(foldValue(a.value), foldValue(b.value));
  const said = a.statement && b.statement ? textLikeness(foldValue(a.statement), foldValue(b.statement)) : 0;
  let likeness = Math.max(values, said);
  if (isNegative(one) !== isNegative(other) || typeof a.value !== typeof b.value)
    likeness = Math.min(likeness, 0.5);
  const sided = (text: string) => (text.match(sides) ?? []).join();
  if (!sameNumbers(one, other) || sided(one) !== sided(other) || a.key !== b.key)
    likeness = Math.min(likeness, 0.9);
  return likeness;
}
