// Server-sent events over fetch: pieces cut anywhere, words we do not know, lost connections.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import { followEvents, parseEvent, readFrames, reconnectPause } from "../../web/stream.ts";

const text =
  ': still here\n\nid: boot-1\nevent: text-delta\ndata: {"text":"面试 🎐"}\n\nevent: typing\ndata: {"who":"assistant","active":true}\n\n';

function body(
  pieces: readonly Uint8Array[],
  end: "close" | "break" | "stay" = "close",
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (end === "close") controller.close();
      if (end === "break") controller.error(new Error("the line is dead"));
    },
  });
}

describe("frames", () => {
  it("are the same wherever the bytes were cut, inside a character too", async () => {
    const bytes = new TextEncoder().encode(text);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const events: StreamEvent[] = [];
      await readFrames(body([bytes.slice(0, cut), bytes.slice(cut)]), (frame) => events.push(frame.event));
      expect(events).toEqual([
        { event: "text-delta", data: { text: "面试 🎐" } },
        { event: "typing", data: { who: "assistant", active: true } },
      ]);
    }
  });

  it("carry the id they were sent with", async () => {
    const ids: (string | undefined)[] = [];
    await readFrames(body([new TextEncoder().encode(text)]), (frame) => ids.push(frame.id));
    expect(ids[0]).toBe("boot-1");
  });

  it("reject where the connection breaks, after what came before it", async () => {
    let count = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (count === 0) controller.enqueue(new TextEncoder().encode(text));
        else controller.error(new Error("the line is dead"));
        count += 1;
      },
    });
    const events: StreamEvent[] = [];
    await expect(readFrames(broken, (frame) => events.push(frame.event))).rejects.toThrow("the line is dead");
    expect(events).toHaveLength(2);
  });

  it.each([
    ["a name we do not know", "future-thing", "{}"],
    ["a name of every object", "constructor", "{}"],
    ["no name", undefined, "{}"],
    ["no JSON", "bubble", "{oops"],
    ["no object", "bubble", "[1]"],
    ["null", "bubble", "null"],
  ])("with %s are passed over", (_, name, data) => {
    expect(parseEvent(name, data)).toBeNull();
  });
});

describe("pauses", () => {
  it("grow from one second to half a minute", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 60].map(reconnectPause)).toEqual([
      1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });
});

describe("the account's events", () => {
  let stop: () => void = () => undefined;
  afterEach(() => stop());

  type Try = { headers: Record<string, string>; signal: AbortSignal | undefined };

  /** Follows a server that answers each try with the next of `answers`; the last one stays open. */
  function follow(answers: readonly (string | Error)[], silenceMs?: number) {
    const tries: Try[] = [];
    const pauses: number[] = [];
    const events: StreamEvent[] = [];
    const connections: boolean[] = [];
    const followed = followEvents({
      api: {
        async open(_path, call) {
          const answer = answers[tries.length] ?? "";
          const last = tries.length >= answers.length - 1;
          tries.push({ headers: call?.headers ?? {}, signal: call?.signal });
          if (answer instanceof Error) throw answer;
          const stream = body([new TextEncoder().encode(answer)], last ? "stay" : "close");
          call?.signal?.addEventListener("abort", () => void stream.cancel().catch(() => undefined));
          return new Response(abortable(stream, call?.signal));
        },
      },
      onEvent: (event) => events.push(event),
      onConnection: (connected) => connections.push(connected),
      pause: async (ms) => {
        pauses.push(ms);
      },
      silenceMs,
    });
    stop = followed.stop;
    return { tries, pauses, events, connections };
  }

  /** A body that breaks when its request is given up, as fetch's does. */
  function abortable(
    stream: ReadableStream<Uint8Array>,
    signal: AbortSignal | undefined,
  ): ReadableStream<Uint8Array> {
    const passed = new TransformStream<Uint8Array, Uint8Array>();
    void stream.pipeTo(passed.writable, { signal }).catch(() => undefined);
    return passed.readable;
  }

  const one = 'id: boot-7\nevent: typing\ndata: {"who":"assistant","active":true}\n\n';

  it("resume after the last id that was heard", async () => {
    const { tries, events, connections } = follow([one, one]);
    await vi.waitFor(() => expect(tries).toHaveLength(2));
    expect(tries[0]?.headers["last-event-id"]).toBeUndefined();
    expect(tries[1]?.headers["last-event-id"]).toBe("boot-7");
    await vi.waitFor(() => expect(events).toHaveLength(2));
    expect(connections).toEqual([true, false, true]);
  });

  it("ask for everything anew where there was no id to resume from", async () => {
    const { events } = follow([": here\n\n", ": here\n\n"]);
    await vi.waitFor(() => expect(events).toEqual([{ event: "resync", data: {} }]));
  });

  it("are tried again with growing pauses, and from the start once a byte came", async () => {
    const away = new Error("away");
    const { pauses } = follow([away, away, away, one, away, one]);
    await vi.waitFor(() => expect(pauses).toHaveLength(5));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 1_000, 2_000]);
  });

  it("are given up and tried again where the connection is silent for too long", async () => {
    const { tries } = follow([one, ""], 30);
    await vi.waitFor(() => expect(tries.length).toBeGreaterThan(2));
    expect(tries[1]?.signal?.aborted).toBe(true);
  });

  it("end when they are stopped", async () => {
    const { tries } = follow([one]);
    await vi.waitFor(() => expect(tries).toHaveLength(1));
    stop();
    expect(tries[0]?.signal?.aborted).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(tries).toHaveLength(1);
  });
});
