// Sixty simulated days of fifty companions: restarts, a week's pause, changes of the clock; judged by reckoning of its own (issue 6, a).
import { Cron } from "croner";
import type { BeatRecord } from "../../src/schema/heartbeat.ts";
import { relationshipLevels } from "../../src/schema/relationship.ts";
import { companion } from "../../src/store/store.ts";
import { type BenchWorld, innerVoice, openWorld, type Resident, settle } from "./heartbeat-world.ts";

const zones = ["America/New_York", "Europe/London", "Australia/Lord_Howe"];
const hour = 3600;
const day = 24 * hour;
/** The clocks of all three zones change within these sixty days. */
const begin = Date.parse("2026-02-25T00:00:00Z") / 1000;
const tickEvery = 15;

export type Taken = BeatRecord & { user: string };

export type Outcome = {
  residents: Resident[];
  taken: Taken[];
  /** silence.from and what followed from it, each time it moved. */
  moves: { resident: Resident; from: number; next: number }[];
  /** When the house was down or asleep. */
  pauses: { from: number; to: number }[];
  weekPause: { from: number; to: number };
  world: BenchWorld;
  ticks: number;
};

const clocks = ["09:30", "02:30", "01:30", "23:30", "06:30", "13:05", "18:00"];

function residentsOf(count: number): Resident[] {
  return Array.from({ length: count }, (_, n): Resident => {
    const zone = zones[n % zones.length] ?? "UTC";
    const hasQuiet = n % 2 === 0;
    const planned = clocks.slice(n % 4, (n % 4) + 1 + (n % 3)).map((clock, m) => {
      const [h = 0, minute = 0] = clock.split(":").map(Number);
      return { id: `p${m}`, hour: h, minute, message_template: `${clock}的问候` };
    });
    return {
      user: `c${n}`,
      account: `a_${n % zones.length}_${hasQuiet ? "quiet" : "open"}`,
      zone,
      level: relationshipLevels[n % relationshipLevels.length] ?? "一般",
      quiet: hasQuiet ? { from: "23:30", to: "08:00" } : null,
      nightOwl: n % 7 === 3,
      planned: n % 5 === 4 ? [] : planned,
    };
  });
}

const sayings = [
  "今天好忙",
  "刚吃完饭",
  "在看书",
  "晚安，我先睡了",
  "我去开会了",
  "路上堵车",
  "明天要去爬山",
  "嗯嗯",
];

