// What the person does not want to be reminded of (别再提): it stays remembered and is not brought up (A223, part 2 item 4).
import type { Facts } from "../schema/fact.ts";
import { matterOf } from "./command-target.ts";
import { keyBase } from "./fact-key.ts";
import { isOpen } from "./fact-same.ts";
import { foldValue } from "./fact-value.ts";

/** The key of such a fact. It stands among the facts themselves, so that it is proven, shown, undone and erased like them. */
export const avoidedKey = "avoids_topics";

/** The matters not to be brought up, folded. Too short ones would hide half of what is remembered. */
export function avoidedMatters(facts: Facts): string[] {
  return facts
    .filter((fact) => isOpen(fact) && keyBase(fact.key) === avoidedKey)
    .map((fact) => foldValue(matterOf(String(fact.value ?? ""))))
    .filter((matter) => matter.length >= (/\p{Script=Han}/u.test(matter) ? 2 : 3));
}

/** True where a text speaks of one of the matters. */
export function speaksOf(text: string, matters: readonly string[]): boolean {
  if (matters.length === 0) return false;
  const folded = foldValue(text);
  return matters.some((matter) => folded.includes(matter));
}

/** The matters that stay unspoken in answer to a message: who brings a matter up may be answered about it. */
export function unspoken(matters: readonly string[], message: string): string[] {
  const folded = foldValue(message);
  return matters.filter((matter) => !folded.includes(matter));
}

/** The facts without those that speak of the matters; the wish itself and what keeps somebody safe stay (A110). */
export function speakable(facts: Facts, matters: readonly string[]): Facts {
  return facts.filter(
    (fact) =>
      fact.category === "health" ||
      keyBase(fact.key) === avoidedKey ||
      !speaksOf(`${fact.statement} ${String(fact.value ?? "")}`, matters),
  );
}
