// Pasted talk: who speaks is found by the names that stand there, and what is no name stays talk.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlainText } from "../../src/exchange/plain-text.ts";
import { type Speaker, sidesOf } from "../../src/exchange/speakers.ts";
import { all, found, inPieces, linesIn, told } from "./pieces.ts";

describe("pasted talk", () => {
  it("in Chinese, with lines that go on and a word with a colon that is no name", async () => {
    const list = await found(readPlainText, "我：今天去了医院\n结果没事\n她：那就好\n注意：多喝水\n我: 嗯\n");
    expect(told(list)).toEqual(["我: 今天去了医院\n结果没事", "她: 那就好\n注意：多喝水", "我: 嗯"]);
  });

  it("in English, with an address and a time that are no names", async () => {
    const list = await found(
      readPlainText,
      "Me: look\nhttps://example.org/a\n10:30 then\nAnn: nice\nMe: yes\nAnn: ok",
    );
    expect(told(list)).toEqual([
      "Me: look\nhttps://example.org/a\n10:30 then",
      "Ann: nice",
      "Me: yes",
      "Ann: ok",
    ]);
  });

  it("with names in bold letters, while stars in what was said stay", async () => {
    const list = await found(
      readPlainText,
      "**我**：早\n**她：** *揉眼睛* 早呀\n__我__: **真的**？\n她：*点头*",
    );
    expect(told(list)).toEqual(["我: 早", "她: *揉眼睛* 早呀", "我: **真的**？", "她: *点头*"]);
  });

  it("with dates in front of the names", async () => {
    const list = await found(
      readPlainText,
      "[2026-01-02 10:01] 我：早\n（2026年1月2日 下午3:05）小溪：在\n2026-01-02 16:00 小溪: 还在",
    );
    expect(linesIn(list).map(({ speaker, timestamp }) => [speaker, timestamp])).toEqual([
      ["我", Date.parse("2026-01-02T10:01:00+08:00") / 1000],
      ["小溪", Date.parse("2026-01-02T15:05:00+08:00") / 1000],
      ["小溪", Date.parse("2026-01-02T16:00:00+08:00") / 1000],
    ]);
  });

  it("with dates as a messenger's export has them: a mark of direction, a comma, a dash, the half of a day with dots", async () => {
    const list = await found(
      readPlainText,
      "[2025/12/31 下午10:10:05] 我: 早\n\u200e[2025/12/31 下午10:11:05] 小溪: 在\n2025-12-31, 10:12 p.m. - 我: 好",
    );
    expect(linesIn(list).map(({ speaker, timestamp }) => [speaker, timestamp])).toEqual([
      ["我", Date.parse("2025-12-31T22:10:05+08:00") / 1000],
      ["小溪", Date.parse("2025-12-31T22:11:05+08:00") / 1000],
      ["我", Date.parse("2025-12-31T22:12:00+08:00") / 1000],
    ]);
  });

  it("with a clock behind a name takes the hour for no part of the name", async () => {
    expect(
      told(await found(readPlainText, "我：几点\n小溪 10:05\n小溪：10:30见\n用户1:20块\n小溪：好")),
    ).toEqual(["我: 几点\n小溪 10:05", "小溪: 10:30见\n用户1:20块", "小溪: 好"]);
  });

  it("as a chat window copies it: name, day and clock on a line, what was said below", async () => {
    const text =
      "小溪(66666) 2026/1/2 10:01:05\n提示：降温\n定在 2026-01-05\n\n我  2026年1月2日 下午3:05\n好";
    const list = await found(readPlainText, text);
    expect(told(list)).toEqual(["小溪: 提示：降温\n定在 2026-01-05", "我: 好"]);
    expect(linesIn(list).map(({ timestamp }) => timestamp)).toEqual([
      Date.parse("2026-01-02T10:01:05+08:00") / 1000,
      Date.parse("2026-01-02T15:05:00+08:00") / 1000,
    ]);
    // Where names stand in front of what they said, such a line is something that was said.
    expect(told(await found(readPlainText, "我：面试呢\n定在 2026-01-05 10:00\n她：好"))).toEqual([
      "我: 面试呢\n定在 2026-01-05 10:00",
      "她: 好",
    ]);
  });

  it("with a clock in front of the name", async () => {
    expect(told(await found(readPlainText, "(10:01) 我：早\n[10:02] 她：早呀\n10:03 我：忙"))).toEqual([
      "我: 早",
      "她: 早呀",
      "我: 忙",
    ]);
  });

  it("does not take the beginning of a name for the half of a day", async () => {
    const text = "2026-01-02 10:01 Amy: morning\n2026-01-02 3:05 pm Pam: afternoon\n";
    const both = linesIn(await found(readPlainText, text));
    expect(both.map(({ speaker, timestamp }) => [speaker, timestamp])).toEqual([
      ["Amy", Date.parse("2026-01-02T10:01:00+08:00") / 1000],
      ["Pam", Date.parse("2026-01-02T15:05:00+08:00") / 1000],
    ]);
  });

  it("that begins without a name says so line by line", async () => {
    expect(told(await found(readPlainText, "无主的一句\n\n我：有主的"))).toEqual([
      "unreadable 1 unknown_speaker",
      "我: 有主的",
    ]);
  });

  it("loses no character that somebody said", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom("我", "她"), fc.stringMatching(/^[a-z\u4e00-\u4e20]{1,12}$/)), {
          minLength: 1,
          maxLength: 20,
        }),
        async (talk) => {
          const text = talk.map(([who, what]) => `${who}：${what}`).join("\n");
          expect(told(await found(readPlainText, text))).toEqual(
            talk.map(([who, what]) => `${who}: ${what}`),
          );
        },
      ),
      { numRuns: 200, seed: 4 },
    );
  });
});

