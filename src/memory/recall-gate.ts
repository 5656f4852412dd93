// Whether a message is worth a look into the past at all (A114, A231, R29).

const questionWord =
  /什么|怎么|为什么|为啥|谁|哪|几[个点号岁时次]|多少|多久|多大|吗|呢|记得|上次|那次|以前|\b(what|why|how|who|whom|whose|where|when|which|remember|last time)\b|[?？]/i;

/** Shortest message that is searched without a question word (R29). */
const least = { zh: 6, en: 5 } as const;

/** True where the message asks something, or speaks of something that both should remember. */
export function asksSomething(text: string): boolean {
  return questionWord.test(text);
}

/** True for a message of 6 Chinese characters or 5 words, or one with a question word. */
export function worthRecalling(text: string): boolean {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{Script=Latin}\p{N}']+/gu)?.length ?? 0;
  if (characters + words === 0) return false;
  return questionWord.test(text) || characters + words >= (characters > 0 ? least.zh : least.en);
}
