// The six verbs of a memory, and each operation on facts and episodes that the documents name (A199, A204, A205, A41).
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mergeEpisodes } from "../../src/lifecycle/episodes.ts";
import { listFacts } from "../../src/lifecycle/facts.ts";
import { episodesByDate } from "../../src/lifecycle/list-episodes.ts";
import { forget, getEmotionTrend, getUserProfile, store, update } from "../../src/lifecycle/memory.ts";
import { undoChange } from "../../src/lifecycle/undo.ts";
import type { Facts } from "../../src/schema/fact.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";
import { companion } from "../../src/store/store.ts";
import { type Bare, bareHouse } from "./erase-world.ts";
import { openScene, type Scene } from "./scene.ts";

const mei = companion("mei");

describe("facts", () => {
  let house: Bare;
  beforeEach(async () => {
    house = await bareHouse("memory");
  });
  afterEach(() => house.close());
  const live = async () => (await listFacts(house.deps, "mei", { all: false, limit: 50 })).facts;

  it("are stored under the companion and the millisecond, with the change as their evidence", async () => {
    const { fact, change_id } = await store(house.deps, "mei", { key: "likes", value: "乌龙茶" }, "r1");
    expect(fact).toMatchObject({
      id: "mei_1773000000000",
      source: "owner",
      evidence: [{ kind: "owner", change_id }],
    });
    const second = await store(house.deps, "mei", { key: "likes", value: "爵士乐" }, "r2");
    expect(second.fact.id).toBe("mei_1773000000000_2");
  });

  it("stored once more are confirmed, and under a key with one value the old one is closed", async () => {
    const first = await store(house.deps, "mei", { key: "location", value: "杭州" }, "r1");
    const again = await store(house.deps, "mei", { key: "location", value: "杭州" }, "r2");
    expect(again.fact.id).toBe(first.fact.id);
    const { fact } = await store(house.deps, "mei", { key: "location", value: "上海" }, "r3");
    expect((await live()).map(({ value }) => value)).toEqual(["上海"]);
    const all = (await listFacts(house.deps, "mei", { all: true, limit: 50 })).facts;
    expect(all.find(({ id }) => id === first.fact.id)).toMatchObject({
      status: "closed",
      superseded_by: fact.id,
    });
  });

  it("are changed and forgotten by their id, each as one change that can be undone", async () => {
    const { fact } = await store(house.deps, "mei", { key: "likes", value: "茶" }, "r1");
    const changed = await update(house.deps, "mei", { fact: fact.id }, { value: "咖啡" }, "r2");
    expect(changed.fact.value).toBe("咖啡");
    const gone = await forget(house.deps, "mei", { fact: fact.id }, "r3");
    expect(await live()).toEqual([]);
    await undoChange(house.deps, "mei", gone.change_id ?? "");
    expect((await live()).map(({ value }) => value)).toEqual(["咖啡"]);
  });

  it("that say nothing are refused, and so is an id that nobody has", async () => {
    await expect(store(house.deps, "mei", { key: "likes", value: "  " }, "r")).rejects.toMatchObject({
      code: "invalid",
    });
    await expect(update(house.deps, "mei", { fact: "none" }, { value: "x" }, "r")).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(forget(house.deps, "mei", { fact: "none" }, "r")).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await house.deps.store.changes(mei, { limit: 9 })).toEqual([]);
  });

  it("make the profile, which names them; without any there is none", async () => {
    expect(await getUserProfile(house.deps, "mei", "zh")).toEqual({ sections: [] });
    const { fact } = await store(house.deps, "mei", { key: "name", value: "周野" }, "r1");
    const { sections } = await getUserProfile(house.deps, "mei", "en");
    expect(sections.flatMap(({ lines }) => lines.map(({ fact_id }) => fact_id))).toEqual([fact.id]);
  });
});

