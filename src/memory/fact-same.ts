// Whether a fact that is there says what a proposal says, and when it was last said.
import type { Seconds } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { isSingleValued, keyBase, keySubject } from "./fact-key.ts";
import { foldValue, isNegative, sameValue } from "./fact-value.ts";

/** True for what stands: live, or in a conflict that waits for an answer. */
export function isOpen(fact: Fact): boolean {
  return !fact.is_deleted && (fact.status === "live" || fact.status === "conflicted");
}

/** What beside its subject says nothing more. */
const wrapping =
  /过敏|严重|对|喜欢|讨厌|不?[爱吃喝看玩听]|不|allergic(?:to)?|allergy|severely?|likes?|loves?|hates?|dislikes?/g;

/** Keys that deny by themselves: 香菜 and 不吃香菜 say the same there. */
const disliking: ReadonlySet<string> = new Set(["dislikes", "hates_food"]);
const liking: ReadonlySet<string> = new Set(["likes", "favorite_food", "hobby", "music_genre"]);
/** Keys that say one thing in other words, each family of one polarity: 不吃香菜 and 不喜欢吃香菜. */
const families = [liking, disliking, new Set(["allergy"])];

/** 对芒果过敏, 芒果 and 过敏 say the same under allergy:芒果: what is left beside the subject decides. */
function sameBesideSubject(keys: readonly [string, string], a: unknown, b: unknown): boolean {
  const denies = !disliking.has(keyBase(keys[0]));
  if (denies && isNegative(a) !== isNegative(b)) return false;
  const subjects = keys.map((key) => foldValue(keySubject(key))).toSorted((x, y) => y.length - x.length);
  const rest = (value: unknown) =>
    subjects.reduce((text, subject) => text.replace(subject, ""), foldValue(value)).replace(wrapping, "");
  const [one, other] = [rest(a), rest(b)];
  return one === "" || other === "" || one.includes(other) || other.includes(one);
}

/** 虾子 is 虾, and "peanuts" is "peanut". */
function foldSubject(key: string): string {
  const folded = foldValue(keySubject(key));
  return folded.length > 1 ? folded.replace(/[子类]$/, "").replace(/(?<=[a-z]{3})(?<!s)s$/, "") : folded;
}

/** True where two keys of one family name one subject in other words. */
function areKin(one: string, other: string): boolean {
  const subject = foldSubject(one);
  const isFamily = families.some((family) => family.has(keyBase(one)) && family.has(keyBase(other)));
  return one !== other && isFamily && subject !== "" && subject === foldSubject(other);
}

/** True where the fact has this value under this key or under the key's subject; what denies it never does (C084). */
export function saysSame(fact: Fact, key: string, value: unknown): boolean {
  if (areKin(fact.key, key)) return sameBesideSubject([fact.key, key], fact.value, value);
  if (keyBase(fact.key) !== keyBase(key)) return false;
  if (sameValue(fact.value, value))
    return keySubject(fact.key) === keySubject(key) || !isSubjectOnly(fact, key);
  return fact.key === key && keySubject(key) !== "" && sameBesideSubject([key, key], fact.value, value);
}

/**
 * True where one message was read twice, once in more words: 程程 by a spoken order and 紧急联系人是程程 by a model. Two readings
 * of the same words do not contradict each other where one holds the other.
 */
export function isSameSaying(
  fact: Fact,
  key: string,
  { value, from, commands }: { value: unknown; from: readonly string[]; commands: boolean },
): boolean {
  if (commands || fact.key !== key || !isSingleValued(key) || from.length === 0) return false;
  const proofs = fact.evidence.flatMap((one) => ("message_id" in one ? [String(one.message_id)] : []));
  if (!from.every((id) => proofs.includes(id)) || isNegative(fact.value) !== isNegative(value)) return false;
  const [one, other] = [foldValue(fact.value), foldValue(value)];
  return one.length > 1 && other.length > 1 && (one.includes(other) || other.includes(one));
}

const plainText = (value: unknown) =>
  simplify(String(value ?? "").normalize("NFKC"))
    // The day that was spelled out beside a date is ours.
    .replace(/\(\d{4}-\d\d-\d\d[^()]*\)/g, "")
    .toLowerCase()
    .trim();

/**
 * What a value adds to another one that it begins with: 能自己走十步 of 中风,能自己走十步 beside 中风. Undefined where it does
 * not go on from there.
 */
export function addedTo(known: unknown, value: unknown): string | undefined {
  const [old, own] = [plainText(known), plainText(value)];
  if (old.length < 2 || !own.startsWith(old)) return undefined;
  const rest = own.slice(old.length);
  return /^\s*[,，;；:：(（]/.test(rest) ? rest.replace(/^[\s,，;；:：(（]+/, "") : undefined;
}

/** Values like `true` or 过敏 say nothing without their subject. */
function isSubjectOnly(fact: Fact, key: string): boolean {
  const [one, other] = [keySubject(fact.key), keySubject(key)];
  const text = foldValue(fact.value);
  return one !== "" && other !== "" && !text.includes(foldValue(one)) && !text.includes(foldValue(other));
}

/** When the fact was last said, as far as the entry tells. */
export function saidAt(fact: Fact): Seconds {
  return fact.last_confirmed_at ?? fact.first_mentioned_at ?? fact.valid_from ?? 0;
}
