// English rules for what people tell in passing: in an answer of a few words, in half a sentence, over two sentences.
import { anywhere, date, inner, kin, kinWords, properName } from "./extractive-statements-en-words.ts";
import { bare, group, rule, type StatementRule, toldOf } from "./extractive-statements-rule.ts";

const carName =
  "Jetta|Golf|Polo|Passat|Beetle|Corolla|Camry|Prius|Civic|Accord|Fit|Jazz|Micra|Leaf|Qashqai|Fiesta|Focus|Mustang|Astra|Corsa|Clio|Megane|Panda|Punto|Octavia|Fabia|Ibiza|Mini|Audi|BMW|Mercedes|Volvo|Saab|Tesla|Skoda|Honda|Toyota|Ford|Mazda|Subaru|Kia|Hyundai|Renault|Peugeot|Fiat|Volkswagen|Land Rover|Jeep|pickup|van|hatchback|estate car";
const weekday = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const relative = `(?:the day after tomorrow|tomorrow|today|(?:on |next |this )?${weekday}(?: next week)?|next week)`;
const occasion =
  "(?:contest|competition|exam|interview|operation|surgery|wedding|concert|recital|graduation|match|race|defence|defense)";
const siblings: readonly (readonly [string, string])[] = [
  ["brother", "brother"],
  ["sister", "sister"],
  ["daughter", "daughter"],
  ["son", "son"],
];

const namedKin = siblings.map(([word, key]) =>
  rule(
    "family",
    "",
    anywhere(
      `^(?:Yes, |Yeah, )?I (?:had|have|did have|do have) (?:one|a ${word}), (?<v>[A-Z][\\p{L}]+)(?=[.,!]|$)`,
    ),
    (match) => ({ value: group(match, "v"), key, statement: `${word} ${group(match, "v")}` }),
    new RegExp(`\\b(?:a|any|have) (?:(?:big|little|older|younger) )?${word}s?\\b`, "i"),
  ),
);