/** Lets the days pass: from what is due to what is due, on the ticks of the schedule, as the program would. */
export async function liveDays(days: number, count: number, seed: string): Promise<Outcome> {
  const world = await openWorld(begin, seed);
  const residents = residentsOf(count);
  await settle(world, residents);
  const byUser = new Map(residents.map((one) => [one.user, one]));
  const outcome: Outcome = {
    residents,
    taken: [],
    moves: [],
    pauses: [],
    weekPause: { from: 0, to: 0 },
    world,
    ticks: 0,
  };
  const touched = new Set<string>();
  world.store.subscribe(({ owner, document }) => document === "heartbeat" && touched.add(owner.id));
  const seen = new Map<string, { at: number; next: number; count: number }>();
  const collect = async () => {
    for (const user of touched) {
      const beat = await world.store.view(companion(user), "heartbeat");
      const known = seen.get(user) ?? { at: 0, next: 0, count: 0 };
      const history = beat.history ?? [];
      const fresh = history.filter(
        (one) =>
          one.at > known.at ||
          !outcome.taken.some(
            (t) => t.user === user && t.at === one.at && t.kind === one.kind && t.due_at === one.due_at,
          ),
      );
      for (const one of fresh) outcome.taken.push({ ...one, user });
      const resident = byUser.get(user);
      if (resident && beat.silence?.by === "interval" && beat.silence.next !== known.next)
        outcome.moves.push({
          resident,
          from: Math.max(beat.silence.from, beat.heard_at ?? 0),
          next: beat.silence.next,
        });
      seen.set(user, { at: history.at(-1)?.at ?? 0, next: beat.silence?.next ?? 0, count: history.length });
    }
    touched.clear();
  };
  const end = begin + days * day;
  const pauseAt = begin + Math.floor(days / 2) * day + 5 * hour;
  let nextRestart = begin + 3 * hour;
  let nextWord = begin + hour;
  let paused = false;
  await world.tick();
  while (world.now < end) {
    const due = world.beats.nextDue() ?? end;
    const grid = Math.ceil(Math.max(due, world.now + 1) / tickEvery) * tickEvery;
    world.now = Math.min(grid, nextRestart, nextWord, paused ? end : pauseAt, end);
    if (!paused && world.now >= pauseAt) {
      paused = true;
      outcome.weekPause = { from: world.now, to: world.now + 7 * day };
      outcome.pauses.push(outcome.weekPause);
      world.now += 7 * day;
      nextRestart = world.now + 3 * hour;
      nextWord = world.now + 6 * hour;
    } else if (world.now >= nextRestart) {
      const down = Math.floor(world.random() * 240);
      outcome.pauses.push({ from: world.now, to: world.now + down });
      world.restart();
      world.now += down;
      nextRestart = world.now + Math.floor((2 + world.random() * 4) * hour);
    } else if (world.now >= nextWord) {
      const who = residents[Math.floor(world.random() * residents.length)];
      if (who) await world.say(who.user, sayings[Math.floor(world.random() * sayings.length)] ?? "嗯");
      nextWord = world.now + Math.floor((10 + world.random() * 80) * 60);
    }
    await world.tick();
    outcome.ticks += 1;
    await collect();
  }
  return outcome;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function minuteOf(at: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formats.set(zone, format);
  }
  const [h = 0, m = 0] = format
    .format(at * 1000)
    .split(":")
    .map(Number);
  return h * 60 + m;
}
const minutes = (clock: string) => {
  const [h = 0, m = 0] = clock.split(":").map(Number);
  return h * 60 + m;
};

/** True where the moment lies in the hours, by a reckoning that shares nothing with the program's. */
function within(at: number, zone: string, from: string, to: string): boolean {
  const [now, a, b] = [minuteOf(at, zone), minutes(from), minutes(to)];
  return a <= b ? now >= a && now < b : now >= a || now < b;
}

/** Beats that were sent for the same due time of the same kind. */
export function duplicates({ taken }: Outcome): number {
  const sent = taken.filter(({ decision }) => decision === "sent");
  return (
    sent.length -
    new Set(
      sent.map(({ user, kind, due_at, reason }) =>
        [user, kind, due_at, kind === "planned" ? reason : ""].join(),
      ),
    ).size
  );
}

/** Planned beats that croner names and that nobody took within two minutes, outside the pauses; and the latest of those taken. */
export function plannedMissed({ residents, taken, pauses, world }: Outcome): {
  missed: number;
  expected: number;
  latest: number;
} {
  let [missed, expected, latest] = [0, 0, 0];
  const planned = taken.filter(({ kind }) => kind === "planned");
  for (const { user, zone, planned: plans } of residents)
    for (const { hour: h, minute } of plans) {
      const cron = new Cron(`0 ${minute} ${h} * * *`, { timezone: zone, paused: true });
      let at = cron.nextRun(new Date(begin * 1000 + 60_000));
      for (; at && at.getTime() / 1000 < world.now; at = cron.nextRun(at)) {
        const moment = at.getTime() / 1000;
        if (pauses.some(({ from, to }) => moment >= from - 60 && moment <= to + 60)) continue;
        expected += 1;
        const found = planned.find((one) => one.user === user && Math.abs((one.due_at ?? 0) - moment) < 60);
        if (!found) missed += 1;
        else latest = Math.max(latest, found.at - moment);
      }
    }
  return { missed, expected, latest };
}

/** Silence beats and follow-ups that were sent, or even thought of, in quiet hours. */
export function inQuietHours({ residents, taken }: Outcome): number {
  const of = new Map(residents.map((one) => [one.user, one]));
  return taken.filter(({ user, kind, at }) => {
    const one = of.get(user);
    return kind !== "planned" && one?.quiet && within(at, one.zone, one.quiet.from, one.quiet.to);
  }).length;
}

