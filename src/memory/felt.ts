// How much the feeling counts with which something was said, when it is looked for again (A234).
import type { EmotionCode, EmotionEntry } from "../schema/emotion.ts";
import { simplify } from "../schema/simplified.ts";

/** What is felt this strongly stays in mind by itself. */
const strong = 0.7;
/** It counts this much of what it would if its feeling were asked for. */
const unaskedShare = 0.25;

const words: Partial<Record<EmotionCode, RegExp>> = {
  joy: /开心|高兴|快乐|兴奋|激动|\b(?:happy|happiest|glad|joy|thrilled|excited)\b/i,
  sad: /难过|伤心|难受|悲伤|沮丧|[想会有]哭|哭[过了得]|\b(?:sad|saddest|cry|cried|crying|upset|heartbroken)\b/i,
  anxious: /焦虑|紧张|担心|不安|发愁|\b(?:anxious|nervous|worried|stressed)\b/i,
  angry: /生气|愤怒|气[死坏]|恼火|\b(?:angry|angriest|furious|mad)\b/i,
  afraid: /害怕|恐惧|吓[到坏人]|\b(?:afraid|scared|frightened|terrified)\b/i,
  tired: /[最很好太真]累|疲惫|累[坏死]|\b(?:tired|exhausted|worn out)\b/i,
  lonely: /孤单|孤独|寂寞|\b(?:lonely|loneliest|alone)\b/i,
  hurt: /委屈|受伤|\b(?:hurt|wronged)\b/i,
};

/** The feelings that a text asks for by name: "when was I sad", 我什么时候最开心. */
export function feelingsAsked(text: string): ReadonlySet<EmotionCode> {
  const plain = simplify(text);
  const asked = Object.entries(words).filter(([, pattern]) => pattern.test(plain));
  return new Set(asked.map(([code]) => code as EmotionCode));
}

/**
 * What the feeling of each message counts, 0 to 1, by message id: its intensity where that feeling is asked for, a quarter of it
 * where it was strong. Messages without either are left out.
 */
export function feltWeights(
  emotions: readonly EmotionEntry[],
  asked: ReadonlySet<EmotionCode>,
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { message_id, emotion, intensity } of emotions) {
    if (message_id === undefined || emotion === "neutral") continue;
    if (asked.has(emotion)) weights.set(message_id, intensity);
    else if (intensity >= strong) weights.set(message_id, unaskedShare * intensity);
  }
  return weights;
}
