// Likes, habits and conditions that are over, in plain words: 我现在不吃辣了, "I don't like jazz anymore", 我不爱吃榴莲，你记错了.
import type { Fact, Facts } from "../schema/fact.ts";
import type { Draft } from "./command-draft.ts";
import { clauseMatch, groupPlace, type Place, type Sentence, trimmed } from "./command-text.ts";
import { keyBase, keySubject } from "./fact-key.ts";
import { isOpen } from "./fact-same.ts";
import { foldValue, isNegative } from "./fact-value.ts";

type Family = "taste" | "aversion" | "having" | "doing";

/** Of which facts a verb speaks; an allergy is no matter of liking, and never ends with a taste. */
const keysOf: Readonly<Record<Family, RegExp>> = {
  taste: /^(?:likes|favorite_\w+|hobby|music_genre|sport)$/,
  aversion: /^(?:dislikes|hates_food|fear)$/,
  having: /^(?:medical_condition|pet_name|pet|child|car|girlfriend|boyfriend|injury)$/,
  doing: /^(?:likes|favorite_\w+|hobby|habit|sport|skill|learning|medication|smoking|alcohol|note)$/,
};
const verbs: readonly (readonly [RegExp, Family])[] = [
  [/喜欢|爱|想要|迷|\b(?:like|love|enjoy|fancy|into)\b/i, "taste"],
  [/讨厌|怕|害怕|反感|\b(?:hate|dislike|mind|fear|afraid)\b/i, "aversion"],
  [/有|养|\b(?:have|own)\b/i, "having"],
  [/./, "doing"],
];
const now = "(?:现在|其实|早|已经|都|真的|从来|根本|可|并|又|就|后来|最近|以后|如今|再也)*";
const verbZh =
  "(?:(?:喜欢|爱|讨厌|怕|害怕)(?:吃|喝|看|听|玩|打)?|吃|喝|抽|看|听|玩|打|练|养|有|学|用|服用|做|跑|信)";
const overZh = new RegExp(
  `(?:(?:其实|不是|不对|等等|等下|但是?|可是?|不过|对了|啊|哎呀?|唉)[，,]?\\s*)*我(${now})(?:不|没有?|没再|不再)(?:再)?(${verbZh})([^，,。：:的了]{1,12}?)(了)?(?:啊|呀|哦|啦|嘛)*(?=$|[，,])`,
);
const overEn =
  /(?:(?:actually|no|nope|well|but|hey|oh|wait|sorry|so|and|also|honestly)[,.]?\s+)*i(?:'m| am)?\s+(?:(no longer)|(?:do not|don't|never|am not|not))\s+(?:really |actually )?(like|love|enjoy|hate|dislike|have|own|eat|drink|smoke|play|watch|listen to|take|use|do|practi[cs]e|afraid of|into)\s*([^,;:]{0,40}?)(\s+(?:any ?more|now|these days))?\s*(?=$|[,;])/i;
const wrongBefore =
  /(?:不对|错了|(?:你|您)(?:又|是|都|肯定|好像)*(?:记|搞|弄|说|听)(?:错|混)了?|\b(?:wrong|mistaken|not true|not right|mis\w+)\b)/i;

/** What a sentence ends, or says was never so, of what is held; undefined where no fact of the kind holds it. */
export function endedIn(sentence: Sentence, facts: Facts): Draft | undefined {
  if (sentence.question || facts.length === 0) return undefined;
  const zh = clauseMatch(sentence.plain, overZh);
  if (zh) {
    // 我不玩游戏了 may only be for tonight; 我不喜欢狗了 is not.
    const isLasting = /现在|已经|早|后来|最近|如今|以后|再/.test(zh[0].slice(0, zh[0].indexOf(zh[2] ?? "")));
    const isFelt = /喜欢|爱|讨厌|怕|有|养/.test(zh[2] ?? "");
    const isOver = isLasting || (isFelt && zh[4] !== undefined);
    return drafted(sentence, zh, { verb: zh[2] ?? "", thing: groupPlace(zh, 3), isOver }, facts);
  }
  const en = clauseMatch(sentence.plain, overEn);
  if (!en) return undefined;
  const isOver = en[1] !== undefined || en[4] !== undefined;
  return drafted(sentence, en, { verb: en[2] ?? "", thing: groupPlace(en, 3), isOver }, facts);
}

type Said = { verb: string; thing: Place | undefined; isOver: boolean };

function drafted(
  { plain, text }: Sentence,
  match: RegExpExecArray,
  { verb, thing, isOver }: Said,
  facts: Facts,
): Draft | undefined {
  const isWrong = wrongBefore.test(plain);
  if (!isOver && !isWrong) return undefined;
  const words = thing ? trimmed(text.slice(thing.from, thing.to)) : "";
  const family = verbs.find(([form]) => form.test(verb))?.[1] ?? "doing";
  const fact = facts.find(
    (one) => isOpen(one) && isHeld(one, words === "" ? [verb] : [words, `${verb.slice(-1)}${words}`], family),
  );
  if (fact === undefined) return undefined;
  const [from, to] = isWrong ? [0, plain.length] : [match.index, match.index + match[0].length];
  const command = {
    kind: "correct" as const,
    wrong: String(fact.value ?? ""),
    key: keyBase(fact.key),
    ...(isOver && !isWrong ? { ended: true as const } : {}),
  };
  return { command, from, to };
}

/** `words`: what is spoken of, also with the verb's last sign, which may belong to it (怕打雷). */
function isHeld(fact: Fact, words: readonly string[], family: Family): boolean {
  const base = keyBase(fact.key);
  if (!keysOf[family].test(base)) return false;
  // 不吃香菜 is held as a denial already: only an aversion ends with its contrary.
  if (family !== "aversion" && isNegative(fact.value)) return false;
  const parts = [foldValue(fact.value), foldValue(keySubject(fact.key))];
  return words
    .map(foldValue)
    .filter((folded) => folded !== "")
    .some((folded) => parts.some((part) => part === folded || (folded.length > 1 && part.includes(folded))));
}
