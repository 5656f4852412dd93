// What everyone may expect of the log: order, pages, topics, dated history, changes, and that nothing is said twice.
import { describe, expect, test } from "vitest";
import { bench, codeOf, everything, isOurForm } from "./log-fixture.ts";
import { day, idsOf, november, say } from "./log-fixture-messages.ts";

describe("appending", () => {
  test("keeps messages in the order given, one a line, in a valid array", async () => {
    const { open, text } = await bench();
    const log = open();
    await log.append([say("a"), say("b", november - 5)]);
    await log.append([say("c")]);
    expect(idsOf(await log.tail(10))).toEqual(["a", "b", "c"]);
    expect(isOurForm(await text())).toBe(true);
    expect(idsOf(await open().tail(10))).toEqual(["a", "b", "c"]);
  });

  test("keeps unknown fields, line separators and half a surrogate pair as they were", async () => {
    const { open } = await bench();
    const odd = say("a", november, { content: "断\ud83d 句\u2028行\u0000", 心情: { 深: [1, null] } });
    await open().append([odd]);
    expect(await open().find("a")).toEqual(odd);
  });

  test("refuses an id that is there, in this month, in an older one and in the same call, and adds nothing", async () => {
    const { open, text } = await bench();
    const log = open();
    await log.merge([say("old", november - 60 * day)]);
    await log.append([say("a")]);
    const before = await text();
    expect(await codeOf(log.append([say("b"), say("a")]))).toBe("conflict");
    expect(await codeOf(open().append([say("b"), say("old")]))).toBe("conflict");
    expect(await codeOf(log.append([say("b"), say("b")]))).toBe("conflict");
    expect(await text()).toBe(before);
  });

  test("refuses a message that does not fit its shape, since its line would damage the file", async () => {
    const { open } = await bench();
    const log = open();
    await log.append([say("a")]);
    expect(await codeOf(log.append([say("b"), say("c", Number.NaN)]))).toBe("invalid");
    expect(await codeOf(log.append([say("有 空格")]))).toBe("invalid");
    expect(idsOf(await log.tail(10))).toEqual(["a"]);
  });

  test("does nothing for an empty list, not even a file", async () => {
    const { open, disk } = await bench();
    await open().append([]);
    expect(await disk().stamp("conversation.json")).toBeUndefined();
  });

  test("takes messages that come at once one after the other", async () => {
    const { open } = await bench();
    const log = open();
    const ids = Array.from({ length: 30 }, (_, i) => `m${i}`);
    await Promise.all(ids.map((id) => log.append([say(id)])));
    expect(idsOf(await open().tail(100))).toEqual(ids);
  });
});

