// What `reply-end` and the log tell of a recalled memory is a short piece of it, whole characters, with its ids; the model has more (DESIGN 7).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataOf, openScene, type Scene, textOf } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

/** A companion that was told these words a month ago, and is now asked about them. */
async function asked(content: string, question: string) {
  const user = await scene.house.create();
  scene.upstream.fallback("chat", { text: "记得" });
  const timestamp = Date.parse("2026-02-01T12:00:00+08:00") / 1000;
  await scene.house.api("POST", `/api/ai-users/${user}/import`, {
    format: "messages",
    topics: [{ topic_id: "old", messages: [{ role: "user", content, timestamp, message_id: "told" }] }],
    summarise: "none",
  });
  const events = await scene.house.chat(user, question);
  const told = dataOf(events, "reply-end")[0]?.recalled.find(({ id }) => id === "told");
  const log = await scene.read(user, "conversation");
  const kept = log.flatMap(({ recalled = [] }) => recalled).find(({ id }) => id === "told");
  return { told, kept, request: textOf(scene.upstream.of("chat").at(-1)?.body) };
}
const head = "我在青岛的海边丢过一把蓝色的雨伞，";

describe("a recalled memory", () => {
  it("is told by its first 120 characters where it is longer, with an ellipsis, and the same is kept in the log", async () => {
    const { told, kept, request } = await asked(
      `${head}${"浪很大。".repeat(60)}`,
      "青岛海边丢的蓝色雨伞还记得吗",
    );
    expect([...(told?.text ?? "")]).toHaveLength(120);
    expect(told?.text.endsWith("…")).toBe(true);
    expect(told?.text).toContain("蓝色的雨伞");
    expect(told?.message_ids).toEqual(["told"]);
    expect(kept).toEqual(told);
    expect(request).toContain("浪很大。".repeat(25));
  });

  it("is told whole where it is not", async () => {
    const { told } = await asked(
      `${head}${"浪".repeat(120 - [...head].length)}`,
      "青岛海边丢的蓝色雨伞还记得吗",
    );
    expect(told?.text).toBe(`${head}${"浪".repeat(120 - [...head].length)}`);
  });

  it("is not cut inside a character", async () => {
    const { told } = await asked(`${head}${"🌊".repeat(200)}`, "青岛海边丢的蓝色雨伞还记得吗");
    expect([...(told?.text ?? "")]).toHaveLength(120);
    expect(told?.text).toMatch(/🌊…$/u);
  });
});
