// A spoken order that was undone is not done again by the topic's summary (invariant 3, part 2 items 4 and 10).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Facts } from "../../src/schema/fact.ts";
import { dataOf, openScene, type Scene, summaryAnswer } from "./scene.ts";

let scene: Scene;
let user: string;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create({ reads_shared_facts: false });
});

type Line = { id: string; undoes?: string; cause: string; by: string };
const lines = async () =>
  (await scene.house.api<{ changes: Line[] }>("GET", `/api/memory/${user}/changes`)).body.changes;
const undoNewest = async () => {
  const [line] = await lines();
  const { status } = await scene.house.api("POST", `/api/memory/${user}/changes/${line?.id}/undo`);
  expect(status).toBe(200);
};
const live = async () =>
  (await scene.json<Facts>(user, "facts.json"))
    .filter(({ status, is_deleted }) => status === "live" && !is_deleted)
    .map(({ value }) => value);
const summarised = async (quote: string, key: string, value: string, category = "preference", op = "ADD") => {
  const operation = {
    op,
    category,
    key,
    value,
    statement: quote,
    confidence: 1,
    source: "explicit_statement",
    quote,
  };
  const relations = [{ subject: "用户", predicate: "喜欢", object: value, quote }];
  scene.upstream.fallback("short_to_mid", summaryAnswer("聊了聊。", { operations: [operation], relations }));
  await scene.house.api("POST", `/api/memory/${user}/compress`);
  for (let hour = 0; hour < 3; hour += 1) await scene.advance(3_600);
};

describe.each([
  ["记住我喜欢喝茶", "我喜欢喝茶", "likes", "喝茶"],
  ["Remember that I like jazz", "I like jazz", "likes", "jazz"],
])("after the undo of 「%s」", (order, quote, key, value) => {
  it("the summary makes neither the fact nor a relation of it", async () => {
    await scene.house.chat(user, order);
    await undoNewest();
    await summarised(quote, key, value);
    const graph = await scene.json<{ relations: unknown[] }>(user, "graph.json");
    expect([await live(), graph.relations]).toEqual([[], []]);
    // Nothing of it waits for the owner either.
    expect(await scene.json<Facts>(user, "facts.json")).toEqual([]);
  });

  it("what the person says again later is kept as ever", async () => {
    await scene.house.chat(user, order);
    await undoNewest();
    await scene.house.chat(user, quote);
    await summarised(quote, key, value);
    expect(await live()).toEqual([value]);
  });

  it("the undo of the undo has it stand again", async () => {
    await scene.house.chat(user, order);
    await undoNewest();
    await undoNewest();
    await summarised(quote, key, value);
    expect(await live()).toEqual([value]);
    expect((await scene.json<{ undone?: string[] }>(user, "erased.json")).undone).toEqual([]);
  });

  it("marks hold ids, never words", async () => {
    await scene.house.chat(user, order);
    await undoNewest();
    const [mark] = (await scene.json<{ undone: string[] }>(user, "erased.json")).undone;
    expect((await scene.said(user)).length).toBeGreaterThan(0);
    expect(mark).toMatch(/^[0-9A-Z]{26}$/);
  });
});

it("an undone forgetting is not done again by the summary", async () => {
  await scene.house.chat(user, "记住我住在青岛");
  await scene.advance(7 * 3_600);
  await scene.house.chat(user, "忘掉我住在青岛");
  expect(await live()).toEqual([]);
  await undoNewest();
  expect(await live()).toEqual(["青岛"]);
  await summarised("忘掉我住在青岛", "location", "青岛", "personal_info", "DELETE");
  expect(await live()).toEqual(["青岛"]);
});

it("an undone correction leaves the value that it corrected", async () => {
  await scene.house.chat(user, "记住我住在青岛");
  await scene.house.chat(user, "不对，我住在济南");
  expect(await live()).toEqual(["济南"]);
  await undoNewest();
  await summarised("我住在济南", "location", "济南", "personal_info", "UPDATE");
  expect(await live()).toEqual(["青岛"]);
});

