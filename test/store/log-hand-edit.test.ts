// The owner at work in an editor while the server runs: edited, deleted, added and cut lines (DESIGN 3, hand edits; C160).
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import { bench, everything, handEdits, isOurForm } from "./log-fixture.ts";
import { day, idsOf, november, say } from "./log-fixture-messages.ts";

const pretty = (messages: readonly unknown[]) => JSON.stringify(messages, null, 2);

async function threeSaid() {
  const made = await bench();
  const log = made.open();
  await log.append([say("a"), say("b", november + 1), say("c", november + 2)]);
  return { ...made, log };
}

describe("a hand edit of the present file", () => {
  test("is an edit with what stood there before, and is reported once", async () => {
    const { log, write, text } = await threeSaid();
    const edited = say("b", november + 1, { content: "改过的", note: "我的" });
    await write(pretty([say("a"), edited, say("c", november + 2)]));
    expect((await log.find("b"))?.content).toBe("改过的");
    expect(await handEdits(log)).toEqual([
      { document: "conversation", entry: "b", before: say("b", november + 1), after: edited },
    ]);
    expect(await handEdits(log)).toEqual([]);
    expect(isOurForm(await text())).toBe(true);
  });

  test("that changes only blanks or the order of fields is none", async () => {
    const { log, write } = await threeSaid();
    const turned = [say("a"), say("b", november + 1), say("c", november + 2)].map((message) =>
      Object.fromEntries(Object.entries(message).reverse()),
    );
    await write(pretty(turned));
    expect(idsOf(await log.tail(9))).toEqual(["a", "b", "c"]);
    expect(await handEdits(log)).toEqual([]);
  });

  test("deletes a line where a later one still stands, and restores an end that is missing", async () => {
    const { log, write, text } = await threeSaid();
    await log.append([say("d", november + 3), say("e", november + 4)]);
    await write(pretty([say("a"), say("c", november + 2)]));
    expect(idsOf(await log.tail(9))).toEqual(["a", "c", "d", "e"]);
    expect(await handEdits(log)).toEqual([
      { document: "conversation", entry: "b", before: say("b", november + 1), after: null, next: "c" },
    ]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["a", "c", "d", "e"]);
  });

  test("made on an old copy keeps the message that came meanwhile", async () => {
    const { log, write, text } = await threeSaid();
    const opened = JSON.parse(await text()) as Message[];
    await log.append([say("d", november + 3)]);
    await write(pretty(opened.map((message) => ({ ...message, content: `${message.content}！` }))));
    await log.append([say("e", november + 4)]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["a", "b", "c", "d", "e"]);
    expect((await handEdits(log)).map((edit) => edit.entry)).toEqual(["a", "b", "c"]);
  });

  test("adds a line: id, time and topic come from outside or from its neighbour", async () => {
    const { log, write, text, open } = await threeSaid();
    const added = { role: "assistant", content: "加的一句" };
    await write(pretty([added, say("a"), say("b", november + 1), added, say("c", november + 2)]));
    const shown = await log.tail(9);
    expect(idsOf(shown)).toEqual(["made-1", "a", "b", "made-2", "c"]);
    expect(shown[0]).toEqual({ ...added, message_id: "made-1", timestamp: november, topic_id: "topic-1" });
    expect(shown[3]).toEqual({
      ...added,
      message_id: "made-2",
      timestamp: november + 1,
      topic_id: "topic-1",
    });
    const edits = await handEdits(log);
    expect(edits.map(({ entry, before }) => [entry, before])).toEqual([
      ["made-1", null],
      ["made-2", null],
    ]);
    expect(idsOf(JSON.parse(await text()))).toEqual(idsOf(shown));
    expect(idsOf(await open().tail(9))).toEqual(idsOf(shown));
  });

  test("that copies a line drops the copy, and gives it an id of its own where it says something else", async () => {
    const { log, write } = await threeSaid();
    const copy = say("b", november + 1, { content: "另一句" });
    await write(
      pretty([say("a"), say("b", november + 1), say("b", november + 1), copy, say("c", november + 2)]),
    );
    expect((await log.tail(9)).map(({ message_id, content }) => [message_id, content])).toEqual([
      ["a", "说的是 a"],
      ["b", "说的是 b"],
      ["made-1", "另一句"],
      ["c", "说的是 c"],
    ]);
  });

  test("keeps the order that the owner gave the lines", async () => {
    const { log, write } = await threeSaid();
    await write(pretty([say("c", november + 2), say("a"), say("b", november + 1)]));
    expect(idsOf(await log.tail(9))).toEqual(["c", "a", "b"]);
    expect(await handEdits(log)).toEqual([]);
  });

  test("that empties or removes the file is an accident: everything is restored", async () => {
    const { log, write, text, folder } = await threeSaid();
    for (const spoil of [() => write(""), () => write("[]"), () => rm(join(folder, "conversation.json"))]) {
      await spoil();
      expect(idsOf(await log.tail(9))).toEqual(["a", "b", "c"]);
      expect(idsOf(JSON.parse(await text()))).toEqual(["a", "b", "c"]);
    }
    expect(await handEdits(log)).toEqual([]);
  });

  test("is found where the editor saves by rename, with the same size", async () => {
    const { log, write, folder, text } = await threeSaid();
    await write((await text()).replace("说的是 b", "写的是 b"), "saved.tmp");
    await rename(join(folder, "saved.tmp"), join(folder, "conversation.json"));
    expect((await log.find("b"))?.content).toBe("写的是 b");
    expect((await handEdits(log)).map((edit) => edit.entry)).toEqual(["b"]);
  });

  test("made while the server is stopped is taken as it is", async () => {
    const { write, open } = await threeSaid();
    await write(pretty([say("a"), say("c", november + 2, { content: "停机时改的" })]));
    const log = open();
    expect((await log.tail(9)).map((message) => message.content)).toEqual(["说的是 a", "停机时改的"]);
    expect(await handEdits(log)).toEqual([]);
  });
});

