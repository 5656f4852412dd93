// When the open topic is over although nobody said goodbye: silence, another subject, too many messages (A49, A59, DESIGN 3).
import type { Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { clausesOf, plainText } from "./phrases.ts";

/** Figures of topic ends; times in seconds, lengths in messages. */
export const topicLimits = {
  silence: 6 * 3600,
  /** A new companion's first topic ends sooner, so that a first memory can be seen soon. */
  firstSilence: 30 * 60,
  overflow: 400,
  /** A shift that nobody announced needs a topic of this length and a pause before it. */
  shiftMessages: 8,
  shiftPause: 10 * 60,
  announcedMessages: 2,
} as const;

/**
 * Below this likeness to the open topic (0 to 1) a message is about something else. Words alone tell subjects apart badly:
 * in a Chinese chat of 18 months 22 % of the messages that went on with a topic fall below 0.01 and 36 % of those from another
 * one, 47 and 64 % below 0.02. So only a message that shares next to nothing counts; what is missed, silence ends.
 */
export const shiftSimilarityFloor = 0.01;
/** A message that says less than this (CJK characters, Latin words count two) cannot show a shift: "嗯嗯", "why?". */
const leastSubstance = 12;

export type TopicEnd = { trigger: "silence" | "shift" | "overflow" };

export type TopicQuestion = {
  /** Messages of the open topic, oldest first. */
  open: readonly Message[];
  /** The person's message that has just come and belongs to no topic yet; null on a tick. */
  incoming: Message | null;
  /** How alike `incoming` is to the open topic, 0 to 1. */
  similarity: number;
  /** True for the first topic of a companion. */
  firstTopic: boolean;
  now: Seconds;
};

/** Whether the open topic ends before `incoming` joins, and why; null where it goes on (A49, DESIGN 3). */
export function endTrigger(question: TopicQuestion): TopicEnd | null {
  const { open, incoming, now } = question;
  const last = open.at(-1);
  // A greeting that nobody answered yet is no talk.
  if (last === undefined || !open.some((message) => message.role === "user")) return null;
  // A message that brings its own time (saved history, another bot's clock) is measured by it.
  const pause = (incoming?.timestamp ?? now) - last.timestamp;
  const silence = question.firstTopic ? topicLimits.firstSilence : topicLimits.silence;
  if (pause >= silence) return { trigger: "silence" };
  if (incoming?.role === "user" && isShift(question, incoming, pause)) return { trigger: "shift" };
  return open.length >= topicLimits.overflow ? { trigger: "overflow" } : null;
}

function isShift(question: TopicQuestion, incoming: Message, pause: Seconds): boolean {
  const length = question.open.length;
  if (length >= topicLimits.announcedMessages && announcesShift(incoming.content)) return true;
  return (
    length >= topicLimits.shiftMessages &&
    pause >= topicLimits.shiftPause &&
    question.similarity < shiftSimilarityFloor &&
    hasSubstance(incoming.content) &&
    !pointsBack(incoming.content)
  );
}

function hasSubstance(text: string): boolean {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = text.match(/[\p{Script=Latin}\p{N}']+/gu)?.length ?? 0;
  return characters + latin * 2 >= leastSubstance;
}

/** Words that hang on what was said before, however different the rest is. */
const back =
  /^(?:那(?!天|年|时|个时候|边)|所以|因为|但是?|可是|不过|然后|而且|还有|另外那|它|这(?!周|个月|几天|两天|次)|刚才|刚刚|你说的|(?:so|but|and|because|then|that|it|this|those|these|which|also|what about|how about)\b)/;

function pointsBack(text: string): boolean {
  return back.test(plainText(text).trim());
}

// Only what people lead in with may stand before the announcement: "不想换个话题" and "他又换个话题" announce nothing.
const leadZh =
  "(?:好了|好吧|好啦|好|行了|行吧|行|嗯|哎呀|哎|诶|唉|哈|那个|那就|那|对了|话说|算了|不说了|不聊了|不说这个了|不聊这个了|我们|咱们|咱|我|想|要不然|要不|要|不如|还是|先|来|现在|突然|让|能不能|可不可以|可以|跟你|和你|给你|另外|顺便)*";
const announcedZh = new RegExp(
  `^${leadZh}(?:(?:换|转|切换?|改)(?:个|一个|一下|下)?[^没不]{0,6}(?:话题|主题)|换个?(?:别的|其他的?|轻松点?的?|开心点?的?)(?:聊|说|吧|来)|(?:说|聊|讲|谈)(?:点儿?|些|个|一?件|一个|聊|说)?(?:点儿?|些|个)?(?:别的|其他的|另外的|题外话)(?:事情?|话题)?|(?:说|聊|讲)(?:个|一?件|件)(?:不相干|无关|没关系|完全不同)的|(?:问|跟你说|说|聊)?(?:你)?(?:个|一个|件|一件)?(?:不相关|不相干|毫不相干|无关|题外)的?(?:话|问题|事)|题外话|岔开(?:一下)?话题|这个(?:话题)?(?:先)?(?:到此为止|打住|不聊了|不说了|跳过|翻篇)|(?:先)?不(?:聊|说|谈|提)(?:这个|这些|这事)了)`,
);
const leadEn =
  "(?:(?:ok|okay|well|so|anyway|anyways|alright|right|hey|um|hmm|oh|now|and|but|sorry|btw|by the way|enough of that|enough about that|please|maybe) )*";
const announcedEn = new RegExp(
  `^${leadEn}(?:(?:let's|lets|let us|can we|could we|shall we|may we|we should|why don't we|how about we|i'd like to|i would like to|i want to|i wanna|i'm going to|i'm gonna|let me|gonna|going to|mind if i|mind if we) (?:just |please )?(?:change|switch|drop) (?:the |this )?(?:subject|subjects|topic|topics)\\b|(?:change|changing|switching|change of) (?:the )?(?:subject|subjects|topic|topics|gears)$|(?:change|changing|switching|change of) (?:the )?(?:subject|subjects|topic|topics|gears) (?:for|but|a bit|please|now|here)\\b|(?:let's|lets|can we|could we|i want to|i wanna|i'd like to|shall we) (?:talk|chat|speak) about (?:something|anything) (?:else|different)\\b|on (?:another|a different|a totally different|a completely different|an unrelated|a side|a lighter|a happier) (?:note|topic|subject)\\b|(?:different|new|next) (?:topic|subject)(?:$| time\\b)|(?:totally|completely|entirely) (?:unrelated|different topic|off topic|different subject)\\b|this is (?:totally |completely )?(?:unrelated|off topic)\\b|(?:unrelated|off topic)$|not to change the subject\\b|something (?:else|completely different)$|moving on(?:$| to (?:something|another)\\b))`,
);

/** True where a message says that another subject comes now ("换个话题吧", "on another note …"), in any of its clauses. */
export function announcesShift(text: string): boolean {
  const clauses = clausesOf(plainText(text.slice(0, 600))).filter((clause) => clause.length <= 80);
  return clauses.some(
    (clause) => (announcedZh.test(clause) && !asksWhy.test(clause)) || announcedEn.test(clause),
  );
}

const asksWhy = /为什么|为啥|怎么|干嘛|干吗|不想|不要|别(?!的)/;