export const toldRulesEn: readonly StatementRule[] = [
  ...namedKin,
  rule(
    "address",
    "lives ",
    anywhere(
      "^(?:It's )?(?<v>[Ii]n an? (?:lane|street|alley|village|block|tower|courtyard|cottage|suburb|estate|close)[^.!?,;]{0,40}|(?:[Oo]n|[Oo]ff|[Bb]ehind|[Nn]ear) [A-Z][\\p{L}]+(?: [A-Z][\\p{L}]+)* (?:Road|Street|Avenue|Lane|Square|Park|Station|Bridge))(?=[.,!]|$)",
    ),
    (match) => ({ value: group(match, "v").replace(/^[A-Z]/, (letter) => letter.toLowerCase()) }),
    /where.{0,30}\b(?:live|flat|place|house|home|room|move|moving|apartment)\b/i,
  ),
  rule(
    "address",
    "lives at ",
    anywhere(
      `\\b(?:[Rr]ound|[Aa]round|[Nn]ear|[Ii]n|[Aa]t|[Oo]n|[Bb]y) (?<v>(?:the|a) ${inner}{3,60}?) where I live(?! out)\\b`,
    ),
    (match) =>
      /\b(?:world|country|city|time|way|thing|year|day|area|part|street|town|place)$/i.test(group(match, "v"))
        ? undefined
        : { value: group(match, "v") },
  ),
  rule(
    "car",
    "car: ",
    anywhere(
      `\\b[Mm]y (?<v>(?:(?:old|new|little|second-hand|used|trusty|white|black|red|blue|silver|grey) )*(?:${carName}))\\b`,
    ),
  ),
  rule(
    "layoff",
    "",
    anywhere(
      "(?:team|department|staff|office|company|group|floor|us)\\b[^.!?]{0,24}\\b(?:cut|laid off|let go|made redundant|gone)\\b,? (?:and )?(?:I'm in it|I'm one of them|I'm on the list|including me|me included|me too)\\b",
    ),
    () => ({ value: "laid off" }),
  ),
  rule(
    "habit",
    "",
    anywhere(
      "\\b[Nn]o (?<v>umbrella|keys?|charger|wallet|phone|glasses|gloves|lunch|card|badge)(?: again)?,? (?:and )?I always forget (?:it|them|mine)\\b",
    ),
    (match) => ({
      value: `always forgets the ${group(match, "v")}`,
      key: `habit:forgets ${group(match, "v")}`,
      statement: `always forgets the ${group(match, "v")}`,
    }),
  ),
  rule(
    "habit",
    "",
    anywhere(
      "\\bI (?<v>keep (?:an?|two|three|some|a few) (?:jars?|pots?|tanks?|trays?|rows?|beds?|hives?) of [a-z][^.!?,;]{1,30})(?=[.,!]|$)",
    ),
    (match) => ({
      value: toldOf(group(match, "v")),
      key: `habit:${toldOf(group(match, "v")).slice(0, 40)}`,
    }),
  ),
  rule(
    "habit",
    "",
    anywhere(
      "\\b(?<day>(?:[Aa]t|[Oo]n) (?:the )?weekends?) I (?<v>(?!'|was|am|will|went|did|had|have to|want|think|might|would|could|slept|saw|met|just|finally|only|really)[a-z]+ [^.!?,;]{2,40})(?=[.,!]|$)",
    ),
    (match, sentence) => {
      const said = bare(group(match, "v"));
      const isPast = /^\w+(?:ed|ought|ent|ade|ook|ot|an|aw|ame|ave|rote)\b/.test(said);
      // One weekend is told in the past; a habit in the present, beside what is done all week.
      return isPast || !/\b(?:every|each|daily|always|usually|weekdays|all week)\b/i.test(sentence)
        ? undefined
        : { value: `${toldOf(said)} at weekends`, key: `habit:${toldOf(said).slice(0, 40)}` };
    },
  ),
  rule(
    "medical_condition",
    "",
    anywhere(
      "\\b(?:[Ll]ying|lain|staring|[Bb]een|lie|lay) (?:wide[- ]eyed|wide awake|awake|sleepless)\\b[^.!?]*\\b(?:week|fortnight|month|nights|days)s?\\b|\\b(?:weeks?|fortnight|months?|nights) of (?:lying |staring )?(?:wide[- ]eyed|wide awake|awake|sleepless)\\b|\\bI (?:can't sleep|haven't slept|barely sleep|couldn't sleep)\\b[^.!?]{0,24}\\b(?:weeks?|fortnight|months?|nights)\\b",
    ),
    () => ({ value: "could not sleep", key: "medical_condition:sleeplessness" }),
  ),
  rule(
    "injury",
    "",
    anywhere(
      "\\bI (?:missed|fell|slipped|tripped|stumbled|stepped|landed|came off)[^.!?]{0,60}? and (?<v>(?:twisted|sprained|broke|fractured|dislocated) my (?:left |right )?\\w+)",
    ),
    (match) => ({ value: group(match, "v").replace(/\bmy\b/, "an") }),
  ),
  rule(
    "event",
    "",
    anywhere(
      `\\b(?:(?<name>[A-Z][\\p{L}]+)|[Mm]y (?<kin>${kinWords}))'s (?<v>${occasion}) is (?:on )?(?<day>${relative}|${date})`,
    ),
    (match) => {
      const relation = group(match, "kin").toLowerCase();
      const who = relation === "" ? group(match, "name") : relation;
      if (/^(?:It|That|What|There|Here|Today|Tomorrow)$/.test(who)) return undefined;
      const value = `${who}'s ${group(match, "v")}: ${group(match, "day")}`;
      return { value, key: `event:${kin[relation] ?? who} ${group(match, "v")}`, statement: value };
    },
  ),
];

/** Rules over two sentences. */
export const toldWideRulesEn: readonly StatementRule[] = [
  rule(
    "family",
    "",
    anywhere(
      `\\b[Mm]y (?<kin>${kinWords})\\. (?:He|She) (?<v>(?:drove|taught|worked|farmed|built|ran|fished|baked) [^.!?,;"]{0,24}? ?all (?:his|her) life)`,
    ),
    (match) => ({
      value: group(match, "v"),
      key: kin[group(match, "kin").toLowerCase()] ?? "family",
      statement: `${group(match, "kin")} ${group(match, "v")}`,
    }),
  ),
  rule(
    "birthplace",
    "born in ",
    anywhere(
      `\\b(?:see|visit|back to|to|in|leave|miss|about|from) (?<v>${properName})\\b[^.!?]{0,30}[.!?] (?:And |But |Well, )?I was born there\\b`,
    ),
  ),
  rule(
    "wish",
    "wish: ",
    anywhere(
      "^(?:[Aa]bout )?(?<what>[A-Z]?[a-z]+(?: [a-z]+){0,3})[.!] (?:Once in my life I'm going to|One day I'm going to|All my life I've wanted to|My dream is to) (?<v>[^.!?;]{4,60}?\\bone\\b[^.!?;]{0,60})(?=[.!;]|$)",
    ),
    (match) => {
      const value = `${group(match, "v").replace(/\bmy\b/g, "their")} (${group(match, "what").toLowerCase()})`;
      return { value, key: `wish:${group(match, "what").toLowerCase()}` };
    },
  ),
];
