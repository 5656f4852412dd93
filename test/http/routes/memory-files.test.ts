// The files of a companion: seen, replaced whole by their owner, and every change undone (DESIGN 7, A185, A186, R8).
import { readdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Change } from "../../../src/schema/change.ts";
import type { CoreMemory } from "../../../src/schema/core-memory.ts";
import { openScene, type Scene, summaryAnswer } from "../../lifecycle/scene.ts";

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

type ErrorBody = {
  error: { code: string; details?: { path?: string; later?: string[] }[] & { later?: string[] } };
};
type Written = { revision: string; change_id: string };
type FileState = { name: string; revision: string; bytes: number; valid: boolean; content?: string };
const call = <T = ErrorBody>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => scene.house.api<T>(method, `/api/memory/${user}/${path}`, body, headers);
const put = <T = Written>(type: string, body: unknown, headers?: Record<string, string>) =>
  call<T>("PUT", type, body, headers);
const changes = async (query = "") =>
  (await call<{ changes: Change[] }>("GET", `changes${query}`)).body.changes;
const undo = <T = { undone: string; change_id: string }>(id: string) => call<T>("POST", `changes/${id}/undo`);
/** The entries of lore.json by their ids: a change log knows entries, not their order. */
const lore = async () =>
  (await scene.json<{ id: string }[]>(user, "lore.json")).sort((a, b) => (a.id < b.id ? -1 : 1));
const core = () => scene.read(user, "core_memory");
const withMemories = async (memories: unknown[]): Promise<CoreMemory> =>
  ({ ...(await core()), memories }) as CoreMemory;

describe("the files of a companion", () => {
  it("are all listed, valid, with size and revision; one has its content", async () => {
    await scene.house.chat(user, "在吗");
    const { body } = await call<{ files: FileState[] }>("GET", "files");
    expect(body.files.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "config.json",
        "short_term.json",
        "mid_term.json",
        "core_memory.json",
        "conversation.json",
      ]),
    );
    expect(body.files.every(({ valid, revision }) => valid && revision !== "")).toBe(true);
    const one = await call<FileState>("GET", "files/conversation.json");
    expect(JSON.parse(one.body.content ?? "")).toHaveLength(2);
    expect(one.body.revision).toBe(body.files.find(({ name }) => name === "conversation.json")?.revision);
  });

  it("are the companion's own only: no other name, no path out of the folder", async () => {
    for (const name of [
      "nothing.json",
      "..%2F..%2Fmodels.json",
      "%2Fetc%2Fpasswd",
      "long_term_details/..%2Fconfig.json",
      ".cache%2Fprefix.json",
    ]) {
      const { status } = await call("GET", `files/${name}`);
      expect([name, status]).toEqual([name, 404]);
    }
  });
});

