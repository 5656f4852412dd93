// What comes to mind for a message: by implication, as hints with mood and answer, from the owner's texts; and what never does.
import { mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/house.ts";
import { putFile } from "./erase-world.ts";
import { dataOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯，我记着呢" });
  user = await scene.house.create();
});

type Section = {
  name: string;
  tokens: number;
  exact: number;
  budget?: number;
  cut?: string[];
  reasons?: Record<string, string>;
  entries: { id: string; text: string }[];
};
type Seen = { sections: Section[]; messages: { content: string }[]; tokens: number; exact: number };

const look = async (message: string, of = user) =>
  (await scene.house.api<Seen>("POST", `/api/memory/${of}/context`, { message })).body;
const section = (seen: Seen, name: string) => seen.sections.find((one) => one.name === name);
const recalled = async (message: string, of = user) =>
  section(await look(message, of), "recall")?.entries.map(({ text }) => text) ?? [];
const at = (date: string) => Date.parse(date) / 1000;

type Line = { message_id: string; role: "user" | "assistant"; content: string; timestamp: number };
async function bring(lines: Line[], of = user): Promise<void> {
  const topics = [{ topic_id: lines[0]?.message_id, messages: lines }];
  const { status } = await scene.house.api("POST", `/api/ai-users/${of}/import`, {
    format: "messages",
    topics,
    summarise: "none",
  });
  expect(status).toBe(200);
}
const pottery: Line[] = [
  {
    message_id: "p1",
    role: "user",
    content: "陶艺课上我把花瓶摔碎了",
    timestamp: at("2026-02-03T20:10:00+08:00"),
  },
  {
    message_id: "p2",
    role: "assistant",
    content: "碎片留着，我陪你拼",
    timestamp: at("2026-02-03T20:11:00+08:00"),
  },
];
const put = (name: string, value: unknown, of = user) =>
  scene.house.api("PUT", `/api/memory/${of}/${name}`, value);
const fact = (id: string, key: string, value: string, more: object = {}) => ({
  id,
  key,
  value,
  statement: value,
  category: "personal_info",
  importance: 0.1,
  ...more,
});

describe("a message that names what is known", () => {
  it("brings the fact, where the topic's prefix does not show it", async () => {
    // So many facts that the one that matters finds no room in the section of facts.
    const many = Array.from({ length: 60 }, (_, n) =>
      fact(`f${n}`, `habit_${n}`, `第${n}个习惯是散步一小时`, { importance: 0.9, category: "habit" }),
    );
    await put("facts", [...many, fact("city", "location", "北京", { statement: "住在北京" })]);
    const seen = await look("北京天气怎么样");
    expect(section(seen, "facts")?.entries.map(({ id }) => id)).not.toContain("city");
    expect(section(seen, "recall")?.entries.map(({ id }) => id)[0]).toBe("city");
    expect(section(await look("天气怎么样"), "recall")?.entries.map(({ id }) => id)).not.toContain("city");
  });

  it("in English too, and says nowhere twice what the prefix shows", async () => {
    const english = await scene.house.create({ name: "Mira", language: "en" });
    await put("facts", [fact("city", "location", "Beijing", { statement: "lives in Beijing" })], english);
    const seen = await look("what is the weather in Beijing?", english);
    const all = seen.messages.map(({ content }) => content).join("\n");
    expect(all.split("lives in Beijing")).toHaveLength(2);
    expect(section(seen, "recall")?.reasons).toEqual({ city: "shown_already" });
  });
});

describe("a greeting", () => {
  it("brings nothing, whatever is remembered", async () => {
    await bring(pottery);
    await bring([
      {
        message_id: "g",
        role: "user",
        content: "早上好呀，今天过得怎么样",
        timestamp: at("2026-02-01T08:00:00+08:00"),
      },
    ]);
    for (const greeting of [
      "早上好呀，今天过得怎么样？",
      "你好，最近怎么样",
      "晚安，好梦",
      "how are you today?",
    ])
      expect([greeting, await recalled(greeting)]).toEqual([greeting, []]);
    expect((await recalled("早上好，我的花瓶怎么样了？")).join("")).toContain("花瓶");
  });
});

