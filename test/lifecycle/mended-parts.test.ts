// The folded half of a long talk follows its messages, and a talk of many parts does not fold at every turn (DESIGN 4, short).
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openScene, type Scene, summaryAnswer, textOf } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create();
});

// Some 1,600 tokens each.
const long = (n: number) =>
  `第${n}段：${"今天在老街拍了很多照片，河边的灯亮起来的时候最好看，回来整理到很晚。".repeat(64)}`;
const say = (content: string) => scene.house.chat(user, content);
const short = () => scene.read(user, "short_term");
const lastRequest = () => textOf(scene.upstream.of("chat").at(-1)?.body);

async function foldedTalk(secret: string): Promise<string[]> {
  scene.upstream.fallback("short_to_mid", summaryAnswer(`老街的照片，还有${secret}`));
  await say(`悄悄说一句，${secret}`);
  for (let n = 0; n < 5; n++) await say(long(n));
  await scene.advance();
  const [part] = (await short()).parts ?? [];
  expect(part?.summary).toContain(secret);
  scene.upstream.fallback("short_to_mid", summaryAnswer("老街的照片"));
  return part?.message_ids ?? [];
}

describe("a part of the open topic", () => {
  it("goes when one of its messages is deleted: nothing of it is sent any more, and the rest folds again", async () => {
    const [first = ""] = await foldedTalk("绿毛水怪");
    await scene.house.api("DELETE", `/api/ai-users/${user}/messages/${first}`);
    expect((await short()).parts).toEqual([]);
    await say("接着说");
    expect(lastRequest()).not.toContain("绿毛水怪");
    await scene.advance();
    const { parts, conversations } = await short();
    expect(parts).toMatchObject([{ n: 1, summary: "老街的照片" }]);
    expect(parts?.[0]?.message_ids[0]).toBe(conversations[0]?.message_id);
  });

  it("goes when one of its messages is edited, and only that part", async () => {
    const ids = await foldedTalk("绿毛水怪");
    for (let n = 5; n < 8; n++) await say(long(n));
    await scene.advance();
    const before = (await short()).parts ?? [];
    expect(before.length).toBeGreaterThan(1);
    await scene.house.api("PUT", `/api/ai-users/${user}/messages/${ids[0]}`, { content: "悄悄说一句，没事" });
    expect((await short()).parts).toEqual(before.slice(1));
    // The gap folds before anything newer does, and the parts stand in the order of the talk again.
    await say(long(8));
    await scene.advance();
    const after = (await short()).parts ?? [];
    expect(after[0]).toMatchObject({ n: 1, message_ids: ids });
    expect(after[1]).toMatchObject({ n: 2, message_ids: before[1]?.message_ids });
    expect(JSON.stringify(after)).not.toContain("绿毛水怪");
  });

  it("waits with its topic where the next talk begins before the summary is made", async () => {
    await foldedTalk("绿毛水怪");
    const { parts, topic_id } = await short();
    scene.upstream.fallback("short_to_mid", { http: { status: 503 } });
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    await say("新的话题");
    expect((await short()).pending).toMatchObject([{ topic_id, parts }]);
    expect((await short()).parts ?? []).toEqual([]);
  });
});

describe("a very long talk", () => {
  it("whose parts alone would fill the budget does not fold again at the next word", async () => {
    for (let n = 0; n < 3; n++) await say(`第${n}句`);
    const { conversations, ...rest } = await short();
    // Thirty parts: in full more than twice the budget, half of it as a request shows them.
    const parts = Array.from({ length: 30 }, (_, n) => ({
      n: n + 1,
      message_ids: [`old-${n}`],
      summary: "长".repeat(700),
      by: "model",
    }));
    await writeFile(scene.path(user, "short_term.json"), JSON.stringify({ ...rest, conversations, parts }));
    await say("再说一句");
    await scene.advance();
    expect((await short()).parts).toHaveLength(30);
  });
});
