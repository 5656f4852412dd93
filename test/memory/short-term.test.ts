// The short tier: nothing said is lost between the end of a topic and its summary (invariant 1, R19).
import { describe, expect, test } from "vitest";
import { foldLimits, foldPlan, withPart } from "../../src/memory/fold.ts";
import { isClosed } from "../../src/memory/join.ts";
import {
  beginNext,
  duePending,
  endTopic,
  failPending,
  type LoggedTopic,
  lostPending,
  openTopic,
  rebuildShort,
  settleTopic,
  withMessages,
} from "../../src/memory/short-term.ts";
import { runsBeforeExtractive } from "../../src/memory/step.ts";
import type { Message } from "../../src/schema/message.ts";
import { ShortTerm } from "../../src/schema/short-term.ts";

const now = 1_780_000_000;

function message(id: string, topic = "t1", more: Partial<Message> = {}): Message {
  return {
    message_id: id,
    role: "user",
    content: `words of ${id}`,
    timestamp: now,
    topic_id: topic,
    ...more,
  };
}

const opened = () => withMessages(openTopic("t1", now), [message("m1"), message("m2")]);

describe("messages", () => {
  test("join the open topic once, in order", () => {
    const short = withMessages(opened(), [message("m2"), message("m3"), message("m3")]);
    expect(short.conversations.map((one) => one.message_id)).toEqual(["m1", "m2", "m3"]);
    expect(ShortTerm.parse(short)).toEqual(short);
  });

  test("of another topic stay out, so a late reply cannot slip into the next topic", () => {
    const short = opened();
    expect(withMessages(short, [message("late", "t0")])).toBe(short);
  });

  test("do not change the document they were added to", () => {
    const before = opened();
    withMessages(before, [message("m9")]);
    expect(before.conversations).toHaveLength(2);
  });
});

describe("the end of a topic", () => {
  test("makes it wait for its summary and keeps its words meanwhile", () => {
    const short = endTopic(opened(), "farewell", now + 5);
    expect(short.pending).toEqual([
      { topic_id: "t1", ended_at: now, trigger: "farewell", attempts: 0, next_at: now + 5, message_count: 2 },
    ]);
    expect(short.conversations).toHaveLength(2);
    expect(isClosed(short)).toBe(true);
  });

  test("counts once, and not at all where nothing was said", () => {
    const ended = endTopic(opened(), "marker", now);
    expect(endTopic(ended, "silence", now + 9)).toBe(ended);
    const empty = openTopic("t1", now);
    expect(endTopic(empty, "manual", now)).toBe(empty);
  });

  test("is followed by a new topic with the next message, while the old one waits on", () => {
    const next = beginNext({ ...endTopic(opened(), "farewell", now), parts: [] }, "t2", now + 60);
    expect(next).toMatchObject({ topic_id: "t2", conversations: [], created_at: now + 60 });
    expect(next.pending).toHaveLength(1);
    expect(next.parts).toBeUndefined();
    expect(isClosed(next)).toBe(false);
  });
});

describe("a durable summary", () => {
  test("clears the short tier (A51)", () => {
    const settled = settleTopic(endTopic(opened(), "farewell", now), "t1", "t2", now + 9);
    expect(settled).toEqual({ topic_id: "t2", conversations: [], created_at: now + 9, pending: [] });
  });

  test("keeps a message that arrived while the topic was being compressed", () => {
    const next = withMessages(beginNext(endTopic(opened(), "farewell", now), "t2", now + 1), [
      message("m3", "t2"),
    ]);
    const settled = settleTopic(next, "t1", "t3", now + 9);
    expect(settled).toMatchObject({ topic_id: "t2", pending: [] });
    expect(settled.conversations.map((one) => one.message_id)).toEqual(["m3"]);
  });

  test("settled twice changes nothing more", () => {
    const once = settleTopic(endTopic(opened(), "farewell", now), "t1", "t2", now + 9);
    expect(settleTopic(once, "t1", "t9", now + 99)).toEqual(once);
  });

  test("keeps fields that the owner added", () => {
    const short = { ...endTopic(opened(), "farewell", now), note: "mine" };
    expect(settleTopic(short, "t1", "t2", now)).toMatchObject({ note: "mine" });
  });
});

