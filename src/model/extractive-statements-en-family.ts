// English rules for what people say of their family: schools of children, callings, weddings and babies, how one gets along.
import { age, all, elders, family, learners, my, wordsOf } from "./extractive-statements-en-kin.ts";
import { clause, inner, isBrief, professions } from "./extractive-statements-en-words.ts";
import { group, lower, type Read, rule, type StatementRule, toldOf } from "./extractive-statements-rule.ts";

const number =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|\\d{1,2})";
const grade =
  "(?:(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|1st|2nd|3rd|[4-9]th|1[0-2]th) grade|year (?:\\d{1,2}|one|two|three|four|five|six)|kindergarten|preschool|pre-k|nursery|daycare|reception|primary school|elementary school|elementary|middle school|junior high|high school|secondary school|college|university|uni|grad school|law school|med school|medical school|(?:his|her|their) (?:first|second|third|fourth|final|last|senior|junior|freshman) year(?: (?:of|at|in) (?:college|university|uni|high school))?)";
const service = "(?:the army|the navy|the military|the air force|the marines|the police|rehab|prison|jail)";
const after = "(?: (?:last|next|this) \\w+| in \\w+| soon| yesterday| today| tomorrow| now| again)?";

const kinOf = (match: RegExpExecArray) => lower(match, "kin");
const whoOf = (match: RegExpExecArray) => `${lower(match, "which")} ${kinOf(match)}`.trim();
/** Of two daughters each has a key of her own: daughter_school:older. */
const keyOf = (match: RegExpExecArray, what: string) => {
  const which = lower(match, "which");
  return `${family[kinOf(match)] ?? "family"}_${what}${which === "" ? "" : `:${which}`}`;
};
/** sister + is getting married next month, filed under what of theirs it is. */
const told =
  (what: string): Read =>
  (match) => {
    const value = lower(match);
    return { key: keyOf(match, what), value, statement: `${whoOf(match)} ${value}` };
  };
