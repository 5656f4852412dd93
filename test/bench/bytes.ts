// Counts the bytes that are written for each message after 1 and after 10 years: they must not grow with age (DESIGN 3).
import { readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { House } from "../support/house.ts";
import type { Upstream } from "../support/upstream.ts";
import { countDiskWrites, type DiskCounter } from "./disk-counter.ts";
import type { Bench, Figure } from "./main.ts";
import { rounded } from "./statistics.ts";
import { lifeEnd, messagesADay, writeLife } from "./years.ts";

/** Bytes by what was written; names of months and details are put together. */
type Bytes = Record<string, number>;

type Measured = {
  /** Means over the ordinary turns. */
  turn: { messages: number; logBytes: number; lineBytes: number; otherBytes: Bytes };
  /** The largest share of one topic that one turn wrote to short_term.json. */
  shortShare: number;
  topicEnd: Bytes;
  extraction: Bytes;
  rollOver: Bytes;
  /** The care of idle hours: the first in this life, and of the three days after a day of talk. */
  firstCare: Bytes;
  nextCare: Bytes;
};

const ordinaryTurns = 12;
/** Each moved clock ends the session; a line for each sign-in that follows tells nothing. */
const quiet = { LOG_LEVEL: "error" };
/** R18 and A81: one topic a day, promoted every second day. */
const daysBetweenExtractions = 2;

const answers = {
  chat: "嗯，我在听，你接着说\n河边那家我记得，你说过那里的面不错",
  short_to_mid: JSON.stringify({
    summary: "两个人聊了河边的面馆、排队和天气，他说心里踏实了不少，约好周末再去一次，也提到表姐要来。",
    emotion_tags: { basic_emotion: "愉悦", scene: "闲聊", atmosphere: "轻松" },
  }),
  mid_to_long: JSON.stringify({
    entries: [
      {
        title: "河边的面馆",
        key_points: ["排了很久的队", "约好周末再去"],
        detail_content: "聊了河边的面馆、排队和天气，约好周末再去一次。",
      },
    ],
  }),
};

function groupOf(name: string): string {
  return name.replace(/\d{4}-\d{2}(-\d{2}_.*)?\.(jsonl?)$/, "*.$2");
}

/** What was written in the companion's folder since the last look, by kind of file. */
function written(counter: DiskCounter, folder: string): Bytes {
  const bytes: Bytes = {};
  for (const [path, size] of counter.bytes()) {
    const name = relative(folder, path);
    if (path === "unknown") throw new Error("a write had no path");
    if (!name.startsWith("..")) bytes[groupOf(name)] = (bytes[groupOf(name)] ?? 0) + size;
  }
  counter.reset();
  return bytes;
}

const sum = (bytes: Bytes) => Object.values(bytes).reduce((total, size) => total + size, 0);
const sizeOf = async (path: string) => (await stat(path)).size;

/** Lets the background finish what the last turn set off; the clock moves a second. */
async function settle(house: House): Promise<void> {
  await house.api("POST", "/test/clock", { advance_s: 1 });
}

async function ordinary(
  house: House,
  user: string,
  counter: DiskCounter,
): Promise<Pick<Measured, "turn" | "shortShare">> {
  const folder = join(house.folder, "ai_users", user);
  const log = join(folder, "conversation.json");
  const before = await sizeOf(log);
  const all: Bytes = {};
  let messages = 0;
  let shortShare = 0;
  for (let n = 0; n < ordinaryTurns; n++) {
    const events = await house.chat(
      user,
      `今天下午和表姐去了河边，吃了一碗牛肉面，排了${n + 20}分钟的队，心里踏实了不少。`,
    );
    if (events.some(({ event }) => event === "topic-end"))
      throw new Error("an ordinary turn ended its topic");
    messages += 1 + events.filter(({ event }) => event === "bubble").length;
    await settle(house);
    const bytes = written(counter, folder);
    const share = (bytes["short_term.json"] ?? 0) / (await sizeOf(join(folder, "short_term.json")));
    shortShare = Math.max(shortShare, share);
    for (const [name, size] of Object.entries(bytes)) all[name] = (all[name] ?? 0) + size;
  }
  const { "conversation.json": logBytes = 0, ...otherBytes } = all;
  const grown = (await sizeOf(log)) - before;
  // The counter must have seen at least what the file has gained, or it counts nothing.
  if (logBytes < grown) throw new Error(`counted ${logBytes} of ${grown} bytes`);
  return { turn: { messages, logBytes, lineBytes: grown, otherBytes }, shortShare };
}

async function endTopic(house: House, user: string, counter: DiskCounter): Promise<Bytes> {
  const folder = join(house.folder, "ai_users", user);
  const summaries = async () =>
    JSON.parse(await readFile(join(folder, "mid_term.json"), "utf8")) as { topic_id: string }[];
  const { topic_id } = JSON.parse(await readFile(join(folder, "short_term.json"), "utf8")) as {
    topic_id: string;
  };
  await house.chat(user, "那我先睡了，晚安");
  await settle(house);
  if (!(await summaries()).some((entry) => entry.topic_id === topic_id))
    throw new Error("the topic has no summary");
  return written(counter, folder);
}

/** Lets days pass in which nobody talks, for the care of idle hours (retention, near-identical episodes, old moods). */
async function care(house: House, user: string, counter: DiskCounter, days: number): Promise<Bytes> {
  counter.reset();
  const { body } = await house.api<{ now: number }>("POST", "/test/clock", { advance_s: 0 });
  for (let day = 1; day <= days; day++) {
    await house.api("POST", "/test/clock", { set: body.now + day * 86_400 });
    await settle(house);
  }
  return written(counter, join(house.folder, "ai_users", user));
}

async function measure(years: number, counter: DiskCounter, upstream: Upstream): Promise<Measured> {
  const { startHouse } = await import("../support/house.ts");
  const clock = new Date(lifeEnd * 1000).toISOString();
  const first = await startHouse({ upstream, clock, env: quiet });
  const user = await first.create({ name: "小夏", greeting: null });
  await first.close();
  const folder = join(first.folder, "ai_users", user);
  await writeLife(folder, { years });
  const house = await startHouse({ upstream, clock, env: quiet, folder: first.folder });
  try {
    // A made life was never tidied: the first day's care has years to catch up with. It, and what follows it, are no part of a day.
    const firstCare = await care(house, user, counter, 1);
    // The first turn repairs, opens and renders what later ones find.
    await house.chat(user, "我回来了，刚才说到河边那家面馆");
    await settle(house);
    counter.reset();
    const turns = await ordinary(house, user, counter);
    const topicEnd = await endTopic(house, user, counter);
    const extracted = await house.api<{ extracted: unknown[] }>("POST", `/api/memory/${user}/extract`);
    if (extracted.body.extracted.length === 0) throw new Error("nothing was extracted");
    await settle(house);
    const extraction = written(counter, folder);
    const nextCare = await care(house, user, counter, 3);
    await house.api("POST", "/test/clock", { set: lifeEnd + 20 * 86_400 });
    counter.reset();
    await house.chat(user, "早，新的一个月了");
    await settle(house);
    const rollOver = written(counter, folder);
    return { ...turns, topicEnd, extraction, rollOver, firstCare, nextCare };
  } finally {
    await house.close();
    await house.remove();
  }
}

function figuresOf(years: number, measured: Measured): Figure[] {
  const { turn, shortShare, topicEnd, extraction, rollOver, firstCare, nextCare } = measured;
  const name = (what: string) => `year ${years}: ${what}`;
  const logShare = rounded(turn.logBytes / turn.lineBytes);
  const files = (bytes: Bytes): Figure[] =>
    Object.entries(bytes)
      .sort(([, a], [, b]) => b - a)
      .map(([file, size]) => ({ name: `  ${file}`, value: size }));
  return [
    { name: name("bytes of a message line"), value: rounded(turn.lineBytes / turn.messages, 0) },
    { name: name("log bytes a message / its line"), value: logShare, goal: "≤ 2", met: logShare <= 2 },
    {
      name: name("short_term a turn / its topic, most"),
      value: rounded(shortShare),
      goal: "≤ 1",
      met: shortShare <= 1,
    },
    { name: name("other files, bytes a message"), value: rounded(sum(turn.otherBytes) / turn.messages, 0) },
    ...files(turn.otherBytes).map((file) => ({ ...file, value: rounded(file.value / turn.messages, 0) })),
    { name: name("topic end with its summary, bytes"), value: sum(topicEnd) },
    ...files(topicEnd),
    { name: name("one extraction, bytes"), value: sum(extraction) },
    ...files(extraction),
    { name: name("first turn of a new month, bytes"), value: sum(rollOver) },
    ...files(rollOver),
    { name: name("first care of a life that was never tidied, bytes"), value: sum(firstCare) },
    { name: name("care of three days after a day of talk, bytes"), value: sum(nextCare) },
    ...files(nextCare),
  ];
}

/** Bytes a message with everything that a life of one topic a day brings with it, spread over its messages. */
function spread({ turn, topicEnd, extraction }: Measured): number {
  const turns = (turn.logBytes + sum(turn.otherBytes)) / turn.messages;
  return turns + sum(topicEnd) / messagesADay + sum(extraction) / (messagesADay * daysBetweenExtractions);
}

function compare(young: Measured, old: Measured): Figure[] {
  const ratio = (what: string, of: (one: Measured) => number, held: boolean): Figure => {
    const value = rounded(of(old) / of(young));
    return { name: `old / young: ${what}`, value, ...(held ? { goal: "≤ 1.1", met: value <= 1.1 } : {}) };
  };
  return [
    ratio("an ordinary message", ({ turn }) => (turn.logBytes + sum(turn.otherBytes)) / turn.messages, true),
    ratio("a topic's end", ({ topicEnd }) => sum(topicEnd), true),
    ratio(
      "an extraction without long_term.json",
      ({ extraction: { "long_term.json": _, ...rest } }) => sum(rest),
      true,
    ),
    ratio("an extraction", ({ extraction }) => sum(extraction), false),
    ratio("a new month", ({ rollOver }) => sum(rollOver), true),
    ratio("all of it, spread over the messages", spread, false),
  ];
}

/** `npm run bench -- bytes [--years=1,10]` */
export const bytes: Bench = async ({ years = "1,10" }) => {
  const counter = await countDiskWrites();
  const { startUpstream } = await import("../support/upstream.ts");
  const upstream = await startUpstream();
  for (const [role, text] of Object.entries(answers)) upstream.fallback(role, { text });
  const ages = years.split(",").map(Number);
  const measured: Measured[] = [];
  for (const age of ages) measured.push(await measure(age, counter, upstream));
  await upstream.close();
  const [young, old] = [measured[0], measured.at(-1)];
  return [
    ...measured.flatMap((one, n) => figuresOf(ages[n] ?? 0, one)),
    ...measured.map((one, n) => ({
      name: `year ${ages[n]}: all of it, spread, bytes a message`,
      value: rounded(spread(one), 0),
    })),
    ...(young && old ? compare(young, old) : []),
  ];
};