describe("PUT of a whole document", () => {
  it("fills in ids, `by` and evidence, and keeps fields that nobody knows", async () => {
    const { status, body } = await put("core_memory?confirm=true", {
      ...(await withMemories([{ content: "她怕黑", importance: 9, colour: "蓝" }])),
      my_note: "自己加的",
    });
    expect(status).toBe(200);
    const stored = (await core()) as CoreMemory & { my_note?: string };
    expect(stored.my_note).toBe("自己加的");
    expect(stored.memories).toMatchObject([
      {
        content: "她怕黑",
        colour: "蓝",
        by: "owner",
        id: expect.stringMatching(/^core_/),
        evidence: [{ kind: "owner", change_id: body.change_id }],
      },
    ]);
    await put("mid_term", [{ summary: "去年一起看海" }]);
    expect(await scene.read(user, "mid_term")).toMatchObject([
      { id: expect.stringMatching(/^mid_\d+$/), by: "owner", topic_id: expect.stringMatching(/./) },
    ]);
  });

  it("takes If-Match in each form, and answers 412 when it is stale without writing", async () => {
    const first = await put("lore", [{ keywords: ["墨块"], content: "墨块是只黑猫" }]);
    const second = await put("lore", [{ keywords: ["墨块"], content: "墨块是只白猫" }], {
      "if-match": `"${first.body.revision}"`,
    });
    expect(second.status).toBe(200);
    const stale = await put<ErrorBody>("lore", [], { "if-match": `"${first.body.revision}"` });
    expect([stale.status, stale.body.error.code]).toEqual([412, "stale"]);
    expect(JSON.stringify(await scene.json(user, "lore.json"))).toContain("白猫");
    expect((await put("lore", [], { "if-match": "*" })).status).toBe(200);
    expect((await put("lore", [], { "if-match": `W/"${second.body.revision}"` })).status).toBe(412);
  });

  it("refuses a wrong shape with its path, an unknown type, and JSON that is none", async () => {
    const before = await changes();
    const wrong: [string, unknown, string][] = [
      ["mid_term", [{ summary: 42 }], "0.summary"],
      ["mid_term", { summary: "x" }, ""],
      ["facts", [{ category: "sport", key: "k", value: 1 }], "0.category"],
      ["short_term", { topic_id: 1 }, "topic_id"],
      ...["../../models.json", "a/b.json", ".hidden.json", "", "x.tmp", "nul\u0000.json"].map(
        (detail_file): [string, unknown, string] => [
          "long_term",
          [{ title: "海边", key_points: [], detail_file }],
          "0.detail_file",
        ],
      ),
      [
        "core_memory?confirm=true",
        { relationship: { level: "一般" }, memories: [{ content: "x" }] },
        "memories.0.importance",
      ],
    ];
    for (const [type, body, path] of wrong) {
      const { status, body: answer } = await put<ErrorBody>(type, body);
      expect([type, status]).toEqual([type, 422]);
      expect(answer.error.details?.map((detail) => detail.path)).toContain(path);
    }
    expect((await put("mid_term", "[{")).status).toBe(400);
    for (const type of ["conversation", "config", "usage", "secrets", "__proto__"])
      expect([type, (await put(type, [])).status]).toEqual([type, 404]);
    expect(await changes()).toEqual(before);
  });

  it("of core memory needs ?confirm=true", async () => {
    const wish = await withMemories([{ content: "她怕黑", importance: 9 }]);
    for (const query of ["", "?confirm=false"])
      expect((await put(`core_memory${query}`, wish)).status).toBe(409);
    expect((await put("core_memory?confirm=maybe", wish)).status).toBe(422);
    expect((await core()).memories).toEqual([]);
    expect((await put("core_memory?confirm=true", wish)).status).toBe(200);
  });

  it("with what stands there already is no change", async () => {
    await put("lore", [{ keywords: ["海"], content: "海边" }]);
    const before = await changes();
    const again = await put("lore", await scene.json(user, "lore.json"));
    expect([again.status, again.body.change_id]).toEqual([200, null]);
    expect(await changes()).toEqual(before);
  });
});

describe("the change log", () => {
  it("has one line a commit, newest first, with author and what was before; paged", async () => {
    await put("lore", [{ id: "a", keywords: ["一"], content: "一" }]);
    await put("lore", [{ id: "a", keywords: ["一"], content: "二" }]);
    const [second, first] = await changes("?limit=2");
    expect(second).toMatchObject({
      by: "owner",
      edits: [{ document: "lore", entry: "a", before: { content: "一" }, after: { content: "二" } }],
    });
    expect(first).toMatchObject({ edits: [{ document: "lore", entry: "a", before: null }] });
    expect((await changes(`?before=${second?.id}&limit=1`)).map(({ id }) => id)).toEqual([first?.id]);
  });

  it("refuses a limit that is none", async () => {
    for (const query of ["?limit=0", "?limit=many", "?limit=501"])
      expect((await call("GET", `changes${query}`)).status).toBe(422);
  });
});

