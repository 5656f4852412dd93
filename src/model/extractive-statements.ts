// Facts read out of what the person said without a model: by rules, letter for letter, rather too few than one that is wrong.
import type { Language } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { ageOf, childIn } from "./extractive-statements-age.ts";
import { dateRulesEn, dateRulesZh } from "./extractive-statements-dates.ts";
import { identityRulesEn } from "./extractive-statements-en.ts";
import { habitRulesEn, wideRulesEn } from "./extractive-statements-en-days.ts";
import { healthRulesEn } from "./extractive-statements-en-health.ts";
import { peopleRulesEn } from "./extractive-statements-en-people.ts";
import { plainRulesEn } from "./extractive-statements-en-plain.ts";
import { tasteRulesEn } from "./extractive-statements-en-taste.ts";
import { toldRulesEn, toldWideRulesEn } from "./extractive-statements-en-told.ts";
import {
  isForgetting,
  isRetraction,
  isSlip,
  mended,
  type SaidOperation,
} from "./extractive-statements-mend.ts";
import { operationFor, type StatementRule } from "./extractive-statements-rule.ts";
import { identityRulesZh } from "./extractive-statements-zh.ts";
import { habitRulesZh } from "./extractive-statements-zh-days.ts";
import { healthRulesZh, tasteRulesZh } from "./extractive-statements-zh-life.ts";
import { peopleRulesZh } from "./extractive-statements-zh-people.ts";
import { plainRulesZh } from "./extractive-statements-zh-plain.ts";
import { toldRulesZh } from "./extractive-statements-zh-told.ts";
import { languageOf } from "./extractive-text.ts";

const rules: Record<Language, readonly StatementRule[]> = {
  zh: [
    ...identityRulesZh,
    ...peopleRulesZh,
    ...healthRulesZh,
    ...tasteRulesZh,
    ...habitRulesZh,
    ...toldRulesZh,
    ...plainRulesZh,
    ...dateRulesZh,
  ],
  en: [
    ...identityRulesEn,
    ...peopleRulesEn,
    ...healthRulesEn,
    ...tasteRulesEn,
    ...habitRulesEn,
    ...toldRulesEn,
    ...plainRulesEn,
    ...dateRulesEn,
  ],
};

const wideRules = [...wideRulesEn, ...toldWideRulesEn];

// Texts come from strangers: what is looked at stays bounded.
const longestMessage = 2000;
const longestSentence = 240;
const mostSentences = 40;
const mostOperations = 60;
/** A request to forget reaches so many of the person's messages back. */
const forgetReach = 3;

