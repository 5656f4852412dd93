// What is due for one companion now: the gate, the claim that is durable before any model is asked, and the beat in the companion's order.
import type { Deps } from "../deps.ts";
import { type GateReason, gate, gateFigures } from "../memory/beat-gate.ts";
import { nextClock } from "../memory/beat-time.ts";
import { decentHour, isSecondLook, isTold } from "../memory/follow-up.ts";
import {
  claim,
  type DueBeat,
  dropFollowUps,
  dueBeats,
  lapsedFollowUps,
  moveSilence,
  nextBeatAt,
  postponeFollowUp,
  seePlans,
  switchedOff,
  switchedOn,
  unseenPlans,
} from "../memory/heartbeat.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Heartbeat } from "../schema/heartbeat.ts";
import { companion } from "../store/store.ts";
import { type BeatOutcome, beat } from "./beat.ts";
import type { Unasked } from "./beat-speak.ts";
import { type BeatWorld, gateView, readBeatWorld } from "./beat-world.ts";
import { isStillMeant } from "./follow-ups.ts";
import type { Heard } from "./heard.ts";

/** What the beats need of the turns (lifecycle/turns.ts). */
export type BeatTurns = {
  /** True while a turn of the companion runs or waits. */
  busy(user: Id): boolean;
  heard: Pick<Heard, "at" | "isTyping">;
  /** Runs a task in the companion's order, as a turn that can be stopped. */
  unasked<T>(account: Id, user: Id, task: (turn: Unasked) => Promise<T>): Promise<T>;
};

/** A moment that never comes. */
export const never: Seconds = 8e12;

/** What could not be asked is looked at again after so long, where nothing says when. */
const later: Seconds = 2 * 3600;
/** While a turn runs or the person types. */
const soon: Seconds = 900;
/** One tick: a plan that a hand has just written for this minute is not missed. */
const oneTick: Seconds = 15;
/** Each round claims, drops or postpones something; the bound only stands between a mistake and a hot loop. */
const mostRounds = 50;

/**
 * Does what is due for a companion, one beat after the other. Answers the next moment at which something is. `place` gives a
 * late beat its moment after a pause; `done` is told when one was claimed.
 */
export async function doDue(
  deps: Deps,
  turns: BeatTurns,
  user: Id,
  after: { place: (due: DueBeat, now: Seconds) => Seconds; done: () => void; stopped: () => boolean },
): Promise<Seconds> {
  for (let round = 0; round < mostRounds; round += 1) {
    const now = deps.clock.now();
    const world = await tidied(deps, await readBeatWorld(deps, user, turns.heard.at(user)), now);
    if (!world.on) return rest(deps, world);
    const next = () => Math.min(never, nextBeatAt(world.heartbeat, world.terms, now));
    const [first] = dueBeats(world.heartbeat, world.terms, now);
    if (!first || after.stopped()) return next();
    const place = after.place(first, now);
    if (place > now) return Math.min(place, next());
    const wait = await attempt(deps, turns, world, first, now);
    if (wait !== undefined) return Math.min(wait, next());
    after.done();
  }
  return deps.clock.now() + later;
}

/** A companion that makes no beats: noted once, so that nothing planned for this time comes afterwards. */
async function rest(deps: Deps, world: BeatWorld): Promise<Seconds> {
  if (switchedOff(world.heartbeat) !== world.heartbeat) await change(deps, world, switchedOff);
  return never;
}

/** One due beat. Answers a moment where it has to wait and is not claimed. */
async function attempt(
  deps: Deps,
  turns: BeatTurns,
  world: BeatWorld,
  due: DueBeat,
  now: Seconds,
): Promise<Seconds | undefined> {
  const { user, owner } = world.reader;
  if (due.followUp && !(await isOwed(deps, world, due))) return undefined;
  const busy = turns.busy(user) || turns.heard.isTyping(user);
  const view = await gateView(deps, world, {
    busy,
    late: due.late,
    chosen: due.chosen === true,
    secondLook: due.followUp !== undefined && isSecondLook(due.followUp),
  });
  const closed = gate(due.kind, view);
  if (closed !== null) return held(deps, world, due, closed, now);
  if (!(await claimed(deps, world, due))) return undefined;
  await turns.unasked(owner, user, async (turn) => {
    const then = await readBeatWorld(deps, user, turns.heard.at(user));
    // Who has spoken meanwhile is not spoken to as a silent one.
    if (!then.on || (due.kind === "silence" && then.terms.heardAt > now)) return;
    await beat(deps, turn, then, due);
  });
  return undefined;
}