describe("a failed summary", () => {
  test("is tried again after growing pauses; nothing is dropped", () => {
    let short = endTopic(opened(), "farewell", now);
    expect(duePending(short, now)).toHaveLength(1);
    short = failPending(short, "t1", now, "model_unreachable");
    expect(short.pending[0]).toMatchObject({
      attempts: 1,
      next_at: now + 60,
      last_error: "model_unreachable",
    });
    expect(duePending(short, now + 59)).toEqual([]);
    expect(duePending(short, now + 60)).toHaveLength(1);
    expect(short.conversations).toHaveLength(2);
  });

  test("that was not tried yet is due at once, also after the clock was set back by an hour", () => {
    const short = endTopic(opened(), "farewell", now);
    expect(duePending(short, now - 3_600)).toHaveLength(1);
    expect(duePending(failPending(short, "t1", now, "no"), now - 3_600)).toEqual([]);
  });

  test("that a content filter stopped is tried once more, then left to the engine in code", () => {
    const once = failPending(endTopic(opened(), "farewell", now), "t1", now, "filtered", true);
    expect(once.pending[0]).toMatchObject({ attempts: 1, next_at: now + 60, filtered: true });
    const twice = failPending(once, "t1", now, "filtered", true);
    expect(twice.pending[0]).toMatchObject({ attempts: runsBeforeExtractive, filtered: true });
    const other = failPending(once, "t1", now, "model_busy");
    expect(other.pending[0]?.attempts).toBe(2);
    expect(other.pending[0]).not.toHaveProperty("filtered");
  });

  test("of one topic does not hold the others up, the oldest comes first", () => {
    const short: ShortTerm = {
      ...openTopic("t9", now),
      pending: [
        { topic_id: "b", ended_at: 20, trigger: "silence", attempts: 0, next_at: 0, message_count: 1 },
        { topic_id: "a", ended_at: 10, trigger: "silence", attempts: 0, next_at: 0, message_count: 1 },
      ],
    };
    expect(duePending(short, now).map((topic) => topic.topic_id)).toEqual(["a", "b"]);
    expect(duePending(failPending(short, "a", now, "no"), now).map((topic) => topic.topic_id)).toEqual(["b"]);
  });
});

describe("lost topics", () => {
  const topic = (topic_id: string, more: Partial<LoggedTopic> = {}): LoggedTopic => ({
    topic_id,
    started_at: 1,
    ended_at: 2,
    message_count: 3,
    imported: false,
    ...more,
  });

  test("are found again: neither summarised nor pending, open, last or imported", () => {
    const topics = ["done", "lost", "waiting", "old", "open", "last"].map((id) =>
      topic(id, { imported: id === "old" }),
    );
    const waiting = [
      {
        topic_id: "waiting",
        ended_at: 2,
        trigger: "silence" as const,
        attempts: 2,
        next_at: 9,
        message_count: 3,
      },
    ];
    const lost = lostPending(topics, new Set(["done"]), waiting, "open");
    expect(lost.map((one) => one.topic_id)).toEqual(["lost"]);
    expect(lost[0]).toMatchObject({ ended_at: 2, message_count: 3, attempts: 0, next_at: 0 });
  });

  test("are none in an empty log, nor where all messages were removed", () => {
    expect(lostPending([topic("last")], new Set(), [], "chosen", false)).toMatchObject([
      { topic_id: "last" },
    ]);
    expect(lostPending([topic("chosen")], new Set(), [], "chosen", false)).toEqual([]);
    expect(lostPending([], new Set(), [], "")).toEqual([]);
    expect(lostPending([topic("empty", { message_count: 0 }), topic("last")], new Set(), [], "")).toEqual([]);
  });
});

