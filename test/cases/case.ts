// The cases as data: real faults of such servers, one line each, with what must and what must not happen.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { UpstreamAnswer } from "../support/upstream.ts";

const inputs = join(import.meta.dirname, "inputs");

const HistoryMessage = z.strictObject({ role: z.enum(["user", "assistant"]), content: z.string() });

/** Strict, so that a word of a case that no one reads is noticed. */
const Case = z.strictObject({
  id: z.string(),
  kind: z.string(),
  source: z.string(),
  given: z.strictObject({
    upstream: z.array(z.looseObject({ role: z.string() })).optional(),
    /** File name of the seed's layout -> content. */
    files: z.record(z.string(), z.unknown()).optional(),
    /** "files/x.json → mid_term.json" */
    put: z.string().optional(),
    history: z.array(HistoryMessage).optional(),
    history_size: z.string().optional(),
    clock: z.iso.datetime({ offset: true }).optional(),
    tz: z.string().optional(),
    /** What a script has to make; done by the case's own steps. */
    note: z.string().optional(),
  }),
  do: z.array(z.string()),
  expect: z.strictObject({
    must: z.array(z.string()).min(1),
    must_not: z.array(z.string()).optional(),
    why: z.string(),
  }),
});
export type Case = z.infer<typeof Case>;

/** Every case of a kind, in the order of its file. */
export function casesOf(kind: string): Case[] {
  const lines = readFileSync(join(inputs, `${kind}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => Case.parse(JSON.parse(line)));
}

/** One case. An unknown id is a mistake of the test. */
export function caseOf(kind: string, id: string): Case {
  const found = casesOf(kind).find((one) => one.id === id);
  if (!found) throw new Error(`there is no case ${id}`);
  return found;
}

/** "C001 llm-output/fence: it must …; it must not …" */
export function titleOf({ id, kind, expect }: Case): string {
  const not = (expect.must_not ?? []).map((sentence) => `NOT ${sentence}`);
  return `${id} ${kind}: ${[...expect.must, ...not].join("; ")}`;
}

/** The upstream's answers as the scripted server takes them; a stream that is only described becomes one. */
export function answersOf({ given }: Case): (UpstreamAnswer & { role: string })[] {
  return (given.upstream ?? []).map((answer) => {
    const [described] = Array.isArray(answer.sse) ? (answer.sse as string[]) : [];
    if (described?.startsWith("30 chunks")) return { role: answer.role, ...thirtyChunks };
    if (described?.startsWith("first chunk after"))
      return { role: answer.role, text: "想好了", delayMs: 17_000 };
    return answer as UpstreamAnswer & { role: string };
  });
}

/** What the thirty chunks say: thirty words of two characters, so that a half or a mixture shows. */
export const thirtyWords = Array.from(
  { length: 30 },
  (_, index) => `${String.fromCharCode(0x4e00 + index)}号`,
);
/** Sixty milliseconds a chunk instead of two hundred: the suite stays short, the stream stays a stream. */
export const thirtyChunks: UpstreamAnswer = { text: thirtyWords.join(""), chunks: 30, chunkDelayMs: 60 };

/** The bytes of a file that a case puts somewhere. */
export function inputFile(name: string): Buffer {
  return readFileSync(join(inputs, "files", name));
}
