// Private talk is forgotten by itself, and what is sent again in private stands there once (DESIGN 7).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { namesOf, openScene, type Scene, textOf } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯，我听着" });
  user = await scene.house.create();
});

const privately = (content: string, message_id?: string) =>
  scene.house.chat(user, content, { private: true, message_id });
const lastRequest = () => textOf(scene.upstream.of("chat").at(-1)?.body);
const times = (word: string) => lastRequest().split(word).length - 1;

describe("private talk", () => {
  it("is gone after thirty idle minutes though nobody speaks: a clock that is set back does not bring it back", async () => {
    await privately("先记半小时：河马");
    const start = await scene.now();
    await scene.advance(31 * 60);
    await scene.house.api("POST", "/test/clock", { set: start + 60 });
    await privately("还记得吗");
    expect(lastRequest()).not.toContain("河马");
  });

  it("is still there at a tick before that", async () => {
    await privately("先记半小时：河马");
    await scene.advance(20 * 60);
    await privately("还记得吗");
    expect(lastRequest()).toContain("河马");
  });

  it("that failed and is sent again under its id stands once in what comes after", async () => {
    scene.upstream.push("chat", { http: { status: 401 } });
    expect(namesOf(await privately("悄悄话鲸鱼", "p-1")).at(-1)).toBe("error");
    await privately("悄悄话鲸鱼", "p-1");
    expect(times("鲸鱼")).toBe(1);
    await privately("你懂吧");
    expect(times("鲸鱼")).toBe(1);
    expect(times("嗯，我听着")).toBe(1);
  });

  it("sent again after other private words is answered with those in sight, and takes its own place anew", async () => {
    await privately("第一件：鲸鱼", "p-1");
    await privately("第二件：水獭", "p-2");
    await privately("第一件：鲸鱼", "p-1");
    expect(lastRequest()).toContain("水獭");
    expect(times("鲸鱼")).toBe(1);
    await privately("说完了");
    expect([times("鲸鱼"), times("水獭")]).toEqual([1, 1]);
  });

  it("that failed without being sent again is still known to the next private words", async () => {
    scene.upstream.push("chat", { http: { status: 401 } });
    await privately("悄悄话鲸鱼", "p-1");
    await privately("听见了吗", "p-2");
    expect(times("鲸鱼")).toBe(1);
  });
});