describe("a hand edit of an older month", () => {
  async function oldMonth(room?: number) {
    const made = await bench();
    const log = made.open({ room });
    await log.merge([
      say("a", november - 40 * day),
      say("b", november - 39 * day),
      say("c", november - 38 * day),
    ]);
    await log.append([say("now")]);
    return { ...made, log, name: "conversations/2026-10.json" };
  }

  test("is reported with what stood there before, and found by every way of reading", async () => {
    const { log, write, name } = await oldMonth();
    await write(
      pretty([say("a", november - 40 * day), say("c", november - 38 * day, { topic_id: "new" })]),
      name,
    );
    expect(
      (await handEdits(log)).map(({ entry, before, after }) => [entry, before !== null, after !== null]),
    ).toEqual([
      ["c", true, true],
      ["b", true, false],
    ]);
    expect(await log.find("b")).toBeUndefined();
    expect(idsOf(await log.topic("new"))).toEqual(["c"]);
    expect((await log.topics()).map((topic) => [topic.topic_id, topic.message_count])).toEqual([
      ["topic-1", 2],
      ["new", 1],
    ]);
    await log.merge([say("b", november - 39 * day)]);
    expect(idsOf(await everything(log))).toEqual(["a", "b", "c", "now"]);
  });

  test("that is no longer in memory is taken as it is", async () => {
    const { log, write, name } = await oldMonth(1);
    await log.merge([say("older", november - 80 * day)]);
    await write(pretty([say("a", november - 40 * day, { content: "改" })]), name);
    expect(await handEdits(log)).toEqual([]);
    expect((await everything(log)).map((message) => message.content)).toEqual([
      "说的是 older",
      "改",
      "说的是 now",
    ]);
  });

  test("that puts a file of their own there is taken in", async () => {
    const { log, write } = await oldMonth();
    await write(pretty([{ role: "user", content: "很久以前" }]), "conversations/2019-05.json");
    await write("不是日志", "conversations/笔记.txt");
    await log.refresh();
    const [first] = await everything(log);
    expect(first?.content).toBe("很久以前");
    expect((await log.find(first?.message_id ?? ""))?.content).toBe("很久以前");
  });
});