describe("a plain statement", () => {
  it("brings nothing, unless the memory holds just that", async () => {
    await bring(pottery);
    await bring([
      {
        message_id: "r",
        role: "user",
        content: "楼下那家面馆排队",
        timestamp: at("2026-02-01T12:00:00+08:00"),
      },
    ]);
    for (const plain of [
      "刚下楼扔了个垃圾，真冷",
      "今天超市排队人好多呀",
      "I took out the trash downstairs just now",
    ])
      expect([plain, await recalled(plain)]).toEqual([plain, []]);
    expect((await recalled("我又把花瓶摔碎了")).join("")).toContain("陶艺课上");
    expect((await recalled("超市排队人好多，上次那家面馆也是")).join("")).toContain("面馆");
  });
});

describe("a question how often", () => {
  const visit = (n: number, content: string, date: string): Line => ({
    message_id: `v${n}`,
    role: "user",
    content,
    timestamp: at(date),
  });

  it("brings the days on which it was told, before all else", async () => {
    await bring([visit(1, "今天去医院看牙了", "2026-01-05T10:00:00+08:00")]);
    await bring([visit(2, "又去医院复查", "2026-02-07T10:00:00+08:00")]);
    await bring([visit(3, "医院的停车场真难停", "2026-02-07T12:00:00+08:00")]);
    await bring([visit(4, "今天吃了面", "2026-02-09T12:00:00+08:00")]);
    const [first] = await recalled("我去过几次医院？");
    expect(first).toBe("这件事一共说起过 2 天：2026-01-05, 2026-02-07");
    const [ofMonth] = await recalled("我上个月去过几次医院？");
    expect(ofMonth).toContain("1 天：2026-02-07");
  });

  it("in English too; and names no day where nothing was told", async () => {
    const english = await scene.house.create({ name: "Mira", language: "en" });
    await bring([visit(5, "I went swimming today", "2026-01-05T10:00:00+08:00")], english);
    expect((await recalled("how often did I go swimming?", english))[0]).toContain("2026-01-05");
    expect((await recalled("how many times did I ski?", english)).join("")).not.toContain("how many");
    expect((await recalled("how many times did I ski?", english)).join("")).not.toContain("days");
  });
});

describe("what weighs in the search", () => {
  const summary = (id: string, more: object) => ({
    id,
    topic: "面馆",
    summary: `聊到河边那家面馆，${id}`,
    importance: 0.9,
    message_ids: [],
    ...more,
  });

  it("is how firmly a summary is held by now: one that was used stands before one that faded (R32)", async () => {
    const ended_at = at("2025-01-01T10:00:00+08:00");
    const both = [summary("faded", { ended_at }), summary("held", { ended_at, pinned: true })];
    const found = async () => {
      const path = `/api/memory/${user}/search?q=${encodeURIComponent("河边那家面馆？")}`;
      const { body } = await scene.house.api<{ results: { id: string; score: number }[] }>("GET", path);
      return new Map(body.results.map(({ id, score }) => [id, score]));
    };
    await put("mid_term", both);
    const first = await found();
    expect((first.get("held") ?? 0) - (first.get("faded") ?? 1)).toBeGreaterThan(0.1);
    await put("mid_term", [summary("faded", { ended_at, pinned: true }), summary("held", { ended_at })]);
    const then = await found();
    expect(then.get("faded") ?? 0).toBeGreaterThan(then.get("held") ?? 1);
  });

  it("is the feeling that is asked for (A234)", async () => {
    const say = (id: string, content: string, day: number): Line => ({
      message_id: id,
      role: "user",
      content,
      timestamp: at("2026-02-01T10:00:00+08:00") + day * 86_400,
    });
    await bring([say("m1", "考试那件事过去了，云很好看", 0)]);
    await bring([say("m2", "考试那件事过去了，云很低很低", 3)]);
    const mood = (message_id: string, emotion: string) => ({
      id: message_id,
      message_id,
      at: 1,
      emotion,
      intensity: 0.9,
    });
    await put("emotions", [mood("m1", "joy"), mood("m2", "sad")]);
    expect((await recalled("考试那件事我什么时候最难过？"))[0]).toContain("很低");
    expect((await recalled("考试那件事我什么时候最开心？"))[0]).toContain("好看");
  });
});

