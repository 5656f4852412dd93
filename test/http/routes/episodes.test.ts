// Episodes over HTTP: stored, listed by day and likeness, weighed, merged, taken away; and what the door refuses (A205).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openScene, type Scene } from "../../lifecycle/scene.ts";

type Shown = { id: string; document: string; text: string; score?: number; entry: Record<string, unknown> };
type Listed = { episodes: Shown[] };
type Written = { episode: Shown; change_id: string };

let scene: Scene;
let user: string;
beforeAll(async () => {
  scene = await openScene({ offline: true });
});
afterAll(() => scene.close());
beforeEach(async () => {
  user = await scene.house.create({ soul: "xiaoyu", greeting: null, time_zone: "Asia/Shanghai" });
});

const call = <T>(method: string, path = "", body?: unknown, who = user) =>
  scene.house.api<T>(method, `/api/memory/${who}/episodes${path}`, body);
const post = async (summary: string, more: Record<string, unknown> = {}) =>
  (await call<Written>("POST", "", { summary, ...more })).body.episode;
/** 10 March 2026, 12:00 in Shanghai. */
const noon = 1_773_115_200;

describe("an episode", () => {
  it("is stored with 201, stands in mid_term.json and in the next context", async () => {
    const { status, body } = await call<Written>("POST", "", {
      summary: "对方第一次一个人爬完了华山",
      ended_at: noon,
    });
    expect([status, body.episode.id]).toEqual([201, `mid_${noon}`]);
    expect((await scene.read(user, "mid_term"))[0]).toMatchObject({ id: body.episode.id, by: "owner" });
    const context = await scene.house.api<{ messages: { content: string }[] }>(
      "GET",
      `/api/memory/${user}?message=在吗`,
    );
    expect(JSON.stringify(context.body.messages)).toContain("华山");
  });

  it("is found by its day, its span and its likeness", async () => {
    const hill = await post("对方第一次一个人爬完了华山", { ended_at: noon });
    const soup = await post("对方学会了煮番茄牛腩", { ended_at: noon - 3 * 86_400 });
    const ids = async (query: string) => (await call<Listed>("GET", query)).body.episodes.map(({ id }) => id);
    expect(await ids("")).toEqual([hill.id, soup.id]);
    expect(await ids("?date=2026-03-10")).toEqual([hill.id]);
    expect(await ids(`?from=${noon - 4 * 86_400}&to=${noon - 86_400}`)).toEqual([soup.id]);
    expect(await ids("?limit=1")).toEqual([hill.id]);
    const like = await call<Listed>("GET", `?like=${encodeURIComponent("番茄牛腩怎么煮")}`);
    expect(like.body.episodes[0]).toMatchObject({ id: soup.id, score: expect.any(Number) });
  });

  it("is shown as a whole record, with its uses and whose it is (A26, A40)", async () => {
    const one = await post("对方第一次一个人爬完了华山", {
      ended_at: noon,
      topic: "华山",
      key_entities: ["华山"],
      emotion_tags: { basic_emotion: "开心" },
      importance: 0.8,
    });
    const record = {
      id: `mid_${noon}`,
      user_id: user,
      character_id: user,
      memory_type: "dialogue_experience",
      session_id: `owner_mid_${noon}`,
      date: "2026-03-10",
      time_of_day: "afternoon",
      topic: "华山",
      summary: "对方第一次一个人爬完了华山",
      emotional_tone: "开心",
      emotional_intensity: 0.5,
      key_entities: ["华山"],
      user_state: null,
      ai_response_style: null,
      importance: 0.8,
      access_count: 0,
      created_at: expect.any(Number),
      last_accessed_at: null,
    };
    expect(one).toMatchObject(record);
    // A talk that recalls it, until its topic has ended.
    for (const filler of ["一", "二", "三", "四", "五"])
      await post(`闲聊之${filler}`, { ended_at: noon + 60 * filler.length + filler.charCodeAt(0) });
    await scene.house.chat(user, "我第一次一个人爬完的是哪座山？华山吗");
    await scene.advance(9 * 3_600);
    const { body } = await call<Listed>("GET", "?date=2026-03-10&entity=华山");
    expect(body.episodes).toMatchObject([
      { ...record, access_count: 1, last_accessed_at: expect.any(Number) },
    ]);
  });

  it("is found by whom it is about, also within a day and among the likest (A43)", async () => {
    const hill = await post("和小林爬了华山", { ended_at: noon, key_entities: ["小林", "华山"] });
    const soup = await post("小林教会对方煮番茄牛腩", {
      ended_at: noon - 3 * 86_400,
      key_entities: ["小林"],
    });
    await post("一个人看了电影", { ended_at: noon - 60 });
    const ids = async (query: string) => (await call<Listed>("GET", query)).body.episodes.map(({ id }) => id);
    const lin = `entity=${encodeURIComponent("小林")}`;
    expect(await ids(`?${lin}`)).toEqual([hill.id, soup.id]);
    expect(await ids(`?${lin}&date=2026-03-10`)).toEqual([hill.id]);
    expect(await ids(`?${lin}&like=${encodeURIComponent("番茄牛腩怎么煮")}`)).toEqual([soup.id]);
    expect(await ids(`?entity=${encodeURIComponent("小王")}`)).toEqual([]);
    expect((await call("GET", "?entity=")).status).toBe(422);
  });

  it("is weighed and taken away, and does not come back", async () => {
    const one = await post("对方学会了煮番茄牛腩");
    const weighed = await call<Written>("PUT", `/${one.id}`, { importance: 0.9 });
    expect(weighed.body.episode.entry.importance).toBe(0.9);
    expect((await call("DELETE", `/${one.id}`)).status).toBe(200);
    await scene.advance(3_600);
    expect(await scene.read(user, "mid_term")).toEqual([]);
    expect((await call("DELETE", `/${one.id}`)).status).toBe(404);
  });

  it("is put away and taken out by its owner, out of the next context and back in it, and found all the while", async () => {
    const one = await post("对方学会了煮番茄牛腩", { importance: 1 });
    const shown = async () => {
      const { body } = await scene.house.api<{ sections: { name: string; entries: { id: string }[] }[] }>(
        "GET",
        `/api/memory/${user}`,
      );
      const mid = body.sections.find(({ name }) => name === "mid");
      return mid?.entries.some(({ id }) => id === one.id);
    };
    expect(await shown()).toBe(true);
    const away = await call<Written>("PUT", `/${one.id}`, { archived: true });
    expect(away.body.episode.entry).toMatchObject({ archived: true, archived_by: "owner", importance: 1 });
    expect(await shown()).toBe(false);
    // An idle week: only what faded by itself comes back by itself.
    await scene.advance(8 * 86_400);
    expect((await scene.read(user, "mid_term"))[0]?.archived).toBe(true);
    const like = await call<Listed>("GET", `?like=${encodeURIComponent("番茄牛腩怎么煮")}`);
    expect(like.body.episodes.map(({ id }) => id)).toContain(one.id);
    const back = await call<Written>("PUT", `/${one.id}`, { archived: false });
    expect(back.body.episode.entry).not.toHaveProperty("archived_by");
    expect(await shown()).toBe(true);
    const undo = `/api/memory/${user}/changes/${back.body.change_id}/undo`;
    expect((await scene.house.api("POST", undo)).status).toBe(200);
    expect(await shown()).toBe(false);
  });

  it("that was merged into another is not taken out, and a change of nothing is refused", async () => {
    const one = await post("对方学会了煮番茄牛腩");
    const mid = await scene.read(user, "mid_term");
    const merged = mid.map((entry) => ({ ...entry, archived: true, merged_into: "mid_1" }));
    await scene.house.api("PUT", `/api/memory/${user}/mid_term`, merged);
    expect((await call("PUT", `/${one.id}`, { archived: false })).status).toBe(409);
    expect((await call("PUT", `/${one.id}`, {})).status).toBe(422);
    expect((await call("PUT", `/${one.id}`, { archived: "yes" })).status).toBe(422);
    expect((await scene.read(user, "mid_term"))[0]).toMatchObject({ archived: true, merged_into: "mid_1" });
  });

  it("of the owner's own hand is not merged away", async () => {
    const [one, two] = [
      await post("爬山", { ended_at: noon }),
      await post("爬山去了", { ended_at: noon + 60 }),
    ];
    const { status } = await call("POST", "/merge", { ids: [one.id, two.id] });
    expect(status).toBe(409);
    expect((await call("POST", "/merge", { ids: [one.id, "none"] })).status).toBe(404);
    expect((await call("POST", "/merge", { ids: [one.id] })).status).toBe(422);
  });
});

describe("the door refuses", () => {
  it.each([
    [{}],
    [{ summary: "" }],
    [{ summary: "长".repeat(201) }],
    [{ summary: "x", importance: 2 }],
    [{ summary: "x", ended_at: 1_773_115_200_000 }],
    [{ summary: "x", started_at: 20, ended_at: 10 }],
    [{ summary: "x", emotion_tags: { basic_emotion: "bored" } }],
    [{ summary: "x", message_ids: ["with space"] }],
  ])("the body %j", async (body) => {
    expect((await call("POST", "", body)).status).toBe(422);
    expect(await scene.read(user, "mid_term")).toEqual([]);
  });

  it.each(["?date=2026-02-30", "?date=yesterday", "?limit=0", "?from=x", "?date=2026-03-10&like=x"])(
    "the query %s",
    async (query) => expect((await call("GET", query)).status).toBe(422),
  );

  it("another's companion and one that is not there", async () => {
    expect((await call("GET", "", undefined, "nobody")).status).toBe(404);
    expect((await call("POST", "", { summary: "x" }, "nobody")).status).toBe(404);
  });
});
