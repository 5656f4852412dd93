// What a companion says while no model is connected: from memory, in its own lines, and plainly (invariant 7).
import type { Language } from "../schema/common.ts";
import type { Lines } from "../schema/soul.ts";
import { isFarewell } from "./farewell.ts";
import { cutText } from "./graphemes.ts";
import { clausesOf, isMadeOf, plainText } from "./phrases.ts";
import { asRead } from "./text.ts";

/** A found text is quoted up to so many characters. */
const quoteLength = 120;
const mostQuotes = 2;
/** What is noted is repeated up to so many characters. */
const noteLength = 60;

export type OfflineHit = {
  text: string /** As the person reads it: "2026-03-04". */;
  date: string;
  speaker?: string;
  /** The name of the owner's text that it stands in: nobody said it, and nothing of it is about the person (A117). */
  source?: string;
};

export type OfflineInput = {
  text: string;
  /** What search found for the message, best first; may be empty. */
  hits: readonly OfflineHit[];
  lines: Lines;
  language: Language;
  /** True where the message asks something; a statement is answered with a note of it. */
  asks?: boolean;
  /** True where the companion may offer to keep what was said (A222). */
  offers?: boolean;
  /** True for the first reply of a topic: the missing model is named then. */
  firstOfTopic: boolean;
  /** How the person is called. */
  callName?: string;
  /** 0 ≤ x < 1 */
  random: () => number;
};

/** The reply, bubbles on lines of their own. It says that no model is connected once a topic and whenever asked. */
export function offlineReply(input: OfflineInput): string {
  const say = (key: keyof Lines, text = "") => fill(pick(input.lines[key], input.random), input, text);
  const bubbles: string[] = [];
  const asked = asksAboutModel(input.text);
  if (isFarewell(input.text)) bubbles.push(say("farewell"));
  else if (isGreeting(input.text)) bubbles.push(say("greeting"));
  else if (!asked && input.hits.length > 0) bubbles.push(...remembered(input, say));
  else if (!asked && input.asks === false && !input.offers)
    bubbles.push(
      say("noted", quoted(cutText(input.text.replace(/\s+/g, " ").trim(), noteLength), input.language)),
    );
  else if (!asked && !input.offers) bubbles.push(say("unknown"));
  if (asked || input.firstOfTopic) bubbles.push(say("offline"));
  // Last, so that a mere yes answers it.
  if (input.offers && !asked) bubbles.push(say("offer"));
  return bubbles.filter((bubble) => bubble !== "").join("\n");
}

function remembered(input: OfflineInput, say: (key: "recall", text: string) => string): string[] {
  const [best, ...others] = input.hits.slice(0, mostQuotes).map((hit) => quote(hit, input.language));
  if (best === undefined) return [];
  // The lines say that the person said it.
  if (input.hits[0]?.source !== undefined) return [best, ...others];
  if (input.hits[0]?.speaker !== "user") return [`${noted[input.language]}${best}`, ...others];
  const lead = say("recall", best);
  return [lead.includes(best) ? lead : `${lead}\n${best}`, ...others];
}

/** Before what is only noted, and not somebody's words. */
const noted = { zh: "我这儿记着：", en: "I have this noted: " } as const;

function quote(hit: OfflineHit, language: Language): string {
  const text = cutText(hit.text.replace(/\s+/g, " ").trim(), quoteLength);
  if (hit.source !== undefined)
    return language === "zh"
      ? `资料《${hit.source}》里写着：${quoted(text, language)}`
      : `${quoted(hit.source, language)} says: ${quoted(text, language)}`;
  const who =
    hit.speaker === "user"
      ? { zh: "你说：", en: "you said: " }
      : hit.speaker === "assistant"
        ? { zh: "我说：", en: "I said: " }
        : { zh: "", en: "" };
  const date = hit.date === "" ? "" : language === "zh" ? `${hit.date}，` : `${hit.date}, `;
  return `${date}${who[language]}${quoted(text, language)}`;
}

/** The person's words stay theirs: a companion that repeats 我 or "I" would speak of itself. */
const quoted = (text: string, language: Language) => (language === "zh" ? `「${text}」` : `“${text}”`);

function pick(list: unknown, random: () => number): string {
  const lines = Array.isArray(list) ? list.filter((line): line is string => typeof line === "string") : [];
  return lines[Math.min(lines.length - 1, Math.floor(random() * lines.length))] ?? "";
}

/** {{name}} may be empty: then it goes together with the comma that sets it off. Texts are never read as patterns. */
function fill(line: string, input: OfflineInput, text: string): string {
  const name = input.callName?.trim() ?? "";
  const named =
    name === ""
      ? line
          .replace(/[，,、]\s*\{\{name\}\}(?=\s*(?:[，,。.！!？?～~…]|$))/g, "")
          .replace(/(^|[。.！!？?～~…\n]\s*)\{\{name\}\}\s*[，,、]\s*/g, "$1")
          .replace(/\s*\{\{name\}\}/g, "")
      : line.replaceAll("{{name}}", () => name);
  return named.replaceAll("{{text}}", () => text).trim();
}

const greetings = {
  core: new Set(
    [
      "你好 您好 你们好 哈喽 哈啰 嗨 嘿 早 早安 早上好 上午好 中午好 下午好 晚上好 在吗 在不在 在么 你在吗 我来了 我回来了 我回来啦 回来了 好久不见 hi hello hey",
      "hi|hello|hey|heya|hiya|yo|howdy|good morning|morning|good afternoon|good evening|hi there|hello there|hey there|you there|are you there|i'm back|im back|i am back|long time no see|what's up|whats up|sup",
    ].flatMap((list, at) => list.split(at === 0 ? " " : "|")),
  ),
  around: new Set(
    "呀 啊 啦 哦 哟 呢 你 吗 嗯 宝 宝贝 亲爱的 again everyone my friend dear so well".split(" "),
  ),
};

/** True where a message is a greeting and nothing else. */
export function isGreeting(text: string): boolean {
  if (text.length > 60) return false;
  const clauses = clausesOf(plainText(text));
  return clauses.length > 0 && clauses.every((clause) => isMadeOf(clause, greetings));
}

const modelQuestion =
  /(?:没|没有|未)(?:有)?(?:接|连|连接|连上|接上|配置|设置)(?:上|好)?(?:大)?(?:模型|ai|网|api)|(?:模型|api|密钥|大脑)(?:呢|在哪|怎么|没|坏|断|掉|连|好了|什么)|(?:什么|哪个|用的?)(?:大)?模型|你(?:是不是|怎么)(?:坏|卡|掉线|离线|断线|傻|变傻|死机|不对劲|变笨)|(?:掉线|离线|断线|没连上)(?:了)?(?:吗|么|\?|？)|(?:怎么|为什么|为啥)(?:只会|老是?|总是?|一直)(?:重复|说一样|这几句|这么说|翻旧账)|\b(?:are you|you're|is it) (?:offline|broken|down|disconnected|connected|online)\b|\b(?:which|what|no|any|your|the|a) (?:language )?(?:model|llm|api key)\b(?:.*\b(?:connected|running|use|using|missing|working|down|wrong)\b|\s*\?|$)|\bwhat(?:'s| is) wrong with you\b|\bwhy (?:are|do) you (?:keep )?(?:repeat|saying the same|so dumb|acting)/i;

/** True where the person asks what is wrong with the companion, or for its model. */
export function asksAboutModel(text: string): boolean {
  return modelQuestion.test(asRead(text.slice(0, 400)));
}
