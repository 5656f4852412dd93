// When a companion may offer to keep what was just said, whether it did, and whether the person said yes (A222).
import type { Seconds } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import { statementKind } from "./evidence-kind.ts";
import { kinIn, subjectOf } from "./evidence-people.ts";
import { clausesOf, isMadeOf, plainText } from "./phrases.ts";
import { resolveDates } from "./relative-date.ts";
import { emotionOf } from "./turn-emotion.ts";

export type OfferKind = "health" | "date" | "wish" | "feeling" | "repeated";

/** What is worth an offer: its kind, and the sentence that says it, as it stands in the message. */
export type Keepable = {
  kind: OfferKind;
  said: string;
  /** The word that told, folded; "" where none did. */
  word: string;
};

const health =
  /过敏|不耐受|忌口|确诊|诊断(?:出|为|是|书)|(?:做|要做|动|刚做)(?:了|完|过)?(?:个|一个|一次)?(?:大|小)?手术|住院|怀孕|怀上|流产|(?:高血压|低血压|糖尿病|哮喘|癫痫|心脏病|冠心病|胃炎|胃溃疡|肝炎|肾病|痛风|甲亢|甲减|甲状腺|贫血|抑郁症?|焦虑症|双相|失眠症|偏头痛|颈椎病|腰椎间盘|骨折|肿瘤|癌|结节|囊肿|近视手术)|(?:一直|长期|每天|天天)(?:在)?(?:吃|服|打)\S{0,4}(?:药|胰岛素)|\b(?:allergic|allergy|intolerant|intolerance|diagnosed|diagnosis|surgery|pregnant|miscarriage|hospitali[sz]ed|asthma|diabetes|diabetic|epilepsy|celiac|coeliac|anxiety disorder|bipolar|depression|migraines?|cancer|tumou?r|insulin|chemo(?:therapy)?|broken (?:leg|arm|wrist|ankle)|blood pressure|heart condition)\b|\b(?:operation) on my\b|\bon (?:medication|antidepressants)\b/i;
const occasion =
  /生日|纪念日|忌日|周年|婚礼|订婚|领证|结婚|面试|考试|高考|中考|考研|答辩|手术|复查|体检|产检|预产期|开庭|入职|离职|毕业|开学|出发|航班|飞机|搬家|签约|截止|deadline|比赛|演出|汇报|路演|葬礼|追悼会|\b(?:birthday|anniversary|wedding|engagement|interview|exams?|finals|defen[cs]e|surgery|check-?up|due date|court|hearing|graduation|flight|moving day|deadline|competition|recital|concert|presentation|funeral|memorial|first day)\b/i;
