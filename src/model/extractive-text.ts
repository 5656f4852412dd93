// Cuts what was said into sentences that can be quoted, and shortens them without turning their meaning round.
import type { Language } from "../schema/common.ts";
import { asTyped, simplify } from "../schema/simplified.ts";

// One message may be a pasted book: its head says what it is about.
const longestMessage = 2000;
/** No more sentences than this are taken from one message. */
const mostSentences = 40;
/** Nobody speaks longer sentences; what comes without an end mark is cut, so that all that follows is fast. */
const longestSentence = 300;

/** How many characters of a quotation are worth reading, by language. */
export const quoteLimit: Record<Language, number> = { zh: 40, en: 110 };

const fence = /```[^`]*(?:```|$)/g;
const address = /https?:\/\/\S+/g;
const markup = /[*_#>`~|]+|^[ \t]*[-+][ \t]+/gm;
// A closing mark belongs to the sentence before it: what stands in quotation marks must keep both.
const sentenceEnd =
  /(?<=[。！？!?；;…\n]["”』」’]?)(?![。！？!?；;…"”』」’])|(?<=\.["”’']?)\s+(?=["“‘']?[A-Z0-9])/;

/** Chinese where a fifth of the letters are Chinese characters, since a Chinese one says as much as four Latin ones. */
export function languageOf(text: string, otherwise: Language): Language {
  const sample = text.slice(0, 8000);
  const chinese = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (chinese + latin === 0) return otherwise;
  return chinese * 4 >= latin ? "zh" : "en";
}

/** Sentences of one message in order, without code, addresses and markup; each keeps its end mark. */
export function sentencesOf(content: string): string[] {
  const clean = content
    .slice(0, longestMessage)
    .replace(fence, " ")
    .replace(address, " ")
    .replace(markup, " ")
    .replace(/[^\S\n]+/g, " ");
  const sentences: string[] = [];
  for (const piece of clean.split(sentenceEnd)) {
    const sentence = piece.replaceAll("\n", " ").trim();
    if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sentence)) continue;
    sentences.push(sentence.slice(0, longestSentence));
    if (sentences.length >= mostSentences) break;
  }
  return sentences;
}

const chineseFiller =
  /^(?:嗯+|哦+|噢|啊+|呀|唉+|哎呀?|诶|欸|嘿+|哈+|呵+|嘻+|好的?|好吧|行吧?|是的?|是啊|对的?|对啊|对了|没错|那个|话说|说起来|其实|另外|而且|所以|然后|不过说真的|话说回来|谢谢你?|抱歉|不好意思)(?:[，,、。！!～~…\s]+|$)/;
const englishFiller =
  /^(?:oh|ah|hm+|um+|uh|well|so|yeah|yep|yes|no|ok|okay|sure|hey|hi|hello|wow|haha+|lol|thanks|thank you|btw|by the way|anyway|also|actually|right|aww+|sorry)(?:\s*[,.!~…-]+\s*|$)/i;

/** A sentence without the sounds it opens with. */
export function withoutFillers(sentence: string): string {
  const read = simplify(sentence);
  return asTyped(fillersCut(read), read, sentence);
}

function fillersCut(sentence: string): string {
  let rest = sentence;
  // Three are plenty: 嗯，对了，其实 …
  for (let i = 0; i < 3; i++) {
    const shorter = rest.replace(chineseFiller, "").replace(englishFiller, "").trim();
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest;
}

const pleasantries =
  /^(?:(?:你|您|大家)?(?:早安?|早上好|中午好|下午好|晚上好|晚安|你好|您好|嗨|哈喽|在吗|在不在|再见|拜拜|回头见|明天见|下次(?:再)?聊|好梦|谢谢|多谢|不客气|没关系|辛苦了|加油|很高兴.*(?:帮|认识|见到|聊|支持)|希望.*(?:帮助|愉快|顺利)|(?:如果|若).*(?:其他|任何).*(?:问题|需要|需求|想法|疑问).*|.*随时.*(?:找我|告诉我|联系|为您|为你|咨询|沟通|聊).*|祝.*|.*期待.*(?:下次|再次).*)|(?:good (?:morning|night|evening|afternoon)|hi|hey|hello|bye|goodbye|see you|take care|talk (?:to you )?(?:soon|later)|thank(?:s| you)|you'?re welcome|no problem|have a (?:good|great|nice)|how are you|how have you been|what'?s up|nice to (?:meet|see|hear)|good to (?:see|hear)|long time no).*)[\s\p{P}\p{S}]*$/iu;

/** True for greetings, thanks, goodbyes and offers of further help (A67: none of them belongs into a summary). */
export function isPleasantry(sentence: string): boolean {
  const text = fillersCut(simplify(sentence)).slice(0, 200);
  if (pleasantries.test(text)) return true;
  const clauses = text.split(/[，,]/).filter((clause) => clause.trim() !== "");
  return clauses.length > 0 && clauses.every((clause) => pleasantries.test(fillersCut(clause.trim())));
}

export const hypothetical =
  /如果|要是|假如|假设|万一|除非|要不是|倘若|的话[，,]|幻想|想象一下|\b(?:if|unless|suppose|imagine|pretend|what if|would have)\b/i;
const turn =
  /但|可是|可(?=[我他她是你])|不过|然而|结果|后来|只是|除非|才怪|骗你|最后|却|其实|\b(?:but|however|although|though|unless|except|until|yet|instead|kidding|actually)\b/i;

/** True for a question in either language. */
export function isQuestion(sentence: string): boolean {
  return /[?？]["”」]?\s*$/.test(sentence) || /(?:吗|呢|么)[。！!～~]*$/.test(simplify(sentence));
}

/** What must not be cut may be this much longer than the limit. */
const wholeShare = 1.6;

/**
 * The sentence within `limit` characters: fillers go, then whole clauses at its end. A sentence with a condition or a turn
 * ("but …") in what would go is never cut, since half of it says what nobody said: it comes whole, or, where it is far too
 * long, `undefined`.
 */
export function shorten(sentence: string, limit: number): string | undefined {
  const whole = withoutFillers(sentence);
  if (whole === "") return undefined;
  if (whole.length <= limit) return whole;
  const uncut = whole.length <= limit * wholeShare ? whole : undefined;
  if (hypothetical.test(simplify(whole)) || isQuestion(whole)) return uncut;
  let kept = "";
  for (const clause of whole.split(/(?<=[，,：:；;])/)) {
    if ((kept + clause).replace(/(?<![，,：:；;\s])[，,：:；;\s]+$/, "").length > limit) break;
    kept += clause;
  }
  const result = kept.replace(/(?<![，,：:；;\s])[，,：:；;\s]+$/, "");
  // A clause that short is a lead-in ("last Friday"), not a statement.
  const least = /\p{Script=Han}/u.test(whole) ? 6 : 18;
  return result.length < least || turn.test(simplify(whole.slice(kept.length))) ? uncut : result;
}

/** Share (0–1) of their tokens that two sets have in common. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const token of small) if (large.has(token)) shared++;
  return (2 * shared) / (a.size + b.size);
}
