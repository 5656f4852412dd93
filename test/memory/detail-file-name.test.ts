// Titles as file names: safe on every system, never the same as another, never outside the folder (R6, C164–C169).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detailFileName, TakenNames } from "../../src/memory/detail-file-name.ts";

const date = "2026-03-15";
const name = (title: string, taken: string[] = []) => detailFileName(title, date, taken);
const titlePart = (file: string) => file.slice(`${date}_`.length, -".json".length);
const bytes = (text: string) => new TextEncoder().encode(text).length;

describe("a title", () => {
  test("stays readable", () => {
    expect(name("周末出游计划")).toBe("2026-03-15_周末出游计划.json");
    expect(name("a trip to the sea")).toBe("2026-03-15_a trip to the sea.json");
    expect(name("👨‍👩‍👧‍👦 family")).toBe("2026-03-15_👨‍👩‍👧‍👦 family.json");
  });

  test("loses separators and what Windows refuses (C164)", () => {
    expect(name('2026/03 计划: 海边? "周六" <A|B> \\ *')).toBe("2026-03-15_2026 03 计划 海边 周六 A B.json");
  });

  test("cannot climb out of the folder (C165)", () => {
    expect(name("../../config")).toBe("2026-03-15_config.json");
    expect(name("..\\..\\x")).toBe("2026-03-15_x.json");
    expect(name("/etc/passwd\u0000.txt")).toBe("2026-03-15_etc passwd .txt.json");
  });

  test("is at most 120 bytes, cut between characters (C166)", () => {
    const file = name("关于周末去海边玩以及要不要坐船和预算的讨论".repeat(8));
    expect(bytes(titlePart(file))).toBe(120);
    expect(name("👨‍👩‍👧‍👦".repeat(20))).toBe(`2026-03-15_${"👨‍👩‍👧‍👦".repeat(4)}.json`);
  });

  test("has a fallback where nothing is left (C169)", () => {
    for (const title of [" ... ", "", "///", "\u202e", "..", `${"e"}${"\u0301".repeat(200)}`]) {
      expect(name(title)).toBe("2026-03-15_untitled.json");
    }
  });

  test("that Windows reserves gets a mark", () => {
    expect(name("CON")).toBe("2026-03-15__CON.json");
    expect(name("aux.txt")).toBe("2026-03-15__aux.txt.json");
    expect(name("LPT9")).toBe("2026-03-15__LPT9.json");
    expect(name("console")).toBe("2026-03-15_console.json");
  });

  test("that is taken gets a suffix, compared without case and Unicode form (C167)", () => {
    expect(name("Trip", ["2026-03-15_TRIP.json"])).toBe("2026-03-15_Trip_2.json");
    expect(name("Trip", ["2026-03-15_trip.json", "2026-03-15_Trip_2.json"])).toBe("2026-03-15_Trip_3.json");
    expect(name("caf\u00e9", ["2026-03-15_cafe\u0301.json"])).toBe("2026-03-15_café_2.json");
    expect(name("straße", ["2026-03-15_STRASSE.json"])).toBe("2026-03-15_straße_2.json");
  });

  test("needs a real date beside it", () => {
    expect(() => detailFileName("x", "../..", [])).toThrow();
  });

  test("makes a name that any system takes, whatever it is", () => {
    const title = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: "grapheme", maxLength: 80 }),
      fc
        .array(fc.constantFrom("..", "/", "\\", "con", ".", " ", "计划", "\u0000", "\ud83d", "👍🏽"), {
          maxLength: 30,
        })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(title, (text) => {
        const file = name(text);
        expect(file).toMatch(/^2026-03-15_.+\.json$/su);
        expect(file).not.toMatch(/[/\\:*?"<>|\u0000-\u001f\u007f]|\p{Cs}/u);
        const part = titlePart(file);
        expect(part).not.toMatch(/^[. ]|[. ]$/);
        expect(bytes(part)).toBeLessThanOrEqual(121);
        expect(file).toBe(file.normalize("NFC"));
        const second = name(text, [file]);
        expect(second.toLowerCase()).not.toBe(file.toLowerCase());
      }),
      { numRuns: 400, seed: 5 },
    );
  });

  test("follows from a register as from a list that grows with it, whatever comes twice in another case", () => {
    const titles = ["Cat", "cat", "CAT", "年糕", "cat_2", "cat", "年糕", "Cat", "\u00e9", "e\u0301"];
    const list = [`${date}_cat_3.json`];
    const register = new TakenNames([...list]);
    for (const title of titles) {
      const given = detailFileName(title, date, list);
      expect(detailFileName(title, date, register)).toBe(given);
      list.push(given);
    }
    expect(new Set(list.map((one) => one.normalize("NFC").toLowerCase())).size).toBe(list.length);
  });
});
