// Whether a message is worth a look into the past at all (A114, A231, R29).
import { simplify } from "../schema/simplified.ts";
import { oneLine } from "./context-text.ts";
import { clausesOf, plainText } from "./phrases.ts";
import { isSmallTalk } from "./small-talk.ts";

/** "Is Chicago fun", "do I have a dentist": asked without a sign. "Was great", "did well" and "have a nice day" tell. */
const verbFirst =
  /(?:^|[.!,;\n][^\S\n]*)(?:(?:is|are|was|were|does|did|has)\s+(?!(?:fine|good|ok|okay|great|nice|lovely|fun|bad|well|all|so|too|very|just|not|it!|been|an?|no|nothing)\b)|(?:do|have|had|can|could|will|would|should|am)\s+(?:i|you|we|they|he|she|my|our|your|his|her)\b)/i;
const questionWord =
  /什么|[啥咋]|干[嘛吗]|怎么|为什么|谁|哪|几[个点号岁时次只条本家口趟场块位]|多少|多久|多大|吗|呢|记得|告诉我|上次|那次|以前|\b(tell me(?! a\b)|remind me(?! to\b)|what|why|how|who|whom|whose|where|when|which|remember|last time)\b|[?？]/i;
/** "Nothing at all" asks nothing, and "earlier than usual" speaks of today. */
const noQuestion =
  /(?:什么|啥|谁|哪[里儿]?|怎么)[都也]|没(?:有)?(?:什么|啥|怎么)|\bearlier (?:than|for|and earlier)\b/g;

/** Speaks of something that both were there for: looked for even where it is wrapped in a greeting. */
const backwards =
  /记得|记不记得|忘了(?:吗|没|么)|上一?[次回]|最[近后]一[次回]|那次|那回|那天|从前|以前|之前|曾经|当时|说过|提过|聊过|讲过|告诉过|答应过|\b(?:did|have|had) (?:we|you|i) .{0,20}\b(?:talk|chat|say|discuss|tell)|\b(?:remember|recall|last time|that time|earlier|ago|used to|before|told you|tell you|said|mentioned|promised|talked about)\b/i;

/** Shortest message that is searched without a question word (R29). */
const least = { zh: 6, en: 5 } as const;

/** True where the message asks something, or speaks of something that both should remember. */
export function asksSomething(text: string): boolean {
  const asked = simplify(text).replace(noQuestion, " ");
  return questionWord.test(asked) || verbFirst.test(asked);
}

const questionEnd =
  /(?:[?？]|吗|呢|么|来着|(?:什么|[啥咋谁]|干[嘛吗]|哪[天里儿个年]?|怎么)(?:去|来)?[了的啦呀]?|多少|怎么样|怎么办|几[点号岁时])[。！!~～…]*$|^(?:what|why|how|who|whom|whose|where|when|which|do|does|did|is|are|was|were|can|could|would|will)\b/i;

/** True for a message that asks and tells nothing: 我对什么过敏？, but not 我弟弟叫阿川，好听吗？ */
export function onlyAsks(text: string): boolean {
  const clauses = text.split(/[，,。！!；;\n]|(?<=[?？])/).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  return questionEnd.test(simplify(text).trim()) && clauses.every(asksSomething);
}

/** How much of a short statement a memory must hold to be brought up, 0 to 1: English has fewer words that say something. */
const strongFit = { zh: 0.45, en: 0.5 } as const;
/** What stands beside the strongest must hold this share of it. */
const besideStrongest = 0.7;
/** A longer message speaks of a matter. */
const shortStatement = { zh: 30, en: 20 } as const;

/** Words of a text as R29 counts them: each Chinese character, each word in Latin letters; a title counts as enough. */
function lengthOf(text: string): { count: number; enough: boolean } {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{Script=Latin}\p{N}']+/gu)?.length ?? 0;
  const titles = text.includes("\u0001") ? least.zh : 0;
  const count = characters + words + titles;
  return { count, enough: count >= (characters > 0 ? least.zh : least.en) };
}

/** Characters; what is longer is no small talk, and is not read clause by clause. */
const longestSmallTalk = 400;

/** What is left of a text, already plain, when greetings and small talk are taken out. */
function saidBeside(plain: string, names: readonly string[]): string {
  return clausesOf(plain)
    .filter((clause) => !isSmallTalk(clause, names))
    .join("\n");
}

/** False for a message that is nothing but greeting and small talk, or has no word at all: nothing is recalled for it. */
export function saysSomething(text: string, names: readonly string[] = []): boolean {
  if (lengthOf(text).count === 0) return false;
  if (text.length > longestSmallTalk) return true;
  const plain = plainText(text);
  return backwards.test(plain) || saidBeside(plain, names) !== "";
}

