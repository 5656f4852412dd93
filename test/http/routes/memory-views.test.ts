// Profile, moods, graph and pins over HTTP (DESIGN 7, A199, A217, A238, A239).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { EmotionsAnswer, ProfileAnswer } from "../../../src/schema/request-facts.ts";
import { openScene, type Scene, summaryAnswer } from "../../lifecycle/scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "好呀" });
  user = await scene.house.create();
});

const call = <T>(method: string, path: string, body?: unknown, who = user) =>
  scene.house.api<T>(method, `/api/memory/${who}${path}`, body);
type Written = { fact: { id: string }; change_id: string };
type Emotions = z.infer<typeof EmotionsAnswer>;

/** Dated talk in many topics. */
async function history(days: readonly { at: number; says: string[] }[], summarise = "extractive") {
  const topics = days.map(({ at, says }, n) => ({
    topic_id: `t-${n}-${at}`,
    messages: says.flatMap((content, k) => [
      { role: "user", content, timestamp: at + k * 60, message_id: `m-${n}-${k}` },
      { role: "assistant", content: "嗯嗯", timestamp: at + k * 60 + 5, message_id: `r-${n}-${k}` },
    ]),
  }));
  await scene.house.api("POST", `/api/ai-users/${user}/import`, { format: "messages", topics, summarise });
}

describe("the profile", () => {
  it("has a line for each live fact with what proves it, in the reader's language", async () => {
    await scene.house.chat(user, "我对花生过敏，吃了会喘");
    const operation = {
      op: "ADD",
      key: "allergy",
      category: "health",
      value: "花生",
      quote: "我对花生过敏",
      confidence: 1,
    };
    scene.upstream.push("short_to_mid", summaryAnswer("说了过敏。", { operations: [operation] }));
    await call("POST", "/compress");
    const { body: name } = await call<Written>("POST", "/facts", { key: "name", value: "周野" });
    const gone = await call<Written>("POST", "/facts", { key: "likes", value: "苦瓜" });
    await call("DELETE", `/facts/${gone.body.fact.id}`);
    const { status, body } = await call<z.infer<typeof ProfileAnswer>>("GET", "/profile");
    expect(status).toBe(200);
    const lines = body.sections.flatMap((section) => section.lines);
    expect(lines.find(({ text }) => text.includes("周野"))).toMatchObject({ fact_id: name.fact.id });
    const [message] = await scene.read(user, "conversation");
    expect(lines.find(({ text }) => text.includes("花生"))?.message_ids).toEqual([message?.message_id]);
    expect(JSON.stringify(body)).not.toContain("苦瓜");
    expect(body.sections.map(({ title }) => title)).toContain("健康");

    await scene.house.api("PUT", "/api/auth/user", { language: "en" });
    const english = await call<z.infer<typeof ProfileAnswer>>("GET", "/profile");
    expect(english.body.sections.map(({ title }) => title)).toContain("Health");
    await scene.house.api("PUT", "/api/auth/user", { language: "zh" });
  });

  it("of a companion that knows nothing is empty, and of nobody is 404", async () => {
    const blank = await scene.house.create({ reads_shared_facts: false });
    expect((await call("GET", "/profile", undefined, blank)).body).toEqual({ sections: [] });
    expect((await call("GET", "/profile", undefined, "nobody")).status).toBe(404);
  });
});

