// What a summarised talk leaves in facts and graph, and what it must not (part 2 items 1–3, 6, 12; invariants 2 and 3).
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fact, SharedFacts } from "../../src/schema/fact.ts";
import type { Graph } from "../../src/schema/graph.ts";
import { until } from "../support/house.ts";
import { dataOf, follow, lastOf, openScene, type Scene, summaryAnswer, textOf } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯，我记着呢" });
  // Companions of the tests before share the account: what they know is none of this one's business.
  user = await scene.house.create({ reads_shared_facts: false });
});

type Operation = Record<string, unknown>;
const add = (key: string, value: unknown, quote: string | undefined, more: Operation = {}): Operation => ({
  op: "ADD",
  key,
  value,
  ...(quote === undefined ? {} : { quote }),
  confidence: 1,
  source: "explicit_statement",
  ...more,
});
const facts = (who = user) => scene.json<Fact[]>(who, "facts.json");
const live = async (who = user) => (await facts(who)).filter(({ status }) => status === "live");
const graph = () => scene.json<Graph>(user, "graph.json");
const memory = <T>(method: string, path: string, body?: unknown, who = user) =>
  scene.house.api<T>(method, `/api/memory/${who}${path}`, body);

/** One whole topic: the person says these lines, and a model reads this out of them. */
async function topic(
  lines: readonly string[],
  operations: readonly Operation[],
  relations: readonly Operation[] = [],
): Promise<void> {
  for (const line of lines) await scene.house.chat(user, line);
  scene.upstream.push("short_to_mid", summaryAnswer("聊了些近况。", { operations, relations }));
  await memory("POST", "/compress");
  await scene.advance();
}

async function messageId(text: string): Promise<string> {
  const log = await scene.read(user, "conversation");
  return log.find(({ content }) => content.includes(text))?.message_id ?? "";
}

async function projection(): Promise<SharedFacts> {
  const file = join(scene.house.folder, "accounts", "owner", "facts.json");
  return JSON.parse(await readFile(file, "utf8"));
}

/** The facts section of the context as it would be sent now. */
async function shown(who = user): Promise<string> {
  type Section = { name: string; entries: { text: string }[] };
  const { body } = await memory<{ sections: Section[] }>("GET", "?message=在吗", undefined, who);
  const section = body.sections.find(({ name }) => name === "facts");
  return section?.entries.map(({ text }) => text).join("\n") ?? "";
}

describe("a fact that the person stated", () => {
  it("is kept with the words that prove it, and the next topic's context has it", async () => {
    await topic(
      ["我搬到成都了，在玉林路租了房子", "对了，我对花生过敏"],
      [
        add("location", "成都", "我搬到成都了"),
        add("allergy", "花生", "我对花生过敏", { category: "health" }),
      ],
    );
    const stored = await live();
    expect(stored.map(({ key, value }) => [key, value])).toEqual(
      expect.arrayContaining([
        ["location", "成都"],
        ["allergy:花生", "花生"],
      ]),
    );
    const allergy = stored.find(({ key }) => key === "allergy:花生");
    expect(allergy).toMatchObject({ source: "explicit_statement", confidence: 1, status: "live" });
    expect(allergy?.evidence).toEqual([{ message_id: await messageId("花生"), quote: "我对花生过敏" }]);
    expect(await shown()).toContain("花生");
    await scene.house.chat(user, "今天想吃点新鲜的");
    expect(textOf(scene.upstream.of("chat").at(-1)?.body)).toContain("花生");
  });

  it("is kept in English as in Chinese", async () => {
    await topic(
      ["I work as a nurse in Leeds", "And I'm allergic to shellfish, by the way"],
      [
        add("occupation", "nurse", "I work as a nurse"),
        add("allergy", "shellfish", "I'm allergic to shellfish", { category: "health" }),
      ],
    );
    expect((await live()).map(({ key, value }) => `${key}=${value}`)).toEqual(
      expect.arrayContaining(["occupation=nurse", "allergy:shellfish=shellfish"]),
    );
  });

  it("keeps the wording of a day beside the day itself, counted where the owner lives", async () => {
    await topic(
      ["下周三我要去面试，好紧张"],
      [add("interview", "下周三面试", "下周三我要去面试", { category: "important_date" })],
    );
    const [fact] = await live();
    expect(fact).toMatchObject({ said: expect.stringContaining("下周三") });
    expect(fact?.metadata.date).toBe("2026-03-18");
  });

  it("is told to the windows of the account", async () => {
    const events = follow(scene.house);
    await events.opened;
    await topic(["我养了只猫叫年糕"], [add("pet_name", "年糕", "我养了只猫叫年糕")]);
    const [fact] = await live();
    const about = () => dataOf(events.heard, "memory-change").find(({ entry_id }) => entry_id === fact?.id);
    const told = await until("the new fact", async () => about());
    await events.stop();
    expect(told).toMatchObject({ document: "facts", kind: "added" });
  });
});

