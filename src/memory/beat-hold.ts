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
  "(?:那|好了?|嗯|哦|我|俺|先|得|要|该|马上|准备|正|在|这会儿?|现在|一会儿?|待会儿?|等会儿?|等一?下|进去|去|刚|还|又|开始|赶紧|快)*";
const tailZh = "(?:了|啦|去|呢|中|咯|喽|哦|呀|吧|先|一下|一会儿?|一阵|哈)*";
/** What keeps a person from answering, and for how many hours. */
const awayZh: readonly [RegExp, number][] = [
  [
    new RegExp(
      `^${leadZh}(?:[洗泡](?:个)?(?:热水)?澡(?:澡)?|洗(?:个)?(?:头|漱)|冲个?凉|接(?:孩子|娃|女儿|儿子|人)|遛(?:个)?狗|买(?:个)?菜|吃(?:个)?(?:早|午|中午?|晚|夜)?饭|做(?:个)?饭)${tailZh}$`,
    ),
    1,
  ],
  [
    new RegExp(
      `^${leadZh}(?:(?:开|有)(?:个|着|一个)?(?:小|大|早|周|例|晨|组|班|年|家长|部门|视频|线上)?会(?:议)?(?:要开)?|(?:线上|视频|下节|这节)?(?:会议|组会|例会|网课|课)(?:要|马上|快)?开始|上(?:个|着|节)?(?:[一-鿿]{1,3})?课|上自习|健身(?:房)?|跑(?:个)?步|开(?:着)?车|午睡|睡(?:个)?午觉|面试|练琴|排练|(?:不方便|没法|不能)(?:说话|聊天?|打字|看手机|回消息)|看(?:个)?牙|忙(?:着|去|一会儿|一阵)?)${tailZh}$`,
    ),
    2,
  ],
  [
    new RegExp(
      `^${leadZh}(?:考试|进考场|上班|加班|值班|监考|看(?:场|个)?电影|上飞机|登机|坐飞机|起飞|做手术|打工|出摊)${tailZh}$`,
    ),
    3,
  ],
];
/** What the lead lets pass and is no parting: it is over, or it is only a subject. */
const overZh = /完|过了|刚才|昨|明天|后天|下周|不用|不想|没有?课|取消/;

const leadEn =
  "^(?:(?:ok|okay|well|so|sorry|right|anyway|alright|now|and|but|hey) )*(?:(?:i'm|i am|im|i'll be|i have|i've|i got|i gotta|gotta|got|i need|need|i should|should|about|going|gonna|off|heading|headed|hopping|jumping|getting|taking|having|stepping|back|in|into|on|to|at|for|on my way|let me|lemme|a|an|the|my|be|have|go|get|take|hop|jump|run|start|starting|brb|late|time|now|just|it's|quick|long|another|team|work|zoom) )*";
const soonEn =
  "(?: (?:now|soon|right now|first|brb|bye|again|here|time|starts|is starting|rn|in (?:\\d+|five|ten|a few|a)(?: ?(?:m|mins?|minutes?|hours?|hrs?|bit))?|all (?:day|morning|afternoon|evening)|for (?:a while|an hour|(?:\\d+|two|three) hours?)))*";
