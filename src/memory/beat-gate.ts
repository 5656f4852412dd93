// The cheap gate before any model is asked: whether a beat that is due may be thought of at all (A149, R35, issue 5 item 2 and 4).
import type { Seconds } from "../schema/common.ts";
import type { BeatKind, BeatRecord } from "../schema/heartbeat.ts";
import type { RelationshipLevel } from "../schema/relationship.ts";
import { localDate, localTime, partOfDay } from "../schema/zone.ts";
import { isWithin, type Window } from "./beat-time.ts";
import { beatFigures } from "./heartbeat.ts";

export const gateFigures = {
  /** Between two beats. */
  apart: 3 * 3600,
  /** Beats the person may leave unanswered before the companion waits. */
  unanswered: 1,
  unansweredClose: 2,
  /** Questions to a model in one local day, sent or silent, which bounds the cost of a silent day. */
  asksADay: 4,
  /** After so many silent decisions in a row without a word from the person there is nothing to say until the next day. */
  silentInARow: 2,
  /** Of what was missed in a pause one is made good; the others wait at least so long. */
  caughtUp: 3600,
  /** Beats of a day where no model is connected: the companion has few lines then. */
  offlineADay: 1,
} as const;

/** Why a beat is not even thought of. */
export type GateReason =
  | "asked_to_stop"
  | "busy"
  | "hold"
  | "quiet_hours"
  | "unanswered"
  | "promised"
  | "caught_up"
  | "too_soon"
  | "part_of_day"
  | "daily_limit"
  | "nothing_to_say"
  | "budget";

export type GateView = {
  now: Seconds;
  zone: string;
  level: RelationshipLevel;
  quiet: Window | null;
  /** Until when the person said they were away, and why; undefined where nothing holds. */
  hold?: { until: Seconds; reason: string } | undefined;
  /** A turn runs, or the person is typing. */
  busy: boolean;
  history: readonly BeatRecord[];
  /** Beats since the person was last heard. */
  unanswered: number;
  /** How many of these were planned. */
  unansweredPlans?: number;
  /** When the last beat was sent, by log or history. */
  lastSentAt: Seconds | undefined;
  heardAt: Seconds;
  dailyLimit: number;
  offline: boolean;
  /** True once the account's money for this month is spent. */
  spent: boolean;
  /** It comes late, after a pause. */
  late?: boolean;
  /** The character chose this moment itself (A150). */
  chosen?: boolean;
  /** Something that the person told of is to be asked about soon. */
  promised?: boolean;
  /** The look at a message that was left unanswered: its person spoke last (R10). */
  secondLook?: boolean;
};

/**
 * The reason why a beat is dropped, or null where the model may be asked. Planned beats pass everything but the person's word
 * to stop; one that comes late waits for the end of quiet hours like any other. A manual one passes all.
 */
export function gate(kind: BeatKind, view: GateView): GateReason | null {
  if (kind === "manual") return null;
  const { now, hold, quiet, zone } = view;
  const held = hold && hold.until > now ? hold.reason : undefined;
  if (held === "asked_to_stop") return "asked_to_stop";
  const isQuiet = quiet !== null && isWithin(quiet, now, zone);
  if (kind === "planned") return view.late && isQuiet ? "quiet_hours" : null;
  // Who has broken with somebody promises them nothing any more; only the long silence is left (A141).
  if (kind === "follow_up" && view.level === "决裂") return "nothing_to_say";
  if (view.busy) return "busy";
  if (held !== undefined) return "hold";
  if (isQuiet) return "quiet_hours";
  if (kind === "follow_up" && view.late && hasCaughtUp(view)) return "caught_up";
  if (view.secondLook) return view.spent ? "budget" : null;
  const most = view.level === "特别关心" ? gateFigures.unansweredClose : gateFigures.unanswered;
  // A good morning of every day does not keep from asking how the exam was.
  const open = view.unanswered - (kind === "follow_up" ? (view.unansweredPlans ?? 0) : 0);
  if (open >= most) return "unanswered";
  // The last word before an answer is kept for the question that was promised.
  if (kind === "silence" && view.promised && !view.chosen && view.unanswered >= most - 1) return "promised";
  // A clock that was set back makes the last beat one of the future; near it counts all the same.
  if (view.lastSentAt !== undefined && Math.abs(now - view.lastSentAt) < gateFigures.apart) return "too_soon";
  return rhythm(kind, view);
}

/** True where something that had been missed in a pause was made good just now, whether it was said or not. */
function hasCaughtUp({ history, now }: GateView): boolean {
  return history.some(
    ({ at, due_at = at }) => at <= now && now - at < gateFigures.caughtUp && at - due_at > beatFigures.grace,
  );
}

function rhythm(kind: BeatKind, view: GateView): GateReason | null {
  const { now, zone, history } = view;
  const today = localDate(now, zone);
  const mine = history.filter((one) => one.kind === "silence" || one.kind === "follow_up");
  const ofToday = mine.filter((one) => localDate(one.at, zone) === today && one.at <= now);
  const sent = ofToday.filter((one) => one.decision === "sent");
  if (kind === "silence") {
    const rival = (one: BeatRecord) => one.decision === "sent" || !view.chosen;
    if (mine.some((one) => rival(one) && isSamePart(one.at, now, zone))) return "part_of_day";
  }
  const limit = view.offline ? Math.min(gateFigures.offlineADay, view.dailyLimit) : view.dailyLimit;
  if (sent.length >= limit) return "daily_limit";
  if (view.spent) return "budget";
  if (ofToday.length >= gateFigures.asksADay) return "nothing_to_say";
  const recent = ofToday.slice(-gateFigures.silentInARow);
  const said = recent.some((one) => one.decision === "sent" || one.at < view.heardAt);
  const silent = recent.length === gateFigures.silentInARow && !said;
  return kind === "silence" && silent && !view.chosen ? "nothing_to_say" : null;
}

/** True where both moments lie in one morning, afternoon, evening or night. */
function isSamePart(one: Seconds, other: Seconds, zone: string): boolean {
  if (Math.abs(one - other) >= 12 * 3600) return false;
  return partOfDay(localTime(one, zone).hour) === partOfDay(localTime(other, zone).hour);
}
