// A message that is edited or deleted is followed by all that was made of it, however deep that lies (A105, DESIGN 7).
import { readdir, readFile, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/house.ts";
import { everyByte, openScene, type Scene, summaryAnswer } from "./scene.ts";

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
const at = (iso: string) => Date.parse(iso) / 1000;
/** Topics of two messages each, a day apart: `t-0` holds `m-0a` and `m-0b`. */
async function history(count: number, start: number, words: Record<number, string> = {}): Promise<void> {
  const topics = Array.from({ length: count }, (_, n) => ({
    topic_id: `t-${n}`,
    messages: ["a", "b"].map((part, place) => ({
      role: "user",
      content: part === "a" ? (words[n] ?? `第${n}天去散步。`) : `第${n}天的晚饭。`,
      timestamp: start + n * day + place,
      message_id: `m-${n}${part}`,
    })),
  }));
  const path = `/api/ai-users/${user}/import`;
  await scene.house.api("POST", path, { format: "messages", topics, summarise: "extractive" });
}
const mids = () => scene.read(user, "mid_term");
const longs = async () => (await scene.read(user, "long_term")).map(({ title }) => title);
const cores = async () => (await scene.read(user, "core_memory")).memories;
const files = () => readdir(scene.path(user, "long_term_details"));
const edit = (id: string, content: string) =>
  scene.house.api("PUT", `/api/ai-users/${user}/messages/${id}`, { content });
const remove = (id: string) => scene.house.api("DELETE", `/api/ai-users/${user}/messages/${id}`);
/** Two long entries, one of the first two topics and one of the third; and the core memories given. */
async function remember(...core: { content: string; source_message_ids: string[] }[]): Promise<void> {
  await history(3, at("2026-02-01T12:00:00+08:00"), { 0: "捡到一只叫板栗的刺猬。" });
  const [first, second, third] = (await mids()).map(({ id }) => id);
  const entries = [
    { title: "板栗", key_points: ["一只刺猬"], source_mid_ids: [first, second] },
    { title: "散步", key_points: ["第2天"], source_mid_ids: [third] },
  ];
  scene.upstream.push("mid_to_long", { text: JSON.stringify({ entries }) });
  const memories = core.map((one) => ({ ...one, category: "event", importance: 9, reason: "重要" }));
  scene.upstream.push("core_memory", { text: JSON.stringify({ core_memories: memories }) });
  await scene.house.api("POST", `/api/memory/${user}/extract`);
  expect(await longs()).toEqual(["板栗", "散步"]);
}
/** The newest change line that touches a document. */
async function lineOf(document: string): Promise<string | undefined> {
  type Line = { id: string; edits: { document: string }[] };
  const { body } = await scene.house.api<{ changes: Line[] }>("GET", `/api/memory/${user}/changes`);
  return body.changes.find(({ edits }) => edits.some((one) => one.document === document))?.id;
}
const search = async (q: string) =>
  (
    await scene.house.api<{ results: { type: string; text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent(q)}`,
    )
  ).body.results;

describe("a deleted message", () => {
  it("takes along the long entry made of it, and both its sources wait for extraction again", async () => {
    await remember();
    expect((await search("板栗刺猬")).map(({ type }) => type)).toContain("long");
    await remove("m-0a");
    await scene.advance();
    expect(await longs()).toEqual(["散步"]);
    expect(await files()).toHaveLength(1);
    const all = await mids();
    expect(all.map(({ extracted_to_long }) => extracted_to_long)).toEqual([false, false, true]);
    expect(all[0]).toMatchObject({ message_ids: ["m-0b"], message_count: 1 });
    expect(JSON.stringify(all)).not.toContain("板栗");
    expect(JSON.stringify(await search("板栗刺猬"))).not.toContain("板栗");
    scene.upstream.push("mid_to_long", {
      text: JSON.stringify({ entries: [{ title: "晚饭", key_points: ["吃了晚饭"] }] }),
    });
    await scene.advance(2 * day);
    expect(await longs()).toEqual(["散步", "晚饭"]);
    expect((await mids()).every(({ extracted_to_long }) => extracted_to_long)).toBe(true);
  });

  it("is in no file of memory any more, once its summary is made again", async () => {
    await remember({ content: "她养过一只叫板栗的刺猬", source_message_ids: ["m-0a"] });
    await remove("m-0a");
    await scene.advance();
    const documents = ["mid_term", "long_term", "core_memory", "short_term", "conversations/2026-02"];
    const texts = await Promise.all(
      documents.map((name) => readFile(scene.path(user, `${name}.json`), "utf8")),
    );
    expect(texts.join()).not.toContain("板栗");
    expect(await everyByte(scene.path(user, "long_term_details"))).not.toContain("板栗");
  });

  it("takes along the core memory that rests on it alone, which an undo brings back", async () => {
    await remember({ content: "她养过一只刺猬", source_message_ids: ["m-0a"] });
    await remove("m-0a");
    expect(await cores()).toEqual([]);
    await scene.advance();
    const undone = await scene.house.api(
      "POST",
      `/api/memory/${user}/changes/${await lineOf("core_memory")}/undo`,
    );
    expect(undone.status).toBe(200);
    expect((await cores()).map(({ content }) => content)).toEqual(["她养过一只刺猬"]);
  });

  it("leaves a core memory that rests on others too, which stands again once it was judged", async () => {
    await remember({ content: "每天都去散步", source_message_ids: ["m-1a", "m-0a"] });
    await remove("m-0a");
    expect(await cores()).toMatchObject([{ content: "每天都去散步", message_ids: ["m-1a"], stale: true }]);
    await scene.advance();
    const [standing] = await cores();
    expect(standing).toMatchObject({ content: "每天都去散步", message_ids: ["m-1a"] });
    expect(standing).not.toHaveProperty("stale");
  });

  it("leaves what its owner wrote, whatever it rests on", async () => {
    await remember({ content: "她养过一只刺猬", source_message_ids: ["m-0a"] });
    const core = await scene.read(user, "core_memory");
    const mine = { content: "刺猬叫板栗", importance: 9, message_ids: ["m-0a"] };
    const path = `/api/memory/${user}/core_memory?confirm=true`;
    await scene.house.api("PUT", path, { ...core, memories: [...core.memories, mine] });
    const long = await scene.read(user, "long_term");
    const own = {
      title: "我写的",
      key_points: ["刺猬"],
      detail_file: "2026-02-01_我写的.json",
      message_ids: ["m-0a"],
    };
    await scene.house.api("PUT", `/api/memory/${user}/long_term`, [...long, own]);
    await remove("m-0a");
    expect((await cores()).map(({ content }) => content)).toEqual(["刺猬叫板栗"]);
    expect(await longs()).toEqual(["散步", "我写的"]);
  });

  it("that nothing was made of changes no memory", async () => {
    await remember();
    const saved = await scene.house.api<{ message: { message_id: string } }>(
      "POST",
      `/api/ai-users/${user}/save-message`,
      { content: "刚说的一句", role: "user" },
    );
    const before = [await mids(), await longs(), await cores()];
    await remove(saved.body.message.message_id);
    expect([await mids(), await longs(), await cores()]).toEqual(before);
  });
});

describe("an edited message", () => {
  it("keeps the core memory, marked for the next judgement, and takes the long entry back", async () => {
    await remember({ content: "她养过一只刺猬", source_message_ids: ["m-0a"] });
    scene.upstream.fallback("short_to_mid", summaryAnswer("捡到一只刺猬，取名核桃"));
    await edit("m-0a", "捡到一只叫核桃的刺猬。");
    expect(await cores()).toMatchObject([{ content: "她养过一只刺猬", message_ids: ["m-0a"], stale: true }]);
    await scene.advance();
    expect(await longs()).toEqual(["散步"]);
    expect((await mids())[0]?.summary).toContain("核桃");
  });

  it("hides the core memory from context and search until it was judged, and has it back where it is confirmed", async () => {
    await remember({ content: "她养过一只刺猬", source_message_ids: ["m-0a"] });
    const shown = async () => {
      type Context = { sections: { name: string; entries: { text: string }[] }[] };
      const { body } = await scene.house.api<Context>("GET", `/api/memory/${user}?message=在吗`);
      return body.sections.flatMap(({ name, entries }) =>
        name === "core" ? entries.map(({ text }) => text) : [],
      );
    };
    const found = async () => (await search("养过刺猬")).filter(({ type }) => type === "core").length;
    expect([await shown(), await found()]).toEqual([["她养过一只刺猬"], 1]);
    scene.upstream.fallback("core_memory", { http: { status: 401 } });
    await edit("m-0a", "捡到一只叫核桃的刺猬。");
    await scene.advance();
    expect([await shown(), await found()]).toEqual([[], 0]);
    const again = {
      content: "她养过一只刺猬",
      category: "event",
      importance: 9,
      source_message_ids: ["m-0a"],
    };
    scene.upstream.fallback("core_memory", { text: JSON.stringify({ core_memories: [again] }) });
    await scene.advance(600);
    expect([await shown(), await found()]).toEqual([["她养过一只刺猬"], 1]);
    expect(await cores()).toHaveLength(1);
  });

  it("loses the core memory that nothing of it says any more", async () => {
    await remember({ content: "她养过一只刺猬", source_message_ids: ["m-0a"] });
    await edit("m-0a", "今天什么也没捡到。");
    await scene.advance();
    expect(await cores()).toEqual([]);
  });

  it("fetches its summary out of the archive, where it comes to lie again afterwards", async () => {
    await history(53, at("2025-11-01T12:00:00+08:00"), { 1: "捡到一只叫板栗的刺猬。" });
    const promoted = (await mids()).map((entry) => ({ ...entry, extracted_to_long: true }));
    await scene.house.api("PUT", `/api/memory/${user}/mid_term`, promoted);
    await scene.advance();
    type Archived = { topic_id: string; summary: string };
    const archived = () => scene.json<Archived[]>(user, "mid_term_archive/2025-11.json");
    expect((await archived()).map(({ topic_id }) => topic_id)).toEqual(["t-0", "t-1", "t-2"]);
    scene.upstream.fallback("short_to_mid", summaryAnswer("捡到一只刺猬，取名核桃"));
    await edit("m-1a", "捡到一只叫核桃的刺猬。");
    await scene.advance();
    expect((await archived()).map(({ topic_id }) => topic_id)).toEqual(["t-0", "t-2", "t-1"]);
    expect((await archived())[2]?.summary).toContain("核桃");
    expect(JSON.stringify([await archived(), await mids()])).not.toContain("板栗");
    expect(await mids()).toHaveLength(50);
  });
});

describe("a line deleted by hand in an old month", () => {
  it("has every summary made again that names it", async () => {
    await history(3, at("2025-05-04T12:00:00+08:00"), { 1: "捡到一只叫板栗的刺猬。" });
    const month = scene.path(user, "conversations", "2025-05.json");
    const lines = JSON.parse(await readFile(month, "utf8")) as { message_id: string }[];
    await writeFile(
      month,
      JSON.stringify(
        lines.filter(({ message_id }) => message_id !== "m-1a"),
        null,
        2,
      ),
    );
    await until("the summary to follow", async () => {
      await scene.advance();
      return !JSON.stringify(await mids()).includes("板栗");
    });
    expect((await mids()).map(({ message_ids }) => message_ids)).toEqual([
      ["m-0a", "m-0b"],
      ["m-1b"],
      ["m-2a", "m-2b"],
    ]);
  });
});

describe("a message that is changed while the core judgement reads it", () => {
  it.each([
    ["deleted", (id: string) => remove(id)],
    ["edited", (id: string) => edit(id, "今天去散步。")],
  ])("(%s) proves nothing that was made of its old words", async (_how, change) => {
    await history(1, at("2026-02-01T12:00:00+08:00"), { 0: "我特别怕高，站上阳台就腿软。" });
    const entries = [{ title: "怕高", key_points: ["怕高"], source_mid_ids: [(await mids())[0]?.id] }];
    scene.upstream.push("mid_to_long", { text: JSON.stringify({ entries }) });
    const judged = { content: "极度恐高", category: "taboo", importance: 9, reason: "重要" };
    const answer = { text: JSON.stringify({ core_memories: [{ ...judged, source_message_ids: ["m-0a"] }] }) };
    let open = () => {};
    const after = new Promise<void>((resolve) => {
      open = resolve;
    });
    scene.upstream.push("core_memory", { ...answer, after });
    const extracting = scene.house.api("POST", `/api/memory/${user}/extract`);
    await until("the judgement", async () => scene.upstream.of("core_memory").length > 0);
    await change("m-0a");
    open();
    await extracting;
    const context = () => scene.house.api("POST", `/api/memory/${user}/context`, { message: "在吗" });
    expect(JSON.stringify((await context()).body)).not.toContain("极度恐高");
    expect((await search("恐高")).map(({ type }) => type)).not.toContain("core");
    await scene.advance();
    expect(await cores()).toEqual([]);
  });
});

describe("a summary in its owner's own words", () => {
  const own = "那天捡到了板栗，很高兴";
  const rewritten = async () =>
    (await mids()).map((entry, n) => (n === 0 ? { ...entry, summary: own } : entry));
  const ways = {
    page: async () => scene.house.api("PUT", `/api/memory/${user}/mid_term`, await rewritten()),
    hand: async () =>
      writeFile(scene.path(user, "mid_term.json"), JSON.stringify(await rewritten(), null, 2)),
  };

  it.each(["page", "hand"] as const)(
    "(by %s) keeps them when a message of the talk is changed",
    async (way) => {
      await history(2, at("2026-02-01T12:00:00+08:00"), { 0: "捡到一只叫板栗的刺猬。" });
      await ways[way]();
      await edit("m-0b", "第0天吃了面。");
      await remove("m-1b");
      await scene.advance();
      const [first, second] = await mids();
      expect(first).toMatchObject({ summary: own, message_ids: ["m-0a", "m-0b"] });
      expect(first).not.toHaveProperty("stale");
      // The other one is made anew of what is left.
      expect(second).toMatchObject({ message_ids: ["m-1a"], message_count: 1 });
    },
  );

  it("is made anew again once the owner has undone them", async () => {
    await history(1, at("2026-02-01T12:00:00+08:00"), { 0: "捡到一只叫板栗的刺猬。" });
    await ways.page();
    await scene.house.api("POST", `/api/memory/${user}/changes/${await lineOf("mid_term")}/undo`);
    scene.upstream.push("short_to_mid", summaryAnswer("捡到一只叫核桃的刺猬"));
    await edit("m-0a", "捡到一只叫核桃的刺猬。");
    await scene.advance();
    expect((await mids())[0]?.summary).toBe("捡到一只叫核桃的刺猬");
  });
});