describe("what is no fact about the person", () => {
  const wrong: [string, string[], Operation][] = [
    ["the companion's own words", ["你喜欢什么？"], add("likes", "记着", "我记着呢")],
    ["a hypothetical", ["要是我住在巴黎就好了"], add("location", "巴黎", "我住在巴黎")],
    [
      "a hypothetical in English",
      ["If I lived in Oslo I'd ski every day"],
      add("location", "Oslo", "I lived in Oslo"),
    ],
    ["a joke", ["开玩笑的，我其实是蝙蝠侠"], add("occupation", "蝙蝠侠", "我其实是蝙蝠侠")],
    ["a question", ["你觉得我是不是该搬去大理？"], add("location", "大理", "我是不是该搬去大理")],
    ["lyrics", ["歌词是“我住在月亮背面”"], add("location", "月亮背面", "我住在月亮背面")],
    [
      "somebody else's",
      ["我朋友说他对海鲜过敏"],
      add("allergy", "海鲜", "他对海鲜过敏", { category: "health" }),
    ],
    [
      "somebody else's in English",
      ["My sister is allergic to cats"],
      add("allergy", "cats", "allergic to cats", { category: "health" }),
    ],
    ["words nobody said", ["今天好累"], add("location", "北京", "我住在北京")],
    ["something without any words", ["今天好累"], add("occupation", "医生", undefined)],
    [
      "its denial",
      ["我对花生不过敏"],
      add("allergy", "花生", "我对花生不过敏", { category: "health", statement: "对花生过敏" }),
    ],
  ];
  for (const [name, lines, operation] of wrong)
    it(`is ${name}`, async () => {
      await topic(lines, [operation]);
      expect(await live()).toEqual([]);
      expect(await shown()).not.toContain(String(operation.value));
    });

  it("is what was played in a story", async () => {
    await scene.house.chat(user, "我住在云端的城堡里", { scene: "story" });
    await topic(["好了，不玩了"], [add("location", "云端的城堡", "我住在云端的城堡里")]);
    expect(await live()).toEqual([]);
  });

  it("is what was recalled into the turn: memory is never taken from memory", async () => {
    await topic(["我以前在苏州念大学，学的园林"], []);
    await scene.advance(3 * 86_400);
    await scene.house.chat(user, "苏州念大学学园林的事你还记得吗");
    const recalled = (await scene.read(user, "conversation")).flatMap((message) => message.recalled ?? []);
    expect(JSON.stringify(recalled)).toContain("苏州");
    scene.upstream.push(
      "short_to_mid",
      summaryAnswer("问起了旧事。", {
        operations: [add("education", "苏州园林", "我以前在苏州念大学，学的园林")],
      }),
    );
    await memory("POST", "/compress");
    expect(await live()).toEqual([]);
  });

  it("is a relation that was only imagined, or that nobody spoke of", async () => {
    await topic(
      ["要是我嫁给了老周就好了", "今天天气不错"],
      [],
      [
        { subject: "我", predicate: "丈夫", object: "老周", quote: "我嫁给了老周" },
        { subject: "老周", predicate: "住在", object: "上海", quote: "老周住在上海" },
      ],
    );
    expect((await graph()).relations).toEqual([]);
  });
});

