// English rules for how people say they live: health and medicine, what they eat, drink and smoke.
import { anywhere, clause, inner, isBrief } from "./extractive-statements-en-words.ts";
import { group, lower, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";

const long =
  "(?: for (?:almost |nearly |over |about |around |the (?:last|past) )?(?:an?|[\\w-]+)(?: \\w+)? (?:years?|months?|decades?)(?: now)?| since (?:\\d{4}|i was \\w+|college|high school|childhood|birth)| (?:my whole|all my) life| all my life| forever)?";
const ago =
  "(?: (?:an?|[\\w-]+)(?: \\w+)? (?:years?|months?) ago| last (?:year|month|spring|summer|fall|autumn|winter)| in \\d{4}| for good| years ago| this year)?";
const conditions =
  "(?:type (?:1|2|one|two) diabetes|diabetes|chronic (?:pain|fatigue|migraines|back pain)|pcos|crohn's(?: disease)?|colitis|fibromyalgia|lupus|ms|multiple sclerosis|hypothyroidism|hashimoto's|celiac(?: disease)?|coeliac(?: disease)?|sleep apn(?:o)?ea|ptsd|social anxiety|dyslexia|high cholesterol|a heart murmur|vertigo|rosacea|acid reflux|rheumatoid arthritis|adhd|ocd|autism|asthma|depression|anxiety|bipolar(?: disorder)?|endometriosis|epilepsy)";
const medicines =
  "(?:lexapro|zoloft|prozac|wellbutrin|adderall|xanax|ritalin|vyvanse|concerta|lithium|metformin|insulin|birth control|the pill|antidepressants|blood thinners|beta blockers|statins|levothyroxine|ozempic|prednisone|effexor|cymbalta|sertraline|fluoxetine|citalopram|escitalopram|lamictal|methotrexate|testosterone|estrogen|hrt)";
/** "Is diabetic": what one says one is, where no day limits it. */
export const withIs =
  (key?: string): Read =>
  (match, sentence) =>
    isBrief.test(sentence)
      ? undefined
      : {
          value: lower(match),
          statement: `is ${lower(match)}`,
          ...(key ? { key: `${key}:${lower(match)}` } : {}),
        };
const condition: Read = (match) => ({
  value: lower(match),
  key: `medical_condition:${lower(match)}`,
  statement: `has ${lower(match)}`,
});

export const waysRulesEn: readonly StatementRule[] = [
  rule(
    "medical_condition",
    "",
    clause(
      `I(?:'ve got| have|'ve had| live with| suffer from|(?:'ve been| was| got|'m)(?: just| recently)? diagnosed with) (?:mild |severe |chronic |really bad |bad )?(?<v>${conditions})(?: last \\w+| in \\w+| as a (?:kid|child|teenager)| at \\w+)?${long}`,
    ),
    condition,
  ),
  rule(
    "medical_condition",
    "",
    clause(
      "(?:I'm|I am) (?<v>diabetic|asthmatic|autistic|epileptic|lactose[- ]intolerant|gluten[- ]intolerant|anemic|anaemic|dyslexic|hard of hearing|deaf in one ear|partially sighted|neurodivergent|nearsighted|short-sighted)",
    ),
    withIs("medical_condition"),
  ),
  rule(
    "medical_condition",
    "",
    clause(
      "I(?:'ve got| have)(?: always had)? a bad (?<v>back|knee|shoulder|hip|heart|neck|ankle|stomach)(?: from [\\w ]{2,20}?)?",
    ),
    (match, sentence) =>
      isBrief.test(sentence)
        ? undefined
        : {
            value: `a bad ${lower(match)}`,
            key: `medical_condition:bad ${lower(match)}`,
            statement: `has a bad ${lower(match)}`,
          },
  ),
  rule(
    "medical_condition",
    "",
    clause("I (?<v>wear (?:glasses|contacts|contact lenses|hearing aids|a hearing aid))"),
    (match) => ({
      value: lower(match).replace("wear", "wears"),
      key: `medical_condition:${lower(match).replace("wear ", "")}`,
      statement: lower(match).replace("wear", "wears"),
    }),
  ),
  rule(
    "medication",
    "takes ",
    clause(
      `(?:I'm|I am|I've been|I take)(?: currently| still)? (?:on |taking )?(?<v>${medicines})(?: for ${inner}{3,24}?| twice a day| once a day| every day| daily)?${long}`,
    ),
    (match) =>
      /\b(?:on|taking|take)\b/i.test(match[0])
        ? {
            value: group(match, "v"),
            key: `medication:${lower(match)}`,
            statement: `takes ${group(match, "v")}`,
          }
        : undefined,
  ),
  rule(
    "allergy",
    "",
    clause(
      "I(?:'ve got| have)(?: always had)? an? (?:bad |severe |mild |slight |serious )?(?<v>peanut|nut|tree nut|shellfish|seafood|fish|dairy|milk|egg|wheat|gluten|soy|pollen|grass|dust|dust mite|mould|mold|cat|dog|latex|penicillin|bee|bee sting|wasp) allergy",
    ),
    (match) => ({
      value: `allergic to ${lower(match)}`,
      key: `allergy:${lower(match)}`,
      statement: `allergic to ${lower(match)}`,
    }),
  ),
  rule(
    "diet",
    "",
    clause(
      `I(?:'ve| have) been (?:an? )?(?<v>vegetarian|vegan|pescatarian|plant-based|gluten-free|keto)${long}`,
    ),
    (match) =>
      / (?:for|since|life|forever)/i.test(match[0])
        ? { value: lower(match), statement: `is ${lower(match)}` }
        : undefined,
  ),
  rule(
    "diet",
    "",
    clause("I (?:eat|keep|only eat) (?<v>kosher|halal|vegan|vegetarian|plant-based)"),
    (match) => ({ value: lower(match), statement: `eats ${lower(match)}` }),
  ),
  rule(
    "alcohol",
    "",
    anywhere(
      "\\bI (?:don't|do not) (?:drink(?: or smoke)?|smoke or drink)(?=[.!]|$|, (?:never|and|so|but)| and | so | but )",
    ),
    (_match, sentence) =>
      isBrief.test(sentence) || /coffee|tea|water|soda|milk|juice/i.test(sentence)
        ? undefined
        : { value: "drinks no alcohol" },
  ),
  rule("smoking", "", clause("I (?:don't|do not) (?:smoke or drink|drink or smoke)"), () => ({
    value: "does not smoke",
  })),
  rule("alcohol", "", clause(`I(?:'ve| have) been (?<v>sober)${long}`), (match) =>
    / (?:for|since)/i.test(match[0]) ? { value: "sober", statement: "is sober" } : undefined,
  ),
  rule(
    "smoking",
    "",
    clause(
      `I(?:'ve| have)?(?: finally)? (?:quit|stopped|gave up|given up) (?<v>smoking|cigarettes|vaping)${ago}`,
    ),
    (match) => ({
      value: `has quit ${lower(match)}`,
      statement: `has quit ${lower(match)}`,
    }),
  ),
  rule(
    "alcohol",
    "",
    clause(`I(?:'ve| have)?(?: finally)? (?:quit|stopped|gave up|given up) (?<v>drinking|alcohol)${ago}`),
    (match) => ({
      value: `has quit ${lower(match)}`,
      statement: `has quit ${lower(match)}`,
    }),
  ),
  rule(
    "smoking",
    "",
    clause(
      "I (?<v>smoke (?:about )?(?:half a|an?|two|ten|\\d+) (?:pack|packs|cigarettes?)(?: a day| every day| per day))",
    ),
    (match) => ({
      value: lower(match).replace("smoke", "smokes"),
      statement: lower(match).replace("smoke", "smokes"),
    }),
  ),
];
