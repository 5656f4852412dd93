// English rules for what people say they like, can, believe and fear, when they sleep, and what they drive.
import { withIs } from "./extractive-statements-en-ways.ts";
import { anywhere, clause, inner, isBrief } from "./extractive-statements-en-words.ts";
import { bare, group, lower, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";

const faiths =
  "(?:an? )?(?:practi[cs]ing |devout |lapsed |roman )?(?:catholic|christian|muslim|jewish|jew|buddhist|hindu|sikh|atheist|agnostic|mormon|protestant|orthodox|quaker|lutheran|baptist|methodist|jehovah's witness|pagan|wiccan)";
const signs = "(?:aries|taurus|gemini|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces|leo|cancer)";
const cars =
  "(?:Honda|Toyota|Ford|Mazda|Subaru|Kia|Hyundai|Renault|Peugeot|Fiat|Volkswagen|VW|Tesla|BMW|Audi|Mercedes|Volvo|Skoda|Nissan|Chevy|Chevrolet|Jeep|Dodge|Lexus|Mini|Vauxhall|Opel|Seat|Citroen|Prius|Civic|Corolla|Camry|Golf|Polo|Fiesta|Focus)(?: [A-Z0-9][\\p{L}0-9-]*)?";
const clubs =
  "(?:Arsenal|Liverpool|Chelsea|Tottenham|Spurs|Everton|Celtic|Rangers|Barcelona|Bar[cç]a|Real Madrid|Juventus|Bayern|Dortmund|Man (?:United|City|U)|[A-Z][\\p{L}]+ (?:United|City|FC|Rovers|Town|Athletic|County|Villa|Wanderers|Forest))";
/** What is only pointed at, and people: no subject of a liking. */
const points =
  /^(?:it|that|this|those|these|them|him|her|you|your|his|their|he|she|someone|somebody|anyone|everyone|everything|nothing|something|a (?:guy|girl|man|woman|boy|person)|one|all|the (?:idea|thought|whole|same)|what|how|when|each|myself|whatever|whichever|my|our|some|bed|trouble|both)\b|\b(?:right now|today|at the moment|right|these days|lately)$/i;

const liked =
  (statement: (value: string) => string): Read =>
  (match) => {
    // "Into The Witcher right now", "pottery - it calms me": what passes is none, and what follows a dash is another thought.
    const [said = ""] = group(match, "v").split(/\s[-–]\s|\s(?:like|such as)\s/);
    const value = bare(said);
    return value.length < 2 || points.test(said)
      ? undefined
      : { value, key: `likes:${value}`, statement: statement(value) };
  };

export const likesRulesEn: readonly StatementRule[] = [
  rule(
    "likes",
    "likes ",
    clause(
      `(?:I'm|I am|I've been)(?: really| so| very| super| totally| pretty| big| seriously| also){0,2} (?:into|obsessed with) (?<v>${inner}{2,34}?)`,
    ),
    liked((value) => `is into ${value}`),
  ),
  rule(
    "likes",
    "likes ",
    clause(
      "(?:I'm|I am) (?:an?|such a) (?:huge |big |massive |die-hard |lifelong |proper )?(?<v>(?:[\\p{L}'’&-]+ ){1,3})fan",
    ),
    (match) => {
      const value = group(match, "v").replace(/^(?:huge|big|massive|die-hard|lifelong)\s?/i, "");
      return value.length < 3 ||
        /^(?:your|his|her|their|ceiling|former|ex|late|new|casual|loyal|proud|true|real|secret|not|bit|of|the)\b/i.test(
          value,
        )
        ? undefined
        : { value, key: `likes:${value}`, statement: `is a fan of ${value}` };
    },
  ),
  rule(
    "likes",
    "likes ",
    clause(`(?:I'm|I am) an? (?:huge |big |massive |die-hard |lifelong )?fan of (?<v>${inner}{3,30}?)`),
    liked((value) => `is a fan of ${value}`),
  ),
  rule("likes", "supports ", anywhere(`\\bI support (?<v>${clubs})(?=[.,!]|$| and | but )`), (match) => {
    const value = group(match, "v");
    return { value, key: `likes:${value}`, statement: `supports ${value}` };
  }),
  rule(
    "likes",
    "plays ",
    anywhere(
      "\\bI play (?:a lot of |lots of |tons of |mostly )?(?<v>[A-Z][\\p{L}0-9]+(?: (?:of |and |the )?[A-Z0-9][\\p{L}0-9:]*){0,3})(?=[.,!]|$| and | but | every | with | on | most )",
    ),
    (match) =>
      /^(?:God|Mom|Mum|Dad|Santa|Devil|I|Sunday|Monday)\b/.test(group(match, "v"))
        ? undefined
        : {
            value: group(match, "v"),
            key: `likes:${group(match, "v")}`,
            statement: `plays ${group(match, "v")}`,
          },
  ),
  rule(
    "likes",
    "likes ",
    clause("I(?: really| absolutely| just)? (?:love|enjoy|like) [\\p{L}-]+ and (?<v>[\\p{L}-]+)"),
    (match) => {
      const value = lower(match);
      return !/^(?!every|no|any|some).*(?:ing|s|phy|ball|music|food|tea|coffee|art|yoga)$/.test(value)
        ? undefined
        : { value: group(match, "v"), key: `likes:${value}`, statement: `likes ${group(match, "v")}` };
    },
  ),
  rule(
    "favorite_food",
    "",
    clause("I(?:'ve| have)(?: got)? a (?:huge |serious |massive |terrible |real )?sweet tooth"),
    () => ({
      value: "has a sweet tooth",
      key: "favorite_food:sweets",
      statement: "has a sweet tooth",
    }),
  ),
  rule(
    "likes",
    "",
    clause(
      "(?:I'm|I am)(?: definitely| totally| really)?(?: more of)? an? (?<v>tea|coffee|cat|dog|beach|mountain|winter|summer) person",
    ),
    (match) => ({
      value: `a ${lower(match)} person`,
      key: `likes:${lower(match)}`,
      statement: `is a ${lower(match)} person`,
    }),
  ),
  rule(
    "sleep_schedule",
    "",
    clause(
      "(?:I'm|I am)(?: definitely| totally| really| such)? ?(?<v>an? (?:night owl|early bird|early riser|morning person|night person|light sleeper|heavy sleeper|insomniac)|not an? (?:morning|night) person)",
    ),
    withIs(),
  ),
  rule(
    "bedtime",
    "goes to bed ",
    clause(
      "I(?: usually| always| normally| never)? (?:go to bed|go to sleep|fall asleep)(?: at)? (?<v>(?:around|about|after|before|past) (?:midnight|\\d{1,2}(?::\\d\\d)?(?: ?(?:am|pm))?|one|two|three|four|nine|ten|eleven))(?: every night| most nights)?",
    ),
    (match, sentence) =>
      isBrief.test(sentence) || /\bnever\b/i.test(match[0])
        ? undefined
        : { value: lower(match), statement: `goes to bed ${lower(match)}` },
  ),
  rule(
    "skill",
    "",
    clause(
      "I (?:can't|cannot|can not|never learned (?:how )?to|never learnt (?:how )?to|don't know how to) (?<v>drive|swim|ride a bike|cook|whistle|ski|skate)",
    ),
    (match, sentence) =>
      isBrief.test(sentence)
        ? undefined
        : {
            value: `cannot ${lower(match)}`,
            key: `skill:${lower(match)}`,
            statement: `cannot ${lower(match)}`,
          },
  ),
  rule("driving", "", clause("I (?:don't|do not) have (?:a|my) (?:driver's |driving )?licen[cs]e"), () => ({
    value: "has no driving licence",
  })),
  rule(
    "car",
    "car: ",
    anywhere(
      `\\bI drive an? (?<v>(?:(?:old|new|little|used|beat-up|white|black|red|blue|silver|grey|gray|\\d{4}) ){0,2}${cars})(?=[.,!]|$| and | but )`,
    ),
  ),
  rule(
    "religion",
    "religion: ",
    clause(`(?:I'm|I am|I was raised)(?: actually| still)? (?<v>${faiths})`),
    (match) =>
      /raised/i.test(match[0])
        ? undefined
        : { value: group(match, "v").replace(/^an? /i, ""), statement: `is ${group(match, "v")}` },
  ),
  rule("zodiac", "zodiac sign: ", clause(`(?:I'm|I am) an? (?<v>${signs})`), (match) =>
    /^[A-Z]/.test(group(match, "v")) && !/^Cancer$/.test(group(match, "v"))
      ? { value: group(match, "v") }
      : undefined,
  ),
  rule("mbti", "MBTI: ", clause("(?:I'm|I am) an? (?<v>[EI][NS][FT][JP])"), (match) => ({
    value: group(match, "v").toUpperCase(),
  })),
  rule(
    "personality",
    "",
    clause(
      "(?:I'm|I am)(?: definitely| such| kind of| totally| a bit of| really)? ?(?<v>an? (?:introvert|extrovert|ambivert|homebody|perfectionist|people pleaser))",
    ),
    withIs(),
  ),
  rule(
    "fear",
    "afraid of ",
    clause(
      "(?<v>(?:spiders|snakes|clowns|heights|needles|dogs|bees|wasps|moths|cockroaches|rats|mice|bugs|birds|sharks|dolls|storms|thunderstorms|horror movies)) (?:really |always |seriously )?(?:freak me out|scare me|terrify me|creep me out|scare the hell out of me)",
    ),
    (match) => ({
      value: lower(match),
      key: `fear:${lower(match)}`,
      statement: `afraid of ${lower(match)}`,
    }),
  ),
];
