// What a message of the person means for later beats: a hold (good night, a meeting, stop), and follow-ups that grow from it (A249, issue 5).
import type { Deps } from "../deps.ts";
import { speaksOf } from "../memory/avoided.ts";
import {
  type Hold,
  holdFigures,
  holdIn,
  holdUntil,
  takeHold,
  usualFirstMinute,
} from "../memory/beat-hold.ts";
import { minuteOfDay } from "../memory/beat-time.ts";
import { addFollowUps, followUpFigures, growFollowUps, isTold } from "../memory/follow-up.ts";
import type { Id } from "../schema/common.ts";
import type { FollowUp } from "../schema/heartbeat.ts";
import type { Message } from "../schema/message.ts";
import { localDate } from "../schema/zone.ts";
import { companion } from "../store/store.ts";
import { mattersOf } from "./avoided.ts";
import type { BeatWorld } from "./beat-world.ts";
import { faultOf } from "./fault.ts";
import { type Reader, readCompanion } from "./read-companion.ts";

/** A day of a person who is awake past midnight begins at four. */
const dayBegins = 4 * 3600;
/** Messages read at once, and in all, to learn when somebody's days begin. */
const pageSize = 500;
const mostPages = 12;

/**
 * Notes in heartbeat.json what the message holds back, what is to be asked about later, and what needs no question any more since
 * the person has told. Mostly nothing, and then nothing is written. A story means nothing here. Failures are logged: a message is
 * answered all the same.
 */
export async function noteForBeats(deps: Deps, reader: Reader, message: Message): Promise<void> {
  if (message.role !== "user" || message.scene === "story") return;
  const hold = holdIn(message.content, [reader.config.name]);
  const grown = growFollowUps(message, reader.zone);
  try {
    const { follow_ups } = await deps.store.view(companion(reader.user), "heartbeat");
    const isAnswered = follow_ups.some((one) => isTold(one, [message]));
    if (hold !== null || grown.length > 0 || isAnswered) await keep(deps, reader, message, hold, grown);
  } catch (error) {
    deps.log.warn({ user: reader.user, ...faultOf(error) }, "nothing was noted for later");
  }
}

/** A message in whose turn a planned beat was set needs no follow-up: what has grown from it goes. Failures are logged. */
export async function dropPlanned(deps: Deps, reader: Reader, messages: readonly Message[]): Promise<void> {
  const owner = companion(reader.user);
  const told = new Set(messages.map(({ message_id }) => message_id));
  try {
    const { planned, follow_ups } = await deps.store.view(owner, "heartbeat");
    const set = planned.flatMap(({ message_ids = [] }) => message_ids).filter((id) => told.has(id));
    const isSet = ({ kind, message_ids }: FollowUp) =>
      kind !== undefined && message_ids.some((id) => set.includes(id));
    if (!follow_ups.some(isSet)) return;
    const meta = { by: "system" as const, cause: set[0] ?? "" };
    await deps.store.commit(owner, ["heartbeat"], meta, ({ heartbeat }) => ({
      documents: {
        heartbeat: { ...heartbeat, follow_ups: heartbeat.follow_ups.filter((one) => !isSet(one)) },
      },
      result: undefined,
    }));
  } catch (error) {
    deps.log.warn({ user: reader.user, ...faultOf(error) }, "a follow-up was left beside a planned beat");
  }
}

async function keep(
  deps: Deps,
  reader: Reader,
  message: Message,
  hold: Hold | null,
  grown: readonly FollowUp[],
): Promise<void> {
  const said = message.timestamp;
  const minute =
    hold?.reason === "good_night" ? await firstMinute(deps, reader, said) : holdFigures.firstHour;
  const meta = { by: "system" as const, cause: message.message_id };
  await deps.store.commit(companion(reader.user), ["heartbeat"], meta, ({ heartbeat }) => {
    const planned = heartbeat.planned.some(({ message_ids }) => message_ids?.includes(message.message_id));
    const waiting = heartbeat.follow_ups.filter((one) => !isTold(one, [message]));
    const follow_ups = planned ? waiting : addFollowUps(waiting, grown);
    const held = hold ? takeHold(heartbeat, hold, said, holdUntil(hold, said, minute, reader.zone)) : {};
    return { documents: { heartbeat: { ...heartbeat, follow_ups, ...held } }, result: undefined };
  });
}

