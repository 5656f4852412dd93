// Optional vectors: made in the background a few at a time, asked for with little patience, gone with what they were made of.
import { readFile, rm, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { modelRoles } from "../../src/schema/models.ts";
import { shownText, startHouse } from "../support/house.ts";
import {
  embeddingOf,
  inputOf,
  startUpstream,
  type Upstream,
  type UpstreamAnswer,
  upstreamModelsConfig,
} from "../support/upstream.ts";
import { openScene, type Scene } from "./scene.ts";

let models: Upstream;
let scene: Scene;
let user: string;

const configured = (model = "embedding") => {
  const config = upstreamModelsConfig(models.url, modelRoles);
  const entry = config.models.embedding;
  if (entry) entry.model = model;
  return config;
};

beforeAll(async () => {
  models = await startUpstream();
  scene = await openScene({ models: configured() });
});
afterAll(async () => {
  await scene.close();
  await models.close();
});
beforeEach(async () => {
  models.reset();
  models.fallback("chat", { text: "嗯嗯" });
  models.fallback("embedding", meant);
  user = await scene.house.create();
});
afterEach(() => scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`));

/** What cannot be told by its words: these two mean the same to the scripted model. */
const same = /不能喝酒|忌口/;
const meant: UpstreamAnswer = {
  vectors: (texts) =>
    texts.map((text) => (same.test(text) ? embeddingOf("同同同同同同") : embeddingOf(text))),
};

const at = Date.parse("2026-03-05T20:00:00+08:00") / 1000;
async function bring(count: number, more: readonly string[] = ["医生说这阵子不能喝酒"]): Promise<void> {
  const plain = Array.from({ length: count }, (_, number) => `今天第${number}次路过面包店`);
  const messages = [...more, ...plain].map((content, number) => ({
    message_id: `m${number}`,
    role: "user",
    content,
    timestamp: at + number * 20,
  }));
  const topics = [{ topic_id: "m0", messages }];
  const body = { format: "messages", topics, summarise: "none" };
  const { status } = await scene.house.api("POST", `/api/ai-users/${user}/import`, body);
  expect(status).toBe(200);
}

type Found = { results: { id: string; text: string }[] };
async function search(text: string): Promise<string[]> {
  const path = `/api/memory/${user}/search?q=${encodeURIComponent(text)}`;
  return (await scene.house.api<Found>("GET", path)).body.results.map(({ id }) => id);
}
const asked = () => models.of("embedding").map(({ body }) => inputOf(body));
const piece = (number = 0) => readFile(scene.path(user, ".cache", `vectors-${number}.json`), "utf8");
const step = async () =>
  (await scene.json<{ steps: Record<string, Record<string, unknown>> }>(user, "heartbeat.json")).steps.embed;

async function restarted(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const clock = new Date((await scene.now()) * 1000).toISOString();
  await scene.house.close();
  await meanwhile();
  scene.house = await startHouse({ models: configured(), folder: scene.house.folder, clock });
}

describe("vectors of what is remembered", () => {
  it("are made at most 64 in one step, kept in .cache, counted, and find what is said in other words", async () => {
    await bring(149);
    await scene.advance(300);
    expect(asked().map(({ length }) => length)).toEqual([64, 64, 22]);
    expect(JSON.parse(await piece()).rows).toHaveLength(150);
    expect(await search("有什么忌口吗")).toContain("m0");
    await scene.advance(120);
    const { body } = await scene.house.api<{ rows: { role: string; input_tokens: number }[] }>(
      "GET",
      `/api/memory/${user}/usage`,
    );
    expect(body.rows.find(({ role }) => role === "embedding")?.input_tokens).toBe(151 * 5);
  });

  it("are asked for once, for a question too, and not again after a restart", async () => {
    await bring(40);
    await scene.advance(120);
    await restarted();
    await scene.advance(120);
    expect(await search("有什么忌口吗")).toContain("m0");
    await search("有什么忌口吗");
    expect(asked().map(({ length }) => length)).toEqual([41, 1]);
  });

  it("are made again where the stored ones are torn or gone, and where the model is another one", async () => {
    await bring(40);
    await scene.advance(120);
    await restarted(async () => writeFile(scene.path(user, ".cache", "vectors-0.json"), '{"space":'));
    await scene.advance(120);
    expect(asked().map(({ length }) => length)).toEqual([41, 41]);
    await scene.house.api("PUT", "/api/models", configured("reasoner"));
    await scene.house.chat(user, "在吗");
    await scene.advance(3_700);
    // What was said in between, and its summary, beside the others.
    expect(asked()[2]?.length).toBeGreaterThan(41);
    expect(await piece()).toContain("reasoner");
    await scene.house.api("PUT", "/api/models", configured());
    await restarted(() => rm(scene.path(user, ".cache"), { recursive: true }));
    await scene.advance(120);
    expect(asked()[3]?.length).toBeGreaterThan(40);
  });

  it("come for what was said since when the talk falls silent", async () => {
    await bring(40);
    await scene.advance(120);
    await scene.house.chat(user, "我养了一只刺猬");
    await scene.advance(3_700);
    expect(asked().flat()).toContain("我养了一只刺猬");
  });

  it("of what nobody talked about for two weeks are not made", async () => {
    await bring(40);
    await restarted();
    await scene.house.api("POST", "/test/clock", { set: "2026-04-10T20:00:00+08:00" });
    models.requests.length = 0;
    user = await scene.house.create();
    await bring(40);
    await scene.advance(300);
    expect(asked()).toEqual([]);
    await scene.house.api("POST", "/test/clock", { set: "2026-03-10T20:00:00+08:00" });
  });
});

describe("a model that fails", () => {
  it.each([
    ["answers 500", { http: { status: 500 } }],
    [
      "gives fewer vectors than texts",
      { vectors: (texts: readonly string[]) => texts.slice(1).map(embeddingOf) },
    ],
  ])(
    "and %s costs nothing but time: it is asked again after growing pauses, with fewer texts",
    async (_, fault) => {
      models.push("embedding", { ...fault, repeat: 3 });
      await bring(40);
      await scene.advance(1);
      expect(await step()).toMatchObject({ attempts: 1 });
      expect(await search("面包店")).not.toEqual([]);
      models.requests.length = 0;
      await scene.advance(300);
      expect(await step()).toMatchObject({ attempts: 0 });
      expect(asked().map(({ length }) => length)).toEqual([32, 9]);
      expect(await search("有什么忌口吗")).toContain("m0");
    },
  );

  it("with vectors of another length leaves those that are there, and has all made anew when it does so again", async () => {
    await bring(40);
    await scene.advance(120);
    const other: UpstreamAnswer = { vectors: (texts) => texts.map((text) => embeddingOf(text).slice(0, 48)) };
    models.fallback("embedding", other);
    expect(await search("有什么忌口吗")).toEqual([]);
    await scene.house.chat(user, "我养了一只刺猬");
    while (((await step())?.attempts ?? 0) !== 1) await scene.advance(30);
    expect(JSON.parse(await piece()).dimensions).toBe(64);
    await scene.advance(3_700);
    expect(JSON.parse(await piece())).toMatchObject({ dimensions: 48 });
    expect(JSON.parse(await piece()).rows.length).toBeGreaterThan(41);
  });

  it("and hangs holds a question up for a moment only, and the words alone decide", async () => {
    await bring(40);
    await scene.advance(120);
    models.fallback("embedding", { hang: true });
    expect(await search("第7次面包店")).toContain("m8");
    expect(shownText(await scene.house.chat(user, "你还记得面包店吗"))).toBe("嗯嗯");
    expect(await search("有什么忌口吗")).toEqual([]);
  });
});

describe("what must not leave or stay", () => {
  it("what is said in private is sent to no model for vectors, neither as a memory nor as a question", async () => {
    await bring(40);
    await scene.advance(120);
    await scene.house.chat(user, "你记得我有什么忌口吗，这是绿毛水怪的秘密", { private: true });
    await scene.advance(3_700);
    expect(asked().flat().join()).not.toContain("绿毛水怪");
    await scene.house.chat(user, "你记得我有什么忌口吗");
    expect(asked().flat().join()).toContain("你记得我有什么忌口吗");
  });

  it("the vector of what is erased goes from memory and disk, and the others need not be made again", async () => {
    await bring(40);
    await scene.advance(120);
    const before = asked().length;
    expect(await piece()).toContain("message m0");
    const wish = { message_ids: ["m0"], preview: false };
    expect((await scene.house.api("POST", `/api/memory/${user}/erase`, wish)).status).toBe(200);
    await scene.advance(120);
    expect(await piece()).not.toContain("message m0");
    expect(JSON.parse(await piece()).rows.filter((row: unknown) => row !== null)).toHaveLength(40);
    expect(await search("有什么忌口吗")).toEqual([]);
    expect(asked().slice(before).flat().join()).not.toContain("面包店");
  });

  it("what is erased while the model is making its vector is not kept", async () => {
    let go = () => {};
    const after = new Promise<void>((resolve) => {
      go = resolve;
    });
    models.push("embedding", { ...meant, after });
    await bring(40);
    const running = scene.advance(1);
    while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const wish = { message_ids: ["m0"], preview: false };
    expect((await scene.house.api("POST", `/api/memory/${user}/erase`, wish)).status).toBe(200);
    go();
    await running;
    await scene.advance(200);
    expect(await piece()).not.toContain("message m0 ");
    expect(await piece()).not.toContain('"message m0"');
    expect(JSON.parse(await piece()).rows.filter((row: unknown) => row !== null)).toHaveLength(40);
  });
});

it("without a model for it nothing is asked for, and all is as it was", async () => {
  await scene.house.api("PUT", "/api/models", upstreamModelsConfig(models.url));
  await bring(40);
  await scene.advance(200);
  expect(await search("面包店")).not.toEqual([]);
  expect(await search("有什么忌口吗")).toEqual([]);
  expect(asked()).toEqual([]);
  await expect(piece()).rejects.toThrow("ENOENT");
  await scene.house.api("PUT", "/api/models", configured());
});

it("a model named by EMBEDDING_MODEL is enough", async () => {
  const alone = await startHouse({
    clock: "2026-03-10T20:00:00+08:00",
    env: { OPENAI_BASE_URL: models.url, EMBEDDING_MODEL: "text-embedding-x" },
  });
  const friend = await alone.create();
  models.requests.length = 0;
  await alone.chat(friend, "医生说这阵子不能喝酒");
  await alone.api("POST", "/test/clock", { advance_s: 3_700 });
  const [request] = models.of("embedding");
  expect(request?.body.model).toBe("text-embedding-x");
  expect(inputOf(request?.body ?? { model: "", messages: [] })).toContain("医生说这阵子不能喝酒");
  await alone.close();
  await alone.remove();
});