describe("episodes", () => {
  let house: Bare;
  beforeEach(async () => {
    house = await bareHouse("memory");
  });
  afterEach(() => house.close());
  const noon = 1_772_971_200; // 2026-03-08 12:00 UTC
  const day = 86_400;

  it("are stored at their place in time, named by their second, and found by their day", async () => {
    const later = await store(house.deps, "mei", { summary: "去看了展", ended_at: noon + day }, "r1");
    const first = await store(
      house.deps,
      "mei",
      { summary: "第一次爬山", ended_at: noon, topic: "爬山" },
      "r2",
    );
    expect(first.episode).toMatchObject({
      id: `mid_${noon}`,
      document: "mid_term",
      entry: {
        by: "owner",
        importance: 0.5,
        time_of_day: "afternoon",
        evidence: [{ change_id: first.change_id }],
      },
    });
    const mid = await house.deps.store.read(mei, "mid_term");
    expect(mid.map(({ id }) => id)).toEqual([first.episode.id, later.episode.id]);
    const ids = async (date: string) =>
      (await episodesByDate(house.deps, "mei", { date })).map(({ id }) => id);
    expect(await ids("2026-03-08")).toEqual([first.episode.id]);
    expect(await ids("2026-03-10")).toEqual([]);
    expect(await episodesByDate(house.deps, "mei", { from: noon, to: noon + day })).toHaveLength(2);
  });

  it("that reach over midnight belong to both days, in the owner's zone", async () => {
    const config = await house.deps.store.read(mei, "config");
    await house.deps.store.commit(mei, ["config"], { by: "owner", cause: "zone" }, () => ({
      documents: { config: { ...config, time_zone: "Asia/Shanghai" } },
      result: undefined,
    }));
    // 23:30 on the 8th to 00:30 on the 9th in Shanghai.
    const { episode } = await store(
      house.deps,
      "mei",
      { summary: "聊到半夜", started_at: 1_772_983_800, ended_at: 1_772_987_400 },
      "r1",
    );
    for (const date of ["2026-03-08", "2026-03-09"])
      expect((await episodesByDate(house.deps, "mei", { date })).map(({ id }) => id)).toEqual([episode.id]);
    expect(await episodesByDate(house.deps, "mei", { date: "2026-03-10" })).toEqual([]);
  });

  it("of one second do not share a name, not even with an archived one", async () => {
    const archived = MidEntry.parse({ id: `mid_${noon}`, topic_id: "t", summary: "旧", message_count: 1 });
    await house.deps.store.commit(mei, ["mid_term"], { by: "system", cause: "archive" }, () => ({
      parts: [{ kind: "mid_term_archive", name: "2026-03.json", content: [archived] }],
      documents: {},
      result: undefined,
    }));
    const { episode } = await store(house.deps, "mei", { summary: "新", ended_at: noon }, "r1");
    expect(episode.id).toBe(`mid_${noon}_2`);
    const found = await episodesByDate(house.deps, "mei", { date: "2026-03-08" });
    expect(found.map(({ document }) => document).sort()).toEqual(["mid_term", "mid_term_archive"]);
  });

  it("are weighed anew and taken away, each undoable; unknown ones are refused", async () => {
    const { episode } = await store(house.deps, "mei", { summary: "去看了展", ended_at: noon }, "r1");
    const weighed = await update(house.deps, "mei", { episode: episode.id }, { importance: 0.9 }, "r2");
    expect(weighed.episode.entry.importance).toBe(0.9);
    await undoChange(house.deps, "mei", weighed.change_id ?? "");
    const [entry] = await house.deps.store.read(mei, "mid_term");
    expect(entry?.importance).toBe(0.5);
    const gone = await forget(house.deps, "mei", { episode: episode.id }, "r3");
    expect(await house.deps.store.read(mei, "mid_term")).toEqual([]);
    await undoChange(house.deps, "mei", gone.change_id ?? "");
    expect((await house.deps.store.read(mei, "mid_term")).map(({ id }) => id)).toEqual([episode.id]);
    const none = { episode: "none" };
    await expect(update(house.deps, "mei", none, { importance: 1 }, "r")).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(forget(house.deps, "mei", none, "r")).rejects.toMatchObject({ code: "not_found" });
  });

  it("become one with their sources kept; the owner's own and those of two files do not", async () => {
    const made = (n: number) =>
      MidEntry.parse({
        id: `mid_${noon + n}`,
        topic_id: `t${n}`,
        summary: `爬山 ${n}`,
        message_count: 1,
        by: "model",
        message_ids: [`m${n}`],
        ended_at: noon + n,
      });
    await house.deps.store.commit(mei, ["mid_term", "long_term"], { by: "system", cause: "start" }, () => ({
      documents: {
        mid_term: [made(1), made(2)],
        long_term: [{ id: "long_1", title: "山", key_points: [], detail_file: "山.json" }],
      },
      result: undefined,
    }));
    const [one, two] = [`mid_${noon + 1}`, `mid_${noon + 2}`];
    const done = await mergeEpisodes(house.deps, "mei", [one, two], "r1");
    expect(done.kept.entry).toMatchObject({ message_ids: ["m1", "m2"], merged_from: [two] });
    const mid = await house.deps.store.read(mei, "mid_term");
    expect(mid.find(({ id }) => id === two)).toMatchObject({
      archived: true,
      merged_into: one,
      summary: "爬山 2",
    });
    expect(await episodesByDate(house.deps, "mei", { date: "2026-03-08" })).toHaveLength(1);
    await undoChange(house.deps, "mei", done.change_id ?? "");
    const own = await store(house.deps, "mei", { summary: "自己写的", ended_at: noon + 9 }, "r2");
    const merge = (...ids: string[]) => mergeEpisodes(house.deps, "mei", ids, "r");
    await expect(merge(one, own.episode.id)).rejects.toMatchObject({ code: "conflict" });
    await expect(merge(one, "long_1")).rejects.toMatchObject({ code: "conflict" });
    await expect(merge(one, "none")).rejects.toMatchObject({ code: "not_found" });
    expect(
      (await house.deps.store.read(mei, "mid_term")).every(({ merged_into }) => merged_into === undefined),
    ).toBe(true);
  });

  it("of the long tier are told by the summaries they were made of, archived ones too, and found by whom these name", async () => {
    const mid = MidEntry.parse({
      id: `mid_${noon}`,
      topic_id: "t1",
      summary: "和小林爬山",
      message_count: 1,
      message_ids: ["m1"],
      ended_at: noon,
      key_entities: ["小林"],
      emotion_tags: { basic_emotion: "开心" },
    });
    await house.deps.store.commit(mei, ["long_term"], { by: "system", cause: "start" }, () => ({
      documents: {
        long_term: [
          {
            id: "long_1",
            ended_at: noon + 1,
            title: "爬山",
            key_points: ["看了日出"],
            detail_file: "x.json",
            message_ids: ["m1"],
          },
        ],
      },
      parts: [{ kind: "mid_term_archive", name: "2026-03.json", content: [mid] }],
      result: undefined,
    }));
    await house.deps.store.commit(mei, ["uses"], { by: "system", cause: "start" }, () => ({
      documents: { uses: { entries: { long_1: { count: 4, last_used_at: noon + 5 } } } },
      result: undefined,
    }));
    const done = await update(house.deps, "mei", { episode: "long_1" }, { importance: 0.9 }, "r1");
    const record = {
      document: "long_term",
      session_id: "t1",
      topic: "爬山",
      summary: "爬山；看了日出",
      emotional_tone: "开心",
      key_entities: ["小林"],
      importance: 0.9,
      access_count: 4,
      last_accessed_at: noon + 5,
      memory_type: "dialogue_experience",
    };
    expect(done.episode).toMatchObject(record);
    const span = { from: 0, to: noon + 9 };
    const all = await episodesByDate(house.deps, "mei", span, { entity: "小林" });
    expect(all.map(({ id }) => id)).toEqual(["long_1", `mid_${noon}`]);
    expect(await episodesByDate(house.deps, "mei", span, { entity: "小王" })).toEqual([]);
    expect(await episodesByDate(house.deps, "mei", span, { limit: 0 })).toEqual([]);
  });

  it("and moods make the trend, empty where nothing was said", async () => {
    const trend = await getEmotionTrend(house.deps, "mei", { days: 3 });
    expect(trend).toMatchObject({ by: "day", triggers: [], topics: [] });
    expect(trend.trend.every(({ turns }) => turns === 0)).toBe(true);
  });
});

