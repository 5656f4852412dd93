// What the tests of the verbs share: a house with a scripted upstream, looks into a companion's folder, and quiet.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CoreMemory } from "../../src/schema/core-memory.ts";
import type { LongEntry } from "../../src/schema/long-term.ts";
import type { Message } from "../../src/schema/message.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import type { ShortTerm } from "../../src/schema/short-term.ts";
import type { StreamEvent, StreamEventName } from "../../src/schema/stream-event.ts";
import { type House, type HouseOptions, startHouse } from "../support/house.ts";
import { startUpstream, type Upstream, type UpstreamBody } from "../support/upstream.ts";

type Files = {
  short_term: ShortTerm;
  mid_term: MidEntry[];
  long_term: LongEntry[];
  core_memory: CoreMemory;
  conversation: Message[];
};

export type Scene = {
  upstream: Upstream;
  /** A test that starts it anew puts the new one here. */
  house: House;
  /** Path inside a companion's folder. */
  path(user: string, ...names: string[]): string;
  /** A document as it stands on the disk. */
  read<N extends keyof Files>(user: string, name: N): Promise<Files[N]>;
  json<T>(user: string, name: string): Promise<T>;
  /** Contents of the log in its order. */
  said(user: string): Promise<string[]>;
  /** Moves the clock, doing what becomes due; with no seconds it waits for what is running. */
  advance(seconds?: number): Promise<void>;
  now(): Promise<number>;
  close(): Promise<void>;
};

/** A house whose every role asks one scripted upstream, or none with `offline`. */
export async function openScene(options: HouseOptions & { offline?: boolean } = {}): Promise<Scene> {
  const upstream = await startUpstream();
  const { offline, ...rest } = options;
  const house = await startHouse({
    ...(offline ? {} : { upstream }),
    clock: "2026-03-10T20:00:00+08:00",
    ...rest,
  });
  const path = (user: string, ...names: string[]) => join(house.folder, "ai_users", user, ...names);
  const moveClock = async (seconds: number) => {
    const { status, body } = await scene.house.api<{ now: number }>("POST", "/test/clock", {
      advance_s: seconds,
    });
    if (status !== 200) throw new Error(`the clock did not move: ${status} ${JSON.stringify(body)}`);
    return body.now;
  };
  const json = async <T>(user: string, name: string): Promise<T> => {
    const parsed = async (): Promise<T> => JSON.parse(await readFile(path(user, name), "utf8"));
    // A log that grows in this very moment may be read between two of its bytes.
    return parsed().catch(() => parsed());
  };
  const scene: Scene = {
    upstream,
    house,
    path,
    json,
    read: (user, name) => json(user, `${name}.json`),
    said: async (user) =>
      (await json<Message[]>(user, "conversation.json")).map((message) => message.content),
    advance: async (seconds = 0) => void (await moveClock(seconds)),
    now: () => moveClock(0),
    async close() {
      await scene.house.close();
      await upstream.close();
      await scene.house.remove();
    },
  };
  return scene;
}

type DataOf<N extends StreamEventName> = Extract<StreamEvent, { event: N }>["data"];

/** The data of the events of one name, in their order. */
export function dataOf<N extends StreamEventName>(events: readonly StreamEvent[], name: N): DataOf<N>[] {
  return events.flatMap((event) => (event.event === name ? [event.data as DataOf<N>] : []));
}

/** Names of the events without the previews. */
export function namesOf(events: readonly StreamEvent[]): string[] {
  return events.map(({ event }) => event).filter((name) => name !== "text-delta");
}

/** Everything that stands in a folder, as one text: for asking whether a word is on the disk anywhere. */
export async function everyByte(folder: string): Promise<string> {
  const texts: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) texts.push(await readFile(join(entry.parentPath, entry.name), "utf8"));
  return texts.join("\n");
}

/** What the last message of a request says. */
export function lastOf(body: UpstreamBody | undefined): string {
  return body?.messages.at(-1)?.content ?? "";
}

/** A whole request as text. */
export function textOf(body: UpstreamBody | undefined): string {
  return JSON.stringify(body?.messages ?? []);
}

/** A short_to_mid answer. */
export function summaryAnswer(summary: string, more: Record<string, unknown> = {}): { text: string } {
  return {
    text: JSON.stringify({
      summary,
      emotion_tags: { basic_emotion: "愉悦", scene: "闲聊", atmosphere: "轻松" },
      ...more,
    }),
  };
}

/** Follows /api/events until stopped. */
export function follow(house: House, headers: Record<string, string> = {}) {
  const heard: (StreamEvent & { id?: string })[] = [];
  const abort = new AbortController();
  const opened = (async () => {
    const response = await fetch(`${house.url}/api/events`, {
      headers: { authorization: `Bearer ${house.token}`, ...headers },
      signal: abort.signal,
    });
    if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
    return response.body;
  })();
  const done = opened.then(async (body) => {
    let rest = "";
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        const frames = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
        rest = frames.pop() ?? "";
        for (const frame of frames) hear(frame);
      }
    } catch {
      // Stopped by the test, or by the end of the server.
    }
  });
  const hear = (frame: string) => {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(frame)?.[1];
    const event = field("event");
    const data = field("data");
    if (event !== undefined && data !== undefined)
      heard.push({ event, id: field("id"), data: JSON.parse(data) } as StreamEvent & { id?: string });
  };
  return {
    heard,
    opened,
    about: (user: string) => heard.filter((one) => (one.data as { user_id?: string }).user_id === user),
    async stop() {
      abort.abort();
      await done.catch(() => {});
    },
  };
}