const wish =
  /(?:我|咱们?)\S{0,6}(?:想(?!吃|喝|睡|看看|问|说|聊|你|他|她|到|起|想|知道|必|法|不通|多了|着)|希望|打算|计划|准备|决定|发誓|目标是|梦想是|愿望是)|\b(?:i|we)(?:'m| am| are|'d| would)? (?:really )?(?:want to|hope to|plan to|planning to|going to|gonna|decided to|dream of|determined to|would like to|'d like to|like to)(?! (?:eat|sleep|know|ask|say|talk|tell|see what))|\bmy (?:goal|dream|plan|wish) is\b/i;
/** A wish for tonight or the weekend is small talk; one with a far day is not. */
const farOff =
  /今年|明年|后年|年底|年内|月底|下个?月|下半年|春节|过年|毕业前|(?<!\d)\d+岁(?:之?前|以前)|三十岁(?:之?前|以前)|四十岁(?:之?前|以前)|\b(?:this|next) (?:year|month|spring|summer|autumn|fall|winter)\b|\bby (?:the end of|christmas|\d{4}|january|february|march|april|may|june|july|august|september|october|november|december)\b|\bbefore i (?:turn|graduate|am|'m)\b/i;
/** What happened to the person, beside how it feels. */
const happened =
  /(?:我|咱|我们|[我他她](?:妈|爸|奶奶|爷爷|外婆|外公|姐|哥|弟|妹|老公|老婆|男朋友|女朋友|儿子|女儿|猫|狗))\S{0,14}(?:了|被|终于|没能|没过|没考|失去|收到|拿到|通过|考上|录取|分手|离婚|去世|走了|辞退|裁)|\b(?:i|we|my \w+)\b[^.!?]{0,40}\b(?:got|lost|broke|died|passed|failed|left|quit|finally|was fired|were fired|got fired|promoted|accepted|rejected|dumped|cheated|miscarried)\b/i;
const strong = 0.7;

/** True where words are about somebody's health: what is kept of them is never cut from the context (A110). */
export function tellsHealth(text: string): boolean {
  return health.test(simplify(text));
}

/** Nobody's vow or news is longer; what is pasted is not offered to be kept. */
const longest = 160;
const sentenceEnd = /(?<=[。！？!?；;\n…])|(?<=[.])\s+/u;
/** What the person said before in the topic, this alike, is the same matter said again. */
const sameMatter = 0.6;
/** A text that is so many times longer than another cannot be alike: too little of it could be shared. */
const unlikeLength = 6;
/** Messages that a new one is compared with: what was said long before it is no insistence. */
const mostCompared = 60;

export type OfferTalk = {
  now: Seconds;
  zone: string;
  /** What the person said before in this topic, oldest first. */
  earlier: readonly string[];
  /** How alike two texts are, 0 to 1. */
  similarity: (a: string, b: string) => number;
};

/**
 * What of a message deserves an offer to be kept, or null: a health matter, an important date, a wish with a date, a strong
 * feeling together with what happened, or something said for the third time in a topic (A222). The person's own statements
 * only: no question, if, joke, quotation or news of others. Small talk is none.
 */
export function keepableIn(text: string, talk: OfferTalk): Keepable | null {
  for (const sentence of spoken(text.split(sentenceEnd))) {
    const said = sentence.trim();
    if (said.length < 4 || said.length > longest || !isOwn(text, said)) continue;
    const kind = kindOf(said, text, talk);
    if (kind !== null) return { kind, said, word: wordOf(kind, said) };
  }
  return null;
}

/** In a pasted text of many sentences only those around it are talk; each one is weighed against the whole message. */
const spoken = (sentences: readonly string[]): readonly string[] =>
  sentences.length > 40 ? [...sentences.slice(0, 30), ...sentences.slice(-10)] : sentences;

/** One's own words; kin may be what they are about (我妈对青霉素过敏). */
function isOwn(text: string, typed: string): boolean {
  const said = simplify(typed);
  if (/[?？]\s*$|[吗呢么]\s*[。!！~～]*$/.test(said)) return false;
  const kind = statementKind(text, typed);
  // 我们组的阿May更惨，她对花生过敏 turns to another within the sentence.
  if (/[，,]\s*(?:[他她它]|(?:but )?(?:he|she|they)\b)/i.test(said) && !isFamily(said)) return false;
  if (kind === "third_person") return /我|咱|\b(?:my|our)\b/i.test(said) && isFamily(said);
  return kind === "statement" || kind === "negated" || kind === "intent";
}

const tellingOf: Partial<Record<OfferKind, RegExp>> = { health, date: occasion, feeling: happened };

function wordOf(kind: OfferKind, said: string): string {
  return (tellingOf[kind]?.exec(simplify(said))?.[0] ?? "").toLowerCase();
}

/** Matters of one kind told by one word are the same for so long: the next interview is another one. */
const sameFor: Seconds = 45 * 86_400;

/** Whether an earlier offer, made at `at`, was about the same matter. */
export function isSameMatter(
  earlier: Keepable,
  at: Seconds,
  matter: Keepable,
  { now, similarity }: Pick<OfferTalk, "now" | "similarity">,
): boolean {
  if (similarity(earlier.said, matter.said) >= sameMatter) return true;
  const sameWord = earlier.kind === matter.kind && matter.word !== "" && earlier.word === matter.word;
  return sameWord && (matter.kind === "health" || now - at <= sameFor);
}

/** 我们组的同事 is no family; and what is only heard of somebody is not offered to be kept. */
function isFamily(said: string): boolean {
  const kin = kinIn(said);
  kin.delete("friend");
  return kin.size > 0 && !/听说|据说|\bheard\b/i.test(said);
}

function kindOf(typed: string, text: string, talk: OfferTalk): OfferKind | null {
  const said = simplify(typed);
  const mine = subjectOf(said) === "self" || /我|咱|\b(?:i|i'm|i've|my|we|our|me)\b/i.test(said);
  if (mine && health.test(said)) return "health";
  const dates = resolveDates(said, talk.now, talk.zone);
  if (dates.length > 0 && occasion.test(said) && mine) return "date";
  if (wish.test(said) && (farOff.test(said) || dates.some(({ precision }) => precision === "month")))
    return "wish";
  const felt = Math.max(emotionOf(said).intensity, emotionOf(text.slice(0, 400)).intensity);
  if (mine && happened.test(said) && felt >= strong) return "feeling";
  return mine && said.length >= 6 && isThirdTime(typed, talk) ? "repeated" : null;
}

/** Comparing costs more than all else here: the newest first, only what can be alike at all, and no more than needed. */
function isThirdTime(said: string, { earlier, similarity }: OfferTalk): boolean {
  let again = 0;
  for (const one of earlier.slice(-mostCompared).reverse()) {
    if (one.length > said.length * unlikeLength || said.length > one.length * unlikeLength) continue;
    if (similarity(one, said) >= sameMatter && ++again >= 2) return true;
  }
  return false;
}

const offering = [
  /(?:帮|替|给)你[^。！？?!\n]{0,10}记[^。！？?!\n]{0,8}(?:好吗|好不好|行吗|行不行|要不要|可以吗|怎么样|如何|要得不)/,
  /(?:要不要|需不需要|要|需要|可以|能|想|让|容)(?:不要|不)?(?:我)?(?:来|先)?(?:帮|替|给|为)?(?:你)?(?:把)?[^。！？?!\n]{0,16}(?:(?<!惦)记(?:住|下来?|着|一下|一笔|到|进|在|(?=[吗嘛?？]))|留一格)[^。！!\n]{0,10}(?:[?？吗嘛]|好不好|行不行|要不要|可以吗|好吗)/,
  /(?:shall i|should i|want me to|(?:would|do) you (?:like|want) me to|i (?:can|could)|may i|let me know if you want me to|mind if i)[^.!?\n]{0,40}\b(?:remember|keep|note|write|log|hold on to|put)\b[^.!\n]{0,40}(?:\?|if you (?:like|want))|do you want (?:that|this|it) (?:remembered|kept|written down)/i,
];

/** Where in a reply the offer stands: 0 its last sentence, 1 the one before …; null where it offers nothing. */
export function offerIn(reply: string): number | null {
  const sentences = simplify(reply)
    .split(/(?<=[。！？!?\n])|(?<=[.])\s+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const at = sentences.findLastIndex((sentence) => offering.some((form) => form.test(sentence)));
  return at === -1 ? null : sentences.length - 1 - at;
}

const yes = {
  core: new Set(
    "好 好啊 好呀 好的 好哒 嗯 嗯嗯 行 行啊 可以 可以啊 要 要的 要得 要啊 想 对 是 中 当然 那好|记吧|记住吧|记着吧|记下吧|记下来吧|记住|记着|记下来|记一下|记一下吧|记上吧|yes|yes please|yeah|yep|yup|sure|ok|okay|please|please do|go ahead|do that|do it|sounds good|of course|absolutely|definitely|that would be nice|that'd be nice|remember it|remember that|keep it|keep that|write it down|i'd like that|i would like that"
      .split("|")
      .flatMap((words) => (/\p{Script=Han}/u.test(words) ? words.split(" ") : [words])),
  ),
  around: new Set(
    "你 帮我 替我 给我 那 就 麻烦 麻烦你 请 拜托 谢谢 谢谢你 谢啦 吧 啊 呀 哦 呢 啦 的 了 它 thanks|thank you|for me|then|that|it|you|well|oh|and|so"
      .split("|")
      .flatMap((words) => (/\p{Script=Han}/u.test(words) ? words.split(" ") : [words])),
  ),
};
const thanks = { core: yes.around, around: yes.around };
const keeping = /记|\b(?:remember|keep|write|note|log)\b/i;
const noMore = /不|别|没|\b(?:no|not|don't|nah)\b/i;

/**
 * Whether a message says yes to an offer: `whole` where it says nothing else, `rest` where talk follows; null where it does
 * not. Where the offer is not the last thing that was said (`at` above 0), a bare 好 may answer something else, so that only
 * 记吧 and the like is a yes.
 */
export function acceptanceIn(text: string, at: number): { whole: boolean; rest: string } | null {
  const [first = "", ...others] = text.trim().split(/(?<=[。！？!?\n；;])|(?<=[.])\s+/u);
  const clauses = clausesOf(plainText(first));
  if (/[?？]\s*$/.test(first.trim()) || clauses.length === 0 || noMore.test(simplify(first))) return null;
  const said = clauses.findIndex(
    (clause, i) => !isMadeOf(clause, yes) && !(i > 0 && isMadeOf(clause, thanks)),
  );
  const agreed = said === -1 ? clauses : clauses.slice(0, said);
  if (agreed.length === 0 || (at > 0 && !agreed.some((clause) => keeping.test(clause)))) return null;
  if (said === -1) {
    const rest = others.join("").trim();
    return { whole: rest === "", rest };
  }
  // 好，那我先去洗澡: a yes in front of other talk counts only where nothing else was asked.
  return at === 0 || agreed.some((clause) => keeping.test(clause)) ? { whole: false, rest: text } : null;
}

/** The whole of a short message that states something of the person's own; undefined where it asks, plays or quotes. */
export function ownWords(text: string): string | undefined {
  const said = text.trim();
  return said.length >= 4 && said.length <= longest && isOwn(text, said) ? said : undefined;
}
