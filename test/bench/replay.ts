// Reads conversations for the benches: a replay file (one message a line) or a folder of sessions, as topics to import.
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ImportTopic } from "../../src/schema/request-import.ts";

const own = resolve(import.meta.dirname, "data/twolives-zh");

type ReplayLine = {
  session: string;
  id: string;
  role: "user" | "assistant";
  text: string;
  timestamp: number;
};
type SessionLine = {
  conv: string;
  session: string;
  turns: { id: string; role: "user" | "assistant"; text: string; timestamp: number }[];
};

const lines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** Topics in time order; `data` is a .jsonl file of messages or a folder with sessions.jsonl. Default: our own set. */
export async function readTopics(data: string = own): Promise<ImportTopic[]> {
  const folder = (await stat(data)).isDirectory();
  const text = await readFile(folder ? join(data, "sessions.jsonl") : data, "utf8");
  return folder ? fromSessions(text) : fromReplay(text);
}

function fromReplay(text: string): ImportTopic[] {
  const topics = new Map<string, ImportTopic>();
  for (const line of lines(text)) {
    const { session, id, role, text: content, timestamp } = JSON.parse(line) as ReplayLine;
    const topic = topics.get(session) ?? { topic_id: session, messages: [] };
    topics.set(session, topic);
    topic.messages.push({ message_id: id, role, content, timestamp });
  }
  return [...topics.values()];
}

function fromSessions(text: string): ImportTopic[] {
  return lines(text)
    .map((line) => JSON.parse(line) as SessionLine)
    .map(({ session, turns }) => ({
      topic_id: session,
      messages: turns.map(({ id, role, text: content, timestamp }) => ({
        message_id: id,
        role,
        content,
        timestamp,
      })),
    }))
    .sort((a, b) => (a.messages[0]?.timestamp ?? 0) - (b.messages[0]?.timestamp ?? 0));
}
