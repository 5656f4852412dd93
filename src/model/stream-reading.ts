// Reads a provider's answer, streamed or whole, into pieces of one kind; parsed by hand, since the client's own iterator costs four times as much.
import { createParser } from "eventsource-parser";
import type { UsageCount } from "../schema/stream-event.ts";
import { type Finish, readChunk } from "./chunk.ts";
import type { Fault } from "./failure.ts";
import { faultOfEvent } from "./faults.ts";
import type { ToolCall } from "./models.ts";
import { createToolCallAssembly } from "./tool-call-assembly.ts";
import type { Watch } from "./watch.ts";

/** What comes out of a call. Exactly one `end` or `fault` is the last. Texts are never empty. */
export type Piece =
  | { type: "thinking" | "text"; text: string }
  /** A new try begins; what was thought before counts no more. */
  | { type: "again" }
  | { type: "end"; finish: Finish; calls: ToolCall[]; usage?: UsageCount }
  | { type: "fault"; fault: Fault; usage?: UsageCount };

export type ReadingLimits = {
  /** Longest silence between two bytes, in milliseconds. */
  betweenBytesMs: number;
  /** How long usage figures are waited for once the finish is known, in milliseconds. */
  usageMs: number;
};

type Reading = {
  /** Takes one parsed chunk; the pieces that are certain by now stand in `ready`. */
  take(value: unknown): void;
  ready: Piece[];
  finished(): boolean;
  /** The last piece. `broken`: the connection ended with an error. */
  last(watch: Watch): Piece;
};

function createReading(apiKey: string): Reading {
  const assembly = createToolCallAssembly();
  const ready: Piece[] = [];
  let finish: Finish | undefined;
  let usage: UsageCount | undefined;
  let error: Fault | undefined;
  /** Words that arrived together go on together: each piece is looked at, wrapped and sent by everyone on its way. */
  const say = (type: "thinking" | "text", text: string) => {
    const before = ready.at(-1);
    if (text === "") return;
    if (before?.type === type) before.text += text;
    else ready.push({ type, text });
  };
  return {
    ready,
    take(value) {
      const delta = readChunk(value);
      say("thinking", delta.thinking);
      say("text", delta.text);
      if (delta.toolCalls) assembly.add(delta.toolCalls);
      if (delta.error !== undefined) error ??= faultOfEvent(delta.error, apiKey);
      finish = delta.finish ?? finish;
      usage = delta.usage ?? usage;
    },
    finished: () => finish !== undefined || error !== undefined,
    last(watch) {
      const fault = error ?? faultOfFinish(finish, watch);
      const counted = usage ? { usage } : {};
      if (fault) return { type: "fault", fault, ...counted };
      const calls = assembly.calls();
      // "stop" with calls, and "tool_calls" without any, are both seen in the wild.
      const spoken = finish === "length" ? "length" : calls.length > 0 ? "tool_calls" : "stop";
      return { type: "end", finish: spoken, calls, ...counted };
    },
  };
}

/** Without a finish_reason the answer is not whole, however well it looks (C048, C049). */
function faultOfFinish(finish: Finish | undefined, watch: Watch): Fault | undefined {
  if (finish === undefined) {
    const reason = watch.reason() ?? "cut";
    return { reason, again: reason === "cut" };
  }
  if (finish === "filtered") return { reason: "filtered", again: false };
  return finish === "failed" ? { reason: "cut", again: true } : undefined;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // A line that is no JSON is no chunk; if something was lost with it, finish_reason will be missing.
    return null;
  }
}

/**
 * Reads a streamed answer to its end and never throws. Comments count as signs of life; after the finish only the usage
 * is waited for, and not for long. Leaving the loop early gives the connection up.
 */
export async function* readStream(
  response: Response,
  watch: Watch,
  limits: ReadingLimits,
  apiKey: string,
): AsyncGenerator<Piece> {
  const reading = createReading(apiKey);
  let over = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === "[DONE]") over = true;
      else if (!over) reading.take(parsed(data));
    },
  });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  try {
    while (reader && !over) {
      const { done, value } = await reader.read();
      if (done) parser.reset({ consume: true });
      else parser.feed(decoder.decode(value, { stream: true }));
      for (const piece of reading.ready.splice(0)) yield piece;
      if (done) break;
      if (reading.finished()) watch.rearm(limits.usageMs, "stalled");
      else watch.rearm(limits.betweenBytesMs, "stalled");
    }
  } catch {
    // The connection broke or a watch fired: `last` tells which by finish_reason and by the watch.
  } finally {
    reader?.cancel().catch(() => {});
  }
  yield reading.last(watch);
}

/** Reads an answer that is one JSON object. HTML of a proxy, or half an object, is a broken answer, not text. */
export async function* readWhole(response: Response, watch: Watch, apiKey: string): AsyncGenerator<Piece> {
  const body = await response.text().catch(() => undefined);
  if (body === undefined) {
    const reason = watch.reason() ?? "cut";
    yield { type: "fault", fault: { reason, again: reason === "cut" } };
    return;
  }
  const value = parsed(body);
  if (typeof value !== "object" || value === null) {
    yield { type: "fault", fault: { reason: "unreachable", again: true } };
    return;
  }
  const reading = createReading(apiKey);
  reading.take(value);
  yield* reading.ready;
  yield reading.last(watch);
}
