// English rules for what people say of themselves in the first days: their name, where they came to and from, how old they are.
import { named } from "./extractive-statements-en-people.ts";
import {
  anywhere,
  clause,
  looksNamed,
  nationalities,
  noPlace,
  properName,
} from "./extractive-statements-en-words.ts";
import { group, lower, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";

/** Words that stand behind "I'm" with a capital letter and name nobody. */
const noName = new RegExp(
  `^(?:Im|So|Not|Just|Sorry|Sure|Happy|Sad|Glad|Tired|Here|There|Home|Back|Fine|Good|Ok|Okay|Very|Really|Still|Also|Now|Always|Never|New|Bored|Alone|Lost|Sick|Ill|Done|Dead|Busy|Free|Great|Alright|Awake|Up|Down|Off|On|Out|In|At|Having|Feeling|Trying|Going|Looking|Single|Married|Gay|Straight|Bi|Trans|Queer|Autistic|Deaf|Catholic|Christian|Muslim|Jewish|Buddhist|Hindu|Sikh|Mormon|Vegan|Vegetarian|Drunk|High|Stuck|Hungry|Cold|Hot|Angry|Anxious|Nervous|Curious|Broke|Pregnant|Sober|Late|Early|Ready|Shy|Weird|Crazy|Dumb|Stupid|Young|Old|Human|Male|Female|Nobody|Somebody|Someone|Anonymous|Afraid|Fat|Ugly|Bad|Well|Better|Proud|Lonely|Lazy|Serious|Numb|Gone|Nice|Curious|Batman|Superman|Groot|Satan|God|Jesus|Santa|Team|Mom|Mum|Dad|Mommy|Daddy|Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|Sagittarius|Capricorn|Aquarius|Pisces|[A-Z]\\w*day|[A-Z]{2,}|[A-Z]\\w+(?:ing|ed)|${nationalities})$`,
);
const greeting =
  "(?:[Hh]i|[Hh]ey|[Hh]ello|[Hh]iya|[Yy]o|[Gg]ood (?:morning|evening|afternoon))(?: there| everyone| all| guys| again)?";
/** What is said beside one's name at the first meeting. */
const meeting =
  /\b(?:first time (?:here|on|using|trying)|nice to meet|pleased to meet|new (?:here|to this)|just (?:signed up|downloaded|joined|found this)|by the way|my name)\b/i;
const nameEnd =
  "(?=\\s*(?:[.!?,;:—)…]|$|\\s(?:and (?:I|I'm|this|my|it)|by the way|btw|nice|new|first|from)\\b))";

const readCalled: Read = (match) => {
  const value = group(match, "v");
  return noName.test(value) ? undefined : { value, statement: `is called ${value}` };
};

/** One moves to another browser, too. */
const moved: Read = (match, sentence) =>
  noPlace.test(group(match, "v")) ? undefined : named()(match, sentence);
export const selfRulesEn: readonly StatementRule[] = [
  rule(
    "call_name",
    "",
    anywhere(`(?<=^(?:(?:${greeting})[,.!]*\\s+){1,2})(?:I'm|I am)\\s(?<v>[A-Z][\\p{L}-]+)${nameEnd}`),
    readCalled,
  ),
  rule(
    "call_name",
    "",
    anywhere(`(?<=^|[,.!]\\s)(?:I'm|I am)\\s(?<v>[A-Z][\\p{L}-]+)${nameEnd}`),
    (match, sentence) => (meeting.test(sentence) ? readCalled(match, sentence) : undefined),
  ),
  rule(
    "name",
    "name: ",
    anywhere(`^(?:(?:${greeting})[,.!]*\\s+)?(?:[Tt]he )?[Nn]ame's (?<v>[A-Z][\\p{L}-]+)${nameEnd}`),
    readCalled,
  ),
  rule(
    "surname",
    "surname: ",
    anywhere("\\b[Mm]y (?:last|family|sur) ?name(?:'s| is) (?<v>[A-Z][\\p{L}'’-]+)(?=[.,!]|$)"),
    named(),
  ),
  rule(
    "location",
    "lives in ",
    anywhere(
      `\\b(?:I|[Ww]e)(?:'ve| have|'m| am|'re| are)?(?: just| finally| recently| also){0,2} (?:moved|relocated)(?: here| back| down| up| over| out)? from ${properName} to (?<v>${properName})(?=[.,!]|$| and | but | last | in | a | for | with )`,
    ),
    moved,
  ),
  rule(
    "location",
    "lives in ",
    anywhere(
      `\\b[Ww]e(?:'ve| have)?(?: just| finally| recently){0,2} (?:moved|relocated)(?: back| down| up| over)? to (?<v>${properName})(?=[.,!]|$| and | but | last | in | a | for | with )`,
    ),
    moved,
  ),
  rule(
    "location",
    "lives in ",
    anywhere(`\\bI(?:'m| am) (?:currently |now )?based in (?<v>${properName})(?=[.,!]|$| and | but )`),
    named(),
  ),
  rule(
    "location",
    "lives ",
    anywhere(
      `\\bI(?: currently| now)? live (?<v>(?:near|outside|just outside|close to) ${properName})(?=[.,!]|$| and | but )`,
    ),
  ),
  rule(
    "hometown",
    "home town: ",
    anywhere(
      `\\bI(?:'m| am) (?:originally )?from (?<v>an? (?:tiny |small |little )?(?:town|village|city|place|farm) (?:in|near|outside) (?:the )?(?:\\w+ of )?${properName})(?=[.,!]|$| and | but )`,
    ),
  ),
  rule(
    "nationality",
    "is ",
    clause(`(?:I'm|I am)(?: originally| actually)? (?<v>${nationalities})`),
    (match) => (looksNamed.test(group(match, "v")) ? { value: group(match, "v") } : undefined),
  ),
  rule("ethnicity", "is ", clause(`(?:I'm|I am) (?<v>half[- ](?:${nationalities}))`), (match) =>
    /[A-Z]/.test(group(match, "v")) ? { value: group(match, "v") } : undefined,
  ),
  rule(
    "age",
    "age: ",
    clause(
      "I(?:'ve| have)?(?: just| finally)? turned (?<v>[1-9]\\d)(?: years old)?(?: today| yesterday| last (?:week|month|year)| in \\w+| this year)?",
    ),
    (match) => ({
      value: group(match, "v"),
    }),
  ),
  rule(
    "age_range",
    "in their ",
    clause(
      "(?:I'm|I am) in my (?<v>(?:early |mid |mid-|late )?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|20s|30s|40s|50s|60s|70s|80s))",
    ),
    (match) => ({
      value: `in their ${lower(match)}`,
      statement: `is in their ${lower(match)}`,
    }),
  ),
  rule("birth_year", "born in ", clause("I was born in (?<v>19\\d\\d|20[01]\\d)")),
  rule(
    "military",
    "",
    anywhere(
      `\\bI (?<v>served in the (?:army|navy|air force|marines|military))(?=${"[.,!]|$| for | and | in "})`,
    ),
    (match) => ({ value: lower(match), statement: lower(match) }),
  ),
  rule(
    "military",
    "",
    clause("(?:I'm|I am) an? (?<v>(?:army |navy |marine |air force |combat |military |gulf war )?veteran)"),
    (match) => ({ value: lower(match), statement: `is a ${lower(match)}` }),
  ),
];
