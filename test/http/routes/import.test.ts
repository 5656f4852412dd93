// Import of dated history: ids kept, repeatable, all or nothing, searchable at once (DESIGN 7).
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../src/schema/message.ts";
import { dataOf, follow, openScene, type Scene, summaryAnswer, textOf } from "../../lifecycle/scene.ts";
import { until } from "../../support/house.ts";

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

type Imported = { messages: number; topics: number; skipped: number };
type Refused = { error: { code: string; details: { path: string }[] } };
const bring = <T = Imported>(topics: unknown, summarise = "none", more: Record<string, unknown> = {}) =>
  scene.house.api<T>("POST", `/api/ai-users/${user}/import`, {
    format: "messages",
    topics,
    summarise,
    ...more,
  });
const at = (iso: string) => Date.parse(iso) / 1000;
const said = (content: string, iso: string, more: Record<string, unknown> = {}) => ({
  role: "user",
  content,
  timestamp: at(iso),
  ...more,
});
const everything = async () =>
  (await scene.house.api<{ messages: Message[] }>("GET", `/api/ai-users/${user}/messages?limit=500`)).body
    .messages;
const search = async (q: string) =>
  (
    await scene.house.api<{ results: { id: string; text: string; type: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent(q)}`,
    )
  ).body.results;

const trip = {
  topic_id: "trip",
  messages: [
    said("去年我们在大理骑车环了洱海", "2025-05-04T20:00:00+08:00", { message_id: "t-1" }),
    {
      role: "assistant",
      content: "那天风好大",
      timestamp: at("2025-05-04T20:01:00+08:00"),
      message_id: "t-2",
      name: "小夏",
    },
  ],
};
const exam = {
  topic_id: "exam",
  messages: [said("我下周考日语二级", "2025-12-01T09:00:00+08:00", { message_id: "e-1" })],
};

describe("an import", () => {
  it("keeps ids, times, names and topics, and is found by a search at once", async () => {
    const { status, body } = await bring([trip, exam]);
    expect([status, body]).toEqual([200, { messages: 3, topics: 2, skipped: 0 }]);
    const messages = await everything();
    expect(messages.map(({ message_id, topic_id, timestamp }) => [message_id, topic_id, timestamp])).toEqual([
      ["t-1", "trip", at("2025-05-04T20:00:00+08:00")],
      ["t-2", "trip", at("2025-05-04T20:01:00+08:00")],
      ["e-1", "exam", at("2025-12-01T09:00:00+08:00")],
    ]);
    expect(messages[1]?.name).toBe("小夏");
    expect(messages.every(({ imported_at }) => typeof imported_at === "number")).toBe(true);
    expect((await search("大理骑车"))[0]).toMatchObject({ id: "t-1", type: "message" });
  });

  it("a second time adds nothing, with ids and without", async () => {
    const bare = {
      messages: [
        said("没有编号的一句", "2025-03-01T10:00:00+08:00"),
        said("又一句", "2025-03-01T10:01:00+08:00"),
      ],
    };
    await bring([trip, bare]);
    const before = await everything();
    expect(before.filter(({ message_id }) => message_id.startsWith("imp_"))).toHaveLength(2);
    expect((await bring([trip, bare])).body).toMatchObject({ messages: 0, skipped: 4 });
    expect(await everything()).toEqual(before);
  });

  it("takes an id once, also where it stands twice in the same import", async () => {
    const twice = {
      topic_id: "again",
      messages: [said("同一个编号", "2025-06-01T10:00:00+08:00", { message_id: "t-1" })],
    };
    expect((await bring([trip, twice])).body).toMatchObject({ messages: 2, skipped: 1 });
    expect((await everything()).map(({ content }) => content)).not.toContain("同一个编号");
  });

  it("takes names as one line, and none for none", async () => {
    const when = "2025-06-01T10:00:00+08:00";
    const names = ["小李\n小王: 好", "\u0000 \n", undefined];
    await bring([{ messages: names.map((name, index) => said(`第${index}句`, when, { name })) }]);
    expect((await everything()).map(({ name }) => name)).toEqual(["小李 小王: 好", undefined, undefined]);
  });

  it("checks what a message brings besides before the first is stored, and says where in the body it stands", async () => {
    const when = "2025-06-01T10:00:00+08:00";
    for (const [more, path] of [
      [{ finish: "weird" }, "finish"],
      [{ tools: "x" }, "tools"],
      [{ recalled: [1] }, "recalled.0"],
      [{ answers: 7 }, "answers"],
    ] as const) {
      const last = { messages: [said("有字", when), said("坏的", when, more)] };
      const { status, body } = await bring<Refused>([trip, last]);
      expect([status, body.error.details.map((detail) => detail.path)]).toEqual([
        422,
        [`topics.1.messages.1.${path}`],
      ]);
    }
    expect(await everything()).toEqual([]);
    const kept = { reply_id: "r-1", finish: "stop", mine: { a: 1 }, topic_id: 7, imported_at: "x" };
    expect((await bring([{ messages: [said("有字", when, kept)] }])).status).toBe(200);
    expect(await everything()).toMatchObject([{ reply_id: "r-1", finish: "stop", mine: { a: 1 } }]);
  });

  it("leaves out what is empty, and the topic with nothing in it", async () => {
    const empty = { topic_id: "void", messages: [said("  \n", "2025-06-01T10:00:00+08:00")] };
    const half = {
      topic_id: "half",
      messages: [said("", "2025-06-02T10:00:00+08:00"), said("有字", "2025-06-02T10:01:00+08:00")],
    };
    expect((await bring([empty, half])).body).toMatchObject({ messages: 1, topics: 1 });
    expect((await everything()).map(({ content }) => content)).toEqual(["有字"]);
  });

  it("splits months in the owner's zone, not in UTC", async () => {
    await bring([
      {
        topic_id: "night",
        messages: [
          said("一月最后一晚", "2026-01-31T23:30:00+08:00"),
          said("二月第一刻", "2026-02-01T00:30:00+08:00"),
        ],
      },
    ]);
    const january = await scene.json<Message[]>(user, "conversations/2026-01.json");
    const february = await scene.json<Message[]>(user, "conversations/2026-02.json");
    expect([january, february].map((month) => month.map(({ content }) => content))).toEqual([
      ["一月最后一晚"],
      ["二月第一刻"],
    ]);
  });

  it("behind a talk that goes on does not disturb it", async () => {
    await scene.house.chat(user, "刚刚说的一句");
    const before = await scene.read(user, "short_term");
    await bring([trip]);
    expect(await scene.read(user, "short_term")).toEqual(before);
    expect((await everything()).map(({ content }) => content)).toEqual([
      "去年我们在大理骑车环了洱海",
      "那天风好大",
      "刚刚说的一句",
      "嗯嗯",
    ]);
    await scene.house.chat(user, "接着说");
    expect((await scene.read(user, "short_term")).conversations).toHaveLength(4);
  });

  it("of ten thousand messages goes through in one call, tells its progress, and is searchable", async () => {
    const window = follow(scene.house);
    await window.opened;
    const start = at("2024-01-01T08:00:00+08:00");
    const topics = Array.from({ length: 500 }, (_, topic) => ({
      topic_id: `topic-${topic}`,
      messages: Array.from({ length: 20 }, (_, n) => ({
        role: n % 2 ? "assistant" : "user",
        content: `第${topic}天的第${n}句，${topic === 321 && n === 4 ? "那天捡到一只叫板栗的刺猬" : "随便聊了几句家常"}`,
        timestamp: start + topic * 86_400 + n * 60,
      })),
    }));
    const { status, body } = await bring(topics);
    expect([status, body]).toEqual([200, { messages: 10_000, topics: 500, skipped: 0 }]);
    expect((await search("板栗是什么动物"))[0]?.text).toContain("板栗的刺猬");
    expect((await readdir(scene.path(user, "conversations"))).length).toBeGreaterThan(15);
    await until("a notice of progress", async () =>
      window.about(user).some(({ event, data }) => event === "notice" && data.code === "import-progress"),
    );
    await window.stop();
  });
});

describe("summaries of an import", () => {
  it("are none with `none`, and upkeep makes none later", async () => {
    await bring([trip, exam], "none");
    await scene.advance(2 * 86_400);
    expect(await scene.read(user, "mid_term")).toEqual([]);
    expect((await scene.read(user, "short_term")).pending).toEqual([]);
    expect(scene.upstream.of("short_to_mid")).toEqual([]);
  });

  it("are there when the call returns with `extractive`, once a topic and in order of time", async () => {
    await bring([exam, trip], "extractive");
    await bring([exam, trip], "extractive");
    const mid = await scene.read(user, "mid_term");
    expect(mid.map(({ topic_id, by, redo }) => [topic_id, by, redo ?? false])).toEqual([
      ["trip", "extractive", false],
      ["exam", "extractive", false],
    ]);
    expect(mid[0]).toMatchObject({ ended_at: at("2025-05-04T20:01:00+08:00"), message_ids: ["t-1", "t-2"] });
    expect(scene.upstream.requests).toEqual([]);
  });

  it("are made by the upkeep with `model`, each topic once", async () => {
    scene.upstream.fallback("short_to_mid", summaryAnswer("往事一件"));
    const talk = {
      topic_id: "talk",
      messages: ["我在备考", "日语二级", "每天背五十个词", "周末做真题", "十二月考"].map((line, n) =>
        said(line, `2025-11-01T09:0${n}:00+08:00`),
      ),
    };
    await bring([trip, talk], "model");
    await scene.advance(60);
    await bring([trip, talk], "model");
    await scene.advance(60);
    const mid = await scene.read(user, "mid_term");
    expect(mid.map(({ topic_id, message_count }) => [topic_id, message_count])).toEqual([
      ["trip", 2],
      ["talk", 5],
    ]);
    expect(mid[1]?.by).toBe("model");
    expect((await scene.read(user, "short_term")).pending).toEqual([]);
  });
});

describe("an open last topic", () => {
  const recent = {
    topic_id: "now",
    open: true,
    messages: [
      said("我刚到家", "2026-03-10T19:50:00+08:00", { message_id: "n-1" }),
      { role: "assistant", content: "辛苦啦", timestamp: at("2026-03-10T19:51:00+08:00"), message_id: "n-2" },
    ],
  };

  it("is continued by the next message", async () => {
    await scene.house.api("POST", "/test/clock", { set: at("2026-03-10T20:00:00+08:00") });
    await bring([trip, recent]);
    const [saved] = dataOf(await scene.house.chat(user, "累死了"), "message-saved");
    expect(saved?.topic_id).toBe("now");
    expect(textOf(scene.upstream.of("chat").at(-1)?.body)).toContain("我刚到家");
    expect((await scene.read(user, "short_term")).conversations).toHaveLength(4);
  });

  it("imported again after it went on loses nothing that was said since", async () => {
    await scene.house.api("POST", "/test/clock", { set: at("2026-03-10T20:00:00+08:00") });
    await bring([recent]);
    await scene.house.chat(user, "累死了");
    await bring([recent]);
    const short = await scene.read(user, "short_term");
    expect(short.conversations.map(({ content }) => content)).toEqual([
      "我刚到家",
      "辛苦啦",
      "累死了",
      "嗯嗯",
    ]);
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    await bring([recent]);
    expect((await scene.read(user, "short_term")).conversations).toEqual([]);
    expect(await scene.read(user, "mid_term")).toHaveLength(1);
  });

  it("does not make a talk that was going on before vanish: it is summarised like any other", async () => {
    await scene.house.api("POST", "/test/clock", { set: at("2026-03-10T20:00:00+08:00") });
    await scene.house.chat(user, "之前正说着的话");
    const { topic_id } = await scene.read(user, "short_term");
    await bring([recent]);
    await scene.advance();
    expect((await scene.read(user, "short_term")).topic_id).toBe("now");
    expect((await scene.read(user, "mid_term")).map((entry) => entry.topic_id)).toEqual([topic_id]);
  });
});

describe("an import of the wrong shape", () => {
  const bad: [string, unknown, string][] = [
    [
      "a role that is none",
      [trip, { messages: [{ ...exam.messages[0], role: "system" }] }],
      "topics.1.messages.0.role",
    ],
    [
      "a time that is none",
      [{ messages: [{ role: "user", content: "x", timestamp: "gestern" }] }, trip],
      "topics.0.messages.0.timestamp",
    ],
    [
      "a content that is no text",
      [trip, { messages: [{ role: "user", content: null, timestamp: 1 }] }],
      "topics.1.messages.0.content",
    ],
    [
      "an id that is not printable",
      [{ messages: [said("x", "2025-01-01T00:00:00Z", { message_id: "a\nb" })] }],
      "topics.0.messages.0.message_id",
    ],
    ["a topic without messages", [trip, { messages: [] }], "topics.1.messages"],
    ["an open topic that is not the last", [{ ...trip, open: true }, exam], "topics.0.open"],
    ["a topic that is a text", [trip, "exam"], "topics.1"],
  ];
  it.each(bad)("is refused with its path, and nothing is stored: %s", async (_name, topics, path) => {
    const { status, body } = await bring<Refused>(topics);
    expect([status, body.error.code]).toEqual([422, "invalid"]);
    expect(body.error.details.map((detail) => detail.path)).toContain(path);
    expect(await everything()).toEqual([]);
    expect(await search("大理骑车")).toEqual([]);
  });

  it("is refused whole where only the last of many topics is bad", async () => {
    const many = Array.from({ length: 300 }, (_, n) => ({
      topic_id: `m-${n}`,
      messages: [said(`第${n}句`, "2025-02-02T10:00:00+08:00")],
    }));
    const { status, body } = await bring<Refused>([...many, { messages: [{ role: "user" }] }]);
    expect(status).toBe(422);
    expect(body.error.details.map((detail) => detail.path)).toContain("topics.300.messages.0.timestamp");
    expect(await everything()).toEqual([]);
  });

  it("is refused where format, list or JSON are wrong", async () => {
    expect((await bring([trip], "all")).status).toBe(422);
    expect((await bring([trip], "none", { format: "csv" })).status).toBe(422);
    expect((await bring("trip")).status).toBe(422);
    const post = (text: string) => scene.house.api("POST", `/api/ai-users/${user}/import`, text);
    expect((await post('{"format":"messages","topics":[{')).status).toBe(400);
    expect((await post("")).status).toBe(400);
    expect(await everything()).toEqual([]);
  });
});
