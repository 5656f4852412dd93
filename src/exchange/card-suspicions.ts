// What in a card wants to do more than describe a character: shown to its owner before anything is made of it.
import type { Card } from "./card.ts";
import type { CardItem } from "./card-draft.ts";
import { isFields } from "./fields.ts";

/** Finds shown at most, and characters of each. */
const mostShown = 50;
const shownLength = 300;
/** A card nests a few levels; what goes deeper is not followed. */
const deepest = 12;

const programKeys =
  /(?:^|[_\-/.])(?:regex(?:_scripts)?|scripts?|js|javascript|hooks?|tools?|functions?|triggers?|plugins?|tavern_helper)(?:$|[_\-/.])/i;

const signs: readonly [reason: string, sign: RegExp][] = [
  ["program", /<script\b|javascript:|\bon(?:load|error|click)\s*=/i],
  ["page", /<(?:iframe|object|embed|form|img|style|link|meta)\b/i],
  ["address", /!\[[^[\]]*\]\(\s*https?:|https?:\/\/\S+/i],
  [
    "orders",
    /(?:ignore|disregard|forget)\s+(?:all\s+)?(?:the\s+)?(?:previous|prior|above|earlier)\s+(?:instructions?|prompts?|rules?)|(?:忽略|无视|忘掉|忘记)(?:之前|以上|前面|上面|先前)?(?:的)?(?:所有|全部|一切)?(?:的)?(?:指令|提示|规则|设定|要求)/i,
  ],
  ["orders", /\b(?:jailbreak|developer mode|system prompt)\b|越狱|开发者模式|系统提示词?/i],
  ["calls", /\{\{\s*(?:exec|eval|getvar|setvar|addvar|getglobalvar|setglobalvar)\b/i],
];

/** Each text of the card that shows such a sign, with its path, and each field that holds a program of another tool. */
export function suspicionsOf({ data }: Card): CardItem[] {
  const found: CardItem[] = [];
  look(data, [], found, 0);
  return found.slice(0, mostShown);
}

function look(value: unknown, path: readonly string[], found: CardItem[], depth: number): void {
  if (found.length >= mostShown || depth > deepest) return;
  if (typeof value === "string") {
    const sign = signs.find(([, pattern]) => pattern.test(value.slice(0, 200_000)));
    // Where a card comes from is an address and harms nobody.
    if (sign && !(sign[0] === "address" && path[0] === "source")) found.push(itemOf(path, sign, value));
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) look(one, [...path, String(index)], found, depth + 1);
  } else if (isFields(value)) {
    for (const [key, one] of Object.entries(value)) {
      if (path.includes("extensions") && programKeys.test(key) && !isEmpty(one))
        found.push({ path: [...path, key].join("."), reason: "program", text: excerptOf(one) });
      else look(one, [...path, key], found, depth + 1);
    }
  }
}

function itemOf(
  path: readonly string[],
  [reason, pattern]: readonly [string, RegExp],
  text: string,
): CardItem {
  const at = Math.max(0, (pattern.exec(text)?.index ?? 0) - 40);
  return { path: path.join("."), reason, text: text.slice(at, at + shownLength) };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || value === false || JSON.stringify(value).length <= 2;
}

function excerptOf(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, shownLength);
}
