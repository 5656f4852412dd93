// Bytes of a file as text: UTF-8, UTF-16 by its mark, and GB18030 where it is none of these, as older Chinese programs write it.

const headLength = 64 * 1024;

/** The encoding that the first bytes of a file speak for. */
export function encodingOf(head: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | "gb18030" {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  try {
    // `stream`: the head may end in the middle of a character.
    new TextDecoder("utf-8", { fatal: true }).decode(head.subarray(0, headLength), { stream: true });
    return "utf-8";
  } catch {
    return looksUtf8(head) ? "utf-8" : "gb18030";
  }
}

/** A file with a few broken bytes is still UTF-8 where most of its many-byte characters are whole. */
function looksUtf8(head: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(head.subarray(0, headLength), { stream: true });
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return whole > broken * 20;
}

/** The text of a stream of bytes, in pieces. What is no character becomes U+FFFD; a mark at the beginning goes. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  let head: Uint8Array[] = [];
  let size = 0;
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes) {
    if (decoder) {
      yield decoder.decode(piece, { stream: true });
      continue;
    }
    head.push(piece);
    size += piece.length;
    if (size < headLength) continue;
    const first = Buffer.concat(head);
    head = [];
    decoder = new TextDecoder(encodingOf(first));
    yield decoder.decode(first, { stream: true });
  }
  if (decoder) yield decoder.decode();
  else {
    const first = Buffer.concat(head);
    yield new TextDecoder(encodingOf(first)).decode(first);
  }
}
