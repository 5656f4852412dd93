// English rules for what people plainly say of themselves: where they work, what they can, how tall they are, whom they have.
import { named } from "./extractive-statements-en-people.ts";
import {
  animal,
  anywhere,
  clause,
  date,
  lover,
  professions,
  properName,
} from "./extractive-statements-en-words.ts";
import { bare, group, rule, type StatementRule } from "./extractive-statements-rule.ts";

const said = (key: string, label: string) => (match: RegExpExecArray) => {
  const value = bare(group(match, "v"));
  return value === ""
    ? undefined
    : { value, key: `${key}:${value.toLowerCase()}`, statement: `${label}${value}` };
};
const instruments =
  "(?:the )?(?:guitar|piano|violin|cello|drums|bass|flute|saxophone|trumpet|ukulele|harp|accordion|clarinet|viola)";
const languages =
  "(?:English|French|German|Spanish|Italian|Portuguese|Dutch|Russian|Polish|Turkish|Arabic|Hindi|Chinese|Mandarin|Cantonese|Japanese|Korean|Welsh|Irish|Swedish|Norwegian|Danish|Finnish|Greek|Hebrew|Thai|Vietnamese|sign language)";
const some = "(?:two|three|four|five|\\d)";

export const plainRulesEn: readonly StatementRule[] = [
  rule(
    "employer",
    "works at ",
    anywhere(
      `I(?:'ve)? (?:just |recently |finally )?(?:started(?: working)?|got a job|got hired|joined) (?:at |with )?(?<v>${properName})(?=[.,!]|$)`,
    ),
    named(),
  ),
  rule(
    "height",
    "is ",
    clause(`(?:I'm|I am|my height is)\\s(?<v>\\d'\\s?\\d{1,2}"?|\\d feet \\d{1,2}|1\\d\\d ?cm)(?: tall)?`),
  ),
  rule("weight", "weight: ", anywhere("\\b(?:I|and) weigh (?<v>\\d{2,3} ?(?:pounds|lbs|kg|kilos|stone))")),
  rule(
    "blood_type",
    "blood type: ",
    clause("my blood type is\\s(?<v>(?:AB|A|B|O)(?: ?(?:positive|negative|[+-]))?)"),
  ),
  rule("grew_up", "grew up in ", anywhere(`I grew up in (?<v>${properName})`), named()),
  rule("skill", "", clause(`I(?: can| also| do)* play\\s(?<v>${instruments})`), said("skill", "plays ")),
  rule(
    "language",
    "",
    clause(`I(?: can| also| do)* speak\\s(?<v>(?:fluent |some |a bit of )?${languages})`),
    said("language", "speaks "),
  ),
  rule(
    "learning",
    "",
    clause(
      `(?:I'm|I am)(?: currently| now)? learning(?: to (?:play|speak))?\\s(?<v>${languages}|${instruments})`,
    ),
    said("learning", "is learning "),
  ),
  rule(
    "diet",
    "",
    clause(
      "(?:I'm|I am)(?: now)? an?\\s?(?<v>vegetarian|vegan|pescatarian)|(?:I'm|I am)(?: now)?\\s(?<w>vegetarian|vegan|pescatarian)",
    ),
    (match) => ({
      value: group(match, "v") || group(match, "w"),
      statement: `is ${group(match, "v") || group(match, "w")}`,
    }),
  ),
  rule(
    "child",
    "",
    clause(`(?:I|we) have\\s(?<v>(?:an?|${some}) (?:daughters?|sons?|kids?|child|children|twins))`),
    (match) => {
      const value = `has ${group(match, "v").toLowerCase()}`;
      return {
        value,
        key: `child:${group(match, "v").toLowerCase().replace(/^\w+ /, "")}`,
        statement: value,
      };
    },
  ),
  rule(
    "child",
    "",
    clause("(?:I|we) (?:don't|do not) have(?: any)? (?:kids|children)|(?:I|we) have no (?:kids|children)"),
    () => ({
      value: "has no children",
      key: "child:none",
      statement: "has no children",
    }),
  ),
  rule(
    "family",
    "",
    clause(`my (?<role>${lover})(?:'s| is) an?\\s(?<v>(?:[\\w-]+ ){0,2}${professions})`),
    (match) => {
      const role = group(match, "role").toLowerCase();
      return {
        key: `${role}_occupation`,
        value: group(match, "v"),
        statement: `${role} is a ${group(match, "v")}`,
      };
    },
  ),
  rule(
    "family",
    "",
    anywhere(
      `\\b(?:[Oo]ur|[Mm]y) (?<kin>daughter|son) (?<name>[A-Z][\\p{L}]+)(?:'s| is) (?<v>\\d{1,2}|(?:twen|thir|for)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))(?: (?:years old|now|today))?(?=[.,!]|$)`,
    ),
    (match) => {
      const kin = group(match, "kin");
      return {
        key: `${kin}_age`,
        value: group(match, "v"),
        statement: `${kin} ${group(match, "name")} is ${group(match, "v")}`,
      };
    },
  ),
  rule(
    "partner",
    "partner: ",
    anywhere(
      `I'm (?:married|engaged) to (?:an? [\\w ]{2,20}? (?:named|called) )?(?<v>${properName})(?=[.,!]|$)`,
    ),
    named(),
  ),
  rule(
    "family",
    "",
    anywhere(`\\b[Mm]y ex(?:-\\w+)?(?:'s name is| is called| is named|, called) (?<v>[A-Z][\\p{L}]+)`),
    (match) => ({
      key: "ex",
      value: group(match, "v"),
      statement: `ex is called ${group(match, "v")}`,
    }),
  ),
  ...["v", "w"].map((name) =>
    rule(
      "pet_name",
      "pet: ",
      anywhere(
        `\\bI(?:'ve got| have) ${some} ${animal},? (?:called |named )?(?<v>[A-Z][\\p{L}]+) and (?<w>[A-Z][\\p{L}]+)(?=[.,!]|$)`,
      ),
      (match) => ({ value: group(match, name), key: `pet_name:${group(match, name)}` }),
    ),
  ),
  rule(
    "phone_number",
    "phone number: ",
    anywhere(
      "(?:changed my (?:phone )?number|[Mm]y (?:new )?(?:phone )?number),?(?: it's| is| is now|'s)(?: now)? (?<v>\\+?[\\d][\\d -]{5,15}\\d)",
    ),
  ),
  rule(
    "birthday",
    "",
    clause(`(?:our|my)(?<v>(?: wedding)? anniversary)(?:'s| is)(?: on)?\\s(?<day>${date})`),
    (match) => {
      const what = /wedding/i.test(group(match, "v")) ? "wedding" : "together";
      return { key: `anniversary:${what}`, value: group(match, "day") };
    },
  ),
  rule(
    "birthday",
    "birthday: ",
    clause(
      "(?:it's |it is )?(?<v>today|tomorrow|the day after tomorrow|yesterday|(?:this|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s| is| was) my birthday",
    ),
  ),
  rule(
    "birthday",
    "birthday: ",
    clause(
      "my birthday(?:'s| is)\\s(?<v>today|tomorrow|the day after tomorrow|(?:this|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day)",
    ),
  ),
  rule("gone", "", clause(`I (?:no longer|don't) (?<v>smoke|drink) any ?more`), (match) => ({
    value: `no longer ${group(match, "v")}s`,
    key: group(match, "v") === "smoke" ? "smoking" : "alcohol",
  })),
];
