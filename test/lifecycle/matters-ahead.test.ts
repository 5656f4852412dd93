// What the person is about to do stands in every later talk, outside the words that slide by, until it is told or unsaid (A58).
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
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
  user = await scene.house.create();
});

const say = (content: string, more: Record<string, unknown> = {}) => scene.house.chat(user, content, more);
const endTopic = () => scene.house.api("POST", `/api/memory/${user}/compress`);
const system = () => scene.upstream.of("chat").at(-1)?.body.messages[0]?.content ?? "";
const facts = async () => {
  const { body } = await scene.house.api<{ sections: { name: string; entries: { id: string }[] }[] }>(
    "POST",
    `/api/memory/${user}/context`,
    { message: "在吗" },
  );
  return body.sections.find(({ name }) => name === "facts")?.entries.map(({ id }) => id) ?? [];
};

it("is in the next talk, in the person's words with its day, and gone from the one after they told of it", async () => {
  await say("下周三下午三点我有个面试，好紧张");
  await say("I want to learn guitar this year");
  await endTopic();
  // Past the last words of the talk before, which would hold it anyway.
  await scene.advance(25 * 3600);
  await say("今天下雨了");
  expect(system()).toContain("下周三下午三点（2026-03-18）我有个面试");
  expect(system()).toContain("I want to learn guitar this year");
  const before = system();
  await say("面试改到线上了，已经结束啦");
  await say("真好");
  // The prefix of an open talk stays as it is (DESIGN 4); what was told stands in the talk itself.
  expect(system()).toBe(before);
  await endTopic();
  await scene.advance(25 * 3600);
  await say("早");
  expect(system()).not.toContain("我有个面试");
  expect(system()).toContain("guitar");
});

it("goes at once with the message that it grew from, and where it is not to be brought up", async () => {
  await say("周五飞成都", { message_id: "fly" });
  await say("我想学吉他");
  await endTopic();
  await scene.advance(25 * 3600);
  await say("今天下雨了");
  expect(await facts()).toEqual(expect.arrayContaining(["follow_fly"]));
  await scene.house.api("DELETE", `/api/ai-users/${user}/messages/fly`);
  await say("嗯");
  expect(system()).not.toContain("成都");
  expect(system()).toContain("吉他");
  await say("别再提吉他了");
  await say("嗯");
  expect(textOf(scene.upstream.of("chat").at(-1)?.body)).not.toContain("想学吉他");
});

it("of a story or a private word there is nothing", async () => {
  await say("明天我要上台比赛", { scene: "story" });
  await say("我明天考试", { private: true });
  await endTopic();
  await scene.advance(25 * 3600);
  await say("今天下雨了");
  expect(await facts()).toEqual(["display_name"]);
});