/**
 * True where the past is worth a search: the message speaks of it, or what it says besides greetings and small talk asks
 * something or has 6 Chinese characters or 5 words (A114, A231, R29). `names`: what the two are called.
 */
export function worthRecalling(text: string, names: readonly string[] = []): boolean {
  const { count, enough } = lengthOf(text);
  if (count === 0) return false;
  if (text.length > longestSmallTalk) return enough;
  const plain = plainText(text);
  if (backwards.test(plain)) return true;
  const said = saidBeside(plain, names);
  return said !== "" && (asksSomething(said) || /[?？]/.test(text) || lengthOf(said).enough);
}

/**
 * True for a short message that tells something and asks nothing: 刚下楼扔了个垃圾, "I just got home from work". It is answered as
 * it is, unless the memory holds just that (A114, R29).
 */
export function isPlainStatement(text: string): boolean {
  const plain = plainText(text).replace(noQuestion, " ");
  const isHan = /\p{Script=Han}/u.test(text);
  return (
    !asksSomething(plain) &&
    !backwards.test(plain) &&
    lengthOf(text).count <= shortStatement[isHan ? "zh" : "en"]
  );
}

/** Of what was found for a plain statement the hits that hold most of it; none where no hit is strong. `fit` as a search tells it. */
export function strongOnly<H extends { fit?: number | undefined }>(text: string, hits: readonly H[]): H[] {
  const strong = strongFit[/\p{Script=Han}/u.test(text) ? "zh" : "en"];
  const best = hits.reduce((most, { fit = 0 }) => Math.max(most, fit), 0);
  return best < strong ? [] : hits.filter(({ fit = 0 }) => fit >= besideStrongest * best);
}

const summaries: ReadonlySet<string> = new Set(["mid", "long", "detail", "core"]);

/** True for a memory that was made of what was said. */
export function isSummary(type: string): boolean {
  return summaries.has(type);
}

/**
 * True for a find that stands in the request word for word (`shown`: the ids of its messages), and for a summary of what stands
 * there: of an answer that is given anew in a talk that is over, it would tell the old words (DESIGN 7).
 */
export function standsIn(
  { type, id, message_ids }: { type: string; id: string; message_ids: readonly string[] },
  shown: ReadonlySet<string>,
): boolean {
  return type === "message" ? shown.has(id) : isSummary(type) && message_ids.some((one) => shown.has(one));
}

/** True for a long memory of which the index section tells points and day (`index`: its lines, by id); its detail is more. */
export function standsInIndex(
  { type, id, text }: { type: string; id: string; text: string },
  index: ReadonlyMap<string, string> | undefined,
): boolean {
  const line = type === "long" ? index?.get(id) : undefined;
  // A memory of more than a year ago stands there with its month only.
  if (line === undefined || !/^\d{4}-\d{2}-\d{2}\b/.test(line)) return false;
  return text.split("；").every((point) => line.includes(oneLine(point)));
}

/** Asked for what was asked or talked about, a question is an answer. */
const afterQuestions = /问|聊|谈|说|讲|\b(?:ask|talk|said|say|tell|told|chat|discuss)/i;

/**
 * What was said goes before the summary of it, and once is enough: a summary of which a message stands higher up, and words
 * that stand there already, come last. So do the person's own questions of before: they ask, and do not answer.
 */
export function sayingMost<
  H extends {
    type: string;
    id: string;
    text: string;
    speaker?: string | undefined;
    message_ids: readonly string[];
  },
>(hits: readonly H[], asked: string): H[] {
  const told = new Set<string>();
  const [first, last]: [H[], H[]] = [[], []];
  const wantsQuestions = afterQuestions.test(simplify(asked));
  for (const hit of hits) {
    const isMessage = hit.type === "message";
    const isQuestion = isMessage && hit.speaker === "user" && !wantsQuestions && onlyAsks(hit.text);
    const isTold = isSummary(hit.type)
      ? hit.message_ids.some((id) => told.has(id))
      : isMessage && told.has(hit.text);
    (isTold || isQuestion ? last : first).push(hit);
    if (isMessage) told.add(hit.id).add(hit.text);
  }
  return [...first, ...last];
}

/** Each once; what the companion said in the same words on several days ("I am listening") once as well. */
export function unique<F extends { id: string; type: string; speaker?: string | undefined; text: string }>(
  finds: readonly F[],
): F[] {
  const seen = new Set<string>();
  const said = new Set<string>();
  return finds.filter(({ id, type, speaker, text }) => {
    const isSame = type === "message" && speaker === "assistant" && said.has(text);
    if (seen.has(id) || isSame) return false;
    seen.add(id);
    said.add(text);
    return true;
  });
}
