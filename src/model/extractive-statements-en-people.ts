// English rules about whom the person has: partner, family, friends, animals.
import {
  animal,
  anywhere,
  clause,
  inner,
  kin,
  kinWords,
  looksNamed,
  lover,
  properName,
} from "./extractive-statements-en-words.ts";
import { bare, group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";

/** A value that has to be a name: with capital letters in the talk itself. */
export const named =
  (more: Read = (match) => ({ value: group(match, "v") })): Read =>
  (match, sentence) => {
    const value = group(match, "v").replace(/['’]s$/, "");
    return looksNamed.test(value) ? more(match, sentence) : undefined;
  };

const kinKey = (match: RegExpExecArray) => kin[group(match, "kin").toLowerCase()] ?? "family";

const readKin: Read = (match) => {
  const [name, more] = [group(match, "v"), group(match, "more")];
  if (!looksNamed.test(name)) return undefined;
  const value = more ? `${name}, ${more}` : name;
  return { key: kinKey(match), value, statement: `${group(match, "kin").toLowerCase()} is called ${value}` };
};

const dayAfter =
  /^,? (?:early |late )?(?<day>(?:on )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?: (?:last|this) week)?|yesterday|today|last (?:night|week|month)|the day before yesterday)\b/;

/** What happened, with the day where the sentence goes on with it. */
const readKinEvent: Read = (match, sentence) => {
  const told = bare(group(match, "v")).replace(/^passed away$/, "died");
  const after = sentence.slice(match.index + match[0].length);
  const day = told === "died" ? dayAfter.exec(after)?.groups?.day : undefined;
  const value = day === undefined ? told : `${told} ${day}`;
  const kind = /stroke/i.test(value) ? "stroke" : /surgery|operation/i.test(value) ? "surgery" : "death";
  return {
    key: `${kinKey(match)}_${kind}`,
    value,
    statement: `${group(match, "kin").toLowerCase()} ${value}`,
  };
};

const readPet: Read = named((match) => {
  const value = group(match, "v");
  return { value, key: `pet_name:${value}` };
});

export const peopleRulesEn: readonly StatementRule[] = [
  rule(
    "partner",
    "partner: ",
    anywhere(`(?<v>${properName}) and I are (?:together|dating|a couple|engaged|married)(?: now)?`),
  ),
  rule(
    "partner",
    "partner: ",
    clause(`my (?<role>${lover})(?:'s name is| is called| is named|,)\\s(?<v>[\\p{L}'’-]+)`),
    named((match) => ({ value: `${group(match, "v")} (${group(match, "role").toLowerCase()})` })),
  ),
  rule(
    "partner",
    "",
    clause("I(?:'m| am|'ve stayed| have stayed|'ve been)(?: still| single and)? single(?: now| again)?"),
    () => ({ value: "single" }),
  ),
  rule(
    "partner",
    "",
    clause(
      `(?:we|I|my ${lover} and I) (?:just |have |'ve )?(?:broke|split|broken) up(?: with (?:my ${lover}|him|her))?`,
    ),
    () => ({ value: "single (broke up)" }),
  ),
  rule(
    "marital_status",
    "marital status: ",
    clause("(?:I(?:'m| am)|we(?:'re| are| got)|I got) married(?: now)?"),
    () => ({ value: "married" }),
  ),
  rule("marital_status", "marital status: ", clause("I(?:'m| am|'ve been| got) divorced"), () => ({
    value: "divorced",
  })),
  rule("divorce", "", clause("(?:we|I) (?:got )?divorced in (?<v>\\d{4})"), (match) => ({
    value: `divorced in ${group(match, "v")}`,
  })),
  rule(
    "family",
    "",
    clause(
      `(?:I have an? |and )?my (?<kin>${kinWords})(?:'s name is| is called| is named|,)?\\s(?<v>[\\p{L}'’-]+)(?:,\\s(?:(?:he|she)'s )?(?<more>at ${inner}{3,40}?|(?:\\w+teen|\\w+ty(?:-\\w+)?|\\d{1,2}|ten|eleven|twelve)))?`,
    ),
    readKin,
  ),
  rule(
    "family",
    "",
    anywhere(
      `[Mm]y (?<kin>${kinWords})(?:\\. (?:He|She)|, (?:he|she|who)| (?:also )?) ?(?<v>(?:drove|taught|worked|farmed|built|ran) ${inner}{2,24} all (?:his|her) life)`,
    ),
    (match) => ({
      key: kinKey(match),
      value: group(match, "v"),
      statement: `${group(match, "kin")} ${group(match, "v")}`,
    }),
  ),
  rule(
    "event",
    "",
    anywhere(
      `\\b(?:[Mm]y )?(?<kin>[Gg]randma|[Gg]randmother|[Gg]randpa|[Gg]randfather|[Mm]other|[Ff]ather|[Mm]um|[Mm]om|[Dd]ad) (?<v>passed away|died|had a stroke|is having (?:\\w+ )?(?:surgery|an operation)(?: (?:next|this) \\w+, the (?:left|right) one)?)`,
    ),
    readKinEvent,
  ),
  rule(
    "event",
    "",
    anywhere(
      `^(?<name>[A-Z][\\p{L}]+) (?<v>died|passed away) (?:today|yesterday|the day before yesterday|last \\w+)`,
    ),
    (match) => ({
      key: `death:${group(match, "name")}`,
      value: "died",
      statement: `${group(match, "name")} died`,
    }),
  ),
  rule(
    "event",
    "",
    anywhere(
      `(?<day>(?:today|tomorrow|${"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"}[\\w ]{0,24}|next \\w+)) is (?:my )?(?<kin>[Mm]um|[Mm]om|[Dd]ad|[Mm]other|[Ff]ather|[Gg]randma|[Gg]randpa)'s (?<v>[\\w-]+(?: birthday)?)`,
    ),
    (match) =>
      /th$|birthday/.test(group(match, "v"))
        ? {
            key: `${kinKey(match)}_birthday`,
            value: `${group(match, "v")}: ${group(match, "day")}`,
            statement: `${group(match, "kin")}'s ${group(match, "v")}: ${group(match, "day")}`,
          }
        : undefined,
  ),
  rule(
    "pet_name",
    "pet: ",
    anywhere(
      `\\b[Mm]y (?:[\\w-]+ ){0,2}${animal}(?:'s name is| is called| is named|,)?[^.!?]{0,24}?(?:called |named |is )?(?<v>[A-Z][\\p{L}]+)(?=[.,!]|$)`,
    ),
    (match, sentence) =>
      /called|named|name is|, [A-Z]/.test(match[0]) ? readPet(match, sentence) : undefined,
  ),
  rule(
    "pet_name",
    "pet: ",
    anywhere(
      `\\b(?:[Ii]|[Ww]e) (?:have|adopted|got|keep) an? (?:[\\w-]+ ){0,2}${animal} (?:called|named) (?<v>[A-Z][\\p{L}]+)`,
    ),
    readPet,
  ),
  rule(
    "pet_name",
    "pet: ",
    anywhere(
      "(?:cat|kitten|dog|puppy|pet)[^?]{0,60}\\b(?:I|[Ww]e) named (?:it|her|him) (?<v>[A-Z][\\p{L}]+)",
    ),
    readPet,
  ),
  rule(
    "friend",
    "friend: ",
    clause("my best friend(?:'s name is| is called| is|,)\\s(?<v>[\\p{L}'’-]+)"),
    named(),
  ),
];
