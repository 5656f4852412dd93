// The conversation on the screen: events twice, in the wrong order, and pages that cross with them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import {
  afterEvent,
  type Conversation,
  emptyConversation,
  failed,
  restOfPreview,
  sending,
} from "../../web/conversation.ts";
import { shownMessages, takeNewest, takeOlder } from "../../web/log-window.ts";

const unsent = { message_id: "m1", content: "在吗", timestamp: 100, problem: null };
const usage = { input_tokens: 1, cached_tokens: 0, output_tokens: 1 };

function message(message_id: string, role: Message["role"] = "user", timestamp = 100): Message {
  return { message_id, role, content: `text of ${message_id}`, timestamp, topic_id: "t" };
}

const turn: StreamEvent[] = [
  { event: "message-saved", data: { message_id: "m1", topic_id: "t", timestamp: 101 } },
  { event: "reply-start", data: { reply_id: "r1" } },
  { event: "text-delta", data: { text: "在的。\n怎" } },
  { event: "bubble", data: { message_id: "b1", index: 0, content: "在的。", delay_ms: 0, timestamp: 102 } },
  { event: "text-delta", data: { text: "么了" } },
  { event: "bubble", data: { message_id: "b2", index: 1, content: "怎么了", delay_ms: 0, timestamp: 103 } },
  {
    event: "reply-end",
    data: {
      reply_id: "r1",
      message_ids: ["b1", "b2"],
      model: "m",
      finish: "stop",
      usage,
      recalled: [{ type: "mid", id: "mid_1", date: "2026-09-18", text: "面试", message_ids: [] }],
      context: { tokens: 1, sections: [] },
    },
  },
];

function play(
  events: readonly StreamEvent[],
  start: Conversation,
  answering: string | null = "m1",
): Conversation {
  return events.reduce((conversation, event) => afterEvent(conversation, event, answering), start);
}

