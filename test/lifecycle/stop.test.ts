// A reply that is stopped, left alone by its listener, or torn off by the end of the server: what was shown stays, nothing else.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import { chat, type House, shownText, startHouse, until } from "../support/house.ts";
import { startUpstream } from "../support/upstream.ts";
import { dataOf, namesOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  user = await scene.house.create({ pacing_speed: 0.3 });
});

const stop = () => scene.house.api<{ stopped: boolean }>("POST", `/api/ai-users/${user}/stop`);
/** Sends and stops as soon as an event of this name has come. */
async function stopAt(name: StreamEvent["event"], body: Record<string, unknown>) {
  let stopped: Promise<unknown> | undefined;
  const events = await chat(scene.house, user, body, (event) => {
    if (event.event === name) stopped ??= stop();
  });
  await stopped;
  return events;
}

describe("stop", () => {
  it("keeps the bubbles that went out, marks the last one, and stores nothing that was not sent", async () => {
    scene.upstream.push("chat", { text: "第一句\n第二句还没发\n第三句也没发" });
    const events = await stopAt("bubble", { content: "讲三句", pacing: "human" });
    expect(shownText(events)).toBe("第一句");
    expect(dataOf(events, "reply-end")).toMatchObject([{ finish: "interrupted" }]);
    expect(dataOf(events, "reply-end")[0]?.message_ids).toHaveLength(1);
    const log = await scene.read(user, "conversation");
    expect(log.map(({ content, finish }) => [content, finish])).toEqual([
      ["讲三句", undefined],
      ["第一句", "interrupted"],
    ]);
    expect((await scene.read(user, "short_term")).conversations).toEqual(log);
  });

  it("while the model still speaks ends the call and stores no half sentence", async () => {
    scene.upstream.push("chat", { text: "说完的一句\n又一句\n这句只说了一", hang: "body" });
    const events = await stopAt("bubble", { content: "慢慢讲", pacing: "instant" });
    expect(dataOf(events, "reply-end")).toMatchObject([{ finish: "interrupted" }]);
    // A line that other words follow is whole: it was sent before the stop came.
    expect(await scene.said(user)).toEqual(["慢慢讲", "说完的一句", "又一句"]);
  });

  it("before the first word leaves the message alone, and it can be sent again under its id", async () => {
    scene.upstream.push("chat", { hang: "headers" }, { text: "这次答上了" });
    const body = { content: "先别答", message_id: "stop-1", pacing: "instant" };
    const running = chat(scene.house, user, body);
    await until("a request", async () => scene.upstream.of("chat").length === 1);
    await stop();
    const events = await running;
    expect(dataOf(events, "reply-end")).toMatchObject([{ message_ids: [], finish: "interrupted" }]);
    expect(await scene.said(user)).toEqual(["先别答"]);
    expect(shownText(await chat(scene.house, user, body))).toBe("这次答上了");
    expect(await scene.said(user)).toEqual(["先别答", "这次答上了"]);
  });

  it("ends no topic, even where the person had said goodbye", async () => {
    scene.upstream.push("chat", { text: "晚安\n好梦[TOPIC_ENDED]" });
    const events = await stopAt("bubble", { content: "晚安", pacing: "human" });
    expect(namesOf(events)).not.toContain("topic-end");
    expect((await scene.read(user, "short_term")).pending).toEqual([]);
  });

  it("stops the running reply only: the message behind it is answered", async () => {
    scene.upstream.push("chat", { hang: "headers" }, { text: "轮到我了" });
    const first = chat(scene.house, user, { content: "卡住的", pacing: "instant" });
    await until("a request", async () => scene.upstream.of("chat").length === 1);
    const second = chat(scene.house, user, { content: "排队的", pacing: "instant" });
    await stop();
    await first;
    expect(shownText(await second)).toBe("轮到我了");
  });

  it("with nothing running says so, again and again, and harms nothing", async () => {
    expect((await stop()).body).toEqual({ stopped: false });
    await scene.house.chat(user, "在吗");
    expect((await stop()).body).toEqual({ stopped: false });
    expect((await scene.read(user, "conversation")).at(-1)?.finish).toBe("stop");
  });
});

describe("a client that leaves", () => {
  it("does not end the reply: it is finished and stored, and replayed when the client is back", async () => {
    scene.upstream.push("chat", { text: "你走了我也说完\n真的", chunkDelayMs: 40 });
    const abort = new AbortController();
    const body = { content: "我可能断线", message_id: "gone-1", pacing: "instant" };
    const leave = (event: StreamEvent) => event.event === "reply-start" && abort.abort();
    await chat(scene.house, user, body, leave, abort.signal).catch(() => "left");
    await until("the whole reply", async () => {
      const log = await scene.read(user, "conversation");
      return log.at(-1)?.finish === "stop";
    });
    expect(await scene.said(user)).toEqual(["我可能断线", "你走了我也说完", "真的"]);
    await until("short_term", async () => (await scene.read(user, "short_term")).conversations.length === 3);
    expect(shownText(await chat(scene.house, user, body))).toBe("你走了我也说完\n真的");
    expect(scene.upstream.of("chat")).toHaveLength(1);
  });
});

describe("the end of the server in the middle of a reply", () => {
  it("by SIGTERM or SIGKILL leaves a reply that is marked, and the next start goes on", async () => {
    const upstream = await startUpstream();
    const clock = "2026-03-10T20:00:00+08:00";
    let house: House = await startHouse({ upstream, clock, child: true });
    const { folder } = house;
    const id = await house.create();
    const short = () => house.api<{ content: string }>("GET", `/api/memory/${id}/files/short_term.json`);
    for (const end of ["close", "kill"] as const) {
      upstream.push("chat", { text: `说了一半（${end}）\n下一句`, hang: "body", chunks: 30 });
      const shown = new Promise<void>((seen) => {
        const hear = (event: StreamEvent) => event.event === "text-delta" && seen();
        chat(house, id, { content: `还在吗（${end}）`, pacing: "instant" }, hear).catch(() => {});
      });
      await shown;
      await until("a bubble", async () => {
        const { body } = await house.api<{ messages: { content: string }[] }>(
          "GET",
          `/api/ai-users/${id}/messages`,
        );
        return (
          body.messages.at(-1)?.content.startsWith("说了一半") ||
          body.messages.at(-1)?.content === `还在吗（${end}）`
        );
      });
      await house[end]();
      house = await startHouse({ upstream, clock, folder, child: true });
      upstream.push("chat", { text: "我又来了" });
      expect(shownText(await house.chat(id, `接着说（${end}）`))).toBe("我又来了");
    }
    const { body } = await house.api<{ messages: { content: string; role: string; finish?: string }[] }>(
      "GET",
      `/api/ai-users/${id}/messages`,
    );
    expect(body.messages.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual([
      "还在吗（close）",
      "接着说（close）",
      "还在吗（kill）",
      "接着说（kill）",
    ]);
    const torn = body.messages.filter(({ content }) => content.startsWith("说了一半"));
    expect(torn.every(({ finish }) => finish === "interrupted")).toBe(true);
    const { conversations } = JSON.parse((await short()).body.content);
    expect(conversations).toEqual(body.messages);
    await house.close();
    await upstream.close();
    await house.remove();
  });
});
