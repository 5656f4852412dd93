// Is there anything in an answer? Refusals, empty phrases, texts longer than their source, and the wrong language (C021, C034, C038).
import type { Language } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import type { Material } from "./models.ts";

const refusals: readonly RegExp[] = [
  /^(?:非常|很|十分)?(?:抱歉|对不起|不好意思)[，,。！!\s]*(?:但|不过)?(?:我|作为|本|由于|您|你|这|根据).{0,24}(?:无法|不能|没办法|不便|不适合|拒绝)/u,
  /^(?:作为|身为)(?:一个|一名)?(?:AI|人工智能|语言模型|智能助手|大模型)/iu,
  /^我(?:目前|暂时|现在)?(?:无法|不能|没办法|不便|拒绝)(?:对|为|帮|给|继续)?.{0,16}(?:总结|概括|摘要|压缩|归纳|处理|生成|协助|提供|满足|回答|完成|评判)/u,
  /^(?:i['’]?m|i am) (?:really |very |so )?sorry\b.{0,40}\b(?:can['’]?t|cannot|can not|unable|won['’]?t|not able)/iu,
  /^sorry\b.{0,40}\b(?:can['’]?t|cannot|can not|unable|won['’]?t|not able)/iu,
  /^i (?:can['’]?t|cannot|can not|won['’]?t|am unable to|am not able to|must decline)\b.{0,60}\b(?:help|assist|summari[sz]e|comply|provide|process|fulfil|answer|continue|engage|complete|do that)/iu,
  /^as an? (?:ai|artificial intelligence|language model)\b/iu,
];

/** True where a text is a model's refusal instead of an answer. Only its beginning counts: people refuse things too. */
export function isRefusal(text: string): boolean {
  const start = simplify(
    text
      .trim()
      .replace(/^["“'*#>\s]+/u, "")
      .slice(0, 160),
  );
  return refusals.some((refusal) => refusal.test(start));
}

const fillers =
  /好的|好吧|收到|明白了?|了解了?|没问题|嗯+|当然|可以|已(?:经)?(?:总结|完成|记录|记下)(?:好)?了?|以下是|总结如下|摘要|总结|\b(?:ok(?:ay)?|sure|done|yes|got it|understood|noted|summary|here(?:['’]s| is)|the|a|an)\b/giu;
const emptyTalk =
  /^(?:用户|对方|双方|两人)(?:和|与|跟)?(?:AI|助手|角色|我|你|对方|彼此)?(?:之间)?(?:进行了|有了|在)?(?:一次|一段|一些|简单的?|日常的?)*(?:对话|聊天|交流|闲聊|聊了聊|聊了几句)了?。?$|^(?:the )?(?:user|person|two|they)(?: and (?:the )?(?:ai|assistant|companion))?(?: just)? (?:had a (?:short |brief )?(?:conversation|chat)|chatted|talked)\.?$/iu;

/** Fewest things that a memory must say: Chinese characters, or words in other scripts. */
const leastSaid = 3;

/** True where a text says nothing that could be remembered: "好的！", "Sure, done." */
export function saysNothing(text: string): boolean {
  const plain = simplify(text);
  if (emptyTalk.test(plain.trim())) return true;
  const rest = plain.replace(fillers, " ");
  const characters = rest.match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu);
  const words = rest.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{N}][\p{L}\p{N}'’-]*/gu);
  return (characters?.length ?? 0) + (words?.length ?? 0) < leastSaid;
}

/**
 * The language that most of a text is in; undefined where it is too short or too mixed to tell. One Chinese character
 * weighs about as much as three letters.
 */
export function languageOf(text: string): Language | undefined {
  const chinese = (text.match(/\p{Script=Han}/gu)?.length ?? 0) * 3;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (chinese + latin < 12) return undefined;
  const share = chinese / (chinese + latin);
  return share > 0.5 ? "zh" : share < 0.2 ? "en" : undefined;
}

type Fields = Record<string, unknown>;
const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** True where a text is nothing but summaries that were sent: it was filled in, the model is not to blame for it (C164). */
function isFilledIn(entries: readonly { summary: string }[], text: string): boolean {
  const sent = new Set(entries.flatMap(({ summary }) => summary.split("\n")));
  return text.split("\n").every((line) => sent.has(line));
}

/** The texts of an answer that the model wrote and that will be read as a memory later. */
export function memoryTexts(material: Material, value: unknown): string[] {
  const fields = (typeof value === "object" && value !== null ? value : {}) as Fields;
  switch (material.role) {
    case "short_to_mid":
      return [stringOf(fields.summary)];
    case "mid_to_long":
      return listOf(fields.entries)
        .map((entry) => stringOf(entry.detail_content))
        .filter((text) => !isFilledIn(material.entries, text));
    case "core_memory":
      return listOf(fields.core_memories).map((entry) => stringOf(entry.content));
    case "self_soul":
      return fields.changed === true ? [stringOf(fields.new_content)] : [];
    case "relationship":
      return [stringOf(fields.reason)];
    case "facts":
      return [];
  }
}

/** The text that an answer was made from, where the material holds it. */
export function sourceText(material: Material): string {
  if (material.role === "short_to_mid")
    return [...(material.parts ?? []), ...material.messages.map((message) => message.content)].join("\n");
  if (material.role === "mid_to_long") return material.entries.map((entry) => entry.summary).join("\n");
  return material.role === "core_memory" ? material.messages.map(({ content }) => content).join("\n") : "";
}

/** A summary may be this long even where the talk was shorter, in characters: a short talk still needs a sentence. */
const freeLength = 160;

/** True where a summary or a long entry is longer than what it is made from. */
export function isLongerThanSource(material: Material, text: string): boolean {
  if (material.role !== "short_to_mid" && material.role !== "mid_to_long") return false;
  return text.length > Math.max(freeLength, sourceText(material).length);
}

/** The language of an answer where it is neither the one asked for nor that of its source; else undefined (C034). */
export function strayLanguage(material: Material, texts: readonly string[]): Language | undefined {
  const language = languageOf(texts.join("\n"));
  if (language === undefined || language === material.language) return undefined;
  return language === languageOf(sourceText(material)) ? undefined : language;
}
