import { connect, type Socket } from "node:net";
import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { newRoutes, type Room } from "../../src/http/http-deps.ts";
import { frame, type Run, type SendOptions, sendEvents } from "../../src/http/sse.ts";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import { openHouse, type Served, serveHouse } from "./support/house.ts";

const said = (text: string): StreamEvent => ({ event: "text-delta", data: { text } });

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

async function houseWith(run: Run, options: SendOptions = {}) {
  const room = (): Room => {
    const routes = newRoutes();
    routes.get("/api/stream", (c) => sendEvents(c, run, options));
    return { routes };
  };
  const house = openHouse({ rooms: () => [room()] });
  return { house, token: (await house.signUp()).access_token };
}

function parse(text: string): { event?: string; id?: string; data: string }[] {
  const events: { event?: string; id?: string; data: string }[] = [];
  const parser = createParser({ onEvent: ({ event, id, data }) => events.push({ event, id, data }) });
  parser.feed(text);
  return events;
}

/** A reader that never reads on: its socket is paused as soon as the stream has begun. */
function openSlowly(port: number, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET /api/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    );
    socket.on("error", reject);
    socket.once("data", () => {
      socket.pause();
      socket.off("error", reject);
      socket.on("error", () => {});
      resolve(socket);
    });
  });
}

describe("a frame", () => {
  it("carries any text byte for byte, and no text can forge an event (C136)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const events = parse(frame(said(text), "b-1"));
        expect(events).toEqual([{ event: "text-delta", id: "b-1", data: JSON.stringify({ text }) }]);
        expect(JSON.parse(events[0]?.data ?? "")).toEqual({ text });
      }),
      { numRuns: 300, seed: 11 },
    );
    const forged = "左\r\rdata: 右\n\nevent: done\ndata: {}\u2028x";
    expect(parse(frame(said(forged)))).toHaveLength(1);
  });
});

describe("an event stream", () => {
  it.each([["through the web stream"], ["through Node's response"]])(
    "has the headers proxies need, %s (C191)",
    async (way) => {
      const { house, token } = await houseWith(async (send) => {
        send(said("一"), "b-1");
        send(said("二"));
      });
      if (way.includes("Node")) served = await serveHouse(house);
      const headers = { authorization: `Bearer ${token}` };
      const answer = served
        ? await fetch(`${served.url}/api/stream`, { headers })
        : await house.send("GET", "/api/stream", { token });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("no-cache, no-transform");
      expect(answer.headers.get("x-accel-buffering")).toBe("no");
      expect(answer.headers.get("content-encoding")).toBeNull();
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("x-request-id")).toMatch(/^01TESTID/);
      expect(parse(await answer.text()).map((event) => event.data)).toEqual([
        '{"text":"一"}',
        '{"text":"二"}',
      ]);
    },
  );

  it("is kept alive by comments, never by data, while nothing is said (C192)", async () => {
    let finish = () => {};
    const { house, token } = await houseWith(
      (send) =>
        new Promise<void>((resolve) => {
          finish = () => {
            send(said("at last"));
            resolve();
          };
        }),
      { keepAliveMs: 5 },
    );
    served = await serveHouse(house);
    const answer = await fetch(`${served.url}/api/stream`, { headers: { authorization: `Bearer ${token}` } });
    const reader = answer.body?.getReader();
    let text = "";
    while ((text.match(/^: still here$/gm) ?? []).length < 3) {
      const chunk = await reader?.read();
      text += Buffer.from(chunk?.value ?? []).toString();
    }
    expect(parse(text)).toEqual([]);
    finish();
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
      text += Buffer.from(chunk.value).toString();
    expect(parse(text).map((event) => event.data)).toEqual(['{"text":"at last"}']);
  });

  it("tells its feeder that the reader has left, and takes further events without failing (C193)", async () => {
    let left: AbortSignal | undefined;
    let afterwards = () => {};
    const done = new Promise<void>((resolve) => {
      afterwards = resolve;
    });
    const { house, token } = await houseWith(async (send, signal) => {
      left = signal;
      send(said("one"));
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      for (let n = 0; n < 100; n++) send(said("to nobody"));
      afterwards();
    });
    served = await serveHouse(house);
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${served.url}/api/stream`, { headers, signal: stop.signal });
    await answer.body?.getReader().read();
    stop.abort();
    await done;
    expect(left?.aborted).toBe(true);
    expect((await fetch(`${served.url}/health`)).status).toBe(200);
  });

  it("cuts a reader off that does not read, instead of keeping everything for it", async () => {
    let sent = 0;
    let ended: () => void = () => {};
    const over = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const { house, token } = await houseWith(
      async (send, signal) => {
        while (!signal.aborted && sent < 2_000) {
          send(said("x".repeat(64 * 1024)));
          sent += 1;
          await new Promise((resolve) => setImmediate(resolve));
        }
        ended();
      },
      { mostWaiting: 256 * 1024 },
    );
    served = await serveHouse(house);
    const socket = await openSlowly(served.port, token);
    await over;
    socket.destroy();
    expect(sent).toBeLessThan(2_000);
  });

  it("cuts off a web stream that is not read, and hears when it is cancelled", async () => {
    const { house, token } = await houseWith(
      async (send, signal) => {
        for (let n = 0; n < 100 && !signal.aborted; n++) send(said("x".repeat(1_000)));
      },
      { mostWaiting: 10_000 },
    );
    const answer = await house.send("GET", "/api/stream", { token });
    await expect(answer.text()).rejects.toThrow();
    let left: AbortSignal | undefined;
    const other = await houseWith(async (_send, signal) => {
      left = signal;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    const open = await other.house.send("GET", "/api/stream", { token: other.token });
    await open.body?.cancel();
    expect(left?.aborted).toBe(true);
  });

  it("ends quietly when its feeder fails, and shows nothing of the failure", async () => {
    const { house, token } = await houseWith(async (send) => {
      send(said("one"));
      throw new Error("secret of the house");
    });
    served = await serveHouse(house);
    const answer = await fetch(`${served.url}/api/stream`, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    expect(parse(text)).toHaveLength(1);
    expect(text).not.toContain("secret");
  });

  it("answers HEAD with its headers only", async () => {
    const { house, token } = await houseWith(() => new Promise(() => {}));
    served = await serveHouse(house);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${served.url}/api/stream`, { method: "HEAD", headers });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(await answer.text()).toBe("");
  });
});
