// JSON as people save it: what is read, what is refused, and at which line and column.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { MidTerm } from "../../src/schema/mid-term.ts";
import { scanJson } from "../../src/store/json-scan.ts";
import { checkShape, parseJson, renderJson } from "../../src/store/json-text.ts";
import { mid } from "./fixture.ts";

const parse = (text: string | Uint8Array) => parseJson(Buffer.from(text));

function faultOf(text: string | Uint8Array) {
  const parsed = parse(text);
  return parsed.kind === "damaged" ? parsed.fault : undefined;
}

const runs = { numRuns: 500, seed: 7 };

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the walk", () => {
  test("agrees with JSON.parse about every value", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        expect(scanJson(text).fault).toBeUndefined();
        expect(scanJson(renderJson(JSON.parse(text))).fault).toBeUndefined();
      }),
      runs,
    );
  });

  test("agrees with JSON.parse about every text that was cut or has one character too many", () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom("", ",", "}", '"', "x", "0", "\n", "\\", "/"),
        (text, at, more) => {
          const index = at % (text.length + 1);
          const broken = text.slice(0, index) + more + text.slice(index + 1);
          expect(scanJson(broken).fault === undefined).toBe(parses(broken));
        },
      ),
      runs,
    );
  });

  test("finds the value at any path", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = renderJson({ a: [0, { b: value }] });
        const found = scanJson(text, ["a", 1, "b"]).found;
        expect(text.slice(found).startsWith(JSON.stringify(value).slice(0, 1))).toBe(true);
      }),
      runs,
    );
  });

  test("takes a text of a million characters and refuses a well of brackets, without falling in", () => {
    expect(parse(JSON.stringify(["字".repeat(1_000_000)])).kind).toBe("good");
    expect(faultOf("[".repeat(1_000_000))?.message).toContain("deep");
  });
});

describe("damaged text", () => {
  test.each([
    ["a comment", "[\n  // 别删\n  1\n]", 2, 3],
    ["a comment after a value", '{"a": 1 /* x */}', 1, 9],
    ["a trailing comma", '[\n  {"a": 1},\n]', 2, 11],
    ["a trailing comma in an object", '{"a": 1,}', 1, 8],
    ["a missing comma", '{"a": 1\n "b": 2}', 2, 2],
    ["single quotes", "{'a': 1}", 1, 2],
    ["a bare line break in a text", '{"a": "上\n下"}', 1, 7],
    ["full-width quotes", "{“a”: 1}", 1, 2],
    ["a full-width comma", '["一"，"二"]', 1, 5],
    ["two values", "[] []", 1, 4],
    ["a cut text", '[\r\n  {"a": "b', 2, 9],
    ["nothing", "", 1, 1],
    ["blanks only", " \n ", 1, 1],
    ["NUL bytes", "\0\0\0", 1, 1],
    ["undefined words", '{"a": NaN}', 1, 7],
  ])("%s is refused at its place", (_name, text, line, column) => {
    expect(faultOf(text)).toMatchObject({ reason: "syntax", line, column });
  });

  test("that is not UTF-8 is said to be so, with the place of the first wrong byte", () => {
    const gbk = Buffer.concat([Buffer.from('[\n"'), Buffer.from([0xba, 0xc3]), Buffer.from('"]')]);
    expect(faultOf(gbk)).toMatchObject({ message: expect.stringContaining("UTF-8"), line: 2, column: 2 });
    expect(faultOf(Buffer.from("\ufeff[]", "utf16le"))?.message).toContain("UTF-8");
  });

  test("of the wrong shape is refused where the wrong value begins", () => {
    const text = renderJson([mid("m1"), { ...mid("m2"), message_count: "六" }]);
    const checked = checkShape(parse(text), MidTerm);
    expect(checked).toMatchObject({ kind: "damaged", fault: { reason: "shape", path: "[1].message_count" } });
    const line = text.split("\n").findIndex((one) => one.includes("六")) + 1;
    expect(checked).toMatchObject({ fault: { line, column: 22 } });
  });

  test("where a field is missing points at the entry that lacks it", () => {
    const checked = checkShape(parse('[\n  {"id": "m1"}\n]'), MidTerm);
    expect(checked).toMatchObject({ fault: { line: 2, column: 3, path: "[0].topic_id" } });
  });

  test("an object where a list should be is refused, not taken for an empty one", () => {
    expect(checkShape(parse("{}"), MidTerm)).toMatchObject({ kind: "damaged", fault: { reason: "shape" } });
    expect(checkShape(parse("null"), MidTerm)).toMatchObject({ kind: "damaged" });
  });
});

describe("odd but readable text", () => {
  test("with BOM and CRLF is read as any other", () => {
    expect(parse('\ufeff{\r\n  "a": "一"\r\n}')).toMatchObject({
      kind: "good",
      value: { a: "一" },
      warnings: [],
    });
  });

  test("with a doubled key keeps the last, and warns with the place of the second", () => {
    const parsed = parse('{\n "a": 1,\n "b": {"a": 3},\n "a": 2\n}');
    expect(parsed).toMatchObject({ kind: "good", value: { a: 2 }, doubled: true });
    expect(parsed).toMatchObject({ warnings: [expect.stringContaining('"a"')] });
    expect(parsed).toMatchObject({ warnings: [expect.stringContaining("line 4")] });
  });

  test("with __proto__ gives an object without it, at any depth, and pollutes nothing", () => {
    const parsed = parse('{"a": {"__proto__": {"polluted": 1}}, "constructor": {"prototype": 1}}');
    const shaped = checkShape(parsed, z.looseObject({}));
    const value = shaped.kind === "good" ? shaped.value : undefined;
    expect(JSON.stringify(value)).toBe('{"a":{},"constructor":{"prototype":1}}');
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
