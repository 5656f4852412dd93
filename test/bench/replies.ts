// `npm run bench -- replies`: 10,000 replies and 10,000 messages for each level: bubbles, delays, and how often one is answered (A129–A133, A154–A158, R10–R12).
import { seededRandom } from "../../src/ids.ts";
import { levels } from "../../src/memory/relationship.ts";
import {
  bubbleCeilingMs,
  bubbleDelayMs,
  characterWeight,
  firstBubbleCeilingMs,
  mostBubbles,
  nextDelayMs,
  replyCeilingMs,
  splitBubbles,
} from "../../src/memory/reply.ts";
import { drawReply, mustReply, type ReplyView } from "../../src/memory/reply-decision.ts";
import { type RelationshipLevel, relationshipLevels } from "../../src/schema/relationship.ts";
import { dataOf } from "../lifecycle/scene.ts";
import { startHouse } from "../support/house.ts";
import type { Figure, Options } from "./main.ts";

const letters = "今天天气很好我们去江边走想起你说过的话嗯哈";
const english = "so I went out and the light was just right for once";
const within = (name: string, value: number, low: number, high: number): Figure => ({
  name,
  value,
  goal: `${Math.round(low * 100) / 100}–${Math.round(high * 100) / 100}`,
  met: value >= low && value <= high,
});
const none = (name: string, value: number): Figure => ({ name, value, goal: "0", met: value === 0 });

function replyText(random: () => number): string {
  const lines = 1 + Math.floor(random() ** 2 * 8);
  const line = () =>
    random() < 0.8
      ? Array.from(
          { length: 1 + Math.floor(random() * 30) },
          () => letters[Math.floor(random() * letters.length)],
        ).join("")
      : english.slice(0, 4 + Math.floor(random() * (english.length - 4))).trim();
  return Array.from({ length: lines }, line).join("\n");
}

/** How 10,000 replies are cut, and what each bubble waits for at speed 1. */
function bubbleFigures(count: number): Figure[] {
  const random = seededRandom("bubbles");
  const sizes = new Map<number, number>();
  const off = { formula: 0, bubble: 0, first: 0, reply: 0, lost: 0 };
  for (let n = 0; n < count; n += 1) {
    const text = replyText(random);
    const bubbles = splitBubbles(text);
    sizes.set(bubbles.length, (sizes.get(bubbles.length) ?? 0) + 1);
    if (bubbles.join("\n") !== text) off.lost += 1;
    let spent = 0;
    for (const [index, bubble] of bubbles.entries()) {
      const bare = bubbleDelayMs(bubble, { random, speed: 1, ceilings: false }) / 1000;
      const weight = characterWeight(bubble);
      if (bare < 0.5 * weight - 0.001 || bare > 1.2 * weight + 0.001) off.formula += 1;
      const delay = nextDelayMs(bubble, index, spent, { random, speed: 1 });
      spent += delay;
      if (delay > bubbleCeilingMs) off.bubble += 1;
      if (index === 0 && delay > firstBubbleCeilingMs) off.first += 1;
    }
    if (spent > replyCeilingMs) off.reply += 1;
  }
  const shares = Array.from({ length: mostBubbles }, (_, n): Figure => {
    const share = ((sizes.get(n + 1) ?? 0) / count) * 100;
    return { name: `replies of ${n + 1} bubbles, per cent`, value: Math.round(share * 10) / 10 };
  });
  const more = [...sizes].reduce(
    (sum, [size, times]) => (size > mostBubbles || size < 1 ? sum + times : sum),
    0,
  );
  return [
    ...shares,
    none("replies of no or more than five bubbles", more),
    none("replies that lost or gained words", off.lost),
    none("bubbles off the formula at speed 1", off.formula),
    none("bubbles that waited over 8 s", off.bubble),
    none("first bubbles that waited over 2.5 s", off.first),
    none("replies that waited over 20 s", off.reply),
  ];
}