describe("moods", () => {
  it("run by day, and what goes with which mood is named only from a sample of five on", async () => {
    const now = await scene.now();
    const days = Array.from({ length: 8 }, (_, n) => ({
      at: now - (9 - n) * 86_400,
      says:
        n % 2 === 0
          ? ["今天又要跟老板开会，好焦虑", "老板一说话我就紧张，特别焦虑"]
          : ["去公园散步了，好开心", "晚上吃了火锅，太开心了"],
    }));
    await history(days);
    const graph = {
      entities: [
        { id: "e1", name: "老板", message_ids: [0, 2, 4, 6].flatMap((n) => [`m-${n}-0`, `m-${n}-1`]) },
        { id: "e2", name: "公园", message_ids: ["m-1-0", "m-3-0"] },
      ],
      relations: [],
    };
    await call("PUT", "/graph", graph);
    const { status, body } = await call<Emotions>("GET", "/emotions?days=30");
    expect(status).toBe(200);
    expect(body).toMatchObject({ days: 30, by: "day", minimum_sample: 5 });
    expect(body.trend).toHaveLength(8);
    expect(body.trend[0]).toMatchObject({ turns: 2, counts: { anxious: 2 } });
    expect(body.trend[0]?.valence).toBeLessThan(0);
    expect(body.trend[1]?.valence).toBeGreaterThan(0);
    const boss = body.triggers.find(({ subject }) => subject === "老板");
    expect(boss).toMatchObject({ emotion: "anxious", count: 8, of: 8, usual: 0 });
    expect(body.triggers.map(({ subject }) => subject)).not.toContain("公园");
    expect(body.topics).toHaveLength(8);

    const weeks = await call<Emotions>("GET", "/emotions?days=30&by=week");
    expect(weeks.body.trend.reduce((sum, { turns }) => sum + turns, 0)).toBe(16);
    expect(weeks.body.trend.length).toBeLessThanOrEqual(3);
    expect((await call<Emotions>("GET", "/emotions?days=400")).body.by).toBe("week");
    expect((await call<Emotions>("GET", "/emotions?days=1")).body.trend).toEqual([]);
  });

  it("of nothing said are empty, and odd spans are refused", async () => {
    expect((await call<Emotions>("GET", "/emotions")).body).toMatchObject({
      trend: [],
      triggers: [],
      topics: [],
    });
    for (const query of ["days=0", "days=-3", "days=1.5", "days=abc", "days=99999", "by=month"])
      expect((await call("GET", `/emotions?${query}`)).status).toBe(422);
  });
});

describe("the graph", () => {
  it("is empty at first, keeps what the owner wrote, and shows another's to nobody", async () => {
    expect((await call("GET", "/graph")).body).toEqual({ entities: [], relations: [] });
    await call("PUT", "/graph", { entities: [{ id: "e1", name: "年糕" }], relations: [], note: "own" });
    expect((await call("GET", "/graph")).body).toMatchObject({ entities: [{ name: "年糕" }], note: "own" });
    expect((await call("GET", "/graph", undefined, "nobody")).status).toBe(404);
  });
});

describe("a pin", () => {
  it("holds a fact, a summary, a long and a core memory, and comes off again, each undoable", async () => {
    await history([{ at: (await scene.now()) - 86_400, says: ["在阳台上种了番茄"] }]);
    const { body } = await call<Written>("POST", "/facts", { key: "likes", value: "番茄" });
    const core = await scene.read(user, "core_memory");
    const memory = { id: "core_1", content: "怕黑", importance: 9 };
    await call("PUT", "/core_memory?confirm=true", { ...core, memories: [memory] });
    await call("PUT", "/long_term", [
      { id: "long_1", title: "阳台", key_points: ["种番茄"], detail_file: "2026-01-01_阳台.json" },
    ]);
    const [mid] = await scene.read(user, "mid_term");
    const pinned = async () => {
      const facts = await scene.json<{ pinned?: boolean }[]>(user, "facts.json");
      const [long] = await scene.read(user, "long_term");
      const { memories } = await scene.read(user, "core_memory");
      const [summary] = await scene.read(user, "mid_term");
      return [facts[0], summary, long, memories[0]].map((entry) => entry?.pinned === true);
    };
    const ids = [body.fact.id, mid?.id ?? "", "long_1", "core_1"];
    for (const id of ids) expect((await call("PUT", `/pin/${id}`, { pinned: true })).status).toBe(200);
    expect(await pinned()).toEqual([true, true, true, true]);
    const { body: off } = await call<{ change_id: string; document: string }>("PUT", `/pin/${ids[1]}`, {
      pinned: false,
    });
    expect(off.document).toBe("mid_term");
    expect(await pinned()).toEqual([true, false, true, true]);
    await call("POST", `/changes/${off.change_id}/undo`);
    expect(await pinned()).toEqual([true, true, true, true]);
    const again = await call<{ change_id: string | null }>("PUT", `/pin/${ids[0]}`, { pinned: true });
    expect(again.body.change_id).toBeNull();
  });

  it("on what is not there is 404, and says yes or no", async () => {
    expect((await call("PUT", "/pin/fact_none", { pinned: true })).status).toBe(404);
    for (const body of [{}, { pinned: "yes" }, { pinned: null }])
      expect((await call("PUT", "/pin/fact_none", body)).status).toBe(422);
  });
});
