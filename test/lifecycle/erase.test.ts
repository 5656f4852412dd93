// Erased means gone: from every file, at once and after every later job, and what stays elsewhere is named (invariant 4).
import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Emotions } from "../../src/schema/emotion.ts";
import type { Facts } from "../../src/schema/fact.ts";
import type { Graph } from "../../src/schema/graph.ts";
import type { Erased } from "../../src/schema/ledger.ts";
import { startHouse, until } from "../support/house.ts";
import { erase, holding, importTopics, preview, put, putFile, topicWith } from "./erase-world.ts";
import { dataOf, openScene, type Scene, summaryAnswer, textOf } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯，我在听" });
  user = await scene.house.create();
});

const chat = (content: string) => scene.house.chat(user, content);
const compress = () => scene.house.api("POST", `/api/memory/${user}/compress`);
const extract = () => scene.house.api("POST", `/api/memory/${user}/extract`);
const found = (phrase: string) => holding(scene.house.folder, phrase);
const erased = () => scene.json<Erased>(user, "erased.json");
/** Lines of the change log that had to be emptied, besides those of the erasure itself. */
const erasedLines = async (document: string) => {
  type Line = { by: string; erased?: true; edits: { document: string }[] };
  const { body } = await scene.house.api<{ changes: Line[] }>("GET", `/api/memory/${user}/changes?limit=500`);
  return body.changes.filter(
    ({ by, erased: empty, edits }) =>
      by === "system" && empty && edits.some((edit) => edit.document === document),
  );
};
/** When no job waits any more. */
const settled = () => until("the end of the erasure", async () => (await erased()).job === undefined);

const secret = "翠湖路18号";

