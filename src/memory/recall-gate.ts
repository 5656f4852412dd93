// Whether a message is worth a look into the past at all (A114, A231, R29).
import { clausesOf, plainText } from "./phrases.ts";
import { isSmallTalk } from "./small-talk.ts";

const questionWord =
  /什么|怎么|为什么|为啥|谁|哪|几[个点号岁时次]|多少|多久|多大|吗|呢|记得|上次|那次|以前|\b(what|why|how|who|whom|whose|where|when|which|remember|last time)\b|[?？]/i;

/** Speaks of something that both were there for: looked for even where it is wrapped in a greeting. */
const backwards =
  /记得|记不记得|忘了(?:吗|没|么)|上次|上回|那次|那回|那天|从前|以前|之前|曾经|当时|说过|提过|聊过|讲过|告诉过|答应过|\b(?:remember|recall|last time|that time|earlier|ago|used to|before|told you|tell you|said|mentioned|promised|talked about)\b/i;

/** Shortest message that is searched without a question word (R29). */
const least = { zh: 6, en: 5 } as const;

/** True where the message asks something, or speaks of something that both should remember. */
export function asksSomething(text: string): boolean {
  return questionWord.test(text);
}

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
    .join(" ");
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
  return said !== "" && (questionWord.test(said) || /[?？]/.test(text) || lengthOf(said).enough);
}