describe("dates that do not say whether the day or the month comes first", () => {
  const read = async (text: string, dates?: "day_first" | "month_first") => {
    const list = await all(readPlainText(inPieces(text), { zone: "Asia/Shanghai", dates }));
    const order = list.flatMap((one) => (one.kind === "about" ? [one.dates] : []))[0];
    const days = linesIn(list).map(({ speaker, timestamp = 0 }) => [
      speaker,
      new Date((timestamp + 8 * 3_600) * 1000).toISOString().slice(0, 16),
    ]);
    return { order, days, told: told(list) };
  };

  it("follow from a number that is no month", async () => {
    expect(await read("[31/12/2025, 22:10:05] Me: hi\n[01/01/2026, 00:00:01] Ann: hey")).toMatchObject({
      order: { order: "day_first", sure: true },
      days: [
        ["Me", "2025-12-31T22:10"],
        ["Ann", "2026-01-01T00:00"],
      ],
    });
    expect(await read("1/2/26, 9:05\u202fPM - Me: hi\n1/13/26, 9:06 a.m. - Ann: hey")).toMatchObject({
      order: { order: "month_first", sure: true },
      days: [
        ["Me", "2026-01-02T21:05"],
        ["Ann", "2026-01-13T09:06"],
      ],
    });
  });

  it("follow from a talk that goes forward, and from dots", async () => {
    expect(
      await read("1/2/26, 22:10 - 我: 早\n1/3/26, 22:10 - 她: 早\n2/1/26, 22:10 - 我: 早"),
    ).toMatchObject({
      order: { order: "month_first", sure: true },
      days: [
        ["我", "2026-01-02T22:10"],
        ["她", "2026-01-03T22:10"],
        ["我", "2026-02-01T22:10"],
      ],
    });
    expect(await read("01.02.26, 22.10 - 我: 早")).toMatchObject({
      order: { order: "day_first", sure: true },
      days: [["我", "2026-02-01T22:10"]],
    });
  });

  it("are not sure where nothing tells, or where they contradict each other, and are what their owner says", async () => {
    const open = "1/2/26, 22:10 - 我: 早\n1/2/26, 22:11 - 她: 早";
    expect((await read(open)).order).toEqual({ order: "day_first", sure: false });
    expect((await read(open.replaceAll(/22:/g, "10:").replaceAll(" - ", " PM - "))).order).toEqual({
      order: "month_first",
      sure: false,
    });
    expect((await read("13/1/26, 22:10 - 我: 早\n1/13/26, 22:11 - 她: 早")).order?.sure).toBe(false);
    expect(await read(open, "month_first")).toMatchObject({
      order: { order: "month_first", sure: true },
      days: [
        ["我", "2026-01-02T22:10"],
        ["她", "2026-01-02T22:11"],
      ],
    });
  });

  it("bring long names along and leave out what the program said; other talk has none of it", async () => {
    const text =
      "12/31/25, 10:15 PM - Messages are encrypted.\n12/31/25, 10:15 PM - Ann (my sister in Berlin) 🎉: hi: you\nand on";
    expect((await read(text)).told).toEqual([
      "left-out system",
      "Ann (my sister in Berlin) 🎉: hi: you\nand on",
    ]);
    expect(await read("我：早\n1/2/26, 22:10 去的\n她：好")).toMatchObject({
      order: undefined,
      told: ["我: 早\n1/2/26, 22:10 去的", "她: 好"],
    });
  });
});

