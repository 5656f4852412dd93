// Days that come by themselves: birthdays, anniversaries, the hundredth day, days of mourning, festivals; read from facts, stored nowhere else (issue 5, item 3).
import type { Language, Seconds } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { localTime } from "../schema/zone.ts";
import type { Plan } from "./beat-plan.ts";
import { isLiveAt } from "./fact-life.ts";
import { festivals } from "./holiday.ts";
import { parseLunarDate } from "./lunar-date.ts";
import { chineseNumber } from "./relative-date-number.ts";

export const occasionKinds = [
  "birthday",
  "other_birthday",
  "anniversary",
  "hundredth_day",
  "mourning",
  "festival",
] as const;
export type OccasionKind = (typeof occasionKinds)[number];

/** `text`: the fact's own words, or the festival's name. */
export type Occasion = Plan & { kind: OccasionKind; text: string };

/** Occasions are spoken of at nine in the morning. */
const hour = 9;

/** The start counts as the first day. */
const hundredth = 99;

type OccasionInput = {
  facts: readonly Fact[];
  /** When the two met, for their hundredth day; undefined where it is not known. */
  metAt?: Seconds | undefined;
  /** Whether festivals are spoken of, and those of lovers too. */
  festivals: boolean;
  romance: boolean;
  language: Language;
  zone: string;
  now: Seconds;
};

/** Every occasion of a companion, each under a key of its own. A fact that ends takes its occasion with it. */
export function occasionsOf(input: OccasionInput): Occasion[] {
  const { facts, metAt, zone, now, language, romance } = input;
  const live = facts.filter((fact) => fact.category === "important_date" && isLiveAt(fact, now));
  const known = live.flatMap((fact) => ofFact(fact));
  const met: Occasion[] =
    metAt === undefined
      ? []
      : [{ key: "hundredth:met", kind: "hundredth_day", text: "", ...hundredDays(localTime(metAt, zone)) }];
  return [...known, ...met, ...(input.festivals ? festivals(language, romance) : [])];
}

type Calendar = { year?: number | undefined; month: number; day: number; lunar: boolean; leap?: boolean };

function ofFact(fact: Fact): Occasion[] {
  const kind = kindOf(fact);
  const date = kind && dateOf(fact);
  if (!kind || !date) return [];
  const text = fact.statement || String(fact.value ?? "");
  const yearly: Occasion = {
    key: `fact:${fact.id}`,
    kind,
    text,
    repeat: date.lunar ? "lunar_yearly" : "yearly",
    month: date.month,
    day: date.day,
    ...(date.leap ? { leap: true } : {}),
    hour,
    minute: 0,
  };
  const { year, month, day, lunar } = date;
  if (kind !== "anniversary" || year === undefined || lunar) return [yearly];
  const first = { key: `hundredth:${fact.id}`, kind: "hundredth_day", text } as const;
  return [yearly, { ...first, ...hundredDays({ year, month, day }) }];
}

function hundredDays(start: { year: number; month: number; day: number }): Omit<Plan, "key"> {
  const date = new Date(Date.UTC(start.year, start.month - 1, start.day + hundredth));
  return { repeat: "once", date: date.toISOString().slice(0, 10), hour, minute: 0 };
}

const mourning =
  /忌日|去世|过世|离世|逝世|病逝|走了的日子|passed away|death anniversary|\bdied\b|anniversary of .{0,30}death/i;
const birthday = /生日|出生|birthday|birth_?date|date_of_birth|\bborn\b/i;
const anniversary = /纪念日|周年|结婚|在一起|恋爱|anniversary|got (?:married|together)|wedding day/i;

/** Which yearly day a fact is; undefined for a day that comes once (an exam, a move). */
function kindOf(fact: Fact): OccasionKind | undefined {
  const words = simplify(`${fact.key} ${fact.statement} ${typeof fact.value === "string" ? fact.value : ""}`);
  if (mourning.test(words)) return "mourning";
  if (fact.key === "birthday") return "birthday";
  if (birthday.test(words)) return "other_birthday";
  return anniversary.test(words) ? "anniversary" : undefined;
}

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The day that a fact names: a lunar one where its words say so, else a day of the calendar, with its year where that is said. */
function dateOf(fact: Fact): Calendar | undefined {
  const words = [typeof fact.value === "string" ? fact.value : "", fact.statement, fact.said ?? ""].map(
    simplify,
  );
  const lunar = words.map((text) => parseLunarDate(text)).find((one) => one !== undefined);
  if (lunar) return { month: lunar.month, day: lunar.day, leap: lunar.leap, lunar: true };
  const stored = fact.metadata.date;
  const texts = [...words, typeof stored === "string" ? stored : ""];
  for (const text of texts) {
    const date = solarDate(text);
    if (date) return { ...date, lunar: false };
  }
  return undefined;
}

function solarDate(text: string): { year?: number | undefined; month: number; day: number } | undefined {
  const full = /(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})/.exec(text);
  if (full) return valid(Number(full[2]), Number(full[3]), Number(full[1]));
  const said = /([一二三四五六七八九十]{1,2})月([一二三四五六七八九十]{1,3})[日号]/.exec(text);
  if (said) return valid(chineseNumber(said[1] ?? "") ?? 0, chineseNumber(said[2] ?? "") ?? 0);
  const short =
    /(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]?/.exec(text) ?? /^\s*(\d{1,2})[-/](\d{1,2})\s*$/.exec(text);
  if (short) return valid(Number(short[1]), Number(short[2]));
  const name = `(${monthNames.join("|")})[a-z]*\\.?`;
  const first = new RegExp(`\\b${name} (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4}))?`, "i").exec(text);
  if (first) return valid(monthOf(first[1]), Number(first[2]), first[3] ? Number(first[3]) : undefined);
  const second = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${name}(?:,? (\\d{4}))?`, "i").exec(text);
  if (second) return valid(monthOf(second[2]), Number(second[1]), second[3] ? Number(second[3]) : undefined);
  return undefined;
}

const monthOf = (name = "") => monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1;

function valid(month: number, day: number, year?: number) {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { month, day, year } : undefined;
}
