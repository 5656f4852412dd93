// Looking into one companion's memory and setting it to work: context, search, compress, extract, usage (DESIGN 7).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lastOf, openScene, type Scene, summaryAnswer } from "../../lifecycle/scene.ts";

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

type Section = { name: string; tokens: number; entries: { id: string; text: string }[] };
type Context = { messages: { role: string; content: string }[]; sections: Section[]; tokens: number };
type Found = {
  results: { type: string; id: string; text: string; score: number; date: number; message_ids: string[] }[];
  tokens: number;
};
const call = <T>(method: string, path: string, body?: unknown) =>
  scene.house.api<T>(method, `/api/memory/${user}${path}`, body);
const context = (message: string) => call<Context>("GET", `?message=${encodeURIComponent(message)}`);
const search = (query: Record<string, string | number>) =>
  call<Found>(
    "GET",
    `/search?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
  );
const day = 86_400;
const start = Date.parse("2026-01-05T12:00:00+08:00") / 1000;
/** Ten dated topics; the fifth tells of a hedgehog. */
async function history(summarise = "none"): Promise<void> {
  const topics = Array.from({ length: 10 }, (_, n) => ({
    topic_id: `t-${n}`,
    messages: [
      {
        role: "user",
        content: n === 5 ? "捡到一只叫板栗的刺猬，放在阳台上养着" : `第${n}天下班去河边散步，天气不错`,
        timestamp: start + n * day,
        message_id: `m-${n}`,
      },
      { role: "assistant", content: "听起来不错", timestamp: start + n * day + 60, message_id: `r-${n}` },
    ],
  }));
  await scene.house.api("POST", `/api/ai-users/${user}/import`, { format: "messages", topics, summarise });
}

describe("the context", () => {
  it("is what would be sent: sections with tokens and entries, by GET and by POST", async () => {
    await history("extractive");
    const { status, body } = await context("板栗现在怎么样了？");
    expect(status).toBe(200);
    expect(body.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(body.sections.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["persona", "instructions", "mid", "recall", "now", "message"]),
    );
    expect(body.sections.find(({ name }) => name === "recall")?.entries.map(({ id }) => id)).toContain("m-5");
    expect(body.sections.every(({ tokens }) => tokens >= 0)).toBe(true);
    const posted = await call<Context>("POST", "/context", { message: "板栗现在怎么样了？" });
    expect(posted.body.sections.map(({ name }) => name)).toEqual(body.sections.map(({ name }) => name));
    await scene.house.chat(user, "板栗现在怎么样了？");
    const sent = scene.upstream.of("chat").at(-1)?.body;
    expect(sent?.messages[0]?.content).toBe(body.messages[0]?.content);
    expect(lastOf(sent)).toContain("板栗的刺猬");
  });

  it("leaves no trace: nothing is stored by looking", async () => {
    await scene.house.chat(user, "周末去看展");
    const before = [await scene.read(user, "conversation"), await scene.read(user, "short_term")];
    await context("绝不落盘的一句");
    expect([await scene.read(user, "conversation"), await scene.read(user, "short_term")]).toEqual(before);
    expect(scene.upstream.of("chat")).toHaveLength(1);
  });

  it("recalls nothing where nothing fits, and takes only a text as message", async () => {
    await history();
    const { body } = await context("量子纠缠是什么原理？");
    expect(body.sections.find(({ name }) => name === "recall")?.entries ?? []).toEqual([]);
    for (const message of [7, null, ["在吗"]])
      expect((await call("POST", "/context", { message })).status).toBe(422);
  });
});

describe("a search", () => {
  it("has the best first, with date and evidence, at most `k` and at most `tokens`", async () => {
    await history();
    const { body } = await search({ q: "我养了什么小动物？刺猬" });
    expect(body.results[0]).toMatchObject({
      type: "message",
      id: "m-5",
      message_ids: ["m-5"],
      date: start + 5 * day,
    });
    const scores = body.results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect((await search({ q: "河边散步", k: 2 })).body.results).toHaveLength(2);
    const small = (await search({ q: "河边散步", tokens: 60 })).body;
    expect(small.tokens).toBeLessThanOrEqual(60);
    expect(small.results.length).toBeLessThan(
      (await search({ q: "河边散步", tokens: 800 })).body.results.length,
    );
  });

  it("looks at one type where that is asked, and by POST as by GET", async () => {
    await history("extractive");
    const mid = (await search({ q: "刺猬板栗", type: "mid" })).body;
    expect(mid.results.length).toBeGreaterThan(0);
    expect(mid.results.every(({ type }) => type === "mid")).toBe(true);
    const posted = await call<Found>("POST", "/search", { q: "刺猬板栗", type: "mid" });
    expect(posted.body).toEqual(mid);
  });

  it("as of an earlier day knows nothing of what was said later", async () => {
    await history();
    const earlier = (await search({ q: "刺猬板栗", at: start + 4 * day })).body;
    expect(earlier.results.map(({ id }) => id)).not.toContain("m-5");
    expect((await search({ q: "刺猬板栗", at: start + 6 * day })).body.results[0]?.id).toBe("m-5");
  });

  it("finds only this companion's memories", async () => {
    await history();
    user = await scene.house.create({ name: "老岳" });
    expect((await search({ q: "刺猬板栗" })).body.results).toEqual([]);
  });

  it("refuses what is no question", async () => {
    for (const query of [
      {},
      { q: "" },
      { q: "x".repeat(2_001) },
      { q: "x", k: 0 },
      { q: "x", tokens: "many" },
      { q: "x", type: "secrets" },
      { q: "x", at: -1 },
    ])
      expect([query, (await search(query as Record<string, string>)).status]).toEqual([query, 422]);
    expect((await search({ q: "？！。" })).body.results).toEqual([]);
  });
});

describe("compress", () => {
  it("ends the open topic, names its summary, and does nothing where nothing was said", async () => {
    expect((await call("POST", "/compress")).body).toEqual({ compressed: [], pending: [] });
    for (const line of ["周六去杭州", "三天", "住西湖边"]) await scene.house.chat(user, line);
    scene.upstream.push("short_to_mid", summaryAnswer("对方周六去杭州三天，住西湖边。"));
    const { body } = await call<{ compressed: { id: string; by: string }[] }>("POST", "/compress");
    const [mid] = await scene.read(user, "mid_term");
    expect(body).toEqual({ compressed: [{ id: mid?.id, by: "model" }], pending: [] });
    expect((await call("POST", "/compress")).body).toEqual({ compressed: [], pending: [] });
  });

  it("asked twice at once makes one summary", async () => {
    for (const line of ["周六去杭州", "三天", "住西湖边"]) await scene.house.chat(user, line);
    scene.upstream.push("short_to_mid", { ...summaryAnswer("对方周六去杭州三天，住西湖边。"), delayMs: 120 });
    const answers = await Promise.all([call("POST", "/compress"), call("POST", "/compress")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await scene.read(user, "mid_term")).toHaveLength(1);
    expect(scene.upstream.of("short_to_mid")).toHaveLength(1);
  });

  it("says what still waits and why, where the model fails", async () => {
    for (const line of ["周六去杭州", "三天", "住西湖边"]) await scene.house.chat(user, line);
    scene.upstream.push("short_to_mid", { http: { status: 401, body: { error: { message: "sk-secret" } } } });
    const { status, body } = await call<{ pending: { topic_id: string; reason: string; next_at: number }[] }>(
      "POST",
      "/compress",
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      compressed: [],
      pending: [{ topic_id: (await scene.read(user, "conversation"))[0]?.topic_id }],
    });
    expect(body.pending[0]?.reason).toMatch(/./);
    expect(JSON.stringify(body)).not.toContain("sk-secret");
  });
});

describe("usage", () => {
  it("counts tokens and calls by role and day, estimated where the provider told none", async () => {
    await scene.house.chat(user, "在吗");
    scene.upstream.push("chat", { text: "在", usage: null });
    await scene.house.chat(user, "真的？");
    const { body } = await call<{ rows: Record<string, unknown>[] }>("GET", "/usage");
    expect(body.rows).toMatchObject([{ role: "chat", calls: 2 }]);
    expect(JSON.stringify(body)).not.toContain("在吗");
  });

  it("is empty where nothing was asked", async () => {
    expect((await call<{ rows: unknown[] }>("GET", "/usage")).body).toEqual({ rows: [], cache_misses: {} });
  });
});
