// The owner's editor and the running house: what is changed by hand counts at once, survives, and what breaks is reported (invariant 6).
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startHouse, until } from "../support/house.ts";
import { follow, openScene, type Scene, summaryAnswer, textOf } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯，我在听" });
  user = await scene.house.create();
});

const say = (content: string) => scene.house.chat(user, content);
const request = () => textOf(scene.upstream.of("chat").at(-1)?.body);
const raw = (name: string) => readFile(scene.path(user, name), "utf8");
/** Saves a document the way an editor does: the whole file, indented. */
async function edit<T>(name: string, change: (value: T) => unknown): Promise<void> {
  const value = JSON.parse(await raw(name)) as T;
  await writeFile(scene.path(user, name), JSON.stringify(change(value) ?? value, null, 4));
}
type Loose = Record<string, unknown>;
type State = { name: string; valid: boolean; error?: { line: number; column: number; last_good: boolean } };
async function stateOf(name: string): Promise<State | undefined> {
  const { body } = await scene.house.api<{ files: State[] }>("GET", `/api/memory/${user}/files`);
  return body.files.find((file) => file.name === name);
}
const misses = async () =>
  (await scene.house.api<{ cache_misses: Record<string, number> }>("GET", `/api/memory/${user}/usage`)).body
    .cache_misses;

describe("a hand edit in the middle of a topic", () => {
  it("of core_memory.json is in the very next request, with what was left out filled in", async () => {
    await say("今天好冷");
    await edit<{ memories: Loose[] }>("core_memory.json", ({ memories }) => {
      memories.push({ content: "别提她的前任", category: "taboo", importance: 10 });
    });
    await say("喝杯热可可");
    expect(request()).toContain("别提她的前任");
    expect(await misses()).toMatchObject({ hand: 1 });
    await scene.advance();
    const core = await scene.read(user, "core_memory");
    expect(core.memories).toMatchObject([
      { content: "别提她的前任", id: expect.stringMatching(/./), by: "owner" },
    ]);
    await say("再来一杯");
    expect(await misses()).toMatchObject({ hand: 1 });
  });

  it("of config.json changes who speaks, at once", async () => {
    await say("你好呀");
    await edit<Loose>("config.json", (config) => {
      config.base_soul = "你在海边开灯塔，说话慢。";
    });
    await say("你在做什么");
    expect(request()).toContain("你在海边开灯塔");
  });

  it("of mid_term.json and long_term.json is in the next request too", async () => {
    await say("今天好冷");
    await edit<Loose[]>("mid_term.json", (mid) => {
      mid.push({ summary: "上个月一起看了流星雨" });
    });
    await edit<Loose[]>("long_term.json", (long) => {
      long.push({ title: "大理的旅行", key_points: ["骑车环湖"], detail_file: "2025-05-01_大理的旅行.json" });
    });
    await say("想出去走走");
    expect(request()).toContain("上个月一起看了流星雨");
    expect(request()).toContain("大理的旅行");
  });

  it("of conversation.json, a line changed and one taken out, is in the very next request too", async () => {
    await say("我的同桌叫林晓晓");
    await say("这句话我后悔了，删掉吧");
    await say("今天好冷");
    type Line = { content: string };
    await edit<Line[]>("conversation.json", (log) =>
      log
        .filter(({ content }) => !content.includes("后悔"))
        .map((line) => ({ ...line, content: line.content.replace("林晓晓", "林小小") })),
    );
    await say("喝杯热可可");
    expect(request()).toContain("林小小");
    expect(request()).not.toMatch(/林晓晓|后悔/);
    expect(await raw("short_term.json")).not.toMatch(/林晓晓|后悔/);
  });

  it("that leaves out the id of a new entry gets one of the form that such entries have (R5)", async () => {
    const ended_at = 1_700_000_000;
    await edit<Loose[]>("mid_term.json", (mid) => {
      mid.push(
        { summary: "看过流星雨", ended_at },
        { summary: "同一晚又下了雨", ended_at },
        { summary: "没写时间" },
      );
    });
    await edit<Loose[]>("long_term.json", (long) => {
      long.push({ title: "大理", key_points: ["骑车"], detail_file: "2025-05-01_大理.json", ended_at });
    });
    await edit<Loose[]>("lore.json", (lore) => void lore.push({ keywords: ["墨块"], content: "灰猫" }));
    await edit<Loose[]>(
      "facts.json",
      (facts) => void facts.push({ category: "habit", key: "run", value: "晨跑" }),
    );
    await say("在吗");
    const ids = async (name: string) => (await scene.json<{ id: string }[]>(user, name)).map(({ id }) => id);
    const [first, second, third] = await ids("mid_term.json");
    expect([first, second]).toEqual([`mid_${ended_at}`, `mid_${ended_at}_2`]);
    expect(third).toMatch(/^mid_\d+$/);
    expect(await ids("long_term.json")).toEqual([`long_${ended_at}`]);
    await until(
      "the other two",
      async () => (await raw("lore.json")).includes('"id"') && (await raw("facts.json")).includes('"id"'),
    );
    expect(await ids("lore.json")).toEqual([expect.stringMatching(/^lore_./)]);
    expect(await ids("facts.json")).toEqual([expect.stringMatching(/^fact_./)]);
  });

  it("that adds fields of the owner's own survives ten further writes", async () => {
    await say("周六去看展");
    await edit<Loose>("short_term.json", (short) => {
      short.my_note = "short 别删";
    });
    await edit<Loose>("core_memory.json", (core) => {
      core.my_note = "core 别删";
    });
    await edit<Loose[]>("mid_term.json", (mid) => {
      mid.push({
        id: "mid_1700000000",
        topic_id: "old",
        summary: "旧事",
        message_count: 2,
        my_note: "mid 别删",
      });
    });
    for (let turn = 0; turn < 5; turn++) {
      await say(`第${turn}句，还在说看展`);
      scene.upstream.push("short_to_mid", summaryAnswer(`第${turn}次总结看展`));
      await scene.house.api("POST", `/api/memory/${user}/compress`);
    }
    expect((await scene.read(user, "mid_term")).length).toBe(6);
    for (const name of ["short", "core", "mid"] as const) {
      const file = await raw(name === "core" ? "core_memory.json" : `${name}_term.json`);
      expect(file).toContain(`"my_note": "${name} 别删"`);
    }
  });

  it("is told to other windows", async () => {
    await say("今天好冷");
    const window = follow(scene.house);
    await window.opened;
    await edit<{ memories: Loose[] }>("core_memory.json", ({ memories }) => {
      memories.push({ id: "core_mine", content: "叫她阿沐", importance: 9 });
    });
    await until("the notice", async () =>
      window
        .about(user)
        .some(({ event, data }) => event === "memory-change" && data.document === "core_memory"),
    );
    await window.stop();
  });
});

