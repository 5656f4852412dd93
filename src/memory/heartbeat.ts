// heartbeat.json as a state: what is due at a moment, and how a claim, a decision and the person's words change it (A143–A151, issue 5).
import type { Seconds } from "../schema/common.ts";
import type { BeatKind, BeatRecord, FollowUp, Heartbeat } from "../schema/heartbeat.ts";
import { latestOccurrence, nextOccurrence, type Plan, plansOf } from "./beat-plan.ts";
import { silenceDue, type Window } from "./beat-time.ts";
import { followUpFigures } from "./follow-up.ts";

export const beatFigures = {
  /** What is due longer ago than this was missed in a pause (a restart, sleep, a moved clock) and counts as late. */
  grace: 600,
  /** A missed planned beat is made good within so long; one of the year, or that comes once, within three days. */
  daily: 86_400,
  rare: 3 * 86_400,
  /** What comes again within so long anyway is not made good. */
  soonAgain: 3 * 3600,
  /** After a pause the beats of the house are spread over so long. */
  spread: 30 * 60,
  /** Due times remembered of each planned beat, so that a clock set back brings none of them again. */
  claims: 10,
  /** Decisions kept with their reasons. */
  history: 50,
  /** Tries of a beat whose model failed, and the pauses before the second and the third. */
  tries: 3,
  pauses: [120, 600],
  /** The character may choose its next moment between these (R14). */
  soonest: 1200,
  farthest: 999 * 86_400,
} as const;

/** What the rules of a companion's beats are made of. */
export type BeatTerms = {
  zone: string;
  /** Seconds of silence by the level. */
  interval: Seconds;
  night: Window;
  quiet: Window | null;
  /** Planned beats and occasions. */
  plans: readonly (Plan & { text: string })[];
  /** When the person was last heard, never in the future. */
  heardAt: Seconds;
  /** Since when the level holds: a new one begins with a silence of its own. */
  levelSince?: Seconds;
};

export type DueBeat = {
  kind: BeatKind;
  /** What is claimed: "silence", a plan's key, a follow-up's id. */
  key: string;
  due_at: Seconds;
  late: boolean;
  text: string;
  followUp?: FollowUp;
  plan?: Plan & { text: string };
  /** The character set this moment (A150). */
  chosen?: boolean;
  /** Tries before this one. */
  attempts?: number;
};

/** The next moment of the silence beat, by the level's interval or by the character's own choice. */
export function silenceBeatAt(
  heartbeat: Heartbeat,
  terms: BeatTerms,
  now: Seconds,
): { at: Seconds; chosen: boolean } {
  const { next_silence_beat_at: stored, silence } = heartbeat;
  // What was set in the future was set by a clock that has been put back since.
  const from = silence && silence.from <= now ? silence.from : 0;
  const since = Math.max(terms.heardAt, Math.min(terms.levelSince ?? 0, now));
  const byRule = stored === null || (silence?.by === "interval" && silence.next === stored);
  const stands = (silence?.from ?? stored ?? 0) >= since && (silence?.from ?? 0) <= now;
  // A moment that the character chose, or that a hand wrote, stands until the person speaks or the level changes.
  if (stored !== null && !byRule && stands) return { at: stored, chosen: true };
  return { at: silenceDue({ ...terms, from: Math.max(from, since) }), chosen: false };
}

/** Marks of a plan that a clock can have left: those up to now. */
function marksOf(heartbeat: Heartbeat, key: string): readonly Seconds[] {
  return heartbeat.claims?.[key] ?? [];
}

/** Plans that were never seen, or of which only a clock that was set back knows: what came before now is not owed. */
export function unseenPlans(heartbeat: Heartbeat, terms: BeatTerms, now: Seconds): string[] {
  return terms.plans
    .filter(({ key }) => !marksOf(heartbeat, key).some((at) => at <= now))
    .map(({ key }) => key);
}

/** The state in which these plans are owed from now on; marks of plans that are gone go. */
export function seePlans(
  heartbeat: Heartbeat,
  keys: readonly string[],
  terms: BeatTerms,
  now: Seconds,
): Heartbeat {
  const kept = terms.plans.flatMap(({ key }): [string, Seconds[]][] => {
    const marks = [...marksOf(heartbeat, key), ...(keys.includes(key) ? [now] : [])];
    return marks.length > 0 ? [[key, marks.slice(-beatFigures.claims)]] : [];
  });
  return { ...heartbeat, claims: Object.fromEntries(kept) };
}

