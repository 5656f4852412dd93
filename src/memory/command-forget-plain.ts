// What may be forgotten in plain words: a statement about oneself, and what the facts hold by name.
import type { Facts } from "../schema/fact.ts";
import { matterOf } from "./command-target.ts";
import { keySubject } from "./fact-key.ts";
import { isOpen } from "./fact-same.ts";
import { foldValue } from "./fact-value.ts";

/** 我住在苏州, 我的血型是O型, 我前任叫小周: what a fact could say. Whoever says 你 speaks of the two of them. */
const selfZh =
  /^(?:关于)?我(?:现在|以前|小时候|今年|曾经|家里?|一直|其实|很|最|特别)*(?:的(?!天|妈呀|好|错)|住|叫|姓|属(?!于)|是|在|有|没|养|喜欢|爱|讨厌|怕|不|对(?!不起)|得[了过]|患|欠|借|做|当|学|读|上[过班学]|考|结[过了]?婚|离[过了]?婚|怀孕|生[于过在]|\d|出生|毕业|工作|上班|单身|前[任男女夫妻]|男[朋友]|女[朋友儿]|老[公婆板家爸妈]|[爸妈爷奶哥姐弟妹](?!呀)|儿子|孩子|吃|喝|抽|戒|用[的着]?|开[了过]|换|搬|失业|辞职|被|体重|身高|年薪|月薪|血型|星座|过敏)/;
const selfEn =
  /^(?:about\s+|how\s+)?(?:the fact\s+)?(?:that\s+)?(?:i(?:'m| am)\s+(?!here\b|sorry\b|asking\b|saying\b|sad\b|mad\b|upset\b|tired\b|angry\b)|i've\s+(?:got|been|had)\s|i\s+(?:used to|live|lived|work|worked|like|liked|love|loved|hate|hated|have|had|was (?!here\b|ever\b|wrong\b|mad\b)|own|play|study|studied|eat|drink|smoke|speak|can(?:no|')?t|can|don't|do not|never (?!asked|said)|grew up|moved|got|owe|owed|lost|quit|failed|take|use|drive|prefer|enjoy|dislike|suffer|come from|wear|dated?|got married|divorced|earn|make \$?\d|weigh|adopted|keep)\b)/i;
const ofYou = /[你您]|\byou\b|\b(?:like|love|hate|miss)d? (?:him|her|them)\b/i;

/** True where the words state something about the person, as a fact would: 我住在苏州, "that I like jazz". */
export function statesSelf(what: string): boolean {
  const words = what.trim();
  return (selfZh.test(words) || selfEn.test(words)) && !ofYou.test(words);
}

const isTelling = (folded: string) => folded.length >= (/\p{Script=Han}/u.test(folded) ? 2 : 3);

/** True where an open fact has a value, or is about somebody, that the words name in full. */
export function namesKnown(facts: Facts, words: string): boolean {
  const folded = foldValue(words);
  return facts.some(
    (fact) =>
      isOpen(fact) &&
      [foldValue(fact.value), foldValue(keySubject(fact.key))].some(
        (part) => isTelling(part) && folded.includes(part),
      ),
  );
}

/** True where an open fact names or says what the words are about: 我的面试 of 明天面试. */
export function saysKnown(facts: Facts, words: string): boolean {
  const matter = foldValue(matterOf(words));
  if (!isTelling(matter)) return false;
  const says = facts.some(
    (fact) => isOpen(fact) && foldValue(`${fact.statement} ${String(fact.value ?? "")}`).includes(matter),
  );
  return says || namesKnown(facts, words);
}