const hours: Record<string, number> = {
  特别关心: 1 / 3,
  关系较好: 24,
  一般: 72,
  关系冷淡: 168,
  决裂: 23_976,
};

/**
 * Next silence beats that are not where a walk minute by minute finds them. Nights by the fixed windows; quiet hours move those of
 * whole days. Long walks are taken for every third move.
 */
export function wrongNights({ moves }: Outcome): { wrong: number; checked: number } {
  let [wrong, checked] = [0, 0];
  for (const [n, { resident, from, next }] of moves.entries()) {
    const interval = (hours[resident.level] ?? 72) * hour;
    if (interval > 168 * hour || (interval > hour && n % 3 > 0)) continue;
    checked += 1;
    const [nightFrom, nightTo] = resident.nightOwl ? ["02:00", "10:00"] : ["23:00", "07:00"];
    const night = (at: number) => within(at, resident.zone, nightFrom ?? "", nightTo ?? "");
    const quiet = (at: number) =>
      interval >= 12 * hour &&
      resident.quiet !== null &&
      within(at, resident.zone, resident.quiet.from, resident.quiet.to);
    const isSilent = (at: number) => at - from >= interval && (!night(at) || at - from >= 3 * interval);
    let at = from + interval;
    while (!isSilent(at) || quiet(at)) at = Math.floor(at / 60) * 60 + 60;
    if (Math.abs(at - next) >= 60) wrong += 1;
  }
  return { wrong, checked };
}

/** Messages in which the sentinel, a thought or a mark can be read. */
export async function leaks({ residents, world }: Outcome): Promise<{ leaked: number; said: number }> {
  let [leaked, said] = [0, 0];
  for (const { user } of residents) {
    for await (const month of world.store.log.scan(user))
      for (const one of month) {
        said += one.role === "assistant" ? 1 : 0;
        if (/heartbeat|_ok\b|think/i.test(one.content) || one.content.includes(innerVoice)) leaked += 1;
      }
    if (JSON.stringify(await world.store.view(companion(user), "heartbeat")).includes(innerVoice))
      leaked += 1;
  }
  const shown = world.events.filter(({ event }) => event.event === "bubble" || event.event === "text-delta");
  if (
    shown.some(
      ({ event }) =>
        /heartbeat_ok/i.test(JSON.stringify(event.data)) || JSON.stringify(event.data).includes(innerVoice),
    )
  )
    leaked += 1;
  return { leaked, said };
}

/** What came in the hour after the week's pause: the most of one companion, all, and over how many minutes they were spread. */
export function afterPause({ taken, weekPause, residents }: Outcome): {
  most: number;
  all: number;
  minutes: number;
} {
  const late = taken.filter(
    ({ at, due_at = 0 }) => at >= weekPause.to && at < weekPause.to + hour && due_at < weekPause.to - 600,
  );
  // A beat whose model failed is tried again under the same due time: it is one beat.
  const counts = residents.map(
    ({ user }) =>
      new Set(late.filter((one) => one.user === user).map(({ kind, due_at }) => `${kind} ${due_at}`)).size,
  );
  const times = late.map(({ at }) => at);
  return {
    most: Math.max(0, ...counts),
    all: late.length,
    minutes: times.length === 0 ? 0 : Math.round((Math.max(...times) - Math.min(...times)) / 60),
  };
}

/** Beats closer than three hours, too many unanswered or over the daily limit, among silence beats and follow-ups. */
export function overLimits({ residents, taken }: Outcome): number {
  let over = 0;
  for (const { user, zone } of residents) {
    const sent = taken.filter(
      (one) => one.user === user && one.decision === "sent" && one.kind !== "planned",
    );
    const sorted = [...sent].sort((a, b) => a.at - b.at);
    for (const [n, one] of sorted.entries()) {
      const before = sorted[n - 1];
      if (before && one.at - before.at < 3 * hour) over += 1;
    }
    const days = new Map<string, number>();
    for (const { at } of sent) {
      const date = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at * 1000);
      days.set(date, (days.get(date) ?? 0) + 1);
    }
    over += [...days.values()].filter((n) => n > 3).length;
  }
  return over;
}