describe("one turn", () => {
  it("ends with the message and its bubbles in order, chips on the first and the finish on the last", () => {
    const done = play(turn, sending(emptyConversation, unsent));
    expect(done.messages.map((one) => one.message_id)).toEqual(["m1", "b1", "b2"]);
    expect(done.messages[0]?.content).toBe("在吗");
    expect(done.messages.map((one) => one.reply_id)).toEqual([undefined, "r1", "r1"]);
    expect(done.messages[1]?.recalled).toHaveLength(1);
    expect(done.messages.map((one) => one.finish)).toEqual([undefined, undefined, "stop"]);
    expect(done).toMatchObject({ unsent: [], reply: null });
  });

  it("shows of the streamed text only what is no bubble yet", () => {
    const previews = turn
      .slice(0, 6)
      .map((_, at) => play(turn.slice(0, at + 1), sending(emptyConversation, unsent)));
    expect(previews.map((one) => one.reply?.preview ?? null)).toEqual([
      null,
      "",
      "在的。\n怎",
      "怎",
      "怎么了",
      "",
    ]);
  });

  it("comes to the same where each event comes over both streams, however they interleave", () => {
    const heard = turn.filter((event) => event.event !== "text-delta" && event.event !== "message-saved");
    const echo: StreamEvent[] = [
      { event: "message", data: { message: { ...message("m1"), content: "在吗", timestamp: 101 } } },
      ...heard,
    ];
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }), (choices) => {
        const own = [...turn];
        const account = [...echo];
        let mixed = sending(emptyConversation, unsent);
        for (const first of choices) {
          const queue = (first && own.length > 0) || account.length === 0 ? own : account;
          const event = queue.shift();
          if (event !== undefined) mixed = afterEvent(mixed, event, queue === own ? "m1" : null);
        }
        for (const event of own) mixed = afterEvent(mixed, event, "m1");
        for (const event of account) mixed = afterEvent(mixed, event, null);
        expect(mixed.messages.map((one) => one.message_id)).toEqual(["m1", "b1", "b2"]);
        expect(mixed.messages.map((one) => one.reply_id)).toEqual([undefined, "r1", "r1"]);
        expect(mixed.reply).toBeNull();
        expect(mixed.unsent).toEqual([]);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it("is not opened again by the slower stream, and loses nothing to its echo", () => {
    const done = play(turn, sending(emptyConversation, unsent));
    const echoed = [turn[1], turn[3], turn[5]].filter((event) => event !== undefined);
    for (const event of echoed) {
      const after = afterEvent(done, event, null);
      expect(after.reply).toBeNull();
      expect(after.messages).toEqual(done.messages);
    }
  });

  it("leaves the next reply open when the end of the one before comes late", () => {
    const started = play([{ event: "reply-start", data: { reply_id: "r2" } }], emptyConversation);
    const late = play(turn.slice(6), started, null);
    expect(late.reply?.reply_id).toBe("r2");
  });
});

describe("a failure", () => {
  it("keeps a message that was never saved in the outbox, with its id", () => {
    const broken = failed(sending(emptyConversation, unsent), "m1", { code: "offline", message: "" });
    expect(broken.unsent).toEqual([{ ...unsent, problem: { code: "offline", message: "" } }]);
    const again = sending(broken, { ...unsent });
    expect(again.unsent).toEqual([unsent]);
  });

  it("after the message was saved is an unanswered message, not an unsent one, and a retry clears it", () => {
    const error: StreamEvent = {
      event: "error",
      data: { code: "model_busy", message: "later", retryable: true },
    };
    const broken = play([...turn.slice(0, 2), error], sending(emptyConversation, unsent));
    expect(broken.unsent).toEqual([]);
    expect(broken.unanswered.m1?.code).toBe("model_busy");
    expect(broken.reply).toBeNull();
    const again = sending(broken, unsent);
    expect(again.unanswered).toEqual({});
    expect(again.messages.filter((one) => one.message_id === "m1")).toHaveLength(1);
  });

  it("of a reply heard only over the account's stream blames no message", () => {
    const error: StreamEvent = {
      event: "error",
      data: { code: "model_busy", message: "later", retryable: true },
    };
    const start = play([{ event: "reply-start", data: { reply_id: "r1" } }], emptyConversation, null);
    expect(play([error], start, null)).toMatchObject({ unanswered: {}, reply: null });
  });
});

describe("pages", () => {
  const shown: Conversation = {
    ...emptyConversation,
    messages: ["a", "b", "c", "d"].map((id) => message(id)),
    more: true,
  };
  const known = new Set(["a", "b", "c", "d"]);

  it("follow the server where a message was deleted or edited meanwhile, and keep older pages", () => {
    const page = { messages: [message("b"), { ...message("d"), content: "edited" }], more: true };
    const next = takeNewest(shown, page, known);
    expect(next.messages.map((one) => one.message_id)).toEqual(["a", "b", "d"]);
    expect(next.messages.at(-1)?.content).toBe("edited");
  });

  it("keep what was said while they were on their way", () => {
    const since = { ...shown, messages: [...shown.messages, message("new")] };
    const next = takeNewest(since, { messages: [message("c"), message("d")], more: true }, known);
    expect(next.messages.map((one) => one.message_id)).toEqual(["a", "b", "c", "d", "new"]);
  });

  it("replace all where too much happened to join them", () => {
    const next = takeNewest(shown, { messages: [message("x"), message("y")], more: true }, known);
    expect(next.messages.map((one) => one.message_id)).toEqual(["x", "y"]);
  });

  it("take a message out of the outbox that the server has after all", () => {
    const waiting = sending(emptyConversation, unsent);
    expect(takeNewest(waiting, { messages: [message("m1")], more: false }, new Set()).unsent).toEqual([]);
  });

  it("put older messages in front and never double one", () => {
    const next = takeOlder(shown, { messages: [message("0"), message("a")], more: false });
    expect(next.messages.map((one) => one.message_id)).toEqual(["0", "a", "b", "c", "d"]);
    expect(next.more).toBe(false);
  });

  it("show unsent messages last, never before what the log ends with", () => {
    const shownNow = shownMessages({
      ...emptyConversation,
      messages: [message("a", "assistant", 500)],
      unsent: [unsent],
    });
    expect(shownNow.map((one) => [one.message_id, one.timestamp])).toEqual([
      ["a", 500],
      ["m1", 500],
    ]);
  });
});

describe("the preview", () => {
  it("gives up the first line where the bubble says it in other words", () => {
    expect(restOfPreview("*笑*\n好啊", "（笑）")).toBe("好啊");
    expect(restOfPreview("一行而已", "别的")).toBe("");
  });

  it("never grows by a bubble", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (preview, bubble) => {
        expect(restOfPreview(preview, bubble).length).toBeLessThanOrEqual(preview.length);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
