// Under which key a fact is filed, so that one truth has one place (R40), and what the key is called in a statement.
import type { Language } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { keyForms } from "./fact-key-words.ts";
import { foldValue, normaliseValue } from "./fact-value.ts";
import { lunarText } from "./lunar-value.ts";

type Category = Fact["category"];

const longestKey = 40;
const longestSubject = 24;

const canonical = new Map<string, string>(
  [...keyForms].flatMap(([key, form]) => [key, ...form.names].map((name): [string, string] => [name, key])),
);

/** Categories for which a bare "like" or "food" means its contrary. */
const contrary: Record<string, string> = { likes: "dislikes", favorite_food: "hates_food" };

/** The bare part of a key: `allergy` of `allergy:花生`. */
export function keyBase(key: string): string {
  return key.split(":", 1)[0] ?? key;
}

/** What a key says it is about: `花生` of `allergy:花生`; "" where it carries no subject. */
export function keySubject(key: string): string {
  return key.slice(keyBase(key).length + 1);
}

/** R40: true where a new value closes the old one. */
export function isSingleValued(key: string): boolean {
  return keySubject(key) === "" && keyForms.get(keyBase(key))?.kind === "single";
}

/** True where facts of this kind stand side by side, each under its own subject. */
export function isManyValued(key: string): boolean {
  return keyForms.get(keyBase(key))?.kind === "many";
}

/** The category that a known key belongs to, else the proposed one (A29). A note may be of any. */
export function categoryFor(key: string, proposed: Category | undefined): Category {
  if (keyBase(key) === "note" && proposed !== undefined) return proposed;
  return keyForms.get(keyBase(key))?.category ?? proposed ?? "personal_info";
}

function cleanBase(base: string): string {
  const plain = simplify(base.normalize("NFKC").toLowerCase())
    .trim()
    .replace(/[\s\-./]+/g, "_")
    .replace(/[^\p{L}\p{N}_]/gu, "")
    .replace(/^_+|(?<!_)_+$/g, "");
  const known = canonical.get(plain);
  if (known !== undefined) return known;
  const short = plain
    .replace(/^(?:the_)?(?:users?|persons?|personal|my|用户的?|我的?)_?/, "")
    .replace(/_(?:name|info)$/, (end) =>
      // pet_name is a key of its own; user_name and name_info are not.
      end === "_info" ? "" : end,
    );
  return canonical.get(short) ?? [...(short || plain)].slice(0, longestKey).join("");
}

/** How a value wraps its subject, tried in this order. */
const subjectForms: readonly RegExp[] = [
  /^(?:对|对于)(.+?)(?:严重|重度|轻微|轻度|有点|不)*过敏/,
  /^(.+?)(?:不|没有)?过敏/,
  /\b(?:allergic|allergy) to (.+)$/,
  /^(.+?) allergy\b/,
  /^(?:(?:i|user|not?|never|does not|doesn't|do not|don't|can't|cannot|really|very)\s+)*(?:likes?|loves?|enjoys?|hates?|dislikes?|eats?|drinks?|plays?|watch(?:es)?|(?:is )?(?:afraid|scared) of|fears?|takes?)\s+(.+)$/,
  /^(?:特别|非常|很|最|也|都|从小|真的|超)*(?:不|从不|不敢|不能|不爱|不太)*(?:喜欢|讨厌|爱|怕|害怕|恨|吃|喝|看|听|玩|打|养|服用)+(?:吃|喝|看|听|玩|打)?(.+)$/,
];

/** What of a value names its subject: 芒果 of 对芒果过敏, "mango" of "allergic to mango". */
function subjectOf(value: unknown): string {
  const text = simplify(String(normaliseValue(value) ?? "").toLowerCase());
  const first = text.split(/[,，。;；(（:：]/, 1)[0]?.trim() ?? "";
  for (const form of subjectForms) {
    const found = form.exec(first)?.[1]?.trim();
    if (found) return clipSubject(found);
  }
  return clipSubject(first);
}

function clipSubject(text: string): string {
  const clean = simplify(text.normalize("NFKC").toLowerCase())
    .replace(/^(?:the|a|an|all|any)\s+/, "")
    .replace(/[\s:：|/]+/g, " ")
    .trim();
  return [...clean].slice(0, longestSubject).join("").trim();
}

/**
 * The key a fact belongs under: known other names (名字, "job") become the field's own key, one that may have several values
 * carries its subject (`allergy:芒果`), and a like in the category `dislike` is its contrary. Unknown keys stay, in lower case
 * with underscores; "" where nothing is left (A30, A32, R40). Keys are in simplified characters, so that 過敏 and 过敏 are one.
 */
export function normaliseKey(
  category: Category | undefined,
  key: string | undefined,
  value: unknown,
): string {
  const [head = "", ...rest] = (key ?? "").normalize("NFKC").split(/[:：]/);
  let base = cleanBase(head);
  if (base === "") return "";
  if (category === "dislike") base = contrary[base] ?? base;
  const given = clipSubject(rest.join(" "));
  if (keyForms.get(base)?.kind === "single") return base;
  const subject = given || (isManyValued(base) ? subjectOf(value) : "");
  return subject === "" ? base : `${base}:${subject}`;
}

const likes = ["likes", "favorite_food", "favorite_drink", "hobby", "music_genre"];
const dislikes = ["dislikes", "hates_food", "fear"];

/** True where two keys say the contrary about one thing: likes:川菜 and dislikes:川菜 (C082). */
export function areContrary(a: string, b: string): boolean {
  const [one, other] = [keyBase(a), keyBase(b)];
  const opposed =
    (likes.includes(one) && dislikes.includes(other)) || (dislikes.includes(one) && likes.includes(other));
  const subject = foldValue(keySubject(a));
  return opposed && subject !== "" && subject === foldValue(keySubject(b));
}

/** A key that is free: the key itself, or one that carries the value as its subject, or a numbered one. */
export function freeKey(key: string, value: unknown, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  const subject = clipSubject(String(normaliseValue(value) ?? ""));
  const named = keySubject(key) === "" && subject !== "" ? `${key}:${subject}` : key;
  if (!taken.has(named)) return named;
  let n = 2;
  while (taken.has(`${named} ${n}`)) n += 1;
  return `${named} ${n}`;
}

const glue: Record<Language, [string, string]> = { zh: ["：", "的"], en: [": ", " "] };

/** A short statement of a fact where none was given (A39: never the raw sentence): 住在：杭州 / "lives in: Hangzhou". */
export function statementOf(key: string, value: unknown, language: Language): string {
  const form = keyForms.get(keyBase(key));
  const label = form?.[language] ?? keyBase(key).replaceAll("_", " ");
  const subject = keySubject(key);
  const text = lunarText(String(value ?? ""), language) ?? String(value ?? "");
  const [colon] = glue[language];
  const own = subject !== "" && !foldValue(text).includes(foldValue(subject)) ? `${subject} ` : "";
  return `${label}${colon}${own}${text}`.trim();
}
