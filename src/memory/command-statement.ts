// Where in a sentence the words to remember end and the talk begins: 记住我对虾过敏，今晚吃什么好呢？ is a command and a question.
import type { Draft } from "./command-draft.ts";
import { type Sentence, trimmed } from "./command-text.ts";

/** The clauses of what follows the order, each with its place. A space between Chinese words parts them too. */
const parting =
  /[，,；;~～]+|…+|\.{2,}|—+|(?<=\p{Script=Han})\s+(?=\p{Script=Han})|\s(?=(?:so|and|but|by the way|btw|anyway),?\s+(?:what|how|where|which|when|why|who|any|can|could|should|shall|do|does|is|are|have|will|would|tell|recommend|suggest)\b)/giu;

/** Words that turn to something else. */
const turnZh = /^(?:对了|话说回?来?|说起来|顺便(?:问|说)|另外问|问一下|问你|我?想问|欸?你说|那你|所以你)/;
const turnEn = /^(?:by the way|btw|anyway|anyhow|also,? (?:can|could|what|how)|speaking of|question)\b/i;
/** What is asked of the companion, not of its memory. */
const requestZh =
  /^(?:那|所以|然后|快|请|你|麻烦|能不能|可以|再|先)*(?:(?:帮我|给我|替我|跟我|陪我|为我)?(?:推荐|介绍|安利|说说|讲讲|聊聊|分析|推测|猜猜|评评)|(?:给|帮|替|陪)我(?:想想?|看看?|找|查|选|挑|出个?|算|写|讲|说|唱|聊|画|做|弄|安排|安慰|夸|打气)|告诉我|安慰(?:一下)?我|夸夸?我|抱抱|来个|来点|唱(?:个|首)|讲个)/;
const requestEn =
  /^(?:(?:so|and|but|then|now|ok|okay|please|can you|could you|would you|will you)\s+)*(?:recommend|suggest|tell me|give me|show me|find me|help me|sing|write me|advise|talk to me|cheer me up|comfort me|hug me|wish me)\b/i;
/** A sigh or a shout is no part of what is to be kept. */
const cryZh =
  /^(?:[唉哎诶欸啊呜嗷嘿哈呵嘻呀哇哼]+|(?:真|太|好|超|巨|老|烦|累|气|愁|困|急)(?:的是|是)?(?:[烦累气愁困急开心难过倒霉崩溃丧爽无语]{1,2})?(?:死|坏|炸)?(?:我|人)?(?:了|啊|呀|哦)?$|[烦累气愁困急](?:死|坏|炸)(?:我|人)?了|我?(?:好|真|太)(?:烦|累|气|愁|困|难|开心|难过|倒霉|崩溃|无语)|有[点些](?:儿)?(?:慌|怕|紧张|担心|难过|烦|累|困|激动|兴奋|焦虑)|无语|救命|天[呐哪啊]|服了|笑死)/u;