/** Its beats were switched off: what is planned meanwhile is nobody's debt. The same state where there is nothing to note. */
export function switchedOff(heartbeat: Heartbeat): Heartbeat {
  return heartbeat.off === true || heartbeat.planned.length === 0 ? heartbeat : { ...heartbeat, off: true };
}

/** Its beats are on again: the planned ones count from now on. */
export function switchedOn(heartbeat: Heartbeat, terms: BeatTerms, now: Seconds): Heartbeat {
  const { off, ...rest } = heartbeat;
  return off === true
    ? seePlans(
        rest,
        plansOf(rest.planned).map(({ key }) => key),
        terms,
        now,
      )
    : heartbeat;
}

function duePlan(
  heartbeat: Heartbeat,
  plan: Plan & { text: string },
  terms: BeatTerms,
  now: Seconds,
): DueBeat[] {
  const marks = marksOf(heartbeat, plan.key);
  const since = Math.max(-1, ...marks.filter((at) => at <= now));
  const due_at = latestOccurrence(plan, now, terms.zone);
  if (since < 0 || due_at === undefined || due_at <= since) return [];
  const often = plan.repeat === "daily" || plan.repeat === "weekly";
  if (now - due_at > (often ? beatFigures.daily : beatFigures.rare)) return [];
  // Yesterday's good evening is not made good right before today's.
  const next = isLate(due_at, now) ? nextOccurrence(plan, now, terms.zone) : undefined;
  if (next !== undefined && next - now < beatFigures.soonAgain) return [];
  return [{ kind: "planned", key: plan.key, due_at, late: isLate(due_at, now), text: plan.text, plan }];
}

const isLate = (due: Seconds, now: Seconds) => now - due > beatFigures.grace;

/**
 * What is due at `now`, the one to be done first in front: what has to be tried again, planned beats (of those missed in a pause
 * the latest), follow-ups, and last the silence beat.
 */
export function dueBeats(heartbeat: Heartbeat, terms: BeatTerms, now: Seconds): DueBeat[] {
  const { retry } = heartbeat;
  const again: DueBeat[] =
    retry && retry.next_at <= now
      ? [
          {
            ...retry,
            late: false,
            attempts: retry.attempts,
            ...(retry.follow_up ? { followUp: retry.follow_up } : {}),
          },
        ]
      : [];
  const planned = terms.plans.flatMap((plan) => duePlan(heartbeat, plan, terms, now));
  const missed = planned.filter(({ late }) => late).sort((a, b) => b.due_at - a.due_at);
  const inTime = planned.filter(({ late }) => !late).sort((a, b) => a.due_at - b.due_at);
  const asked = heartbeat.follow_ups
    .filter(({ due_at }) => due_at <= now)
    .sort((a, b) => a.due_at - b.due_at)
    .map((followUp): DueBeat => {
      const { id, due_at, text } = followUp;
      return { kind: "follow_up", key: id, due_at, late: isLate(due_at, now), text, followUp };
    });
  const silence = silenceBeatAt(heartbeat, terms, now);
  const silent: DueBeat[] =
    silence.at <= now
      ? [
          {
            kind: "silence",
            key: "silence",
            due_at: silence.at,
            late: isLate(silence.at, now),
            text: "",
            chosen: silence.chosen,
          },
        ]
      : [];
  return [...again, ...inTime, ...missed.slice(0, 1), ...asked, ...silent];
}

/** The next moment after `now` at which something becomes due that is not due yet; infinity where nothing does. */
export function nextBeatAt(heartbeat: Heartbeat, terms: BeatTerms, now: Seconds): Seconds {
  const planned = terms.plans.map((plan) => {
    const marks = marksOf(heartbeat, plan.key);
    let at = nextOccurrence(plan, now, terms.zone);
    while (at !== undefined && marks.includes(at)) at = nextOccurrence(plan, at, terms.zone);
    return at ?? 0;
  });
  const asked = heartbeat.follow_ups.map(({ due_at }) => due_at);
  const moments = [
    ...planned,
    ...asked,
    heartbeat.retry?.next_at ?? 0,
    silenceBeatAt(heartbeat, terms, now).at,
  ];
  return Math.min(...moments.filter((at) => at > now), Number.POSITIVE_INFINITY);
}

/** The silence beat moved on by its interval, counted from now. */
export function moveSilence(heartbeat: Heartbeat, terms: BeatTerms, now: Seconds): Heartbeat {
  const next = silenceDue({ ...terms, from: Math.max(now, terms.heardAt) });
  return {
    ...heartbeat,
    silence: { from: now, by: "interval", next },
    next_silence_beat_at: next,
    heard_at: terms.heardAt,
  };
}