const action =
  /（[^（）]*）|\([^()]*\)|(?<![*\w])\*{1,2}[^*\n]+\*{1,2}(?![*\w])|```[^`]*(?:```|$)|https?:\/\/\S+/g;
const sentenceEnd = /(?<=[。！？!?；;\n…])|(?<=[.])\s+(?=["“]?[A-Z])/;

const hypothetical =
  /要是|如果|假如|假设|倘若|万一|就算|哪怕|的话(?=[，,])|幻想|想象|梦见|梦到|做梦|恨不得|下辈子|\b(?:if|unless|suppose|imagine|pretend|what if|i wish|dream(?:ed|t)|would|could|hypothetically)\b|\bI'd\b/i;
const recited =
  /歌词|台词|歌里|唱|诗里|小说里|电影里|剧里|主角|作文|\b(?:lyrics?|song|sings?|singing|poem|novel|essay|script|the lead says)\b/i;
const fun =
  /开玩笑(?!也|都)|骗你的|逗你|土星|火星|外星|蝙蝠侠|超人|\b(?:kidding|joking|saturn|batman|superman|alien|vampire)\b/i;
const reported =
  /我(?:跟\S{1,3})?(?:说|告诉\S{1,3}?)(?!的是|过|错)|(?:他们?|她们?|人|谁|医生|老板|同事|朋友)\S{0,3}(?:说|问|觉得|以为|猜)|\b(?:says|said|told|asked|thinks?)\b/i;
const otherBefore =
  /[他她它]|人家|有人|别人|同事|朋友|老板|邻居|房东|\b(?:he|she|they|his|her|their|someone|somebody)\b/i;

function isOther(before: string, match: string): boolean {
  return !/我|\b(?:I|my|me|mine|we|our)\b|I'/i.test(match) && otherBefore.test(before);
}

/** What stands after the last "but": 想去周边玩，但我没有驾照 supposes nothing of the licence. */
function sinceTurn(text: string): string {
  return text.split(/[，,]\s*(?:但是?|可是?|不过)(?=我)|,? but (?=I\b)/).at(-1) ?? text;
}

/** What makes the words around a match no statement of the person's own. */
function isDoubtful(sentence: string, match: RegExpExecArray): boolean {
  const before = sentence.slice(0, match.index);
  const upTo = before + match[0];
  const after = sentence.slice(upTo.length);
  if (hypothetical.test(sinceTurn(upTo)) || recited.test(before) || fun.test(sentence)) return true;
  // 她老说我左边稳，因为我是左撇子: only what stands in the clause itself, or leads straight into it, reports.
  const clauses = before.split(/[，,。：:；;]|\s(?=(?:since|because|and|but)\s)/);
  const own = clauses.at(-1) ?? "";
  const leadsIn = /(?:说|问|道|觉得|以为|said|says|told \w+|asked|thinks)\s*[：:，,]?\s*$/i.test(before);
  if (reported.test(own) || leadsIn || isOther(own || (clauses.at(-2) ?? ""), match[0])) return true;
  const isAsked = /[?？]\s*["”」]?\s*$/.test(sentence) && !/[，,。]/.test(after);
  if (isAsked || /^[吗么呢]|^\s*[吗么]/.test(after)) return true;
  // An odd number of quotation marks before it: the match is within a quotation.
  const marks = before.match(/["“”「」『』]/g)?.length ?? 0;
  return marks % 2 === 1;
}

type Spoken = Pick<Message, "message_id" | "role" | "content"> & { scene?: unknown };

function sentencesOf(content: string): string[] {
  return content
    .slice(0, longestMessage)
    .replace(action, "\n")
    .split(sentenceEnd)
    .map((sentence) => sentence.trim().slice(0, longestSentence))
    .filter((sentence) => sentence.length > 1)
    .slice(0, mostSentences);
}

/** The match as it stands in the message, without the marks around it. */
function quoteOf(match: RegExpExecArray): string {
  return match[0].replace(/^[\s，,。！!：:；;、]+|[\s，,。！!：:；;、]+$/gu, "");
}

function readSentence(
  sentence: string,
  from: readonly StatementRule[],
  asked: string,
  messageId: string,
): SaidOperation[] {
  const found: SaidOperation[] = [];
  for (const rule of from) {
    if (rule.asked !== undefined && !rule.asked.test(asked)) continue;
    const match = rule.pattern.exec(sentence);
    if (match === null || isDoubtful(sentence, match)) continue;
    const reading = rule.read(match, sentence);
    if (reading === undefined || reading.value === "") continue;
    const { value, key = rule.key, statement = `${rule.label}${value}` } = reading;
    found.push({
      op: operationFor(key, sentence),
      category: rule.category,
      key,
      value,
      statement,
      confidence: 1,
      source: "explicit_statement",
      quote: quoteOf(match),
      message_id: messageId,
    });
  }
  return found;
}

/** 我, not 我妈 or 我同事, and nobody else in the clause that it opens. */
const ownClause =
  /^(?:其实|对了|说实话|最近|今年|去年|上个?月|上周|昨天|前天|刚刚?)?我(?!有|养|认识|碰|遇|看|见|听|跟|和|给|叫|把|被|让|觉得|以为|们|家|[妈爸姐哥弟妹爷奶外姥舅叔姨姑婆公]|老[公婆板师]|男|女|朋友|同事|闺蜜|对象|孩子|儿子|室友|的)[^他她它你]*$/u;
/** How a clause goes on that says nobody anew: 现在住在上海, 讨厌香菜, 也不吃香菜. */
const goesOn =
  /^(?:现在|目前|如今|平时|也|还|就|又|最|特别|很|一直|从来|从小|真的|但|但是|不过)*(?:住|搬到|租在|讨厌|受不了|喜欢|不喜欢|爱|不爱|最爱|不吃|不喝|怕|恐高|晕车|养了?|对[^，,]{1,8}过敏|属|在[^，,]{2,10}(?:上班|工作))/u;

/** The sentence with 我 again where a clause goes on without it, or undefined where none does: Chinese says it once. */
function saidAgain(sentence: string): string | undefined {
  const clauses = sentence.split(/(?<=[，,])/u);
  let mine = false;
  let added = false;
  const whole = clauses.map((clause) => {
    const bare = clause.trim();
    const next = mine && goesOn.test(bare);
    mine = ownClause.test(bare) || next;
    added ||= next;
    return next ? `我${bare.replace(/^(?:也|还|就|又|但是?|不过)+/u, "")}` : clause;
  });
  return added ? whole.join("") : undefined;
}

/** What is read with 我 put in again; the words that prove it are those that were said. */
function readOn(sentence: string, asked: string, messageId: string): SaidOperation[] {
  const whole = saidAgain(sentence);
  if (whole === undefined) return [];
  return readSentence(whole, rules.zh, asked, messageId).flatMap((operation) => {
    const { quote = "" } = operation;
    const said = quote.replace(/^我/u, "");
    return sentence.includes(quote) || !sentence.includes(said) ? [] : [{ ...operation, quote: said }];
  });
}

function readMessage(
  content: string,
  asked: string,
  messageId: string,
  otherwise: Language,
): SaidOperation[] {
  const sentences = sentencesOf(content);
  const language = languageOf(content, otherwise);
  const single = sentences.flatMap((sentence) => readSentence(sentence, rules[language], asked, messageId));
  if (language === "zh")
    return [...single, ...sentences.flatMap((sentence) => readOn(sentence, asked, messageId))];
  const pairs = sentences.slice(1).map((sentence, i) => `${sentences[i]} ${sentence}`);
  return [...single, ...pairs.flatMap((pair) => readSentence(pair, wideRules, asked, messageId))];
}

/** The age of the child that this message, or the one before it, speaks of. */
function agesIn(content: string, before: ReturnType<typeof childIn>, messageId: string): SaidOperation[] {
  let child = before;
  return sentencesOf(content).flatMap((sentence) => {
    child = childIn(sentence) ?? child;
    // 我女儿叫小米，她今年三岁半: the age in the clause behind.
    const clauses = sentence.split(/[，,;；]\s*/);
    return clauses.flatMap((clause) =>
      child && !/[?？吗]/.test(sentence) ? (ageOf(clause, child, messageId) ?? []) : [],
    );
  });
}

/** Each key and value once: the same words may fit two rules. */
function onceEach(operations: readonly SaidOperation[]): SaidOperation[] {
  const seen = new Set<string>();
  return operations.filter(({ key, value, message_id }) => {
    const mark = `${message_id} ${key} ${String(value)}`;
    if (seen.has(mark)) return false;
    seen.add(mark);
    return true;
  });
}

/**
 * The facts that the person states in a talk, as operations with the literal words and the message that hold them (part 2,
 * invariant 7). Questions, ifs, jokes, quotations, play and what others say are left out; a slip that is corrected is read
 * as corrected, and what was to be forgotten is not read. Both languages, by the script of each message; `language` decides
 * where a message has neither. At most 60, in the order of the talk. Never throws, and takes time linear in the talk.
 */
export function extractStatements(messages: readonly Spoken[], language: Language): SaidOperation[] {
  let found: SaidOperation[] = [];
  const said: string[] = [];
  let child: ReturnType<typeof childIn>;
  messages.forEach((message, at) => {
    if (message.role !== "user" || message.scene === "story") return;
    const { message_id, content } = message;
    const last = said.at(-1);
    said.push(message_id);
    if (isForgetting(content)) {
      const gone = new Set(said.slice(-1 - forgetReach));
      found = found.filter((operation) => !gone.has(operation.message_id));
      return;
    }
    if (isRetraction(content)) found = found.filter((operation) => operation.message_id !== last);
    const before = messages[at - 1];
    const asked = before?.role === "assistant" ? before.content.slice(-200) : "";
    const own = readMessage(content, asked, message_id, language);
    if (isSlip(content)) {
      const wrong = found.filter((operation) => operation.message_id === last);
      const right = wrong.flatMap((operation) => mended(operation, content, message_id) ?? []);
      found = [...found.filter((operation) => operation.message_id !== last), ...right];
    }
    found.push(...own, ...agesIn(content, child, message_id));
    child = childIn(content) ?? (/^(?:[他她]|he\b|she\b)/i.test(content.trim()) ? child : undefined);
  });
  return onceEach(found).slice(0, mostOperations);
}
