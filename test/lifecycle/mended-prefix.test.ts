// What the owner changes about the companion or about themselves is in the very next request (prefix rule, DESIGN 4).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openScene, type Scene, textOf } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create({ base_soul: "你在山里养蜂。" });
});

const say = (content: string, to = user) => scene.house.chat(to, content);
const lastRequest = () => textOf(scene.upstream.of("chat").at(-1)?.body);
const misses = async (of = user) =>
  (await scene.house.api<{ cache_misses: Record<string, number> }>("GET", `/api/memory/${of}/usage`)).body
    .cache_misses;

describe("in the middle of a topic", () => {
  it("a companion changed on its page speaks as the new one at once", async () => {
    await say("你好呀");
    await scene.house.api("PUT", `/api/ai-users/${user}`, { base_soul: "你在海边开灯塔。" });
    await say("你在做什么");
    expect(lastRequest()).toContain("你在海边开灯塔。");
    expect(lastRequest()).not.toContain("你在山里养蜂。");
    expect(await misses()).toEqual({ owner: 1 });
  });

  it("a change of the page that changes nothing keeps the prefix", async () => {
    await say("你好呀");
    await scene.house.api("PUT", `/api/ai-users/${user}`, { base_soul: "你在山里养蜂。" });
    await say("你在做什么");
    expect(await misses()).toEqual({});
  });

  it("every companion knows at once how the person is called and what they say of themselves", async () => {
    const other = await scene.house.create({ name: "老岳" });
    await say("你好呀");
    await say("在吗", other);
    await scene.house.api("PUT", "/api/auth/user", { display_name: "阿沐", about_me: "我在学潜水" });
    for (const one of [user, other]) {
      await say("还记得我吗", one);
      expect(lastRequest()).toContain("阿沐");
      expect(lastRequest()).toContain("我在学潜水");
      expect(await misses(one)).toEqual({ owner: 1 });
    }
  });

  it("a refused change of the account leaves every prefix as it is", async () => {
    await say("你好呀");
    const { status } = await scene.house.api("PUT", "/api/auth/user", { time_zone: "Mars/Olympus" });
    expect(status).toBe(422);
    await say("在吗");
    expect(await misses()).toEqual({});
  });
});
