// Rows of a table: quotes, commas and line breaks in fields, however the stream is cut.
import fc from "fast-check";
import { expect, it } from "vitest";
import { rowsOf } from "../../src/exchange/csv.ts";
import { all, inPieces } from "./pieces.ts";

const field = fc.string({ maxLength: 6, unit: fc.constantFrom("a", "字", ",", '"', "\n", " ", "\r\n") });
const written = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

it("gives every field as it was written", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom("\n", "\r\n"),
      async (rows, length, end) => {
        const text = rows.map((row) => row.map(written).join(",") + end).join("");
        const found = await all(rowsOf(inPieces(text, length)));
        expect(found.map(({ fields }) => fields)).toEqual(rows);
        expect(found.every(({ whole }) => whole)).toBe(true);
      },
    ),
    { numRuns: 300, seed: 6 },
  );
});

it("says on which line a row begins, and that a quote was never closed", async () => {
  const found = await all(rowsOf(inPieces('a,b\n\n"x\ny",2\n"offen,3\n')));
  expect(found.map(({ place, whole }) => [place, whole])).toEqual([
    [1, true],
    [3, true],
    [5, false],
  ]);
});
