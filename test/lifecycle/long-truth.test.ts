// Long memories and later truths through the house: closed, joined, shown to the model, taken back, erased, and told in the character's words (invariant 3, R30).
import { readdir, readFile, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LongDetail } from "../../src/schema/long-term.ts";
import { openScene, type Scene, summaryAnswer, textOf } from "./scene.ts";

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
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create({ base_soul: "北境的骑士，没见过机器。" });
});

const day = 86_400;
let topics = 0;
/** One more summarised topic of one message. Gives its message id. */
async function talk(content: string, at = "2026-02-01"): Promise<string> {
  topics += 1;
  const timestamp = Date.parse(`${at}T12:00:00+08:00`) / 1000 + topics;
  const message_id = `m-${topics}`;
  const messages = [{ role: "user", content, timestamp, message_id }];
  await scene.house.api("POST", `/api/ai-users/${user}/import`, {
    format: "messages",
    topics: [{ topic_id: `t-${topics}`, messages }],
    summarise: "extractive",
  });
  return message_id;
}
const call = <T>(method: string, path: string, body?: unknown) =>
  scene.house.api<T>(method, `/api/memory/${user}${path}`, body);
type Entry = { title: string; key_points: string[]; [field: string]: unknown };
type Extracted = { extracted: { id: string; by: string }[]; failure?: string };
async function extract(...entries: Entry[]): Promise<Extracted> {
  scene.upstream.push("mid_to_long", { text: JSON.stringify({ entries }) });
  return (await call<Extracted>("POST", "/extract")).body;
}
const longs = () => scene.read(user, "long_term");
const search = async (q: string) =>
  (
    await call<{ results: { id: string; text: string; type: string }[] }>(
      "GET",
      `/search?q=${encodeURIComponent(q)}`,
    )
  ).body.results;
const index = async () => {
  type Context = { sections: { name: string; entries: { id: string; text: string }[] }[] };
  const { body } = await call<Context>("GET", "?message=在吗");
  return body.sections.flatMap(({ name, entries }) => (name === "long_index" ? entries : []));
};
async function moved(): Promise<[string, string]> {
  const first = await talk("我住在北京。");
  await extract({ title: "居住地", key_points: ["住在北京", "一个人住"] });
  const second = await talk("我搬到上海了，以前住在北京。", "2026-03-01");
  await extract({ title: "搬家", key_points: ["住在上海", "以前住在北京"] });
  return [first, second];
}

describe("a later truth", () => {
  it("ends the point it speaks of: out of the index, found as former, and taken back by an undo", async () => {
    await moved();
    const [old, now] = await longs();
    expect(old).toMatchObject({
      key_points: ["一个人住"],
      former_points: [{ text: "住在北京", superseded_by: now?.id, valid_to: now?.started_at }],
    });
    const lines = (await index()).map(({ text }) => text).join("\n");
    expect(lines).toMatch(/居住地.*一个人住/);
    expect(lines).not.toMatch(/居住地.*住在北京/);
    const found = (await search("住在北京")).find(({ id, type }) => type === "long" && id === old?.id);
    expect(found?.text).toBe("一个人住；从前（到 2026-03-01 为止）：住在北京");
    type Changes = { changes: { id: string; edits: { document: string }[] }[] };
    const { changes } = (await call<Changes>("GET", "/changes")).body;
    const line = changes.find(({ edits }) => edits.some(({ document }) => document === "long_term"));
    expect((await call("POST", `/changes/${line?.id}/undo`)).status).toBe(200);
    expect((await longs()).map(({ key_points, former_points }) => [key_points, former_points])).toEqual([
      [["住在北京", "一个人住"], undefined],
    ]);
    expect((await search("住在北京")).find(({ type }) => type === "long")?.text).toBe("住在北京；一个人住");
  });

  it("that is deleted or erased has ended nothing any more", async () => {
    const [, second] = await moved();
    await scene.house.api("DELETE", `/api/ai-users/${user}/messages/${second}`);
    const points = async () => (await longs()).map(({ key_points }) => [...key_points].sort());
    const whole = [["住在北京", "一个人住"].sort()];
    expect(await points()).toEqual(whole);
    expect((await search("住在北京")).find(({ type }) => type === "long")?.text).not.toContain("从前");
    await talk("我搬到上海了，以前住在北京。", "2026-03-02");
    await extract({ title: "搬家", key_points: ["住在上海", "以前住在北京"] });
    expect((await longs())[0]?.key_points).toEqual(["一个人住"]);
    await call("POST", "/erase", { query: "上海", preview: false });
    expect(await points()).toEqual(whole);
  });

  it("that the owner takes out of the file has ended nothing after the next idle hour", async () => {
    await talk("我住在北京。");
    await extract({ title: "居住地", key_points: ["住在北京"] });
    await talk("我搬到上海了，以前住在北京。", "2026-03-01");
    await extract({ title: "搬家", key_points: ["住在上海", "以前住在北京"] });
    expect((await longs())[0]).toMatchObject({ archived: true, archived_by: "superseded" });
    await call("PUT", "/long_term", (await longs()).slice(0, 1));
    await scene.advance(2 * day);
    const [entry] = await longs();
    expect(entry).toMatchObject({ key_points: ["住在北京"], archived: false });
    expect(entry).not.toHaveProperty("superseded_by");
  });

  it("is asked of the model, which is shown what is known; it may replace nothing that it was not shown", async () => {
    await talk("我喜欢川菜。");
    await extract({ title: "口味", key_points: ["喜欢川菜"] });
    await talk("阳台上的薄荷死了。");
    await extract({ title: "薄荷", key_points: ["菜地边种了一盆薄荷"] });
    const [taste, mint] = await longs();
    await talk("现在不吃川菜了，胃不好。", "2026-03-01");
    const replaces = [taste?.id, mint?.id, "long_1"];
    await extract({ title: "口味", key_points: ["不吃川菜，胃不好"], replaces });
    const asked = textOf(scene.upstream.of("mid_to_long").at(-1)?.body);
    expect(asked).toContain(`${taste?.id} (2026-02-01) 口味: 喜欢川菜`);
    expect(asked).not.toContain("薄荷");
    const after = await longs();
    expect(after.map(({ superseded_by }) => superseded_by)).toEqual([after[2]?.id, undefined, undefined]);
  });
});

