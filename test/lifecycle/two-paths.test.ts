// Two ways into the memory side by side, what is near in meaning and what is named, and which of them stands first (A110, A117, A224, A227, A230, A232).
import { mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { modelRoles } from "../../src/schema/models.ts";
import { embeddingOf, startUpstream, type Upstream, upstreamModelsConfig } from "../support/upstream.ts";
import { openScene, type Scene, textOf } from "./scene.ts";

let models: Upstream;
let scene: Scene;
let user: string;

/** To the scripted model these mean the same, whatever their words. */
const same = /不能喝酒|忌口|热红酒/;

beforeAll(async () => {
  models = await startUpstream();
  models.fallback("chat", { text: "嗯嗯" });
  models.fallback("embedding", {
    vectors: (texts) => texts.map((text) => embeddingOf(same.test(text) ? "同同同同同同" : text)),
  });
  scene = await openScene({ models: upstreamModelsConfig(models.url, modelRoles) });
});
afterAll(async () => {
  await scene.close();
  await models.close();
});
beforeEach(async () => {
  user = await scene.house.create();
});

const at = Date.parse("2026-03-05T20:00:00+08:00") / 1000;

/** Brings these messages among small talk, and waits for the vectors. */
async function bring(...said: readonly string[]): Promise<void> {
  const plain = Array.from({ length: 40 }, (_, n) => `今天第${n}次路过面包店`);
  const topics = [...said, ...plain].map((content, n) => ({
    topic_id: `t${n}`,
    messages: [{ message_id: `m${n}`, role: "user", content, timestamp: at + n * 3_600 }],
  }));
  const body = { format: "messages", topics, summarise: "none" };
  await scene.house.api("POST", `/api/ai-users/${user}/import`, body);
}

const put = async (name: string, content: unknown) =>
  expect((await scene.house.api("PUT", `/api/memory/${user}/${name}`, content)).status).toBe(200);

async function search(text: string, more = ""): Promise<{ type: string; id: string }[]> {
  const path = `/api/memory/${user}/search?q=${encodeURIComponent(text)}${more}`;
  return (await scene.house.api<{ results: { type: string; id: string }[] }>("GET", path)).body.results;
}
const ids = async (text: string, more = "") => (await search(text, more)).map(({ id }) => id);

const mid = {
  id: "mid_1772712000",
  topic_id: "t_mid",
  summary: "说起医院的事，约好下周再去一趟",
  key_entities: ["欧阳老师", "Dr. Quillfeather"],
  emotion_tags: {},
  message_count: 4,
  time_precision: "hour",
  extracted_to_long: true,
};

describe("the two paths (A224)", () => {
  it("find what is near in meaning and what is named, merged, and nothing twice", async () => {
    await bring("医生说这阵子不能喝酒");
    await put("mid_term", [{ ...mid, ended_at: at }]);
    await scene.advance(180);
    // Path A alone: no word of it stands in the question.
    expect(await ids("我有什么忌口吗")).toContain("m0");
    // Path B alone: the entity stands in no text, only among what the talk was about.
    expect((await ids("欧阳老师怎么样了"))[0]).toBe(mid.id);
    expect(await ids("how is Dr. Quillfeather")).toContain(mid.id);
    const both = await ids("欧阳老师说过忌口的事吗，是不是不能喝酒");
    expect(both).toEqual(expect.arrayContaining(["m0", mid.id]));
    expect(new Set(both).size).toBe(both.length);
  });

  it("give as many as are asked for, three for one who wants three (A227)", async () => {
    await bring("面包店关门了", "面包店换了老板");
    expect(await ids("面包店", "&k=3")).toHaveLength(3);
    expect((await ids("面包店")).length).toBeGreaterThan(3);
    expect((await scene.house.api("GET", `/api/memory/${user}/search?q=x&k=0`)).status).toBe(422);
  });
});

describe("which comes first (A110, A230)", () => {
  it("of two hits the one that says it in so many words, then the one that is only near", async () => {
    await bring("热红酒要小火煮", "冬天煮热红酒，记得放橙子和桂皮", "医生说这阵子不能喝酒");
    await scene.advance(180);
    const found = await ids("冬天的热红酒放橙子和桂皮吗");
    expect(found[0]).toBe("m1");
    expect(found.indexOf("m2")).toBeGreaterThan(found.indexOf("m0"));
  });

  it("a hard fact before all that was recalled, whatever an old word says", async () => {
    await bring("我能喝酒，酒量还不错，热红酒最好");
    const fact = { id: "f1", category: "health", key: "medical_condition", value: "酒精过敏" };
    await put("facts", [
      { ...fact, statement: "对酒精过敏", source: "owner", status: "live", valid_from: at },
    ]);
    await scene.advance(180);
    await scene.house.chat(user, "今晚能喝酒吗，热红酒怎么样");
    const request = textOf(models.of("chat").at(-1)?.body);
    expect(request).toContain("我能喝酒，酒量还不错");
    expect(request.indexOf("对酒精过敏")).toBeGreaterThan(-1);
    expect(request.indexOf("对酒精过敏")).toBeLessThan(request.indexOf("我能喝酒，酒量还不错"));
    // The model is told which of them holds.
    expect(request).toContain("与别处说法不一时，以这里为准");
  });
});

describe("collections (A232) and general knowledge (A117)", () => {
  it("personal facts, what happened, and the owner's texts are searched apart from each other", async () => {
    await bring("我在灯塔边上捡到一只刺猬");
    await put("facts", [
      {
        id: "f1",
        category: "preference",
        key: "favorite_place",
        value: "灯塔",
        statement: "最喜欢灯塔",
        source: "owner",
        status: "live",
      },
    ]);
    await mkdir(scene.path(user, "knowledge"), { recursive: true });
    await writeFile(scene.path(user, "knowledge", "小镇.md"), "灯塔在小镇的北边。");
    await scene.advance(180);
    const of = async (type: string) =>
      (await search("灯塔", `&type=${type}`)).map((hit) => `${hit.type} ${hit.id}`);
    expect(await of("fact")).toEqual(["fact f1"]);
    expect(await of("message")).toEqual(["message m0"]);
    expect(await of("knowledge")).toEqual(["knowledge 小镇.md#1"]);
    expect(await of("core")).toEqual([]);
  });

  it("a passage is found by its meaning too, as background and behind what was lived", async () => {
    await bring("医生说这阵子不能喝酒");
    await mkdir(scene.path(user, "knowledge"), { recursive: true });
    await writeFile(scene.path(user, "knowledge", "冬天.md"), "热红酒用小火煮，八十度就好。");
    await scene.advance(240);
    expect(await ids("你还记得我有什么忌口吗", "&type=knowledge")).toEqual(["冬天.md#1"]);
    await scene.house.chat(user, "你还记得我有什么忌口吗");
    const block = models.of("chat").at(-1)?.body.messages.at(-1)?.content ?? "";
    expect(block).toContain("资料《冬天》：热红酒用小火煮");
    expect(block.indexOf("不能喝酒")).toBeLessThan(block.indexOf("热红酒用小火煮"));
    expect(block.indexOf("不能喝酒")).toBeGreaterThan(-1);
  });
});
