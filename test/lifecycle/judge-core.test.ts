// What must never be forgotten: rare, well proven, never twice, and at most two a month of the evidence (A93–A102, R8, R21).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
// What is still due for one test's companion must not take the answers of the next.
afterEach(() => scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`));
beforeEach(async () => {
  scene.upstream.reset();
  user = await scene.house.create();
});

/** One summarised topic of one message in each given month; the message is "<month>". */
async function history(...months: string[]): Promise<void> {
  const topics = months.map((month) => ({
    topic_id: `t-${month}`,
    messages: [
      {
        role: "user",
        content: `${month} 发生了一件大事`,
        timestamp: Date.parse(`${month}-15T12:00:00+08:00`) / 1000,
        message_id: month,
      },
    ],
  }));
  await scene.house.api("POST", `/api/ai-users/${user}/import`, {
    format: "messages",
    topics,
    summarise: "extractive",
  });
}
const candidate = (content: string, importance: number, ...source_message_ids: string[]) => ({
  content,
  category: "promise",
  importance,
  reason: "很重要",
  source_message_ids,
});
/** Extraction and judgement at once; gives the contents in core memory. */
async function judge(...candidates: unknown[]): Promise<string[]> {
  scene.upstream.push("core_memory", { text: JSON.stringify({ core_memories: candidates }) });
  await scene.house.api("POST", `/api/memory/${user}/extract`);
  return contents();
}
const contents = async () => (await scene.read(user, "core_memory")).memories.map(({ content }) => content);

describe("the core judgement", () => {
  it("admits what is proven, with evidence, time, reason and author", async () => {
    await history("2026-02");
    await judge(candidate("答应每年生日都写一封信", 9, "2026-02"));
    const { memories } = await scene.read(user, "core_memory");
    expect(memories).toMatchObject([
      {
        content: "答应每年生日都写一封信",
        category: "promise",
        importance: 9,
        message_ids: ["2026-02"],
        ended_at: Date.parse("2026-02-15T12:00:00+08:00") / 1000,
        by: "model",
      },
    ]);
  });

  it("admits two a month at most, the most important ones, and none below eight", async () => {
    await history("2026-02");
    const admitted = await judge(
      candidate("害怕打雷，小时候被吓过", 8, "2026-02"),
      candidate("梦想是开一家书店", 10, "2026-02"),
      candidate("答应一起去看极光", 9, "2026-02"),
      candidate("喜欢吃面", 7, "2026-02"),
    );
    expect(admitted.sort()).toEqual(["梦想是开一家书店", "答应一起去看极光"].sort());
  });

  it("counts the month of the evidence, not the month of the judgement", async () => {
    await history("2026-01", "2026-02");
    const admitted = await judge(
      candidate("一月的约定：学会游泳", 9, "2026-01"),
      candidate("一月的愿望：养一只猫", 9, "2026-01"),
      candidate("二月的约定：去看极光", 9, "2026-02"),
      candidate("二月的愿望：开一家书店", 9, "2026-02"),
      candidate("二月的第三件：换一份工作", 9, "2026-02"),
    );
    expect(admitted).toHaveLength(4);
    expect(admitted.filter((content) => content.startsWith("二月"))).toHaveLength(2);
  });

  it("refuses what stands there already, in other punctuation too", async () => {
    await history("2026-01");
    await judge(candidate("答应每年生日都写一封信", 9, "2026-01"));
    await history("2026-02");
    expect(await judge(candidate("答应，每年生日都写一封信！", 10, "2026-02"))).toEqual([
      "答应每年生日都写一封信",
    ]);
  });

  it("drops invented message ids, and refuses a candidate that has no other", async () => {
    await history("2026-02");
    await judge(
      candidate("凭空来的大事", 10, "no-such", "other"),
      candidate("有据的大事：考上了研究生", 9, "no-such", "2026-02"),
    );
    const { memories } = await scene.read(user, "core_memory");
    expect(memories.map(({ content, message_ids }) => [content, message_ids])).toEqual([
      ["有据的大事：考上了研究生", ["2026-02"]],
    ]);
  });

  it("does not count what the owner wrote against the month, and never changes it", async () => {
    await history("2026-02");
    const core = await scene.read(user, "core_memory");
    const february = Date.parse("2026-02-10T12:00:00+08:00") / 1000;
    const own = ["别提前任", "怕黑", "叫她阿沐"].map((content) => ({
      content,
      importance: 9,
      ended_at: february,
      started_at: february,
    }));
    await scene.house.api("PUT", `/api/memory/${user}/core_memory?confirm=true`, { ...core, memories: own });
    expect(await judge(candidate("答应一起去看极光", 9, "2026-02"))).toEqual([
      "别提前任",
      "怕黑",
      "叫她阿沐",
      "答应一起去看极光",
    ]);
  });

  it("mostly has nothing to say, and then writes nothing", async () => {
    await history("2026-02");
    expect(await judge()).toEqual([]);
    const { body } = await scene.house.api<{ changes: { cause: string; edits: { document: string }[] }[] }>(
      "GET",
      `/api/memory/${user}/changes`,
    );
    // Trust is worked out by itself and stands in the same document.
    const judged = body.changes.filter(({ cause }) => cause !== "bond");
    expect(JSON.stringify(judged.map(({ edits }) => edits.map(({ document }) => document)))).not.toContain(
      "core_memory",
    );
  });
});

describe("a judgement that fails", () => {
  it("leaves its topics waiting, and the upkeep asks again until it is answered", async () => {
    await history("2026-02");
    scene.upstream.push("core_memory", { http: { status: 401 } });
    await scene.house.api("POST", `/api/memory/${user}/extract`);
    type Steps = { steps: { judge_core: { attempts: number; topics: string[] } } };
    const waiting = (await scene.json<Steps>(user, "heartbeat.json")).steps.judge_core;
    expect(waiting).toMatchObject({ attempts: 1, topics: ["t-2026-02"] });
    scene.upstream.push("core_memory", {
      text: JSON.stringify({ core_memories: [candidate("答应一起去看极光", 9, "2026-02")] }),
    });
    await scene.advance(90);
    expect(await contents()).toEqual(["答应一起去看极光"]);
    expect((await scene.json<Steps>(user, "heartbeat.json")).steps.judge_core).toMatchObject({
      attempts: 0,
      topics: [],
    });
  });

  it("of answers that fit no shape admits nothing", async () => {
    await history("2026-02");
    for (const text of ["[]", '{"core_memories": "无"}', '{"core_memories":[{"importance":10}]}', "没有"]) {
      scene.upstream.push("core_memory", { text }, { text });
      await scene.house.api("POST", `/api/memory/${user}/extract`);
      await scene.advance(600);
    }
    expect((await contents()).filter((content) => content.trim() === "")).toEqual([]);
  });
});
