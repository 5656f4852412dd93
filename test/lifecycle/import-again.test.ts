// The same history once more: cut into other topics, under no topic ids, after an erasure (part 2, show b; D23 of the audit).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eraseNow } from "../../src/lifecycle/erase.ts";
import { importTopics } from "../../src/lifecycle/import.ts";
import { plainRun } from "../../src/lifecycle/import-job.ts";
import type { Message } from "../../src/schema/message.ts";
import { ImportTopic } from "../../src/schema/request-import.ts";
import type { ShortTerm } from "../../src/schema/short-term.ts";
import { bareHouse, erase, holding } from "./erase-world.ts";
import { openScene, type Scene } from "./scene.ts";

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

const bring = async (topics: unknown, summarise = "extractive") => {
  const body = { format: "messages", topics, summarise };
  const answer = await scene.house.api<{ messages: number; topics: number; skipped: number }>(
    "POST",
    `/api/ai-users/${user}/import`,
    body,
  );
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
};
const everything = async () =>
  (await scene.house.api<{ messages: Message[] }>("GET", `/api/ai-users/${user}/messages?limit=500`)).body
    .messages;
const bare = ({ message_id, role, content, timestamp }: Message) => ({
  message_id,
  role,
  content,
  timestamp,
});
const withoutId = ({ role, content, timestamp }: Message) => ({ role, content, timestamp });
const topicsOfMid = async () => (await scene.read(user, "mid_term")).map(({ topic_id }) => topic_id).sort();

const t0 = 1_771_000_000;
const cat = [
  { message_id: "c1", role: "user", content: "我养了一只玳瑁猫，叫芝麻", timestamp: t0 },
  { message_id: "c2", role: "assistant", content: "芝麻这名字真好听", timestamp: t0 + 5 },
  { message_id: "c3", role: "user", content: "My cat turned three last week", timestamp: t0 + 90 },
];

describe("the same history once more", () => {
  it.each(["none", "extractive", "model"])(
    "brought back as one topic without an id adds nothing to what was talked here (summarise: %s)",
    async (summarise) => {
      await scene.house.chat(user, "我昨天去看了海");
      await scene.house.chat(user, "I bought a red kite there");
      const before = await everything();
      expect(await bring([{ messages: before.map(bare) }], summarise)).toMatchObject({
        messages: 0,
        skipped: before.length,
      });
      expect(await everything()).toEqual(before);
      expect(await topicsOfMid()).toEqual([]);
      expect((await scene.read(user, "short_term")).pending).toEqual([]);
    },
  );

  it("cut into other topics keeps the topics and the summaries that stand", async () => {
    await bring([{ topic_id: "cat", messages: cat }]);
    const mid = await scene.read(user, "mid_term");
    await bring([{ messages: cat.slice(0, 1) }, { topic_id: "other", messages: cat.slice(1) }]);
    expect(await scene.read(user, "mid_term")).toEqual(mid);
    expect((await everything()).filter(({ imported_at }) => imported_at !== undefined)).toHaveLength(3);
  });

  it("summarises what came without a summary before, under the topic it came in", async () => {
    await bring([{ topic_id: "cat", messages: cat }], "none");
    expect(await topicsOfMid()).toEqual([]);
    await bring([{ messages: cat.slice(0, 2) }, { topic_id: "other", messages: cat.slice(2) }]);
    expect(await topicsOfMid()).toEqual(["cat"]);
  });

  it("summarises only the messages of it that are new", async () => {
    await bring([{ topic_id: "cat", messages: cat }]);
    const more = { message_id: "c4", role: "user", content: "它今天打翻了水杯", timestamp: t0 + 400 };
    await bring([{ topic_id: "grown", messages: [...cat, more] }]);
    const mid = await scene.read(user, "mid_term");
    expect(mid.find(({ topic_id }) => topic_id === "grown")?.message_ids).toEqual(["c4"]);
  });

  it("never puts a message into the open topic that stands in another", async () => {
    await bring([{ topic_id: "cat", messages: cat }], "none");
    await bring([{ topic_id: "now", open: true, messages: cat }], "none");
    const short = await scene.json<ShortTerm>(user, "short_term.json");
    expect(short.conversations.filter(({ message_id }) => message_id.startsWith("c"))).toEqual([]);
  });
});

describe("a history without ids after an erasure", () => {
  it("brings back what stayed and nothing of what was erased", async () => {
    await scene.house.chat(user, "保险箱的密码是蓝鲸七号");
    await scene.house.chat(user, "The spare key is under the fern");
    await scene.house.chat(user, "今天风很大");
    const before = await everything();
    await erase(scene.house, user, { query: "蓝鲸七号" });
    await erase(scene.house, user, { query: "the fern" });
    await bring([{ messages: before.map(withoutId) }]);
    await bring([{ topic_id: "again", messages: before.map(withoutId) }]);
    const contents = (await everything()).map(({ content }) => content);
    expect(contents).toContain("今天风很大");
    for (const phrase of ["蓝鲸七号", "the fern"])
      expect(await holding(scene.house.folder, phrase)).toEqual([]);
  });

  it("keeps the same words said at another time, which nobody erased", async () => {
    await bring([{ topic_id: "cat", messages: cat }], "none");
    await erase(scene.house, user, { message_ids: ["c1"] });
    await bring([
      {
        topic_id: "later",
        messages: [{ role: "user", content: "我养了一只玳瑁猫，叫芝麻", timestamp: t0 + 7 }],
      },
    ]);
    expect((await everything()).filter(({ timestamp }) => timestamp === t0 + 7)).toHaveLength(1);
  });

  it("knows an erased reply by each of its wordings", async () => {
    const versions = [{ at: t0 + 5, contents: ["这只猫叫芝麻糊吧"] }];
    const reply = { message_id: "c2", role: "assistant", content: "芝麻这名字真好听", timestamp: t0 + 5 };
    await bring([{ topic_id: "cat", messages: [cat[0], { ...reply, versions }] }], "none");
    await erase(scene.house, user, { message_ids: ["c2"] });
    const wordings = ["芝麻这名字真好听", "这只猫叫芝麻糊吧"];
    for (const [place, content] of wordings.entries())
      await bring([
        { topic_id: `late${place}`, messages: [{ role: "assistant", content, timestamp: t0 + 5 }] },
      ]);
    expect((await everything()).filter(({ timestamp }) => timestamp === t0 + 5)).toEqual([]);
  });
});

it("erased while the same history is being read once more, it does not come back with it", async () => {
  const { deps, folder, close } = await bareHouse();
  const topic = ImportTopic.parse({ topic_id: "cat", messages: cat });
  const end = { topic_id: "end", messages: [{ role: "user", content: "完了", timestamp: t0 + 900 }] };
  async function* slowly() {
    yield topic;
    await eraseNow(deps, "mei", { query: "玳瑁" });
    yield ImportTopic.parse(end);
  }
  await importTopics(deps, "mei", [topic], "none", plainRun(deps, "messages"));
  const again = await importTopics(deps, "mei", slowly(), "none", plainRun(deps, "messages"));
  expect(again).toMatchObject({ messages: 1, skipped: 3 });
  expect((await deps.store.log.tail("mei", 9)).map(({ content }) => content)).toEqual([
    "芝麻这名字真好听",
    "My cat turned three last week",
    "完了",
  ]);
  expect(await holding(folder, "玳瑁")).toEqual([]);
  await close();
});
