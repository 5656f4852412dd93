// The care of idle hours: what has faded goes out of sight, twins become one, nothing is lost or invented (A206, A214–A216, R32).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LongEntry } from "../../src/schema/long-term.ts";
import { openScene, type Scene, summaryAnswer } from "./scene.ts";

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

const day = 86_400;
const call = <T>(method: string, path: string, body?: unknown) =>
  scene.house.api<T>(method, `/api/memory/${user}${path}`, body);
type Changes = { changes: { id: string; cause: string; by: string }[] };
const tidied = async () =>
  (await call<Changes>("GET", "/changes?limit=300")).body.changes.filter(({ cause }) => cause === "tidy");

const long = (id: string, points: string, more: Partial<LongEntry> = {}) => ({
  id,
  title: points.slice(0, 6),
  key_points: [points],
  detail_file: `2025-01-01_${id}.json`,
  importance: 0.5,
  by: "model",
  message_ids: [`m-${id}`],
  ...more,
});

async function with_(entries: readonly ReturnType<typeof long>[]): Promise<void> {
  await scene.house.chat(user, "随便聊两句");
  await call("PUT", "/long_term", entries);
}
const stored = () => scene.read(user, "long_term");
const found = async (q: string) => {
  type Found = { results: { id: string }[] };
  const { body } = await call<Found>("GET", `/search?q=${encodeURIComponent(q)}&type=long`);
  return body.results.map(({ id }) => id);
};

describe("what has faded", () => {
  it("is archived in place: out of the index section, still found, and back by undo", async () => {
    const old = (await scene.now()) - 500 * day;
    await with_([
      long("long_1", "在旧公寓的阳台上种过一盆薄荷", { started_at: old, ended_at: old }),
      long("long_2", "上周一起看了海边的日出", { ended_at: (await scene.now()) - 7 * day }),
      long("long_3", "外婆住院那几天天天通电话", { started_at: old, ended_at: old, pinned: true }),
    ]);
    await scene.advance(2 * 3_600);
    expect((await stored()).map(({ archived }) => archived === true)).toEqual([true, false, false]);
    type Context = { sections: { name: string; entries: { id: string }[] }[] };
    const { body } = await call<Context>("GET", "?message=在吗");
    const index = body.sections.find(({ name }) => name === "long_index")?.entries.map(({ id }) => id);
    expect(index).toEqual(expect.arrayContaining(["long_2", "long_3"]));
    expect(index).not.toContain("long_1");
    expect(await found("阳台上种的薄荷")).toContain("long_1");
    const [line, ...others] = await tidied();
    expect(others).toEqual([]);
    expect((await call("POST", `/changes/${line?.id}/undo`)).status).toBe(200);
    expect((await stored()).some(({ archived }) => archived)).toBe(false);
  });

  it("stays in sight where it was used lately", async () => {
    const now = await scene.now();
    const old = now - 450 * day;
    await scene.house.chat(user, "随便聊两句");
    await call("PUT", "/long_term", [
      long("long_1", "在旧公寓的阳台上种过一盆薄荷", { started_at: old, ended_at: old }),
      long("long_2", "在老家的院子里埋过一坛青梅酒", { started_at: old, ended_at: old }),
    ]);
    await scene.house.chat(user, "老家院子里埋的那坛青梅酒你还记得吗");
    const recalled = (await scene.read(user, "conversation")).flatMap((message) => message.recalled ?? []);
    expect(recalled.map(({ id }) => id)).toContain("long_2");
    await call("POST", "/compress");
    const uses = await scene.json<{ entries: Record<string, { count: number }> }>(user, "uses.json");
    expect(uses.entries.long_2?.count).toBe(1);
    await scene.advance(3_600);
    expect((await stored()).map(({ id, archived }) => [id, archived === true])).toEqual([
      ["long_1", true],
      ["long_2", false],
    ]);
  });
});

describe("near-identical episodes", () => {
  it("become one that names its sources; the others stay in the file, and undo parts them again", async () => {
    const now = await scene.now();
    const points = "周末一起去看了城西那场露天电影，下了小雨也没走";
    await with_([
      long("long_1", points, { ended_at: now - 3 * day, started_at: now - 3 * day }),
      long("long_2", points, { ended_at: now - 2 * day, started_at: now - 2 * day, aliases: ["露天电影"] }),
      long("long_3", "周末没有去看城西那场露天电影，下了小雨", { ended_at: now - 2 * day }),
    ]);
    const before = await stored();
    await scene.advance(3_600);
    const after = await stored();
    const kept = after.find(({ merged_from }) => merged_from !== undefined);
    const gone = after.find(({ merged_into }) => merged_into !== undefined);
    expect([kept?.id, gone?.id].sort()).toEqual(["long_1", "long_2"]);
    expect([...(kept?.message_ids ?? [])].sort()).toEqual(["m-long_1", "m-long_2"]);
    expect(gone).toMatchObject({ archived: true, merged_into: kept?.id, key_points: [points] });
    expect(after.map(({ key_points }) => key_points)).toEqual(before.map(({ key_points }) => key_points));
    expect(await found("城西露天电影")).not.toContain(gone?.id);
    const [line] = await tidied();
    await call("POST", `/changes/${line?.id}/undo`);
    expect(await stored()).toEqual(before);
  });
});

describe("the idle step", () => {
  it("waits until the talk has rested, and comes at most once a day", async () => {
    const old = (await scene.now()) - 500 * day;
    const faded = (n: number) =>
      long(`long_${n}`, `很久以前的第${n}件小事`, { started_at: old, ended_at: old });
    await with_([faded(1)]);
    await scene.advance(20 * 60);
    expect((await stored())[0]?.archived).toBeUndefined();
    await scene.house.chat(user, "还在聊");
    await scene.advance(20 * 60);
    expect((await stored())[0]?.archived).toBeUndefined();
    await scene.advance(15 * 60);
    expect((await stored())[0]?.archived).toBe(true);
    await call("PUT", "/long_term", [...(await stored()), faded(2)]);
    await scene.house.chat(user, "又聊了几句");
    await scene.advance(5 * 3_600);
    expect((await stored())[1]?.archived).toBeUndefined();
    await scene.advance(day);
    expect((await stored())[1]?.archived).toBe(true);
  });

  it("asks no model", async () => {
    const now = await scene.now();
    await with_([long("long_1", "一起看了日出", { ended_at: now - day })]);
    scene.upstream.push("short_to_mid", summaryAnswer("闲聊了几句。"));
    await call("POST", "/compress");
    await scene.advance();
    const before = scene.upstream.requests.length;
    await scene.advance(10 * 3_600);
    expect(scene.upstream.requests.length).toBe(before);
  });

  it("goes on where a file is broken by hand, once it is mended", async () => {
    const { writeFile, readFile } = await import("node:fs/promises");
    const old = (await scene.now()) - 500 * day;
    await with_([long("long_1", "很久以前的一件小事", { started_at: old, ended_at: old })]);
    const file = scene.path(user, "facts.json");
    const good = await readFile(file, "utf8").catch(() => "[]");
    await writeFile(file, `${good.trimEnd().slice(0, -1)},{{`);
    await scene.advance(2 * 3_600);
    await writeFile(file, good);
    await scene.advance(day);
    expect((await stored())[0]?.archived).toBe(true);
  });
});
