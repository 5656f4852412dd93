// What the companion asks about later, grown from the person's own words: an exam tomorrow, a flight on Friday, a wish (A249).
import type { Seconds } from "../schema/common.ts";
import type { FollowUp } from "../schema/heartbeat.ts";
import type { Message } from "../schema/message.ts";
import { simplify } from "../schema/simplified.ts";
import { fromLocal } from "../schema/zone.ts";
import { type Matter, speaksOf } from "./avoided.ts";
import { minuteOfDay, nextClock } from "./beat-time.ts";
import { families, familyIn, tellsOutcome, wishIn } from "./follow-up-words.ts";
import { cutText } from "./graphemes.ts";
import { resolveDates, spellDates } from "./relative-date.ts";

export const followUpFigures = {
  /** Waiting ones of a companion. */
  most: 20,
  ofOneMessage: 2,
  /** Further ahead nobody promises to ask. */
  farthest: 90 * 86_400,
  /** Seconds after an event whose hour is known. */
  after: 3 * 3600,
  /** Otherwise it is asked about in the evening of its day. */
  evening: 19 * 60 + 30,
  /** Asked about between these minutes of a day. */
  earliest: 10 * 60,
  latest: 22 * 60,
  /** A wish is asked about a week later. */
  wishDays: 7,
  /** What could not be asked for so long after it was due is let go. */
  lapse: 2 * 86_400,
  /** An event that is asked about within so long is worth more than a word about nothing. */
  near: 36 * 3600,
  textCharacters: 60,
} as const;

/** Sentences of a message that may tell of an event: no questions, no conditions, nothing called off. */
function sentencesOf(text: string): string[] {
  return text
    .slice(0, 2_000)
    .split(/(?<=[。！？!?\n；;]|\.(?=\s|$))/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "" && isTelling(simplify(sentence)));
}

function isTelling(sentence: string): boolean {
  return (
    !/[?？吗]\s*$/u.test(sentence) &&
    !/如果|要是|假如|万一|取消|不用|不考|不去|没有?(?:考试|面试)|(?:推迟|延期|改期)(?!到|至)|\b(?:if|unless|cancel\w*|postponed?(?! (?:to|until|till)\b)|called off|no exam|not going)\b/i.test(
      sentence,
    )
  );
}

/**
 * The follow-ups that a message of the person gives rise to, each with the message as its evidence; mostly none. Events need a
 * day that lies ahead; they are due three hours after a known hour, else in the evening of their day; wishes a week later.
 */
export function growFollowUps(
  message: Pick<Message, "message_id" | "content" | "timestamp">,
  zone: string,
): FollowUp[] {
  const said = message.timestamp;
  const grown: FollowUp[] = [];
  const told = sentencesOf(message.content).flatMap((sentence) => mattersIn(sentence, said, zone));
  for (const sentence of told) {
    const n = grown.length;
    const id = `follow_${message.message_id}${n === 0 ? "" : `_${n + 1}`}`;
    const base = { id, message_ids: [message.message_id], said_at: said };
    const family = familyIn(sentence);
    const date = family && eventDay(sentence, said, zone);
    if (family && date) {
      grown.push({ ...base, ...date, kind: "event", family, text: clip(spellDates(sentence, said, zone)) });
      continue;
    }
    const about = wishIn(sentence);
    if (about === undefined) continue;
    const due_at = nextClock(said + (followUpFigures.wishDays - 1) * 86_400, followUpFigures.evening, zone);
    grown.push({ ...base, kind: "wish", about, due_at, text: clip(sentence) });
  }
  return grown.slice(0, followUpFigures.ofOneMessage);
}

/** A sentence, or its parts where each of them names an event and a day of its own: 周三考试，周五体检. */
function mattersIn(sentence: string, said: Seconds, zone: string): string[] {
  const parts = sentence.split(/[，,、]|\band\b/i).map((part) => part.trim());
  const whole = parts.filter((part) => familyIn(part) !== undefined && eventDay(part, said, zone));
  return whole.length > 1 ? whole : [sentence];
}

const clip = (text: string) => cutText(text.replace(/\s+/g, " ").trim(), followUpFigures.textCharacters);

const inTheEvening = /今晚|明晚|晚上|晚间|夜里|\b(?:tonight|evening|night)\b/i;

function eventDay(
  sentence: string,
  said: Seconds,
  zone: string,
): { event_at: Seconds; due_at: Seconds } | undefined {
  for (const found of resolveDates(sentence, said, zone)) {
    if (found.precision === "month" || found.precision === "year") continue;
    const [year, month, day] = (found.candidates?.at(-1) ?? found.end ?? found.date).split("-").map(Number);
    if (!year || !month || !day) continue;
    const [hour, minute] = (found.time ?? "").split(":").map(Number);
    const known = found.time !== undefined && hour !== undefined && minute !== undefined;
    const plain = simplify(sentence);
    const late = inTheEvening.test(plain);
    const begins = late ? 18 : /下午|afternoon/i.test(sentence) ? 13 : 9;
    const event_at = fromLocal(
      { year, month, day, hour: known ? hour : begins, minute: known ? minute : 0 },
      zone,
    );
    // What is in the evening is not over by half past seven: it is asked about the next morning.
    const asked = late ? { day: day + 1, hour: 10, minute: 0 } : { day, hour: 19, minute: 30 };
    const due = known ? event_at + followUpFigures.after : fromLocal({ year, month, ...asked }, zone);
    if (event_at <= said && isOver(plain)) continue;
    if (due <= said + 3600 || due > said + followUpFigures.farthest) continue;
    return { event_at: Math.max(event_at, said), due_at: decentHour(due, zone) };
  }
  return undefined;
}

