// Reads a set of lives for the truth bench: sessions, the facts that are true at the end, and what must never be kept.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export type Turn = { id: string; role: "user" | "assistant"; text: string; timestamp: number };
export type Session = {
  conv: string;
  session: string;
  time_zone?: string;
  speakers: string[];
  turns: Turn[];
};
export type GoldFact = {
  id: string;
  conv: string;
  key: string;
  category: string;
  value: string;
  /** ISO days; `valid_to` null: it holds at the end. */
  valid_from: string;
  valid_to: string | null;
  /** Ids of turns of the person. */
  evidence: string[];
  superseded_by: string | null;
};
export type Forbidden = { conv: string; statement: string; why: string; evidence: string[] };
export type Life = { conv: string; sessions: Session[]; facts: GoldFact[]; forbidden: Forbidden[] };

async function readLines<T>(folder: string, name: string): Promise<T[]> {
  const text = await readFile(join(folder, `${name}.jsonl`), "utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}

/** The lives of a folder in the format of Two Lives, each with its sessions in the order of time. */
export async function readLives(folder: string): Promise<Life[]> {
  const sessions = await readLines<Session>(folder, "sessions");
  const facts = await readLines<GoldFact>(folder, "facts");
  const forbidden = await readLines<Forbidden>(folder, "must_not");
  const begin = ({ turns }: Session) => turns[0]?.timestamp ?? 0;
  return [...new Set(sessions.map(({ conv }) => conv))].map((conv) => {
    const own = <T extends { conv: string }>(list: readonly T[]) => list.filter((one) => one.conv === conv);
    return {
      conv,
      sessions: own(sessions).sort((a, b) => begin(a) - begin(b)),
      facts: own(facts),
      forbidden: own(forbidden),
    };
  });
}

/** The language that a life is told in, by the script of most of its turns. */
export function languageOf({ sessions }: Pick<Life, "sessions">): "zh" | "en" {
  const texts = sessions.flatMap(({ turns }) => turns.map(({ text }) => text));
  const chinese = texts.filter((text) => /\p{Script=Han}/u.test(text)).length;
  return chinese * 2 > texts.length ? "zh" : "en";
}
