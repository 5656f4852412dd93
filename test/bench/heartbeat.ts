// `npm run bench -- heartbeat [--days=60] [--companions=50] [--entries=100000] [--seed=7]`: the due queue under every kind of time (issue 6, a and e).
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DueHeap } from "../../src/memory/due-heap.ts";

import {
  afterPause,
  duplicates,
  inQuietHours,
  leaks,
  liveDays,
  overLimits,
  plannedMissed,
  wrongNights,
} from "./heartbeat-days.ts";
import { silentDays } from "./heartbeat-tokens.ts";
import { openWorld, settle } from "./heartbeat-world.ts";
import type { Bench, Figure } from "./main.ts";

const day = 86_400;
const none = (name: string, value: number): Figure => ({ name, value, goal: "0", met: value === 0 });

async function days(options: Record<string, string>): Promise<Figure[]> {
  const [length, count] = [Number(options.days ?? 60), Number(options.companions ?? 50)];
  const began = performance.now();
  const outcome = await liveDays(length, count, options.seed ?? "7");
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const planned = plannedMissed(outcome);
  const nights = wrongNights(outcome);
  const { leaked, said } = await leaks(outcome);
  const pause = afterPause(outcome);
  const sent = outcome.taken.filter(({ decision }) => decision === "sent");
  const silence = sent.filter(({ kind }) => kind !== "planned").length;
  return [
    { name: `days lived by ${count} companions`, value: length },
    { name: "restarts", value: outcome.pauses.length - 1 },
    { name: "decisions taken", value: outcome.taken.length },
    { name: "of them sent, planned", value: sent.length - silence },
    { name: "of them sent, of their own accord", value: silence },
    none("duplicates", duplicates(outcome)),
    { name: "planned beats expected outside pauses (croner)", value: planned.expected },
    none("planned beats missed outside pauses", planned.missed),
    { name: "latest planned beat, seconds", value: planned.latest, goal: "≤ 15", met: planned.latest <= 15 },
    none("beats in quiet hours", inQuietHours(outcome)),
    none("beats over spacing or daily limit", overLimits(outcome)),
    { name: "silences checked minute by minute", value: nights.checked },
    none("silences that end in another minute", nights.wrong),
    { name: "messages said by companions", value: said },
    none("messages with sentinel or reasoning", leaked),
    { name: "late beats after the week's pause", value: pause.all },
    { name: "most of them for one companion", value: pause.most, goal: "≤ 1", met: pause.most <= 1 },
    { name: "minutes over which they are spread", value: pause.minutes },
    { name: "seconds of this machine for it", value: seconds },
  ];
}

/** 999 days of a broken bond: nothing before, one question after. */
async function thousandDays(): Promise<Figure[]> {
  const start = Date.parse("2026-03-10T12:00:00Z") / 1000;
  const world = await openWorld(start, "999");
  const residents = Array.from({ length: 10 }, (_, n) => ({
    user: `b${n}`,
    account: "broken",
    zone: "Asia/Shanghai",
    level: "决裂" as const,
    quiet: null,
    nightOwl: false,
    planned: [],
  }));
  await settle(world, residents);
  await world.tick();
  for (let n = 0; n < 999 * 4; n += 1) {
    world.now = start + n * (day / 4);
    if (n % 40 === 0) world.restart();
    await world.tick();
  }
  const early = world.asked.length;
  world.now = start + 1_000 * day;
  await world.tick();
  world.now += 3_600;
  await world.tick();
  return [
    none("questions before 999 days of 决裂", early),
    {
      name: "questions after 1,000 days (ten companions)",
      value: world.asked.length,
      goal: "10",
      met: world.asked.length >= 10,
    },
  ];
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** The heap alone, at the size of a big house. */
function entries(count: number): Figure[] {
  const ids = Array.from({ length: count }, (_, n) => `companion_${n}`);
  collectGarbage();
  const before = process.memoryUsage();
  const heap = new DueHeap();
  for (const [n, id] of ids.entries()) heap.set(id, (n * 7_919) % 1_000_003);
  collectGarbage();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  const began = performance.now();
  for (let n = 0; n < count; n += 1) {
    const id = heap.take(Number.POSITIVE_INFINITY);
    if (id !== undefined) heap.set(id, 1_000_003 + ((n * 104_729) % 1_000_003));
  }
  const microseconds = ((performance.now() - began) * 1000) / count;
  const each = Math.round((bytes / count) * 10) / 10;
  const name = `${count.toLocaleString("en")} companions`;
  return [
    { name: `bytes for each entry, ${name}`, value: each, goal: "≤ 128", met: each <= 128 },
    {
      name: "microseconds to take one and set it again",
      value: Math.round(microseconds * 100) / 100,
      goal: "≤ 10",
      met: microseconds <= 10,
    },
    { name: "entries held", value: heap.size },
  ];
}

export const heartbeat: Bench = async (options) => [
  ...entries(Number(options.entries ?? 100_000)),
  ...(await days(options)),
  ...(await thousandDays()),
  ...(await silentDays()),
];