/** Something that a model waits for before it answers. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe("a phrase that was said and summarised", () => {
  it("is shown first, goes everywhere, and what it was said with is summarised anew without it", async () => {
    for (const line of [`我搬到${secret}了`, "楼下有家面馆", "老板姓周"]) await chat(line);
    scene.upstream.push("short_to_mid", summaryAnswer(`对方搬到了${secret}，楼下有面馆。`));
    await compress();
    scene.upstream.push("mid_to_long", {
      text: JSON.stringify({ entries: [{ title: `搬到${secret}`, key_points: [`住${secret}`] }] }),
    });
    await extract();
    expect((await found(secret)).length).toBeGreaterThan(4);
    const shown = await preview(scene.house, user, { query: secret });
    const where = new Set(shown.matches.map(({ document }) => document.split("/")[0]));
    expect([...where]).toEqual(
      expect.arrayContaining(["conversation", "mid_term", "long_term", "long_term_details", "changes"]),
    );
    expect((await found(secret)).length).toBeGreaterThan(4);

    scene.upstream.push("short_to_mid", summaryAnswer("对方说楼下有家面馆，老板姓周。"));
    const receipt = await erase(scene.house, user, { query: secret });
    expect(await found(secret)).toEqual([]);
    expect(receipt.files).toEqual(
      expect.arrayContaining(["conversation.json", "mid_term.json", "long_term.json"]),
    );
    await scene.advance();
    await settled();
    expect(await scene.read(user, "mid_term")).toMatchObject([
      { summary: "对方说楼下有家面馆，老板姓周。", extracted_to_long: false, message_count: 5 },
    ]);
    expect(await found(secret)).toEqual([]);
  });

  it("is in no later request, and a search does not find it", async () => {
    await chat(`门锁密码是 886611`);
    await chat("记得给花浇水");
    await erase(scene.house, user, { query: "886611" });
    await chat("花浇了吗");
    expect(textOf(scene.upstream.of("chat").at(-1)?.body)).not.toContain("886611");
    const { body } = await scene.house.api<{ results: unknown[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent("门锁密码 886611")}&type=message`,
    );
    expect(JSON.stringify(body.results)).not.toContain("886611");
  });

  it("is found whatever its width and case", async () => {
    await chat("The Wi-Fi is BlueHarbor");
    await chat("ｂｌｕｅｈａｒｂｏｒ 是密码");
    await erase(scene.house, user, { query: "ＢＬＵＥharbor" });
    expect(await scene.said(user)).toEqual(["嗯嗯，我在听", "嗯嗯，我在听"]);
  });

  it("is found across line ends and doubled blanks, and in traditional and simplified characters alike", async () => {
    await chat("Letters go to 14 Wren  Lane\nLeeds");
    await chat("我住在臺北市忠孝東路");
    await chat("忠孝东路很吵");
    await chat("我喜欢喝奶茶");
    await erase(scene.house, user, { query: "14 wren lane leeds" });
    await erase(scene.house, user, { query: "忠孝東路" });
    expect((await scene.said(user)).filter((one) => one !== "嗯嗯，我在听")).toEqual(["我喜欢喝奶茶"]);
  });

  it("does not come back with the summary that a model was writing meanwhile", async () => {
    for (const line of [`我搬到${secret}了`, "楼下有家面馆", "老板姓周"]) await chat(line);
    const model = gate();
    scene.upstream.push("short_to_mid", { ...summaryAnswer(`对方搬到了${secret}。`), after: model.opened });
    scene.upstream.push("short_to_mid", summaryAnswer("楼下有家面馆，老板姓周。"));
    const running = compress();
    await until("the request", async () => scene.upstream.of("short_to_mid").length === 1);
    await erase(scene.house, user, { query: secret });
    expect(await found(secret)).toEqual([]);
    model.open();
    await running;
    await scene.advance();
    await settled();
    expect(await found(secret)).toEqual([]);
    expect(await scene.read(user, "mid_term")).toMatchObject([{ summary: "楼下有家面馆，老板姓周。" }]);
    // It was never written, and so never had to be erased.
    expect(await erasedLines("mid_term")).toEqual([]);
  });

  it("does not come back with long entries and core memories that a model was writing meanwhile", async () => {
    for (const line of [`我搬到${secret}了`, "楼下很安静", "朝南的"]) await chat(line);
    scene.upstream.push("short_to_mid", summaryAnswer(`对方搬到了${secret}。`));
    await compress();
    for (const line of ["附近有家面馆", "老板姓周", "面很好吃"]) await chat(line);
    scene.upstream.push("short_to_mid", summaryAnswer("附近有家面馆，老板姓周。"));
    await compress();
    const model = gate();
    scene.upstream.push("mid_to_long", {
      text: JSON.stringify({ entries: [{ title: `搬到${secret}，附近有面馆`, key_points: ["搬家"] }] }),
      after: model.opened,
    });
    const running = extract();
    await until("the request", async () => scene.upstream.of("mid_to_long").length === 1);
    await erase(scene.house, user, { query: secret });
    model.open();
    await running;
    expect(await scene.read(user, "long_term")).toEqual([]);
    await scene.advance();
    expect(await erasedLines("long_term")).toEqual([]);

    scene.upstream.push("mid_to_long", {
      text: JSON.stringify({ entries: [{ title: "面馆", key_points: ["面"] }] }),
    });
    const judge = gate();
    scene.upstream.push("core_memory", {
      text: JSON.stringify({
        core_memories: [{ content: "最想去的是老周面馆", category: "wish", importance: 9, reason: "" }],
      }),
      after: judge.opened,
    });
    const judging = extract();
    await until("the request", async () => scene.upstream.of("core_memory").length === 1);
    await erase(scene.house, user, { query: "老板姓周" });
    judge.open();
    await judging;
    expect((await scene.read(user, "core_memory")).memories).toEqual([]);
  });
});

describe("messages named by id or time", () => {
  it("go with their copies in other messages, and the others stay", async () => {
    const at = (await scene.now()) - 86_400;
    await importTopics(scene.house, user, [
      topicWith("t1", at, "体检报告有点问题"),
      topicWith("t2", at + 3600, "无事", {
        recalled: [
          {
            type: "message",
            id: "t1-1",
            date: "2026-03-09",
            text: "体检报告有点问题",
            message_ids: ["t1-1"],
          },
        ],
        tools: [
          {
            id: "c",
            name: "recall_memory",
            arguments: "{}",
            ok: true,
            result: "跟你说件事，体检报告有点问题，别告诉别人",
          },
        ],
      }),
    ]);
    await erase(scene.house, user, { message_ids: ["t1-1"] });
    expect(await found("体检报告")).toEqual([]);
    const log = (
      await scene.house.api<{ messages: { message_id: string }[] }>("GET", `/api/ai-users/${user}/messages`)
    ).body.messages;
    expect(log.map(({ message_id }) => message_id)).toEqual(["t1-2", "t1-3", "t2-1", "t2-2", "t2-3"]);
  });

  it("of a span go, those outside stay; a query in a span narrows it", async () => {
    const at = (await scene.now()) - 86_400;
    await importTopics(scene.house, user, [
      topicWith("t1", at, "小龙虾一"),
      topicWith("t2", at + 3600, "小龙虾二"),
      topicWith("t3", at + 7200, "小龙虾三"),
    ]);
    await erase(scene.house, user, { query: "小龙虾", from: at + 3000, to: at + 4000 });
    const ids = async () =>
      (
        await scene.house.api<{ messages: { message_id: string }[] }>("GET", `/api/ai-users/${user}/messages`)
      ).body.messages.map(({ message_id }) => message_id);
    expect(await ids()).toEqual(["t1-1", "t1-2", "t1-3", "t2-2", "t2-3", "t3-1", "t3-2", "t3-3"]);
    expect(await found("小龙虾二")).toEqual([]);
    expect(await found("小龙虾一")).not.toEqual([]);
    await erase(scene.house, user, { from: at + 7000 });
    expect(await ids()).toEqual(["t1-1", "t1-2", "t1-3", "t2-2", "t2-3"]);
    expect(await found("番茄面 t3")).toEqual([]);
  });

  it("do not come back by import, by a retry under their id, or by undo", async () => {
    const at = (await scene.now()) - 86_400;
    const nameless = {
      messages: [
        { role: "user", content: "我怕打雷", timestamp: at },
        { role: "assistant", content: "抱抱", timestamp: at + 5 },
      ],
    };
    await importTopics(scene.house, user, [nameless, topicWith("t1", at, "我怕打雷二")]);
    await scene.house.chat(user, "我怕打雷三", { message_id: "mine" });
    const edited = await scene.house.api<{ status: number }>("PUT", `/api/ai-users/${user}/messages/mine`, {
      content: "我怕打雷四",
    });
    expect(edited.status).toBe(200);
    const { body: log } = await scene.house.api<{ changes: { id: string }[] }>(
      "GET",
      `/api/memory/${user}/changes`,
    );
    await erase(scene.house, user, { query: "我怕打雷" });
    expect(
      await importTopics(scene.house, user, [nameless, topicWith("t1", at, "我怕打雷二")]),
    ).toMatchObject({ messages: 0 });
    const again = await scene.house.api("POST", `/api/ai-users/${user}/chat`, {
      content: "我怕打雷三",
      message_id: "mine",
    });
    expect(again.status).toBe(409);
    const saved = await scene.house.api("POST", `/api/ai-users/${user}/save-message`, {
      content: "我怕打雷三",
      message_id: "mine",
    });
    expect(saved.status).toBe(409);
    const statuses = new Set<number>();
    for (const { id } of log.changes)
      statuses.add((await scene.house.api("POST", `/api/memory/${user}/changes/${id}/undo`)).status);
    expect([...statuses]).toContain(409);
    expect(await found("我怕打雷")).toEqual([]);
  });
});

describe("entries named by id", () => {
  it("go with their detail, are not made again, and what they were made of is named", async () => {
    for (const line of ["我对花生过敏", "很严重的那种", "随身带药"]) await chat(line);
    scene.upstream.push("short_to_mid", summaryAnswer("对方对花生过敏，随身带药。"));
    await compress();
    scene.upstream.push("mid_to_long", {
      text: JSON.stringify({ entries: [{ title: "花生过敏", key_points: ["随身带药"] }] }),
    });
    await extract();
    const [long] = await scene.read(user, "long_term");
    const [mid] = await scene.read(user, "mid_term");
    const wish = { entry_ids: [long?.id] };
    const { left } = await preview(scene.house, user, wish);
    expect(left.filter(({ kind }) => kind === "source").map(({ where }) => where)).toEqual([
      "mid_term",
      "conversation",
    ]);
    await erase(scene.house, user, wish);
    expect(await scene.read(user, "long_term")).toEqual([]);
    await scene.advance(3 * 86_400);
    expect(await scene.read(user, "long_term")).toEqual([]);
    await erase(scene.house, user, { entry_ids: [mid?.id] });
    await scene.advance(3 * 86_400);
    expect(await scene.read(user, "mid_term")).toEqual([]);
    expect((await scene.read(user, "short_term")).pending).toEqual([]);
  });
});

describe("what was erased by its id, while the words that it rests on stay", () => {
  const tongues = {
    zh: {
      language: "zh",
      said: "我对花生过敏，小雨是我表妹。",
      fact: {
        category: "health",
        key: "allergy",
        value: "花生",
        statement: "对花生过敏",
        quote: "我对花生过敏",
      },
      relation: { subject: "用户", predicate: "表妹", object: "小雨", quote: "小雨是我表妹" },
      core: "小雨是最亲的表妹",
      shown: "owner 表妹 小雨",
      other: ["今天去爬山了", "今天去游泳了"],
      anew: "今天又差点中招，我对花生过敏嘛。",
    },
    en: {
      language: "en",
      said: "I am allergic to peanuts. Tess is my cousin.",
      fact: {
        category: "health",
        key: "allergy",
        value: "peanuts",
        statement: "is allergic to peanuts",
        quote: "I am allergic to peanuts",
      },
      relation: { subject: "user", predicate: "cousin", object: "Tess", quote: "Tess is my cousin" },
      core: "Tess is the cousin they love most",
      shown: "owner cousin Tess",
      other: ["I went hiking today", "I went swimming today"],
      anew: "I am allergic to peanuts, as you know.",
    },
  };
  const factsNow = async () => (await scene.json<Facts>(user, "facts.json")).map(({ value }) => value);
  const graphNow = () => scene.json<Graph>(user, "graph.json");

  it.each(Object.values(tongues))(
    "no later summary makes a fact, a person or a core memory of them again ($language)",
    async ({ language, said, fact, relation, core, shown, other: [first = "", second = ""], anew }) => {
      user = await scene.house.create({ language, shares_facts: false });
      const operation = { op: "ADD", source: "user_stated", confidence: 1, ...fact };
      const answer = summaryAnswer(
        language === "zh" ? "聊了家人和身体" : "They talked about family and health",
        {
          operations: [operation],
          relations: [relation],
        },
      );
      const [saved] = dataOf(await chat(said), "message-saved");
      const [other] = dataOf(await chat(first), "message-saved");
      scene.upstream.push("short_to_mid", answer);
      await compress();
      const sources = [saved?.message_id ?? ""];
      const judged = { content: core, category: "relationship", importance: 9, source_message_ids: sources };
      const again = { text: JSON.stringify({ core_memories: [judged] }) };
      scene.upstream.push("core_memory", again);
      await extract();
      expect(await factsNow()).toEqual([fact.value]);
      const { entities } = await graphNow();
      const [remembered] = (await scene.read(user, "core_memory")).memories;
      const ids = [
        ...(await scene.json<Facts>(user, "facts.json")).map(({ id }) => id),
        ...entities.filter(({ name }) => name === relation.object).map(({ id }) => id),
        remembered?.id ?? "",
      ];
      const { matches, left } = await preview(scene.house, user, { entry_ids: ids });
      // What names a person goes with the person, and is shown as what it says.
      expect(matches).toContainEqual(expect.objectContaining({ document: "graph", text: shown }));
      expect(left).toContainEqual(
        expect.objectContaining({ kind: "source", where: "conversation", ids: sources }),
      );
      await erase(scene.house, user, { entry_ids: ids });
      const isGone = async () => {
        const { entities: people, relations } = await graphNow();
        expect(await factsNow()).toEqual([]);
        expect(people.map(({ name }) => name)).not.toContain(relation.object);
        expect(relations).toEqual([]);
        expect((await scene.read(user, "core_memory")).memories).toEqual([]);
      };
      await isGone();
      scene.upstream.push("short_to_mid", answer);
      scene.upstream.push("core_memory", again);
      await scene.house.api("PUT", `/api/ai-users/${user}/messages/${other?.message_id}`, {
        content: second,
      });
      await scene.advance(3 * 86_400);
      await isGone();
      // Nor where they were gone in between, or something else.
      const path = `/api/ai-users/${user}/messages/${saved?.message_id}`;
      for (const [method, body] of [
        ["DELETE", undefined],
        ["PUT", { content: second }],
      ] as const) {
        await scene.house.api(method, path, body);
        const lines = await scene.house.api<{ changes: { id: string; edits: { document: string }[] }[] }>(
          "GET",
          `/api/memory/${user}/changes`,
        );
        const line = lines.body.changes.find(({ edits }) => edits[0]?.document === "conversation");
        scene.upstream.push("short_to_mid", answer, answer);
        const undone = await scene.house.api("POST", `/api/memory/${user}/changes/${line?.id}/undo`);
        expect(undone.status).toBe(200);
        await scene.advance(3_600);
        await isGone();
      }
      scene.upstream.reset();
      scene.upstream.fallback("chat", { text: "嗯嗯，我在听" });
      // What the person says again later is kept as ever.
      await chat(anew);
      scene.upstream.push("short_to_mid", answer);
      await compress();
      expect(await factsNow()).toEqual([fact.value]);
    },
  );

  it("nor is a mood read out of them again", async () => {
    const [saved] = dataOf(await chat("今天好难过，哭了一晚上"), "message-saved");
    const [other] = dataOf(await chat("吃了碗面"), "message-saved");
    await compress();
    const moods = async () =>
      (await scene.json<Emotions>(user, "emotions.json")).map(({ message_id }) => message_id);
    expect(await moods()).toContain(saved?.message_id);
    await erase(scene.house, user, { entry_ids: [`emotion_${saved?.message_id}`] });
    await scene.house.api("PUT", `/api/ai-users/${user}/messages/${other?.message_id}`, {
      content: "吃了碗粥",
    });
    await scene.advance();
    expect(await moods()).toEqual([other?.message_id]);
  });
});

describe("facts, graph and the smaller books", () => {
  it("lose what only the erased words proved, and keep what others prove too", async () => {
    await importTopics(scene.house, user, [
      {
        topic_id: "t",
        messages: [
          { message_id: "a", role: "user", content: "我养了猫，叫团子", timestamp: 1000 },
          { message_id: "b", role: "user", content: "我家的猫叫团子", timestamp: 1001 },
          { message_id: "c", role: "user", content: "我妹妹叫小雨", timestamp: 1002 },
        ],
      },
    ]);
    await put(scene.house, user, "facts", [
      {
        id: "f1",
        category: "personal_info",
        key: "pet",
        value: "团子",
        statement: "养了一只猫",
        evidence: [
          { message_id: "a", quote: "我养了猫" },
          { message_id: "b", quote: "我家的猫" },
        ],
      },
      {
        id: "f2",
        category: "relationship",
        key: "sister",
        value: "小雨",
        statement: "有个妹妹",
        evidence: [{ message_id: "c", quote: "我妹妹叫小雨" }],
        superseded_by: null,
      },
      {
        id: "f3",
        category: "relationship",
        key: "sister",
        value: "旧",
        statement: "没有",
        status: "closed",
        superseded_by: "f2",
        evidence: [{ message_id: "b", quote: "x" }],
      },
    ]);
    await put(scene.house, user, "graph", {
      entities: [
        { id: "entity_1", name: "团子", message_ids: ["a", "b"], aliases: ["胖团子"] },
        { id: "entity_2", name: "小雨", message_ids: ["c"], by: "model", evidence: [] },
      ],
      relations: [
        {
          id: "r1",
          subject: "user",
          predicate: "养",
          object: "团子",
          message_ids: ["a"],
          quote: "我养了猫",
          by: "model",
          evidence: [],
        },
      ],
    });
    await put(scene.house, user, "emotions", [
      { id: "e1", message_id: "a", at: 1000, emotion: "joy" },
      { id: "e2", message_id: "b", at: 1001, emotion: "joy" },
    ]);
    await erase(scene.house, user, { message_ids: ["a", "c"] });
    const facts = await scene.json<Facts>(user, "facts.json");
    expect(
      facts.map(({ id, evidence, superseded_by }) => [id, evidence.length, superseded_by ?? null]),
    ).toEqual([
      ["f1", 1, null],
      ["f3", 1, null],
    ]);
    const graph = await scene.json<Graph>(user, "graph.json");
    expect(graph.entities.map(({ id, message_ids }) => [id, message_ids])).toEqual([["entity_1", ["b"]]]);
    expect(graph.relations).toEqual([]);
    expect((await scene.json<Emotions>(user, "emotions.json")).map(({ id }) => id)).toEqual(["e2"]);
  });

  it("of knowledge and the character's own words lose the lines and sentences alone", async () => {
    await putFile(scene, user, "knowledge/家.md", `第一行\n地址是${secret}\n第三行\n`);
    await putFile(scene, user, "knowledge/only.txt", secret);
    const { content: _before, ...soul } = await scene.json<Record<string, unknown>>(user, "self_soul.json");
    await putFile(scene, user, "self_soul.json", {
      ...soul,
      content: `我喜欢散步。我记得${secret}。我话不多。`,
      history: [{ content: `旧的。${secret}！`, updated_at: 5 }],
    });
    const receipt = await erase(scene.house, user, { query: secret });
    expect(await readFile(scene.path(user, "knowledge/家.md"), "utf8")).toBe("第一行\n第三行\n");
    expect(receipt.files).toEqual(
      expect.arrayContaining(["knowledge/only.txt", "knowledge/家.md", "self_soul.json"]),
    );
    expect(await scene.json(user, "self_soul.json")).toMatchObject({
      content: "我喜欢散步。我话不多。",
      history: [{ content: "旧的。" }],
    });
    expect(await found(secret)).toEqual([]);
  });

  it("of the account's projection go from it and from the other companions' contexts", async () => {
    const other = await scene.house.create({ name: "阿树" });
    const [account] = await readdir(`${scene.house.folder}/accounts`);
    const file = `${scene.house.folder}/accounts/${account}/facts.json`;
    const known = (id: string, key: string, statement: string) => [
      { id, category: "personal_info", key, value: statement, statement, scope: "shared" },
    ];
    const facts = (whose: string) => `/api/memory/${whose}/facts`;
    await scene.house.api("PUT", facts(user), known("f1", "home", `住在${secret}`));
    await scene.house.api("PUT", facts(other), known("f2", "shop", `面馆开在${secret}`));
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject([{ id: "f1" }, { id: "f2" }]);
    await scene.house.chat(other, "在吗");
    const cached = async () => (await found(`住在${secret}`)).filter((name) => name.includes("/.cache/"));
    expect(await cached()).toEqual([`ai_users/${other}/.cache/prefix.json`]);
    const { left } = await erase(scene.house, user, { query: secret });
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject([{ id: "f2" }]);
    expect(left).toContainEqual(expect.objectContaining({ kind: "shared_fact", ids: ["f2"] }));
    expect(await cached()).toEqual([]);
    await erase(scene.house, other, { query: secret });
    expect(await found(secret)).toEqual([]);
  });

  describe.each([
    ["花生酱", "allergy", "对花生酱过敏", "甲"],
    ["peanut butter", "allergy", "allergic to peanut butter", "Joan"],
    ["柳叶巷", "location", "住在柳叶巷", "乙"],
  ])("that the account kept of a companion that was removed (%s)", (word, key, statement, name) => {
    const files = async () => {
      const [account] = await readdir(`${scene.house.folder}/accounts`);
      return readFile(`${scene.house.folder}/accounts/${account}/facts.json`, "utf8");
    };
    const leave = async () => {
      const gone = await scene.house.create({ name });
      const fact = { id: "g1", category: "health", key, value: word, statement, scope: "shared" };
      const kept = { ...fact, id: "g2", key: "city", value: "杭州", statement: "住在杭州" };
      await scene.house.api("PUT", `/api/memory/${gone}/facts`, [fact, kept]);
      await scene.house.api("DELETE", `/api/ai-users/${gone}?forever=true`);
      await scene.house.chat(user, "在吗");
      expect(await files()).toContain(word);
    };

    it.each(["its id", "its words"])("go by %s, and only these", async (way) => {
      await leave();
      const wish = way === "its id" ? { entry_ids: ["g1"] } : { query: word };
      const { matches } = await preview(scene.house, user, wish);
      expect(matches.filter(({ document }) => document === "shared_facts").map(({ id }) => id)).toEqual([
        "g1",
      ]);
      const receipt = await erase(scene.house, user, wish);
      expect(receipt.left.filter(({ kind }) => kind === "shared_fact")).toEqual([]);
      expect(receipt.files.some((file) => file.startsWith("accounts/"))).toBe(true);
      expect(await found(word)).toEqual([]);
      expect(await files()).toContain("住在杭州");
      await erase(scene.house, user, { entry_ids: ["g2"] });
    });
  });

  it("of another companion stay when they are named here, and the receipt says so", async () => {
    const other = await scene.house.create({ name: "阿树" });
    const fact = { id: "h1", category: "health", key: "allergy", value: secret, statement: secret };
    await scene.house.api("PUT", `/api/memory/${other}/facts`, [{ ...fact, scope: "shared" }]);
    const { left } = await erase(scene.house, user, { entry_ids: ["h1"] });
    expect(left).toContainEqual(expect.objectContaining({ kind: "shared_fact", ids: ["h1"] }));
    await erase(scene.house, other, { query: secret });
  });
});

describe("what an erasure does not reach", () => {
  it("is named: the soul, another companion's talk, a broken file, a file of the owner's, backups and exports", async () => {
    const other = await scene.house.create({ name: "阿树" });
    await scene.house.chat(other, `我住${secret}`);
    await scene.house.api("PUT", `/api/ai-users/${user}`, { base_soul: `你也住在${secret}` });
    await putFile(scene, user, "notes.txt", `自己的笔记 ${secret}`);
    await putFile(scene, user, "lore.json", `[{"id": "x", "keywords": ["${secret}"`);
    await until("the fault", async () =>
      JSON.stringify((await scene.house.api("GET", `/api/memory/${user}/files`)).body).includes(
        '"valid":false',
      ),
    );
    const { left } = await erase(scene.house, user, { query: secret });
    expect(left.map(({ kind, where }) => [kind, where])).toEqual(
      expect.arrayContaining([
        ["config", "config.json"],
        ["companion", other],
        ["damaged", "lore.json"],
        ["file", "notes.txt"],
        ["backups", "backups"],
        ["exports", "exports"],
      ]),
    );
    expect(await readFile(scene.path(user, "lore.json"), "utf8")).toContain(secret);
    expect(await readFile(scene.path(other, "conversation.json"), "utf8")).toContain(secret);
  });
});

describe("a wish that is none", () => {
  it("is 422 and erases nothing: no selector, one character, a span upside down, unknown types", async () => {
    await chat("天天向上");
    for (const wish of [
      {},
      { query: "天" },
      { query: " 天 " },
      { query: "天\u200b" },
      { from: 9, to: 3 },
      { query: 5 },
      { message_ids: "x" },
      { message_ids: [] },
    ])
      expect(
        (await scene.house.api("POST", `/api/memory/${user}/erase`, { ...wish, preview: false })).status,
      ).toBe(422);
    expect(await scene.said(user)).toHaveLength(2);
  });

  it("without `preview: false` only shows", async () => {
    await chat("天天向上");
    const { status, body } = await scene.house.api<{ matches: unknown[] }>(
      "POST",
      `/api/memory/${user}/erase`,
      { query: "天天" },
    );
    expect([status, body.matches.length]).toEqual([200, 1]);
    expect(await scene.said(user)).toHaveLength(2);
  });

  it("that finds nothing gives an honest receipt and writes no change line", async () => {
    await chat("你好");
    const receipt = await erase(scene.house, user, { query: "没有人说过的话" });
    expect(receipt.files.filter((name) => name !== "erased.json")).toEqual([]);
    await settled();
    expect(
      (await scene.house.api<{ changes: unknown[] }>("GET", `/api/memory/${user}/changes`)).body.changes,
    ).toEqual([]);
  });

  it("naming the house's own words takes no entry with it", async () => {
    await chat("今天很开心");
    await put(scene.house, user, "facts", [
      { id: "f1", category: "habit", key: "run", value: "每天", statement: "每天跑步" },
    ]);
    await erase(scene.house, user, { query: "assistant" });
    await erase(scene.house, user, { query: "habit" });
    expect(await scene.said(user)).toHaveLength(2);
    expect(await scene.json<Facts>(user, "facts.json")).toHaveLength(1);
  });
});

describe("an erasure that a stop tore off", () => {
  it("is ended before the first word after the start is answered", async () => {
    await scene.house.chat(user, `我住${secret}`, { message_id: "m1" });
    const { topic_id } = await scene.read(user, "short_term");
    await scene.house.close();
    const job = { id: "j", at: 1, step: "erase", message_ids: ["m1"], topic_ids: [topic_id] };
    await putFile(scene, user, "erased.json", { message_ids: ["m1"], entry_ids: [], topic_ids: [], job });
    scene.house = await startHouse({ folder: scene.house.folder, clock: "2026-03-30T20:00:00+08:00" });
    await chat("在吗");
    expect(textOf(scene.upstream.of("chat").at(-1)?.body)).not.toContain(secret);
    expect(await scene.said(user)).toEqual(["嗯嗯，我在听", "在吗", "嗯嗯，我在听"]);
  });
});
