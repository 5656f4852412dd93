// What kind of saying a quote is: the person's own statement, or a question, an if, a joke, somebody else's, a quotation …
import { simplify } from "../schema/simplified.ts";
import {
  type Clause,
  quotationsOf,
  type Sentence,
  sentencesOf,
  withoutQuotations,
} from "./evidence-clauses.ts";
import { isLent } from "./evidence-lent.ts";
import { subjectOf } from "./evidence-people.ts";
import { isOfPet, leavesOut } from "./evidence-pets.ts";
import { withoutSecrecy } from "./evidence-secret.ts";
import { shareOfClaim } from "./evidence-support.ts";
import { isUnreal } from "./evidence-unreal.ts";
import { isNegative } from "./fact-value.ts";

export type StatementKind =
  | "statement"
  | "question"
  | "hypothetical"
  | "third_person"
  | "joke"
  | "quotation"
  | "negated"
  | "role_play"
  | "intent";

export type KindOptions = {
  /** What is claimed of it (value and statement); the clause that carries it is judged. Default: the quote's longest clause. */
  claim?: string;
  /** Names known to be other people's. */
  names?: readonly string[];
};

const action = /（[^（）]*）|\([^()]*\)|(?<![*\w])\*{1,2}[^*\n]+\*{1,2}(?![*\w])/g;
const naming =
  /(?:叫我?|叫做|名叫|喊我?|称呼我?|外号|绰号|昵称|小名|名字|人称|取名|书名?|call(?:ed|s)?(?: (?:me|him|her|it))?|named?|nickname(?:d)?|being told|as)(?:是|为|:|：)?\s*$/i;