/** A sentence about today that tells of what has been. */
function isOver(sentence: string): boolean {
  return /[交考面搬办跑拔拆]了/.test(sentence) || resultZh.test(sentence) || resultEn.test(sentence);
}

/** The moment, or the next at which somebody may be asked: not before ten in the morning and not after ten in the evening. */
export function decentHour(at: Seconds, zone: string): Seconds {
  const minute = minuteOfDay(at, zone);
  if (minute >= followUpFigures.earliest && minute < followUpFigures.latest) return at;
  return nextClock(at, followUpFigures.earliest, zone);
}

const secondLook = "again_";

/** The id of the look at a message that was read and left unanswered (R10). */
export function secondLookAt(messageId: string): string {
  return `${secondLook}${messageId}`;
}

/** True where it is such a look, and nothing that the person is to be asked about. */
export function isSecondLook({ id }: Pick<FollowUp, "id">): boolean {
  return id.startsWith(secondLook);
}

/** Adds what has grown: not what is waiting for already, and at most twenty in all, those that are due first. */
export function addFollowUps(waiting: readonly FollowUp[], grown: readonly FollowUp[]): FollowUp[] {
  const fresh = grown.filter((one) => !waiting.some((other) => isSameMatter(one, other)));
  if (fresh.length === 0) return [...waiting];
  return [...waiting, ...fresh].sort((a, b) => a.due_at - b.due_at).slice(0, followUpFigures.most);
}

function isSameMatter(one: FollowUp, other: FollowUp): boolean {
  if (one.id === other.id) return true;
  if (one.kind !== other.kind || one.kind === undefined) return false;
  if (one.kind === "wish") return one.about !== undefined && one.about === other.about;
  return one.family === other.family && Math.abs(one.due_at - other.due_at) < 86_400;
}

/** True where an event is to be asked about soon. */
export function isPromised(waiting: readonly FollowUp[], now: Seconds): boolean {
  return waiting.some(({ kind, due_at }) => kind === "event" && due_at <= now + followUpFigures.near);
}

/**
 * What still lies ahead of the person or is to be heard of, the next first (A58): no second look at a message, nothing that was
 * let go, nothing of what is not to be brought up (`avoided`, as in memory/avoided.ts).
 */
export function mattersAhead(
  waiting: readonly FollowUp[],
  now: Seconds,
  avoided: readonly Matter[] = [],
): FollowUp[] {
  return waiting
    .filter((one) => !isSecondLook(one) && now <= one.due_at + followUpFigures.lapse)
    .filter(({ text }) => text.trim() !== "" && !speaksOf(text, avoided))
    .sort((a, b) => (a.event_at ?? a.due_at) - (b.event_at ?? b.due_at));
}

const resultZh =
  /完(?:了|啦|事|成)?|结束|过了|顺利|通过|及格|挂了|没过|成了|黄了|取消|不去了|不考了|推迟|延期|改期|改到|改成|回来了|到了|到家|落地|录取|录用|出结果/;
const resultEn =
  /\b(?:went|passed|failed|done|over|finished|cancel\w*|postponed|moved to|landed|arrived|back|got (?:it|the|an)|result\w*|nailed|aced)\b/i;
const begunZh = /开始|报了|报名|买了|学了|学会|在学|在练|上课|练了|试了|去了|写了|不学|算了|放弃|没时间/;
const begunEn =
  /\b(?:started|start(?:ing)?|signed up|bought|learn(?:ed|t|ing)|tried|practi[cs]\w+|lesson|gave up|quit|dropped)\b/i;

/**
 * True where the person has told of the matter since: after the event has begun any word about it counts, and right after it a
 * mere verdict ("it went well"); before it only that it is over or off; of a wish, that it was begun or given up.
 */
export function isTold(
  matter: FollowUp,
  later: readonly Pick<Message, "role" | "content" | "timestamp" | "message_id">[],
): boolean {
  const said = matter.said_at ?? 0;
  const own = new Set(matter.message_ids);
  const words = later
    .filter((one) => one.role === "user" && one.timestamp >= said && !own.has(one.message_id))
    .map((one) => ({ ...one, content: simplify(one.content) }));
  if (matter.kind === "wish") {
    const about = simplify(matter.about ?? "")
      .toLowerCase()
      .replace(/(?<=[a-z]{4})ing$/, "");
    return words.some(
      ({ content }) =>
        about !== "" &&
        content.toLowerCase().includes(about) &&
        (begunZh.test(content) || begunEn.test(content)),
    );
  }
  const told = families.find(({ name }) => name === matter.family)?.told;
  return words.some(({ content, timestamp }) => {
    const since = timestamp - (matter.event_at ?? Number.POSITIVE_INFINITY);
    if (since >= 0 && since < followUpFigures.near && tellsOutcome(content, matter)) return true;
    if (!told?.test(content)) return false;
    return timestamp >= (matter.event_at ?? said) || resultZh.test(content) || resultEn.test(content);
  });
}
