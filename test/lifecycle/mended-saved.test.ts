// The memory behind somebody's own bot: its talk ends like any other, and its marks are stored nowhere (R16, R17, A48).
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import { dataOf, follow, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  user = await scene.house.create();
});

const save = (content: string, role: "user" | "assistant", message_id?: string) =>
  scene.house.api<{ message: Message }>("POST", `/api/ai-users/${user}/save-message`, {
    content,
    role,
    message_id,
  });
const short = () => scene.read(user, "short_term");
const summaries = async () => {
  await scene.advance();
  return (await scene.read(user, "mid_term")).map(({ message_count }) => message_count);
};

describe("a saved talk", () => {
  it("ends with the reply to a goodbye, and the windows are told", async () => {
    const window = follow(scene.house);
    await window.opened;
    await save("周六去看展", "user");
    await save("好呀", "assistant");
    await save("那我睡了，晚安", "user");
    expect((await short()).pending).toEqual([]);
    await save("晚安，好梦", "assistant");
    await expect.poll(() => dataOf(window.about(user), "topic-end").length).toBe(1);
    expect(dataOf(window.about(user), "topic-end")).toMatchObject([{ trigger: "farewell" }]);
    await window.stop();
    expect(await summaries()).toEqual([4]);
    await save("早呀", "user");
    expect((await short()).conversations.map(({ content }) => content)).toEqual(["早呀"]);
  });

  it("whose goodbye nobody answers ends by silence", async () => {
    await save("周六去看展", "user");
    await save("拜拜", "user");
    expect(await summaries()).toEqual([]);
    await scene.advance(31 * 60);
    expect(await summaries()).toEqual([2]);
  });

  it("ends by the mark at the end of a reply, and the mark is nowhere", async () => {
    await save("周六十点美术馆门口", "user");
    const { body } = await save("好，那就这么定了[TOPIC_ENDED]", "assistant");
    expect(body.message.content).toBe("好，那就这么定了");
    expect(await summaries()).toEqual([2]);
    for (const name of ["conversation.json", "short_term.json", "mid_term.json"])
      expect(await readFile(scene.path(user, name), "utf8")).not.toContain("TOPIC_ENDED");
  });

  it("does not end by a mark in the middle, by a goodbye of the companion's own, or by a quoted one", async () => {
    await save("你听过《晚安》这首歌吗", "user");
    await save("[topic_ended] 听过呀，HEARTBEAT_OK 你呢？", "assistant");
    await save("听过", "user");
    await save("晚安这首歌最好听，拜拜", "assistant");
    expect((await short()).pending).toEqual([]);
    expect((await short()).conversations[1]?.content).toBe("听过呀， 你呢？");
  });

  it("does not end under a cry for help, whatever is said", async () => {
    await save("我不想活了，晚安", "user");
    await save("我在，别走。[TOPIC_ENDED]", "assistant");
    expect((await short()).pending).toEqual([]);
  });

  it("takes what the person writes as it is, and refuses a reply that is nothing but a mark", async () => {
    await save("[TOPIC_ENDED] 是什么意思？", "user");
    expect((await short()).conversations[0]?.content).toBe("[TOPIC_ENDED] 是什么意思？");
    for (const mark of ["HEARTBEAT_OK", "[TOPIC_ENDED]"])
      expect((await save(mark, "assistant")).status).toBe(422);
    expect((await short()).conversations).toHaveLength(1);
  });

  it("answers the same reply under the same id once more, mark or not", async () => {
    await save("在吗", "user");
    const first = await save("在的[TOPIC_ENDED]", "assistant", "b-1");
    const again = await save("在的[TOPIC_ENDED]", "assistant", "b-1");
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await save("不在", "assistant", "b-1")).status).toBe(409);
    expect(await scene.said(user)).toEqual(["在吗", "在的"]);
  });
});
