// Files that were damaged, cut, emptied, linked or locked: they keep their bytes, the rest works, and mending brings all back.
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  addMid,
  bareHouse,
  byOwner,
  codeOf,
  config,
  type House,
  house,
  mei,
  mid,
  november,
  say,
  temporaryFolder,
} from "./fixture.ts";

const half = '[\n  {"id": "mid_1", "topic_id": "t_1", "summary": "聊了搬家的安排"';

/** A companion whose folder held these bytes before the start. */
const startingWith = (name: string, content: string | Uint8Array) =>
  bareHouse({
    before: async (put) => {
      await put("config.json", JSON.stringify(config()));
      await put(name, content);
    },
  });

async function errorOf(at: House, name: string) {
  return (await at.store.files(mei)).find((one) => one.name === name)?.error;
}

const summaries = async (at: House) => (await at.store.read(mei, "mid_term")).map((entry) => entry.summary);

describe("a file that was damaged before the start", () => {
  test.each([
    ["half written", half, 2],
    ["full of NUL bytes", "\0".repeat(412), 1],
    ["empty", "", 1],
    ["an object where a list should be", '{\n  "id": "mid_1"\n}', 1],
    ["commented", "[\n  // 手工加的\n]", 2],
  ])("%s counts as empty, is read-only, and is never written over", async (_name, bytes, line) => {
    const at = await startingWith("mid_term.json", bytes);
    expect(await at.store.read(mei, "mid_term")).toEqual([]);
    const error = await addMid(at.store, mid("m1")).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "damaged", details: { file: "mid_term.json", line } });
    expect(String(error)).not.toContain(at.folder);
    expect(await at.text("mid_term.json")).toBe(bytes);
    expect(await errorOf(at, "mid_term.json")).toMatchObject({ line, last_good: false });
    await at.restart();
    expect(await at.text("mid_term.json")).toBe(bytes);
  });

  test("leaves every other document and the log working", async () => {
    const at = await startingWith("mid_term.json", half);
    await at.store.log.append("mei", [
      { message_id: "a", role: "user", content: "在吗", timestamp: 1, topic_id: "t" },
    ]);
    await at.store.commit(mei, ["mid_term", "self_soul"], byOwner, ({ self_soul }) => ({
      documents: { self_soul: { ...self_soul, content: "我" } },
      result: undefined,
    }));
    expect((await at.store.read(mei, "self_soul")).content).toBe("我");
  });

  test("is in use again as soon as it is mended", async () => {
    const at = await startingWith("mid_term.json", half);
    expect(await summaries(at)).toEqual([]);
    await at.put("mid_term.json", JSON.stringify([mid("m1", "修好了")]));
    expect(await summaries(at)).toEqual(["修好了"]);
    expect(at.events.map((event) => event.kind)).toContain("mended");
    await addMid(at.store, mid("m2"));
    expect(await at.json("mid_term.json")).toHaveLength(2);
  });

  test("still lets the documents that rebuild themselves go on beside it", async () => {
    const at = await startingWith("heartbeat.json", "\0\0\0");
    await at.store.commit(mei, ["heartbeat"], byOwner, ({ heartbeat }) => ({
      documents: { heartbeat: { ...heartbeat, unanswered: 3 } },
      result: undefined,
    }));
    expect(await at.text("heartbeat.json")).toBe("\0\0\0");
    await at.restart();
    expect((await at.store.read(mei, "heartbeat")).unanswered).toBe(3);
    await at.put("heartbeat.json", "{}");
    expect((await at.store.read(mei, "heartbeat")).unanswered).toBe(3);
  });

  test("as a folder in its place is never taken for `no file yet`", async () => {
    const at = await startingWith(join("mid_term.json", "x"), "");
    expect(await codeOf(addMid(at.store, mid("m1")))).toBe("damaged");
    expect(await readdir(at.path("mid_term.json"))).toEqual(["x"]);
    expect(await errorOf(at, "mid_term.json")).toMatchObject({ reason: "unreadable" });
    expect(await at.store.file(mei, "mid_term.json")).toMatchObject({ valid: false, content: "" });
  });

  test.skipIf(process.getuid?.() === 0)(
    "and that may not be read is never taken for `no file yet` (not as root)",
    async () => {
      const at = await startingWith("mid_term.json", JSON.stringify([mid("m1")]));
      await at.store.close();
      await rm(at.path(".recovered"), { recursive: true, force: true });
      await chmod(at.path("mid_term.json"), 0);
      await at.restart();
      expect(await codeOf(addMid(at.store, mid("m2")))).toBe("damaged");
    },
  );
});

