// Words that the English rules share: names, places, kin, professions, dates, and how a clause begins and ends.

const opener =
  "(?<=^|[.!?,;:—(]\\s*|\\b(?:and|but|so|because|since|that)\\s+)(?:(?:well|oh|yes|yeah|no|and|but|so|also|actually|btw|by the way|remember this|remember that|make a note|note|report|announcement|honestly|fyi|hi|hey|hello|hi there|hey there|hello there|ok|okay|lol|haha|tbh|anyway|basically|since|because|right now|these days|now|today)[,:]?\\s+){0,12}";
export const closing =
  "(?=\\s*(?:[.!?,;:—)…]|$|\\s(?:and|but|so|because|since|though|although|which|who|when|where|while|with|as|by the way|btw|lol|haha|tbh|ngl|fyi|honestly|though)\\b))";
export const nationalities =
  "American|British|English|Scottish|Welsh|Irish|Canadian|Australian|Kiwi|French|German|Spanish|Italian|Portuguese|Dutch|Belgian|Swiss|Austrian|Swedish|Norwegian|Danish|Finnish|Icelandic|Polish|Czech|Slovak|Hungarian|Romanian|Bulgarian|Greek|Turkish|Russian|Ukrainian|Serbian|Croatian|Chinese|Japanese|Korean|Taiwanese|Vietnamese|Thai|Filipino|Filipina|Indonesian|Malaysian|Singaporean|Indian|Pakistani|Bangladeshi|Nepali|Iranian|Persian|Iraqi|Lebanese|Syrian|Israeli|Palestinian|Egyptian|Moroccan|Algerian|Tunisian|Nigerian|Ghanaian|Kenyan|Ethiopian|Somali|South African|Mexican|Brazilian|Argentinian|Colombian|Chilean|Peruvian|Venezuelan|Cuban|Jamaican|Puerto Rican|Dominican";
/** Up to the end of the clause. */
export const inner = '[^.!?,;:—"“”()]';

/** A body between what may stand before the person speaks of themself and the end of the clause. */
export function clause(body: string): RegExp {
  // Many write im and ive.
  const loose = body.replaceAll("I'm", "I'?m").replaceAll("I've", "I'?ve");
  return new RegExp(`${opener}(?:${loose})${closing}`, "iu");
}

/** A body anywhere in the sentence; letters count, so that names can be told. */
export function anywhere(body: string): RegExp {
  return new RegExp(body, "u");
}

export const properName = "[A-Z][\\p{L}'’-]+(?:\\s[A-Z][\\p{L}'’-]+){0,2}";
/** The same, of a pattern that looks for letters: `clause` ignores case, so the reading looks at it again. */
export const looksNamed = /^[A-Z][\p{L}'’-]+(?:\s[A-Z][\p{L}'’-]+){0,3}$/u;
export const months =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
export const date = `(?:the\\s\\d{1,2}(?:st|nd|rd|th)\\s(?:day\\s)?of\\sthe\\s(?:leap\\s)?\\d{1,2}(?:st|nd|rd|th)\\slunar\\smonth|(?:lunar\\s)?(?:the\\s)?(?:\\d{1,2}(?:st|nd|rd|th)?\\s(?:of\\s)?${months}|${months}\\s\\d{1,2}(?:st|nd|rd|th)?)(?:,?\\s\\d{4})?)`;
export const professions =
  "(?:teacher|doctor|nurse|lawyer|accountant|engineer|developer|programmer|designer|photographer|chef|cook|driver|journalist|editor|writer|author|painter|artist|singer|actor|actress|director|police officer|soldier|firefighter|civil servant|student|undergrad|postdoc|manager|lead|director|consultant|analyst|architect|salesperson|translator|guide|pilot|sailor|coach|trainer|professor|researcher|scientist|pharmacist|vet|dentist|therapist|psychologist|dietitian|hairdresser|carpenter|electrician|plumber|farmer|mechanic|barista|waiter|waitress|cashier|librarian|streamer|blogger|illustrator|musician|freelancer|stay-at-home (?:mum|mom|dad|parent)|housewife|paramedic|social worker|intern|electrician|joiner|welder|roofer|bricklayer|warehouse worker|factory worker|care worker|support worker|delivery driver|truck driver|bartender|midwife|surgeon|optician|physiotherapist|receptionist|call center agent|nanny|childminder|tester|dog walker|dog groomer|truck driver|trucker|builder|butcher|tailor|postman|mail carrier|cop|data entry clerk|clerk|technician|administrator|assistant|secretary|baker|florist|gardener|tutor|entrepreneur)";
