// English rules for how people say they live and grew up: who raised them, brothers and sisters, partner, children, who shares the home, pets.
import { all, lovers } from "./extractive-statements-en-kin.ts";
import { animal, anywhere, clause, isBrief } from "./extractive-statements-en-words.ts";
import { group, lower, type Read, rule, type StatementRule, toldOf } from "./extractive-statements-rule.ts";

const few = "(?:an?|one|two|three|four|five|six|\\d)";
const years = "(?:almost |nearly |over |about )?(?:an?|[\\w-]+)(?: and a half)? (?:years?|months?)";
const plain: Read = (match) => {
  const value = lower(match);
  return { value, statement: value };
};

const pets = `${few} (?:[\\w-]+ ){0,2}?${animal}`;
const more = `${few} (?:[\\w-]+ )?${animal}`;
/** How many of them, by the animal: who gets a dog has their cats still. */
const readPets: Read = (match) => {
  const value = lower(match);
  const kind = (/\S+$/.exec(value)?.[0] ?? "").replace(/ies$/, "y").replace(/(?<!s)s$/, "");
  return { value, key: `pet_count:${kind}`, statement: `has ${value}` };
};
/** "A cat, two dogs and a fish": the first, the second, the third. */
const petCounts = [
  `(?<v>${pets})`,
  `${pets}(?:,|,? and) (?<v>${more})`,
  `${pets}, ${more},? and (?<v>${more})`,
].map((body) =>
  rule(
    "pet_count",
    "",
    clause(
      `(?:I|we)(?:'ve got| have| own|'ve)(?: got)? ${body}(?:(?:,|,? and) ${more})?(?: (?:now|at home))?`,
    ),
    readPets,
  ),
);

