// The working memory over HTTP (A24): what is being talked of now, and nothing once it is over; and what the door refuses.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { WorkingAnswer } from "../../../src/schema/request-working.ts";
import { openScene, type Scene, summaryAnswer } from "../../lifecycle/scene.ts";

let scene: Scene;
let user: string;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "抱抱你" });
  user = await scene.house.create({ soul: "xiaoyu", greeting: null });
});

const get = async (query = "", who = user) =>
  scene.house.api<z.infer<typeof WorkingAnswer>>("GET", `/api/memory/${who}/working${query}`);

describe("the working memory", () => {
  it("is the open topic, each message a turn, the person's with their mood", async () => {
    await scene.house.chat(user, "我今天好难过，一直在哭");
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(WorkingAnswer.parse(body)).toEqual(body);
    const short = await scene.read(user, "short_term");
    expect(body.session_id).toBe(short.topic_id);
    expect(body.turns.map(({ turn_id }) => turn_id)).toEqual(
      short.conversations.map(({ message_id }) => message_id),
    );
    expect(body.turns).toMatchObject([
      { role: "user", content: "我今天好难过，一直在哭", emotion_analysis: { emotion: "sad" } },
      { role: "assistant", content: "抱抱你", emotion_analysis: null },
    ]);
    expect(body.max_turns).toBe(400);
  });

  it("is given by its newest turns, holds no private talk, and is empty once the topic is a summary", async () => {
    await scene.house.chat(user, "第一句");
    await scene.house.chat(user, "第二句");
    await scene.house.chat(user, "悄悄话", { private: true });
    const newest = await get("?turns=2");
    expect(newest.body.turns.map(({ content }) => content)).toEqual(["第二句", "抱抱你"]);
    expect(JSON.stringify((await get()).body)).not.toContain("悄悄话");
    scene.upstream.push("short_to_mid", summaryAnswer("说了两句话。"));
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    expect((await get()).body.turns).toEqual([]);
  });

  it("is refused for another's companion, one that is not there, and a number that is none", async () => {
    expect((await get("", "nobody")).status).toBe(404);
    expect((await get("?turns=0")).status).toBe(422);
    expect((await get("?turns=x")).status).toBe(422);
  });
});
