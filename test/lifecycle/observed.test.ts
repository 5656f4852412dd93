// What is only observed stands in the owner's profile with its proof, is gone with the talk it was counted from, and is told to nobody's face (A217, A218).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shownText } from "../support/house.ts";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  user = await scene.house.create();
});

const day = 86_400;
const call = <T>(method: string, path: string, body?: unknown) =>
  scene.house.api<T>(method, `/api/memory/${user}${path}`, body);
type Profile = {
  sections: { title: string; lines: { text: string; fact_id: string | null; message_ids: string[] }[] }[];
};
const profile = async () => (await call<Profile>("GET", "/profile")).body.sections;

/** Four evenings of hot pot in high spirits, among four others in low ones. */
async function evenings(): Promise<void> {
  const start = (await scene.now()) - 20 * day;
  const nights = Array.from({ length: 8 }, (_, n) => ({ n, at: start + n * day, pot: n % 2 === 0 }));
  const mid = nights.map(({ n, at, pot }) => ({
    id: `mid_${at}`,
    topic_id: `t${n}`,
    summary: "聊了一晚",
    message_count: 2,
    extracted_to_long: true,
    key_entities: [pot ? "火锅" : "加班表"],
    message_ids: [`m${n}0`, `m${n}1`],
    ended_at: at,
  }));
  const emotions = nights.flatMap(({ n, at, pot }) =>
    [0, 1].map((part) => ({
      id: `emotion_m${n}${part}`,
      message_id: `m${n}${part}`,
      topic_id: `t${n}`,
      at: at + part,
      emotion: pot ? "joy" : "tired",
      intensity: 0.6,
    })),
  );
  expect((await call("PUT", "/mid_term", mid)).status).toBe(200);
  expect((await call("PUT", "/emotions", emotions)).status).toBe(200);
}

describe("an observation", () => {
  it("stands in the profile as what seems so, with the turns behind it and no fact", async () => {
    await evenings();
    const seems = (await profile()).find(({ title }) => title === "看起来")?.lines ?? [];
    const pot = seems.find(({ text }) => text.includes("火锅"));
    expect(pot?.text).toMatch(/「火锅」时似乎多半是高兴的/);
    expect([pot?.fact_id, pot?.message_ids.length]).toEqual([null, 8]);
    const often = (await profile()).find(({ title }) => title === "常聊的")?.lines.map(({ text }) => text);
    expect(often?.some((text) => text.startsWith("火锅：聊过 4 次"))).toBe(true);
    expect(await scene.json(user, "facts.json").catch(() => [])).toEqual([]);
  });

  it("is gone where a fact says it, and with the talk it was counted from", async () => {
    await evenings();
    const hasPot = async () =>
      JSON.stringify((await profile()).filter(({ title }) => title === "看起来")).includes("火锅");
    expect(await hasPot()).toBe(true);
    await call("POST", "/facts", {
      category: "preference",
      key: "likes:火锅",
      value: "火锅",
      statement: "喜欢吃火锅",
    });
    expect(await hasPot()).toBe(false);
    await call("PUT", "/facts", []);
    expect(await hasPot()).toBe(true);
    await call("PUT", "/emotions", []);
    expect(await hasPot()).toBe(false);
  });

  it("is not told to the person who asks what is known of them", async () => {
    await evenings();
    await call("POST", "/facts", {
      category: "health",
      key: "allergy:芒果",
      value: "芒果",
      statement: "对芒果过敏",
    });
    const told = shownText(await scene.house.chat(user, "你都知道我些什么？"));
    expect(told).toContain("对芒果过敏");
    expect(told).not.toMatch(/似乎|看起来|常聊的|心情/);
  });
});
