// A text in pieces, as a stream brings it, and everything that comes out of a reader.
import type { ChatLine, Found } from "../../src/exchange/chat.ts";

/** The text in pieces of the given length. */
export async function* inPieces(text: string, length = 7): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

type Reader = (pieces: AsyncIterable<string>, options: { zone: string }) => AsyncIterable<Found>;

/** Everything that a reader finds in a text; what is no text is written as JSON first. */
export function found(reader: Reader, file: unknown, zone = "Asia/Shanghai"): Promise<Found[]> {
  return all(reader(inPieces(typeof file === "string" ? file : JSON.stringify(file)), { zone }));
}

export const linesIn = (list: readonly Found[]): ChatLine[] =>
  list.flatMap((one) => (one.kind === "line" ? [one.line] : []));

/** "side: content" of each line, "left-out reason" and "unreadable place reason" of the rest. */
export const told = (list: readonly Found[]): string[] =>
  list.flatMap((one) => {
    if (one.kind === "line") return [`${one.line.side ?? one.line.speaker}: ${one.line.content}`];
    if (one.kind === "memory") return [`memory: ${one.memory.text}`];
    if (one.kind === "left-out") return [`left-out ${one.reason}`];
    return one.kind === "unreadable" ? [`unreadable ${one.place} ${one.reason}`] : [];
  });
