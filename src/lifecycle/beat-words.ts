// The house's own words about beats: why one was sent or kept back, and what is said where no model is connected (item 11).
import { isSecondLook } from "../memory/follow-up.ts";
import type { DueBeat } from "../memory/heartbeat.ts";
import { ago } from "../memory/now.ts";
import type { OccasionKind } from "../memory/occasion.ts";
import type { Language, Seconds } from "../schema/common.ts";
import { localClock, localDate } from "../schema/zone.ts";

/** Why nothing was sent. */
export type SilentCause =
  | "chose"
  | "no_answer"
  | "reproach"
  | "repeated"
  | "out_of_character"
  | "interrupted"
  | "no_words";

const silent: Record<Language, Record<SilentCause, string>> = {
  zh: {
    chose: "看了看，觉得现在不说更好。",
    no_answer: "模型没有给出能用的回答。",
    reproach: "写出来的话像在责怪，没有发。",
    repeated: "和刚说过的一样，没有发。",
    out_of_character: "写出来的话不像自己，没有发。",
    interrupted: "你先开口了，就没有发。",
    no_words: "没有想好说什么。",
  },
  en: {
    chose: "Thought about it; silence seemed better just now.",
    no_answer: "The model gave no usable answer.",
    reproach: "The words sounded like blame, so they were not sent.",
    repeated: "It had just been said, so it was not sent again.",
    out_of_character: "The words were out of character, so they were not sent.",
    interrupted: "You spoke first, so nothing was sent.",
    no_words: "There was nothing ready to say.",
  },
};

/** Why a beat stayed silent, for the person who asks. */
export function silentReason(language: Language, cause: SilentCause): string {
  return silent[language][cause];
}

const occasionNames: Record<Language, Record<OccasionKind, string>> = {
  zh: {
    birthday: "你的生日",
    other_birthday: "你身边的人的生日",
    anniversary: "纪念日",
    hundredth_day: "第一百天",
    mourning: "一个难过的日子",
    festival: "节日",
  },
  en: {
    birthday: "your birthday",
    other_birthday: "the birthday of someone close to you",
    anniversary: "an anniversary",
    hundredth_day: "the hundredth day",
    mourning: "a hard day",
    festival: "a festival",
  },
};

export type SentState = { now: Seconds; heardAt: Seconds; zone: string; occasion: OccasionKind | undefined };

/**
 * Why a beat was sent, where the character gave no reason of its own. It quotes nothing that the person said: the record names
 * the messages, and what is erased there must stand nowhere else.
 */
export function sentReason(language: Language, beat: DueBeat, state: SentState): string {
  const clock = localClock(beat.due_at, state.zone);
  const silence = ago(state.now - state.heardAt, language);
  const said = localDate(beat.followUp?.said_at ?? beat.due_at, state.zone);
  const isAgain = beat.followUp !== undefined && isSecondLook(beat.followUp);
  const day = state.occasion && occasionNames[language][state.occasion];
  if (language === "zh") {
    if (day !== undefined) return `今天是${day}`;
    if (isAgain) return `你 ${said} 说的话当时没有回，后来又看了看`;
    if (beat.followUp) return `你 ${said} 提过一件事，来问问后来怎么样`;
    if (beat.kind === "planned") return `定在 ${clock} 的：${beat.text}`;
    return beat.kind === "manual" ? "你让我看看要不要开口" : `上一次听你说话是${silence}`;
  }
  if (day !== undefined) return `Today is ${day}`;
  if (isAgain) return `I had read your words of ${said} without answering, and came back to them`;
  if (beat.followUp) return `You told me of something on ${said}, so I asked how it went`;
  if (beat.kind === "planned") return `Planned for ${clock}: ${beat.text}`;
  return beat.kind === "manual" ? "You asked me to think about speaking" : `I last heard from you ${silence}`;
}

type OfflineWords = { followUp: string; wish: string } & Record<OccasionKind, string>;

const offline: Record<Language, OfflineWords> = {
  zh: {
    followUp: "你说过「{{text}}」，后来怎么样了？",
    wish: "你说过「{{text}}」，开始了吗？",
    birthday: "生日快乐。",
    other_birthday: "今天有人过生日，我记着呢：{{text}}",
    anniversary: "今天是个值得记住的日子：{{text}}",
    hundredth_day: "今天是第一百天。",
    mourning: "今天我陪你一会儿。",
    festival: "{{text}}好。",
  },
  en: {
    followUp: "You said “{{text}}”. How did it go?",
    wish: "You said “{{text}}”. Did you start?",
    birthday: "Happy birthday.",
    other_birthday: "Somebody has a birthday today, I kept it in mind: {{text}}",
    anniversary: "Today is a day to remember: {{text}}",
    hundredth_day: "Today is the hundredth day.",
    mourning: "I am here with you today.",
    festival: "A good day to you: it is {{text}}.",
  },
};

/** What is said of a follow-up or an occasion without a model. */
export function offlineWords(language: Language, name: keyof OfflineWords, text: string): string {
  // The day that stands beside 明天 is for the model; in the person's own words nobody says it.
  const said = text.replace(/\s?[（(]\d{4}-\d{2}-\d{2}(?: – \d{4}-\d{2}-\d{2})?[）)]/g, "");
  return offline[language][name].replaceAll("{{text}}", () => said);
}
