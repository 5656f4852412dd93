// Server-sent events over fetch: the frames of one reply, and the account's events with resume and growing pauses.
import { createParser } from "eventsource-parser";
import type { StreamEvent, StreamEventName } from "../src/schema/stream-event.ts";
import type { Api } from "./api.ts";

export type Frame = { event: StreamEvent; id: string | undefined };

/** Known names, as a record so that the compiler asks for every new one. */
const known: Record<StreamEventName, true> = {
  "message-saved": true,
  "reply-start": true,
  "thinking-delta": true,
  "text-delta": true,
  bubble: true,
  "tool-call": true,
  "tool-result": true,
  "reply-skip": true,
  "reply-end": true,
  "topic-end": true,
  "memory-change": true,
  error: true,
  message: true,
  typing: true,
  notice: true,
  resync: true,
};

/** An event of a name we know whose data is a JSON object, else null: a newer server may say more than we hear. */
export function parseEvent(name: string | undefined, data: string): StreamEvent | null {
  if (name === undefined || !Object.hasOwn(known, name)) return null;
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return { event: name, data: value } as StreamEvent;
  } catch {
    return null;
  }
}

/**
 * Reads a body to its end and hands out each event in order. `onBytes` is called for every piece that arrives,
 * keep-alive comments included. Rejects where the connection breaks.
 */
export async function readFrames(
  body: ReadableStream<Uint8Array>,
  onFrame: (frame: Frame) => void,
  onBytes: () => void = () => undefined,
): Promise<void> {
  const parser = createParser({
    onEvent(message) {
      const event = parseEvent(message.event, message.data);
      if (event !== null) onFrame({ event, id: message.id });
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/** Milliseconds to wait before try number `failures` (1, 2, …): 1 s, doubling, at most 30 s. */
export function reconnectPause(failures: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1));
}

export type FollowOptions = {
  api: Pick<Api, "open">;
  onEvent: (event: StreamEvent) => void;
  /** True when the stream stands, false when it is lost. */
  onConnection: (connected: boolean) => void;
  /** Waits; resolves early when the signal fires. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds of silence after which a connection counts as dead; the server speaks every 15 s. */
  silenceMs?: number;
};

/** The account's events, until the returned function is called. Resumes with Last-Event-ID; never throws. */
export function followEvents(options: FollowOptions): { stop: () => void; hurry: () => void } {
  const stopped = new AbortController();
  let hurried = new AbortController();
  let lastId: string | undefined;
  let failures = 0;
  let opened = false;

  async function once(): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopped.signal, lost.signal]);
    let watch = setTimeout(() => lost.abort(), options.silenceMs ?? 45_000);
    try {
      const headers: Record<string, string> = { accept: "text/event-stream" };
      if (lastId !== undefined) headers["last-event-id"] = lastId;
      const response = await options.api.open("/api/events", { headers, signal });
      if (response.body === null) return;
      options.onConnection(true);
      // Nothing to resume from: what was missed in between can only be read again.
      if (opened && lastId === undefined) options.onEvent({ event: "resync", data: {} });
      opened = true;
      await readFrames(
        response.body,
        (frame) => {
          if (frame.id !== undefined) lastId = frame.id;
          options.onEvent(frame.event);
        },
        () => {
          failures = 0;
          clearTimeout(watch);
          watch = setTimeout(() => lost.abort(), options.silenceMs ?? 45_000);
        },
      );
    } finally {
      clearTimeout(watch);
    }
  }

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      await once().catch(() => undefined);
      if (stopped.signal.aborted) return;
      options.onConnection(false);
      failures += 1;
      hurried = new AbortController();
      await options.pause(reconnectPause(failures), AbortSignal.any([stopped.signal, hurried.signal]));
    }
  }

  void loop();
  return { stop: () => stopped.abort(), hurry: () => hurried.abort() };
}
