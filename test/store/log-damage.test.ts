// Files that a crash, an editor or a person left broken: what can be read is shown, nothing is thrown away (C137–C151).
import { chmod, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bench, codeOf, everything, handEdits, isOurForm } from "./log-fixture.ts";
import { day, idsOf, november, say } from "./log-fixture-messages.ts";

const line = (id: string, at = november) => JSON.stringify(say(id, at));

describe("forms that are not ours", () => {
  test("reads a file that an editor indented, and writes it one message a line with every field and number as it was", async () => {
    const { open, write, text } = await bench();
    const pretty = `[\n  {\n    "message_id": "a",\n    "role": "user",\n    "content": "空 格 , ] } \\" 留着",\n    "timestamp": 1794744000.50,\n    "topic_id": "t",\n    "心情": [ 1, { "深": null } ]\n  }\n]\n`;
    await write(pretty);
    const log = open();
    expect(await log.find("a")).toEqual(JSON.parse(pretty)[0]);
    expect(isOurForm(await text())).toBe(true);
    expect(await text()).toContain('"timestamp":1794744000.50');
    expect(await handEdits(log)).toEqual([]);
  });

  test("reads a byte order mark and Windows line ends", async () => {
    const { open, write, text } = await bench();
    await write(`\uFEFF[\r\n${line("a")},\r\n${line("b")}\r\n]\r\n`);
    const log = open();
    expect(idsOf(await log.tail(9))).toEqual(["a", "b"]);
    await log.append([say("c")]);
    expect(isOurForm(await text())).toBe(true);
  });

  test("grows in place behind a last line end, which many editors add", async () => {
    const { open, write, text, disk } = await bench();
    await write(`[\n${line("a")}\n]\n`);
    const before = await disk().stamp("conversation.json");
    await open().append([say("b")]);
    expect(isOurForm(await text())).toBe(true);
    expect((await disk().stamp("conversation.json"))?.inode).toBe(before?.inode);
  });

  test.each(["", "  \n", "[]", "[\n]", "[ ]"])("takes %j for a log without messages", async (content) => {
    const { open, write, text } = await bench();
    await write(content);
    const log = open();
    expect(await log.tail(9)).toEqual([]);
    await log.append([say("a")]);
    expect(isOurForm(await text())).toBe(true);
  });

  test("shows the good lines of JSON lines whose last one broke, and keeps the broken one (C148)", async () => {
    const { open, write, text, recovered } = await bench();
    await write(
      '{"role":"user","content":"第1句","timestamp":1773144001}\n{"role":"assistant","content":"第2句","timestamp":1773144002}\n{"role":"user","content":"第3句","timestamp":1773144003}\n{"role":"assistant","content":"第4',
    );
    const log = open();
    const shown = await log.tail(9);
    expect(shown.map((message) => message.content)).toEqual(["第1句", "第2句", "第3句"]);
    expect(new Set(idsOf(shown)).size).toBe(3);
    expect(new Set(shown.map((message) => message.topic_id)).size).toBe(1);
    expect(isOurForm(await text())).toBe(true);
    expect(await text(".recovered/conversation.json.1")).toContain("第4");
    expect(recovered.map(({ name }) => name)).toEqual(["conversation.json"]);
    expect((await log.files())[0]).toMatchObject({
      valid: true,
      warnings: [expect.stringContaining("conversation.json.1")],
    });
    expect(idsOf(await open().tail(9))).toEqual(idsOf(shown));
  });
});

