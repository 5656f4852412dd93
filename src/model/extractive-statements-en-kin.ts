// The words for family in English, by the key that facts about them use.

/** Who belongs to the family, by the English word that keys use. */
export const family: Readonly<Record<string, string>> = {
  mother: "mother",
  mom: "mother",
  mum: "mother",
  mama: "mother",
  father: "father",
  dad: "father",
  parents: "parents",
  folks: "parents",
  grandma: "grandmother",
  grandmother: "grandmother",
  gran: "grandmother",
  nana: "grandmother",
  grandpa: "grandfather",
  grandfather: "grandfather",
  grandad: "grandfather",
  granddad: "grandfather",
  "mother-in-law": "mother_in_law",
  "father-in-law": "father_in_law",
  brother: "brother",
  sister: "sister",
  daughter: "daughter",
  son: "son",
  kid: "child",
  child: "child",
  husband: "husband",
  wife: "wife",
  boyfriend: "boyfriend",
  girlfriend: "girlfriend",
  partner: "partner",
  fiance: "partner",
  fiancee: "partner",
  fiancé: "partner",
  fiancée: "partner",
  aunt: "aunt",
  uncle: "uncle",
  cousin: "cousin",
};
const longestFirst = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length).join("|");
/** The words for some of them, or for all. */
export const wordsOf = (...keys: string[]) =>
  longestFirst(Object.keys(family).filter((word) => keys.length === 0 || keys.includes(family[word] ?? "")));
export const all = wordsOf();
export const lovers = wordsOf("husband", "wife", "boyfriend", "girlfriend", "partner");
export const learners = wordsOf("daughter", "son", "child", "brother", "sister", "cousin");
export const elders = wordsOf("mother", "father", "grandmother", "grandfather");
/** Which of them. */
export const age =
  "(?:older |younger |little |big |twin |half[- ]?|step[- ]?|oldest |youngest |eldest |middle ){0,2}";
/** Whose, and which of them. */
export const my = `(?:my|our) (?<which>${age})`;
