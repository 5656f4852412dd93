// What the person puts right is right in the very next request, wherever it stood wrongly (part 2, items 5 and f; D10 of the audit).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lastOf, openScene, type Scene, summaryAnswer, textOf } from "./scene.ts";

let scene: Scene;
let user: string;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
});

const systemOf = () => scene.upstream.of("chat").at(-1)?.body.messages[0]?.content ?? "";
const asked = () => scene.upstream.of("chat").at(-1)?.body;

type Told = { language: "zh" | "en"; line: string; key: string; value: string; summary: string };
/** A talk in which the value was said, with its summary, its long entry and its fact. */
async function tell({ language, line, key, value, summary }: Told): Promise<void> {
  user = await scene.house.create({ language, reads_shared_facts: false, greeting: null });
  await scene.house.chat(user, line);
  const fact = { op: "ADD", category: "personal_info", key, value, statement: line, confidence: 1 };
  const operations = [{ ...fact, source: "explicit_statement", quote: line }];
  scene.upstream.push("short_to_mid", summaryAnswer(summary, { operations }));
  await scene.house.api("POST", `/api/memory/${user}/compress`);
  const entry = { title: summary, key_points: [summary], detail_content: `${summary} ${summary}` };
  scene.upstream.push("mid_to_long", { text: JSON.stringify({ entries: [entry] }) });
  await scene.house.api("POST", `/api/memory/${user}/extract`);
  await scene.advance(60);
}

const zh = {
  language: "zh",
  line: "我叫李明",
  key: "name",
  value: "李明",
  summary: "对方叫李明，喜欢下棋。",
} as const;
const en = {
  language: "en",
  line: "My name is Jon Archer",
  key: "name",
  value: "Jon Archer",
  summary: "Jon Archer plays chess on Sundays.",
} as const;
const homeZh = {
  language: "zh",
  line: "我住在上海",
  key: "location",
  value: "上海",
  summary: "对方住在上海，周末去看展。",
} as const;
const homeEn = {
  language: "en",
  line: "I live in Leeds",
  key: "location",
  value: "Leeds",
  summary: "They live in Leeds and like the river.",
} as const;

describe("a wrong name that is put right", () => {
  it.each([
    [zh, "我不叫李明，我叫李铭", "李铭", "我平时下什么棋来着"],
    [en, "I'm not Jon Archer, I'm John Ashdown", "John Ashdown", "What do I play on Sundays again?"],
  ])(
    "in the middle of a talk is wrong nowhere in the next request: $1",
    async (told, correction, right, next) => {
      await tell(told);
      await scene.house.chat(user, told.language === "zh" ? "今天风好大" : "What a windy day");
      expect(systemOf()).toContain(told.value);
      await scene.house.chat(user, correction);
      await scene.house.chat(user, next);
      expect(systemOf()).not.toContain(told.value);
      expect(lastOf(asked())).not.toContain(told.value);
      expect(systemOf()).toContain(right);
      expect(await scene.said(user)).toContain(told.line);
    },
  );

  it.each([
    ["zh", "我叫李明", "我不叫李明，我叫李铭", "李明", "今天风好大"],
    ["en", "My name is Jon Archer", "I'm not Jon Archer, I'm John Ashdown", "Jon Archer", "What a windy day"],
  ] as const)(
    "which no fact had held is right at the end of the last talk too: $2",
    async (language, line, correction, wrong, next) => {
      user = await scene.house.create({ language, reads_shared_facts: false, greeting: null });
      await scene.house.chat(user, line);
      await scene.house.api("POST", `/api/memory/${user}/compress`);
      await scene.house.api("PUT", `/api/memory/${user}/facts?confirm=true`, []);
      await scene.advance(60);
      await scene.house.chat(user, correction);
      await scene.house.chat(user, next);
      expect(systemOf()).not.toContain(wrong);
    },
  );

  it("in the folded half of the talk that goes on is right too", async () => {
    await tell(zh);
    for (const line of ["今天风好大", "我去江边走了走", "看见一只白鹭"]) await scene.house.chat(user, line);
    const short = await scene.read(user, "short_term");
    const message_ids = short.conversations.slice(0, 2).map(({ message_id }) => message_id);
    const parts = [{ n: 1, message_ids, summary: "李明说今天风大。", by: "model" }];
    const put = await scene.house.api("PUT", `/api/memory/${user}/short_term?confirm=true`, {
      ...short,
      parts,
    });
    expect(put.status).toBe(200);
    await scene.house.chat(user, "有点冷");
    expect(systemOf()).toContain("李明说今天风大。");
    await scene.house.chat(user, "我不叫李明，我叫李铭");
    await scene.house.chat(user, "回家了");
    expect(systemOf()).toContain("李铭说今天风大。");
    expect(systemOf()).not.toContain("李明");
  });

  it("by the page is right in the next request, and wrong again once that is undone", async () => {
    await tell(zh);
    await scene.house.chat(user, "今天风好大");
    const [fact] = await scene.json<{ id: string }[]>(user, "facts.json");
    const { body } = await scene.house.api<{ change_id: string }>(
      "PUT",
      `/api/memory/${user}/facts/${fact?.id}`,
      { value: "李铭" },
    );
    await scene.house.chat(user, "在吗");
    expect(textOf(asked())).not.toContain("李明");
    await scene.house.api("POST", `/api/memory/${user}/changes/${body.change_id}/undo`);
    await scene.house.chat(user, "还在吗");
    expect(systemOf()).toContain("李明");
    expect(systemOf()).not.toContain("李铭");
  });
});

describe("another wrong value that is put right", () => {
  it.each([
    [homeZh, "我不是住上海，是住苏州", "苏州", "后来更正"],
    [homeEn, "I don't live in Leeds, I live in York", "York", "corrected since"],
  ])("stands in no remembered line without its correction: $1", async (told, correction, right, mark) => {
    await tell(told);
    await scene.house.chat(user, correction);
    await scene.house.chat(
      user,
      told.language === "zh" ? "上次我们聊了什么" : "What did we talk about last time?",
    );
    const lines = [...systemOf().split("\n"), ...lastOf(asked()).split("\n")];
    const wrong = lines.filter((line) => line.includes(told.value));
    expect(wrong.length).toBeGreaterThan(0);
    for (const line of wrong) expect(line.includes(right) || line.includes(mark), line).toBe(true);
  });
});

describe("what changed and was never wrong", () => {
  it.each([
    [homeZh, "我搬到苏州了", "对方住在上海，周末去看展。"],
    [homeEn, "I moved to York", "They live in Leeds and like the river."],
  ])("keeps its summary as it is: $1", async (told, line, summary) => {
    await tell(told);
    await scene.house.chat(user, line);
    await scene.house.chat(user, told.language === "zh" ? "今天风好大" : "What a windy day");
    expect(systemOf()).toContain(summary);
    expect(textOf(asked())).not.toMatch(/更正|corrected/);
  });
});
