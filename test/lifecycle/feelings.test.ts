// The moods of the person's turns: written at a topic's end, kept bounded, gone with their messages (A24, A236, A237).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Emotions } from "../../src/schema/emotion.ts";
import { openScene, type Scene, summaryAnswer } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "抱抱你" });
  user = await scene.house.create();
});

const moods = () => scene.json<Emotions>(user, "emotions.json");
const compress = () => scene.house.api("POST", `/api/memory/${user}/compress`);
const day = 86_400;

async function importAt(times: readonly number[], content: string): Promise<void> {
  const topics = times.map((at, n) => ({
    topic_id: `t-${at}-${n}`,
    messages: [
      { role: "user", content, timestamp: at, message_id: `m-${at}-${n}` },
      { role: "assistant", content: "嗯", timestamp: at + 5, message_id: `r-${at}-${n}` },
    ],
  }));
  await scene.house.api("POST", `/api/ai-users/${user}/import`, {
    format: "messages",
    topics,
    summarise: "extractive",
  });
}

describe("the moods of a topic", () => {
  it("are one entry for each message of the person, in both languages, none for the companion's", async () => {
    const lines = ["今天好难过，想哭", "I'm so happy for you though!", "三点开会"];
    for (const line of lines) await scene.house.chat(user, line);
    await compress();
    const log = (await scene.read(user, "conversation")).filter(({ role }) => role === "user");
    expect((await moods()).map(({ message_id, emotion }) => [message_id, emotion])).toEqual([
      [log[0]?.message_id, "sad"],
      [log[1]?.message_id, "joy"],
      [log[2]?.message_id, "neutral"],
    ]);
    expect((await moods())[0]).toMatchObject({
      at: log[0]?.timestamp,
      topic_id: log[0]?.topic_id,
      message_ids: [log[0]?.message_id],
      by: "extractive",
    });
  });

  it("are no lines of the change log", async () => {
    await scene.house.chat(user, "好难过");
    await compress();
    const { body } = await scene.house.api<{ changes: unknown[] }>("GET", `/api/memory/${user}/changes`);
    expect(JSON.stringify(body.changes)).not.toContain("emotion_0");
    expect(JSON.stringify(body.changes)).not.toContain('"document":"emotions"');
  });

  it("of a story are none, since they are played", async () => {
    await scene.house.chat(user, "我好恨这个王国，我好难过", { scene: "story" });
    await scene.house.chat(user, "好啦收工");
    await compress();
    expect((await moods()).map(({ emotion }) => emotion)).toEqual(["neutral"]);
  });

  it("of which the rules hear none take the mood that a model hears clearly in the whole", async () => {
    const answer = (emotional_intensity: number) =>
      summaryAnswer("说起外婆的旧毛衣。", {
        emotion_tags: { basic_emotion: "失落", scene: "闲聊", atmosphere: "平和" },
        emotional_intensity,
      });
    for (const line of ["外婆织的那件毛衣还在柜子里", "袖口她补过两回，线头都没藏好", "嗯"])
      await scene.house.chat(user, line);
    scene.upstream.push("short_to_mid", answer(0.8));
    await compress();
    expect((await moods()).map(({ emotion, intensity }) => [emotion, intensity])).toEqual([
      ["neutral", 0],
      ["sad", 0.4],
      ["neutral", 0],
    ]);
    for (const line of ["外婆织的那件毛衣还在柜子里", "袖口她补过两回"]) await scene.house.chat(user, line);
    scene.upstream.push("short_to_mid", answer(0.3));
    await compress();
    expect((await moods()).slice(3).map(({ emotion }) => emotion)).toEqual(["neutral", "neutral"]);
  });

  it("go with a deleted message, and follow an edited one when its topic is read again", async () => {
    for (const line of ["好难过", "又好气啊，气死我了"]) await scene.house.chat(user, line);
    await compress();
    const [first, , second] = await scene.read(user, "conversation");
    await scene.house.api("DELETE", `/api/ai-users/${user}/messages/${first?.message_id}`);
    expect((await moods()).map(({ emotion }) => emotion)).toEqual(["angry"]);
    await scene.house.api("PUT", `/api/ai-users/${user}/messages/${second?.message_id}`, {
      content: "没事了，现在好开心",
    });
    await scene.advance(1);
    expect((await moods()).map(({ emotion }) => emotion)).toEqual(["joy"]);
  });
});

describe("the file of moods", () => {
  it("folds turns older than four hundred days into their weeks, by mood, without losing one", async () => {
    const now = await scene.now();
    // A Monday at noon, five hundred days ago or a little more.
    const monday = Date.parse("2024-10-07T12:00:00+08:00") / 1000;
    await importAt([monday, monday + day, monday + day + 60, monday + 7 * day], "今天好难过，想哭");
    await importAt([monday + 2 * day], "太开心了");
    await importAt([now - 10 * day], "太开心了");
    // What was folded before is joined by what is imported after it.
    await scene.advance(2 * day);
    const stored = await moods();
    expect(
      stored.map(({ id, message_count }) => [id.replace(/^(emotion_m).*/, "$1"), message_count]),
    ).toEqual([
      ["emotion_week_2024-10-07_sad", 3],
      ["emotion_week_2024-10-07_joy", 1],
      ["emotion_week_2024-10-14_sad", 1],
      ["emotion_m", undefined],
    ]);
    type Trend = { trend: { date: string; turns: number; counts: Record<string, number> }[] };
    const { body } = await scene.house.api<Trend>("GET", `/api/memory/${user}/emotions?days=700`);
    expect(body.trend[0]).toMatchObject({ date: "2024-10-07", turns: 4, counts: { sad: 3, joy: 1 } });
    expect(body.trend.reduce((sum, { turns }) => sum + turns, 0)).toBe(6);
  });
});