describe("rebuilding from the log", () => {
  test("brings back every message of the last topic and keeps what waits", () => {
    const stale = { ...endTopic(opened(), "farewell", now), parts: [] };
    const log = [message("n1", "t2", { timestamp: now + 50 }), message("n2", "t2", { timestamp: now + 60 })];
    const short = rebuildShort(log, stale);
    expect(short).toMatchObject({ topic_id: "t2", conversations: log, created_at: now + 50 });
    expect(short.pending).toHaveLength(1);
  });

  test("keeps the parts of the same topic whose messages are still there", () => {
    const part = (n: number, id: string) => ({ n, message_ids: [id], summary: "s", by: "model" as const });
    const before: ShortTerm = { ...opened(), parts: [part(1, "m1"), part(2, "gone")] };
    expect(rebuildShort([message("m1"), message("m2")], before).parts).toEqual([part(1, "m1")]);
  });

  test("of an empty log is an empty topic", () => {
    expect(rebuildShort([], opened()).conversations).toEqual([]);
  });
});

describe("folding a long topic", () => {
  const many = (count: number, more: (i: number) => Partial<Message> = () => ({})) =>
    withMessages(
      openTopic("t1", now),
      Array.from({ length: count }, (_, i) => message(`m${i}`, "t1", more(i))),
    );
  const hundred = () => 100;

  test("is not planned within the budget", () => {
    expect(foldPlan(many(60), hundred)).toBeNull();
    expect(foldPlan(openTopic("t1", now), hundred)).toBeNull();
  });

  test("takes the older half, in the background", () => {
    const plan = foldPlan(many(61), hundred);
    expect(plan).toMatchObject({ n: 1, immediate: false });
    expect(plan?.message_ids).toHaveLength(31);
    expect(plan?.message_ids[0]).toBe("m0");
  });

  test("is immediate over the hard limit", () => {
    expect(foldPlan(many(90), hundred)?.immediate).toBe(false);
    expect(foldPlan(many(91), hundred)?.immediate).toBe(true);
  });

  test("comes after a number of rounds too, where one is set, and then leaves half of them (A59, A60)", () => {
    const rounds = (count: number) =>
      many(2 * count, (i) => (i % 2 === 0 ? { role: "user" } : { role: "assistant", reply_id: `r${i}` }));
    const limits = { ...foldLimits, rounds: 10 };
    const ten = () => 10;
    expect(foldPlan(rounds(10), ten, limits)).toBeNull();
    const plan = foldPlan(rounds(11), ten, limits);
    expect(plan).toMatchObject({ n: 1, immediate: false });
    expect(plan?.message_ids).toHaveLength(11);
    expect(foldPlan(rounds(200), ten)).toBeNull();
    // What a part covers is no round any more, and length still counts.
    const part = { n: 1, message_ids: plan?.message_ids ?? [], summary: "短", by: "model" as const };
    expect(foldPlan({ ...rounds(16), parts: [part] }, ten, limits)).toBeNull();
    expect(foldPlan({ ...rounds(17), parts: [part] }, ten, limits)?.n).toBe(2);
    expect(foldPlan(rounds(9), () => 400, limits)).not.toBeNull();
  });

  test("comes earlier for a model with a small window, so that nothing leaves its context unsummed (A57)", () => {
    const small = { budget: 1_000, hard: 1_500, rounds: 0 };
    expect(foldPlan(many(10), hundred, small)).toBeNull();
    expect(foldPlan(many(11), hundred, small)).toMatchObject({ immediate: false });
    expect(foldPlan(many(16), hundred, small)).toMatchObject({ immediate: true });
  });

  test("leaves the last three rounds as they were said, unless they alone are too much (A111)", () => {
    const round = (i: number): Partial<Message> =>
      i % 4 === 0 ? { role: "user" } : { role: "assistant", reply_id: `r${Math.floor(i / 4)}` };
    const heavyEnd = (from: number, size: number) => (one: Message) =>
      Number(one.message_id.slice(1)) >= from ? size : 10;
    const limits = { ...foldLimits, rounds: 3 };
    // Sixteen messages of four rounds: the newer three hold nearly all of the tokens.
    expect(foldPlan(many(16, round), heavyEnd(4, 200), limits)?.message_ids).toHaveLength(4);
    expect(foldPlan(many(16, round), heavyEnd(4, 400), limits)?.message_ids.length).toBeGreaterThan(4);
  });

  test("goes on behind the parts that are there, and counts their summaries", () => {
    const short = many(100);
    const ids = short.conversations.slice(0, 45).map((one) => one.message_id);
    const part = { n: 4, message_ids: ids, summary: "短".repeat(800), by: "model" as const };
    const plan = foldPlan({ ...short, parts: [part] }, hundred);
    expect(plan).toMatchObject({ n: 5, immediate: false });
    expect(plan?.message_ids[0]).toBe("m45");
    expect(foldPlan({ ...short, parts: [{ ...part, summary: "" }] }, hundred)).toBeNull();
  });

  test("counts of many parts no more than a request shows of them", () => {
    const parts = Array.from({ length: 40 }, (_, i) => ({
      n: i + 1,
      message_ids: [`old${i}`],
      summary: "短".repeat(800),
      by: "model" as const,
    }));
    expect(foldPlan({ ...many(30), parts }, hundred)).toBeNull();
    expect(foldPlan({ ...many(31), parts }, hundred)?.message_ids).toHaveLength(16);
  });

  test("takes a gap before a later part first, whole, and puts it in its place", () => {
    const short = many(70);
    const ids = short.conversations.map((one) => one.message_id);
    const later = { n: 2, message_ids: ids.slice(5, 9), summary: "后来", by: "model" as const };
    const seen = { ...short, parts: [later] };
    const plan = foldPlan(seen, hundred);
    expect(plan?.message_ids).toEqual(ids.slice(0, 5));
    const part = {
      n: plan?.n ?? 0,
      message_ids: plan?.message_ids ?? [],
      summary: "先前",
      by: "model" as const,
    };
    expect(withPart(seen, seen, part)?.map(({ n, summary }) => [n, summary])).toEqual([
      [1, "先前"],
      [2, "后来"],
    ]);
  });

  test("is given up where the talk changed while the part was written", () => {
    const seen = many(4);
    const part = { n: 1, message_ids: ["m0", "m1"], summary: "短", by: "model" as const };
    const edited = seen.conversations.map((one) =>
      one.message_id === "m1" ? { ...one, content: "改" } : one,
    );
    expect(withPart({ ...seen, conversations: edited }, seen, part)).toBeNull();
    expect(withPart({ ...seen, conversations: seen.conversations.slice(1) }, seen, part)).toBeNull();
    expect(withPart({ ...seen, topic_id: "t2" }, seen, part)).toBeNull();
    expect(withPart({ ...seen, parts: [part] }, seen, part)).toBeNull();
    const longer = { ...seen, conversations: [...seen.conversations, message("m9")] };
    expect(withPart(longer, seen, part)).toEqual([part]);
  });

  test("never cuts a reply apart, nor takes the newest two", () => {
    const plan = foldPlan(
      many(61, (i) => (i >= 28 && i <= 32 ? { role: "assistant", reply_id: "r1" } : {})),
      hundred,
    );
    expect(plan?.message_ids).toHaveLength(28);
    const huge = foldPlan(many(3), () => 5_000);
    expect(huge?.message_ids).toEqual(["m0"]);
    expect(foldPlan(many(2), () => 50_000)).toBeNull();
    expect(
      foldPlan(
        many(4, () => ({ reply_id: "r1" })),
        () => 5_000,
      ),
    ).toBeNull();
  });

  test("takes one giant reply at the front whole", () => {
    const plan = foldPlan(
      many(10, (i) => (i < 6 ? { reply_id: "r1" } : {})),
      (one) => (one.reply_id ? 1_200 : 10),
    );
    expect(plan?.message_ids).toHaveLength(6);
  });
});