const cryEn =
  /^(?:ugh+|sigh|argh+|oh (?:god|man|no|well)|haha+|lol|lmao|omg|so (?:annoying|tired|stressed|excited|happy|sad)|i'm (?:so|really|just so) (?:tired|annoyed|stressed|fed up|exhausted|excited|happy|sad)|what a (?:day|pain|drag)|it sucks|that sucks|yay)\b/i;

const asksZh =
  /什么|啥(?!都|也)|怎么(?!也|都)|怎样|为什么|哪[里儿些个家种]|谁(?!都|也)|多少|几点|几号|是不是|有没有|能不能|要不要|好不好吃|行不行|该不该|会不会|[吗呢么]\s*$|在干嘛|干嘛(?:呢|啊)?$/;
const asksEn =
  /^(?:(?:so|and|but|then|now|ok|okay|well)\s+)*(?:what(?:'s)?|how(?:'s)?|where|which|when|why|who|whose|any|can|could|should|shall|would|will|do|does|did|is|are|am|have|has|isn't|aren't|don't|got)\b/i;
/** 不管吃什么, 咖啡什么的 ask for nothing. */
const asksNothingZh =
  /不管|无论|随便|不论|什么的|没什么|[么谁里儿个些少][^，]{0,3}[都也]|不知道|不记得|想不起|说不清/;
/** These ask for a nod, no more. */
const tag =
  /^(?:好吗|好嘛|好不好|可以吗|行吗|行不行|知道[吗了没]*|听[到见][了没吗]*|明白[了没吗]*|懂[了没吗]*|记住[了没吗]*|记下[了没吗]*|OK(?:吗)?|ok(?:ay)?|all right|alright|got it|understood|right|yeah|please|will you|would you|can you|you hear me|you know)\s*$/i;

export type Cut = {
  /** Characters of the words to remember, from their beginning. */
  kept: number;
  /** Characters that belong to the command: a tag (知道吗) is dropped with it. */
  taken: number;
  /** True where what is asked stands in the part that is left to the talk, not in the command. */
  asked: boolean;
};

type Clause = { from: number; to: number; words: string };

function clausesOf(plain: string): Clause[] {
  const found: Clause[] = [];
  let from = 0;
  const close = (to: number, next: number) => {
    const words = plain.slice(from, to).trim();
    if (/[\p{L}\p{N}\u0000]/u.test(words)) found.push({ from, to, words });
    from = next;
  };
  for (const mark of plain.matchAll(parting)) close(mark.index, mark.index + mark[0].length);
  close(plain.length, plain.length);
  return found;
}

function isAside(words: string): boolean {
  return [turnZh, turnEn, requestZh, requestEn, cryZh, cryEn].some((form) => form.test(words));
}

/**
 * Cuts the words behind an order to remember (`plain`: with quotations hidden) where another matter begins: a question, a
 * request to the companion, a sigh, 对了. The first clause is always the order's. `question`: the sentence ends with such a
 * mark; `polite`: the order itself is put as a question (能帮我记住…吗), so only words that ask for a thing are talk.
 */
export function cutStatement(
  plain: string,
  { question, polite }: { question: boolean; polite: boolean },
): Cut {
  const clauses = clausesOf(plain);
  const last = clauses.length - 1;
  for (const [i, { words }] of clauses.entries()) {
    if (i === 0) continue;
    const kept = clauses[i - 1]?.to ?? plain.length;
    if (i === last && tag.test(words)) return { kept, taken: plain.length, asked: question };
    const asks =
      asksEn.test(words) && question
        ? !polite || !/^(?:and|but)\b/i.test(words)
        : asksZh.test(words) &&
          (question || !asksNothingZh.test(words)) &&
          !(polite && /^(?:也|还|而且|另外|并且)|吗\s*$/.test(words));
    const isLast = i === last && question && !polite;
    if (asks || isLast || isAside(words)) return { kept, taken: kept, asked: question };
  }
  return { kept: plain.length, taken: plain.length, asked: false };
}

/** The words to remember from a place of the sentence on, where they and the command end, and whether it is still a question itself. */
export function statementBehind(
  { text, plain, question }: Sentence,
  start: number,
  polite = false,
): { said: string; end: number; to: number; question: boolean } {
  const cut = cutStatement(plain.slice(start), { question, polite });
  return {
    said: trimmed(text.slice(start, start + cut.kept)),
    end: start + cut.kept,
    to: start + cut.taken,
    question: question && !cut.asked,
  };
}

/** The next sentence as what is to be remembered (帮我记一下。我对虾过敏), in places of the one that ordered it. */
export function statementIn(
  next: Sentence | undefined,
  { from }: Sentence,
  index: number,
): Draft | undefined {
  const words = next && statementBehind(next, 0);
  if (!next || !words || words.question || words.said === "") return undefined;
  const end = words.to === next.plain.length ? next.to : next.from + words.to;
  return { command: { kind: "remember", statement: words.said }, from: index, to: end - from };
}