describe("a doubtful fact", () => {
  it("waits, visible, and stays out of the context", async () => {
    await topic(
      ["最近在学冰岛语，可难了"],
      [add("learning", "冰岛语", undefined, { statement: "在学冰岛语" })],
    );
    expect(await facts()).toMatchObject([{ status: "quarantined", value: "冰岛语" }]);
    expect(await shown()).not.toContain("冰岛语");
    const { body } = await memory<{ facts: Fact[] }>("GET", "/facts");
    expect(body.facts).toEqual([]);
    const all = await memory<{ facts: Fact[] }>("GET", "/facts?all=true");
    expect(all.body.facts).toMatchObject([{ status: "quarantined" }]);
  });
});

describe("one truth at a time", () => {
  it("a new value closes the old one, which stays answerable with its end", async () => {
    await topic(["我住在杭州"], [add("location", "杭州", "我住在杭州")]);
    await scene.advance(86_400);
    await topic(["我搬到成都了"], [add("location", "成都", "我搬到成都了", { op: "UPDATE" })]);
    const [old, now] = await facts();
    expect(old).toMatchObject({ value: "杭州", status: "closed", superseded_by: now?.id });
    expect(old?.valid_to).toBe(now?.valid_from);
    expect(now).toMatchObject({ value: "成都", status: "live" });
    expect(await shown()).not.toContain("杭州");
    const { body } = await memory<{ results: { id: string; text: string }[] }>(
      "GET",
      `/search?q=${encodeURIComponent("住在杭州")}&type=fact`,
    );
    expect(body.results.find(({ id }) => id === old?.id)?.text).toMatch(/从前（到 2026-\d\d-\d\d 为止）：/);
  });

  it("a new value that closes one the open topic shows is in the very next request", async () => {
    await topic(["我住在杭州"], [add("location", "杭州", "我住在杭州")]);
    await scene.house.chat(user, "我搬到成都了，刚收拾完");
    // The summary takes its time, and the next topic opens with what was known before.
    const operations = [add("location", "成都", "我搬到成都了")];
    scene.upstream.push("short_to_mid", { ...summaryAnswer("搬家了。", { operations }), delayMs: 700 });
    await scene.house.chat(user, "晚安");
    await scene.house.chat(user, "又睡不着");
    const system = () => scene.upstream.of("chat").at(-1)?.body.messages[0]?.content ?? "";
    expect(system()).toContain("住在：杭州");
    await until("the new place", async () => (await live()).some(({ value }) => value === "成都"));
    await scene.advance();
    await scene.house.chat(user, "还是睡不着");
    expect(system()).toContain("住在：成都");
    expect(system()).not.toContain("住在：杭州");
    const usage = await memory<{ cache_misses: Record<string, number> }>("GET", "/usage");
    expect(usage.body.cache_misses.fact).toBe(1);
  });

  it("a fact that closes nothing waits for the next topic", async () => {
    await topic(["我住在杭州"], [add("location", "杭州", "我住在杭州")]);
    await scene.house.chat(user, "我养了只狗叫团子");
    const operations = [add("pet_name", "团子", "我养了只狗叫团子")];
    scene.upstream.push("short_to_mid", {
      ...summaryAnswer("家里来了只小狗。", { operations }),
      delayMs: 400,
    });
    await scene.house.chat(user, "晚安");
    await scene.house.chat(user, "又睡不着");
    const system = () => scene.upstream.of("chat").at(-1)?.body.messages[0]?.content;
    const before = system();
    await until("the dog", async () => (await live()).some(({ value }) => value === "团子"));
    await scene.advance();
    await scene.house.chat(user, "还是睡不着");
    expect(system()).toBe(before);
  });

  it("said again it is confirmed and not doubled, also when the topic is summarised again", async () => {
    await topic(["我在博物馆上班"], [add("employer", "博物馆", "我在博物馆上班")]);
    await topic(["我在博物馆上班，今天闭馆"], [add("employer", "博物馆", "我在博物馆上班")]);
    const [fact, ...others] = await facts();
    expect(others).toEqual([]);
    expect(fact?.evidence).toHaveLength(2);
    const edited = await messageId("今天闭馆");
    scene.upstream.push(
      "short_to_mid",
      summaryAnswer("聊了上班。", { operations: [add("employer", "博物馆", "我在博物馆上班")] }),
    );
    await scene.house.api("PUT", `/api/ai-users/${user}/messages/${edited}`, {
      content: "我在博物馆上班，今天闭馆早",
    });
    await scene.advance(1);
    expect((await scene.read(user, "mid_term")).some((entry) => entry.stale)).toBe(false);
    expect((await facts()).map(({ evidence }) => evidence.length)).toEqual([2]);
  });

  it("two values in one talk, neither clearly the later, wait for the person's word", async () => {
    await topic(
      ["我在一家书店工作", "我在一家花店工作"],
      [add("employer", "书店", "我在一家书店工作"), add("employer", "花店", "我在一家花店工作")],
    );
    expect((await facts()).map(({ status }) => status)).toEqual(["conflicted", "conflicted"]);
    expect(await live()).toEqual([]);
    const asked = () => /书店.*花店.*只问这一次/.test(lastOf(scene.upstream.of("chat").at(-1)?.body));
    await scene.house.chat(user, "在吗", { private: true });
    expect(asked()).toBe(false);
    await shown();
    await scene.house.chat(user, "在吗");
    expect(asked()).toBe(true);
    await scene.house.chat(user, "今天下班早");
    expect(asked()).toBe(false);
    // The answer settles it.
    await topic(["我在花店工作"], [add("employer", "花店", "我在花店工作")]);
    expect((await live()).map(({ value }) => value)).toEqual(["花店"]);
    expect((await facts()).find(({ value }) => value === "书店")?.status).toBe("closed");
  });

  it("what is told of an earlier time does not become the present", async () => {
    await topic(["我在腾讯上班"], [add("employer", "腾讯", "我在腾讯上班")]);
    const early = Date.parse("2024-05-01T12:00:00+08:00") / 1000;
    scene.upstream.push("short_to_mid", summaryAnswer("上班。"));
    await scene.house.api("POST", `/api/ai-users/${user}/import`, {
      format: "messages",
      topics: [
        {
          topic_id: "old",
          messages: [
            { role: "user", content: "我在华为上班", timestamp: early, message_id: "old-1" },
            { role: "assistant", content: "辛苦啦", timestamp: early + 5, message_id: "old-2" },
          ],
        },
      ],
      summarise: "extractive",
    });
    expect((await live()).filter(({ key }) => key === "employer").map(({ value }) => value)).toEqual([
      "腾讯",
    ]);
    expect(await shown()).not.toContain("华为");
  });
});

