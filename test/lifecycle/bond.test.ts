// Trust and stage as they are computed in idle hours and shown (A136–A140, R25, R26, R31, R39).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Relationship } from "../../src/schema/relationship.ts";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene({ offline: true });
});
afterAll(() => scene.close());
beforeEach(async () => {
  user = await scene.house.create();
});

const day = 86_400;
const bond = async (): Promise<Relationship> => (await scene.read(user, "core_memory")).relationship;

/** So many days of talk, the last one yesterday. */
async function talkedFor(days: number, says: (n: number) => string[]): Promise<void> {
  await bringIn(days, says);
  await scene.advance(3_600);
}

/** The same, and no hour goes by. */
async function bringIn(days: number, says: (n: number) => string[]): Promise<string> {
  const now = await scene.now();
  const topics = Array.from({ length: days }, (_, n) => {
    const at = now - (days - n) * day;
    return {
      topic_id: `d-${n}`,
      messages: says(n).flatMap((content, k) => [
        { role: "user", content, timestamp: at + k * 60, message_id: `m-${n}-${k}` },
        { role: "assistant", content: "嗯嗯", timestamp: at + k * 60 + 5, message_id: `r-${n}-${k}` },
      ]),
    };
  });
  await scene.house.api("POST", `/api/ai-users/${user}/import`, {
    format: "messages",
    topics,
    summarise: "extractive",
  });
  const { body } = await scene.house.api<{ imports: { id: string }[] }>(
    "GET",
    `/api/ai-users/${user}/imports`,
  );
  return body.imports[0]?.id ?? "";
}

describe("trust and stage", () => {
  it("start at nothing, and stay there for a companion that nobody talks to", async () => {
    await scene.advance(3 * day);
    expect(await bond()).toMatchObject({ trust: 0, stage: "初期", parts: {} });
  });

  it("grow with imported days too, each part stored beside the sum", async () => {
    const before = await bond();
    await talkedFor(45, (n) => [`第${n}天，散了会儿步`, "晚饭吃的面", "好难过，今天又想家了", "睡了"]);
    const after = await bond();
    expect(Object.keys(after.parts).sort()).toEqual(
      ["consistency", "days", "disclosure", "frequency", "negative", "vulnerability"].sort(),
    );
    expect(after.parts.days).toBeCloseTo(45 / 90, 2);
    expect(after.parts.frequency).toBeCloseTo(0.4, 2);
    expect(after.parts.vulnerability).toBeGreaterThan(0.5);
    expect(after.trust).toBeGreaterThan(0.3);
    expect(after.stage).toBe("熟悉期");
    const { level, heartbeat_hours, since, history } = after;
    expect({ level, heartbeat_hours, since, history }).toEqual({
      level: before.level,
      heartbeat_hours: before.heartbeat_hours,
      since: before.since,
      history: before.history,
    });
  });

  it("are there as soon as a history has come, and are gone when it is taken back", async () => {
    type Shown = { created_at: number; known_since: number };
    const shown = async () => (await scene.house.api<Shown>("GET", `/api/ai-users/${user}`)).body;
    const { created_at } = await shown();
    expect((await shown()).known_since).toBe(created_at);
    const says = (n: number) => [`第${n}天，散了会儿步`, "晚饭吃的面", "好难过，今天又想家了", "睡了"];
    const brought = await bringIn(45, says);
    const near = await bond();
    expect(near.stage).toBe("熟悉期");
    expect(near).toMatchObject({ days: 45, first_at: (await scene.now()) - 45 * day });
    expect((await shown()).known_since).toBe(near.first_at);
    const back = await scene.house.api("POST", `/api/ai-users/${user}/imports/${brought}/undo`);
    expect(back.status).toBe(200);
    expect(await bond()).toMatchObject({ trust: 0, stage: "初期", days: 0 });
    expect(await bond()).not.toHaveProperty("first_at");
    expect((await shown()).known_since).toBe(created_at);
  });

  it("are one undoable line of the system's, and none on a day that moved nothing", async () => {
    await talkedFor(10, (n) => [`第${n}天，散了会儿步`]);
    type Changes = { changes: { id: string; by: string; cause: string }[] };
    const lines = async () => {
      const { body } = await scene.house.api<Changes>("GET", `/api/memory/${user}/changes?limit=200`);
      return body.changes.filter(({ cause }) => cause === "bond");
    };
    expect(await lines()).toMatchObject([{ by: "system" }]);
    await scene.advance(10 * day);
    expect(await lines()).toHaveLength(1);
    const [line] = await lines();
    const undone = await scene.house.api("POST", `/api/memory/${user}/changes/${line?.id}/undo`);
    expect(undone.status).toBe(200);
    expect((await bond()).trust).toBe(0);
  });

  it("are lowered by no absence, be it of two years in which old moods are folded", async () => {
    await talkedFor(20, (n) => [`第${n}天`, "好难过，想哭", "又焦虑又累"]);
    const before = await bond();
    // Weeks of daily looks, a long pause in one step, and looks again.
    await scene.advance(30 * day);
    await scene.house.api("POST", "/test/clock", { set: (await scene.now()) + 460 * day });
    await scene.advance(10 * day);
    const after = await bond();
    expect(after.trust).toBeGreaterThanOrEqual(before.trust);
    expect(after.parts.vulnerability).toBe(before.parts.vulnerability);
    expect(JSON.stringify(await scene.json(user, "emotions.json"))).toContain("emotion_week_");
  }, 30_000);

  it("are lowered by quarrels", async () => {
    await talkedFor(20, (n) => [`第${n}天，散了会儿步`, "晚饭吃的面"]);
    const calm = await bond();
    for (const line of ["滚开，我讨厌你", "你闭嘴"]) await scene.house.chat(user, line);
    await scene.advance(2 * day);
    const after = await bond();
    expect(after.parts.negative).toBeGreaterThan(0);
    expect(after.parts.negative).toBeCloseTo(0.2, 2);
    expect(calm.parts.negative).toBe(0);
  });

  it("reach the instructions of the next topic as the stage", async () => {
    type Sections = { sections: { name: string; entries: { text: string }[] }[] };
    const instructions = async () => {
      const { body } = await scene.house.api<Sections>("GET", `/api/memory/${user}?message=在吗`);
      return JSON.stringify(body.sections.find(({ name }) => name === "instructions"));
    };
    const fresh = await instructions();
    await talkedFor(45, (n) => [`第${n}天，散了会儿步`, "晚饭吃的面", "好难过，今天又想家了", "睡了"]);
    expect((await bond()).stage).toBe("熟悉期");
    expect(await instructions()).not.toBe(fresh);
  });
});
