// Reads a folder of conversations and questions for the recall bench, and lays a foreign history around them as noise.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ImportTopic } from "../../src/schema/request-import.ts";

type Turn = {
  id: string;
  speaker: string;
  role: "user" | "assistant";
  text: string;
  image?: string;
  timestamp: number;
};
type Session = {
  conv: string;
  session: string;
  speakers?: [string, string];
  time_zone?: string;
  turns: Turn[];
};

export type Question = {
  id: string;
  conv: string;
  question: string;
  lang: "zh" | "en";
  category: string;
  evidence: string[];
  match?: "all" | "any";
  asked_at: string;
  stale_evidence?: string[];
};

/** One person with one companion: what is imported, and what is asked afterwards. */
export type Conversation = {
  id: string;
  language: "zh" | "en";
  /** Person and companion. */
  names: [string, string];
  timeZone: string;
  topics: ImportTopic[];
  /** What each turn says, by its id. */
  texts: Map<string, string>;
  questions: Question[];
};

type NoiseLine = { session: string; id: string; role: "user" | "assistant"; text: string; timestamp: number };

const rowsOf = <T>(text: string): T[] =>
  text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as T]));

/** The categories that ask for nothing that can be found. */
const withoutEvidence: ReadonlySet<string> = new Set([
  "adversarial",
  "forgotten",
  "hypothetical",
  "never-said",
]);

/** True for a question that has to be answered from what was said. */
export function counts({ category, evidence }: Question): boolean {
  return evidence.length > 0 && !withoutEvidence.has(category);
}

/** What a turn says; a photograph speaks through its caption. */
function textOf({ text, image }: Turn): string {
  return image === undefined ? text : `${text} [photo: ${image}]`;
}

function topicOf(session: Session): ImportTopic {
  return {
    topic_id: session.session,
    messages: session.turns.map((turn) => ({
      message_id: turn.id,
      role: turn.role,
      name: turn.speaker,
      content: textOf(turn),
      timestamp: turn.timestamp,
    })),
  };
}

const startOf = (topic: ImportTopic) => topic.messages[0]?.timestamp ?? 0;

/** The topics of a history of one message a line, for noise. */
export async function readNoise(file: string | undefined): Promise<ImportTopic[]> {
  if (file === undefined) return [];
  const topics = new Map<string, ImportTopic>();
  for (const { session, id, role, text, timestamp } of rowsOf<NoiseLine>(await readFile(file, "utf8"))) {
    const topic = topics.get(session) ?? { topic_id: `noise:${session}`, messages: [] };
    topics.set(session, topic);
    topic.messages.push({ message_id: `noise:${id}`, role, content: text, timestamp });
  }
  return [...topics.values()];
}

/** Sessions and questions by conversation, the noise mixed in by date. */
export async function readConversations(
  folder: string,
  noise: readonly ImportTopic[],
): Promise<Conversation[]> {
  const sessions = rowsOf<Session>(await readFile(join(folder, "sessions.jsonl"), "utf8"));
  const questions = rowsOf<Question>(await readFile(join(folder, "questions.jsonl"), "utf8"));
  return [...new Set(sessions.map(({ conv }) => conv))].map((id): Conversation => {
    const own = sessions.filter(({ conv }) => conv === id);
    const asked = questions.filter(({ conv }) => conv === id);
    const turns = own.flatMap((session) => session.turns);
    return {
      id,
      language: asked[0]?.lang ?? "en",
      names: own[0]?.speakers ?? ["", ""],
      timeZone: own[0]?.time_zone ?? "UTC",
      topics: [...own.map(topicOf), ...noise].sort((a, b) => startOf(a) - startOf(b)),
      texts: new Map(turns.map((turn) => [turn.id, textOf(turn)])),
      questions: asked,
    };
  });
}
