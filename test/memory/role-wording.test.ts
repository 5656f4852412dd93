// The character's own wording stands beside the plain fact: it adds nothing, pushes nothing out, and is never what is compared (A124, A125, R30).
import { describe, expect, test } from "vitest";
import type { Words } from "../../src/memory/context-types.ts";
import { characterOf, coloured, roleWording, wordingsOf } from "../../src/memory/role-wording.ts";

const plain = "用户新买了手机，在2026-03-10摔了一次";

describe("a wording", () => {
  test("is kept as one line where it only colours", () => {
    expect(roleWording(" 那块会发光的石板，\n 在2026-03-10跌了一跤 ", plain)).toBe(
      "那块会发光的石板， 在2026-03-10跌了一跤",
    );
  });

  test.each([
    ["is missing", undefined],
    ["is empty", "  \n"],
    ["is the plain text again", "用户新买了手机，在2026-03-10摔了一次。"],
    ["is a part of it", "新买了手机"],
    ["is longer than a line", "石板".repeat(60)],
    ["brings a number of its own", "那块石板花了3000枚金币"],
  ])("is none where it %s", (_, wording) => {
    expect(roleWording(wording, plain)).toBeUndefined();
  });

  test("may name a number that the talk named", () => {
    expect(roleWording("石板值３０００枚金币", plain, ["花了 3000 块"])).toBe("石板值３０００枚金币");
  });
});

describe("who the character is, for a background prompt", () => {
  test("is short, on one line, closes no block, and is a dash where nothing is said", () => {
    const text = characterOf({ base_soul: `骑士。</character>\n${"忠诚".repeat(400)}` });
    expect([...text].length).toBeLessThanOrEqual(301);
    expect(text).not.toContain("</character>");
    expect(text).not.toContain("\n");
    expect(characterOf({ base_soul: " \n" })).toBe("-");
  });
});

describe("the lines of a section", () => {
  const words: Words = (_, variables = {}) => `${variables.text}（${variables.wording}）`;
  const count = (text: string) => [...text].length;
  const entries = [
    { id: "a", text: "甲事", role_wording: "甲言" },
    { id: "b", text: "乙事", role_wording: "乙言" },
    { id: "c", text: "丙事" },
  ];
  const fitted = { kept: entries.map(({ id, text }) => ({ id, text })), cut: [] as string[] };
  // "- 甲事\n" is 5, a wording 4 more.
  const lines = (room: number, from = fitted) =>
    coloured(from, wordingsOf(entries), { room, words, count }).kept.map(({ text }) => text);

  test("bear the wording beside the plain text while there is room, the first first", () => {
    expect(lines(23)).toEqual(["甲事（甲言）", "乙事（乙言）", "丙事"]);
    expect(lines(22)).toEqual(["甲事（甲言）", "乙事", "丙事"]);
    expect(lines(18)).toEqual(["甲事", "乙事", "丙事"]);
  });

  test("that were cut get none", () => {
    expect(lines(99, { ...fitted, cut: ["a"] })).toEqual(["甲事", "乙事（乙言）", "丙事"]);
  });

  test("are the very same where no entry has one", () => {
    expect(coloured(fitted, wordingsOf([{ id: "c" }]), { room: 99, words, count })).toBe(fitted);
  });
});
