// A long talk in the context: a summary that rolls along with the last rounds word for word, by tokens or by rounds (A57–A60, A70, R33).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startUpstream, upstreamModelsConfig } from "../support/upstream.ts";
import { openScene, type Scene, summaryAnswer, textOf } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

async function begin(wish: Record<string, unknown> = {}) {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯，在听" });
  scene.upstream.fallback("short_to_mid", summaryAnswer("那次聊到搬家：对方在找房子。"));
  const user = await scene.house.create(wish);
  return {
    user,
    say: (content: string) => scene.house.chat(user, content),
    parts: async () => (await scene.read(user, "short_term")).parts ?? [],
    request: () => textOf(scene.upstream.of("chat").at(-1)?.body),
  };
}

const line = (n: number) => `第${n}轮：今天看了第${n}间房，月租${n}千`;

describe("with ten rounds set", () => {
  it("sums up the older half after ten rounds and keeps the newer ones word for word", async () => {
    const { user, say, parts, request } = await begin({ trigger_rounds: 10 });
    for (let n = 1; n <= 10; n++) await say(line(n));
    await scene.advance();
    expect(await parts()).toEqual([]);
    await say(line(11));
    await scene.advance();
    expect(await parts()).toMatchObject([{ n: 1, by: "model", summary: "那次聊到搬家：对方在找房子。" }]);
    await say("接着看");
    expect(request()).toContain("那次聊到搬家：对方在找房子。");
    expect(request()).not.toContain("第1轮");
    for (let n = 7; n <= 11; n++) expect(request()).toContain(line(n));
    // Never more than twenty turns word for word (A54), however long the talk gets.
    for (let n = 12; n <= 24; n++) {
      await say(line(n));
      await scene.advance();
    }
    const own =
      scene.upstream
        .of("chat")
        .at(-1)
        ?.body.messages.filter(({ role }) => role !== "system") ?? [];
    expect(own.length).toBeLessThanOrEqual(21);
    expect((await parts()).length).toBeGreaterThan(1);
    // All of it is there for its owner (A3).
    expect((await scene.read(user, "short_term")).conversations).toHaveLength(50);
  });

  it("takes no number that makes no sense, and 0 for tokens alone", async () => {
    const { user, say, parts } = await begin();
    const put = (trigger_rounds: unknown) =>
      scene.house.api("PUT", `/api/ai-users/${user}`, { trigger_rounds });
    for (const wrong of [-1, 2.5, "ten", null])
      expect([wrong, (await put(wrong)).status]).toEqual([wrong, 422]);
    expect((await put(0)).status).toBe(200);
    for (let n = 1; n <= 14; n++) await say(line(n));
    await scene.advance();
    expect(await parts()).toEqual([]);
  });
});

describe("the summary of the talk so far", () => {
  const summaryOf = async (user: string) =>
    (await scene.house.api<{ summary: string }>("GET", `/api/memory/${user}/working`)).body.summary;

  it("holds each turn as soon as it is said, behind what was folded, and asks no model", async () => {
    const { user, say } = await begin({ trigger_rounds: 3 });
    expect(await summaryOf(user)).toBe("");
    await say("我对花生过敏");
    expect(await summaryOf(user)).toContain("我对花生过敏");
    await say("我下个月搬去杭州");
    expect(await summaryOf(user)).toContain("我下个月搬去杭州");
    expect(scene.upstream.of("short_to_mid")).toEqual([]);
    await say("我养了一只叫年糕的猫");
    await say("我周六去看了三间房");
    await scene.advance();
    const folded = scene.upstream.of("short_to_mid").length;
    const lines = (await summaryOf(user)).split("\n");
    expect(lines[0]).toBe("那次聊到搬家：对方在找房子。");
    expect(lines[1]).toContain("我周六去看了三间房");
    for (const one of lines) expect([...one].length).toBeLessThanOrEqual(200);
    expect(scene.upstream.of("short_to_mid")).toHaveLength(folded);
  });
});

describe("for a model with a small window", () => {
  it("nothing leaves the context before there is a summary of it", async () => {
    const upstream = await startUpstream();
    upstream.fallback("chat", { text: "嗯嗯" });
    upstream.fallback("short_to_mid", summaryAnswer("那次聊到老街：对方拍了照片。"));
    const config = upstreamModelsConfig(upstream.url);
    for (const model of Object.values(config.models)) model.context_tokens = 6_000;
    const narrow = await openScene({ models: config });
    const user = await narrow.house.create();
    const long = (n: number) => `第${n}段：${"今天在老街拍了很多照片，河边的灯最好看。".repeat(6)}`;
    for (let n = 1; n <= 12; n++) {
      await narrow.house.chat(user, long(n));
      await narrow.advance();
      const request = textOf(upstream.of("chat").at(-1)?.body);
      const isWhole = Array.from({ length: n }, (_, i) => request.includes(`第${i + 1}段`)).every(Boolean);
      expect([n, isWhole || request.includes("那次聊到老街")]).toEqual([n, true]);
    }
    expect((await narrow.read(user, "short_term")).parts?.length).toBeGreaterThan(1);
    await narrow.close();
    await upstream.close();
  });
});
