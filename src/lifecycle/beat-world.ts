// What the beats of one companion depend on, read from its documents at one moment: terms, recent talk, whether it may speak at all.
import type { Deps } from "../deps.ts";
import { avoidedMatters, speakable } from "../memory/avoided.ts";
import type { GateView } from "../memory/beat-gate.ts";
import { holdNow } from "../memory/beat-hold.ts";
import { plansOf } from "../memory/beat-plan.ts";
import { nightOf, quietWindow } from "../memory/beat-time.ts";
import { isPromised } from "../memory/follow-up.ts";
import type { BeatTerms } from "../memory/heartbeat.ts";
import { type Occasion, occasionsOf } from "../memory/occasion.ts";
import { heartbeatHours } from "../memory/relationship.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Facts } from "../schema/fact.ts";
import type { Heartbeat } from "../schema/heartbeat.ts";
import type { Message } from "../schema/message.ts";
import type { Relationship } from "../schema/relationship.ts";
import { localMonth } from "../schema/zone.ts";
import { companion } from "../store/store.ts";
import { companionsOf, inChunks } from "./companion-owners.ts";
import { type Reader, readCompanion } from "./read-companion.ts";

export type BeatWorld = {
  reader: Reader;
  /** False where it makes no beats: switched off, stopped for the account, or no friend (A198). */
  on: boolean;
  heartbeat: Heartbeat;
  relationship: Relationship;
  facts: Facts;
  occasions: Occasion[];
  terms: BeatTerms;
  /** The newest messages, oldest first. */
  recent: Message[];
  unanswered: number;
  unansweredPlans: number;
  lastSentAt: Seconds | undefined;
};

/** Messages looked at for what was said last. */
const recentMessages = 40;

/** `heard`: when the person was last heard by this process (private talk, typing), which no document tells. */
export async function readBeatWorld(deps: Deps, user: Id, heard?: Seconds): Promise<BeatWorld> {
  const owner = companion(user);
  const now = deps.clock.now();
  const reader = await readCompanion(deps, user);
  const { config, zone } = reader;
  const heartbeat = await deps.store.view(owner, "heartbeat");
  const { relationship } = await deps.store.view(owner, "core_memory");
  const facts = await deps.store.view(owner, "facts");
  const recent = await deps.store.log.tail(user, recentMessages);
  const said = recent.findLast(({ role }) => role === "user");
  const began = relationship.history[0]?.at ?? config.created_at ?? relationship.since;
  // Of a companion whose beginning nobody knows, the silence begins now.
  const spoken = said?.timestamp ?? heartbeat.heard_at ?? (began > 0 ? began : now);
  const heardAt = Math.min(now, Math.max(spoken, heard ?? 0));
  const occasions =
    config.heartbeat.occasions === false || relationship.level === "决裂"
      ? []
      : occasionsOf({
          facts: speakable(facts, avoidedMatters(facts)),
          metAt: began > 0 ? began : undefined,
          festivals: config.heartbeat.festivals === true,
          romance: config.bond.romance !== "none",
          language: reader.language,
          zone,
          now,
        });
  const after = said ? recent.slice(recent.indexOf(said) + 1) : recent;
  const beatsOf = (mayBe: (kind: string) => boolean) =>
    new Set(after.flatMap(({ beat, reply_id }) => (beat && mayBe(beat.kind) && reply_id ? [reply_id] : [])));
  const sent = [
    ...recent.filter((one) => one.beat).map((one) => one.timestamp),
    ...(heartbeat.history ?? []).filter((one) => one.decision === "sent").map((one) => one.at),
  ];
  return {
    reader,
    on: isOn(reader),
    heartbeat,
    relationship,
    facts,
    occasions,
    recent,
    terms: {
      zone,
      interval: Math.round(heartbeatHours(relationship.level, relationship.heartbeat_hours) * 3600),
      night: nightOf(config.night_owl),
      quiet: quietWindow(reader.account?.quiet_hours),
      plans: [...plansOf(heartbeat.planned), ...occasions],
      heardAt,
      levelSince: relationship.since,
    },
    unanswered: beatsOf(() => true).size,
    unansweredPlans: beatsOf((kind) => kind === "planned").size,
    lastSentAt: sent.length > 0 ? Math.max(...sent) : undefined,
  };
}

/** Companions that are no friends keep their memory and make no beats (A198). */
function isOn({ config, account: person, user }: Reader): boolean {
  if (!person || person.heartbeat_running === false) return false;
  return config.heartbeat.enabled && person.friends.includes(user);
}

/** What the gate looks at. */
export async function gateView(
  deps: Deps,
  world: BeatWorld,
  state: { busy: boolean; late?: boolean; chosen?: boolean; secondLook?: boolean },
): Promise<GateView> {
  const { reader, heartbeat, terms, relationship } = world;
  const now = deps.clock.now();
  return {
    now,
    zone: terms.zone,
    level: relationship.level,
    quiet: terms.quiet,
    hold: holdNow(heartbeat, terms.heardAt, now),
    history: heartbeat.history ?? [],
    unanswered: world.unanswered,
    unansweredPlans: world.unansweredPlans,
    lastSentAt: world.lastSentAt,
    heardAt: terms.heardAt,
    dailyLimit: reader.config.heartbeat.daily_limit,
    offline: !deps.models.state().some(({ role, ready }) => role === "chat" && ready.length > 0),
    spent: await isSpent(deps, reader),
    promised: isPromised(heartbeat.follow_ups, now),
    ...state,
  };
}

/** True once what all companions of the account cost this month has reached the budget, and the person did not say to go on. */
async function isSpent(deps: Deps, { owner, zone, account: person }: Reader): Promise<boolean> {
  const budget = person?.monthly_budget;
  if (budget == null) return false;
  const month = localMonth(deps.clock.now(), zone);
  const choice = person?.budget_choice;
  if (choice?.month === month && choice.choice === "go_on") return false;
  const costs = await inChunks(await companionsOf(deps, owner), async (id) => {
    const { rows } = await deps.store.view(companion(id), "usage");
    return rows.filter(({ day }) => day.startsWith(month)).reduce((sum, row) => sum + row.cost, 0);
  });
  return costs.reduce((sum, cost) => sum + cost, 0) >= budget;
}