const tailEn = `${soonEn}(?: (?:until|till) .{1,12}${soonEn})?$`;
const awayEn: readonly [RegExp, number][] = [
  [
    new RegExp(`${leadEn}(?:shower|showering|bath|lunch|dinner|breakfast|cook|cooking|eat|eating)${tailEn}`),
    1,
  ],
  [
    new RegExp(
      `${leadEn}(?:meeting|meetings|class|classes|lecture|lesson|seminar|gym|workout|driving|drive|interview|rehearsal|nap|appointment|dentist|call)${tailEn}`,
    ),
    2,
  ],
  [new RegExp(`${leadEn}(?:exam|shift|work|office|boarding|flight|plane|movie|surgery)${tailEn}`), 3],
  [
    /^(?:(?:sorry|ok|hey) )*(?:i'm|i am|im|gonna be|i'll be) (?:really |so |very |a bit |kinda )?busy(?: now| right now| today)?$/,
    2,
  ],
  [
    /^(?:my |the |our )?(?:meeting|class|lecture|lesson|seminar|call)(?: is|'s)? (?:starting|starts|about to start|begins|is beginning)(?: now| soon| in .{1,14})?$/,
    2,
  ],
  [
    /^(?:my |our |the )?(?:flight|plane|train)(?: is|'s)? (?:boarding|taking off|leaving|about to (?:board|take off|leave))(?: now| soon| in .{1,14})?$/,
    3,
  ],
  [
    /^(?:sorry )?(?:i )?(?:can't|cannot|can not) (?:talk|text|chat|type)(?: right now| now| at the moment| here)?$/,
    2,
  ],
];
/** A bare noun ("work", "lunch") says nothing; somebody must be in it or on the way to it. */
const goesEn =
  /\b(?:i'm|i am|im|i'll|i have|i've|i got|gotta|got to|i need|going|gonna|off|heading|headed|hopping|jumping|getting|taking|having|stepping|time|in|hop|jump|about|brb|on my way|on an? \w*\s?call|let me|lemme|boarding|taking off|leaving|can't|cannot|can not)\b/;

const stopZh =
  /(?:别|不要|不许|请勿|少|停止|甭|不准)(?:再|老|总|一直|老是|总是|天天|整天)*(?:主动)?(?:给我|跟我|来|向我|对我)*(?:(?:发|弹|推)(?:消息|信息|短信|微信|东西|这些)|发了$|发来|找我|联系我|打扰我|烦我|骚扰我|吵我)(?!的)|不[用必](?:再)?(?:给我发(?:消息|信息|微信)|联系我|找我)[了啦]/;
const stopEn =
  /\b(?:(?:please )?(?:stop|quit) (?:texting|messaging|writing(?: to)?|contacting|bothering|pinging|dming|sending|spamming|poking|bugging|annoying) me\b|(?:please )?(?:don't|do not|dont|never) (?:text|message|write(?: to)?|contact|bother|disturb|ping|dm|spam) me\b|(?:please|(?:could|can|would) you|asking you|need you)(?: \w+){0,2} not (?:to )?(?:text|message|write(?: to)?|contact|bother|disturb|ping) me\b|(?:don't|do not|dont) want (?:you to (?:text|message|write|contact|ping|bother)|to hear from you|any(?: more)? (?:messages|texts))|(?:stop|quit) sending (?:me )?(?:any |so many |all these |these |more )?(?:messages|texts)$|^(?:please )?(?:just )?give me (?:some |a little )?space(?: please| for .{1,16})?$|no more (?:messages|texts)(?: from you)?(?: please)?$|leave me alone$|leave me alone (?:please|for)|stop (?:texting|messaging)$)/;
const stopNotEn =
  /\b(?:don't|do not|dont|won't(?! you)|can't(?! you)|doesn't|never|why|if|would|told|said|says|asked|he|she|they|him|her|ex|boss|mom|mum|dad|people|when)\b.{0,40}\b(?:stop|quit|texting|leave|text|message|messaging|write|don't|do)\b/;
/** One's own word, said again, is no report. */
const ownWordEn = /\bi (?:already |just )?(?:said|(?:told|asked) you)(?: to)?\b/g;
const reportsZh =
  /他|她|它|妈|爸|老板|同事|朋友|如果|要是|为什么|为啥|怎么|说(?:过|了)?别|让(?!我)|前任|前男友|前女友|骗子|中介|客服|推销|是不是|的人|消息的/;

/** What a message of the person holds back, or null (both languages; a question or a report about others holds nothing). */
export function holdIn(text: string, names: readonly string[] = []): Hold | null {
  const end = text.slice(-400);
  const plain = plainText(end);
  const clauses = clausesOf(plain);
  if (clauses.some(asksToStop)) return { reason: "asked_to_stop", hours: holdFigures.stopHours };
  if (sleepy.test(plain) && isFarewell(end, names) && !/^(?:早(?!点|些|睡)|good morning)/.test(plain))
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
    !stopNotEn.test(`${clause.slice(0, told.index).replace(ownWordEn, "")} ${told[0].split(" ")[0]}`)
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

type Held = Pick<Heartbeat, "hold_until" | "hold_reason" | "hold_since">;

/**
 * What a hold said now changes; nothing where one stands that lasts longer, or a word to stop: neither a bath before bed nor a good
 * night ends it.
 */
export function takeHold(state: Held, hold: Hold, now: Seconds, until: Seconds): Held {
  const standing = hold.reason === "asked_to_stop" ? undefined : holdNow(state, now, now);
  if (standing && (standing.reason === "asked_to_stop" || standing.until >= until)) return {};
  return { hold_until: until, hold_reason: hold.reason, hold_since: now };
}

/** What still holds, given when the person was last heard: a word that comes well after the parting lifts it, but no word to stop. */
export function holdNow(
  { hold_until, hold_reason, hold_since }: Held,
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
