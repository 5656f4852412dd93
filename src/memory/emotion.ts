// The names of moods in both languages: tags of topics (A71–A73) and codes of single turns (A236, R37).
import type { Language } from "../schema/common.ts";
import type { basicEmotions, EmotionCode } from "../schema/emotion.ts";

type Label = Record<Language, string>;

const tagLabels: Record<string, Label> = {
  开心: { zh: "开心", en: "happy" },
  愉悦: { zh: "愉悦", en: "pleased" },
  失落: { zh: "失落", en: "down" },
  严肃: { zh: "严肃", en: "serious" },
  关心: { zh: "关心", en: "caring" },
  好奇: { zh: "好奇", en: "curious" },
  闲聊: { zh: "闲聊", en: "small talk" },
  讨论: { zh: "讨论", en: "discussion" },
  求助: { zh: "求助", en: "asking for help" },
  轻松: { zh: "轻松", en: "relaxed" },
  平和: { zh: "平和", en: "calm" },
  热烈: { zh: "热烈", en: "lively" },
};

const codeLabels: Record<EmotionCode, Label> = {
  joy: { zh: "开心", en: "joy" },
  content: { zh: "满足", en: "content" },
  sad: { zh: "难过", en: "sad" },
  serious: { zh: "认真", en: "serious" },
  caring: { zh: "关心", en: "caring" },
  curious: { zh: "好奇", en: "curious" },
  anxious: { zh: "焦虑", en: "anxious" },
  angry: { zh: "生气", en: "angry" },
  afraid: { zh: "害怕", en: "afraid" },
  tired: { zh: "疲惫", en: "tired" },
  lonely: { zh: "孤单", en: "lonely" },
  hurt: { zh: "委屈", en: "hurt" },
  neutral: { zh: "平静", en: "neutral" },
};

/** The word for a tag or code in a language; a word that is in no set comes back as it is, so nothing is mistranslated. */
export function emotionLabel(tag: string, language: Language): string {
  const label = Object.hasOwn(tagLabels, tag) ? tagLabels[tag] : codeLabel(tag);
  return label?.[language] ?? tag;
}

function codeLabel(tag: string): Label | undefined {
  return Object.hasOwn(codeLabels, tag) ? codeLabels[tag as EmotionCode] : undefined;
}

const tagCodes: Record<(typeof basicEmotions)[number], EmotionCode> = {
  开心: "joy",
  愉悦: "content",
  失落: "sad",
  严肃: "serious",
  关心: "caring",
  好奇: "curious",
};

/** The turn code that stands nearest to a topic's basic emotion, where a trend shows both (A238, R37). */
export function codeOfTag(tag: (typeof basicEmotions)[number]): EmotionCode {
  return tagCodes[tag];
}
