// Pasted talk: who speaks is found by the names that stand there, and what is no name stays talk.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlainText } from "../../src/exchange/plain-text.ts";
import { type Speaker, sidesOf } from "../../src/exchange/speakers.ts";
import { found, linesIn, told } from "./pieces.ts";

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
