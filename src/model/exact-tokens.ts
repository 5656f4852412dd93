// Counts tokens exactly (o200k), for those who look at a context; what runs with every message estimates (schema/tokens.ts).

/** Characters given to the tokeniser at once: its time grows with the square of a text without gaps (15 ms for these at worst, one letter repeated). */
const slice = 2_000;

type Tokeniser = (text: string) => number;

let loading: Promise<Tokeniser> | undefined;

/** 170 ms and 90 MB, so only when it is first asked for. */
function tokeniser(): Promise<Tokeniser> {
  loading ??= import("gpt-tokenizer/encoding/o200k_base").then(
    ({ countTokens }) =>
      // "<|endoftext|>" in somebody's message is text like any other.
      (text) =>
        countTokens(text, { disallowedSpecial: new Set() }),
  );
  return loading;
}

/**
 * Tokens of a text by o200k. Works in slices and lets others run between two of them, so that no text, however hostile, keeps
 * the process for longer than one slice takes; a slice's edge may add a token. Never throws because of the text.
 */
export async function countExactly(text: string): Promise<number> {
  const count = await tokeniser();
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const end = edgeBefore(text, at + slice);
    tokens += count(text.slice(at, end));
    at = end;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return tokens;
}

/** The end of a slice: at a gap near it, so that few words are cut; never inside a surrogate pair. */
function edgeBefore(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  for (let end = wanted; end > wanted - 100; end--)
    if (/[\s，。！？、；：,.!?]/.test(text[end - 1] ?? "")) return end;
  const high = text.charCodeAt(wanted - 1);
  return high >= 0xd800 && high <= 0xdbff ? wanted + 1 : wanted;
}