export type Claimed = { heartbeat: Heartbeat; beat: DueBeat };

/**
 * Claims a beat: it stands in the state that it was taken, before any model is asked, so that neither a kill nor a second
 * process brings it twice. Undefined where it is not due any more. Planned beats missed beside it count as taken; a silence
 * beat owed beside it moves on.
 */
export function claim(
  heartbeat: Heartbeat,
  wanted: Pick<DueBeat, "kind" | "key" | "due_at">,
  terms: BeatTerms,
  now: Seconds,
): Claimed | undefined {
  const due = dueBeats(heartbeat, terms, now);
  const beat = due.find(
    ({ kind, key, due_at }) => kind === wanted.kind && key === wanted.key && due_at === wanted.due_at,
  );
  if (!beat) return undefined;
  const moved = due.some(({ kind }) => kind === "silence") ? moveSilence(heartbeat, terms, now) : heartbeat;
  const state: Heartbeat = { ...moved, heard_at: terms.heardAt };
  if (beat.attempts !== undefined) {
    const { retry: _taken, ...rest } = state;
    return { heartbeat: rest, beat };
  }
  if (beat.kind === "follow_up")
    return {
      heartbeat: { ...state, follow_ups: state.follow_ups.filter(({ id }) => id !== beat.key) },
      beat,
    };
  if (beat.kind === "planned") return { heartbeat: markPlans(state, beat, terms, now), beat };
  return { heartbeat: state, beat };
}

function markPlans(state: Heartbeat, beat: DueBeat, terms: BeatTerms, now: Seconds): Heartbeat {
  const taken = beat.late
    ? terms.plans.flatMap((plan) => duePlan(state, plan, terms, now)).filter(({ late }) => late)
    : [beat];
  const claims = { ...state.claims };
  for (const { key, due_at } of taken)
    claims[key] = [...(claims[key] ?? []), due_at].slice(-beatFigures.claims);
  return { ...state, claims };
}

/** Keeps the decision with its reason; `nextHours` is the character's own choice of the next moment (A150). */
export function recordBeat(
  heartbeat: Heartbeat,
  record: BeatRecord,
  state: { unanswered: number; nextHours?: number | undefined },
): Heartbeat {
  const history = [...(heartbeat.history ?? []), record].slice(-beatFigures.history);
  const next = { ...heartbeat, history, last_beat: record, unanswered: state.unanswered };
  if (state.nextHours === undefined) return next;
  const seconds = Math.round(state.nextHours * 3600);
  const ahead = Math.min(beatFigures.farthest, Math.max(beatFigures.soonest, seconds));
  const at = record.at + ahead;
  return { ...next, silence: { from: record.at, by: "character", next: at }, next_silence_beat_at: at };
}

/** A claimed beat whose model failed: it is tried again after a pause, three times in all; a silence beat is let go. */
export function retryLater(heartbeat: Heartbeat, beat: DueBeat, now: Seconds): Heartbeat {
  const attempts = (beat.attempts ?? 0) + 1;
  const pause = beatFigures.pauses[attempts - 1];
  if (beat.kind === "silence" || beat.kind === "manual" || pause === undefined) return heartbeat;
  const { kind, key, due_at, text, followUp } = beat;
  const retry = { kind, key, due_at, text, attempts, next_at: now + pause };
  return { ...heartbeat, retry: { ...retry, ...(followUp ? { follow_up: followUp } : {}) } };
}

/** Ids of follow-ups that could not be asked for two days. */
export function lapsedFollowUps(heartbeat: Heartbeat, now: Seconds): string[] {
  return heartbeat.follow_ups
    .filter(({ due_at, owed_since }) => (owed_since ?? due_at) < now - followUpFigures.lapse)
    .map(({ id }) => id);
}

/** A follow-up that cannot be asked now waits until `at`. */
export function postponeFollowUp(heartbeat: Heartbeat, id: string, at: Seconds): Heartbeat {
  const follow_ups = heartbeat.follow_ups.map((one) =>
    one.id === id ? { ...one, owed_since: one.owed_since ?? one.due_at, due_at: at } : one,
  );
  return { ...heartbeat, follow_ups };
}

/** Without these follow-ups. */
export function dropFollowUps(heartbeat: Heartbeat, ids: readonly string[]): Heartbeat {
  return { ...heartbeat, follow_ups: heartbeat.follow_ups.filter(({ id }) => !ids.includes(id)) };
}