/** With a capital letter, and no place that one lives or works in. */
export const noPlace =
  /^(?:Chrome|Firefox|Safari|Windows|Mac|Android|Apple|Samsung|Linux|Gmail|Spotify|Netflix|Excel|Python|Java|Rust|Discord|Slack|Notion|Plan|Team|Sales|Marketing|Finance|HR|IT|PR|QA|AI|ICU|NICU|ER|OR|Premium|Spring|Summer|Training|School|College|University|Residency|Pediatrics)\b|^i[A-Z]/;
/** What holds for a day or so only. */
export const isBrief = /\b(?:today|tonight|this week|yesterday|lately|right now|at the moment|tomorrow)\b/i;
/** What makes a calling none: "a terrible cook", "a good student". */
export const noJob =
  /\b(?:your|his|her|their|that|this|not|like|such|the one|one|bit|kind|sort|terrible|horrible|awful|bad|good|great|lousy|decent|amazing|big|slow|fast|careful|nervous|happy|sad|crazy)\b/i;
export const kin: Readonly<Record<string, string>> = {
  daughter: "daughter",
  son: "son",
  brother: "brother",
  "little brother": "brother",
  "big brother": "brother",
  "younger brother": "brother",
  "older brother": "brother",
  sister: "sister",
  "little sister": "sister",
  "younger sister": "sister",
  "older sister": "sister",
  "big sister": "sister",
  mother: "mother",
  mum: "mother",
  mom: "mother",
  father: "father",
  dad: "father",
  grandma: "grandmother",
  grandmother: "grandmother",
  grandpa: "grandfather",
  grandfather: "grandfather",
  "best friend": "friend",
  roommate: "friend",
  flatmate: "friend",
};
export const kinWords = Object.keys(kin)
  .sort((a, b) => b.length - a.length)
  .join("|");
export const lover = "(?:boyfriend|girlfriend|husband|wife|partner|fiancee?|fiancé|fiancée)";
export const animal =
  "(?:cats?|dogs?|kitten|puppy|hamster|rabbit|parrot|tortoise|turtle|goldfish|mutt|rabbits|hamsters|birds?|parrots|budgies?|cockatiel|ferrets?|guinea pigs?|horses?|snakes?|kittens|puppies|labrador|lab|husky|pug|beagle|dachshund|german shepherd|border collie|chihuahua|bulldog|spaniel|greyhound|doodle|goldendoodle|axolotl|chickens|fish|corgi|poodle|retriever|terrier|lizard|gecko)";
export const sports =
  "(?:run(?:ning)?|jog(?:ging)?|swim(?:ming)?|cycl(?:e|ing)|bik(?:e|ing)|yoga(?: class)?|pilates|tennis|table tennis|badminton|football|soccer|basketball|climb(?:ing)?|hik(?:e|ing)|danc(?:e|ing)|box(?:ing)?|row(?:ing)?|gym|karate|judo|ski(?:ing)?)";
const weekday = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?";
export const every = `(?:(?:every|each)\\s(?:single\\s)?(?:day|morning|evening|night|afternoon|week|weekend|month|year|${weekday})(?:\\s(?:morning|evening|night|afternoon))?|on\\s${weekday}(?:\\s(?:morning|evening|night|afternoon)s?)?(?:\\sand\\s${weekday})?|${weekday}(?:\\sand\\s${weekday})?(?:\\s(?:morning|evening|afternoon)s)|at weekends|twice a week|once a week|daily)`;