describe("retrieve", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene({ offline: true });
  });
  afterAll(() => scene.close());

  it("finds facts by their kind, within its budget, and never another companion's", async () => {
    const user = await scene.house.create({ soul: "xiaoyu", greeting: null });
    const other = await scene.house.create({ soul: "june", greeting: null, reads_shared_facts: false });
    const wish = { key: "likes", value: "乌龙茶" };
    const { body } = await scene.house.api<{ fact: { id: string } }>(
      "POST",
      `/api/memory/${user}/facts`,
      wish,
    );
    expect(body.fact.id).toMatch(new RegExp(`^${user}_\\d{13}$`));
    const search = async (who: string, query: string) =>
      (
        await scene.house.api<{ results: { id: string; type: string }[]; tokens: number }>(
          "GET",
          `/api/memory/${who}/search?q=${encodeURIComponent("乌龙茶")}&${query}`,
        )
      ).body;
    expect((await search(user, "type=fact")).results).toMatchObject([{ id: body.fact.id, type: "fact" }]);
    expect((await search(user, "type=mid")).results).toEqual([]);
    expect((await search(user, "tokens=5")).tokens).toBeLessThanOrEqual(5);
    expect((await search(other, "type=fact")).results).toEqual([]);
  });

  it("a spoken memory has such an id too", async () => {
    const user = await scene.house.create({ soul: "xiaoyu", greeting: null });
    const before = await scene.now();
    await scene.house.chat(user, "记住，我讨厌吃香菜");
    const { body } = await scene.house.api<{ facts: Facts }>("GET", `/api/memory/${user}/facts`);
    const [, at] = new RegExp(`^${user}_(\\d{13})$`).exec(body.facts[0]?.id ?? "") ?? [];
    expect(Number(at)).toBeGreaterThanOrEqual(before * 1_000);
    expect(Number(at)).toBeLessThanOrEqual((await scene.now()) * 1_000);
  });
});

it("the doors call these verbs and not what stands behind them", async () => {
  const folder = resolve(import.meta.dirname, "../../src/http/routes");
  const behind =
    /\b(?:addFact|changeFact|removeFact|storeEpisode|weighEpisode|forgetEpisode|findMemories|packHits)\b|lifecycle\/(?:profile|feelings)\.ts/;
  for (const name of await readdir(folder))
    expect([name, behind.exec(await readFile(join(folder, name), "utf8"))?.[0]]).toEqual([name, undefined]);
});