/** A158: 5, 10 and 20 characters at speed 1 with the ceilings off, the shortest and longest of 10,000. */
function exampleFigures(count: number): Figure[] {
  const random = seededRandom("delays");
  return [5, 10, 20].flatMap((length) => {
    const text = "好".repeat(length);
    const delays = Array.from(
      { length: count },
      () => bubbleDelayMs(text, { random, speed: 1, ceilings: false }) / 1000,
    );
    const [shortest, longest] = [Math.min(...delays), Math.max(...delays)];
    return [
      within(`${length} characters: shortest delay, s`, shortest, 0.5 * length, 0.51 * length),
      within(`${length} characters: longest delay, s`, longest, 1.19 * length, 1.2 * length),
    ];
  });
}

/** A long talk under `level` without a model: of the messages that may be left, the share that is answered. */
function rateOf(level: RelationshipLevel, policy: ReplyView["policy"], draws: number) {
  const random = seededRandom(`rate ${level}`);
  const before: { role: "user"; timestamp: number; read?: { at: number; reason: string } }[] = [];
  const counts = { drawn: 0, answered: 0, skipped: 0, afterSkipped: 0, messages: 0 };
  for (let at = 1_767_225_600; counts.drawn < draws && counts.messages < draws * 3; at += 60) {
    const view: ReplyView = {
      policy,
      text: "刚吃完饭。",
      mood: { emotion: "neutral", intensity: 0 },
      isDanger: false,
      isCommand: false,
      isAskedAgain: false,
      before: before.slice(-40),
      at,
      zone: "UTC",
    };
    const must = mustReply(view);
    const replies = must !== null || drawReply(level, random);
    counts.messages += 1;
    if (must === null) counts.drawn += 1;
    if (must === null && replies) counts.answered += 1;
    if (!replies) counts.skipped += 1;
    if (before.at(-1)?.read && !replies) counts.afterSkipped += 1;
    before.push({ role: "user", timestamp: at, ...(replies ? {} : { read: { at, reason: "" } }) });
  }
  return counts;
}

function rateFigures(draws: number): Figure[] {
  const rates = relationshipLevels.flatMap((level) => {
    const { answered, drawn, afterSkipped } = rateOf(level, "level", draws);
    const goal = levels[level].reply_rate * 100;
    const rate = Math.round((answered / drawn) * 1000) / 10;
    return [
      within(`${level}: answered of those that may be left, per cent`, rate, goal - 2, goal + 2),
      none(`${level}: left right after another that was left`, afterSkipped),
    ];
  });
  const skipped = relationshipLevels.map((level) => rateOf(level, "always", draws).skipped);
  return [
    ...rates,
    none(
      "left unanswered under always",
      skipped.reduce((sum, one) => sum + one, 0),
    ),
  ];
}

/** The same through a real house without a model: what its events and its log say. */
async function houseFigures(messages: number): Promise<Figure[]> {
  const house = await startHouse({ clock: "2026-03-10T08:00:00+08:00", env: { RANDOM_SEED: "11" } });
  try {
    const counted = async (reply_policy: string) => {
      const user = await house.create({ reply_policy, bond: { kind: "搭档" } });
      for (let n = 0; n < 30; n += 1)
        await house.api("POST", `/api/ai-users/${user}/save-message`, { content: `第${n}句`, role: "user" });
      let [skipped, drawn, last] = [0, 0, false];
      for (let n = 0; n < messages; n += 1) {
        const events = await house.chat(user, `刚走了${n}步。`);
        const left = dataOf(events, "reply-skip").length > 0;
        if (!last) drawn += 1;
        if (left) skipped += 1;
        last = left;
      }
      return { skipped, drawn };
    };
    const always = await counted("always");
    const level = await counted("level");
    const rate = Math.round((1 - level.skipped / level.drawn) * 1000) / 10;
    // Three standard deviations of so few draws around 60 per cent.
    const width = Math.ceil(300 * Math.sqrt(0.24 / level.drawn));
    return [
      none("house: left unanswered under always", always.skipped),
      within("house: answered under level at 一般, per cent", rate, 60 - width, 60 + width),
    ];
  } finally {
    await house.close();
    await house.remove();
  }
}

/** `--count` replies and draws of each kind (default 10,000), `--house` messages through a real house (default 150). */
export async function replies(options: Options): Promise<Figure[]> {
  const count = Number(options.count ?? 10_000);
  const figures = [...bubbleFigures(count), ...exampleFigures(count), ...rateFigures(count)];
  const messages = Number(options.house ?? 150);
  return messages > 0 ? [...figures, ...(await houseFigures(messages))] : figures;
}
