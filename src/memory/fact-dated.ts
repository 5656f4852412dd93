// The absolute day beside the relative one in what is kept (part 2, item 3), by talk and by order alike.
import type { Seconds } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { datedText, type FactDate, factDate } from "./fact-date.ts";
import { keyBase } from "./fact-key.ts";
import { dateValue } from "./fact-value.ts";

/** Days that come again name no single one: birthday, mother_birthday. */
const yearly = /^(?:.+_)?(?:birthday|anniversary|age|zodiac)$/;
/** What is so again and again has no day: 周末 of 周末烤面包 is every one. */
const lasting: ReadonlySet<Fact["category"]> = new Set(["habit", "preference", "dislike"]);

type Told = { key: string; category: Fact["category"]; value: string | number | boolean; statement: string };

const comesAgain = ({ key, category }: Told) => yearly.test(keyBase(key)) || lasting.has(category);

/** Value and statement with the absolute date beside a relative one. */
export function dated(told: Told, said: Seconds, zone: string): { value?: string; statement?: string } {
  const { value, statement } = told;
  if (yearly.test(keyBase(told.key))) return datedYearly(told, said, zone);
  if (comesAgain(told)) return {};
  const isDate = typeof value !== "string" || dateValue(value) !== undefined || /^[\d-]+$/.test(value);
  return {
    statement: datedText(statement, said, zone),
    ...(isDate ? {} : { value: datedText(value, said, zone) }),
  };
}

const relative =
  /[今明后昨前]天|周|星期|礼拜|\b(?:today|tomorrow|tonight|yesterday|week|next|this|last|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;

/** 明天是我生日: the day that comes each year, told by a word that passes; 3月20号 needs no year beside it. */
function datedYearly(
  { key, value, statement }: Told,
  said: Seconds,
  zone: string,
): { value?: string; statement?: string } {
  if (
    typeof value !== "string" ||
    !/(?:birthday|anniversary)$/.test(keyBase(key)) ||
    !relative.test(simplify(value))
  )
    return {};
  const date = factDate(value, said, zone);
  if (date === undefined || date.candidates !== undefined || date.until - date.from > 2 * 86_400) return {};
  const whole = value.replace(date.said, "").replace(/[\s,，:：]+/g, "") === "";
  return {
    value: whole ? date.date.slice("2026-".length) : datedText(value, said, zone),
    statement: datedText(statement, said, zone),
  };
}

/** The first day that one of these texts names. */
export function firstDate(texts: readonly string[], said: Seconds, zone: string): FactDate | undefined {
  return texts.map((words) => factDate(words, said, zone)).find((found) => found !== undefined);
}

/** What the order of a moment says about days: its value and statement dated, and the day itself where it has one. */
export function datedOrder(
  told: Told,
  texts: readonly string[],
  { said, zone }: { said: Seconds; zone: string },
): { value?: string; statement?: string; date?: FactDate } {
  const date = comesAgain(told) ? undefined : firstDate(texts, said, zone);
  return { ...dated(told, said, zone), ...(date === undefined ? {} : { date }) };
}
