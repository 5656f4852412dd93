// English rules about habits, days that matter, and wishes.

import { subject } from "./extractive-statements-en-taste.ts";
import { anywhere, clause, date, every, inner, sports } from "./extractive-statements-en-words.ts";
import { bare, group, type Read, rule, type StatementRule, toldOf } from "./extractive-statements-rule.ts";

const occasion =
  "(?:exam|interview|operation|surgery|wedding|check-up|check up|appointment|trip|flight|defence|defense|contest|concert|deadline|presentation|job)";

const when =
  "(?:today|tomorrow|the day after tomorrow|(?:on |next |this )(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)(?: next week)?|next week|next month|in \\w+ (?:days|weeks)|(?:on )?the \\d{1,2}(?:st|nd|rd|th)(?: of next month)?)";

/** Moods and thoughts are no habits, and what was done last week is none any more. */
const noHabit =
  /^(?:(?:do|have|am|was|can)(?:n't| not)\b|do (?:it|this|that)\b|never\b|(?:think|feel|hope|wish|guess|mean|know|say|want|need|love|like|am|was|have to|used to|ran|swam|went|did|had|made|took|saw|ate|drank|slept|woke|got|came|gave|wrote|bought|built|grew|knew|said|told|thought|felt|left|met|paid|sat|stood|taught|wore|won|would|could|will|might|'ll)\b|\w+ed\b(?<!need))/i;

const readHabit: Read = (match) => {
  const said = bare(group(match, "v"));
  if (noHabit.test(said)) return undefined;
  // Rent that is due on Friday is due once; when somebody gets up has a key of its own.
  if (
    /\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(said) &&
    !/\b(?:always|usually)\b/i.test(match[0])
  )
    return undefined;
  if (/^(?:get|wake) up at\b|^go to (?:bed|sleep) at\b/i.test(said)) return undefined;
  const value = toldOf(said);
  return new RegExp(`\\b${sports}\\b`, "i").test(said)
    ? { value, key: "sport" }
    : { value, key: `habit:${value.slice(0, 40)}` };
};