describe("a torn end", () => {
  test("is cut behind the last whole message; what was cut is kept under a name that is free, byte for byte", async () => {
    const { open, write, folder } = await bench();
    const torn = Buffer.concat([
      Buffer.from(`[\n${line("a")},\n{"message_id":"b","content":"半`),
      Buffer.from([0xe5, 0xad]),
    ]);
    for (const number of [1, 2]) {
      await write(torn);
      expect(idsOf(await open().tail(9))).toEqual(["a"]);
      const kept = await readFile(join(folder, `.recovered/conversation.json.${number}`));
      expect(torn.subarray(-kept.length).equals(kept)).toBe(true);
      expect(kept.subarray(-2)).toEqual(Buffer.from([0xe5, 0xad]));
    }
  });

  test("of zero bytes, as after a power cut, costs no message before it", async () => {
    const { open, write, text } = await bench();
    await write(Buffer.concat([Buffer.from(`[\n${line("a")},\n${line("b")}`), Buffer.alloc(4096)]));
    expect(idsOf(await open().tail(9))).toEqual(["a", "b"]);
    expect(isOurForm(await text())).toBe(true);
  });

  test("without anything said in it leaves nothing behind", async () => {
    const { open, write, recovered, disk } = await bench();
    await write(`[\n${line("a")},\n`);
    expect(idsOf(await open().tail(9))).toEqual(["a"]);
    expect(recovered).toEqual([]);
    expect(await disk().list(".recovered")).toEqual([]);
  });

  test("that was kept loses the text of a message that is removed, and nothing else", async () => {
    const { open, write, text, disk } = await bench();
    const secret = "我的秘密是这个";
    const gone = JSON.stringify(say("first try", november, { content: secret })).split("这个")[0];
    await write(`[\n${line("a")},\n{"message_id":"other","content":"别的,\n${gone}`);
    const log = open();
    await log.append([say("again", november, { content: secret })]);
    expect(await text(".recovered/conversation.json.1")).toContain("我的秘密");
    await log.rewrite({ remove: ["again"] }, async () => undefined);
    expect(await text(".recovered/conversation.json.1")).toBe(',\n{"message_id":"other","content":"别的,');

    await write(`[\n${line("a")},\n{"message_id":"a2","role":"user","content":"半`);
    const later = open();
    await later.tail(1);
    expect(await disk().list(".recovered")).toContain("conversation.json.2");
    await later.append([say("a2", november, { content: "半句话" })]);
    await later.rewrite({ edit: [say("a2", november, { content: "" })] }, async () => undefined);
    expect(await disk().list(".recovered")).toEqual(["conversation.json.1"]);
  });

  test("in an older month is repaired too", async () => {
    const { open, write, text } = await bench();
    await open().merge([say("a", november - 40 * day), say("b", november - 39 * day)]);
    const name = "conversations/2026-10.json";
    await write((await text(name)).slice(0, -20), name);
    expect(idsOf(await everything(open()))).toEqual(["a"]);
    expect(await text(".recovered/conversations-2026-10.json.1")).toContain('"b"');
  });
});

