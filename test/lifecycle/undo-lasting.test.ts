// What the undo of a topic or a span took back stays away, and comes back when the undo is undone (invariant 3; D8 of the audit).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Facts } from "../../src/schema/fact.ts";
import { openScene, type Scene, summaryAnswer } from "./scene.ts";

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

const operation = (key: string, value: string, quote: string, category = "personal_info") => ({
  op: "ADD",
  category,
  key,
  value,
  statement: quote,
  confidence: 1,
  source: "explicit_statement",
  quote,
});
const undo = async (span: Record<string, unknown>) => {
  const { status, body } = await scene.house.api<{ undone: string[] }>(
    "POST",
    `/api/memory/${user}/changes/undo`,
    span,
  );
  expect(status).toBe(200);
  return body.undone;
};
const live = async () =>
  (await scene.json<Facts>(user, "facts.json"))
    .filter(({ status, is_deleted }) => status === "live" && !is_deleted)
    .map(({ value }) => value);
/** Hours in which the background does all that is due. */
const later = async () => {
  for (let hour = 0; hour < 3; hour += 1) await scene.advance(3_600);
};
const talk = async (line: string, key: string, value: string, category?: string) => {
  const answer = summaryAnswer(`说到${value}。`, { operations: [operation(key, value, line, category)] });
  scene.upstream.fallback("short_to_mid", answer);
  await scene.house.chat(user, line);
  const { topic_id } = await scene.read(user, "short_term");
  await scene.house.api("POST", `/api/memory/${user}/compress`);
  return topic_id;
};

describe.each([
  ["我住在青岛", "location", "青岛", undefined],
  ["我对芒果过敏", "allergy", "芒果", "health"],
  ["I live in Leeds", "location", "Leeds", undefined],
])("undone, what was made of 「%s」", (line, key, value, category) => {
  it("as a topic stays away", async () => {
    const topic_id = await talk(line, key, value, category);
    expect(await live()).toEqual([value]);
    expect((await undo({ topic_id })).length).toBeGreaterThan(0);
    await later();
    expect([await live(), await scene.read(user, "mid_term")]).toEqual([[], []]);
    expect(await scene.said(user)).toContain(line);
  });

  it("as a span stays away, also after the next talk", async () => {
    const from = await scene.now();
    await talk(line, key, value, category);
    await undo({ from });
    await scene.advance(60);
    scene.upstream.fallback("short_to_mid", summaryAnswer("说到天气。"));
    await scene.house.chat(user, "今天风大");
    await later();
    expect(await live()).toEqual([]);
    expect((await scene.read(user, "mid_term")).map(({ summary }) => summary)).toEqual(["说到天气。"]);
  });
});

describe("the undo of a topic", () => {
  it("leaves what was made of another topic, and what is said afterwards is kept as ever", async () => {
    const first = await talk("我住在青岛", "location", "青岛");
    await scene.advance(60);
    await talk("我养了一只狗叫阿福", "pet_name", "阿福");
    await undo({ topic_id: first });
    await scene.advance(60);
    await talk("I'm a nurse", "occupation", "nurse");
    await later();
    expect((await live()).sort()).toEqual(["nurse", "阿福"]);
  });

  it("undone itself brings summary and facts back, and they stay", async () => {
    const topic_id = await talk("我住在青岛", "location", "青岛");
    await undo({ topic_id });
    type Lines = { changes: { id: string; undoes?: string }[] };
    const { body } = await scene.house.api<Lines>("GET", `/api/memory/${user}/changes`);
    const undos = body.changes.filter(({ undoes }) => undoes !== undefined);
    for (const { id } of undos) await scene.house.api("POST", `/api/memory/${user}/changes/${id}/undo`);
    await later();
    expect(await live()).toEqual(["青岛"]);
    expect(await scene.read(user, "mid_term")).toHaveLength(1);
    expect((await scene.json<{ topic_ids: string[] }>(user, "erased.json")).topic_ids).toEqual([]);
  });

  it("that waits for its summary takes that summary away too", async () => {
    scene.upstream.fallback("short_to_mid", { text: "" });
    await scene.house.chat(user, "记住，我对虾过敏");
    const { topic_id } = await scene.read(user, "short_term");
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    expect((await scene.read(user, "short_term")).pending).toHaveLength(1);
    await undo({ topic_id });
    scene.upstream.fallback(
      "short_to_mid",
      summaryAnswer("对虾过敏。", { operations: [operation("allergy", "虾", "我对虾过敏", "health")] }),
    );
    await later();
    expect([await live(), await scene.read(user, "mid_term")]).toEqual([[], []]);
  });

  it("of an unknown topic marks nothing", async () => {
    await talk("我住在青岛", "location", "青岛");
    expect(await undo({ topic_id: "nobody" })).toEqual([]);
    await later();
    expect(await live()).toEqual(["青岛"]);
  });

  it("that is still open keeps its later summary", async () => {
    await scene.house.chat(user, "记住，我对虾过敏");
    const { topic_id } = await scene.read(user, "short_term");
    await undo({ topic_id });
    scene.upstream.fallback("short_to_mid", summaryAnswer("说到晚饭。"));
    await scene.house.chat(user, "今晚吃面");
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    expect((await scene.read(user, "mid_term")).map(({ summary }) => summary)).toEqual(["说到晚饭。"]);
  });
});