describe("reading", () => {
  async function threeMonths() {
    const made = await bench();
    const log = made.open();
    await log.merge([
      say("s1", november - 62 * day, { topic_id: "early", imported_at: 5 }),
      say("s2", november - 61 * day, { topic_id: "early", imported_at: 5 }),
      say("o1", november - 31 * day, { topic_id: "both", imported_at: 5 }),
      say("o2", november - 30 * day, { topic_id: "both", imported_at: 5 }),
    ]);
    await log.append([
      say("n1", november, { topic_id: "both" }),
      say("n2", november + 1, { topic_id: "late" }),
    ]);
    return { ...made, log };
  }

  test("gives the newest, and older months only as far as they are needed", async () => {
    const { open, disk } = await threeMonths();
    const read: string[] = [];
    const watched = {
      ...disk(),
      read: (name: string) => {
        read.push(name);
        return disk().read(name);
      },
    };
    const log = open({ disk: watched });
    expect(idsOf(await log.tail(2))).toEqual(["n1", "n2"]);
    expect(read).toEqual(["conversation.json"]);
    expect(idsOf(await log.tail(3))).toEqual(["o2", "n1", "n2"]);
    expect(read).toEqual(["conversation.json", "conversations/2026-10.json"]);
    expect(await log.tail(0)).toEqual([]);
    expect(idsOf(await log.tail(99))).toEqual(["s1", "s2", "o1", "o2", "n1", "n2"]);
  });

  test("pages back and forth over the borders of months", async () => {
    const { open } = await threeMonths();
    for (const log of [open(), open({ room: 1 })]) {
      expect(idsOf(await log.page({ before: "n1", limit: 3 }))).toEqual(["s2", "o1", "o2"]);
      expect(idsOf(await log.page({ before: "o1", limit: 9 }))).toEqual(["s1", "s2"]);
      expect(idsOf(await log.page({ before: "s1", limit: 9 }))).toEqual([]);
      expect(idsOf(await log.page({ after: "s2", limit: 3 }))).toEqual(["o1", "o2", "n1"]);
      expect(idsOf(await log.page({ after: "n2", limit: 3 }))).toEqual([]);
      expect(idsOf(await log.page({ after: "s1", before: "n1", limit: 9 }))).toEqual(["s2", "o1", "o2"]);
      expect(idsOf(await log.page({ limit: 1 }))).toEqual(["n2"]);
    }
  });

  test("says so when a mark is unknown, and finds nothing for an unknown id", async () => {
    const { log } = await threeMonths();
    expect(await codeOf(log.page({ before: "nobody", limit: 3 }))).toBe("not_found");
    expect(await codeOf(log.page({ after: "nobody", limit: 3 }))).toBe("not_found");
    expect(await log.find("nobody")).toBeUndefined();
    expect((await log.find("s1"))?.content).toBe("说的是 s1");
  });

  test("gathers a topic over months, and lists topics by their first message", async () => {
    const { open } = await threeMonths();
    const log = open({ room: 1 });
    expect(idsOf(await log.topic("both"))).toEqual(["o1", "o2", "n1"]);
    expect(await log.topic("none")).toEqual([]);
    expect(await log.topics()).toEqual([
      {
        topic_id: "early",
        started_at: november - 62 * day,
        ended_at: november - 61 * day,
        message_count: 2,
        imported: true,
      },
      {
        topic_id: "both",
        started_at: november - 31 * day,
        ended_at: november,
        message_count: 3,
        imported: false,
      },
      {
        topic_id: "late",
        started_at: november + 1,
        ended_at: november + 1,
        message_count: 1,
        imported: false,
      },
    ]);
  });

  test("scans month by month, and once each what is put away or said meanwhile", async () => {
    const { log } = await threeMonths();
    const seen: string[][] = [];
    for await (const messages of log.scan()) {
      seen.push(idsOf(messages));
      if (seen.length === 1) await log.append([say("december", november + 31 * day)]);
    }
    expect(seen).toEqual([
      ["s1", "s2"],
      ["o1", "o2"],
      ["n1", "n2"],
    ]);
    expect(idsOf(await everything(log))).toEqual(["s1", "s2", "o1", "o2", "n1", "n2", "december"]);
  });

  test("scans once what is put away into a month that is still to be read", async () => {
    const { log, write } = await threeMonths();
    await write(`[\n${JSON.stringify(say("i1", november - 1))}\n]`, "conversations/2026-11.json");
    const seen: string[] = [];
    for await (const messages of log.scan()) {
      if (seen.length === 0) await log.append([say("december", november + 31 * day)]);
      seen.push(...idsOf(messages));
    }
    expect(seen).toEqual(["s1", "s2", "o1", "o2", "i1", "n1", "n2"]);
  });

  test("hands out messages that may be changed without changing the log", async () => {
    const { log } = await threeMonths();
    const given = say("mine", november + 2, { tools: [] });
    await log.append([given]);
    given.content = "改了";
    for (const message of [...(await log.tail(9)), ...(await log.topic("topic-1"))])
      message.content = "也改了";
    expect((await log.find("mine"))?.content).toBe("说的是 mine");
  });

  test("answers for a companion that never spoke", async () => {
    const log = (await bench()).open();
    expect(await log.tail(5)).toEqual([]);
    expect(await log.page({ limit: 5 })).toEqual([]);
    expect(await log.topics()).toEqual([]);
    expect(await everything(log)).toEqual([]);
    expect(await log.files()).toEqual([]);
    expect(await log.refresh()).toEqual({ edits: [] });
  });

  test("opens again after it was closed", async () => {
    const { log } = await threeMonths();
    await log.close();
    expect(idsOf(await log.tail(1))).toEqual(["n2"]);
    await log.append([say("after")]);
    expect(idsOf(await log.tail(1))).toEqual(["after"]);
  });
});

