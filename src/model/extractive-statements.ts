// Facts read out of what the person said without a model: by rules, letter for letter, rather too few than one that is wrong.
import type { Language } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { asTyped, simplify } from "../schema/simplified.ts";
import { ageOf, childIn } from "./extractive-statements-age.ts";
import { isDoubtful } from "./extractive-statements-doubt.ts";
import {
  isForgetting,
  isRetraction,
  isSlip,
  mended,
  type SaidOperation,
} from "./extractive-statements-mend.ts";
import { operationFor, type StatementRule } from "./extractive-statements-rule.ts";
import { firstUse, rules, wideRules } from "./extractive-statements-rules.ts";
import { languageOf } from "./extractive-text.ts";

// Texts come from strangers: what is looked at stays bounded.
const longestMessage = 2000;
const longestSentence = 240;
const mostSentences = 40;
const mostOperations = 60;
const mostMatches = 4;
/** A request to forget reaches so many of the person's messages back. */
const forgetReach = 3;

const action =
  /（[^（）]*）|\([^()]*\)|(?<![*\w])\*{1,2}[^*\n]+\*{1,2}(?![*\w])|```[^`]*(?:```|$)|https?:\/\/\S+/g;
const sentenceEnd = /(?<=[。！？!?；;\n…])|(?<=[.])\s+(?=["“]?[A-Z])/;
/** An emoji ends a clause as a mark does: 我叫Lily😊. */
const emoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D})+/gu;

const global = new Map<RegExp, RegExp>();
function everywhere(pattern: RegExp): RegExp {
  const known = global.get(pattern) ?? new RegExp(pattern.source, `${pattern.flags}g`);
  global.set(pattern, known);
  return known;
}

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

type Spoken = Pick<Message, "message_id" | "role" | "content"> & { scene?: unknown };

/** As the rules read it: ' for the ’ of telephones, simplified characters. One for one, so that places stay what they are. */
const plainText = (text: string) => simplify(text.replace(/[’‘]/g, "'"));

function sentencesOf(content: string): string[] {
  return content
    .slice(0, longestMessage)
    .replace(action, "\n")
    .replace(emoji, "\n")
    .split(sentenceEnd)
    .map((sentence) => sentence.trim().slice(0, longestSentence))
    .filter((sentence) => sentence.length > 1)
    .slice(0, mostSentences);
}

/** The match as it stands in the message, without the marks around it. */
function quoteOf(match: RegExpExecArray): string {
  return match[0].replace(/^[\s，,。！!：:；;、]+|(?<![\s，,。！!：:；;、])[\s，,。！!：:；;、]+$/gu, "");
}

/** The places of a sentence where a rule's words stand: 我爸是司机，我妈是裁缝 has two. */
function matchesOf({ pattern }: StatementRule, sentence: string): RegExpExecArray[] {
  const first = pattern.exec(sentence);
  if (first === null) return [];
  const rest = sentence.slice(first.index + first[0].length);
  // Most sentences hold one statement: only where something is left is it looked at again.
  if (rest.length < 4) return [first];
  // Not `matchAll`, which makes the pattern anew each time.
  const again = everywhere(pattern);
  const found: RegExpExecArray[] = [];
  again.lastIndex = 0;
  for (let match = again.exec(sentence); match !== null; match = again.exec(sentence)) {
    found.push(match);
    if (found.length === mostMatches) break;
    if (match[0] === "") again.lastIndex += 1;
  }
  return found;
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
    for (const match of matchesOf(rule, sentence)) {
      if (isDoubtful(sentence, match)) continue;
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
  }
  return found;
}

/** 我, not 我妈 or 我同事, and nobody else in the clause that it opens. */
const ownClause =
  /^(?:其实|对了|说实话|说起来|话说|你好呀?|嗨|哈喽|大家好|最近|今年|去年|上个?月|上周|昨天|前天|刚刚?)?(?:我(?=的?老家)|我叫(?=[^，,]{2,3}[，,])|老家(?=[是在])|我(?!有|养|认识|碰|遇|看|见|听|跟|和|给|叫|把|被|让|觉得|以为|们|家|[妈爸姐哥弟妹爷奶外姥舅叔姨姑婆公]|老[公婆板师]|男|女|朋友|同事|闺蜜|对象|孩子|儿子|室友|的)(?![^，,]*(?:朋友|同学|同事|邻居|老板|客户|网友|亲戚|有人|男的|女的|男生|女生|小孩|女儿|儿子|老公|老婆|[弟妹哥姐爸妈])))[^他她它你]*$/u;
/** How a clause goes on that says nobody anew: 现在住在上海, 讨厌香菜, 也不吃香菜. */
const goesOn =
  /^(?:现在|目前|如今|平时|也|还|就|又|最|特别|很|一直|从来|从小|真的|但|但是|不过)*(?:住|搬到|租在|讨厌|受不了|喜欢|不喜欢|爱|不爱|最爱|不吃|不喝|怕|恐高|晕车|养了?|对[^，,]{1,8}过敏|属|今年[大高初研\d二三四五六七八九十]|老家[是在]|一个人住|独居|单身|[学读念]的|在[读上念]|滴酒不沾|不抽烟|信[佛基天]|会[弹说讲]|不会|在[^，,]{2,14}(?:上班|工作|打拼|读书|上学|留学|[当做开教跑送][^，,]{2,8}))/u;

/** The sentence with 我 again where a clause goes on without it, or undefined where none does: Chinese says it once. */
function saidAgain(sentence: string): string | undefined {
  const clauses = sentence.split(/(?<=[，,])/u);
  let mine = false;
  let isNamed = false;
  let added = false;
  const whole = clauses.map((clause) => {
    const bare = clause.trim();
    const next = mine && (goesOn.test(bare) || (isNamed && bare.startsWith("是")));
    isNamed = /^我叫/.test(bare);
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

/** The operation with its quote as it stands in the message, letter for letter, and its value in the characters of the person. */
function asWritten(operation: SaidOperation, content: string): SaidOperation {
  const plain = plainText(content);
  const { quote = "", value, statement } = operation;
  if (plain === content || !plain.includes(quote)) return operation;
  const said = asTyped(quote, plain, content);
  return {
    ...operation,
    quote: said,
    ...(typeof value === "string" ? { value: asTyped(value, quote, said) } : {}),
    ...(statement === undefined ? {} : { statement: asTyped(statement, quote, said) }),
  };
}

const onlyGreeting =
  /^(?:嗨|嘿|哈喽|哈啰|你好|您好|大家好|初次见面|hi|hey|hello|hiya|good (?:morning|evening))[呀啊哦]?(?: there| everyone| all)?[！!。.~～,，\s]*$/i;

/** "Hello! I'm Priya": the greeting is read with what it opens, since it tells that a name may follow. */
function withGreeting(sentences: readonly string[], content: string): string[] {
  const [first = "", second, ...rest] = sentences;
  if (second === undefined || !onlyGreeting.test(first)) return [...sentences];
  const [from, to] = [content.indexOf(first), content.indexOf(second)];
  return from < 0 || to < from ? [...sentences] : [content.slice(from, to + second.length), ...rest];
}

function readMessage(
  content: string,
  asked: string,
  messageId: string,
  otherwise: Language,
): SaidOperation[] {
  const sentences = withGreeting(sentencesOf(content), content);
  const language = languageOf(content, otherwise);
  // What is repeated says nothing new: a line of one word said 500 times is read once.
  const once = [...new Set(sentences)];
  const single = once.flatMap((sentence) => readSentence(sentence, rules[language], asked, messageId));
  if (language === "zh")
    return [...single, ...once.flatMap((sentence) => readOn(sentence, asked, messageId))];
  const pairs = new Set(sentences.slice(1).map((sentence, i) => `${sentences[i]} ${sentence}`));
  return [...single, ...[...pairs].flatMap((pair) => readSentence(pair, wideRules, asked, messageId))];
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

function* reading(
  messages: readonly Spoken[],
  language: Language,
): Generator<Spoken, SaidOperation[], undefined> {
  let found: SaidOperation[] = [];
  const said: string[] = [];
  let child: ReturnType<typeof childIn>;
  for (const [at, message] of messages.entries()) {
    if (message.role !== "user" || message.scene === "story") continue;
    yield message;
    const { message_id } = message;
    const content = plainText(message.content);
    const last = said.at(-1);
    said.push(message_id);
    if (isForgetting(content)) {
      const gone = new Set(said.slice(-1 - forgetReach));
      found = found.filter((operation) => !gone.has(operation.message_id));
      continue;
    }
    if (isRetraction(content)) found = found.filter((operation) => operation.message_id !== last);
    const before = messages[at - 1];
    const asked = before?.role === "assistant" ? plainText(before.content.slice(-200)) : "";
    const own = readMessage(content, asked, message_id, language);
    if (isSlip(content)) {
      const wrong = found.filter((operation) => operation.message_id === last);
      const right = wrong.flatMap((operation) => mended(operation, content, message_id) ?? []);
      found = [...found.filter((operation) => operation.message_id !== last), ...right];
    }
    found.push(...own, ...agesIn(content, child, message_id));
    child = childIn(content) ?? (/^(?:[他她]|he\b|she\b)/i.test(content.trim()) ? child : undefined);
  }
  const typed = new Map(messages.map(({ message_id, content }) => [message_id, content]));
  return onceEach(found)
    .slice(0, mostOperations)
    .map((operation) => asWritten(operation, typed.get(operation.message_id) ?? ""));
}

/**
 * The facts that the person states in a talk, as operations with the literal words and the message that hold them (part 2,
 * invariant 7). Questions, ifs, jokes, quotations, play and what others say are left out; a slip that is corrected is read
 * as corrected, and what was to be forgotten is not read. Both languages, by the script of each message; `language` decides
 * where a message has neither. At most 60, in the order of the talk. Never throws, and takes time linear in the talk.
 */
export function extractStatements(messages: readonly Spoken[], language: Language): SaidOperation[] {
  const steps = reading(messages, language);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same, with the event loop given back before each message, and between the first uses of the rules (issue 4). */
export async function extractStatementsInSteps(
  messages: readonly Spoken[],
  language: Language,
): Promise<SaidOperation[]> {
  const steps = reading(messages, language);
  let step = steps.next();
  while (!step.done) {
    const { content } = step.value;
    for (const _ of firstUse(languageOf(content, language), content)) await pause();
    await pause();
    step = steps.next();
  }
  return step.value;
}
