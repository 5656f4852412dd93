// A reply that streams faster than anybody reads: so many pieces a second, for the tests and benches of what a page bears.
import type { MockState } from "./mock-state.ts";

/** `chunks` pieces of text at `perSecond`; a new bubble's worth of text begins after every `line` pieces. */
export type Flood = { chunks: number; perSecond: number; line: number };

/** What is said in piece number `at`. */
export function floodText(at: number, line: number): string {
  return at % line === line - 1 ? `第${at}片。\n` : `第${at}片，`;
}

/** Sends the pieces in step with the clock, however late a timer comes; each line ends in its bubble. Answers the bubbles' texts. */
export async function sendFlood(
  flood: Flood,
  state: MockState,
  send: (event: string, data: Record<string, unknown>) => void,
  keep: (content: string, index: number) => void,
): Promise<void> {
  let sent = 0;
  let line = "";
  let bubbles = 0;
  const started = performance.now();
  while (sent < flood.chunks && !state.away) {
    const due = Math.min(flood.chunks, Math.ceil(((performance.now() - started) / 1000) * flood.perSecond));
    for (; sent < due; sent += 1) {
      const text = floodText(sent, flood.line);
      send("text-delta", { text });
      line += text;
      if (!text.endsWith("\n") && sent < flood.chunks - 1) continue;
      keep(line.trim(), bubbles);
      bubbles += 1;
      line = "";
    }
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}