const related: Read = (match, sentence) => {
  const value = group(match, "v")
    .toLowerCase()
    .replace(/^(?:don't|do not)/, "does not");
  const said = toldOf(value).replace(/^(get|never (?:get|talk|speak))s?\b/, "$1s");
  return isBrief.test(sentence)
    ? undefined
    : { key: keyOf(match, "relation"), value: said, statement: `${said} (${kinOf(match)})` };
};
export const familyRulesEn: readonly StatementRule[] = [
  rule(
    "family",
    "",
    clause(
      `${my}(?<kin>${learners})(?:'s| is)(?: now| already| only)? (?<v>in ${grade})(?: now| already| this year)?`,
    ),
    (match) => {
      const value = lower(match);
      return { key: keyOf(match, "school"), value, statement: `${whoOf(match)} is ${value}` };
    },
  ),
  rule(
    "family",
    "",
    clause(
      `${my}(?<kin>${learners})(?: has| just| is|'s){0,2} (?<v>(?:started|starts|starting|going to|goes to|finished) ${grade})${after}`,
    ),
    told("school"),
  ),
  rule(
    "family",
    "",
    clause(`${my}(?<kin>${all})(?:'s| is)(?: currently| now)? (?<v>in ${service})`),
    (match) => ({
      key: keyOf(match, "place"),
      value: lower(match),
      statement: `${whoOf(match)} is ${lower(match)}`,
    }),
  ),
  rule(
    "family",
    "",
    clause(
      `${my}(?<kin>daughter|son|kid|child|brother|sister)(?:'s| is| just turned| turned)(?: only| already| now)? (?<v>${number})(?: years old| months old)?(?: now| already)?`,
    ),
    (match) => ({
      key: keyOf(match, "age"),
      value: group(match, "v"),
      statement: `${whoOf(match)} is ${group(match, "v")}`,
    }),
  ),
  rule(
    "family",
    "",
    clause(
      `${my}(?<kin>${wordsOf("mother", "father", "brother", "sister", "daughter", "son")})(?:'s| is) an?(?: retired)? (?<v>(?:[\\w-]+ ){0,2}?${professions})`,
    ),
    (match) =>
      /\b(?:terrible|bad|good|great|bit|such|fast|slow|lousy)\b/i.test(group(match, "v"))
        ? undefined
        : {
            key: keyOf(match, "occupation"),
            value: group(match, "v"),
            statement: `${whoOf(match)} is a ${group(match, "v")}`,
          },
  ),
  rule(
    "family",
    "",
    clause(`${my}(?<kin>${elders})(?:'s| is| has| just| recently){0,3} (?<v>retired)${after}`),
    (match) => ({
      key: keyOf(match, "occupation"),
      value: "retired",
      statement: `${whoOf(match)} is retired`,
    }),
  ),
  rule(
    "family",
    "",
    clause(
      `${my}(?<kin>${all})(?<v>(?:'s| is) getting married(?: (?:next|this) \\w+| in \\w+| soon)?| (?:just )?got (?:married|engaged)(?: last \\w+| in \\w+)?|(?:'s| is) engaged)`,
    ),
    (match) => {
      const value = lower(match).replace(/^'s/, "is").trim();
      return { key: keyOf(match, "marriage"), value, statement: `${whoOf(match)} ${value}` };
    },
  ),
  rule(
    "family",
    "",
    clause(
      `${my}(?<kin>${all})(?<v> (?:just )?had (?:a|her|his|their) (?:first |second |third )?(?:baby|son|daughter|child|kid|twins)(?: last \\w+| in \\w+)?|(?:'s| is)(?: \\w+ (?:months|weeks))? pregnant|(?:'s| is) expecting(?: a baby| twins| their \\w+)?)`,
    ),
    (match) => {
      const value = lower(match).replace(/^'s/, "is").trim();
      return {
        key: keyOf(match, /pregnant|expecting/.test(value) ? "pregnancy" : "baby"),
        value,
        statement: `${whoOf(match)} ${value}`,
      };
    },
  ),
  rule(
    "family",
    "",
    clause(
      `my (?<kin>parents|folks)(?: are|'re| got| have been| split)?(?: both)? (?<v>divorced|separated|up)(?: when i was (?:\\w+)| years ago| last year)?`,
    ),
    (match) =>
      /split|divorced|separated/i.test(match[0]) &&
      !(/\bup\b/i.test(group(match, "v")) && !/split/i.test(match[0]))
        ? {
            key: "parents_status",
            value: /up/i.test(group(match, "v")) ? "split up" : lower(match),
            statement: `parents are ${/up/i.test(group(match, "v")) ? "split up" : lower(match)}`,
          }
        : undefined,
  ),
  rule(
    "family",
    "",
    clause(
      `I (?<v>(?:don't|do not|never)(?: really| ever)? (?:get along|get on|talk|speak)(?: very well| well| much| anymore)? (?:with|to) my ${age}(?<kin>${all}))(?: anymore| any more| much| at all| very well| these days)?`,
    ),
    related,
  ),
  rule(
    "family",
    "",
    clause(
      `I (?<v>(?:get along|get on)(?: really| very| so)? (?:well|great|badly) with my ${age}(?<kin>${all}))`,
    ),
    related,
  ),
  rule(
    "family",
    "",
    clause(
      `(?:I'm|I am|I've (?:always|never) been)(?<v>(?: not)?(?: really| very| super| so| that| extremely| pretty| particularly){0,2} close (?:to|with) my ${age}(?<kin>${all}))(?: anymore| at all)?`,
    ),
    (match, sentence) => {
      const value = toldOf(`is ${lower(match)}`).replace(/^iss? /, "is ");
      return isBrief.test(sentence) ? undefined : { key: keyOf(match, "relation"), value, statement: value };
    },
  ),
  rule(
    "family",
    "",
    clause(
      `(?:my ${age}(?<kin>${all}) and (?:I|me)|(?:me|I) and my ${age}(?<other>${all})) (?<v>(?:don't|do not|haven't|have not|barely|hardly|rarely|never|no longer) (?:get along|get on|talk|talked|speak|spoken))(?: to each other| with each other)?(?: anymore| any more| much| for years| in years| in \\w+ years| for \\w+ years)?`,
    ),
    (match) => {
      const who = (group(match, "kin") || group(match, "other")).toLowerCase();
      const value = lower(match);
      return {
        key: `${family[who] ?? "family"}_relation`,
        value,
        statement: `they and their ${who} ${value}`,
      };
    },
  ),
  rule(
    "family",
    "",
    clause(
      `${my}(?<kin>${learners})(?:'s| is)? (?<v>(?:studying|studies|doing) (?:abroad|law|medicine|nursing|engineering)(?: ${inner}{3,20}?)?)`,
    ),
    told("studies"),
  ),
];