/** Takes the beat, durably. False where it is not due any more, or somebody else took it. */
async function claimed(deps: Deps, world: BeatWorld, due: DueBeat): Promise<boolean> {
  const now = deps.clock.now();
  const meta = { by: "system" as const, cause: "beat" };
  const { result } = await deps.store.commit(
    companion(world.reader.user),
    ["heartbeat"],
    meta,
    ({ heartbeat }) => {
      const taken = claim(heartbeat, due, world.terms, now);
      return taken ? { documents: { heartbeat: taken.heartbeat }, result: true } : { result: false };
    },
  );
  return result;
}

async function change(
  deps: Deps,
  { reader }: BeatWorld,
  to: (heartbeat: Heartbeat) => Heartbeat,
): Promise<Heartbeat> {
  const meta = { by: "system" as const, cause: "beat" };
  const { result } = await deps.store.commit(companion(reader.user), ["heartbeat"], meta, ({ heartbeat }) => {
    const next = to(heartbeat);
    return { documents: { heartbeat: next }, result: next };
  });
  return result;
}

/** A closed gate: silence, and what must not be said any more, is dropped; what was promised waits. */
async function held(
  deps: Deps,
  world: BeatWorld,
  due: DueBeat,
  reason: GateReason,
  now: Seconds,
): Promise<Seconds | undefined> {
  deps.log.debug({ user: world.reader.user, kind: due.kind, reason }, "a beat was held back");
  const until = untilWhen(world, reason, now);
  if (due.kind === "planned" && reason === "quiet_hours") return until;
  if (due.kind === "follow_up" && due.attempts === undefined) {
    // What has grown from words waits for the day; a message that was left unanswered does not.
    const at = due.followUp?.kind === undefined ? until : decentHour(until, world.terms.zone);
    await change(deps, world, (heartbeat) => postponeFollowUp(heartbeat, due.key, at));
  } else await claimed(deps, world, due);
  return undefined;
}

function untilWhen(
  { heartbeat, terms, lastSentAt = 0 }: BeatWorld,
  reason: GateReason,
  now: Seconds,
): Seconds {
  const { quiet, zone } = terms;
  if (reason === "quiet_hours" && quiet) return nextClock(now, quiet.to, zone);
  if (reason === "hold" || reason === "asked_to_stop") return Math.max(now + soon, heartbeat.hold_until ?? 0);
  if (reason === "too_soon" && lastSentAt <= now) return lastSentAt + gateFigures.apart;
  return now + (reason === "busy" ? soon : later);
}

/** True where a follow-up is still to be asked: its words stand, and the person has not told. Otherwise it goes. */
async function isOwed(deps: Deps, world: BeatWorld, { followUp }: DueBeat): Promise<boolean> {
  if (!followUp) return true;
  if (!isTold(followUp, world.recent) && (await isStillMeant(deps, world, followUp))) return true;
  await change(deps, world, (heartbeat) => {
    const { retry, ...rest } = dropFollowUps(heartbeat, [followUp.id]);
    return retry && retry.key !== followUp.id ? { ...rest, retry } : rest;
  });
  return false;
}

/** Plans that are seen for the first time count from now; follow-ups that could not be asked in time go. */
async function tidied(deps: Deps, world: BeatWorld, now: Seconds): Promise<BeatWorld> {
  const { heartbeat, terms, on } = world;
  const lapsed = lapsedFollowUps(heartbeat, now);
  const isTidy = heartbeat.off !== true && unseenPlans(heartbeat, terms, now).length + lapsed.length === 0;
  if (!on || isTidy) return world;
  const next = await change(deps, world, (known) => {
    const back = switchedOn(dropFollowUps(known, lapsed), terms, now);
    return seePlans(back, unseenPlans(back, terms, now), terms, now - oneTick);
  });
  return { ...world, heartbeat: next };
}

/**
 * Asks at once, past gate, limits and quiet hours (POST /api/heartbeat/trigger). What was promised and is due is asked about;
 * the silence beat moves on by its interval.
 */
export async function beatNow(deps: Deps, turns: BeatTurns, user: Id): Promise<BeatOutcome> {
  const { reader } = await readBeatWorld(deps, user);
  return turns.unasked(reader.owner, user, async (turn) => {
    const now = deps.clock.now();
    const world = await readBeatWorld(deps, user, turns.heard.at(user));
    const due = world.heartbeat.follow_ups.find(({ due_at }) => due_at <= now);
    const owed =
      due && !isTold(due, world.recent) && (await isStillMeant(deps, world, due)) ? due : undefined;
    const heartbeat = await change(deps, world, (known) =>
      moveSilence(due ? dropFollowUps(known, [due.id]) : known, world.terms, now),
    );
    const asked: DueBeat = {
      kind: "manual",
      key: "manual",
      due_at: now,
      late: false,
      text: owed?.text ?? "",
    };
    return beat(deps, turn, { ...world, heartbeat }, owed ? { ...asked, followUp: owed } : asked);
  });
}
