// What the person says about the next hours: good night, I am in a meeting, stop texting me; and until when that holds (issue 5, item 2).
import type { Seconds } from "../schema/common.ts";
import type { Heartbeat } from "../schema/heartbeat.ts";
import { nextClock } from "./beat-time.ts";
import { isFarewell } from "./farewell.ts";
import { clausesOf, endsAsQuestion, plainText } from "./phrases.ts";

export type Hold =
  | { reason: "good_night" }
  | { reason: "busy"; hours: number }
  | { reason: "asked_to_stop"; hours: number };

export const holdFigures = {
  /** After a word to stop. */
  stopHours: 24,
  /** Nobody who says good night at seven in the morning means the hour after. */
  leastSleep: 5 * 3600,
  /** What is said within so long after a hold began belongs to the parting; what is said later shows that it is over. */
  parting: 10 * 60,
  /** 08:00, where too little is known of the person's mornings. */
  firstHour: 8 * 60,
  /** Days of which the usual first hour is the median, and how many must be known. */
  days: 14,
  leastDays: 3,
} as const;

const sleepy =
  /晚安|安安|睡|困|\bgood ?night\b|\bg'?night\b|\bnight\b|\bnite\b|\bgn\b|sleep|\bbed\b|\bdreams?\b/;

const leadZh =
  "(?:那|好了?|嗯|哦|我|俺|先|得|要|该|马上|准备|正在?|在|这会儿?|现在|一会儿?|待会儿?|等会儿?|去|刚|得去|还|又|开始|赶紧|快)*";
const tailZh = "(?:了|啦|去了?|呢|中|咯|喽|哦|呀|吧|先|一下|哈)*";
/** What keeps a person from answering, and for how many hours. */
const awayZh: readonly [RegExp, number][] = [
  [
    new RegExp(
      `^${leadZh}(?:洗(?:个)?(?:热水)?澡|冲个?凉|吃(?:个)?(?:早|午|中午?|晚|夜)?饭|做(?:个)?饭)${tailZh}$`,
    ),
    1,
  ],
  [
    new RegExp(
      `^${leadZh}(?:开(?:个|着|一个)?(?:小|大|早|周|例|晨)?会(?:议)?|上(?:个|着)?(?:早|晚|网)?课|上自习|健身|跑(?:个)?步|开(?:着)?车|午睡|睡(?:个)?午觉|面试|练琴|排练|看(?:个)?牙|忙(?:着|去|一会儿|一阵)?)${tailZh}$`,
    ),
    2,
  ],
  [
    new RegExp(
      `^${leadZh}(?:考试|上班|加班|值班|监考|看(?:场|个)?电影|上飞机|登机|坐飞机|起飞|做手术|打工|出摊)${tailZh}$`,
    ),
    3,
  ],
];
/** What the lead lets pass and is no parting: it is over, or it is only a subject. */
const overZh = /完|过了|刚才|昨|明天|后天|下周|不用|不想|没有?课|取消/;

const leadEn =
  "^(?:(?:ok|okay|well|so|sorry|right|anyway|alright|now|and|but|hey) )*(?:(?:i'm|i am|im|i'll be|i have|i've got|i've|i got|i gotta|gotta|got|i need|need|i should|should|about|going|gonna|off|heading|headed|hopping|jumping|getting|taking|having|stepping|back|in|into|to|at|for|a|an|the|my|be|have|go|get|take|hop|jump|run|start|starting|brb|late|time|now|just|it's|quick|long|another|team|work|zoom) )*";
const tailEn =
  "(?: (?:now|soon|right now|first|brb|bye|again|here|time|starts|is starting|until .{1,12}|till .{1,12}))*$";
