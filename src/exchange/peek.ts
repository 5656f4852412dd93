// The beginning of a stream of text, with the whole of it still to be read.
import type { Pieces } from "./chat.ts";

/** Characters that are enough to tell a format. */
export const peekLength = 64 * 1024;

/** At least the first `peekLength` characters (less where there are no more), and everything from the beginning. */
export async function peeked(pieces: Pieces): Promise<{ head: string; whole: Pieces }> {
  const rest = pieces[Symbol.asyncIterator]();
  const seen: string[] = [];
  let length = 0;
  while (length < peekLength) {
    const { done, value } = await rest.next();
    if (done) break;
    seen.push(value);
    length += value.length;
  }
  async function* whole(): AsyncIterable<string> {
    yield* seen;
    seen.length = 0;
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return;
      yield value;
    }
  }
  return { head: seen.join(""), whole: whole() };
}
