// Lays a companion's folder as a case describes it, whole and under its name at once, before the server first looks at it.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Message } from "../../src/schema/message.ts";
import { type Case, inputFile } from "./case.ts";

export type Laying = {
  /** The data folder. */
  folder: string;
  user: string;
  account: string;
  /** Unix seconds: the time of the last message of the history. */
  now: number;
  /** Fields of config.json besides the usual ones. */
  config?: Record<string, unknown>;
  /** Files besides those of the case; what is no text or buffer is written as JSON. */
  files?: Record<string, unknown>;
};

export const topicId = "topic_case";

/** The messages of a case's history: a minute apart, the last one now. */
export function historyOf(given: Case["given"], now: number): Message[] {
  const history = given.history ?? [];
  return history.map(({ role, content }, index) => ({
    message_id: `h${index + 1}`,
    role,
    content,
    timestamp: now - 60 * (history.length - 1 - index),
    topic_id: topicId,
  }));
}

/** Files that hold these messages as an open topic. */
export function openTopicFiles(messages: readonly Message[], now: number): Record<string, unknown> {
  const short = { topic_id: topicId, conversations: messages, created_at: messages[0]?.timestamp ?? now };
  return { "short_term.json": { ...short, pending: [] }, "conversation.json": logText(messages) };
}

/** A log file in the form of the house: one message a line. */
export function logText(messages: readonly Message[]): string {
  return `[\n${messages.map((message) => JSON.stringify(message)).join(",\n")}\n]\n`;
}

/** core_memories.json of the seed is the `memories` of our core_memory.json. */
function named(name: string, content: unknown): [string, unknown] {
  if (name !== "core_memories.json") return [name, content];
  const relationship = { level: "一般", heartbeat_hours: 72, reason: "", since: 0, history: [] };
  return ["core_memory.json", { relationship, memories: content }];
}

async function write(path: string, content: unknown): Promise<void> {
  const text =
    typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, text, { mode: 0o600 });
}

/** What a case puts into the folder byte for byte: its name there, and the bytes. */
export function putOf({ given }: Case): { name: string; bytes: Buffer } | undefined {
  if (given.put === undefined) return undefined;
  const [from = "", to = ""] = given.put.split(" → ");
  return { name: to, bytes: inputFile(from.replace("files/", "")) };
}

/** Lays the folder of a case. Its `put` is not laid here: some cases want a good file first. */
export async function layCompanion(theCase: Case, laying: Laying): Promise<void> {
  const { folder, user, account, now } = laying;
  const config = {
    format: 1,
    user_id: user,
    owner: account,
    name: "小夏",
    base_soul: "温柔、爱看展，说话简短",
    language: "zh",
    time_zone: theCase.given.tz ?? "Asia/Shanghai",
    pacing: "instant",
    pacing_speed: 1,
    ...laying.config,
  };
  const messages = historyOf(theCase.given, now);
  const files = {
    "config.json": config,
    ...(messages.length > 0 ? openTopicFiles(messages, now) : {}),
    ...Object.fromEntries(
      Object.entries(theCase.given.files ?? {}).map(([name, content]) => named(name, content)),
    ),
    ...laying.files,
  };
  const building = join(folder, `${user}.laying.tmp`);
  await mkdir(building, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(files)) await write(join(building, name), content);
  await mkdir(join(folder, "ai_users"), { recursive: true, mode: 0o700 });
  await rename(building, join(folder, "ai_users", user));
}