const awayEn: readonly [RegExp, number][] = [
  [new RegExp(`${leadEn}(?:shower|bath|lunch|dinner|breakfast|cook|cooking|eat|eating)${tailEn}`), 1],
  [
    new RegExp(
      `${leadEn}(?:meeting|meetings|class|classes|lecture|lesson|seminar|gym|workout|driving|drive|interview|rehearsal|nap|appointment|dentist|call)${tailEn}`,
    ),
    2,
  ],
  [new RegExp(`${leadEn}(?:exam|shift|work|boarding|flight|plane|movie|surgery)${tailEn}`), 3],
  [
    /^(?:(?:sorry|ok|hey) )*(?:i'm|i am|im|gonna be|i'll be) (?:really |so |very |a bit |kinda )?busy(?: now| right now| today)?$/,
    2,
  ],
  [
    /^(?:my |the |our )?(?:meeting|class|lecture|lesson|seminar|call)(?: is|'s)? (?:starting|starts|about to start|begins|is beginning)(?: now| soon| in .{1,14})?$/,
    2,
  ],
];
/** A bare noun ("work", "lunch") says nothing; somebody must be in it or on the way to it. */
const goesEn =
  /\b(?:i'm|i am|im|i'll|i have|i've|i got|gotta|got to|i need|going|gonna|off|heading|headed|hopping|jumping|getting|taking|having|stepping|time|in|hop|jump|about|brb)\b/;

const stopZh =
  /(?:别|不要|不许|请勿|少|停止|甭|不准)(?:再|老|总|一直|老是|总是|天天|整天)*(?:主动)?(?:给我|跟我|来|向我|对我)*(?:(?:发|弹|推)(?:消息|信息|短信|微信|东西|这些)|发了$|发来|找我|联系我|打扰我|烦我|骚扰我|吵我)(?!的)/;
const stopEn =
  /\b(?:(?:please )?(?:stop|quit) (?:texting|messaging|writing(?: to)?|contacting|bothering|pinging|dming|sending|spamming|poking) me\b|(?:please )?(?:don't|do not|dont|never) (?:text|message|write(?: to)?|contact|bother|ping|dm|spam) me\b|no more (?:messages|texts)(?: from you)?(?: please)?$|leave me alone$|leave me alone (?:please|for)|stop (?:texting|messaging)$)/;
const stopNotEn =
  /\b(?:don't|do not|dont|never|why|if|would|told|said|says|asked|he|she|they|him|her|when)\b.{0,40}\b(?:stop|quit|texting|leave|text|message|messaging|write)\b/;
const reportsZh =
  /他|她|它|妈|爸|老板|同事|朋友|如果|要是|为什么|为啥|怎么|说(?:过|了)?别|是不是|的人|消息的/;

/** What a message of the person holds back, or null (both languages; a question or a report about others holds nothing). */
export function holdIn(text: string, names: readonly string[] = []): Hold | null {
  const end = text.slice(-400);
  const plain = plainText(end);
  const clauses = clausesOf(plain);
  if (clauses.some(asksToStop)) return { reason: "asked_to_stop", hours: holdFigures.stopHours };
  if (sleepy.test(plain) && isFarewell(end, names) && !/^(?:早|good morning)/.test(plain))
    return { reason: "good_night" };
  if (endsAsQuestion(plain)) return null;
  for (const clause of clauses.toReversed().slice(0, 4)) {
    const hours = awayHours(clause);
    if (hours !== null) return { reason: "busy", hours };
  }
  return null;
}

function asksToStop(clause: string): boolean {
  if (stopZh.test(clause))
    return !reportsZh.test(clause.replace(stopZh, "")) && !/发烧|发火|发脾气|发呆|发愁/.test(clause);
  const told = stopEn.exec(clause);
  // "Don't stop texting me", "why don't you text me", "he said: stop texting me": something stands before it.
  return (
    told !== null &&
    !stopNotEn.test(`${clause.slice(0, told.index)}${told[0].split(" ")[0] === "stop" ? " stop" : ""}`)
  );
}

function awayHours(clause: string): number | null {
  if (!overZh.test(clause)) for (const [pattern, hours] of awayZh) if (pattern.test(clause)) return hours;
  if (
    !(goesEn.test(clause) || /\bstart(?:s|ing)\b/.test(clause)) ||
    /\b(?:tomorrow|yesterday|n't|not|hate|love|later|next|after|done|finished|was)\b/.test(clause)
  )
    return null;
  for (const [pattern, hours] of awayEn) if (pattern.test(clause)) return hours;
  return null;
}

/**
 * Until when a hold that begins now lasts: a good night until the person's usual first hour (minutes since midnight), at least
 * five hours away; the others as long as they say (1 to 3 hours; 24 after a word to stop).
 */
export function holdUntil(hold: Hold, now: Seconds, firstMinute: number, zone: string): Seconds {
  if (hold.reason !== "good_night") return now + Math.round(hold.hours * 3600);
  return nextClock(now + holdFigures.leastSleep, firstMinute, zone);
}

/** What still holds, given when the person was last heard: a word that comes well after the parting lifts it, but no word to stop. */
export function holdNow(
  { hold_until, hold_reason, hold_since }: Pick<Heartbeat, "hold_until" | "hold_reason" | "hold_since">,
  heardAt: Seconds,
  now: Seconds,
): { until: Seconds; reason: string } | undefined {
  if (hold_until === undefined || hold_until <= now) return undefined;
  const since = hold_since ?? 0;
  // A hold from the future can only be left by a clock that was set back.
  if (since > now + holdFigures.parting) return undefined;
  const reason = hold_reason ?? "busy";
  const lifted =
    reason !== "asked_to_stop" && hold_since !== undefined && heardAt > since + holdFigures.parting;
  return lifted ? undefined : { until: hold_until, reason };
}

/** The median of the first minutes of the last days (minutes since midnight, one for each day); 08:00 where fewer than three are known. */
export function usualFirstMinute(firstMinutes: readonly number[]): number {
  if (firstMinutes.length < holdFigures.leastDays) return holdFigures.firstHour;
  const sorted = [...firstMinutes].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? holdFigures.firstHour;
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? upper) + upper) / 2);
}