describe("a file broken in the middle", () => {
  const broken = `[\n${line("a")},\n{"message_id":"b","role":"user","content":"没有引号,"timestamp":1},\n${line("c")}\n]`;

  test("keeps its bytes, shows the rest, and says in which line and column it broke", async () => {
    const { open, write, text } = await bench();
    await write(broken);
    const log = open();
    expect(idsOf(await log.tail(9))).toEqual(["a", "c"]);
    const [state] = await log.files();
    const column = '{"message_id":"b","role":"user","content":"没有引号,"'.length + 1;
    expect(state).toMatchObject({
      name: "conversation.json",
      valid: false,
      error: { line: 3, column, last_good: false },
    });
    expect(await text()).toBe(broken);
  });

  test("takes new messages aside, over a restart, and joins them when it is mended", async () => {
    const { open, write, text, disk } = await bench();
    await write(broken);
    const log = open();
    await log.append([say("d")]);
    await log.append([say("e")]);
    expect(await text()).toBe(broken);
    expect((await log.files())[0]?.warnings).toEqual([expect.stringContaining("2 new messages")]);
    const again = open();
    expect(idsOf(await again.tail(9))).toEqual(["a", "c", "d", "e"]);
    expect(await codeOf(again.append([say("d")]))).toBe("conflict");
    await write(broken.replace("没有引号,", '没有引号",'));
    // The mended line has no topic: it gets its neighbour's.
    expect(idsOf(await again.tail(9))).toEqual(["a", "b", "c", "d", "e"]);
    expect(isOurForm(await text())).toBe(true);
    expect(await disk().stamp(".recovered/conversation.waiting.json")).toBeUndefined();
    expect(await handEdits(again)).toEqual([]);
    expect((await again.files())[0]?.valid).toBe(true);
  });

  test("refuses changes and history in it, with its place, before anything is written", async () => {
    const { open, write, text, disk } = await bench();
    await write(broken);
    const log = open();
    let lines = 0;
    const count = async () => {
      lines += 1;
    };
    expect(await codeOf(log.rewrite({ remove: ["a"] }, count))).toBe("damaged");
    expect(await codeOf(log.merge([say("old", november - 40 * day), say("now")]))).toBe("damaged");
    expect(lines).toBe(0);
    expect(await text()).toBe(broken);
    expect(await disk().list("conversations")).toEqual([]);
    await log.append([say("d")]);
    await log.rewrite({ remove: ["d"] }, count);
    expect(idsOf(await log.tail(9))).toEqual(["a", "c"]);
  });

  test("while the server runs keeps its last good version in use, and restores nothing into it", async () => {
    const { open, write, text } = await bench();
    const log = open();
    await log.append([say("a"), say("b"), say("c")]);
    const half = (await text()).slice(0, -30);
    await write(half);
    expect(idsOf(await log.tail(9))).toEqual(["a", "b", "c"]);
    expect((await log.files())[0]).toMatchObject({ valid: false, error: { line: 4, last_good: true } });
    await log.append([say("d")]);
    expect(await text()).toBe(half);
    await write(`[\n${line("a")},\n${line("c")}\n]`);
    expect(idsOf(await log.tail(9))).toEqual(["a", "c", "d"]);
    expect((await handEdits(log)).map(({ entry, after }) => [entry, after])).toEqual([["b", null]]);
  });

  test("in an older month stops neither the talk nor the new month", async () => {
    const { open, write, text, clock, folder } = await bench();
    const log = open();
    await log.append([say("x")]);
    await mkdir(join(folder, "conversations"));
    await write(broken, "conversations/2026-11.json");
    clock.now += 31 * day;
    await log.append([say("z", clock.now)]);
    expect(idsOf(await log.tail(2))).toEqual(["x", "z"]);
    expect(isOurForm(await text())).toBe(true);
    expect(await text("conversations/2026-11.json")).toBe(broken);
    expect(idsOf(await everything(log))).toEqual(["a", "c", "x", "z"]);
    expect(await codeOf(log.merge([say("late", november + 1)]))).toBe("damaged");
    expect((await log.files()).map(({ name, valid }) => [name, valid])).toEqual([
      ["conversation.json", true],
      ["conversations/2026-11.json", false],
    ]);
  });

  test.each([
    ["a value that is no message", `[\n${line("a")},\n42,\n${line("c")}\n]`, 3, 1],
    ["a role that does not exist", `[\n${line("a")},\n${line("b").replace("user", "system")}\n]`, 3, 1],
    ["a comma too many", `[\n${line("a")},\n${line("b")},,\n${line("c")}\n]`, 3, line("b").length + 2],
    ["a missing comma", `[\n${line("a")}\n${line("c")}\n]`, 3, 1],
    ["a comment", `[\n// 我的\n${line("a")}\n]`, 2, 1],
    ["something behind the end", `[\n${line("a")}\n]\n${line("c")}`, 4, 1],
    ["a bracket left open in the middle", `[\n${line("a")},\n{"tools":[${line("b")},\n${line("c")}\n]`, 5, 2],
  ])("is reported and kept: %s", async (_name, content, lineNumber, column) => {
    const { open, write, text } = await bench();
    await write(content);
    const log = open();
    expect(idsOf(await log.tail(9))).toContain("a");
    expect((await log.files())[0]?.error).toMatchObject({ line: lineNumber, column });
    await log.append([say("new")]);
    expect(await text()).toBe(content);
    expect(idsOf(await open().tail(1))).toEqual(["new"]);
  });

  test("that the owner puts away is written anew from what could be read", async () => {
    const { open, write, text, folder } = await bench();
    await write(broken);
    const log = open();
    await log.append([say("d")]);
    await rename(join(folder, "conversation.json"), join(folder, "broken.txt"));
    expect(idsOf(await log.tail(9))).toEqual(["a", "c", "d"]);
    expect((await log.files())[0]?.valid).toBe(true);
    await log.append([say("e")]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["a", "c", "d", "e"]);
  });

  test("is told apart from one that an editor is just writing", async () => {
    const { open, disk, write, text } = await bench();
    const log = open({ disk: { ...disk(), settle: () => write(`[\n${line("a")},\n${line("b")}\n]`) } });
    await log.append([say("a")]);
    await write(`[\n${line("a")},\n{"mess`);
    expect(idsOf(await log.tail(9))).toEqual(["a", "b"]);
    expect((await log.files())[0]?.valid).toBe(true);
    expect(isOurForm(await text())).toBe(true);
  });
});