export const homeRulesEn: readonly StatementRule[] = [
  rule(
    "upbringing",
    "",
    clause(
      "I was (?<v>raised by (?:my |an? )?(?:single (?:mom|mum|mother|dad|father|parent)|grandparents|grandma|grandmother|grandpa|grandfather|aunt and uncle|aunt|uncle|mom|mum|mother|dad|father|older sister|older brother|foster parents|two moms|two dads))(?: in [\\p{L}]+| on a farm)?",
    ),
    (match) => {
      const value = toldOf(lower(match));
      return { value, statement: `was ${value}` };
    },
  ),
  rule(
    "upbringing",
    "",
    clause(
      "my (?<who>grandparents|grandma|grandmother|grandpa|aunt|uncle|aunt and uncle|older sister|older brother|dad|mom|mum) raised (?:me|us)",
    ),
    (match) => ({
      value: `raised by their ${group(match, "who").toLowerCase()}`,
      statement: `was raised by their ${group(match, "who").toLowerCase()}`,
    }),
  ),
  rule(
    "upbringing",
    "",
    clause(
      "I was (?<v>adopted|in foster care)(?: as a baby| at birth| when I was \\w+| as a kid| as a child)?",
    ),
    (match) => ({
      value: lower(match),
      statement: `was ${lower(match)}`,
    }),
  ),
  rule(
    "grew_up",
    "grew up ",
    clause(
      "I grew up (?<v>on a farm|in the country|in the countryside|in a (?:tiny |small |little )?(?:village|town)|in foster care|in a trailer park|by the sea|without a (?:dad|father|mom|mum|mother))",
    ),
    (match) => ({
      value: lower(match),
      statement: `grew up ${lower(match)}`,
    }),
  ),
  rule(
    "birth_order",
    "",
    clause(
      "(?:I'm|I am) (?<v>an only child|(?:the )?(?:oldest|eldest|youngest|middle)(?: child| kid| one)? of (?:two|three|four|five|six|seven|eight|nine|\\d)(?: kids| children| siblings| brothers| sisters)?|the middle child)",
    ),
    (match) => ({
      value: lower(match),
      statement: `is ${lower(match)}`,
    }),
  ),
  rule(
    "sibling",
    "",
    clause(
      `I(?:'ve got| have|'ve)(?: got)? (?<v>${few} (?:(?:older|younger|little|big|twin|half|step|baby|identical twin)[ -]){0,2}(?:brothers?|sisters?|siblings))`,
    ),
    (match) => {
      const value = lower(match);
      return { key: `sibling:${value.replace(/^\w+ /, "")}`, value, statement: `has ${value}` };
    },
  ),
  rule(
    "child",
    "",
    clause(
      `(?:I've got|we've got|I have|we have) (?<v>${few} (?:little |small |grown )?(?:kids?|daughters?|sons?|children|toddlers?|little (?:boy|girl))|(?:two|three|four|five) (?:boys|girls)|twins?(?: boys| girls| daughters| sons)?)`,
    ),
    (match) => {
      const value = lower(match);
      return {
        key: `child:${value.replace(/^(?:an?|one|two|three|four|five|six|\d) /, "")}`,
        value: `has ${value}`,
        statement: `has ${value}`,
      };
    },
  ),
  rule(
    "child",
    "",
    clause(
      "(?:I'm|I am) an? (?<v>(?:single )?(?:mom|mum|dad|mother|father|parent)(?: of (?:one|two|three|four|five|\\d|twins))?)",
    ),
    (match, sentence) =>
      isBrief.test(sentence)
        ? undefined
        : {
            key: "child:parent",
            value: lower(match),
            statement: `is a ${lower(match)}`,
          },
  ),
  rule(
    "together_for",
    "",
    clause(
      `I(?:'ve| have) been (?:with|dating|seeing) my (?<kin>${lovers}) (?:for )?(?<v>${years})(?: now)?`,
    ),
    (match) => ({
      value: lower(match),
      statement: `has been with their ${lower(match, "kin")} for ${lower(match)}`,
    }),
  ),
  rule(
    "long_distance",
    "",
    clause(
      `(?:my (?:${lovers}) and (?:I|me)|(?:me|I) and my (?:${lovers})|we)(?:'re| are)(?: currently| still)?(?: in an?| doing)? (?<v>long[- ]distance)(?: relationship| thing)?(?: (?:right )?now)?`,
    ),
    (match) =>
      /^we\b/i.test(match[0].trim())
        ? undefined
        : { value: "long distance", statement: "is in a long-distance relationship" },
  ),
  rule(
    "marital_status",
    "marital status: ",
    clause(`(?:I've|we've|I have|we have) been (?:happily )?married (?:for )?${years}(?: now)?`),
    () => ({ value: "married", statement: "is married" }),
  ),
  rule(
    "marital_status",
    "marital status: ",
    clause(
      "I(?:'m| am|'ve been| got| was) (?:recently |newly |already )?divorced(?: last \\w+| in \\w+| twice|(?: \\w+){1,2} (?:years?|months?) ago)?",
    ),
    () => ({ value: "divorced", statement: "is divorced" }),
  ),
  rule(
    "pregnancy",
    "",
    anywhere(
      "\\b(?:I'm|I am) (?<v>(?:\\w+ (?:months|weeks) )?pregnant)(?=\\s*(?:[.!,;:]|$|and |but |so |with (?:a|my|our|twins)))",
    ),
    (match, sentence) =>
      /\b(?:think|maybe|might|hope|wish|not)\b/i.test(sentence.slice(0, match.index))
        ? undefined
        : plain(match, sentence),
  ),
  rule(
    "living",
    "",
    clause("I(?: currently| still| just| now)? live (?<v>alone|by myself|on my own)(?: now| these days)?"),
    () => ({ value: "lives alone", statement: "lives alone" }),
  ),
  rule(
    "living",
    "",
    clause(
      `I(?: currently| still| now)? live with (?<v>my (?:${all}|grandparents|family|best friend|kids|in-laws)(?: and (?:my )?(?:${all}|kids|grandparents))?|(?:an?|one|two|three|four) (?:roommates?|flatmates?|housemates?|friends?))(?: now| again| these days)?`,
    ),
    (match) => {
      const value = `lives with ${group(match, "v")
        .toLowerCase()
        .replace(/\bmy\b/g, "their")}`;
      return { value, statement: value };
    },
  ),
  ...petCounts,
  rule(
    "pet_name",
    "pet: ",
    anywhere(
      `\\b(?:I've got|[Ww]e've got|I've|[Ww]e've got) an? (?:[\\w-]+ ){0,2}?${animal} (?:called|named) (?<v>[A-Z][\\p{L}]+)`,
    ),
    (match) => ({
      value: group(match, "v"),
      key: `pet_name:${group(match, "v")}`,
    }),
  ),
  rule(
    "pet_name",
    "pet: ",
    anywhere(
      `\\b[Mm]y (?:[\\w-]+ )?${animal}'s (?:name is|name's|called|named) (?<v>[A-Z][\\p{L}]+)(?=[.,!]|$| and )`,
    ),
    (match) => ({
      value: group(match, "v"),
      key: `pet_name:${group(match, "v")}`,
    }),
  ),
];