describe("a file that is damaged while the house is running", () => {
  async function damaged(): Promise<House> {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await at.put("mid_term.json", half);
    return at;
  }

  test("keeps its bytes, and its last good version stays in use", async () => {
    const at = await damaged();
    expect(await summaries(at)).toEqual(["聊了m1"]);
    expect(await at.text("mid_term.json")).toBe(half);
    expect(await errorOf(at, "mid_term.json")).toMatchObject({ reason: "syntax", line: 2, last_good: true });
    expect(at.events.filter((event) => event.kind === "damaged")).toHaveLength(1);
  });

  test("takes commits beside it and merges them with what the owner mends", async () => {
    const at = await damaged();
    await addMid(at.store, mid("m2"));
    await addMid(at.store, mid("m3"));
    expect(await at.text("mid_term.json")).toBe(half);
    await at.put("mid_term.json", JSON.stringify([mid("m1", "主人改的")]));
    expect(await summaries(at)).toEqual(["主人改的", "聊了m2", "聊了m3"]);
    expect(await at.json("mid_term.json")).toHaveLength(3);
    expect(await readdir(at.path(".recovered"))).toEqual([]);
    const [line] = await at.store.changes(mei, { limit: 1 });
    expect(line).toMatchObject({ by: "hand", edits: [{ entry: "m1", after: { summary: "主人改的" } }] });
  });

  test("stays so over a restart and a kill: the good version and what was written beside it", async () => {
    const at = await damaged();
    await addMid(at.store, mid("m2"));
    await at.restart();
    expect(await summaries(at)).toEqual(["聊了m1", "聊了m2"]);
    await addMid(at.store, mid("m3"));
    await at.killed();
    expect(await summaries(at)).toEqual(["聊了m1", "聊了m2", "聊了m3"]);
    await at.put("mid_term.json", JSON.stringify([mid("m1"), mid("hand")]));
    expect(await summaries(at)).toEqual(["聊了m1", "聊了hand", "聊了m2", "聊了m3"]);
  });

  test("and mended while nothing runs is merged at the next start", async () => {
    const at = await damaged();
    await addMid(at.store, mid("m2"));
    await at.store.close();
    await at.put("mid_term.json", JSON.stringify([mid("m1", "修好了")]));
    await at.restart();
    expect(await summaries(at)).toEqual(["修好了", "聊了m2"]);
  });

  test("has a last good version even if it is broken while nothing runs", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await at.store.close();
    await at.put("mid_term.json", half);
    await at.restart();
    expect(await summaries(at)).toEqual(["聊了m1"]);
    expect(await errorOf(at, "mid_term.json")).toMatchObject({ last_good: true });
  });

  test("and read while an editor has only emptied it so far is not damaged at all", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await at.put("mid_term.json", "");
    const reading = summaries(at);
    setTimeout(() => void at.put("mid_term.json", JSON.stringify([mid("m1", "存好了")])), 20);
    expect(await reading).toEqual(["存好了"]);
    expect(at.events.map((event) => event.kind)).not.toContain("damaged");
  });
});

