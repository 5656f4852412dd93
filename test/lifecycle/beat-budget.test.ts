// A month whose budget is used up: companions do not write first, unless its owner says for this month that they shall.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;
const hour = 3_600;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
afterEach(() => scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`));
beforeEach(async () => {
  await scene.house.api("POST", "/test/clock", { set: Date.parse("2026-03-10T20:00:00+08:00") / 1000 });
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create({ pacing: "instant", heartbeat: { enabled: true } });
  await setNear();
  await scene.house.chat(user, "在忙什么呢");
  scene.upstream.push("chat", { text: "忽然想到你" });
});

/** A level at which the companion writes after a day of silence. */
async function setNear(): Promise<void> {
  const path = `/api/memory/${user}/files/core_memory.json`;
  const core = JSON.parse((await scene.house.api<{ content: string }>("GET", path)).body.content);
  Object.assign(core.relationship, { level: "关系较好", heartbeat_hours: 24, since: await scene.now() });
  const put = await scene.house.api("PUT", `/api/memory/${user}/core_memory?confirm=true`, core);
  expect(put.status).toBe(200);
}

const account = (fields: object) => scene.house.api("PUT", "/api/auth/user", fields);
const beats = async () => (await scene.read(user, "conversation")).filter((one: Message) => one.beat);

describe("a budget that is used up", () => {
  it("keeps companions from writing first, and what is said is answered all the same", async () => {
    await account({ monthly_budget: 0, budget_choice: null });
    await scene.advance(30 * hour);
    expect(await beats()).toEqual([]);
    const before = (await scene.read(user, "conversation")).length;
    await scene.house.chat(user, "还在吗");
    expect((await scene.read(user, "conversation")).length).toBeGreaterThan(before + 1);
  });

  it("lets them write in the month for which their owner says so", async () => {
    await account({ monthly_budget: 0, budget_choice: { month: "2026-03", choice: "go_on" } });
    await scene.advance(30 * hour);
    expect((await beats()).length).toBeGreaterThan(0);
  });

  it.each([
    { month: "2026-02", choice: "go_on" },
    { month: "2026-03", choice: "hold" },
  ])("holds them back where the choice is another month's, or to wait: %j", async (budget_choice) => {
    await account({ monthly_budget: 0, budget_choice });
    await scene.advance(30 * hour);
    expect(await beats()).toEqual([]);
  });
});