describe("what is said again", () => {
  it("joins the entry that has it: one entry, one file, both sources, and neither is asked for again", async () => {
    const first = await talk("我对花生过敏。");
    await extract({ title: "饮食禁忌", key_points: ["对花生过敏"], detail_content: "二月说的。" });
    const second = await talk("提醒一下，我对花生过敏。", "2026-03-01");
    const { extracted } = await extract({
      title: "饮食禁忌",
      key_points: ["对花生过敏"],
      detail_content: "三月又说。",
    });
    const [entry, ...others] = await longs();
    expect([extracted.map(({ id }) => id), others]).toEqual([[entry?.id], []]);
    expect(entry?.message_ids).toEqual([first, second]);
    expect(await readdir(scene.path(user, "long_term_details"))).toEqual([entry?.detail_file]);
    const detail = await scene.json<LongDetail>(user, `long_term_details/${entry?.detail_file}`);
    expect(detail.detail_content).toBe("二月说的。\n三月又说。");
    expect(detail.source_mid_ids).toEqual((await scene.read(user, "mid_term")).map(({ id }) => id));
    expect((await call<Extracted>("POST", "/extract")).body.extracted).toEqual([]);
  });

  it("writes nothing over a detail that its owner broke", async () => {
    await talk("我对花生过敏。");
    await extract({ title: "饮食禁忌", key_points: ["对花生过敏"] });
    const [entry] = await longs();
    const path = scene.path(user, "long_term_details", entry?.detail_file ?? "");
    await writeFile(path, "{ 改坏了");
    const second = await talk("我对花生过敏，再说一次。", "2026-03-01");
    await extract({ title: "饮食禁忌", key_points: ["对花生过敏"] });
    expect((await longs()).map(({ message_ids }) => message_ids?.includes(second))).toEqual([true]);
    expect(await readFile(path, "utf8")).toBe("{ 改坏了");
  });
});

describe("the character's own words", () => {
  it("stand beside the plain ones in summary, entry and context, are asked for with who it is, and are not searched", async () => {
    const lines = ["我新买了手机", "屏幕很大", "拍照也好", "花了我半个月工资", "下次给你看"];
    for (const line of lines) await scene.house.chat(user, line);
    const wording = "他得了一块会发光的石板";
    scene.upstream.push("short_to_mid", summaryAnswer("用户新买了手机，屏幕大。", { role_wording: wording }));
    await call("POST", "/compress");
    expect(textOf(scene.upstream.of("short_to_mid").at(-1)?.body)).toContain("北境的骑士，没见过机器。");
    expect(await scene.read(user, "mid_term")).toMatchObject([
      { summary: "用户新买了手机，屏幕大。", role_wording: wording },
    ]);
    await extract({ title: "新手机", key_points: ["新买了手机"], role_wording: "石板照亮了他的脸" });
    expect(await longs()).toMatchObject([{ key_points: ["新买了手机"], role_wording: "石板照亮了他的脸" }]);
    await scene.house.chat(user, "在吗");
    const request = textOf(scene.upstream.of("chat").at(-1)?.body);
    expect(request).toContain(`用户新买了手机，屏幕大。（用你的话说：${wording}）`);
    expect(request).toContain("新买了手机（用你的话说：石板照亮了他的脸）");
    expect((await search("会发光的石板")).map(({ type }) => type)).not.toContain("mid");
  });

  it("that bring a number of their own are dropped, and go with an erasure of what only they say", async () => {
    for (const line of ["我新买了手机", "屏幕很大", "拍照也好", "很贵", "下次给你看"])
      await scene.house.chat(user, line);
    scene.upstream.push(
      "short_to_mid",
      summaryAnswer("用户新买了手机。", { role_wording: "石板值 300 金币" }),
    );
    await call("POST", "/compress");
    expect((await scene.read(user, "mid_term"))[0]).not.toHaveProperty("role_wording");
    for (const line of ["楼下开了面馆", "老板姓周", "面很好吃", "汤也好", "明天再去"])
      await scene.house.chat(user, line);
    scene.upstream.push(
      "short_to_mid",
      summaryAnswer("楼下开了面馆。", { role_wording: "城门口支起了粥棚" }),
    );
    await call("POST", "/compress");
    await call("POST", "/erase", { query: "粥棚", preview: false });
    expect(JSON.stringify(await scene.read(user, "mid_term"))).not.toContain("粥棚");
  });
});
