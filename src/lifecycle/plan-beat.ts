// The character sets and removes its planned beats (A145, A162, A163); what it plans is told with its next moment and offset (C190).
import type { Deps } from "../deps.ts";
import { nextOccurrence, planKey, plansOf } from "../memory/beat-plan.ts";
import { isoWithOffset } from "../memory/beat-time.ts";
import { silenceBeatAt } from "../memory/heartbeat.ts";
import type { RemoveBeatInput, SetBeatInput } from "../schema/beat.ts";
import type { Seconds } from "../schema/common.ts";
import type { PlannedBeat } from "../schema/heartbeat.ts";
import { mostPlanned } from "../schema/planned-beats.ts";
import { companion } from "../store/store.ts";
import { readBeatWorld } from "./beat-world.ts";
import type { Reader } from "./read-companion.ts";

export type PlannedView = { hour: number; minute: number; message_template: string; next: string | null };

export type SetBeat = { outcome: "set" | "full"; planned: PlannedView[] };

const isDaily = ({ repeat }: PlannedBeat) => repeat === undefined || repeat === "daily";

/**
 * Sets a beat for every day at an hour and minute of the person's clock. One at the same minute takes the new words; more than
 * twenty are refused. The message that led to it is noted, so that no follow-up grows from it.
 */
export async function setPlannedBeat(
  deps: Deps,
  reader: Reader,
  { hour, minute, message_template }: SetBeatInput,
): Promise<SetBeat> {
  const now = deps.clock.now();
  const tail = await deps.store.log.tail(reader.user, 10);
  const cause = tail.findLast(({ role }) => role === "user")?.message_id;
  const meta = { by: "character" as const, cause: cause ?? "tool" };
  const { result } = await deps.store.commit(companion(reader.user), ["heartbeat"], meta, ({ heartbeat }) => {
    const { planned, follow_ups, claims = {} } = heartbeat;
    const same = planned.find((one) => one.hour === hour && one.minute === minute && isDaily(one));
    if (!same && planned.length >= mostPlanned)
      return { result: { outcome: "full" as SetBeat["outcome"], planned } };
    const message_ids = cause === undefined ? {} : { message_ids: [cause] };
    const made: PlannedBeat = {
      ...same,
      id: same?.id ?? deps.newId(),
      hour,
      minute,
      message_template,
      ...message_ids,
    };
    const next = same ? planned.map((one) => (one === same ? made : one)) : [...planned, made];
    const key = planKey(made);
    return {
      documents: {
        heartbeat: {
          ...heartbeat,
          planned: next,
          claims: { ...claims, [key]: claims[key] ?? [now] },
          follow_ups: follow_ups.filter((one) => cause === undefined || !one.message_ids.includes(cause)),
        },
      },
      result: { outcome: "set" as SetBeat["outcome"], planned: next },
    };
  });
  return { outcome: result.outcome, planned: viewsOf(result.planned, now, reader.zone) };
}

/** Removes every planned beat of that hour and minute. `removed`: how many there were. */
export async function removePlannedBeat(
  deps: Deps,
  reader: Reader,
  { hour, minute }: RemoveBeatInput,
): Promise<{ removed: number; planned: PlannedView[] }> {
  const meta = { by: "character" as const, cause: "tool" };
  const { result } = await deps.store.commit(companion(reader.user), ["heartbeat"], meta, ({ heartbeat }) => {
    const kept = heartbeat.planned.filter((one) => one.hour !== hour || one.minute !== minute);
    const removed = heartbeat.planned.length - kept.length;
    if (removed === 0) return { result: { removed, kept } };
    return { documents: { heartbeat: { ...heartbeat, planned: kept } }, result: { removed, kept } };
  });
  return { removed: result.removed, planned: viewsOf(result.kept, deps.clock.now(), reader.zone) };
}

/** When the companion speaks next, for the tool get_current_state: the same moments as GET /api/heartbeat/status. */
export async function beatsAhead(
  deps: Deps,
  reader: Reader,
): Promise<{ now: string; next_heartbeat: string | null; scheduled_heartbeats: PlannedView[] }> {
  const now = deps.clock.now();
  const { on, heartbeat, terms } = await readBeatWorld(deps, reader.user, now);
  return {
    now: isoWithOffset(now, reader.zone),
    next_heartbeat: on ? isoWithOffset(silenceBeatAt(heartbeat, terms, now).at, reader.zone) : null,
    scheduled_heartbeats: viewsOf(heartbeat.planned, now, reader.zone),
  };
}

function viewsOf(planned: readonly PlannedBeat[], now: Seconds, zone: string): PlannedView[] {
  return planned.map((one) => {
    const [plan] = plansOf([one]);
    const at = plan ? nextOccurrence(plan, now, zone) : undefined;
    const { hour, minute, message_template } = one;
    return { hour, minute, message_template, next: at === undefined ? null : isoWithOffset(at, zone) };
  });
}