describe("a hint", () => {
  it("tells day, part of day, who said it, and the mood of then", async () => {
    await bring(pottery.slice(0, 1));
    await put("emotions", [
      { id: "e", message_id: "p1", at: pottery[0]?.timestamp, emotion: "sad", intensity: 0.8 },
    ]);
    const [line] = await recalled("花瓶后来怎么样了？");
    expect(line).toMatch(/^2026-02-03 晚上，.+说：“陶艺课上我把花瓶摔碎了”（那时很难过）/);
  });

  it("has the answer that followed in the same talk, unless that is found by itself", async () => {
    await bring([pottery[0] as Line, { ...(pottery[1] as Line), content: "哎呀，心疼" }]);
    const lines = await recalled("花瓶后来怎么样了？");
    const all = lines.join("\n");
    expect(all.split("哎呀，心疼")).toHaveLength(2);
  });

  it("is told with the reply as recalled, and stands on its first bubble", async () => {
    await bring(pottery);
    const [end] = dataOf(await scene.house.chat(user, "我的花瓶后来怎么样了？"), "reply-end");
    expect(end?.recalled.map(({ id }) => id)).toContain("p1");
    const log = await scene.read(user, "conversation");
    expect(log.at(-1)?.recalled?.map(({ id }) => id)).toContain("p1");
  });

  it("is never about what the person does not want brought up, unless they bring it up themselves", async () => {
    await bring(pottery);
    await put("facts", [
      { ...fact("avoid", "avoids_topics", "花瓶"), category: "preference" },
      fact("vase", "favorite_thing", "陶艺课", { statement: "喜欢陶艺课的花瓶" }),
    ]);
    const seen = await look("陶艺课学到哪儿了？");
    expect(seen.messages.map(({ content }) => content).join("\n")).not.toContain("摔碎");
    expect(section(seen, "recall")?.reasons).toMatchObject({ p1: "not_to_be_mentioned" });
    expect((await recalled("那个花瓶还在吗？")).join("")).toContain("摔碎");
  });

  it.each([
    [
      "zh",
      [
        "我前男友叫阿杰，我们在一起三年",
        "三年好长，后来呢",
        "他劈腿了，我哭了一个月",
        "抱抱你",
        "阿杰今天给我发消息了，我没回",
      ],
      "别再提我前男友",
      ["我为什么哭了一个月？", "谁给我发消息了我没回？"],
      "阿杰给我发过什么消息？",
    ],
    [
      "en",
      [
        "My ex-boyfriend is called Jack, we were together for three years",
        "Three years is long",
        "He cheated on me and I cried for a month",
        "Come here",
        "Jack texted me today and I did not answer",
      ],
      "don't mention my ex again",
      ["Why did I cry for a month?", "Who texted me and I did not answer?"],
      "What did Jack text me?",
    ],
  ] as const)(
    "is never about somebody who is not to be mentioned: not by other words, by name, or by he and she (%s)",
    async (language, lines, wish, questions, own) => {
      const of = await scene.house.create({ language });
      const said = lines.map((content, place): Line => {
        const role = place === 1 || place === 3 ? "assistant" : "user";
        return {
          message_id: `x${language}${place}`,
          role,
          content,
          timestamp: at("2026-02-03T20:10:00+08:00") + place,
        };
      });
      await bring(said.slice(0, 4), of);
      await bring(said.slice(4), of);
      for (const question of questions) expect(await recalled(question, of)).not.toEqual([]);
      await scene.house.chat(of, wish);
      for (const question of questions)
        expect([question, await recalled(question, of)]).toEqual([question, []]);
      expect((await recalled(own, of)).join("\n")).toContain(lines[4]);
    },
  );

  it("of a time that is named comes even where one of that time stands in the request already", async () => {
    const line = (message_id: string, content: string, timestamp: string): Line => {
      return { message_id, role: "user", content, timestamp: at(timestamp) };
    };
    await bring([line("y1", "在阳台数羊，睡不着", "2026-03-09T22:30:00+08:00")]);
    await bring([line("t1", "起来喝水", "2026-03-10T00:10:00+08:00")]);
    expect((await recalled("昨晚我说了什么？")).join("\n")).toContain("数羊");
  });

  it("does not tell once more what the index section tells, only its detail", async () => {
    const file = "2026-01-10_bakery.json";
    await putFile(scene, user, `long_term_details/${file}`, {
      title: "梧桐路的面包店",
      detail_content: "面包店门口有一棵老槐树",
      source_mid_ids: [],
      emotion_tags: {},
    });
    const ended_at = at("2026-01-10T12:00:00+08:00");
    const long = {
      id: "bakery",
      title: "梧桐路的面包店",
      key_points: ["老板叫老周"],
      detail_file: file,
      ended_at,
    };
    await put("long_term", [long]);
    const seen = await look("梧桐路的面包店怎么样？");
    const text = seen.messages.map(({ content }) => content).join("\n");
    expect(text.split("老板叫老周")).toHaveLength(2);
    expect(text).toContain("老槐树");
    expect(section(seen, "recall")?.reasons).toMatchObject({ bakery: "shown_already" });
  });

  it("says which part of a message is former, where the rest of it is so still", async () => {
    await bring([
      {
        message_id: "b1",
        role: "user",
        content: "我住在北京，每天骑车",
        timestamp: at("2026-01-05T20:00:00+08:00"),
      },
    ]);
    await bring([
      { message_id: "s1", role: "user", content: "我搬到上海了", timestamp: at("2026-02-05T20:00:00+08:00") },
    ]);
    const proof = (message_id: string, quote: string) => ({ evidence: [{ message_id, quote }] });
    await put("facts", [
      fact("bj", "location", "北京", {
        statement: "住在北京",
        status: "closed",
        superseded_by: "sh",
        valid_to: at("2026-02-05T20:00:00+08:00"),
        ...proof("b1", "我住在北京"),
      }),
      fact("sh", "location", "上海", { statement: "住在上海", ...proof("s1", "我搬到上海了") }),
      fact("bike", "habit", "骑车", { statement: "每天骑车", category: "habit", ...proof("b1", "每天骑车") }),
    ]);
    expect((await recalled("北京冷不冷？")).join("\n")).toContain(
      "“我住在北京，每天骑车”（其中“住在北京”到 2026-02-05 为止，现在不是了）",
    );
  });

  it.each([
    ["考研", "春天去了海边", "在海边聊到考研失败，哭了一场", "春天去海边那次怎么样", "考研那年的海边怎么样"],
    [
      "Marlowe",
      "a spring trip to the seaside",
      "at the seaside we spoke of Marlowe leaving",
      "how was the spring trip to the seaside",
      "was Marlowe at the seaside on the spring trip",
    ],
  ])(
    "is never the detail that tells of it behind points that do not (%s)",
    async (matter, point, told, question, own) => {
      const file = "2026-01-10_trip.json";
      await putFile(scene, user, `long_term_details/${file}`, {
        title: point,
        detail_content: told,
        source_mid_ids: [],
        emotion_tags: {},
      });
      await put("long_term", [{ id: "trip", title: point, key_points: [point], detail_file: file }]);
      expect((await recalled(question)).join("\n")).toContain(told);
      await put("facts", [{ ...fact("avoid", "avoids_topics", matter), category: "dislike" }]);
      const seen = await look(question);
      expect(seen.messages.map(({ content }) => content).join("\n")).not.toContain(told);
      expect(seen.messages.map(({ content }) => content).join("\n")).toContain(point);
      expect((await recalled(own)).join("\n")).toContain(told);
    },
  );
});