describe("config.json, saved by hand without saying whose it is", () => {
  const mine = async () => (await scene.house.api("GET", `/api/ai-users/${user}`)).status;
  const identity = async () => {
    const { owner, user_id } = await scene.json<Loose>(user, "config.json");
    return { owner, user_id };
  };
  type Broken = (config: Loose) => unknown;
  const ways: [string, Broken][] = [
    ["owner and user_id taken out", ({ owner: _owner, user_id: _id, ...rest }) => rest],
    ["another's name in them", (config) => ({ ...config, owner: "somebody", user_id: "else" })],
    ["null in them", (config) => ({ ...config, owner: undefined, user_id: undefined })],
  ];

  it.each(ways)(
    "stays its owner's, with %s; the rest of the edit counts, and it is told",
    async (_, broken) => {
      await say("今天好冷");
      const before = await identity();
      expect(before).toEqual({ owner: expect.stringMatching(/./), user_id: user });
      const window = follow(scene.house);
      await window.opened;
      await edit<Loose>("config.json", (config) => broken({ ...config, name: "小冬" }));
      expect(await mine()).toBe(200);
      await until("the file to be put right", async () => (await identity()).owner === before.owner);
      expect(await identity()).toEqual(before);
      expect(await scene.json(user, "config.json")).toMatchObject({ name: "小冬" });
      await until("the notice", async () =>
        window
          .about(user)
          .some(({ event, data }) => event === "notice" && "code" in data && data.code === "fields-restored"),
      );
      await window.stop();
      await say("喝杯热可可");
      expect(request()).toContain("小冬");
    },
  );

  it("stays its owner's where it was saved while nothing ran", async () => {
    await say("今天好冷");
    const before = await identity();
    await scene.house.close();
    await edit<Loose>("config.json", ({ owner: _owner, user_id: _id, ...rest }) => ({
      ...rest,
      name: "小冬",
    }));
    scene.house = await startHouse({
      upstream: scene.upstream,
      clock: "2026-03-10T21:00:00+08:00",
      folder: scene.house.folder,
    });
    expect(await mine()).toBe(200);
    expect(await identity()).toEqual(before);
    expect(await scene.json(user, "config.json")).toMatchObject({ name: "小冬" });
  });

  it("with an owner that is no name at all is a broken file: the last good version is in use, and it is said where", async () => {
    await say("今天好冷");
    await edit<Loose>("config.json", (config) => ({ ...config, owner: "不是 名字" }));
    await until("the report", async () => (await stateOf("config.json"))?.valid === false);
    expect(await mine()).toBe(200);
    expect((await stateOf("config.json"))?.error).toMatchObject({ last_good: true });
    await edit<Loose>("config.json", ({ owner: _owner, ...rest }) => rest);
    await until("the file to be whole again", async () => (await stateOf("config.json"))?.valid === true);
    expect([await mine(), (await identity()).user_id]).toEqual([200, user]);
    expect((await identity()).owner).toEqual(expect.stringMatching(/./));
  });
});

