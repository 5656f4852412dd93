// Which facts the words of a spoken command mean: what is to be forgotten, what was remembered falsely, which key is named.
import type { Facts } from "../schema/fact.ts";
import { asTyped, simplify } from "../schema/simplified.ts";
import { kinIn } from "./evidence-people.ts";
import { shareOfClaim } from "./evidence-support.ts";
import { isSingleValued, keyBase, keySubject } from "./fact-key.ts";
import { keyForms } from "./fact-key-words.ts";
import { keyOfOther } from "./fact-other.ts";
import { isOpen } from "./fact-same.ts";
import { foldValue } from "./fact-value.ts";

/** So much of the words has to stand in a fact. */
const enough = 0.75;

const leadZh =
  /^(?:关于|有关|我们?的?|你记的|你记得的|刚才|刚刚|之前|以前|上次|跟你|告诉你的?|说过?的|那个|这个|那件|这件)+/;
const endZh = /(?:的)?(?:这件|那件|这回|那回)?(?:事情?|内容|信息|话)$/;
const leadEn =
  /^(?:(?:about|that|the|my|our|all|everything|anything|what|whatever|fact|i|i've|told|said|mentioned|to|you|just|on|of|regarding)\s+)+/i;

/** The matter that a command names, without the words that lead to it: 生日 of 关于我的生日的事, "birthday" of "about my birthday". */
export function matterOf(words: string): string {
  const typed = words.normalize("NFKC").trim();
  const plain = simplify(typed);
  const core = /\p{Script=Han}/u.test(plain)
    ? plain.replace(leadZh, "").replace(endZh, "")
    : plain.replace(leadEn, "");
  return asTyped(core.trim() || plain, plain, typed);
}

/** What a whole part of a life is called, and the facts that it takes in. */
const themes: readonly (readonly [RegExp, (fact: Facts[number]) => boolean])[] = [
  [
    /^(?:我的?)?(?:工作|职业|上班|事业|公司)(?:上?的)?$|^(?:job|work|career|employment|occupation)$/i,
    ({ key, value }) =>
      /^(?:occupation|employer|job|work|position|career|salary)/.test(key) ||
      (/^note/.test(key) &&
        /上班|公司|工作|老板|同事|\b(?:work|job|boss|office)\b/i.test(simplify(String(value)))),
  ],
  [
    /^(?:我的?)?(?:健康|身体|病情?|过敏)(?:状况|情况)?$|^(?:health|medical (?:history|conditions?)|allerg(?:y|ies)|illness)$/i,
    ({ category }) => category === "health",
  ],
  [
    /^(?:我的?)?(?:家人|家里人?|家庭|亲人)$|^(?:family|relatives)$/i,
    ({ key }) => kinIn(key).size > 0 || /^(?:family|partner)/.test(key),
  ],
  [
    /^(?:我的?)?(?:感情|恋爱|对象|伴侣)(?:生活|状况)?$|^(?:love life|partner|relationship)$/i,
    ({ key }) => /^(?:partner|marital_status|ex)/.test(key),
  ],
  [/^(?:我的?)?(?:宠物|猫|狗)$|^(?:pets?|cats?|dogs?)$/i, ({ key }) => /^pet/.test(key)],
];
const wholly =
  /(?:所有|全部|一切|任何)(?:的)?(?:记忆|事情?|内容|信息|东西|记录)?$|^(?:all|everything|anything)\b/i;

/** The facts of a theme: 关于我工作的所有记忆, "everything about my job". */
function ofTheme(open: Facts, words: string, matter: string): Facts {
  const plain = simplify(matter)
    .replace(/(?:的)?(?:所有|全部|一切|任何)?(?:的)?(?:记忆|记录)?$/u, "")
    .replace(/(?<!\s)\s+(?:memories|records?)$/i, "");
  const theme = themes.find(([name]) => name.test(plain.trim()));
  return theme && (wholly.test(simplify(words)) || plain === simplify(matter)) ? open.filter(theme[1]) : [];
}

const isTelling = (folded: string) => folded.length >= (/\p{Script=Han}/u.test(folded) ? 2 : 3);

/** Names that a key goes by, folded. */
function namesOf(key: string): string[] {
  const base = keyBase(key);
  const form = keyForms.get(base);
  const names = form ? [base, form.zh, form.en, ...form.names] : [base];
  return names.map((name) => foldValue(name.replaceAll("_", " "))).filter(isTelling);
}

/**
 * The open facts that the words are about: those whose value or subject they name, or that say most of them; where there is
 * none, those of the key they name. Empty where nothing is meant.
 */
export function factsMeant(facts: Facts, words: string): Facts {
  const matter = matterOf(words);
  const folded = foldValue(matter);
  if (folded === "") return [];
  const open = facts.filter(isOpen);
  const said = open.filter((fact) => {
    const parts = [foldValue(fact.value), foldValue(keySubject(fact.key))].filter(isTelling);
    if (foldValue(fact.value) === folded || parts.some((part) => folded.includes(part))) return true;
    if (!isTelling(folded)) return false;
    const text = `${fact.statement} ${String(fact.value ?? "")}`;
    return foldValue(text).includes(folded) || shareOfClaim(matter, text) >= enough;
  });
  if (said.length > 0) return said;
  const themed = ofTheme(open, words.trim(), matter);
  if (themed.length > 0) return themed;
  return open.filter((fact) => namesOf(fact.key).some((name) => folded.includes(name) || name === folded));
}

/** The open facts that hold what the person says is wrong; where their words name a key of one of them, those of that key. */
export function factsHolding(facts: Facts, wrong: string, said: string): Facts {
  const folded = foldValue(wrong);
  if (folded === "") return [];
  const holding = facts.filter((fact) => {
    if (!isOpen(fact)) return false;
    const value = foldValue(fact.value);
    if (value === folded) return true;
    return isTelling(folded) && (value.includes(folded) || foldValue(fact.statement).includes(folded));
  });
  const about = foldValue(simplify(said).replace(simplify(wrong), ""));
  const named = holding.filter((fact) => namesOf(fact.key).some((name) => about.includes(name)));
  return named.length > 0 ? named : holding;
}

/**
 * The key with one value that the words name first: address of 我的地址, mother_birthday of 我妈妈的生日; undefined where they
 * name none, or where whose it is cannot be told.
 */
export function keyNamed(words: string): string | undefined {
  const folded = foldValue(words);
  let best: { key: string; at: number; length: number } | undefined;
  for (const key of keyForms.keys()) {
    if (!isSingleValued(key)) continue;
    for (const name of namesOf(key)) {
      const at = folded.indexOf(name);
      // 老婆 of 我老婆的生日 says whose, not what.
      if (at < 0 || folded.startsWith("的", at + name.length)) continue;
      const isBetter = !best || name.length > best.length || (name.length === best.length && at < best.at);
      if (isBetter) best = { key, at, length: name.length };
    }
  }
  const [whose, another] = [...kinIn(words)];
  if (best === undefined || whose === undefined || best.key === "partner") return best?.key;
  return another === undefined ? keyOfOther(best.key, whose) : undefined;
}
