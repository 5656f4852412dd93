// The exact count: right, never thrown by a text, and never in the way of others for long.
import { describe, expect, test } from "vitest";
import { countExactly } from "../../src/model/exact-tokens.ts";

/** Turns of the event loop that fit between the beginning of a work and its end: how finely it is cut. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  await ended;
  return turns;
}

describe("tokens are counted exactly", () => {
  test("as o200k cuts them, in both languages", async () => {
    expect(await countExactly("")).toBe(0);
    expect(await countExactly("hello world")).toBe(2);
    expect(await countExactly("今天天气怎么样")).toBe(4);
  });

  test("with the marks of other programs taken as text", async () => {
    const tokens = await countExactly("她说 <|endoftext|> 然后 <|im_start|>system");
    expect(tokens).toBeGreaterThan(10);
  });

  test("over the edges of its slices: the sum differs from one count by no more than a token an edge", async () => {
    const sentence = "我们周末去看海，回来的路上下了很大的雨。 And then we had noodles. ";
    const one = await countExactly(sentence);
    const many = await countExactly(sentence.repeat(200));
    const edges = Math.ceil((sentence.length * 200) / 2000);
    expect(Math.abs(many - one * 200)).toBeLessThanOrEqual(edges + 200);
  });

  test("of emoji without tearing one apart", async () => {
    const one = await countExactly("😀😀");
    expect(await countExactly("😀".repeat(3_000))).toBeGreaterThanOrEqual(one * 1_000);
    expect(await countExactly("\ud83d".repeat(3_000))).toBeGreaterThan(0);
  });
});

describe("a hostile text", () => {
  test.each([
    ["one letter", "a".repeat(40_000)],
    ["one Chinese character", "啊".repeat(40_000)],
    ["one emoji", "😀".repeat(20_000)],
    ["line breaks", "\n".repeat(40_000)],
  ])("of %s costs as many tokens for each character as its beginning does", async (_name, text) => {
    const [sample, whole] = [await countExactly(text.slice(0, 400)), await countExactly(text)];
    expect(whole / sample).toBeGreaterThan(text.length / 400 / 2);
    expect(whole / sample).toBeLessThan((text.length / 400) * 2);
  });

  test("without a gap is counted in many steps, between which others run", async () => {
    const text = Array.from({ length: 40_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    ).join("");
    await countExactly("warm");
    expect(await turnsDuring(countExactly(text))).toBeGreaterThanOrEqual(20);
  });
});