describe("the owner's texts", () => {
  const save = async (text: string, name = "小镇.md") => {
    await mkdir(scene.path(user, "knowledge"), { recursive: true });
    await writeFile(scene.path(user, "knowledge", name), text);
  };

  it("are found by passages, behind what was lived, within their own budget", async () => {
    await save(
      `# 小镇\n## 灯塔\n灯塔在小镇的北边，守塔人姓周。\n\n${"灯塔的灯每十秒转一圈，雾天会更久。".repeat(200)}`,
    );
    await bring([
      {
        message_id: "l1",
        role: "user",
        content: "我小时候见过灯塔的守塔人",
        timestamp: at("2026-02-05T10:00:00+08:00"),
      },
    ]);
    const found = section(await look("灯塔的守塔人姓什么？"), "recall");
    const texts = found?.entries.filter(({ id }) => id.startsWith("小镇.md#")) ?? [];
    expect(found?.entries[0]?.id).toBe("l1");
    expect(texts[0]?.text).toMatch(/^资料《小镇 › 小镇 › 灯塔》：.*守塔人姓周/);
    expect(texts.reduce((sum, { text }) => sum + text.length * 0.75, 0)).toBeLessThanOrEqual(300);
    expect(found?.tokens).toBeLessThanOrEqual(800);
  });

  it("are read anew when the owner saves them, and files of other kinds are not read", async () => {
    expect(await recalled("灯塔的守塔人姓什么？")).toEqual([]);
    await save("灯塔的守塔人姓周。");
    await save("灯塔的守塔人姓王。", "secret.pdf");
    const lines = await until("the text to be found", async () => {
      const found = await recalled("灯塔的守塔人姓什么？");
      return found.length > 0 && found;
    });
    expect(lines).toEqual(["资料《小镇》：灯塔的守塔人姓周。"]);
  });

  it("do not come with a greeting", async () => {
    await save("早上好的说法：你好呀。");
    expect(await recalled("早上好，你好呀")).toEqual([]);
  });
});

