// Words that the English rules share: names, places, kin, professions, dates, and how a clause begins and ends.

const opener =
  "(?<=^|[.!?,;:—(]\\s*|\\b(?:and|but|so|because|since|that)\\s+)(?:(?:well|oh|yes|yeah|no|and|but|so|also|actually|btw|by the way|remember this|remember that|make a note|note|report|announcement|honestly|fyi|since|because|right now|these days|now|today)[,:]?\\s+)*";
export const closing =
  "(?=\\s*(?:[.!?,;:—)…]|$|\\s(?:and|but|so|because|since|though|although|which|who|when|where|while|with|as)\\b))";
/** Up to the end of the clause. */
export const inner = '[^.!?,;:—"“”()]';

/** A body between what may stand before the person speaks of themself and the end of the clause. */
export function clause(body: string): RegExp {
  return new RegExp(`${opener}(?:${body})${closing}`, "iu");
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
  "(?:teacher|doctor|nurse|lawyer|accountant|engineer|developer|programmer|designer|photographer|chef|cook|driver|journalist|editor|writer|author|painter|artist|singer|actor|actress|director|police officer|soldier|firefighter|civil servant|student|undergrad|postdoc|manager|lead|director|consultant|analyst|architect|salesperson|translator|guide|pilot|sailor|coach|trainer|professor|researcher|scientist|pharmacist|vet|dentist|therapist|psychologist|dietitian|hairdresser|carpenter|electrician|plumber|farmer|mechanic|barista|waiter|waitress|cashier|librarian|streamer|blogger|illustrator|musician|freelancer|stay-at-home (?:mum|mom|dad|parent)|housewife|paramedic|social worker|intern|technician|administrator|assistant|secretary|baker|florist|gardener|tutor|entrepreneur)";
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
  "(?:cats?|dogs?|kitten|puppy|hamster|rabbit|parrot|tortoise|turtle|goldfish|mutt|corgi|poodle|retriever|terrier|lizard|gecko)";
export const sports =
  "(?:run(?:ning)?|jog(?:ging)?|swim(?:ming)?|cycl(?:e|ing)|bik(?:e|ing)|yoga(?: class)?|pilates|tennis|table tennis|badminton|football|soccer|basketball|climb(?:ing)?|hik(?:e|ing)|danc(?:e|ing)|box(?:ing)?|row(?:ing)?|gym|karate|judo|ski(?:ing)?)";
const weekday = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?";
export const every = `(?:(?:every|each)\\s(?:single\\s)?(?:day|morning|evening|night|afternoon|week|weekend|month|year|${weekday})(?:\\s(?:morning|evening|night|afternoon))?|on\\s${weekday}(?:\\s(?:morning|evening|night|afternoon)s?)?(?:\\sand\\s${weekday})?|${weekday}(?:\\sand\\s${weekday})?(?:\\s(?:morning|evening|afternoon)s)|at weekends|twice a week|once a week|daily)`;
