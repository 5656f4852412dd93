// What a preview shows, what a talk that lost words may not bring back, and shared facts of a companion in the trash (DESIGN 3, 7).

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Facts, SharedFacts } from "../../src/schema/fact.ts";
import { openScene, type Scene, summaryAnswer } from "./scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
});

type Match = { document: string; id: string; text: string };
type Left = { kind: string; where: string; message: string };
const erase = async (user: string, wish: Record<string, unknown>, preview = false) => {
  const { body } = await scene.house.api<{ matches?: Match[]; receipt?: { left: Left[] }; left?: Left[] }>(
    "POST",
    `/api/memory/${user}/erase`,
    { ...wish, preview },
  );
  return body;
};
const shared = async (): Promise<SharedFacts> =>
  JSON.parse(await readFile(join(scene.house.folder, "accounts/owner/facts.json"), "utf8"));

describe("a preview", () => {
  it.each([
    ["zh", "记住我对花生过敏", "花生", "对花生过敏"],
    ["en", "Remember that I'm allergic to peanuts", "peanuts", "allergic to peanuts"],
  ])("shows what a fact says, not its key (%s)", async (language, said, query, statement) => {
    const user = await scene.house.create({ language });
    await scene.house.chat(user, said);
    const { matches = [] } = await erase(user, { query }, true);
    const told = matches.filter(({ document }) => ["facts", "shared_facts", "changes"].includes(document));
    expect(told.map(({ document, text }) => [document, text])).toEqual([
      ["facts", statement],
      ["shared_facts", statement],
      ["changes", statement],
    ]);
  });

  it("shows what a fact says that is meant by its id alone", async () => {
    const user = await scene.house.create();
    await scene.house.chat(user, "记住我车停在B2");
    const [fact] = await scene.json<Facts>(user, "facts.json");
    const { matches = [] } = await erase(user, { entry_ids: [fact?.id] }, true);
    expect(matches.map(({ text }) => text)).toEqual([fact?.statement]);
  });
});

it("a claim that nothing proves any more is not kept where something was erased", async () => {
  const user = await scene.house.create();
  const quote = "我对青霉素过敏";
  const operations = [
    {
      op: "ADD",
      category: "health",
      key: "allergy",
      value: "青霉素",
      statement: "对青霉素过敏",
      confidence: 1,
      quote,
    },
  ];
  // A model that goes on saying what it once read.
  scene.upstream.fallback("short_to_mid", summaryAnswer("聊了聊。", { operations }));
  await scene.house.chat(user, quote);
  await scene.house.chat(user, "今天去跑步了");
  await scene.house.api("POST", `/api/memory/${user}/compress`);
  expect((await scene.json<Facts>(user, "facts.json")).map(({ status }) => status)).toEqual(["live"]);
  await erase(user, { query: "青霉素" });
  for (let hour = 0; hour < 3; hour += 1) await scene.advance(3_600);
  expect(await scene.read(user, "mid_term")).toHaveLength(1);
  expect(await scene.json<Facts>(user, "facts.json")).toEqual([]);
});

describe("the shared facts of a companion in the trash", () => {
  const begin = async () => {
    const [first, second] = [
      await scene.house.create({ name: "甲" }),
      await scene.house.create({ name: "乙" }),
    ];
    await scene.house.chat(first, "记住我的血型是AB型");
    return [first, second] as const;
  };
  const rows = async () =>
    (await shared()).filter(({ key }) => key === "blood_type").map(({ origin }) => origin);

  it("are the owner's own, and its own again when it comes back", async () => {
    const [first] = await begin();
    expect(await rows()).toEqual([first]);
    await scene.house.api("DELETE", `/api/ai-users/${first}`);
    expect(await rows()).toEqual(["owner"]);
    await scene.house.api("POST", `/api/ai-users/${first}/restore`);
    expect(await rows()).toEqual([first]);
    await scene.house.api("DELETE", `/api/ai-users/${first}?forever=true`);
    expect(await rows()).toEqual(["owner"]);
    const row = (await shared()).find(({ key }) => key === "blood_type");
    await erase(await scene.house.create(), { entry_ids: [row?.id] });
    expect(await rows()).toEqual([]);
  });

  it("can be erased through another companion, and the receipt names the one in the trash", async () => {
    const [first, second] = await begin();
    await scene.house.api("DELETE", `/api/ai-users/${first}`);
    const { receipt } = await erase(second, { query: "AB型" });
    expect(await rows()).toEqual([]);
    expect(receipt?.left.filter(({ kind }) => kind === "companion")).toEqual([
      { kind: "companion", where: first, message: expect.stringContaining("回收站") },
    ]);
    await scene.house.api("DELETE", `/api/ai-users/${first}?forever=true`);
    const again = await erase(second, { query: "AB型" });
    expect(again.receipt?.left.some(({ kind }) => kind === "companion")).toBe(false);
  });
});