export const habitRulesEn: readonly StatementRule[] = [
  rule("habit", "", clause(`I (?:always |usually |now )?(?<v>${inner}{3,60}?\\s${every})`), readHabit),
  rule(
    "habit",
    "",
    clause(`(?<day>${every})\\sI (?:always |usually )?(?<v>${inner}{3,50}?)`),
    (match, sentence) => {
      const reading = readHabit(match, sentence);
      return reading && { ...reading, value: `${reading.value} ${group(match, "day").toLowerCase()}` };
    },
  ),
  rule(
    "habit",
    "",
    anywhere(
      `(?<day>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days(?: and (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days)?) I (?<v>[a-z][^.!?,;]{3,50}?)(?=[,.]|$)`,
    ),
    (match, sentence) => {
      const reading = readHabit(match, sentence);
      return reading && { ...reading, value: `${reading.value} on ${group(match, "day")}` };
    },
  ),
  rule("sport", "", anywhere(`I (?:run|swim|cycle|jog), (?<v>[^.!?,]{3,30} ${every})`), (match) => ({
    value: `${/I (\w+)/.exec(match[0])?.[1] ?? ""} ${group(match, "v")}`.trim(),
  })),
  rule("sport", "", anywhere(`(?:change|changed|switch|switched) to (?<v>${sports}(?:, [^.!?]{3,50})?)`)),
  rule(
    "breakfast",
    "breakfast: ",
    anywhere(`\\bbreakfast is (?:now )?(?<v>(?!ready|slow|over|late|banned)${inner}{3,24}?)(?=[.,!]|$)`),
    (match, sentence) =>
      /from today|always|every|\bI\b|my/i.test(sentence) ? { value: group(match, "v") } : undefined,
  ),
  rule(
    "wake_time",
    "gets up at ",
    clause("I (?:always |usually )?(?:get|wake) up at\\s(?<v>[\\w: ]{1,16}?)(?: every day| every morning)?"),
    (match, sentence) =>
      /today|yesterday|this morning/i.test(sentence) ? undefined : { value: group(match, "v") },
  ),
  rule(
    "bedtime",
    "goes to bed at ",
    clause("I (?:always |usually )?go to (?:bed|sleep) at\\s(?<v>[\\w: ]{1,16}?)"),
  ),
  rule("habit", "", clause(`I always forget\\s(?<v>(?!to tell|that|how|it)${inner}{2,24}?)`), (match) => ({
    value: `always forgets ${group(match, "v")}`,
    key: `habit:forgets ${group(match, "v")}`,
    statement: `always forgets ${group(match, "v")}`,
  })),
  rule(
    "habit",
    "",
    clause("I(?:'ve| have)? quit\\s(?<v>coffee|sugar|gaming|social media)(?: for good)?"),
    (match) => ({ value: `has quit ${group(match, "v")}`, key: `habit:quit ${group(match, "v")}` }),
  ),
  rule("driving", "", clause("I (?:don't|do not) have a driv(?:ing|er's) licen[cs]e"), () => ({
    value: "has no driving licence",
  })),
  rule("skill", "", clause(`I (?<v>played the \\w+ for \\w+ years(?: as a child)?)`), (match) => ({
    value: group(match, "v"),
    key: `skill:${/the (\w+)/.exec(match[0])?.[1] ?? ""}`,
  })),
  rule(
    "never",
    "",
    clause(
      `(?:I(?:'ve| have)|and have|have) never (?<v>(?:seen|been to|flown|eaten|ridden)\\s${inner}{3,24}?)`,
    ),
    (match, sentence) =>
      /\bI\b|I'/.test(sentence)
        ? { value: `has never ${group(match, "v")}`, key: `never:${group(match, "v")}` }
        : undefined,
  ),
  rule(
    "event",
    "",
    anywhere(
      `I (?:signed up for|have|'ve got) (?<v>(?:an? |my )${inner}{0,40}?${occasion}(?: in [\\w ]{3,30})?),? (?:on )?(?<day>${date}|${when})`,
    ),
    (match) => ({
      value: `${group(match, "v")} on ${group(match, "day")}`.replace(/^(?:an?|my) /, ""),
      key: `event:${group(match, "v")
        .replace(/^(?:an?|my) /, "")
        .slice(0, 40)}`,
    }),
  ),
  rule(
    "event",
    "",
    anywhere(`[Mm]y (?<v>[\\w ]{0,20}${occasion}) is (?:on )?(?<day>${date}|${when})`),
    (match) => ({
      value: `${group(match, "v")}: ${group(match, "day")}`,
      key: `event:${group(match, "v").slice(0, 40)}`,
    }),
  ),
  rule("event", "", anywhere(`I start (?:my new job |work )?(?:on )?(?<day>${when}|${date})`), (match) => ({
    value: `starts ${group(match, "day")}`,
    key: "event:starts the new job",
  })),
  rule(
    "wish",
    "wish: ",
    anywhere(
      "(?:[Tt]he one thing I want to do in (?:this|my) life is|[Mm]y (?:dream|lifelong wish|biggest wish|wish) is(?: to)?|[Oo]nce in my life I'm going to) (?<v>[^.!?;]{6,80}?)(?=[.!;,]|$)",
    ),
    (match) => {
      const value = group(match, "v").replace(/\bmy\b/g, "their");
      return { value, key: `wish:${value.slice(0, 40)}` };
    },
  ),
];

/** Rules over two sentences. */
export const wideRulesEn: readonly StatementRule[] = [
  rule(
    "favorite_food",
    "loves ",
    anywhere(
      `^(?<v>${inner}{3,24})! (?:[^.!?]{0,30}[,.] ?)?I've loved them since I was (?:little|a kid|a child|small)`,
    ),
    subject("favorite_food", "loves "),
  ),
  rule(
    "hobby",
    "collects ",
    anywhere("an? (?:old )?(?<v>(?:old |vintage )?[a-z]+)\\. I collect them"),
    (match, sentence) => {
      const old = /\bold\b/.test(sentence) ? "old " : "";
      const what = `collects ${old}${group(match, "v").replace(/^old /, "")}s`;
      return { value: what, key: `hobby:${what}`, statement: what };
    },
  ),
  rule(
    "breakfast",
    "breakfast: ",
    anywhere(`\\bbreakfast[^.!?]{0,30}\\. Mine is always (?<v>${inner}{3,24}?)(?=[.,!]|$)`),
  ),
  rule("mahjong", "", anywhere("\\bfor (?<v>mahjong|cards|poker|chess)\\. I don't play"), (match) => ({
    value: `does not play ${group(match, "v")}`,
    key: `dislikes:${group(match, "v")}`,
  })),
];
