// Reads mood, scene and atmosphere of a topic from lists of words (A71–A73), and how strong the feeling is.
import type { Language } from "../schema/common.ts";
import type { EmotionTags } from "../schema/emotion.ts";
import type { Message } from "../schema/message.ts";
import { simplify } from "../schema/simplified.ts";

type Emotion = NonNullable<EmotionTags["basic_emotion"]>;

const emotions: readonly (readonly [Emotion, RegExp])[] = [
  [
    "开心",
    /(?<![不没])(?:开心|高兴|激动|兴奋)|太好了|太棒|好耶|耶[!！]|恭喜|哈哈+|笑死|嘿嘿|赢了|考上|成功了|通过了|[😂🤣😄😆🎉🥳😁]|\b(?:so happy|excited|thrilled|awesome|amazing|congrat\w*|yay|haha+|hooray|passed|won)\b/giu,
  ],
  [
    "愉悦",
    /舒服|不错|好吃|好喝|好看|好听|有意思|享受|放松|惬意|满意|喜欢|甜|可爱|晒太阳|[😊🙂☺🥰]|\b(?:nice|lovely|enjoy\w*|relax\w*|beautiful|delicious|cozy|pleasant|fun|sweet|cute|peaceful)\b/giu,
  ],
  [
    "失落",
    /难过|伤心|失落|失望|沮丧|委屈|孤独|孤单|寂寞|想哭|哭了?|崩溃|绝望|压力|焦虑|烦死|好烦|心烦|郁闷|难受|好累|太累|累死|疲惫|失眠|分手|去世|走了|想念|后悔|[😢😭😞😔💔]|不(?:开心|高兴)|撑不住|\b(?:sad|upset|lonely|cry\w*|cried|disappoint\w*|depress\w*|stress\w*|anxious|exhaust\w*|tired|miss (?:him|her|them)|heartbroken|broke up|passed away|hurt|regret)\b/giu,
  ],
  [
    "严肃",
    /严重|必须|后果|责任|法律|合同|手术|确诊|住院|急诊|警察|死亡|原则|底线|认真|辞职|裁员|离婚|过敏|\b(?:serious\w*|must|surgery|diagnos\w*|hospital|legal|contract|police|died|death|principle|divorce|laid off|allerg\w*)\b/giu,
  ],
  [
    "关心",
    /注意身体|照顾好?|别太|多喝|早点(?:睡|休息)|好好休息|心疼|还好吗|没事吧|担心你|慢点|抱抱|陪你|保重|吃药|小心|辛苦了|\b(?:take care|are you ok\w*|get some rest|worried about|here for you|be careful|hope you feel|look after)\b/giu,
  ],
  [
    "好奇",
    /为什么|怎么会|是什么|好奇|原来|真的吗|想知道|怎么做到|什么样|有没有|\b(?:why|how come|curious|wonder\w*|what is|really\?|interesting|tell me)\b/giu,
  ],
];

const askingForHelp =
  /怎么办|帮我|帮帮我|帮忙|有(?:什么|没有).{0,6}(?:办法|建议|推荐|方法)|该怎么|如何|教我|求|给点建议|\b(?:help me|what should I|how (?:do|can|should) I|any (?:advice|tips|ideas)|can you (?:help|recommend|suggest))\b/giu;
const discussing =
  /觉得|认为|我同意|不同意|反过来|道理|因为|所以|应该|到底|看法|观点|计划|方案|比较|\b(?:I think|because|agree|disagree|opinion|in my view|should|plan|compare|reason)\b/giu;
const lively = /[!！]|哈哈+|太棒|激动|[🎉🥳🔥]|\b(?:wow|amazing|awesome|excited|can't wait)\b/giu;
const light = /哈哈?|嘿嘿|嘻嘻|～|~|呀|啦|喵|[😀-😎🙂🤣😊😜]|\b(?:lol|haha+|fun|funny|cute|nice|cool)\b/giu;

// Enough to tell the mood of a talk; counting through a pasted book would only cost time.
const longestText = 12_000;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

export type Mood = { tags: EmotionTags; intensity: number; state: string | undefined };

const states: Record<Language, Record<Emotion, string>> = {
  zh: {
    开心: "很开心",
    愉悦: "心情不错",
    失落: "情绪低落",
    严肃: "认真、郑重",
    关心: "被人惦记着",
    好奇: "充满好奇",
  },
  en: {
    开心: "happy",
    愉悦: "in a good mood",
    失落: "feeling low",
    严肃: "serious",
    关心: "cared for",
    好奇: "curious",
  },
};

/**
 * Tags of a topic and the strength of its feeling (0–1). Each tag is always one of its set: without any sign it is 愉悦, 闲聊
 * and 轻松, what most small talk is.
 */
export function readMood(messages: readonly Message[], language: Language): Mood {
  const join = (role: Message["role"]) =>
    simplify(
      messages
        .filter((message) => message.role === role)
        .map((message) => message.content.slice(0, 1000))
        .join("\n")
        .slice(0, longestText),
    );
  const user = join("user");
  const assistant = join("assistant");
  let best: { emotion: Emotion; score: number } = { emotion: "愉悦", score: 0 };
  let heavy = 0;
  for (const [emotion, pattern] of emotions) {
    // Care is what the companion shows; every other mood is the person's.
    const own = emotion === "关心" ? count(assistant, pattern) : count(user, pattern);
    const other = emotion === "关心" ? count(user, pattern) : count(assistant, pattern);
    const score = own + 0.3 * other - (emotion === "好奇" ? 0.5 : 0);
    if (emotion === "失落" || emotion === "开心") heavy = Math.max(heavy, own);
    if (score > best.score) best = { emotion, score };
  }
  const share = (pattern: RegExp) => count(user, pattern) / Math.max(1, messages.length);
  const help = count(user, askingForHelp);
  const scene = help > 0 && help >= messages.length / 16 ? "求助" : share(discussing) > 0.3 ? "讨论" : "闲聊";
  const glad = best.emotion === "开心" || best.emotion === "愉悦";
  const easy = (glad && scene === "闲聊") || (best.emotion !== "失落" && share(light) > 0.12);
  const atmosphere = glad && share(lively) > 0.3 ? "热烈" : easy ? "轻松" : "平和";
  const intensity = Math.min(1, 0.3 + 0.12 * Math.min(4, heavy) + 0.06 * Math.min(4, best.score));
  return {
    tags: { basic_emotion: best.emotion, scene, atmosphere },
    intensity: Math.round(intensity * 100) / 100,
    state: best.score >= 1 ? states[language][best.emotion] : undefined,
  };
}