describe("files that are not what they should be", () => {
  test.each([
    ["zero bytes only", Buffer.alloc(512)],
    ["an object", Buffer.from('{"conversations":[]}')],
    ["text of another encoding", Buffer.from(`[${line("a")}]`, "utf16le")],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])],
  ])("keeps %s, says so, and goes on beside it", async (_name, content) => {
    const { open, write, folder } = await bench();
    await write(content);
    const log = open();
    await log.append([say("new")]);
    expect(idsOf(await log.tail(9))).toEqual(["new"]);
    expect((await log.files())[0]?.valid).toBe(false);
    expect((await readFile(join(folder, "conversation.json"))).equals(content)).toBe(true);
  });

  test("does not take bytes that are no text for what was said", async () => {
    const { open, write, folder } = await bench();
    const [head = "", tail = ""] = `[\n${line("a")},\n${line("X")},\n${line("c")}\n]`.split("说的是 X");
    const content = Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xfe]), Buffer.from(tail)]);
    await write(content);
    const log = open();
    expect(idsOf(await log.tail(9))).toEqual(["a", "c"]);
    expect((await log.files())[0]).toMatchObject({ valid: false, error: { line: 3 } });
    expect((await readFile(join(folder, "conversation.json"))).equals(content)).toBe(true);
  });

  test("never takes a folder in the file's place for an empty log", async () => {
    const { open, folder } = await bench();
    await mkdir(join(folder, "conversation.json"));
    const log = open();
    expect(await codeOf(log.append([say("a")]))).toBe("damaged");
    expect(await codeOf(log.tail(1))).toBe("damaged");
    expect((await log.files())[0]).toMatchObject({ name: "conversation.json", valid: false });
  });

  test("follows a link inside the folder, and refuses one that leads out of it (C151)", async () => {
    const inside = await bench();
    await writeFile(join(inside.folder, "real.json"), `[\n${line("a")}\n]`);
    await symlink("real.json", join(inside.folder, "conversation.json"));
    await inside.open().append([say("b")]);
    expect(idsOf(JSON.parse(await inside.text("real.json")))).toEqual(["a", "b"]);

    const outside = await bench();
    await symlink(join(inside.folder, "real.json"), join(outside.folder, "conversation.json"));
    expect(await codeOf(outside.open().append([say("c")]))).toBe("storage");
    expect(await codeOf(outside.open().tail(9))).toBe("storage");
    expect(await inside.text("real.json")).not.toContain('"c"');
  });

  test.skipIf(process.getuid?.() === 0)(
    "reports a file it may not read, as an error and not as an empty log",
    async () => {
      const { open, write, folder } = await bench();
      await write(`[\n${line("a")}\n]`);
      await chmod(join(folder, "conversation.json"), 0o000);
      expect(await codeOf(open().append([say("b")]))).toBe("storage");
    },
  );
});
