// Cuts a stream of text into lines, each with its number; a line without end is cut off at a bound.
import type { Pieces } from "./chat.ts";

/** Characters of one line; what is longer is given in part and marked. */
export const longestLine = 8 * 1024 * 1024;

export type Line = { place: number; text: string; whole: boolean };

/** The lines of a text, from 1. A line that is longer than `longestLine` comes as its beginning, with `whole: false`. */
export async function* linesOf(pieces: Pieces): AsyncIterable<Line> {
  let place = 1;
  let rest = "";
  let whole = true;
  for await (const piece of pieces) {
    const parts = piece.split("\n");
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        yield { place, text: rest.replace(/\r$/, ""), whole };
        place += 1;
        rest = "";
        whole = true;
      }
      if (rest.length + part.length <= longestLine) rest += part;
      else whole = false;
    }
  }
  if (rest !== "" || !whole) yield { place, text: rest.replace(/\r$/, ""), whole };
}
