// A talk at work without a browser: two streams that overtake each other, and sends that fail half way.
import { describe, expect, it, vi } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import { ApiFailure, type Call } from "../../web/api.ts";
import { createTalk, type Talk } from "../../web/talk.ts";

type Stream = { push: (event: string, data: object) => void; end: () => void; call: Call | undefined };

/** A talk whose chat calls become streams that the test feeds by hand. */
function open(pages: Message[][] = []) {
  const streams: Stream[] = [];
  const refusals: Error[] = [];
  const heard: StreamEvent[] = [];
  const pauses: number[] = [];
  const leaving = new AbortController();
  let ids = 0;
  const talk: Talk = createTalk({
    api: {
      json: async <T>() => ({ messages: pages.shift() ?? [], more: false }) as T,
      async open(_path, call) {
        const refusal = refusals.shift();
        if (refusal !== undefined) throw refusal;
        const body = new TransformStream<Uint8Array, Uint8Array>();
        const writer = body.writable.getWriter();
        const encoder = new TextEncoder();
        streams.push({
          push: (event, data) =>
            void writer.write(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
          end: () => void writer.close(),
          call,
        });
        return new Response(body.readable);
      },
    },
    user_id: "yu",
    now: () => 100,
    newId: () => {
      ids += 1;
      return `m${ids}`;
    },
    pause: async (ms) => {
      pauses.push(ms);
    },
    signal: leaving.signal,
    onEvent: (event) => heard.push(event),
  });
  return { talk, streams, refusals, heard, pauses, leaving };
}

async function stream(streams: readonly Stream[], at: number): Promise<Stream> {
  await vi.waitFor(() => expect(streams.length).toBeGreaterThan(at));
  return streams[at] as Stream;
}

const saved = { message_id: "m1", topic_id: "t", timestamp: 101 };
const bubble = { message_id: "b1", index: 0, content: "今晚早点睡。", delay_ms: 0, timestamp: 102 };
const end = {
  reply_id: "r1",
  message_ids: ["b1"],
  model: "m",
  finish: "stop",
  usage: {},
  recalled: [],
  context: {},
};

function ids(talk: Talk): string[] {
  return talk.messages.value.map((one) => one.message_id);
}

describe("the account's copy of a reply", () => {
  it("does not cut into the text of the reply's own stream when it comes first", async () => {
    const { talk, streams } = open();
    const sent = talk.send("晚安");
    const own = await stream(streams, 0);
    own.push("message-saved", saved);
    own.push("reply-start", { reply_id: "r1" });
    own.push("text-delta", { text: "今晚" });
    await vi.waitFor(() => expect(talk.reply.value?.preview).toBe("今晚"));
    talk.apply({ event: "bubble", data: bubble });
    own.push("text-delta", { text: "早点睡。" });
    await vi.waitFor(() => expect(talk.reply.value?.preview).toBe("今晚早点睡。"));
    own.push("bubble", bubble);
    await vi.waitFor(() => expect(talk.reply.value?.preview).toBe(""));
    own.push("reply-end", end);
    own.end();
    await sent;
    expect(ids(talk)).toEqual(["m1", "b1"]);
    expect(talk.reply.value).toBeNull();
  });

  it("of a reply to another window is caught up with once the own reply is over", async () => {
    const { talk, streams } = open();
    const sent = talk.send("晚安");
    const own = await stream(streams, 0);
    own.push("message-saved", saved);
    await vi.waitFor(() => expect(ids(talk)).toEqual(["m1"]));
    talk.apply({ event: "reply-start", data: { reply_id: "r2" } });
    talk.apply({ event: "bubble", data: { ...bubble, message_id: "b2" } });
    own.push("reply-skip", { reason: "level" });
    own.end();
    await sent;
    expect(ids(talk)).toEqual(["m1", "b2"]);
    expect(talk.reply.value?.reply_id).toBe("r2");
  });
});

describe("a send", () => {
  it("that is refused is not tried again by itself, and keeps its id for the person's retry", async () => {
    const { talk, streams, refusals } = open();
    refusals.push(new ApiFailure("storage", 503, ""));
    await talk.send("别丢");
    expect(talk.unsent.value).toMatchObject([
      { message_id: "m1", content: "别丢", problem: { code: "storage" } },
    ]);
    const [message] = talk.unsent.value;
    if (message === undefined) throw new Error("it was lost");
    const again = talk.resend(message);
    const own = await stream(streams, 0);
    expect(own.call?.body).toEqual({ content: "别丢", message_id: "m1" });
    own.push("message-saved", saved);
    own.push("reply-skip", { reason: "level" });
    own.end();
    await again;
    expect(talk.unsent.value).toEqual([]);
  });

  it("whose stream keeps breaking is joined again with growing pauses, then left to the person", async () => {
    const { talk, streams, pauses } = open();
    const sent = talk.send("信号不好");
    for (const at of [0, 1, 2, 3, 4]) {
      const own = await stream(streams, at);
      own.push("message-saved", saved);
      own.push("reply-start", { reply_id: "r1" });
      own.end();
    }
    await sent;
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(streams.map((one) => JSON.stringify(one.call?.body).match(/m\d/)?.[0])).toEqual([
      "m1",
      "m1",
      "m1",
      "m1",
      "m1",
    ]);
    expect(talk.unanswered.value.m1?.code).toBe("offline");
    expect(talk.reply.value).toBeNull();
  });

  it("ends without a word when the person has left", async () => {
    const { talk, streams, leaving } = open();
    const sent = talk.send("我走了");
    const own = await stream(streams, 0);
    own.push("message-saved", saved);
    await vi.waitFor(() => expect(ids(talk)).toEqual(["m1"]));
    leaving.abort();
    own.end();
    await sent;
    expect(talk.unanswered.value).toEqual({});
  });

  it("tells the list of companions the person's own words", async () => {
    const { talk, streams, heard } = open();
    const sent = talk.send("你好");
    const own = await stream(streams, 0);
    own.push("message-saved", saved);
    own.push("reply-skip", { reason: "level" });
    own.end();
    await sent;
    const told = heard.find((event) => event.event === "message");
    expect(told?.data).toMatchObject({ message: { message_id: "m1", role: "user", content: "你好" } });
  });
});

describe("a message taken back", () => {
  it("stands before what was being written", async () => {
    const { talk, refusals } = open();
    refusals.push(new ApiFailure("offline", 0, ""));
    await talk.send("第一句");
    talk.write("第二句");
    talk.withdraw("m1");
    expect(talk.draft.text.value).toBe("第一句\n第二句");
    expect(talk.unsent.value).toEqual([]);
    talk.withdraw("m1");
    expect(talk.draft.text.value).toBe("第一句\n第二句");
  });
});
