// Danger to life: help is named in both languages, whatever the model says, forgets or fails to say (R10).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shownText } from "../support/house.ts";
import { dataOf, namesOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let chinese: string;
let english: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  chinese = await scene.house.create({ pacing_speed: 10 });
  english = await scene.house.create({ name: "Mira", language: "en", time_zone: "America/New_York" });
});

const cry = { zh: "我不想活了，真的撑不下去", en: "I want to kill myself, I can't go on" };

describe("a message of danger", () => {
  it("is answered with the region's help line where the model forgot it, in both languages", async () => {
    scene.upstream.push("chat", { text: "抱抱你，我在" }, { text: "I'm here with you." });
    const zh = shownText(await scene.house.chat(chinese, cry.zh));
    const en = shownText(await scene.house.chat(english, cry.en));
    expect(zh).toMatch(/^抱抱你，我在\n.*12356/s);
    expect(en).toMatch(/^I'm here with you\.\n.*988/s);
    expect(en).not.toMatch(/\p{Script=Han}/u);
    expect(await scene.said(chinese)).toEqual([cry.zh, ...zh.split("\n")]);
  });

  it("has it once where the model named it", async () => {
    scene.upstream.push("chat", { text: "我在。现在就打 12356，好吗？" });
    expect(shownText(await scene.house.chat(chinese, cry.zh)).match(/12356/g)).toHaveLength(1);
    scene.upstream.push("chat", { text: "Please call 9 8 8 right now." });
    expect(shownText(await scene.house.chat(english, cry.en))).toBe("Please call 9 8 8 right now.");
  });

  it("is answered all the same where the model fails, as a whole reply", async () => {
    scene.upstream.push("chat", { http: { status: 401 } });
    const events = await scene.house.chat(chinese, cry.zh);
    expect(namesOf(events)).not.toContain("error");
    expect(shownText(events)).toContain("12356");
    expect(dataOf(events, "bubble").length).toBeGreaterThan(1);
    expect((await scene.read(chinese, "conversation")).at(-1)).toMatchObject({ finish: "stop" });
  });

  it("is answered all the same where the model says nothing, or that it would rather not", async () => {
    for (const text of ["HEARTBEAT_OK", "[TOPIC_ENDED]"]) {
      scene.upstream.push("chat", { text });
      const events = await scene.house.chat(english, cry.en);
      expect([text, namesOf(events).includes("error")]).toEqual([text, false]);
      expect(shownText(events)).toContain("988");
      expect(dataOf(events, "bubble").length).toBeGreaterThan(1);
    }
  });

  it("has the help line also where the model's words broke off", async () => {
    const half = { choices: [{ index: 0, delta: { content: "听我说，先" } }] };
    scene.upstream.push("chat", { sse: [`data: ${JSON.stringify(half)}`], ending: "destroy" });
    const events = await scene.house.chat(chinese, cry.zh);
    expect(shownText(events)).toMatch(/12356/);
    expect(await scene.said(chinese)).toEqual([cry.zh, ...shownText(events).split("\n")]);
  });

  it("is never kept waiting by human pacing", async () => {
    scene.upstream.push("chat", { text: "我在\n你现在安全吗\n先坐下来" });
    const events = await scene.house.chat(chinese, cry.zh, { pacing: "human" });
    expect(dataOf(events, "bubble").map(({ delay_ms }) => delay_ms)).toEqual([0, 0, 0, 0]);
  });

  it("ends no topic, neither by a goodbye in it nor by the model's mark", async () => {
    scene.upstream.push("chat", { text: "别走，12356[TOPIC_ENDED]" });
    const events = await scene.house.chat(chinese, "我不想活了，晚安");
    expect(namesOf(events)).not.toContain("topic-end");
    expect(shownText(events)).not.toContain("TOPIC_ENDED");
    expect((await scene.read(chinese, "short_term")).pending).toEqual([]);
  });

  it("said in private is answered with help too", async () => {
    scene.upstream.push("chat", { text: "我在" });
    expect(shownText(await scene.house.chat(chinese, cry.zh, { private: true }))).toContain("12356");
  });

  it("of someone who is hurt by another names those who protect", async () => {
    scene.upstream.push("chat", { text: "你现在安全吗" }, { text: "Are you safe right now?" });
    expect(shownText(await scene.house.chat(chinese, "我老公又打我了，我好怕"))).toContain("12338");
    expect(shownText(await scene.house.chat(english, "my husband hits me and I'm scared"))).toContain(
      "1-800-799-7233",
    );
  });

  it("names what is known where there is no list for the region", async () => {
    const far = await scene.house.create({ name: "Mira", language: "en", time_zone: "Africa/Nairobi" });
    scene.upstream.push("chat", { text: "I hear you." }, { http: { status: 401 } });
    expect(shownText(await scene.house.chat(far, cry.en))).toContain("findahelpline.com");
    expect(shownText(await scene.house.chat(far, cry.en))).toContain("findahelpline.com");
  });
});

describe("a figure of speech", () => {
  it("gets no help line, keeps its pace, and may end the topic", async () => {
    scene.upstream.push("chat", { text: "哈哈哈" }, { text: "haha" });
    expect(shownText(await scene.house.chat(chinese, "笑死我了，这猫也太逗了"))).toBe("哈哈哈");
    expect(shownText(await scene.house.chat(english, "this heat is killing me lol"))).toBe("haha");
    scene.upstream.push("chat", { text: "晚安" });
    expect(namesOf(await scene.house.chat(chinese, "困死了，晚安"))).toContain("topic-end");
  });
});

describe("without any model", () => {
  it("danger is answered in the character's voice with the help lines, in both languages", async () => {
    const bare = await openScene({ offline: true });
    const zh = await bare.house.create({ soul: "xiaoyu" });
    const en = await bare.house.create({ name: "Mira", language: "en", time_zone: "Europe/London" });
    const first = await bare.house.chat(zh, cry.zh);
    expect(shownText(first)).toContain("12356");
    expect(dataOf(first, "bubble").length).toBeGreaterThan(1);
    expect(dataOf(first, "reply-end")).toMatchObject([{ model: "offline", finish: "stop" }]);
    const second = shownText(await bare.house.chat(en, cry.en));
    expect(second).toContain("116 123");
    expect(second).not.toMatch(/\p{Script=Han}/u);
    await bare.close();
  });
});