const recited =
  /歌词|台词|歌里|唱的?(?=[\u0001“"「])|诗里|书里写|小说里|电影里|剧里|网上说|主角说|作文|开头是|一首老?歌|\b(?:lyrics?|the song|old song|sings?|singing|line from|the lead says|poem|novel|essay|script|quote)\b/i;
const hearsay =
  /^\s*(?:网上|书[里上]|新闻[里上]?|电视[里上]|报纸上|那?首?歌里|小说里|电影里|据说)(?:都|就)?[说讲写唱]?/;
const joke =
  /(?<![别不没非])开玩笑(?!也|都|的事)|说着玩|说笑|逗你|骗你的|瞎说的|胡说的|说说而已|我(?:其实|就|才|可)*是(?:从)?(?:土星|火星|月球|外星|星星)|(?:我|爸爸|妈妈|本人)(?:其实|就|才|可)*是(?:蝙蝠侠|超人|钢铁侠|蜘蛛侠|奥特曼|外星人|机器人|吸血鬼|仙女|神仙|皇帝|秦始皇|武则天|慈禧|玉皇大帝|孙悟空|齐天大圣|哪吒|诸葛亮|哆啦A梦|福尔摩斯|圣诞老人)|从(?:土星|火星|月球)(?:来|打来)|\b(?:just|only|i'm|was) (?:kidding|joking)\b|\bkidding\b|(?<!not even )\bas a joke\b|\bfrom (?:saturn|mars|the moon|outer space)\b|\b(?:i'm|i am|is) (?:(?:really|actually|secretly|basically|literally|practically|totally) )?(?:batman|superman|spider-?man|iron man|wonder woman|sherlock holmes|harry potter|santa(?: claus)?|dracula|napoleon|cleopatra|the queen of england|a vampire|an alien|a robot|a wizard)\b|\bjk\b/i;
const hypothetical =
  /要是|如果|假如|假设|倘若|万一|就算|哪怕|要不是|的话\s*$|幻想|想象|梦见|梦到|做梦|恨不得|巴不得|但愿|下辈子|\b(?:if|unless|suppose|imagine|pretend|what if|would have|i wish|dream(?:ed|t)|hypothetically|in another life)\b/i;
const wouldBe = /\b(?:would|could)\b|\b(?:i|we|he|she|they)'d\b(?! (?:been|had|better|never))/i;
const interrogative =
  /什么|谁|哪[儿里个些]|几[点号岁个]|怎么|怎样|为什么|为啥|是不是|有没有|能不能|会不会|要不要|该不该|对不对|多少|吗\s*$|呢\s*$|么\s*$|^\s*(?:what|who|whom|whose|where|when|why|how|which|do|does|did|is|are|am|was|were|can|could|should|would|will|have|has|isn't|aren't|don't|doesn't)\b/i;
const intent =
  /打算|准备(?!好|了)|计划(?!生育)|(?<![需主重必])要(?:去|当|做|搬|换|考|开始|学|买|辞|结婚|回)|想(?!到|起|象|想|你|念|多|法|必|不)|将要|即将|(?:明天|后天|下个?(?:周|星期|礼拜|月)[一二三四五六日天]?|月底|年底|明年|过几天|下学期)[^，。]{0,6}?(?:搬|去|回|换|入职|结婚|出国|开始|离开)|(?:快|就|正)要(?=\S{1,8}了)|\b(?:will|'ll|going to|gonna|plan(?:ning|s)? (?:to|on)|about to|intend(?:ing)? to|want(?:s|ed)? to|hope to|hoping to|would like to|i'm (?:moving|starting|leaving|joining|switching))\b/i;
const habitual = /每[天周月年晚早个次]|总是|经常|一直|天天|\b(?:every|always|usually|often)\b/i;

/** "I'm going to quit" denies nothing yet. */
const giveUp = /\b(?:going to|gonna|will|want to|plan(?:ning)? to|'ll) (?:quit|stop)\b/gi;
/** So much around a quote is looked at; nobody's sentence is longer. */
const reach = 1000;

type Spot = { sentence: Sentence; clause: Clause; at: number };

/**
 * The clause in the quote's stretch that says most of the claim; without a claim the longest. What denies is looked for in a
 * denial, what is the person's own in a clause about themself, and a question only where nothing else says it. Where they deny
 * as much as another clause says, the denial counts: "He asked about smoking, I never smoked".
 */
function spotOf(masked: string, start: number, end: number, claim: string): Spot | undefined {
  const denies = isNegative(claim);
  const spots: (Spot & { score: number; share: number; isDenial: boolean })[] = [];
  for (const sentence of sentencesOf(masked)) {
    sentence.clauses.forEach((clause, at) => {
      const overlap = Math.min(end, clause.end) - Math.max(start, clause.start);
      if (overlap <= 0) return;
      const spot = { sentence, clause, at };
      const isOwn = subjectOf(clause.text) === "self";
      const isDenial = isNegative(clause.text);
      const fits = (isDenial !== denies ? 0 : denies ? 2 : 0.5) + (isOwn ? 0.1 : 0);
      const share = claim === "" ? 0 : shareOfClaim(claim, clause.text) * (isQuestion(spot) ? 0.3 : 1);
      const score = share * (1 + fits) * 1000 + Math.min(overlap, 500) / 1000;
      spots.push({ ...spot, score, share, isDenial: isDenial && isOwn });
    });
  }
  const best = spots.toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined || denies || best.share === 0) return best;
  return spots.find((spot) => spot.isDenial && spot.share >= best.share) ?? best;
}

function isQuoted(text: string, start: number, end: number, claim: string): boolean {
  const inside = quotationsOf(text).filter((one) => one.start < end && one.end > start);
  for (const one of inside) {
    const before = text.slice(Math.max(0, one.start - 14), one.start);
    if (naming.test(before)) continue;
    if (start >= one.start && end <= one.end) return true;
    const quoted = text.slice(one.start, one.end);
    const rest = withoutQuotations(text).slice(start, end);
    if (claim !== "" && shareOfClaim(claim, quoted) > shareOfClaim(claim, rest)) return true;
  }
  return false;
}

function isHypothetical({ sentence, clause, at }: Spot): boolean {
  const upTo = sentence.clauses.slice(0, at + 1).some(({ text }) => hypothetical.test(text));
  const whole = sentence.clauses.map(({ text }) => text).join("，");
  return upTo || wouldBe.test(clause.text) || isUnreal(clause.text, whole);
}

/** 谁说我是素食者了, 我哪是什么医生, "since when am I": asked in order to deny. */
const rhetorical =
  /谁说(?:过)?我|我(?:又|可)?哪(?:里|儿)?(?:是|有|会|敢|能|算|懂)|哪门子|算(?:什么|哪门子|个屁)|\bwho (?:said|says|told you) (?:that )?i(?:'m)?\b|\bsince when (?:am|do|did|was) i\b|\bas if i\b/i;
/** 帮我查一下杭州天气, "find me a place in Leeds": what is asked for is no statement. */
const request =
  /^\s*(?:那|你|请|麻烦|可以|能|快|再|顺便|记得|别忘了|要|去){0,3}(?:(?:帮|给|替)我(?:们)?(?:查|搜|找|看看|推荐|选|挑|写|翻译|算|画|唱|讲|想想|订|买|安排|规划)|推荐|查一?下|搜一?下)|^\s*(?:please |can you |could you |would you |now |and )*(?:look up|search|find|google|recommend|suggest|show me|book|plan|write|translate|explain)\b/i;

/** "He asked if I have regrets": what was asked is not said. */
const asking = /\b(?:asks?|asked|asking|wonders?|wondered|wondering)(?: me| us)?\s*$|问我?\s*$/i;

function isQuestion({ sentence, clause, at }: Spot): boolean {
  const next = sentence.clauses[at + 1]?.text ?? "";
  if (asking.test(clause.text) && /^\s*if\b/i.test(next)) return true;
  if (/\b(?:ask|wonder)(?:s|ed|ing)?(?: me| us)? whether\b/i.test(clause.text)) return true;
  if (/[吗呢么]\s*$|是不是|有没有|能不能|会不会|要不要|该不该/.test(clause.text)) return true;
  if (rhetorical.test(clause.text) || request.test(clause.text)) return true;
  // "I'm allergic to nuts, you know?" asks nothing of the clause before its tag.
  return sentence.isAsked && (interrogative.test(clause.text) || at === sentence.clauses.length - 1);
}

/** Who the clause is about: its own subject, else that of the clauses before it in the sentence. */
function whose({ sentence, at }: Spot, names: readonly string[]): "self" | "other" | undefined {
  for (const { text } of sentence.clauses.slice(0, at + 1).toReversed()) {
    const subject = subjectOf(withoutSecrecy(text), names);
    if (subject !== undefined) return subject;
  }
  return undefined;
}

/** `typed`: as the person wrote it; `text`: the same in simplified characters, place for place. */
type Look = { typed: string; text: string; masked: string; start: number; end: number };

/** The stretch around a quote that is looked at. A quote that does not stand in the message is taken for the whole of it. */
function lookAt(message: string, quote: string): Look {
  const found = message.indexOf(quote);
  const from = Math.max(0, found - reach);
  const typed = message.slice(from, Math.max(found, 0) + Math.min(quote.length, reach) + reach);
  const text = simplify(typed);
  const [start, end] = found < 0 ? [0, text.length] : [found - from, found - from + quote.length];
  return { typed, text, masked: withoutQuotations(text), start, end };
}

/** The clause of a quote that carries a claim; "" where there is none. */
export function clauseOfClaim(message: string, quote: string, claim: string): string {
  const { typed, masked, start, end } = lookAt(message, quote);
  const clause = spotOf(masked, start, end, claim)?.clause;
  return clause === undefined ? "" : typed.slice(clause.start, clause.end);
}

/**
 * What kind of saying the quote is within the text of its message (part 2 item 2), by rules in Chinese and English at once.
 * `negated` and `intent` are the person's own words too: a negation proves a dislike or an absence, an intent expires.
 * A quote that does not stand in the text is judged by the whole text, of which at most some 3,000 characters are looked at.
 */
export function statementKind(message: string, quote: string, options: KindOptions = {}): StatementKind {
  const { claim = "", names = [] } = options;
  const { text, masked, start, end } = lookAt(message, quote);
  const played = [...text.matchAll(action)].some(
    (one) => start >= one.index && end <= one.index + one[0].length,
  );
  if (played) return "role_play";
  if (isQuoted(text, start, end, claim)) return "quotation";
  const spot = spotOf(masked, start, end, claim);
  if (spot === undefined) return "quotation";
  const { sentence, clause } = spot;
  const around = text.slice(sentence.start, sentence.end);
  if (joke.test(around) || joke.test(text.slice(sentence.end))) return "joke";
  const before = masked.slice(sentence.start, Math.max(start, clause.start));
  if (recited.test(before) || hearsay.test(clause.text) || /歌词|台词|\blyrics?\b/i.test(around))
    return "quotation";
  const parts = {
    before: masked.slice(0, clause.start),
    clause: clause.text,
    after: masked.slice(clause.end, sentence.end),
  };
  if (isLent(masked, parts)) return "quotation";
  if (isHypothetical(spot)) return "hypothetical";
  if (isQuestion(spot)) return "question";
  if (whose(spot, names) === "other" || isOfPet(clause.text, claim) || leavesOut(around))
    return "third_person";
  if (isNegative(withoutSecrecy(clause.text).replace(giveUp, ""))) return "negated";
  return intent.test(clause.text) && !habitual.test(clause.text) ? "intent" : "statement";
}