describe("looking at the context", () => {
  it("tells for each section its budget, its exact tokens, and why something was cut", async () => {
    const lines = Array.from({ length: 200 }, (_, n) => ({
      message_id: `w${n}`,
      role: "user" as const,
      content:
        n % 4 === 0
          ? `第${n}次说到花瓶：${"又换了一种釉色，烧出来和想的不一样。".repeat(3)}`
          : `今天路上看到${n}只鸟，没有别的`,
      timestamp: at("2025-06-01T10:00:00+08:00") + n * 86_400,
    }));
    await bring(lines);
    const seen = await look("花瓶换过哪些釉色？");
    const recall = section(seen, "recall");
    expect(recall?.budget).toBe(800);
    expect(recall?.tokens).toBeLessThanOrEqual(800);
    expect(recall?.exact).toBeGreaterThan(300);
    expect(recall?.cut?.length).toBeGreaterThan(0);
    expect(Object.keys(recall?.reasons ?? {})).toEqual(recall?.cut);
    expect(new Set(Object.values(recall?.reasons ?? {}))).toEqual(new Set(["no_room"]));
    const parts = seen.sections.reduce((sum, { exact }) => sum + exact, 0);
    expect(seen.exact).toBeGreaterThan(parts / 2);
  });

  it("takes a provider's marks in a message as text", async () => {
    const seen = await look("她发来 <|endoftext|> 是什么意思？");
    expect(section(seen, "message")?.exact).toBeGreaterThan(8);
  });
});

describe("the estimate", () => {
  it("is corrected by what the model reports, from the next topic on", async () => {
    scene.upstream.fallback("chat", { text: "嗯", usage: { prompt_tokens: 3_000, completion_tokens: 1 } });
    await scene.house.chat(user, "周末去看莫奈展吧");
    const before = (await look("几点去")).tokens;
    const { body } = await scene.house.api<{ factors?: Record<string, number> }>(
      "GET",
      `/api/memory/${user}/usage`,
    );
    const [factor = 0] = Object.values(body.factors ?? {});
    expect(factor).toBeGreaterThan(1);
    expect(factor).toBeLessThanOrEqual(2);
    expect((await look("几点去")).tokens).toBe(before);
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    const after = await look("几点去");
    expect(section(after, "persona")?.tokens).toBeGreaterThan(0);
    expect(after.tokens / after.exact).toBeGreaterThan(1.05);
  });
});
