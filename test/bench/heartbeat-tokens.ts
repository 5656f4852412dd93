// What a silent day costs at each level, with and without the gate, in tokens and in turns of an ordinary talk (issue 6, e).
import { inspectContext } from "../../src/lifecycle/inspect-context.ts";
import { nightOf, silenceDue } from "../../src/memory/beat-time.ts";
import { levels } from "../../src/memory/relationship.ts";
import { Fact } from "../../src/schema/fact.ts";
import type { LongTerm } from "../../src/schema/long-term.ts";
import type { Message } from "../../src/schema/message.ts";
import { MidTerm } from "../../src/schema/mid-term.ts";
import { relationshipLevels } from "../../src/schema/relationship.ts";
import { companion } from "../../src/store/store.ts";
import { type BenchWorld, done, openWorld, type Resident, settle } from "./heartbeat-world.ts";
import type { Figure } from "./main.ts";

const day = 86_400;
const zone = "Asia/Shanghai";
/** The person's last word: seven in the morning, and then nothing until the next. */
const begin = Date.parse("2026-03-10T07:00:00+08:00") / 1000;
const sentence = "今天画到一半停电了，坐在窗边听了很久的雨，想起你上次说的那本书还没有看完。";

/** A companion of some years: soul, thirty facts, full summaries, an index, and a talk of forty messages. */
async function furnish(world: BenchWorld, user: string): Promise<void> {
  const owner = companion(user);
  const meta = { by: "system" as const, cause: "bench" };
  const facts = Array.from({ length: 30 }, (_, n) =>
    Fact.parse({
      id: `f${n}`,
      category: "preference",
      key: `likes:${n}`,
      value: `第${n}样`,
      statement: `喜欢第${n}样东西，说过两三回`,
    }),
  );
  const times = (n: number) => ({ started_at: begin - (n + 1) * day, ended_at: begin - (n + 1) * day + 600 });
  const mid = MidTerm.parse(
    Array.from({ length: 5 }, (_, n) => ({
      id: `mid_${n}`,
      topic_id: `t${n}`,
      summary: sentence.repeat(3),
      emotion_tags: {},
      message_count: 12,
      time_precision: "hour",
      extracted_to_long: true,
      ...times(n),
    })),
  );
  const long: LongTerm = Array.from({ length: 300 }, (_, n) => ({
    id: `long_${n}`,
    title: `第${n}件往事`,
    key_points: [sentence.slice(0, 20), sentence.slice(20, 36)],
    detail_file: `${n}.json`,
    ...times(n + 5),
  }));
  const talk = Array.from(
    { length: 40 },
    (_, n): Message => ({
      message_id: `m_${user}_${n}`,
      role: n % 2 === 0 ? "user" : "assistant",
      content: sentence,
      timestamp: begin - (40 - n) * 60,
      topic_id: "now",
    }),
  );
  await world.store.log.append(user, talk);
  await world.store.commit(
    owner,
    ["facts", "mid_term", "long_term", "config", "short_term"],
    meta,
    ({ config }) => ({
      documents: {
        facts,
        mid_term: mid,
        long_term: long,
        config: { ...config, base_soul: sentence.repeat(12) },
        short_term: { topic_id: "now", conversations: talk, created_at: begin - 2_400, pending: [] },
      },
      result: undefined,
    }),
  );
}

/** Moments at which silence is due in one day, where nothing holds it back. */
function dueWithoutGate(heartbeat_hours: number): number {
  let count = 0;
  const interval = Math.round(heartbeat_hours * 3600);
  const silence = { interval, night: nightOf(false), quiet: null, zone };
  for (
    let at = silenceDue({ ...silence, from: begin });
    at <= begin + day;
    at = silenceDue({ ...silence, from: at })
  )
    count += 1;
  return count;
}

type Day = { level: string; calls: number; tokens: number };

/** The day as it is lived: `speaks`: whether the model speaks each time it is asked, or stays silent each time. */
async function liveDay(speaks: boolean): Promise<{ days: Day[]; turn: number; beat: number }> {
  const world = await openWorld(begin - 60, "day");
  let turn = 0;
  world.answers = (count) => [
    { type: "text", text: speaks ? `想到你了，第${count}回` : "HEARTBEAT_OK" },
    done(),
  ];
  const residents = relationshipLevels.map(
    (level, n): Resident => ({
      user: `d${n}`,
      account: "day",
      zone,
      level,
      quiet: null,
      nightOwl: false,
      planned: [],
    }),
  );
  await settle(world, residents);
  for (const { user } of residents) await furnish(world, user);
  world.now = begin;
  for (const { user } of residents) {
    await world.say(user, "我出门了");
    turn = (await inspectContext(world.deps, user, "你在做什么", async () => 0)).tokens;
  }
  await world.tick();
  for (let next = world.beats.nextDue(); next !== null && next <= begin + day; next = world.beats.nextDue()) {
    world.now = Math.max(world.now + 1, next);
    await world.tick();
  }
  const days = residents.map(({ user, level }) => {
    const asked = world.asked.filter((one) => one.user === user);
    return { level, calls: asked.length, tokens: asked.reduce((sum, one) => sum + one.tokens, 0) };
  });
  // One question that is asked for, for those levels that are asked nothing in a day.
  await world.beats.trigger("d0");
  return { days, turn, beat: world.asked.at(-1)?.tokens ?? 0 };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Figures for each level. A turn is a whole context with the tools of a chat beside it left out, which makes the goal harder. */
export async function silentDays(): Promise<Figure[]> {
  const silent = await liveDay(false);
  const spoken = await liveDay(true);
  const figures: Figure[] = [
    { name: "tokens of a turn of this companion", value: silent.turn },
    { name: "tokens of a beat's question", value: silent.beat },
  ];
  for (const level of relationshipLevels) {
    const [a, b] = [silent, spoken].map(({ days }) => days.find((one) => one.level === level));
    const most = Math.max(a?.tokens ?? 0, b?.tokens ?? 0);
    const turns = rounded(most / silent.turn);
    const free = dueWithoutGate(levels[level].heartbeat_hours);
    figures.push(
      {
        name: `${level}: questions on a silent day, with the gate`,
        value: Math.max(a?.calls ?? 0, b?.calls ?? 0),
      },
      { name: `${level}: without it`, value: free },
      { name: `${level}: turn-equivalents with the gate`, value: turns, goal: "≤ 5", met: turns <= 5 },
      { name: `${level}: turn-equivalents without it`, value: rounded((free * silent.turn) / silent.turn) },
    );
  }
  return figures;
}