it("an edit of the message gives its new order its due", async () => {
  await scene.house.chat(user, "记住我喜欢喝茶");
  await undoNewest();
  const [first] = (
    await scene.house.api<{ messages: { message_id: string }[] }>("GET", `/api/ai-users/${user}/messages`)
  ).body.messages;
  await scene.house.api("PUT", `/api/ai-users/${user}/messages/${first?.message_id}`, {
    content: "记住我喜欢喝酒",
  });
  await summarised("我喜欢喝酒", "likes", "喝酒");
  expect(await live()).toEqual(["喝酒"]);
});

describe("a message that is edited has what it closed hold again", () => {
  const tongues = {
    zh: {
      language: "zh",
      told: ["记住，我对花生过敏。", "记住，我对芒果过敏。", "记住，我住在杭州。"],
      forgets: ["忘了我对花生过敏这件事。", "忘了我对芒果过敏这件事。"],
      corrects: ["不是杭州，是苏州，你记错了。", "不是杭州，是无锡，你记错了。"],
      plain: "今天天气不错。",
      values: ["花生", "芒果", "杭州", "苏州", "无锡"],
    },
    en: {
      language: "en",
      told: [
        "Remember that I am allergic to peanuts.",
        "Remember that I am allergic to mangoes.",
        "Remember that I live in Leeds.",
      ],
      forgets: ["Forget that I am allergic to peanuts.", "Forget that I am allergic to mangoes."],
      corrects: [
        "No, not Leeds, I live in York, you got it wrong.",
        "No, not Leeds, I live in Hull, you got it wrong.",
      ],
      plain: "Nice weather today.",
      values: ["peanuts", "mangoes", "Leeds", "York", "Hull"],
    },
  };

  it.each(Object.values(tongues))(
    "and does what it orders now ($language)",
    async ({ language, told, forgets, corrects, plain, values }) => {
      user = await scene.house.create({ language });
      const say = async (content: string) =>
        dataOf(await scene.house.chat(user, content), "message-saved")[0];
      const holds = async () => {
        const all = (await live()).join();
        return values.filter((value) => all.includes(value));
      };
      const [peanuts = "", mangoes = "", first = "", second = "", third = ""] = values;
      for (const line of told) await say(line);
      for (const [orders, before, after, changed] of [
        [forgets, [peanuts, mangoes, first], [mangoes, first], [peanuts, first]],
        [corrects, [peanuts, mangoes, first], [peanuts, mangoes, second], [peanuts, mangoes, third]],
      ] as const) {
        const [order = "", other = ""] = orders;
        expect(await holds()).toEqual(before);
        const saved = await say(order);
        expect(await holds()).toEqual(after);
        const edit = (content: string) =>
          scene.house.api("PUT", `/api/ai-users/${user}/messages/${saved?.message_id}`, { content });
        await edit(other);
        expect(await holds()).toEqual(changed);
        // Where it says the same besides, it stands.
        await edit(`${plain} ${other}`);
        expect(await holds()).toEqual(changed);
        await edit(plain);
        expect(await holds()).toEqual(before);
      }
    },
  );

  it("but not where something was told of it since", async () => {
    await scene.house.chat(user, "记住，我住在杭州。");
    const [saved] = dataOf(await scene.house.chat(user, "不是杭州，是苏州，你记错了。"), "message-saved");
    await scene.house.chat(user, "更新：我现在住在上海。");
    await scene.house.api("PUT", `/api/ai-users/${user}/messages/${saved?.message_id}`, {
      content: "今天天气不错。",
    });
    expect((await live()).join()).toMatch(/^上海$/);
  });
});

it("the undo of what the owner wrote by hand marks no message", async () => {
  await scene.house.chat(user, "我喜欢喝茶");
  await scene.house.api("POST", `/api/memory/${user}/facts`, {
    category: "preference",
    key: "likes",
    value: "喝茶",
  });
  await undoNewest();
  await summarised("我喜欢喝茶", "likes", "喝茶");
  expect(await live()).toEqual(["喝茶"]);
});