describe("who is who", () => {
  const speaker = (name: string, more: Partial<Speaker> = {}): Speaker => ({
    name,
    count: 1,
    first: "",
    ...more,
  });
  const hints = { person: ["阿木"], companion: ["小溪"], given: {} };
  const sides = (names: Speaker[], more: object = {}) =>
    Object.fromEntries(sidesOf(names, { ...hints, ...more }));

  it("follows from known names and words, and of two the other one follows", () => {
    expect(sides([speaker("我"), speaker("芳芳")])).toEqual({ 我: "user", 芳芳: "assistant" });
    expect(sides([speaker("小溪"), speaker("某人")])).toEqual({ 小溪: "assistant", 某人: "user" });
    expect(sides([speaker("AI"), speaker("You")])).toEqual({ AI: "assistant", You: "user" });
    expect(sides([speaker("甲", { side: "assistant" }), speaker("乙")])).toEqual({
      甲: "assistant",
      乙: "user",
    });
  });

  it("follows from a name with its verb, while a name that ends like one stays itself", () => {
    expect(sides([speaker("我说"), speaker("她说")])).toEqual({ 我说: "user", 她说: "assistant" });
    expect(sides([speaker("You said"), speaker("ChatGPT said")])).toEqual({
      "You said": "user",
      "ChatGPT said": "assistant",
    });
    expect(sides([speaker("小溪说"), speaker("某人")])).toEqual({ 小溪说: "assistant", 某人: "user" });
    expect(sides([speaker("小说")], { companion: ["小说"] })).toEqual({ 小说: "assistant" });
  });

  it("is asked where nothing tells, and of three nobody is guessed", () => {
    expect(sides([speaker("甲"), speaker("乙")])).toEqual({ 甲: null, 乙: null });
    expect(sides([speaker("我"), speaker("甲"), speaker("乙")])).toEqual({ 我: "user", 甲: null, 乙: null });
    expect(sides([speaker("甲")])).toEqual({ 甲: null });
  });

  it("is what the owner says, before everything else", () => {
    expect(sides([speaker("我", { side: "user" }), speaker("甲")], { given: { 我: "assistant" } })).toEqual({
      我: "assistant",
      甲: "user",
    });
    expect(
      sides([speaker("甲"), speaker("乙"), speaker("丙")], {
        given: { 甲: "user", 乙: "assistant", 丙: "skip" },
      }),
    ).toEqual({
      甲: "user",
      乙: "assistant",
      丙: "skip",
    });
  });
});
