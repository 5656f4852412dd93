// Faults of a memory file at their line, in the reader's words, and which lines of two versions differ.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { placeIn } from "../../web/file-edit.ts";
import { placeOfPath } from "../../web/json-path.ts";
import { differingLines } from "../../web/line-diff.ts";
import { shapeWords } from "../../web/shape-words.ts";
import { enMemory } from "../../web/words-memory-en.ts";
import { zhMemory } from "../../web/words-memory-zh.ts";

describe("the place of a path", () => {
  const text = `[
  { "id": "a", "x.y": { "z": [1, "}", {"q": null}] } },
  { "id": 3, "s": "\\"],[{" , "t": true }
]`;

  it.each([
    ["", "[\n  { "],
    ["0", '{ "id": "a"'],
    ["0.id", '"id": "a"'],
    ["0.x.y.z.2.q", '"q": null'],
    ["1.id", '"id": 3'],
    ["1.t", '"t": true'],
    ["1.missing", '{ "id": 3'],
    ["0.x.y.z.9", '[1, "}"'],
    ["7", "[\n  { "],
    ["0.id.deeper", '"a"'],
  ])("%s begins with what it names, or with the nearest around it", (path, begins) => {
    expect(text.slice(placeOfPath(text, path)).startsWith(begins)).toBe(true);
  });

  it("is found for every value of any JSON, however it is written", () => {
    const key = fc.string({ minLength: 1 }).filter((name) => !name.includes("."));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 0, -1.5e-7, "", 'a"b\\', "{[,:]}"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 3 }),
      ),
    }));
    const paths = (of: unknown, path: string[] = []): { path: string[]; of: unknown }[] => [
      { path, of },
      ...(typeof of === "object" && of !== null
        ? Object.entries(of).flatMap(([name, inner]) => paths(inner, [...path, name]))
        : []),
    ];
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (json, indent) => {
        const written = JSON.stringify(json, null, indent);
        for (const { path, of } of paths(json)) {
          const name = path.at(-1) ?? "";
          const parent = path
            .slice(0, -1)
            .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], json);
          const begins =
            Array.isArray(parent) || path.length === 0 ? JSON.stringify(of)[0] : JSON.stringify(name);
          expect(written.slice(placeOfPath(written, path.join("."))).startsWith(begins ?? "")).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("does not hang on what is no JSON", () => {
    for (const broken of ["", "{", '{"a"', '{"a":', "[1,,2]", '["', "nonsense", '{"a":}'])
      expect(placeOfPath(broken, "a.0.b")).toBeLessThanOrEqual(broken.length);
  });

  it("is told as a line", () => {
    expect(placeIn(text, placeOfPath(text, "1.t"))).toEqual({ line: 3, column: 30 });
  });
});

describe("a fault of shape", () => {
  const fault = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues[0]?.message ?? "nothing wrong";

  it.each([
    [z.object({ a: z.string() }), {}, "这里少了一项，该是文字。"],
    [z.object({ a: z.number() }), { a: "x" }, "这里该是数字，现在是文字。"],
    [z.array(z.string()), {}, "这里该是列表 [ ]，现在是对象 { }。"],
    [z.object({ a: z.number().int() }), { a: 1.5 }, "这里该是整数，现在是数字。"],
    [z.object({ a: z.enum(["x", "y"]) }), { a: "z" }, '这里只能是 "x" "y" 之一。'],
    [z.object({ a: z.literal("hour") }), { a: "" }, '这里只能是 "hour" 之一。'],
    [z.object({ a: z.number().max(1) }), { a: 3 }, "太大或太长了，最多 1。"],
    [z.object({ a: z.string().min(2) }), { a: "" }, "太小或太短了，至少 2。"],
  ])("of the real check is said in Chinese: %#", (schema, value, words) => {
    expect(shapeWords(fault(schema, value), zhMemory)).toBe(words);
  });

  it("that is not known keeps its original behind plain words, and English has its own", () => {
    expect(shapeWords("Something new", enMemory)).toBe("This does not fit here. (Something new)");
    expect(shapeWords("", enMemory)).toBe("This does not fit here.");
    expect(shapeWords("Invalid input: expected toString", zhMemory)).toContain("toString");
  });
});

describe("lines that differ", () => {
  it("are those that stand on one side only", () => {
    expect(differingLines("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual({
      mine: new Set([2]),
      theirs: new Set([2, 5]),
    });
    expect(differingLines("same", "same")).toEqual({ mine: new Set(), theirs: new Set() });
    expect(differingLines("", "a\nb")).toEqual({ mine: new Set([1]), theirs: new Set([1, 2]) });
  });

  it("leave the same text on both sides once they are taken out, and no more than that many", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 14 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const { mine, theirs } = differingLines(a.join("\n"), b.join("\n"));
        const kept = (all: string[], gone: Set<number>) =>
          all.filter((_, at) => !gone.has(at + 1)).join("\n");
        const [one, other] = [a.length === 0 ? [""] : a, b.length === 0 ? [""] : b];
        expect(kept(one, mine)).toBe(kept(other, theirs));
      }),
      { numRuns: 200 },
    );
  });

  it("are marked as a whole where an exact answer would take too long", () => {
    const many = (letter: string) => Array.from({ length: 3_000 }, (_, at) => `${letter}${at}`).join("\n");
    const { mine, theirs } = differingLines(`same\n${many("a")}`, `same\n${many("b")}`);
    expect([mine.size, theirs.size, mine.has(1)]).toEqual([3_000, 3_000, false]);
  });
});
