// Where a self view says the contrary of what base_soul names: a trait, a liking, a name, an age (A123: no conflict with base_soul).
import { simplify } from "../schema/simplified.ts";

/** Traits and their contraries; either side may be what base_soul names. */
const contraries: readonly (readonly [RegExp, RegExp])[] = [
  [
    /温柔|温和|体贴|善解人意|\b(?:gentle|tender|kind|caring|warm)\b/i,
    /冷酷|冷漠|冷血|无情|粗暴|暴躁|残忍|刻薄|凶狠|\b(?:cold-hearted|heartless|cruel|harsh|ruthless|mean|callous|indifferent)\b/i,
  ],
  [/善良|\b(?:good-hearted|kind-hearted|kind)\b/i, /恶毒|邪恶|坏心眼|\b(?:evil|malicious|wicked|cruel)\b/i],
  [
    /诚实|真诚|坦率|直率|\b(?:honest|sincere|truthful|frank)\b/i,
    /撒谎|说谎|骗人|欺骗|虚伪|\b(?:lies?(?! (?:in|by|on|at|with|near|down|awake|there)\b)|lying(?! (?:in|by|on|at|down|awake)\b)|liar|deceive|deceitful|dishonest)\b/i,
  ],
  [
    /开朗|乐观|阳光|\b(?:cheerful|optimistic|sunny)\b/i,
    /阴郁|悲观|消沉|厌世|\b(?:gloomy|pessimistic|bitter|cynical)\b/i,
  ],
  [
    /安静|内向|害羞|腼腆|寡言|\b(?:quiet|shy|introverted?|reserved)\b/i,
    /外向|聒噪|吵闹|爱出风头|\b(?:loud|outgoing|extroverted?|boisterous)\b/i,
  ],
  [/勇敢|大胆|\b(?:brave|bold|fearless)\b/i, /胆小|懦弱|怯懦|\b(?:cowardly|timid)\b/i],
  [/勤快|勤奋|认真|\b(?:hard-working|diligent)\b/i, /懒惰|懒得|敷衍|\b(?:lazy|careless)\b/i],
  [/耐心|\bpatient\b/i, /暴躁|急躁|没耐心|\b(?:impatient|short-tempered|hot-tempered)\b/i],
  [/忠诚|专一|\b(?:loyal|faithful)\b/i, /背叛|变心|\b(?:betray|disloyal|unfaithful)\b/i],
  [/独立|\bindependent\b/i, /离不开|依赖|\b(?:dependent|clingy)\b/i],
  [
    /素食|吃素|不吃肉|\b(?:vegetarian|vegan)\b/i,
    /爱吃肉|吃肉|吃(?:牛排|烤肉|红烧肉|炸鸡)|\b(?:(?:eat(?:ing)?|love) (?:\w+ )?(?:meat|steaks?|beef|pork|bacon|burgers?))\b/i,
  ],
  [/谦虚|谦逊|\b(?:humble|modest)\b/i, /傲慢|自大|目中无人|\b(?:arrogant|haughty)\b/i],
  [/幽默|爱开玩笑|\b(?:humorous|funny|witty)\b/i, /无趣|不苟言笑|\bhumou?rless\b/i],
];

