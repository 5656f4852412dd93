// Weighs the sentences of a topic: TextRank over shared words, and what each says for itself (A64, A67).
import type { Message } from "../schema/message.ts";
import { simplify } from "../schema/simplified.ts";
import { type NamedFact, namedFacts } from "./extractive-facts.ts";
import {
  hypothetical,
  isPleasantry,
  isQuestion,
  overlap,
  sentencesOf,
  withoutFillers,
} from "./extractive-text.ts";

export type Tokenise = (text: string) => string[];

export type Sentence = {
  text: string;
  role: "user" | "assistant";
  name: string | undefined;
  /** Place of its message in the topic, and its own place among all sentences. */
  message: number;
  place: number;
  facts: NamedFact[];
  tokens: ReadonlySet<string>;
  question: boolean;
  /** What it is worth in a summary, above 0. */
  weight: number;
};

/** Comparing each with each costs the square: the best by themselves are enough. */
const mostCompared = 120;
/** A topic of 400 messages has about 600 sentences. */
const mostSentences = 1200;
const rounds = 15;
const damping = 0.85;

const firstPerson = /我|咱|\b(?:I|I'm|I've|my|me|we|our)\b/i;
const statement =
  /我(?:们|家)?.{0,4}(?:叫|是|有|在|住|养|喜欢|讨厌|怕|想|要|打算|准备|决定|刚|去了|买了|换|搬|辞|考|结婚|分手|怀孕|过敏|对)|\b(?:I|we)(?:'m|'ve|'ll| am| was| have| had| live| work| like| love| hate| want| plan| decided| got| moved| bought| started| quit| need)\b/i;
const need =
  /怎么办|怎么才能|有什么(?:办法|建议)|能不能|帮我|想要|希望|需要|烦|担心|害怕|愁|\b(?:help|how (?:do|can|should) I|what should I|worried|afraid|need|hope)\b/i;
const promise =
  /我(?:会|一定|保证|答应)|答应你|说好了?|约好|约定|陪你|记住了|记下了|提醒你|\b(?:I'?ll|I will|I promise|let'?s|we agreed|deal)\b/i;
const advice =
  /建议|可以试|试试|不妨|最好|先.{1,12}再|\b(?:you could|you should|try|maybe you|I'?d suggest|how about)\b/i;
const decision =
  /决定|打算|就这么|准备|下次|明天|下周|约|好吧|我会|我试|听你的|那就|以后|\b(?:decided|going to|gonna|plan(?:ning)?|will|next (?:week|time)|tomorrow|agreed)\b/i;
const correction =
  /不对|说错|记错|看错|更正|不是.{1,12}(?:是|，)|其实是|\b(?:correction|I meant|actually it'?s|not .{1,20} but)\b/i;
const weighty =
  /过敏|去世|走了|分手|离婚|确诊|手术|住院|怀孕|结婚|领证|裁员|裁掉|辞职|失业|搬家|搬到|生日|最怕|恐高|梦想|愿望|记住|别忘|记一下|\b(?:allerg\w+|died|passed away|broke up|divorc\w+|diagnosed|surgery|hospital|pregnant|married|laid off|quit|moved?|birthday|afraid of|dream|remember|promise)\b/i;
const takenBack =
  /^(?:说说而已|开玩笑|骗你|逗你|瞎说|随便说说|我乱说)|(?:just kidding|only joking|I was joking|jk)\b/i;
const echo =
  /^(?:听起来|看来|我(?:注意到|猜测?|理解)|根据您|您(?:是|近期|希望)|it sounds|sounds like|I understand|that must|wow)/i;

const factWorth: Record<NamedFact["kind"], number> = {
  date: 1,
  number: 0.8,
  name: 1.2,
  title: 0.9,
  place: 1,
  kin: 0.6,
  latin: 0.9,
};

function ownWeight(sentence: Omit<Sentence, "weight">): number {
  const { role, question } = sentence;
  const text = simplify(sentence.text);
  let weight = 0.4;
  for (const { kind } of sentence.facts.slice(0, 6)) weight += factWorth[kind];
  if (role === "user") {
    if (statement.test(text)) weight += 0.9;
    else if (firstPerson.test(text)) weight += 0.4;
    if (need.test(text)) weight += 0.5;
    if (correction.test(text)) weight += 0.8;
    if (weighty.test(text)) weight += statement.test(text) ? 1.5 : 0.5;
  } else {
    if (promise.test(text)) weight += 0.8;
    if (advice.test(text)) weight += 0.5;
    if (echo.test(text)) weight *= 0.5;
  }
  if (decision.test(text)) weight += 0.4;
  if (question && !need.test(text)) weight *= 0.6;
  if (hypothetical.test(text)) weight *= 0.6;
  // "Indeed", "Mel!": nothing to quote, however central.
  weight *= Math.min(1, sentence.tokens.size / 6);
  return role === "user" ? weight : weight * 0.6;
}

/** Sentences worth quoting, in order: no pleasantries, nothing that the person took back in the next message. */
export function readSentences(messages: readonly Message[], tokenise: Tokenise): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [message, { role, content, name }] of messages.entries()) {
    if (role === "user" && takenBack.test(withoutFillers(simplify(content.trim().slice(0, 200))))) {
      const before = sentences.findLast((sentence) => sentence.role === "user");
      while (before && sentences.at(-1) && (sentences.at(-1)?.message ?? 0) >= before.message)
        sentences.pop();
      continue;
    }
    for (const text of sentencesOf(content)) {
      if (isPleasantry(text) || withoutFillers(text).length < 2) continue;
      const tokens = new Set(tokenise(text.slice(0, 400)));
      if (tokens.size === 0) continue;
      const place = sentences.length;
      const facts = namedFacts(text);
      const read = { text, role, name, message, place, facts, tokens, question: isQuestion(text) };
      sentences.push({ ...read, weight: ownWeight(read) });
      if (sentences.length >= mostSentences) return centre(sentences);
    }
  }
  return centre(sentences);
}

/** Multiplies weights by how central each sentence is: the one that shares words with many says what the talk was about. */
function centre(sentences: Sentence[]): Sentence[] {
  const compared = [...sentences].sort((a, b) => b.weight - a.weight).slice(0, mostCompared);
  const links = compared.map((one) =>
    compared.map((other) => (one === other ? 0 : overlap(one.tokens, other.tokens))),
  );
  const sums = links.map((row) => row.reduce((sum, link) => sum + link, 0));
  let ranks = compared.map(() => 1);
  for (let round = 0; round < rounds; round++) {
    ranks = ranks.map((_, i) => {
      let lent = 0;
      for (let j = 0; j < ranks.length; j++) {
        const link = links[j]?.[i] ?? 0;
        if (link > 0) lent += (link / (sums[j] || 1)) * (ranks[j] ?? 0);
      }
      return 1 - damping + damping * lent;
    });
  }
  const highest = Math.max(1, ...ranks);
  const central = new Map(compared.map((sentence, i) => [sentence, (ranks[i] ?? 0) / highest]));
  return sentences.map((sentence) => ({
    ...sentence,
    weight: sentence.weight * (0.6 + 0.4 * (central.get(sentence) ?? 0)),
  }));
}