describe("undo", () => {
  it("of a PUT puts every entry back, byte for byte, and can itself be undone", async () => {
    await put("lore", [
      { id: "a", keywords: ["一"], content: "一" },
      { id: "b", keywords: ["二"], content: "二" },
    ]);
    const before = await lore();
    const { body } = await put("lore", [
      { id: "b", keywords: ["二"], content: "改了" },
      { id: "c", keywords: ["三"], content: "三" },
    ]);
    const after = await lore();
    const undone = await undo(body.change_id);
    expect([undone.status, undone.body.undone]).toEqual([200, body.change_id]);
    expect(await lore()).toEqual(before);
    expect((await changes("?limit=1"))[0]).toMatchObject({
      id: undone.body.change_id,
      undoes: body.change_id,
      by: "owner",
    });
    await undo(undone.body.change_id);
    expect(await lore()).toEqual(after);
  });

  it("after a later change of the same entry is a conflict that names the later line; of another entry it is none", async () => {
    const first = await put("lore", [{ id: "a", keywords: ["一"], content: "一" }]);
    const second = await put("lore", [{ id: "a", keywords: ["一"], content: "二" }]);
    await put("lore", [
      { id: "a", keywords: ["一"], content: "二" },
      { id: "b", keywords: ["二"], content: "另一条" },
    ]);
    const refused = await undo<ErrorBody>(first.body.change_id);
    expect([refused.status, refused.body.error.code]).toEqual([409, "conflict"]);
    expect(refused.body.error.details?.later).toEqual([second.body.change_id]);
    expect((await undo(second.body.change_id)).status).toBe(200);
    expect(await lore()).toMatchObject([{ id: "a", content: "一" }, { id: "b" }]);
    // What stood between is gone, so that the first one can be undone now.
    expect((await undo(first.body.change_id)).status).toBe(200);
    expect(await lore()).toMatchObject([{ id: "b" }]);
  });

  it("of a line that is not there, or undone already, changes nothing", async () => {
    expect((await undo("01JNOSUCHCHANGE0000000000")).status).toBe(404);
    const { body } = await put("lore", [{ id: "a", keywords: ["一"], content: "一" }]);
    await undo(body.change_id);
    const before = await changes();
    expect((await undo(body.change_id)).status).toBe(409);
    expect(await changes()).toEqual(before);
  });

  it("of a compression takes the summary back, and loses no message", async () => {
    for (const line of ["周六去杭州", "三天", "住西湖边"]) await scene.house.chat(user, line);
    scene.upstream.push("short_to_mid", summaryAnswer("对方周六去杭州三天，住西湖边。"));
    await call("POST", "compress");
    const line = (await changes()).find(({ edits }) => edits.some(({ document }) => document === "mid_term"));
    scene.upstream.push("short_to_mid", summaryAnswer("重新总结：杭州三天。"));
    expect((await undo(line?.id ?? "")).status).toBe(200);
    expect((await scene.read(user, "mid_term")).map(({ summary }) => summary)).not.toContain(
      "对方周六去杭州三天，住西湖边。",
    );
    expect(await scene.said(user)).toHaveLength(6);
    await scene.advance(120);
    const short = await scene.read(user, "short_term");
    const mid = await scene.read(user, "mid_term");
    const topics = new Set([...mid, ...short.pending, short].map(({ topic_id }) => topic_id));
    const log = await scene.read(user, "conversation");
    expect(log.every(({ topic_id }) => topics.has(topic_id))).toBe(true);
  });

  it("of an extraction removes the long entry and its detail file again", async () => {
    for (const line of ["周六去杭州", "三天", "住西湖边"]) await scene.house.chat(user, line);
    scene.upstream.push("short_to_mid", summaryAnswer("对方周六去杭州三天，住西湖边。"));
    await call("POST", "compress");
    scene.upstream.push("mid_to_long", {
      text: JSON.stringify({ entries: [{ title: "杭州之行", key_points: ["三天"] }] }),
    });
    await call("POST", "extract");
    const [long] = await scene.read(user, "long_term");
    expect(await readdir(scene.path(user, "long_term_details"))).toEqual([long?.detail_file]);
    const line = (await changes()).find(({ edits }) =>
      edits.some(({ document }) => document === "long_term"),
    );
    expect((await undo(line?.id ?? "")).status).toBe(200);
    expect(await scene.read(user, "long_term")).toEqual([]);
    expect(await readdir(scene.path(user, "long_term_details"))).toEqual([]);
    expect((await scene.read(user, "mid_term"))[0]?.extracted_to_long).toBe(false);
  });

  it("of a hand edit goes back to what stood there before", async () => {
    await put("lore", [{ id: "a", keywords: ["一"], content: "原来的" }]);
    await writeFile(
      scene.path(user, "lore.json"),
      JSON.stringify([{ id: "a", keywords: ["一"], content: "手改的" }]),
    );
    const line = await expect
      .poll(async () => (await changes("?limit=1"))[0]?.by, { timeout: 5_000 })
      .toBe("hand")
      .then(async () => (await changes("?limit=1"))[0]);
    expect((await undo(line?.id ?? "")).status).toBe(200);
    expect(await scene.json(user, "lore.json")).toMatchObject([{ content: "原来的" }]);
  });
});
