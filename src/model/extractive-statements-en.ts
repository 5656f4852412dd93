// English rules about who the person is, where they live and what they do.

import { named } from "./extractive-statements-en-people.ts";
import {
  anywhere,
  clause,
  closing,
  date,
  inner,
  noJob,
  professions,
  properName,
} from "./extractive-statements-en-words.ts";
import { bare, group, type Read, rule, type StatementRule, toldOf } from "./extractive-statements-rule.ts";

const noName = new Set(
  "I'm Im Team So Not Just Sorry Sure Happy Sad Glad Tired Here There Home Back Fine Good Ok Okay Very Really Still Also Now Always Never Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(
    " ",
  ),
);

const readOwnName: Read = named((match) => {
  const value = group(match, "v");
  return noName.has(value.split(" ")[0] ?? "") ? undefined : { value };
});

/** Two words in capitals at the start: "I'm Lin Xiaotang". One alone may be a place or a mood. */
const readIntroduced: Read = (match, sentence) =>
  /\s/.test(group(match, "v")) || /\b(?:name|call)\b/i.test(sentence)
    ? readOwnName(match, sentence)
    : undefined;

const readPlace: Read = named((match) => ({ value: group(match, "v") }));

const readJob: Read = (match) => {
  const value = bare(group(match, "v"));
  return noJob.test(value) ? undefined : { value };
};

const readTaken: Read = (match, sentence) =>
  /from today|from now on|wants me|hired|start(?:ed|ing)?|new job|promoted|offer/i.test(sentence)
    ? { value: bare(group(match, "v")) }
    : undefined;

const readClass: Read = (match) => ({
  value: `teaches ${group(match, "v")}`,
  statement: `teaches ${group(match, "v")}`,
});

