// The texts inside of a PNG: found, replaced, and refused where the file lies about itself.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32, plainPng, readPng, withTexts } from "../../src/exchange/png.ts";

const plain = plainPng([10, 20, 30], [200, 100, 50], 4, 6);
const carrying = (texts: Record<string, string>) => withTexts(plain, new Map(Object.entries(texts)));
const textsOf = (bytes: Uint8Array) => {
  const read = readPng(bytes);
  return read.ok ? Object.fromEntries(read.texts) : read.reason;
};

describe("a PNG", () => {
  it("gives back the texts that were put into it, and only once under a keyword", () => {
    const once = carrying({ chara: "eyJh", Comment: "hi" });
    expect(textsOf(once)).toEqual({ chara: "eyJh", Comment: "hi" });
    expect(textsOf(withTexts(once, new Map([["chara", "bmV3"]])))).toEqual({ Comment: "hi", chara: "bmV3" });
  });

  it("has the checksum that others compute", () => {
    expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  });

  it("is refused where a length leaves the file, a checksum is wrong, or the end is missing", () => {
    const whole = carrying({ chara: "eyJh" });
    const wrong = whole.slice();
    wrong[wrong.length - 20] = (wrong[wrong.length - 20] ?? 0) ^ 1;
    const long = whole.slice();
    new DataView(long.buffer).setUint32(8, 0xfffffff0);
    expect([textsOf(wrong), textsOf(long), textsOf(whole.subarray(0, -12))]).toEqual([
      "broken",
      "broken",
      "broken",
    ]);
    expect(textsOf(new TextEncoder().encode("{}"))).toBe("not-png");
    expect(textsOf(new Uint8Array())).toBe("not-png");
  });

  it("never breaks its reader, whatever was done to it", () => {
    const whole = carrying({ chara: "eyJh", ccv3: "e30=" });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(whole.length),
        (changes, length) => {
          const bytes = whole.slice(0, length);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          const read = readPng(bytes);
          // What is still read as whole has kept every checksum.
          if (read.ok) expect(read.chunks.at(-1)?.type).toBe("IEND");
          else expect(["broken", "not-png"]).toContain(read.reason);
        },
      ),
      { numRuns: 1_000, seed: 3 },
    );
  });

  it("with more chunks than any picture has is refused", () => {
    const empty = withTexts(plain, new Map([["a", ""]]));
    const read = readPng(empty);
    const chunk = read.ok ? read.chunks.find(({ type }) => type === "tEXt") : undefined;
    const piece = empty.subarray(chunk?.start, chunk?.end);
    const many = Buffer.concat([
      empty.subarray(0, 33),
      ...Array.from({ length: 20_001 }, () => piece),
      empty.subarray(33),
    ]);
    expect(textsOf(new Uint8Array(many))).toBe("broken");
  });
});