describe("a message that proves a fact", () => {
  it("takes it along when it is deleted, and the value before it holds again", async () => {
    await topic(["我住在杭州"], [add("location", "杭州", "我住在杭州")]);
    await scene.advance(86_400);
    await topic(["我搬到成都了"], [add("location", "成都", "我搬到成都了")]);
    const events = follow(scene.house);
    await events.opened;
    const { body } = await scene.house.api<{ change_id: string }>(
      "DELETE",
      `/api/ai-users/${user}/messages/${await messageId("搬到成都")}`,
    );
    expect((await live()).map(({ value }) => value)).toEqual(["杭州"]);
    expect(await shown()).not.toContain("成都");
    const told = () => dataOf(events.heard, "memory-change").filter(({ document }) => document === "facts");
    await until("both facts", async () => told().length === 2);
    await events.stop();
    const { body: found } = await memory<{ results: { text: string }[] }>("GET", "/search?q=成都&type=fact");
    expect(found.results).toEqual([]);

    scene.upstream.push(
      "short_to_mid",
      summaryAnswer("搬家了。", { operations: [add("location", "成都", "我搬到成都了")] }),
    );
    await memory("POST", `/changes/${body.change_id}/undo`);
    await scene.advance(1);
    expect((await live()).map(({ value }) => value)).toEqual(["成都"]);
    expect((await facts()).filter(({ status }) => status === "live")).toHaveLength(1);
  });

  it("proves nothing more once other words stand in it", async () => {
    await topic(
      ["我妹妹在读高三", "我属猴"],
      [add("zodiac", "猴", "我属猴")],
      [{ subject: "用户", predicate: "妹妹", object: "小雨", quote: "我妹妹" }],
    );
    expect(await live()).toHaveLength(1);
    await scene.house.api("PUT", `/api/ai-users/${user}/messages/${await messageId("属猴")}`, {
      content: "我属鸡，刚才打错了",
    });
    expect((await live()).map(({ value }) => value)).not.toContain("猴");
  });

  it("still stands by its fact when another message proves it too", async () => {
    await topic(["我怕黑"], [add("fear", "黑", "我怕黑")]);
    await topic(["我怕黑，停电就慌"], [add("fear", "黑", "我怕黑")]);
    await scene.house.api("DELETE", `/api/ai-users/${user}/messages/${await messageId("停电")}`);
    expect((await live()).map(({ evidence }) => evidence.length)).toEqual([1]);
  });
});