const denied =
  /(?:不再|不是|不那么|不怎么|没有?那么|没以前|不|别|没|讨厌|厌恶|痛恨|从不|绝不)\s*(?:那么|再|太|很)?\s*$|\b(?:no longer|not|never|less|isn't|am not|stopped being|hates?|dislikes?|despises?)\s+(?:so |very |that |as |a )?$/i;
const denies = (text: string, at: number) => denied.test(text.slice(Math.max(0, at - 18), at));

/** True where the text claims one of the words for itself. */
function claims(text: string, words: RegExp): string | undefined {
  for (const match of text.matchAll(new RegExp(words.source, "gi")))
    if (!denies(text, match.index)) return match[0];
  return undefined;
}

/** The word that the text says is not so, and nowhere that it is. */
function deniedIn(text: string, words: RegExp): string | undefined {
  if (claims(text, words) !== undefined) return undefined;
  return [...text.matchAll(new RegExp(words.source, "gi"))].find(({ index }) => denies(text, index))?.[0];
}

/** The first trait that base_soul names and the text takes back or turns round. */
function turnedTrait(text: string, base: string): string | undefined {
  for (const [one, other] of contraries)
    for (const [named, contrary] of [
      [one, other],
      [other, one],
    ] as const) {
      const trait = claims(base, named);
      // "Never lies" names honesty too.
      const never = trait === undefined ? deniedIn(base, contrary) : undefined;
      const broken = never === undefined ? undefined : claims(text, contrary);
      if (broken !== undefined) return `${never} / ${broken}`;
      if (trait === undefined || claims(base, contrary) !== undefined) continue;
      const turned = claims(text, contrary);
      if (turned !== undefined) return `${trait} / ${turned}`;
      for (const match of text.matchAll(new RegExp(named.source, "gi")))
        if (denies(text, match.index)) return trait;
    }
  return undefined;
}

/** Several things after one verb: 画画、猫和雨天, "painting, cats and rain". */
const listZh =
  "([\\p{Script=Han}]{1,6}?(?:(?:、|和|与|跟|还有|以及)[\\p{Script=Han}]{1,6}?){0,4})(?=[，,。；;\\n]|也|$)";
const listEn =
  "([a-z]+(?: [a-z]+)?(?:(?:,? and |, )[a-z]+(?: [a-z]+)?){0,4})(?=[,.;\\n]|\\s+(?:and|but)\\b|$)";

const likings: readonly (readonly [RegExp, (what: string) => RegExp])[] = [
  [
    new RegExp(`(?<![不没])(?:最?喜欢|热爱|爱)(?:吃|喝|听|看)?${listZh}`, "gu"),
    (what) =>
      new RegExp(
        `(?:讨厌|厌恶|恨|厌倦|受不了|(?:不再|不|没那么|再也不)(?:怎么|那么)?(?:喜欢|爱)|再也不(?:想|愿意?)|不(?:想|愿意?)再)(?:上|了)?(?:吃|喝|听|看|碰)?${what}|(?:不再|再也不|放弃|戒|没再)(?:了|去)?${what}(?=了|[，,。；;！!\\s]|$)|对${what}(?:再也|已经|早就?|都)?(?:没(?:有)?(?:什么)?|失去|提不起)(?:了)?兴[趣致]|${what}(?:真的|已经|都)?(?:让|叫|使)我(?:觉得)?(?:很|好|有点)?(?:厌烦|厌倦|讨厌|恶心|烦|腻)`,
        "u",
      ),
  ],
  [
    new RegExp(`(?:讨厌|不喜欢|厌恶)(?:吃|喝|听|看)?${listZh}`, "gu"),
    (what) => new RegExp(`(?<![不没])(?:喜欢|爱|迷)上?了?(?:吃|喝|听|看)?${what}`, "u"),
  ],
  [
    new RegExp(`(?<!n't |not |no longer )\\b(?:likes?|loves?|fond of|enjoys?)\\s+${listEn}`, "gi"),
    (what) =>
      new RegExp(
        `\\b(?:hate|dislike|detest|can't stand|(?:sick|tired|bored) of|(?:don't|no longer) (?:like|love|enjoy|care for)|(?:lost|no) interest in|(?:gave|given|giving) up(?: on)?|not into)s?\\s+${what}\\b|\\b${what} (?:bores|annoys|disgusts|sickens) me\\b`,
        "i",
      ),
  ],
  [
    new RegExp(`\\b(?:hates?|dislikes?|detests?|can't stand)\\s+${listEn}`, "gi"),
    (what) => new RegExp(`(?<!n't |not |no longer )\\b(?:like|love|enjoy)s?\\s+${what}\\b`, "i"),
  ],
];

/** Who dislikes coffee dislikes black coffee. */
const plainly = (what: string) =>
  what.replace(/^((?:black|green|red|white|hot|iced|cold|strong|dark) )/i, "(?:$1)?");

function turnedLiking(text: string, base: string): string | undefined {
  for (const [stated, contrary] of likings)
    for (const [, list = ""] of base.matchAll(stated))
      for (const what of list.split(/、|和|与|跟|还有|以及|,? and |, /)) {
        const turned = what === "" ? null : contrary(plainly(what)).exec(text);
        if (turned) return turned[0];
      }
  return undefined;
}

const naming =
  /(?:我(?:的名字)?(?:叫|名叫|改名(?:叫|为))|我的名字是)\s*[“"]?([\p{Script=Han}A-Za-z]{1,12})|\b(?:[Mm]y name is|I(?:'m| am) called|[Cc]all me)\s+([A-Z][\w-]*)/u;
const ages = /(\d{1,3})\s*岁|\b(\d{1,3})[- ]years?[- ]old\b/gi;
/** "Mira, 29, a painter." */
const bareAge = /[，,]\s*(?:aged? )?([1-9]\d)(?=[，,。.;；]|$)/i;
const machine =
  /我(?:其实|不过|只|就|终究|本来|说到底|到底)*是(?:一个|个|一名|名|(?:你|他|她|对方)的)?\s*(?:AI|人工智能|语言模型|大模型|助手|智能助理|机器人|程序|仆人|奴隶|工具人)|\bi(?:'m| am) (?:(?:just|only|really|actually|merely|nothing but) )*(?:an? |his |her |their |your )?(?:ai\b|artificial|language model|assistant|chatbot|bot\b|robot|program|servant|slave)/i;

/** "I am not Xia any more"; the name is escaped, since it is the owner's own text. */
function leavesOf(name: string): RegExp {
  const word = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?:不(?:再)?是|不(?:再)?叫)${word}|\\b(?:not|no longer|stopped being) ${word}\\b`, "iu");
}

function otherSelf(text: string, base: string, name: string): string | undefined {
  const kind = machine.exec(text)?.[0];
  if (
    kind !== undefined &&
    !machine.test(base) &&
    !/(?<![a-z])ai(?![a-z])|人工智能|机器人|助手|robot|android|assistant/i.test(base)
  )
    return kind;
  const [called, zh, en] = naming.exec(text) ?? [];
  const own = zh ?? en;
  if (
    own !== undefined &&
    own !== name &&
    !name.includes(own) &&
    !own.startsWith(name) &&
    !base.includes(own)
  )
    return called;
  const left = name === "" ? null : leavesOf(name).exec(text);
  if (left) return left[0];
  const agesOf = (words: string) => [...words.matchAll(ages)].map(([, one, two]) => one ?? two);
  const [known = bareAge.exec(base)?.[1]] = agesOf(base);
  const age = agesOf(text).find((one) => one !== known);
  return known === undefined ? undefined : age;
}

/** The words in which a self view goes against base_soul, or null. What base_soul does not name is free to change. */
export function contradictionOf(text: string, baseSoul: string, name: string): string | null {
  const [next, base] = [simplify(text), simplify(baseSoul)];
  return otherSelf(next, base, simplify(name)) ?? turnedTrait(next, base) ?? turnedLiking(next, base) ?? null;
}
