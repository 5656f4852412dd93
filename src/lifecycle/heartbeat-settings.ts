// How the owner sees and sets the beats of the account's companions (DESIGN 7; A192–A194, R15).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { holdNow } from "../memory/beat-hold.ts";
import { nextOccurrence, planKey, plansOf } from "../memory/beat-plan.ts";
import { isoWithOffset } from "../memory/beat-time.ts";
import { silenceBeatAt } from "../memory/heartbeat.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { PlannedBeat } from "../schema/heartbeat.ts";
import type { ConfigureBody, HeartbeatView } from "../schema/request-heartbeat.ts";
import { account, companion } from "../store/store.ts";
import { type BeatWorld, readBeatWorld } from "./beat-world.ts";
import { editCompanion } from "./companion.ts";
import { companionsOf, inChunks } from "./companion-owners.ts";
import { faultOf } from "./fault.ts";

/** The beats of an account's companions; `heard` is when each person was last heard by this process. One that cannot be read is left out. */
export async function heartbeatStatus(
  deps: Deps,
  owner: Id,
  may: (id: Id) => boolean,
  heard: (id: Id) => Seconds | undefined,
): Promise<HeartbeatView[]> {
  const ids = (await companionsOf(deps, owner)).filter(may);
  const views = await inChunks(ids, async (user) => {
    try {
      return viewOf(await readBeatWorld(deps, user, heard(user)), deps.clock.now());
    } catch (error) {
      deps.log.warn({ user, ...faultOf(error) }, "its beats cannot be told");
      return undefined;
    }
  });
  return views.filter((view) => view !== undefined);
}

function viewOf(world: BeatWorld, now: Seconds): HeartbeatView {
  const { reader, heartbeat, terms, occasions, relationship } = world;
  const { zone } = terms;
  const { at } = silenceBeatAt(heartbeat, terms, now);
  const held = holdNow(heartbeat, terms.heardAt, now);
  return {
    user_id: reader.user,
    enabled: reader.config.heartbeat.enabled,
    active: world.on,
    level: relationship.level,
    time_zone: zone,
    next_silence_beat_at: world.on ? at : null,
    next_silence_beat_local: world.on ? isoWithOffset(at, zone) : null,
    planned: heartbeat.planned.map((planned) => ({ ...planned, ...nextOf(planned, now, zone) })),
    occasions: occasions.map((one) => ({
      kind: one.kind,
      text: one.text,
      next_at: nextOccurrence(one, now, zone) ?? null,
    })),
    follow_ups: heartbeat.follow_ups,
    last_beat: heartbeat.last_beat,
    history: heartbeat.history ?? [],
    unanswered: world.unanswered,
    daily_limit: reader.config.heartbeat.daily_limit,
    hold_until: held?.until ?? null,
    hold_reason: held?.reason ?? null,
  };
}

function nextOf(planned: PlannedBeat, now: Seconds, zone: string) {
  const [plan] = plansOf([planned]);
  const at = plan ? nextOccurrence(plan, now, zone) : undefined;
  return { next_at: at ?? null, next_local: at === undefined ? null : isoWithOffset(at, zone) };
}

/** Starts or stops the beats of all of an account's companions; it stays so over a restart. */
export async function setRunning(deps: Deps, owner: Id, running: boolean, cause: string): Promise<void> {
  const meta = { by: "owner" as const, cause };
  await deps.store.commit(account(owner), ["account"], meta, (documents) => ({
    documents: { account: { ...documents.account, heartbeat_running: running } },
    result: undefined,
  }));
}

/** Sets one companion's beats, or those of all that the caller may see. AppError `invalid` for planned beats without a companion. */
export async function configureHeartbeat(
  deps: Deps,
  owner: Id,
  users: readonly Id[],
  { user_id, planned, ...settings }: ConfigureBody,
  cause: string,
): Promise<void> {
  if (planned && user_id === undefined)
    throw new AppError("invalid", "Planned beats belong to one companion.", {
      details: [{ path: "user_id", message: "needed with planned" }],
    });
  for (const user of users) {
    if (Object.values(settings).some((value) => value !== undefined))
      await editCompanion(deps, owner, user, { heartbeat: settings }, cause);
    if (planned) await setPlanned(deps, user, planned, cause);
  }
}

/** Puts the owner's planned beats in the place of the former ones. A beat that is new counts from now on. */
async function setPlanned(
  deps: Deps,
  user: Id,
  planned: readonly PlannedBeat[],
  cause: string,
): Promise<void> {
  const now = deps.clock.now();
  const meta = { by: "owner" as const, cause };
  await deps.store.commit(companion(user), ["heartbeat"], meta, ({ heartbeat }) => {
    const named = planned.map((one) => (one.id ? one : { ...one, id: deps.newId() }));
    const known = heartbeat.claims ?? {};
    const marks = named.map((one): [string, number[]] => [planKey(one), known[planKey(one)] ?? [now]]);
    const claims = { ...known, ...Object.fromEntries(marks) };
    return { documents: { heartbeat: { ...heartbeat, planned: named, claims } }, result: undefined };
  });
}