describe("readable oddities", () => {
  test("BOM and CRLF are read, and a commit keeps every other field", async () => {
    const text =
      '\ufeff{\r\n  "name": "小夏",\r\n  "base_soul": "温柔、爱看展",\r\n  "custom_color": "#ffaacc"\r\n}';
    const at = await bareHouse({ before: (put) => put("config.json", text) });
    expect((await at.store.read(mei, "config")).base_soul).toBe("温柔、爱看展");
    await at.store.commit(mei, ["config"], byOwner, ({ config: now }) => ({
      documents: { config: { ...now, name: "小美" } },
      result: undefined,
    }));
    expect(await at.json("config.json")).toMatchObject({
      name: "小美",
      base_soul: "温柔、爱看展",
      custom_color: "#ffaacc",
    });
    expect((await at.text("config.json")).startsWith("{\n")).toBe(true);
  });

  test("a doubled key is warned of, the last counts, and the first text is kept aside", async () => {
    const text = '{\n  "base_soul": "第一版：温柔",\n  "base_soul": "第二版：毒舌"\n}\n';
    const at = await bareHouse({ before: (put) => put("config.json", text) });
    expect((await at.store.read(mei, "config")).base_soul).toBe("第二版：毒舌");
    const state = (await at.store.files(mei)).find((one) => one.name === "config.json");
    expect(state).toMatchObject({ valid: true, warnings: [expect.stringContaining("base_soul")] });
    await at.store.commit(mei, ["config"], byOwner, ({ config: now }) => ({
      documents: { config: { ...now, name: "小美" } },
      result: undefined,
    }));
    const kept = await readdir(at.path(".recovered"));
    const texts = await Promise.all(kept.map((name) => readFile(at.path(join(".recovered", name)), "utf8")));
    expect(texts.join()).toContain("第一版：温柔");
  });

  test("__proto__ in a file pollutes nothing and takes no one down", async () => {
    const text =
      '{"name":"小夏","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const at = await bareHouse({ before: (put) => put("config.json", text) });
    expect((await at.store.read(mei, "config")).name).toBe("小夏");
    await at.put("config.json", text.replace("小夏", "小美"));
    expect((await at.store.read(mei, "config")).name).toBe("小美");
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("links and names", () => {
  test("a document that is a link inside the data folder is followed and stays a link", async () => {
    const at = await house();
    await mkdir(join(at.folder, "elsewhere"));
    await writeFile(join(at.folder, "elsewhere", "mid.json"), JSON.stringify([mid("m1")]));
    await symlink(join(at.folder, "elsewhere", "mid.json"), at.path("mid_term.json"));
    await addMid(at.store, mid("m2"));
    expect(JSON.parse(await readFile(join(at.folder, "elsewhere", "mid.json"), "utf8"))).toHaveLength(2);
  });

  test("a document that is a link to outside is refused with a message; its target is neither read nor written", async () => {
    const outside = await temporaryFolder();
    const secret = JSON.stringify([mid("secret", "别人的秘密")]);
    await writeFile(join(outside, "mid.json"), secret);
    const at = await bareHouse({
      before: async (put) => {
        await put("config.json", "{}");
      },
    });
    await symlink(join(outside, "mid.json"), at.path("mid_term.json"));
    expect(await summaries(at)).toEqual([]);
    await addMid(at.store, mid("m1")).catch(() => undefined);
    expect(await errorOf(at, "mid_term.json")).toMatchObject({ reason: "link" });
    expect(await at.store.file(mei, "mid_term.json")).toMatchObject({ valid: false, content: "" });
    expect(await readFile(join(outside, "mid.json"), "utf8")).toBe(secret);
  });

  test("a folder of parts that is a link to outside is refused", async () => {
    const outside = await temporaryFolder();
    await writeFile(join(outside, "a.md"), "别人的");
    const at = await house();
    await symlink(outside, at.path("knowledge"));
    expect(await codeOf(at.store.parts.list(mei, "knowledge"))).toBe("storage");
    expect(await codeOf(at.store.parts.read(mei, "knowledge", "a.md"))).toBe("storage");
    const write = at.store.commit(mei, [], byOwner, () => ({
      parts: [{ kind: "knowledge", name: "b.md", content: "文" }],
      result: undefined,
    }));
    expect(await codeOf(write)).toBe("storage");
    expect(await readdir(outside)).toEqual(["a.md"]);
    expect(await at.store.file(mei, "knowledge/a.md")).toBeUndefined();
  });

  test.each([
    "../mei/config.json",
    "knowledge/../../mei/config.json",
    ".recovered/config.json",
    "/etc/passwd",
    "a\0",
    "",
    "knowledge",
    "config.json/x",
  ])("no file is shown under the name %j", async (name) => {
    const at = await house();
    await mkdir(at.path("knowledge"));
    await at.put(".recovered/config.json", "{}");
    expect(await at.store.file(mei, name)).toBeUndefined();
  });

  test("a damaged part is refused with its place, never written over, and may be removed", async () => {
    const at = await house();
    await at.put("long_term_details/a.json", '{"title": "搬家",\n}');
    const good = { title: "搬家", detail_content: "三处", source_mid_ids: [] };
    const write = (content: unknown) =>
      at.store.commit(mei, [], byOwner, () => ({
        parts: [{ kind: "long_term_details", name: "a.json", content }],
        result: undefined,
      }));
    const read = at.store.parts.read(mei, "long_term_details", "a.json");
    await expect(read).rejects.toMatchObject({ code: "damaged", details: { line: 1, column: 15 } });
    expect(await codeOf(write(good))).toBe("damaged");
    expect(await at.text("long_term_details/a.json")).toContain("搬家");
    expect(await errorOf(at, "long_term_details/a.json")).toMatchObject({ line: 1 });
    await write(null);
    await write(good);
    expect(await at.store.parts.read(mei, "long_term_details", "a.json")).toMatchObject(good);
  });
});

test("the list of files names what an owner put there and hides what is derived, and modes are private", async () => {
  const at = await house();
  await addMid(at.store, mid("m1"));
  await at.store.cache.write(mei, "prefix", "x");
  await at.put("avatar.svg", "<svg/>");
  await at.put("knowledge/猫.md", "年糕");
  await at.put(".recovered/x", "");
  await at.put("stray.tmp", "");
  const names = (await at.store.files(mei)).map((one) => one.name);
  expect(names).toEqual([
    "avatar.svg",
    "changes/2026-11.jsonl",
    "config.json",
    "conversation.json",
    "knowledge/猫.md",
    "mid_term.json",
  ]);
  expect(await at.store.file(mei, "knowledge/猫.md")).toMatchObject({
    content: "年糕",
    valid: true,
    bytes: 6,
  });
});

describe("a message that is to come back", () => {
  test("into a month that is damaged is refused, and the change log says nothing of it", async () => {
    const at = await startingWith("conversations/2026-10.json", '[\n{"message_id": "x", broken},\n{}\n]');
    const old = say("old", november - 30 * 86_400);
    expect(await codeOf(at.store.log.merge("mei", [old], byOwner))).toBe("damaged");
    expect(await at.store.changes(mei, { limit: 9 })).toEqual([]);
    expect(await at.store.log.find("mei", "old")).toBeUndefined();
  });
});