export const identityRulesEn: readonly StatementRule[] = [
  rule(
    "name",
    "name: ",
    clause(`my (?:full |real |first )?name(?:'s| is)\\s(?<v>[\\p{L}'’-]+(?:\\s[A-Z][\\p{L}'’-]+){0,2})`),
    readOwnName,
  ),
  rule("name", "name: ", clause(`(?:I'm|I am)\\s(?<v>[\\p{L}'’-]+\\s[\\p{L}'’-]+)`), readIntroduced),
  rule(
    "name",
    "name: ",
    anywhere(`^(?:I'm |It's |I am )?(?<v>${properName})(?=[.,])`),
    readOwnName,
    /your name|who are you|call you|what should i call/i,
  ),
  rule(
    "call_name",
    "wants to be called ",
    clause(
      '(?:please |just |you can |everyone can )?call me\\s["“]?(?<v>[\\p{L}\'’-]+)["”]?(?: from now on| please)?',
    ),
    (match, sentence) =>
      /\b(?:they|students?|pupils|friends|people|colleagues|everyone|never|don't|not|he|she|used to)\b[^.,]{0,16}\bcall me\b/i.test(
        sentence,
      ) || /^(?:a|an|the|when|if|back|later|crazy|tomorrow|big|old|lazy)$/i.test(group(match, "v"))
        ? undefined
        : { value: group(match, "v") },
  ),
  rule(
    "nickname",
    "nickname: ",
    anywhere(
      '(?:students|pupils|friends|colleagues|classmates|everyone|people|they|kids)(?: at \\w+| all)? (?:always |used to )?call me ["“](?<v>[^"”]{2,24})["”]',
    ),
  ),
  rule(
    "taboo",
    "",
    anywhere(
      "(?:[Nn]ever|[Dd]on't(?: ever)?|[Dd]o not) call me [\"“]?(?<v>[\\p{L}'’-]+(?: [A-Z][\\p{L}'’-]+)?)[\"”]?",
    ),
    (match) => ({
      value: `being called ${group(match, "v")}`,
      key: `taboo:called ${group(match, "v")}`,
      statement: `must not be called "${group(match, "v")}"`,
    }),
  ),
  rule(
    "birthday",
    "birthday: ",
    anywhere(`[Mm]y (?:lunar )?birthday(?:'s coming(?: up)?|(?:'s| is)(?: on)?),?\\s(?<v>${date})`),
  ),
  rule("birthday", "birthday: ", anywhere(`I was born on (?<v>${date})`)),
  rule(
    "age",
    "age: ",
    clause(
      "(?:I'm|I am)\\s(?<v>\\d{1,3}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-(?:one|two|three|four|five|six|seven|eight|nine))?)(?:\\syears old| now)?",
    ),
    (match, sentence) =>
      /\b(?:minutes|%|kilos?|kg|pounds|percent|km|miles|weeks)\b/.test(
        sentence.slice((match.index ?? 0) + match[0].length, (match.index ?? 0) + match[0].length + 12),
      )
        ? undefined
        : { value: group(match, "v") },
  ),
  rule("gender", "gender: ", clause("(?:I'm|I am) an? (?<v>man|woman|girl|guy|boy)")),
  rule("handedness", "", clause("(?:I'm|I am)\\s(?<v>left-handed|right-handed|a lefty)")),
  rule(
    "location",
    "lives in ",
    anywhere(`I(?: currently| now|'ve always| still)? live(?:d)? (?:alone |now )?in (?<v>${properName})`),
    (match) => (/lived/.test(match[0]) ? undefined : { value: group(match, "v") }),
  ),
  rule(
    "location",
    "lives in ",
    anywhere(
      `I(?:'m| am|'ve| have)?(?: just| finally| recently| also)? ?(?:moving|moved|relocated|relocating) (?:back )?to (?<v>${properName})`,
    ),
    readPlace,
  ),
  rule(
    "location",
    "lives in ",
    anywhere(
      `^(?:[Ww]e're|I'm|[Ff]inally|[Ww]e are) in (?<v>${properName})! (?:The flat|The house|The apartment|My place|The room)`,
    ),
    readPlace,
  ),
  rule(
    "address",
    "lives in ",
    anywhere(`(?:renting|rented a (?:flat|place|room)) in (?<v>${properName})(?: now)?`),
    (match, sentence) =>
      /\b(?:he|she|they|friend|brother|sister)\b/i.test(sentence.slice(0, match.index))
        ? undefined
        : { value: group(match, "v") },
  ),
  rule(
    "address",
    "lives at ",
    anywhere(
      "I live (?:at|on) (?<v>\\d{0,5} ?[A-Z][\\p{L}]+(?: [A-Z][\\p{L}]+)? (?:Street|Road|Avenue|Lane|St|Rd|Ave))",
    ),
  ),
  rule(
    "hometown",
    "home town: ",
    anywhere(`(?:I'm|I am|I come) (?:originally )?from (?<v>${properName})`),
    (match) =>
      /Saturn|Mars|Moon|^[A-Z]{2,3}$/.test(group(match, "v")) ? undefined : { value: group(match, "v") },
  ),
  rule(
    "hometown",
    "home town: ",
    anywhere(`^(?:I'm )?[Ff]rom (?<v>${properName})(?=[.,])`),
    readPlace,
    /where are you from|which part|home ?town|where do you come/i,
  ),
  rule("hometown", "home town: ", anywhere(`[Mm]y home ?town is (?<v>${properName})`), readPlace),
  rule("birthplace", "born in ", anywhere(`I was born (?:and raised )?in (?<v>${properName})`), readPlace),
  rule(
    "occupation",
    "works as ",
    clause(
      `I(?:(?:'m| am|'ve been)(?: currently| now)? an? |(?: work| was hired| am working|'m working) as (?:an? |the )?)(?<v>(?:[\\w-]+ ){0,3}${professions}(?: at ${inner}{2,30})?)`,
    ),
    readJob,
  ),
  rule(
    "occupation",
    "",
    clause(`I (?<v>(?:do|teach)\\s${inner}{2,24}?\\s(?:at|in|for)\\s(?:an?|the)?\\s?${inner}{2,30}?)`),
    (match) =>
      /^do (?:my|it|that|this|not|n't|the)\b/i.test(group(match, "v"))
        ? undefined
        : { value: toldOf(group(match, "v")) },
  ),
  rule(
    "occupation",
    "works as ",
    anywhere(`\\bas (?:an? )?(?<v>(?:[\\w-]+ ){0,2}${professions})(?=[.,!]|$)`),
    readTaken,
  ),
  rule(
    "class",
    "",
    anywhere(
      "(?:^|[,:] |I have |I teach |given me )(?<v>[Cc]lass \\d{1,2} of the (?:first|second|third|final|last) year)",
    ),
    readClass,
  ),
  rule(
    "employer",
    "works at ",
    anywhere(`I work (?:at|for) (?<v>(?:an? |the )?${inner}{2,30}?)${closing}`),
    (match) =>
      /^(?:home|night|work|from|the moment|least|it|that)\b/i.test(group(match, "v"))
        ? undefined
        : { value: bare(group(match, "v")) },
  ),
  rule(
    "layoff",
    "",
    clause(
      "I(?:'ve| have)?(?: just| got| was| been| recently)*\\s(?<v>lost my job|laid off|made redundant|fired)",
    ),
    (match) => ({ value: group(match, "v").replace("my", "the") }),
  ),
  rule(
    "education",
    "studied ",
    clause(`I (?:studied|majored in|read)\\s(?<v>${inner}{3,60}?\\s(?:at|from)\\s${inner}{3,40}?)`),
  ),
  rule(
    "education",
    "studied at ",
    anywhere(
      `(?:I|[Ww]e) (?:was|were|went|graduated)(?: both| all)? (?:at|to|from) (?<v>(?:[A-Z][\\p{L}]+ ){1,4}(?:University|College|Institute|School))`,
    ),
  ),
  rule("first_job", "first job: ", clause(`my first job was\\s(?<v>${inner}{3,60}?)`)),
  rule(
    "emergency_contact",
    "emergency contact: ",
    clause("my emergency contact (?:is|will be)\\s(?<v>[\\p{L}'’-]+)"),
    named(),
  ),
  rule("parking", "parking: ", clause(`my parking (?:bay|space|spot) is\\s(?<v>${inner}{2,40}?)`)),
  rule(
    "phone_plan",
    "phone plan: ",
    anywhere(
      "my (?:phone |mobile )?plan(?: went from \\d+ down to|:| is| costs|'s) (?<v>[£$€]?\\d+(?: \\w+)?(?: a month)?)",
    ),
  ),
  rule(
    "car",
    "car: ",
    clause(
      `(?:I(?:'ve)? )?(?:just )?(?:picked up|bought|got) (?<v>an? (?:[\\w-]+ ){0,3}(?:car|van|truck|pickup))(?: today| yesterday)?`,
    ),
  ),
];
