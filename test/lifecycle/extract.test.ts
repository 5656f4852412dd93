// From summaries to long entries: what the model left out, doubled or failed to say is neither lost nor promoted twice (A81–A88).
import { readdir } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Facts } from "../../src/schema/fact.ts";
import type { LongDetail } from "../../src/schema/long-term.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
// What is still due for one test's companion must not take the answers of the next.
afterEach(() => scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`));
beforeEach(async () => {
  scene.upstream.reset();
  user = await scene.house.create();
});

const day = 86_400;
const subjects = ["在大理骑车环洱海，风很大", "考过了日语二级，请客吃火锅", "搬到了城西，离公司近多了"];
/** As many summarised topics as asked for, one after the other. */
async function summaries(count: number, apart = day): Promise<MidEntry[]> {
  const start = Date.parse("2026-02-01T12:00:00+08:00") / 1000;
  const topics = Array.from({ length: count }, (_, n) => ({
    topic_id: `t-${n}`,
    messages: [
      {
        role: "user",
        content: `${subjects[n] ?? `第${n}天的家常`}。`,
        timestamp: start + n * apart,
        message_id: `m-${n}`,
      },
    ],
  }));
  await scene.house.api("POST", `/api/ai-users/${user}/import`, {
    format: "messages",
    topics,
    summarise: "extractive",
  });
  return scene.read(user, "mid_term");
}
type Extracted = { extracted: { id: string; by: string }[]; core: string[]; failure?: string };
const extract = async () => (await scene.house.api<Extracted>("POST", `/api/memory/${user}/extract`)).body;
const answer = (...entries: Record<string, unknown>[]) => ({ text: JSON.stringify({ entries }) });
const steps = async () =>
  (
    await scene.json<{ steps: Record<string, { attempts: number; next_at: number; topics?: string[] }> }>(
      user,
      "heartbeat.json",
    )
  ).steps;
const detail = (file: string | undefined) => scene.json<LongDetail>(user, `long_term_details/${file}`);

describe("what several talks show together", () => {
  const talk = (n: number, text: string) => ({
    topic_id: `t-${n}`,
    messages: [{ role: "user", content: text, timestamp: 1_770_000_000 + n * day, message_id: `m-${n}` }],
  });
  const told = async (...texts: string[]) => {
    const topics = texts.map((text, n) => talk(n, text));
    const wish = { format: "messages", topics, summarise: "extractive" };
    await scene.house.api("POST", `/api/ai-users/${user}/import`, wish);
    return scene.read(user, "mid_term");
  };
  const reply = (mids: readonly MidEntry[], ...operations: Record<string, unknown>[]) => ({
    text: JSON.stringify({
      entries: [{ title: "周末", key_points: ["爬山"], source_mid_ids: mids.map(({ id }) => id) }],
      operations,
    }),
  });
  const habits = async () =>
    (await scene.json<Facts>(user, "facts.json")).filter(
      ({ source }) => source === "extracted_from_episodic",
    );

  it("becomes a fact with the person's words of each talk, in one undoable change with the memory", async () => {
    const mids = await told("周六又去爬山啦。", "腿酸，刚爬山回来。", "书看完了。");
    const ids = mids.map(({ id }) => id);
    const op = { op: "ADD", category: "habit", key: "weekend_activity", value: "爬山", source_mid_ids: ids };
    scene.upstream.push("mid_to_long", reply(mids, { ...op, statement: "对方常去爬山" }));
    await extract();
    const [fact, ...others] = await habits();
    expect(others).toEqual([]);
    expect(fact).toMatchObject({ value: "爬山", status: "live", scope: "private", confidence: 0.7 });
    expect(fact?.evidence).toEqual([
      { message_id: "m-0", quote: "周六又去爬山啦。" },
      { message_id: "m-1", quote: "腿酸，刚爬山回来。" },
    ]);
    const { changes } = (
      await scene.house.api<{ changes: { id: string; edits: { document: string }[] }[] }>(
        "GET",
        `/api/memory/${user}/changes`,
      )
    ).body;
    const change = changes.find(({ edits }) => edits.some(({ document }) => document === "facts"));
    expect(change?.edits.map(({ document }) => document)).toContain("long_term");
    const undone = await scene.house.api("POST", `/api/memory/${user}/changes/${change?.id}/undo`);
    expect(undone.status).toBe(200);
    expect(await habits()).toEqual([]);
  });

  it("stays out where only one talk says it, or the words are nobody's", async () => {
    const mids = await told("周六又去爬山啦。", "书看完了。");
    const ids = mids.map(({ id }) => id);
    const op = { op: "ADD", category: "habit", key: "habit", source_mid_ids: ids };
    scene.upstream.push("mid_to_long", reply(mids, { ...op, value: "爬山" }, { ...op, value: "打网球" }));
    expect((await extract()).extracted).toHaveLength(1);
    expect(await habits()).toEqual([]);
  });
});

describe("an extraction", () => {
  it("makes an index line and a detail document that name their evidence, and marks the summaries", async () => {
    const mids = await summaries(2);
    scene.upstream.push(
      "mid_to_long",
      answer(
        {
          title: "洱海骑行",
          key_points: ["风很大"],
          detail_content: "在大理骑车环了洱海。",
          source_mid_ids: [mids[0]?.id],
        },
        {
          title: "日语二级",
          key_points: ["请客吃火锅"],
          detail_content: "考过了。",
          source_mid_ids: [mids[1]?.id],
        },
      ),
    );
    const { extracted, failure } = await extract();
    expect([extracted.map(({ by }) => by), failure]).toEqual([["model", "model"], undefined]);
    const long = await scene.read(user, "long_term");
    expect(long.map(({ title, message_ids, id }) => [title, message_ids, id])).toEqual([
      ["洱海骑行", ["m-0"], `long_${mids[0]?.ended_at}`],
      ["日语二级", ["m-1"], `long_${mids[1]?.ended_at}`],
    ]);
    expect(await detail(long[0]?.detail_file)).toMatchObject({
      title: "洱海骑行",
      detail_content: "在大理骑车环了洱海。",
      source_mid_ids: [mids[0]?.id],
    });
    expect((await scene.read(user, "mid_term")).every(({ extracted_to_long }) => extracted_to_long)).toBe(
      true,
    );
    expect((await extract()).extracted).toEqual([]);
  });

  it("keeps a summary that the model left out for the next run, and takes it in code after the second time", async () => {
    const mids = await summaries(3);
    const only = (n: number) =>
      answer({ title: `第${n}件`, key_points: ["一点"], source_mid_ids: [mids[n]?.id] });
    scene.upstream.push("mid_to_long", only(0), only(1));
    await extract();
    expect((await scene.read(user, "mid_term")).map(({ extracted_to_long }) => extracted_to_long)).toEqual([
      true,
      false,
      false,
    ]);
    await extract();
    const asked = scene.upstream.of("mid_to_long").length;
    const { extracted } = await extract();
    expect(extracted.map(({ by }) => by)).toEqual(["extractive"]);
    expect(scene.upstream.of("mid_to_long")).toHaveLength(asked);
    expect((await scene.read(user, "mid_term")).every(({ extracted_to_long }) => extracted_to_long)).toBe(
      true,
    );
    expect((await scene.read(user, "long_term")).at(-1)?.message_ids).toEqual(["m-2"]);
  });

  it("gives entries of one title and one day each their own id and file", async () => {
    const [one, two] = await summaries(2, 3_600);
    const twin = { title: "同一个题目", key_points: ["一点"] };
    scene.upstream.push(
      "mid_to_long",
      answer(
        { ...twin, detail_content: "甲：在大理骑车，风很大。", source_mid_ids: [one?.id] },
        { ...twin, detail_content: "乙：考过了，请客吃火锅。", source_mid_ids: [two?.id] },
      ),
    );
    await extract();
    const long = await scene.read(user, "long_term");
    expect(new Set(long.map(({ id }) => id)).size).toBe(2);
    const files = await readdir(scene.path(user, "long_term_details"));
    expect(files.sort()).toEqual(long.map(({ detail_file }) => detail_file).sort());
    expect([
      (await detail(long[0]?.detail_file)).detail_content,
      (await detail(long[1]?.detail_file)).detail_content,
    ]).toEqual(["甲：在大理骑车，风很大。", "乙：考过了，请客吃火锅。"]);
  });

  it("writes no file outside its folder, whatever the title says", async () => {
    const mids = await summaries(3);
    const titles = ["../../../config", "C:\\evil/..", "a".repeat(400)];
    scene.upstream.push(
      "mid_to_long",
      answer(...titles.map((title, n) => ({ title, key_points: ["一点"], source_mid_ids: [mids[n]?.id] }))),
    );
    await extract();
    const long = await scene.read(user, "long_term");
    expect(long).toHaveLength(3);
    expect((await readdir(scene.path(user, "long_term_details"))).sort()).toEqual(
      long.map(({ detail_file }) => detail_file).sort(),
    );
    expect(long.every(({ detail_file }) => !/[/\\]/.test(detail_file))).toBe(true);
    expect(await scene.json(user, "config.json")).toMatchObject({ name: "小夏" });
  });

  it("takes an entry without detail, without sources, or with invented ones: nothing is lost", async () => {
    const mids = await summaries(2);
    scene.upstream.push(
      "mid_to_long",
      answer({ title: "都在这里", key_points: ["两件事"], source_mid_ids: ["mid_1", "mid_2"] }),
    );
    await extract();
    const [long] = await scene.read(user, "long_term");
    const { detail_content, source_mid_ids } = await detail(long?.detail_file);
    expect(source_mid_ids).toEqual(mids.map(({ id }) => id));
    for (const { summary } of mids) expect(detail_content).toContain(summary);
  });
});

describe("an extraction that fails", () => {
  it("leaves every summary as it was, says why, waits longer each time, and is done in code after the third", async () => {
    await summaries(2);
    scene.upstream.fallback("mid_to_long", { text: "抱歉，我做不到。" });
    const first = await extract();
    expect(first).toMatchObject({ extracted: [], failure: expect.stringMatching(/./) });
    expect(JSON.stringify(first)).not.toContain("抱歉");
    expect((await scene.read(user, "mid_term")).some(({ extracted_to_long }) => extracted_to_long)).toBe(
      false,
    );
    const waits: number[] = [];
    for (let run = 1; run <= 3; run++) {
      const { extract: state } = await steps();
      expect(state?.attempts).toBe(run);
      waits.push((state?.next_at ?? 0) - (await scene.now()));
      if (run < 3) await extract();
    }
    expect(waits.map((wait) => Math.round(wait / 60))).toEqual([1, 2, 4]);
    expect((await extract()).extracted.map(({ by }) => by)).toEqual(["extractive", "extractive"]);
    expect((await steps()).extract?.attempts).toBe(0);
  });

  it("is made again by a model later, and after three answers that cannot be used not asked for again", async () => {
    await summaries(1);
    const useless = { text: "我没什么可说的。" };
    scene.upstream.fallback("mid_to_long", useless);
    for (let run = 0; run < 4; run += 1) {
      await extract();
      await scene.advance(7 * 3_600);
    }
    expect(await scene.read(user, "long_term")).toMatchObject([{ by: "extractive" }]);
    for (let hours = 0; hours < 12; hours += 1) await scene.advance(3_700);
    const [entry] = await scene.read(user, "long_term");
    expect([entry?.redo ?? false, entry?.redo_failed]).toEqual([false, 3]);
    const asked = scene.upstream.of("mid_to_long").length;
    for (let hours = 0; hours < 6; hours += 1) await scene.advance(3_700);
    expect(scene.upstream.of("mid_to_long")).toHaveLength(asked);
  });

  it("is tried by the upkeep a day after its summaries, and not before its pause is over", async () => {
    await summaries(1);
    await scene.advance(day - 120);
    expect(scene.upstream.of("mid_to_long")).toEqual([]);
    scene.upstream.push(
      "mid_to_long",
      { http: { status: 401 } },
      answer({ title: "骑行", key_points: ["风大"] }),
    );
    await scene.advance(180);
    expect(scene.upstream.of("mid_to_long")).toHaveLength(2);
    expect(await scene.read(user, "long_term")).toMatchObject([{ title: "骑行", by: "model" }]);
  });

  it("half-way keeps the batches that were done", async () => {
    await summaries(22);
    scene.upstream.push("mid_to_long", answer({ title: "前二十天", key_points: ["家常"] }), {
      http: { status: 401 },
    });
    const { extracted, failure } = await extract();
    expect([extracted.length, failure !== undefined]).toEqual([1, true]);
    const done = (await scene.read(user, "mid_term")).filter(({ extracted_to_long }) => extracted_to_long);
    expect(done).toHaveLength(20);
  });
});