describe("the graph of a talk", () => {
  it("has who belongs to whom, with the message that says so", async () => {
    await topic(
      ["我妈叫王芳，她住在绍兴"],
      [],
      [
        { subject: "我", predicate: "妈妈", object: "王芳", quote: "我妈叫王芳" },
        { subject: "王芳", predicate: "住在", object: "绍兴", quote: "她住在绍兴" },
      ],
    );
    const { body } = await memory<Graph>("GET", "/graph");
    expect(body.entities.map(({ name }) => name)).toEqual(expect.arrayContaining(["王芳", "绍兴"]));
    expect(body.relations[0]?.message_ids).toEqual([await messageId("王芳")]);
    await scene.house.api("DELETE", `/api/ai-users/${user}/messages/${await messageId("王芳")}`);
    expect((await graph()).relations).toEqual([]);
    expect((await graph()).entities).toEqual([]);
  });
});

describe("what other companions may know", () => {
  it("is the statement of what was stated, never the words, and none where the companion does not share", async () => {
    const other = await scene.house.create({ name: "阿树" });
    await topic(
      ["跟你说个事，我对青霉素过敏，上次差点出事", "我喜欢看恐怖片"],
      [
        add("allergy", "青霉素", "我对青霉素过敏", { category: "health", statement: "对青霉素过敏" }),
        add("likes", "恐怖片", "我喜欢看恐怖片", { category: "preference" }),
      ],
    );
    const rows = (await projection()).filter(({ origin }) => origin === user);
    expect(rows).toMatchObject([{ key: "allergy:青霉素", statement: expect.stringContaining("青霉素") }]);
    expect(JSON.stringify(rows)).not.toMatch(/差点出事|quote|evidence/);
    expect(await shown(other)).toContain("青霉素");
    expect(await shown(other)).not.toContain("恐怖片");

    await scene.house.api("PUT", `/api/ai-users/${user}`, { shares_facts: false });
    expect((await projection()).filter(({ origin }) => origin === user)).toEqual([]);
    expect(await shown(other)).not.toContain("青霉素");
  });

  it("changes in their open topics too when it is no longer so", async () => {
    const other = await scene.house.create({ name: "阿树" });
    await topic(["我叫林晓"], [add("name", "林晓", "我叫林晓", { statement: "名字是林晓" })]);
    await scene.house.chat(other, "在吗");
    expect(textOf(scene.upstream.of("chat").at(-1)?.body)).toContain("林晓");
    const [fact] = await live();
    await memory("PUT", `/facts/${fact?.id}`, { value: "林小晓" });
    await scene.house.chat(other, "还在吗");
    const sent = textOf(scene.upstream.of("chat").at(-1)?.body);
    expect(sent).toContain("林小晓");
    expect(sent).not.toContain("林晓");
  });

  it("is repaired by the background where the account's file says something else", async () => {
    await topic(["我叫林晓"], [add("name", "林晓", "我叫林晓")]);
    const right = (await projection()).filter(({ origin }) => origin === user);
    const file = join(scene.house.folder, "accounts", "owner", "facts.json");
    const own = { id: "o1", origin: "owner", key: "city", value: "杭州", statement: "住在杭州" };
    const wrong = { ...right[0], statement: "名字是别人" };
    await writeFile(file, JSON.stringify([own, wrong]));
    await scene.house.chat(user, "在吗");
    await memory("POST", "/compress");
    await scene.advance(3_600);
    expect(await projection()).toEqual(expect.arrayContaining([own, ...right]));
    expect(JSON.stringify(await projection())).not.toContain("别人");
  });
});

