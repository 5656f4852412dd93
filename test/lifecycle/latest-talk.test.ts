// When a step that follows from talk is due, and how much of the talk it is given.
import { describe, expect, it } from "vitest";
import type { Deps } from "../../src/deps.ts";
import { dueAfterTalk, latestTalk } from "../../src/lifecycle/latest-talk.ts";
import type { Message } from "../../src/schema/message.ts";

const day = 86_400;
const said = (timestamp: number, more: Partial<Message> = {}): Message => ({
  message_id: `m${timestamp}`,
  role: "user",
  content: "说了句话",
  topic_id: "t",
  timestamp,
  ...more,
});

/** As much of Deps as is read here: a log and a clock. */
function depsWith(log: Message[], now: number): Deps {
  const tail = async (_user: string, count: number) => log.slice(-count);
  return { store: { log: { tail } }, clock: { now: () => now } } as unknown as Deps;
}

const due = (
  log: Message[],
  now: number,
  step?: Parameters<typeof dueAfterTalk>[2],
  least = 1,
  since = 1_000,
) => dueAfterTalk(depsWith(log, now), "u", step, { pause: day, least, since });
const done = (last_done_at: number, more = {}) => ({ attempts: 0, next_at: 0, last_done_at, ...more });

describe("a step that follows from talk", () => {
  it("is due one pause after the beginning at first, then after it was last done", async () => {
    expect(await due([said(5_000)], 6_000)).toBe(1_000 + day);
    expect(await due([said(5_000)], 6_000, done(3_000))).toBe(3_000 + day);
    expect(await due([said(5_000)], 6_000, undefined, 1, 0)).toBe(5_000 + day);
  });

  it("is not due where the person has said too little since, whatever the companion or an import said", async () => {
    expect(await due([], 9_000)).toBeNull();
    expect(await due([said(2_000)], 9_000, done(3_000))).toBeNull();
    expect(
      await due([said(5_000, { role: "assistant" }), said(5_001, { imported_at: 5_001 })], 9_000),
    ).toBeNull();
    expect(await due([said(5_000), said(5_001)], 9_000, undefined, 3)).toBeNull();
    expect(await due([said(5_000), said(5_001), said(5_002)], 9_000, undefined, 3)).toBe(1_000 + day);
  });

  it("waits out the pause after a failure, and is not blocked by a clock that was set back", async () => {
    expect(await due([said(5_000)], 6_000, done(3_000, { attempts: 1, next_at: 3_000 + 2 * day }))).toBe(
      3_000 + 2 * day,
    );
    expect(await due([said(5_000)], 6_000, done(99_000_000))).toBe(day);
  });
});

describe("the latest talk", () => {
  it("is as many of the newest messages as fit, oldest first", async () => {
    const log = Array.from({ length: 300 }, (_, n) => said(n, { content: "很长的一句话".repeat(100) }));
    const talk = await latestTalk(depsWith(log, 1_000), "u");
    expect(talk.at(-1)).toBe(log.at(-1));
    expect(talk.length).toBeGreaterThan(2);
    expect(talk.length).toBeLessThan(60);
    expect(talk).toEqual(log.slice(-talk.length));
    expect(await latestTalk(depsWith([], 1), "u")).toEqual([]);
  });
});