describe("dated history", () => {
  test("sorts messages into months of the owner's zone and among what is there, keeping the order of equal times", async () => {
    const { open, text } = await bench();
    const log = open();
    // 2026-11-01 00:00 in Shanghai is still October in UTC.
    const border = 1_793_462_400;
    await log.append([say("now1", november), say("now2", november + 10)]);
    await log.merge([
      say("b", november + 5),
      say("a", november + 5),
      say("first", border),
      say("last", border - 1),
    ]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["first", "now1", "b", "a", "now2"]);
    expect(idsOf(JSON.parse(await text("conversations/2026-10.json")))).toEqual(["last"]);
    await log.merge([say("c", november + 5), say("earlier", border - 9), say("later", border - 1)]);
    expect(idsOf(await everything(log))).toEqual([
      "earlier",
      "last",
      "later",
      "first",
      "now1",
      "b",
      "a",
      "c",
      "now2",
    ]);
    expect(isOurForm(await text())).toBe(true);
    expect(isOurForm(await text("conversations/2026-10.json"))).toBe(true);
  });

  test("skips what is there, in any month, and what is given twice", async () => {
    const { open, text } = await bench();
    const log = open();
    const given = [say("a", november - 40 * day), say("b", november), say("a", november - 90 * day)];
    expect(await log.merge(given)).toEqual({ added: 2, skipped: 1 });
    const before = await text();
    expect(await open().merge(given)).toEqual({ added: 0, skipped: 3 });
    expect(await text()).toBe(before);
  });

  test("writes nothing at all where one message does not fit", async () => {
    const { open, disk } = await bench();
    const bad = { ...say("b"), role: "system" } as unknown as ReturnType<typeof say>;
    expect(await codeOf(open().merge([say("a"), bad]))).toBe("invalid");
    expect(await disk().stamp("conversation.json")).toBeUndefined();
  });

  test("files times that are far out of the calendar", async () => {
    const { open } = await bench();
    const log = open();
    await log.merge([say("zero", 0), say("ms", november * 1000), say("never", 1e300)]);
    await log.append([say("now")]);
    expect(idsOf(await everything(open()))).toEqual(["zero", "ms", "never", "now"]);
  });
});

describe("changing what was said", () => {
  const noted = async () => undefined;

  test("tells the edits before it touches a file, and rewrites only the months concerned", async () => {
    const { open, text, disk } = await bench();
    const log = open();
    await log.merge([say("s", november - 62 * day), say("o", november - 31 * day), say("n1"), say("n2")]);
    const untouched = await disk().stamp("conversations/2026-10.json");
    const before = await text();
    let seenBefore = "";
    const edits = await log.rewrite(
      { edit: [say("s", november - 62 * day, { content: "新" })], remove: ["n1"] },
      async () => {
        seenBefore = await text();
      },
    );
    expect(seenBefore).toBe(before);
    expect(edits.map(({ document, entry, after }) => [document, entry, after])).toEqual([
      ["conversation", "s", say("s", november - 62 * day, { content: "新" })],
      ["conversation", "n1", null],
    ]);
    expect(edits[0]?.before).toEqual(say("s", november - 62 * day));
    expect(await disk().stamp("conversations/2026-10.json")).toEqual(untouched);
    expect((await open().find("s"))?.content).toBe("新");
    expect(idsOf(await everything(open()))).toEqual(["s", "o", "n2"]);
    expect(await text()).not.toContain("n1");
  });

  test("changes nothing where the change line cannot be written, or an id is unknown", async () => {
    const { open, text } = await bench();
    const log = open();
    await log.append([say("a"), say("b")]);
    const before = await text();
    const full = () => Promise.reject(new Error("full"));
    await expect(log.rewrite({ remove: ["a"] }, full)).rejects.toThrow("full");
    expect(await codeOf(log.rewrite({ remove: ["a", "nobody"] }, noted))).toBe("not_found");
    expect(await codeOf(log.rewrite({ edit: [say("nobody")] }, noted))).toBe("not_found");
    expect(await text()).toBe(before);
    expect(idsOf(await log.tail(9))).toEqual(["a", "b"]);
  });

  test("makes no change line where nothing changes", async () => {
    const { open } = await bench();
    const log = open();
    await log.append([say("a")]);
    let lines = 0;
    const count = async () => {
      lines += 1;
    };
    expect(await log.rewrite({ edit: [say("a")] }, count)).toEqual([]);
    expect(await log.rewrite({}, count)).toEqual([]);
    expect(lines).toBe(0);
  });

  test("removes a message from every file that holds it", async () => {
    const { open, text, write } = await bench();
    const log = open();
    await log.merge([
      say("x", november - 62 * day),
      say("y", november - 61 * day),
      say("z", november - 31 * day),
    ]);
    // A person copied a line into another month.
    await write(
      `[\n${JSON.stringify(say("x", november - 62 * day))},\n${JSON.stringify(say("z", november - 31 * day))}\n]`,
      "conversations/2026-10.json",
    );
    expect(idsOf(await everything(open()))).toEqual(["y", "x", "z"]);
    await open().rewrite({ remove: ["x"] }, noted);
    expect(await text("conversations/2026-09.json")).not.toContain('"x"');
    expect(await text("conversations/2026-10.json")).not.toContain('"x"');
  });

  test("leaves an empty array where the last message of a file went, and goes on from there", async () => {
    const { open, text } = await bench();
    const log = open();
    await log.append([say("a")]);
    await log.rewrite({ remove: ["a"] }, noted);
    expect(JSON.parse(await text())).toEqual([]);
    await log.append([say("b")]);
    expect(isOurForm(await text())).toBe(true);
    expect(idsOf(await open().tail(5))).toEqual(["b"]);
  });
});