describe("a broken hand edit", () => {
  it("of an archived month keeps nobody from talking after a restart, and no topic of it is summed up twice", async () => {
    await say("我在学吉他，左手疼");
    await say("再见");
    const [entry] = await until("a summary", async () => {
      const mid = await scene.read(user, "mid_term");
      return mid.length > 0 && mid;
    });
    const again = async () => {
      scene.house = await startHouse({
        upstream: scene.upstream,
        clock: "2026-03-12T21:00:00+08:00",
        folder: scene.house.folder,
      });
    };
    await scene.house.close();
    const archive = JSON.stringify([{ ...entry, extracted_to_long: true }]);
    await mkdir(scene.path(user, "mid_term_archive"), { recursive: true });
    await writeFile(scene.path(user, "mid_term_archive/2026-03.json"), archive.slice(0, -2));
    await writeFile(scene.path(user, "mid_term.json"), "[]");
    await again();
    expect((await say("今天好冷")).at(-1)?.event).toBe("reply-end");
    const path = `/api/ai-users/${user}`;
    expect((await scene.house.api("POST", `${path}/save-message`, { content: "再存一句" })).status).toBe(201);
    const [first] = await scene.read(user, "conversation");
    const edited = await scene.house.api("PUT", `${path}/messages/${first?.message_id}`, {
      content: "我在学琵琶",
    });
    expect(edited.status).toBe(200);
    expect((await scene.read(user, "short_term")).pending).toEqual([]);
    await writeFile(scene.path(user, "mid_term_archive/2026-03.json"), archive);
    await scene.house.close();
    await again();
    await say("还是冷");
    expect((await scene.read(user, "short_term")).pending).toEqual([]);
    expect((await scene.read(user, "mid_term")).map(({ topic_id }) => topic_id)).not.toContain(
      entry?.topic_id,
    );
    expect(await raw("mid_term_archive/2026-03.json")).toBe(archive);
  });

  it.each([
    ["a detail document", "long_term_details/2026-01-05_吉他.json", '{"title": '],
    ["an archived month", "mid_term_archive/2025-01.json", "[{"],
    ["an index entry whose detail lies outside", "long_term.json", ""],
  ])("of %s takes nothing else from the search, nor from a message that is edited", async (_, name, text) => {
    await scene.house.chat(user, "我在学吉他，左手疼", { message_id: "guitar" });
    const entry = { title: "吉他", key_points: ["左手疼"], detail_file: "2026-01-05_吉他.json" };
    await scene.house.api("PUT", `/api/memory/${user}/long_term`, [entry]);
    await mkdir(join(scene.path(user, name), ".."), { recursive: true });
    await writeFile(
      scene.path(user, name),
      text || JSON.stringify([{ ...entry, id: "long_1", detail_file: "../../models.json" }]),
    );
    // An import lets go of the index: the next search makes it anew from the files.
    await scene.house.api("POST", `/api/ai-users/${user}/import`, { format: "messages", topics: [] });
    type Found = { results: { type: string; text: string }[] };
    const { status, body } = await scene.house.api<Found>("GET", `/api/memory/${user}/search?q=吉他`);
    expect([status, body.results.map(({ type }) => type)]).toEqual([
      200,
      expect.arrayContaining(["message", "long"]),
    ]);
    expect(JSON.stringify(body)).not.toContain("base_url");
    if (name !== "long_term.json") return expect(await raw(name)).toBe(text);
    const path = `/api/ai-users/${user}/messages/guitar`;
    expect((await scene.house.api("PUT", path, { content: "我在学二胡" })).status).toBe(200);
  });

  it("is reported with its line, keeps its bytes, and the last good version is in use until it is mended", async () => {
    await scene.house.api("PUT", `/api/memory/${user}/core_memory?confirm=true`, {
      ...(await scene.read(user, "core_memory")),
      memories: [{ content: "她怕黑", importance: 9 }],
    });
    await say("今天好冷");
    const good = await raw("core_memory.json");
    const broken = `${good.trimEnd().slice(0, -1)},\n"oops": }\n`;
    await writeFile(scene.path(user, "core_memory.json"), broken);
    await until("the report", async () => (await stateOf("core_memory.json"))?.valid === false);
    const state = await stateOf("core_memory.json");
    const line = broken.split("\n").findIndex((text) => text.includes("oops")) + 1;
    expect(state?.error).toMatchObject({ line, last_good: true });
    await say("灯坏了");
    expect(request()).toContain("她怕黑");
    expect(await raw("core_memory.json")).toBe(broken);
    await writeFile(scene.path(user, "core_memory.json"), good.replace("她怕黑", "她怕黑也怕高"));
    await until(
      "the file to be whole again",
      async () => (await stateOf("core_memory.json"))?.valid === true,
    );
    await say("去爬山");
    expect(request()).toContain("她怕黑也怕高");
  });

  it("of short_term.json loses no message of the talk", async () => {
    await say("第一句");
    await writeFile(scene.path(user, "short_term.json"), "{ 改坏了");
    await say("第二句");
    expect(request()).toContain("第一句");
    expect(await scene.said(user)).toEqual(["第一句", "嗯嗯，我在听", "第二句", "嗯嗯，我在听"]);
    expect(await raw("short_term.json")).toBe("{ 改坏了");
  });
});