describe("without a model", () => {
  it("facts are read by rules, and a model that reads the talk later doubles none", async () => {
    scene.upstream.fallback("short_to_mid", { http: { status: 401, body: "{}" } });
    for (const line of ["我叫周野，在杭州做兽医", "我对芒果过敏", "我家猫叫年糕"])
      await scene.house.chat(user, line);
    await memory("POST", "/compress");
    await scene.advance(600);
    await scene.advance(3_600);
    const before = await live();
    expect(before.map(({ key }) => key)).toEqual(
      expect.arrayContaining(["name", "allergy:芒果", "pet_name:年糕"]),
    );
    expect((await scene.read(user, "mid_term"))[0]).toMatchObject({ by: "extractive" });
    scene.upstream.fallback(
      "short_to_mid",
      summaryAnswer("自我介绍。", {
        operations: [
          add("user_name", "周野", "我叫周野"),
          add("食物过敏", "芒果", "我对芒果过敏", { category: "health" }),
          add("cat", "年糕", "我家猫叫年糕", { category: "relationship" }),
        ],
      }),
    );
    await scene.advance(8 * 3_600);
    expect((await scene.read(user, "mid_term"))[0]).toMatchObject({ by: "model" });
    expect((await live()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  });
});

describe("an imported history", () => {
  it("leaves facts and moods too, closed and present ones in the order in which they were said", async () => {
    const at = (month: number) => Date.parse(`2025-0${month}-10T12:00:00+08:00`) / 1000;
    const said: [number, string][] = [
      [1, "我住在南京"],
      [6, "我搬到厦门了"],
    ];
    await scene.house.api("POST", `/api/ai-users/${user}/import`, {
      format: "messages",
      topics: said.map(([month, content]) => ({
        topic_id: `t-${month}`,
        messages: [
          { role: "user", content, timestamp: at(month), message_id: `m-${month}` },
          { role: "assistant", content: "知道啦", timestamp: at(month) + 9, message_id: `r-${month}` },
        ],
      })),
      summarise: "extractive",
    });
    const places = (await facts()).filter(({ key }) => key === "location");
    expect(places.map(({ value, status }) => [value, status])).toEqual([
      ["南京", "closed"],
      ["厦门", "live"],
    ]);
    expect(places[0]?.valid_to).toBe(at(6));
    expect((await scene.json<unknown[]>(user, "emotions.json")).length).toBe(2);
    expect(lastOf(scene.upstream.of("short_to_mid").at(-1)?.body)).toBe("");
  });
});
