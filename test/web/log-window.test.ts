// The stretch of the log that a page holds: it moves through any log without gaps or doubles, and follows what changes in it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import { afterEvent, type Conversation, emptyConversation, sending } from "../../web/conversation.ts";
import {
  leavePast,
  mostHeld,
  shownMessages,
  takeAgain,
  takeLater,
  takeMiddle,
  takeNewest,
  takeOlder,
} from "../../web/log-window.ts";

function message(at: number, more: Partial<Message> = {}): Message {
  return { message_id: `m${at}`, role: "user", content: `${at}`, timestamp: at, topic_id: "t", ...more };
}

const log = (count: number) => Array.from({ length: count }, (_, at) => message(at));
const ids = (conversation: Pick<Conversation, "messages">) =>
  conversation.messages.map((one) => one.message_id);
const past: Conversation = { ...emptyConversation, messages: log(3), later: true };

describe("the window", () => {
  it("goes through a log of any length in any way, and is a stretch of it at every step", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("older" as const), size: fc.integer({ min: 1, max: 120 }) }),
      fc.record({ kind: fc.constant("later" as const), size: fc.integer({ min: 1, max: 120 }) }),
      fc.record({ kind: fc.constant("middle" as const), size: fc.integer({ min: 0, max: 999 }) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(step, { maxLength: 25 }), (length, steps) => {
        const all = log(length);
        const start = Math.max(0, length - 40);
        let now = takeNewest(emptyConversation, { messages: all.slice(start), more: start > 0 }, new Set());
        for (const { kind, size } of steps) {
          const first = now.messages[0]?.timestamp ?? 0;
          const last = now.messages.at(-1)?.timestamp ?? -1;
          if (kind === "older" && now.more) {
            const from = Math.max(0, first - size);
            now = takeOlder(now, { messages: all.slice(from, first), more: from > 0 });
          } else if (kind === "later" && now.later) {
            const page = all.slice(last + 1, last + 1 + size);
            now = takeLater(now, { messages: page, more: last + 1 + size < length });
          } else if (kind === "middle") {
            const from = Math.min(size, length - 1);
            const page = all.slice(from, from + 60);
            now = takeMiddle(now, { messages: page, more: from > 0, later: from + 60 < length });
          }
          const times = now.messages.map((one) => one.timestamp);
          expect(times.every((time, at) => at === 0 || time === (times[at - 1] ?? 0) + 1)).toBe(true);
          expect(times.length).toBeLessThanOrEqual(mostHeld);
          expect(now.more).toBe((times[0] ?? 0) > 0);
          expect(now.later).toBe((times.at(-1) ?? 0) < length - 1);
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe("in the past", () => {
  it("what is said now is counted and not shown between what is read", () => {
    const next = afterEvent(past, { event: "message", data: { message: message(99) } }, null);
    expect([ids(next), next.missed]).toEqual([["m0", "m1", "m2"], 1]);
  });

  it("what was changed is changed there too", () => {
    const next = afterEvent(
      past,
      { event: "message", data: { message: message(1, { content: "改" }) } },
      null,
    );
    expect([next.messages[1]?.content, next.missed]).toEqual(["改", 0]);
  });

  it("the newest page does not take one away, and says what was sent after all", () => {
    const waiting = sending(past, { message_id: "m50", content: "在吗", timestamp: 50, problem: null });
    const next = takeNewest(waiting, { messages: [message(49), message(50)], more: true }, new Set());
    expect([ids(next), next.unsent]).toEqual([["m0", "m1", "m2"], []]);
  });

  it("nothing that belongs to now is shown, and all of it is again once one is back", () => {
    const unsent = { message_id: "u", content: "等着", timestamp: 9, problem: null };
    const whispers = [message(8, { message_id: "w" })];
    expect(shownMessages({ ...past, unsent: [unsent], whispers })).toBe(past.messages);
    const back = takeNewest(leavePast(past), { messages: [message(7), message(10)], more: true }, new Set());
    const shown = shownMessages({ ...back, unsent: [unsent], whispers });
    expect(shown.map((one) => one.message_id)).toEqual(["m7", "w", "m10", "u"]);
    expect([back.later, back.missed]).toEqual([false, 0]);
  });
});

describe("a message that is read again", () => {
  const held: Conversation = { ...emptyConversation, messages: [message(1), message(3)] };

  it("comes back between its neighbours", () => {
    expect(ids(takeAgain(held, "m2", [message(1), message(2), message(3)]))).toEqual(["m1", "m2", "m3"]);
    expect(ids(takeAgain(held, "m0", [message(0), message(1)]))).toEqual(["m0", "m1", "m3"]);
    expect(ids(takeAgain(held, "m4", [message(3), message(4)]))).toEqual(["m1", "m3", "m4"]);
  });

  it("takes the place of itself whole: a mark that was taken off is off", () => {
    const read = { ...held, messages: [message(1, { read: { at: 1, reason: "看到了" } }), message(3)] };
    expect(takeAgain(read, "m1", [message(1)]).messages[0]).not.toHaveProperty("read");
  });

  it("goes where it is gone, and stays out of a part of the log that is not shown", () => {
    expect(ids(takeAgain(held, "m1", [message(3)]))).toEqual(["m3"]);
    expect(takeAgain(held, "m90", [message(89), message(90), message(91)])).toBe(held);
  });
});

describe("private talk", () => {
  const asked = sending(emptyConversation, {
    message_id: "p",
    content: "只告诉你",
    timestamp: 5,
    problem: null,
    mode: "private",
  });
  const saved = afterEvent(
    asked,
    { event: "message-saved", data: { message_id: "p", topic_id: "t", timestamp: 6, private: true } },
    "p",
  );

  it("never stands in the log, nor does its reply, and outlives a page from the server", () => {
    const begun = afterEvent(saved, { event: "reply-start", data: { reply_id: "r" } }, "p");
    const answered = afterEvent(
      begun,
      { event: "bubble", data: { message_id: "b", index: 0, content: "嗯", delay_ms: 0, timestamp: 7 } },
      "p",
    );
    expect(answered.messages).toEqual([]);
    const later = takeNewest(answered, { messages: [message(1), message(20)], more: false }, new Set());
    const shown = shownMessages(later);
    expect(shown.map((one) => [one.message_id, one.private === true])).toEqual([
      ["m1", false],
      ["p", true],
      ["b", true],
      ["m20", false],
    ]);
  });

  it("is shown once, however often its events come", () => {
    const again = afterEvent(
      saved,
      { event: "message-saved", data: { message_id: "p", topic_id: "t", timestamp: 6, private: true } },
      "p",
    );
    expect(shownMessages(again)).toHaveLength(1);
    expect(again.unsent).toEqual([]);
  });
});