describe("the log, edited by hand while chatting", () => {
  it("one message changed and one deleted: short_term and the next request follow", async () => {
    for (const line of ["我叫小李", "别提这句", "今天很冷"]) await say(line);
    await edit<{ content: string }[]>("conversation.json", (log) =>
      log
        .map((message) => (message.content === "我叫小李" ? { ...message, content: "我叫阿沐" } : message))
        .filter(({ content }) => content !== "别提这句"),
    );
    await say("还下雨");
    await until("short_term to follow", async () => {
      const { conversations } = await scene.read(user, "short_term");
      return (
        conversations[0]?.content === "我叫阿沐" &&
        !conversations.some(({ content }) => content === "别提这句")
      );
    });
    await say("出不了门");
    expect(request()).toContain("我叫阿沐");
    expect(request()).not.toContain("我叫小李");
    expect(request()).not.toContain("别提这句");
    expect((await scene.read(user, "short_term")).conversations).toEqual(
      await scene.read(user, "conversation"),
    );
    const { body } = await scene.house.api<{ results: { text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent("我叫什么名字")}&type=message`,
    );
    expect(body.results.map(({ text }) => text).join()).not.toContain("我叫小李");
  });
});

describe("short_term.json, edited by hand", () => {
  it("changes the same message in the log", async () => {
    for (const line of ["我叫小李", "今天很冷"]) await say(line);
    await edit<{ conversations: { content: string }[] }>("short_term.json", ({ conversations }) => {
      if (conversations[0]) conversations[0].content = "我叫阿沐";
    });
    await until("the log to follow", async () => (await scene.said(user))[0] === "我叫阿沐");
    await say("还下雨");
    expect(request()).toContain("我叫阿沐");
    expect(await scene.said(user)).toEqual([
      "我叫阿沐",
      "嗯嗯，我在听",
      "今天很冷",
      "嗯嗯，我在听",
      "还下雨",
      "嗯嗯，我在听",
    ]);
  });

  it("a line taken out of its middle leaves the log too, a missing end comes back", async () => {
    for (const line of ["留下的", "去掉的", "最后的"]) await say(line);
    await edit<{ conversations: { content: string }[] }>("short_term.json", (short) => {
      short.conversations = short.conversations.filter(({ content }) => content !== "去掉的").slice(0, -2);
    });
    await until("both to agree", async () => {
      const shown = (await scene.read(user, "short_term")).conversations.map(({ content }) => content);
      const said = await scene.said(user);
      return (
        !said.includes("去掉的") && JSON.stringify(shown) === JSON.stringify(said) && said.includes("最后的")
      );
    });
  });

  it("emptied altogether is no deletion: the talk is in the log and comes back", async () => {
    for (const line of ["第一句", "第二句"]) await say(line);
    await edit<{ conversations: unknown[] }>("short_term.json", (short) => {
      short.conversations = [];
    });
    await until(
      "the talk to come back",
      async () => (await scene.read(user, "short_term")).conversations.length === 4,
    );
    expect(await scene.said(user)).toHaveLength(4);
  });
});
