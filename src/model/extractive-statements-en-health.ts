// English rules about health.

import { subject } from "./extractive-statements-en-taste.ts";
import { anywhere, clause, inner } from "./extractive-statements-en-words.ts";
import { bare, group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";

const illness =
  "(?:high blood pressure|low blood pressure|hypertension|diabetes|asthma|gout|hay fever|migraines?|depression|anxiety|adhd|autism|ocd|bipolar|anaemia|anemia|eczema|psoriasis|arthritis|epilepsy|insomnia|ibs|lactose intoleran(?:t|ce)|coeliac(?: disease)?|celiac(?: disease)?|a heart condition|a thyroid condition|tinnitus|scoliosis|endometriosis|cancer)";

const bodyPart = "(?:(?:left |right )?(?:neck|knee|back|shoulder|stomach|wrist|ankle|hip|heart))";

const readAllergy: Read = (match) => {
  const value = bare(group(match, "v"));
  const no = /\bnot\b|n't/i.test(match[0]);
  const told = `${no ? "not " : ""}allergic to ${value}`;
  return { value: told, key: `allergy:${value.toLowerCase()}`, statement: told };
};

export const healthRulesEn: readonly StatementRule[] = [
  rule(
    "allergy",
    "",
    clause(
      `(?:I'm|I am)(?: not)?(?: actually| really| very| badly| severely| also)? allergic to\\s(?<v>${inner}{2,30}?)`,
    ),
    readAllergy,
  ),
  rule(
    "medical_condition",
    "",
    clause(
      `I(?: have|'ve got| suffer from|'m| am| was diagnosed with|'ve been diagnosed with)(?: a bit of| mild| chronic| severe)?\\s(?<v>${illness})`,
    ),
    subject("medical_condition"),
  ),
  rule(
    "medical_condition",
    "",
    anywhere(`\\bmy (?<v>${bodyPart})\\b[^.!?]{0,60}\\bold (?:trouble|injury|problem)`),
    (match) => ({
      value: `old trouble with the ${group(match, "v")}`,
      key: `medical_condition:${group(match, "v")}`,
    }),
  ),
  rule(
    "medical_condition",
    "",
    anywhere(`\\bThe (?<v>${bodyPart}) still [^.!?]{0,40}\\bold (?:trouble|injury|problem)`),
    (match) => ({
      value: `old trouble with the ${group(match, "v")}`,
      key: `medical_condition:${group(match, "v")}`,
    }),
  ),
  rule("color_vision", "", clause("(?:I'm|I am)\\s(?<v>(?:red-green )?colou?r[- ](?:blind|weak))")),
  rule(
    "injury",
    "",
    clause(
      `I (?:[^.!?,]{0,40}and )?(?<v>(?:twisted|sprained|broke|fractured|dislocated) my (?:left |right )?\\w+)`,
    ),
    (match) => ({ value: group(match, "v").replace(/\bmy\b/, "an") }),
  ),
  rule(
    "injury",
    "",
    anywhere(
      "(?<v>at (?:\\w+|\\d{1,2}) I fell from [^.!?]{3,30}? and broke (?:the|my) (?:left|right) (?:one|\\w+))",
    ),
    (match, sentence) => ({
      value: group(match, "v").replace("one", /\barm\b/.test(sentence) ? "arm" : "one"),
    }),
  ),
  rule(
    "medication",
    "takes ",
    anywhere("\\b(?:it's |I take |I'm on )(?<v>[a-z]{5,20})(?=[,.])[^.!?]*(?:\\.\\s*)?"),
    (match, sentence) =>
      /drug|pill|dose|tablet|one a day|doctor/i.test(sentence) &&
      /pril|artan|statin|pine|cillin|oxetine|pram|formin|zole|olol|azine|dine/.test(group(match, "v"))
        ? subject("medication", "takes ")(match, sentence)
        : undefined,
  ),
  rule(
    "medication",
    "takes ",
    clause(
      "I take\\s(?<v>[\\w-]{4,20})(?: pills| tablets)? (?:every|each|once|twice) (?:day|morning|evening|night|a day)",
    ),
    subject("medication", "takes "),
  ),
  rule("smoking", "", clause("I(?:'ve never| have never| never| don't| do not) smoked?"), (match) => ({
    value: /smoked/i.test(match[0]) ? "has never smoked" : "does not smoke",
  })),
  rule("alcohol", "", clause("I(?: never| don't| do not) drink(?: alcohol| at all)?"), (match) =>
    /don't|do not/.test(match[0]) && !/alcohol|at all/.test(match[0])
      ? undefined
      : { value: "drinks no alcohol" },
  ),
];
