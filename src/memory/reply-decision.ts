// Whether a message may stay without an answer, and how often: the table counts only under `reply_policy: "level"` (A129–A133, A154, A155, R10).
import type { EmotionCode } from "../schema/emotion.ts";
import type { Message } from "../schema/message.ts";
import type { RelationshipLevel } from "../schema/relationship.ts";
import { simplify } from "../schema/simplified.ts";
import { localDate } from "../schema/zone.ts";
import { levels } from "./relationship.ts";

/** So many messages of the person are always answered at first. */
export const firstMessages = 30;
/** A message that was left unanswered is looked at again after 10 to 90 minutes, in seconds. */
export const lookAgain = { from: 600, to: 5_400 } as const;

export type MustReply =
  | "policy"
  | "question"
  | "command"
  | "danger"
  | "low_mood"
  | "first_messages"
  | "first_of_day"
  | "after_skipped"
  | "asked_again";

const question =
  /[?？]|(?:吗|呢|嘛|吧|么)\s*[。.!！~～…]*$|什么|怎么|为什么|为啥|哪[里儿个些天]|几点|几号|多少|谁(?![都也])|能不能|可不可以|要不要|好不好|是不是|有没有|行不行|\b(?:what|why|how|when|where|who|which|whose)\b|^(?:do|does|did|is|are|was|were|can|could|will|would|should|shall|have|has|may)\b/im;
/** Asked without a question mark, as people do who type: 吃了没, 去不去, 你喜欢猫还是狗, "u there", "any ideas". */
const askedPlainly =
  /([\p{Script=Han}])[不没]\1|[了过完到饭班觉课家好醒]没(?:有)?[啊呀]?\s*[。.~～…]*$|^(?:你)?在不$|咋[办了样]|啥[意时事]|多[久大远长高]|(?<![好这那十前后])几[岁点个天号次](?!都)|(?:你|咱们?|要|选|先)[^，,。]{1,8}(?<![我的也])还是[^，,。]{1,8}$|^你觉得|\b(?:wyd|hbu|wbu|wanna|any (?:ideas?|thoughts|suggestions|advice|plans)|thoughts$|(?:you|u) (?:ok|okay|there|free|up|awake|around)\b|mind if|^\w+(?: \w+)? or \w+(?: \w+)?$)/iu;
/** Something is wanted of the companion. */
const wanted =
  /(?:^|[，,。\s])(?:请|麻烦)?(?:你)?(?:快|再|先)*(?:帮(?:我|忙)|告诉我|给我(?:讲|说|推荐|唱|写|看)|教我|陪我|说说|讲讲|讲个|推荐|猜猜?|记得提醒)|(?:^|[.,!]\s*)(?:please |pls |just |then |ok |hey )*(?:(?:tell|show|teach|give|send|sing|remind|let) (?:me|us)|say|talk|sing|guess|recommend|describe|explain|help)\b/iu;
const lowMoods: ReadonlySet<EmotionCode> = new Set([
  "sad",
  "anxious",
  "angry",
  "afraid",
  "tired",
  "lonely",
  "hurt",
]);
/** A mood that only shimmers through does not count. */
const clearMood = 0.35;

export type ReplyView = {
  policy: "always" | "level";
  /** All that is to be answered: a message, or several that came right after one another. */
  text: string;
  mood: { emotion: EmotionCode; intensity: number };
  isDanger: boolean;
  isCommand: boolean;
  isAskedAgain: boolean;
  /** What was said before, oldest first, as far as it is at hand. */
  before: readonly Pick<Message, "role" | "timestamp" | "read">[];
  at: number;
  zone: string;
};

/** Why the message is answered in any case, or null where it may be left with having been read. */
export function mustReply(view: ReplyView): MustReply | null {
  if (view.policy === "always") return "policy";
  if (view.isDanger) return "danger";
  if (view.isAskedAgain) return "asked_again";
  if (view.isCommand) return "command";
  const text = simplify(view.text.trim());
  if ([question, askedPlainly, wanted].some((pattern) => pattern.test(text))) return "question";
  if (lowMoods.has(view.mood.emotion) && view.mood.intensity >= clearMood) return "low_mood";
  const own = view.before.filter(({ role }) => role === "user");
  const last = own.at(-1);
  if (own.length < firstMessages || last === undefined) return "first_messages";
  if (last.read !== undefined) return "after_skipped";
  if (localDate(last.timestamp, view.zone) !== localDate(view.at, view.zone)) return "first_of_day";
  return null;
}

/** Draws whether a message is answered, where no model decides: true at the level's rate. `random`: 0 ≤ x < 1. */
export function drawReply(level: RelationshipLevel, random: () => number): boolean {
  return random() < levels[level].reply_rate;
}

/** The level's rate in whole per cent, as the model is told it. */
export function replyPercent(level: RelationshipLevel): string {
  return String(Math.round(levels[level].reply_rate * 100));
}

/** When a message that was left unanswered is looked at again, in seconds from now. */
export function lookAgainAfter(random: () => number): number {
  return Math.floor(lookAgain.from + random() * (lookAgain.to - lookAgain.from));
}

const reasons: Record<"zh" | "en", Record<RelationshipLevel, string>> = {
  zh: {
    特别关心: "看到了，这会儿一时没顾上回。",
    关系较好: "看到了，这会儿一时没顾上回。",
    一般: "看到了，一时不知道说什么。",
    关系冷淡: "看到了，这会儿不太想说话。",
    决裂: "看到了，不想回。",
  },
  en: {
    特别关心: "Read it, and did not get round to answering just then.",
    关系较好: "Read it, and did not get round to answering just then.",
    一般: "Read it, and had nothing to add just then.",
    关系冷淡: "Read it, and did not feel like talking.",
    决裂: "Read it, and did not want to answer.",
  },
};

/** Why nothing was answered, in words for the person. */
export function skipReason(level: RelationshipLevel, language: "zh" | "en"): string {
  return reasons[language][level];
}
