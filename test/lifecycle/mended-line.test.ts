// short_term and the log stay in line, whoever writes which; and no topic is left without its summary (invariant 1, DESIGN 3).
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import type { ShortTerm } from "../../src/schema/short-term.ts";
import { smallDisk } from "../store/small-disk.ts";
import { startHouse, until } from "../support/house.ts";
import { openScene, type Scene, summaryAnswer, textOf } from "./scene.ts";

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

const say = (content: string) => scene.house.chat(user, content);
const short = () => scene.read(user, "short_term");
const shown = async () => (await short()).conversations.map(({ content }) => content);
const mid = () => scene.read(user, "mid_term");
const put = (name: string, value: unknown) =>
  scene.house.api<{ change_id: string }>("PUT", `/api/memory/${user}/${name}`, value);
const save = (content: string, role = "user") =>
  scene.house.api<{ message: Message }>("POST", `/api/ai-users/${user}/save-message`, { content, role });
const compress = () => scene.house.api("POST", `/api/memory/${user}/compress`);
const search = async (q: string) =>
  (
    await scene.house.api<{ results: { text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?type=message&q=${encodeURIComponent(q)}`,
    )
  ).body.results.map(({ text }) => text);
/** Every topic of the log is open, waits, or has its summary. */
async function orphans(): Promise<string[]> {
  const { topic_id, pending } = await short();
  const known = new Set([topic_id, ...[...pending, ...(await mid())].map((one) => one.topic_id)]);
  return (await scene.read(user, "conversation"))
    .filter((message) => !known.has(message.topic_id))
    .map(({ content }) => content);
}

describe("short_term, written whole by its owner", () => {
  it("gives the log the same words: changed, taken out of the middle, and new", async () => {
    for (const line of ["我叫小李", "去掉的", "今天很冷"]) await save(line);
    const before = await short();
    const [name, , cold] = before.conversations;
    const fresh = { role: "user", content: "补上的一句" };
    const answer = await put("short_term", {
      ...before,
      conversations: [{ ...name, content: "我叫阿沐" }, fresh, cold],
    });
    expect(answer.status).toBe(200);
    expect(await scene.said(user)).toEqual(["我叫阿沐", "补上的一句", "今天很冷"]);
    expect((await short()).conversations).toEqual(await scene.read(user, "conversation"));
    expect((await search("我叫什么")).join()).not.toContain("小李");
    await say("你好");
    const request = textOf(scene.upstream.of("chat").at(-1)?.body);
    expect(request).toContain("我叫阿沐");
    expect(request).toContain("补上的一句");
    expect(request).not.toContain("去掉的");
  });

  it("without its end loses nothing: the end comes back", async () => {
    for (const line of ["第一句", "第二句", "第三句"]) await save(line);
    const before = await short();
    await put("short_term", { ...before, conversations: before.conversations.slice(0, 1) });
    expect(await shown()).toEqual(["第一句", "第二句", "第三句"]);
    await put("short_term", { ...before, conversations: [] });
    expect(await shown()).toEqual(["第一句", "第二句", "第三句"]);
  });

  it("under another topic leaves the old one waiting for its summary", async () => {
    for (const line of ["周六去杭州", "三天"]) await save(line);
    const { topic_id } = await short();
    scene.upstream.push("short_to_mid", summaryAnswer("对方周六去杭州三天。"));
    await put("short_term", {
      topic_id: "mine",
      conversations: [],
      created_at: await scene.now(),
      pending: [],
    });
    expect((await short()).topic_id).toBe("mine");
    await scene.advance(60);
    expect((await mid()).map((entry) => entry.topic_id)).toEqual([topic_id]);
    await save("新的开始");
    expect(await shown()).toEqual(["新的开始"]);
    expect(await orphans()).toEqual([]);
  });

  it("with what waits left out makes it wait again", async () => {
    for (const line of ["周六去杭州", "三天"]) await save(line);
    scene.upstream.fallback("short_to_mid", { http: { status: 503 } });
    await compress();
    await save("另一件事");
    const before = await short();
    expect(before.pending).toHaveLength(1);
    await put("short_term", { ...before, pending: [] });
    expect((await short()).pending.map(({ topic_id }) => topic_id)).toEqual(
      before.pending.map(({ topic_id }) => topic_id),
    );
    expect(await orphans()).toEqual([]);
  });

  it("of the wrong shape changes neither of the two", async () => {
    await save("第一句");
    const before = await short();
    const broken = { ...before, conversations: [{ ...before.conversations[0], role: "robot" }] };
    expect((await put("short_term", broken)).status).toBe(422);
    expect(await short()).toEqual(before);
    expect(await scene.said(user)).toEqual(["第一句"]);
  });
});

describe("a line added by hand to short_term.json", () => {
  it("reaches the log at its place, the next request and the summary, without id, time and topic of its own", async () => {
    for (const line of ["周六去杭州", "三天"]) await save(line);
    const value = JSON.parse(await readFile(scene.path(user, "short_term.json"), "utf8"));
    value.conversations.splice(1, 0, { role: "user", content: "住在西湖边" });
    await writeFile(scene.path(user, "short_term.json"), JSON.stringify(value, null, 2));
    await until("the log to follow", async () => (await scene.said(user)).length === 3);
    expect(await scene.said(user)).toEqual(["周六去杭州", "住在西湖边", "三天"]);
    await say("好期待");
    expect(textOf(scene.upstream.of("chat").at(-1)?.body)).toContain("住在西湖边");
    await compress();
    const summarised = scene.upstream.of("short_to_mid").map(({ body }) => textOf(body));
    expect(summarised.filter((text) => text.includes("住在西湖边"))).toHaveLength(1);
    expect((await mid())[0]?.message_count).toBe(5);
  });
});

describe("a summary that its owner took away", () => {
  const summarised = async () => {
    for (const line of ["周六去杭州", "三天"]) await save(line);
    await compress();
    const entries = await mid();
    expect(entries).toHaveLength(1);
    return entries;
  };

  it("by page is not made again, not even after a restart, until an undo brings it back", async () => {
    const [entry] = await summarised();
    const { body } = await put("mid_term", []);
    await scene.advance(60);
    await save("换个时间再说");
    await scene.house.close();
    scene.house = await startHouse({
      upstream: scene.upstream,
      folder: scene.house.folder,
      clock: "2026-03-12T20:00:00+08:00",
    });
    await scene.advance(60);
    expect((await mid()).map(({ topic_id }) => topic_id)).not.toContain(entry?.topic_id);
    expect((await short()).pending.map(({ topic_id }) => topic_id)).not.toContain(entry?.topic_id);
    const undone = await scene.house.api("POST", `/api/memory/${user}/changes/${body.change_id}/undo`);
    expect(undone.status).toBe(200);
    expect((await mid()).map(({ id }) => id)).toContain(entry?.id);
    expect(await scene.json(user, "erased.json")).toMatchObject({ topic_ids: [] });
  });

  it("by hand is not made again", async () => {
    const [entry] = await summarised();
    await writeFile(scene.path(user, "mid_term.json"), "[]");
    await until("it to be remembered", async () => {
      const erased = await scene.json<{ topic_ids: string[] }>(user, "erased.json").catch(() => undefined);
      return erased?.topic_ids.includes(entry?.topic_id ?? "");
    });
    await save("另一件事");
    await scene.advance(60);
    expect(await mid()).toEqual([]);
    expect(await shown()).toEqual(["另一件事"]);
  });

  it("while one that the background made and its owner undid is owed again", async () => {
    await summarised();
    const { body } = await scene.house.api<{ changes: { id: string; edits: { document: string }[] }[] }>(
      "GET",
      `/api/memory/${user}/changes`,
    );
    const line = body.changes.find(({ edits }) => edits.some(({ document }) => document === "mid_term"));
    await scene.house.api("POST", `/api/memory/${user}/changes/${line?.id}/undo`);
    expect(await orphans()).toEqual([]);
    await scene.advance(7 * 3600);
    expect(await mid()).toHaveLength(1);
  });
});

describe("after a kill that left short_term.json behind the log", () => {
  it.each([
    ["its end", (lines: Message[]) => lines.slice(0, 2)],
    ["its middle", (lines: Message[]) => lines.toSpliced(1, 2)],
  ])("without %s: the first thing stored waits until it was mended", async (_, tear) => {
    const folder = join(scene.house.folder, "..", `${scene.house.folder.split("/").at(-1)}-killed`);
    const options = { upstream: scene.upstream, folder, clock: "2026-03-10T20:00:00+08:00" };
    const first = await startHouse({ ...options, child: true });
    const own = await first.create();
    for (const line of ["一", "二", "三", "四"])
      await first.api("POST", `/api/ai-users/${own}/save-message`, { content: line, role: "user" });
    await first.kill();
    const path = join(folder, "ai_users", own, "short_term.json");
    const torn: ShortTerm = JSON.parse(await readFile(path, "utf8"));
    await writeFile(path, JSON.stringify({ ...torn, conversations: tear(torn.conversations) }));
    const second = await startHouse(options);
    await second.api("POST", `/api/ai-users/${own}/save-message`, { content: "五", role: "user" });
    const mended: ShortTerm = JSON.parse(await readFile(path, "utf8"));
    expect(mended.conversations.map(({ content }) => content)).toEqual(["一", "二", "三", "四", "五"]);
    await second.close();
    await second.remove();
  });
});

describe.skipIf(!smallDisk.possible)(
  "on a disk that was full for one turn (needs the right to mount)",
  () => {
    it("the acknowledged message is in the next request, in short_term and in the summary", async () => {
      await smallDisk.use(async (folder) => {
        const house = await startHouse({
          upstream: scene.upstream,
          folder,
          clock: "2026-03-10T20:00:00+08:00",
        });
        const own = await house.create();
        const read = async <T>(name: string): Promise<T> =>
          JSON.parse(await readFile(join(folder, "ai_users", own, name), "utf8"));
        await house.chat(own, "第一句");
        const ballast = join(folder, "ballast");
        // The log grows inside its last page; a new file finds no room.
        await writeFile(ballast, Buffer.alloc(1_048_576)).catch(() => {});
        const events = await house.chat(own, "我对花生过敏");
        expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(["message-saved", "error"]));
        expect((await read<ShortTerm>("short_term.json")).conversations).toHaveLength(2);
        await writeFile(ballast, "");
        await house.chat(own, "吃什么好");
        expect(textOf(scene.upstream.of("chat").at(-1)?.body)).toContain("花生过敏");
        const { conversations } = await read<ShortTerm>("short_term.json");
        expect(conversations).toEqual(await read<Message[]>("conversation.json"));
        await house.api("POST", `/api/memory/${own}/compress`);
        const [entry] = await read<MidEntry[]>("mid_term.json");
        expect(entry?.message_ids).toEqual(conversations.map(({ message_id }) => message_id));
        await house.close();
      });
    });
  },
);