/** The person's usual first minute of the day: the median of the last fourteen days' first messages. */
async function firstMinute(deps: Deps, { user, zone }: Reader, until: number): Promise<number> {
  const since = until - holdFigures.days * 86_400;
  const firsts = new Map<string, number>();
  let before: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const messages: Message[] = await deps.store.log.page(user, {
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
    });
    for (const one of messages.toReversed())
      if (one.role === "user" && one.timestamp >= since && one.imported_at === undefined)
        firsts.set(localDate(one.timestamp - dayBegins, zone), minuteOfDay(one.timestamp, zone));
    const [oldest] = messages;
    if (!oldest || messages.length < pageSize || oldest.timestamp < since) break;
    before = oldest.message_id;
  }
  return usualFirstMinute([...firsts.values()]);
}

/**
 * After messages were edited, taken away or brought back: what had grown from them goes, and what grows from their words now and
 * lies ahead comes. What their owner noted stands as long as the message does.
 */
export async function regrowFollowUps(
  deps: Deps,
  user: Id,
  { edited, removed }: { edited: readonly Message[]; removed: readonly Pick<Message, "message_id">[] },
): Promise<void> {
  const owner = companion(user);
  const now = deps.clock.now();
  const isFresh = ({ role, scene, timestamp, imported_at }: Message) =>
    role === "user" &&
    scene !== "story" &&
    imported_at === undefined &&
    timestamp > now - followUpFigures.farthest;
  const said = edited.filter(isFresh);
  const gone = new Set(removed.map(({ message_id }) => message_id));
  const changed = new Set(edited.map(({ message_id }) => message_id));
  const stays = ({ kind, message_ids }: FollowUp) =>
    !message_ids.some((id) => gone.has(id) || (kind !== undefined && changed.has(id)));
  const { follow_ups } = await deps.store.view(owner, "heartbeat");
  if (said.length === 0 && follow_ups.every(stays)) return;
  const { zone } = await readCompanion(deps, user);
  const grown = said.flatMap((message) => growFollowUps(message, zone)).filter(({ due_at }) => due_at > now);
  if (grown.length === 0 && follow_ups.every(stays)) return;
  const meta = { by: "system" as const, cause: edited[0]?.message_id ?? removed[0]?.message_id ?? "edit" };
  await deps.store.commit(owner, ["heartbeat"], meta, ({ heartbeat }) => {
    const planned = new Set(heartbeat.planned.flatMap(({ message_ids = [] }) => message_ids));
    const fresh = grown.filter(({ message_ids }) => !message_ids.some((id) => planned.has(id)));
    const next = addFollowUps(heartbeat.follow_ups.filter(stays), fresh);
    return { documents: { heartbeat: { ...heartbeat, follow_ups: next } }, result: undefined };
  });
}

/** True where a follow-up may be asked: its words stand as they were said, and are not to be left alone (别再提). */
export async function isStillMeant(deps: Deps, world: BeatWorld, followUp: FollowUp): Promise<boolean> {
  const { user, zone } = world.reader;
  if (speaksOf(followUp.text, await mattersOf(deps, world.reader))) return false;
  const said = await Promise.all(followUp.message_ids.map((id) => deps.store.log.find(user, id)));
  if (said.some((message) => message === undefined)) return false;
  // Only what has grown by rule can be grown again; the owner's own entry stands as it is.
  if (followUp.kind === undefined) return true;
  return said.some((message) => message && growsStill(message, followUp, zone));
}

function growsStill(message: Message, followUp: FollowUp, zone: string): boolean {
  return growFollowUps(message, zone).some(
    ({ kind, family, about }) =>
      kind === followUp.kind && family === followUp.family && about === followUp.about,
  );
}
