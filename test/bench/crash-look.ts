// What stands on the disk after a restart, held against what was promised before the kill (invariants 1 and 6).
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Evidence } from "./crash-scene.ts";

type LogLine = { message_id: string; topic_id: string; content: string; imported_at?: number };
type Summary = { id: string; topic_id: string; summary: string };
type LongLine = { id: string; detail_file: string };

/** Everything that must be zero. */
export const findings = [
  "acknowledged messages lost",
  "unreadable files after restart",
  "duplicate summaries",
  "leftover temporary files",
  "topics neither open, pending, summarised nor imported",
  "hand edits lost",
  "long entries without their detail",
  "details without their long entry",
  "summaries promoted twice",
] as const;
export type Findings = Record<(typeof findings)[number], number>;

export const nothingFound = (): Findings =>
  Object.fromEntries(findings.map((name) => [name, 0])) as Record<(typeof findings)[number], number>;

type Folder = { names: string[]; read: <T>(name: string) => T | undefined; all: <T>(below: string) => T[] };

async function parseFile(path: string): Promise<{ value?: unknown; fault?: string }> {
  const text = await readFile(path, "utf8");
  try {
    if (!path.endsWith(".jsonl")) return { value: JSON.parse(text) };
    return { value: text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)])) };
  } catch (error) {
    return { fault: `${String(error)}; ${text.length} characters, it ends ${text.slice(-80)}` };
  }
}

/** Reads every file of a folder; what cannot be read is counted and missing from then on. */
async function readFolder(root: string, found: Findings): Promise<Folder> {
  const names = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const values = new Map<string, unknown>();
  for (const name of names) {
    if (!/\.jsonl?$/.test(name) || name.startsWith(".")) continue;
    const first = await parseFile(join(root, name));
    // Whoever reads while a line is being added may see half of it: what does not parse is read again, as the house does.
    if (first.fault !== undefined) await setTimeout(300);
    const { value, fault } = first.fault === undefined ? first : await parseFile(join(root, name));
    if (fault === undefined) {
      values.set(name, value);
      continue;
    }
    found["unreadable files after restart"] += 1;
    // Without its name and how it looks nobody could find out why.
    console.error(`${name}: ${fault}`);
  }
  return {
    names,
    read: <T>(name: string) => values.get(name) as T | undefined,
    all: <T>(below: string) =>
      [...values].flatMap(([name, value]) => (name.startsWith(below) ? ([value].flat() as T[]) : [])),
  };
}

/** Looks at a companion's folder while nothing is being written there. What is lost is taken out of the evidence. */
export async function lookAtFolder(root: string, evidence: Evidence): Promise<Findings> {
  const found = nothingFound();
  const folder = await readFolder(root, found);
  const log = folder.all<LogLine>("conversation");
  const said = new Map(log.map((line) => [line.message_id, line]));
  const summaries = folder.all<Summary>("mid_term");
  for (const id of evidence.acknowledged) {
    // A loss is counted once, not after every later kill again.
    if (!said.has(id) && evidence.acknowledged.delete(id)) found["acknowledged messages lost"] += 1;
  }
  found["leftover temporary files"] = folder.names.filter((name) => name.endsWith(".tmp")).length;
  found["duplicate summaries"] = summaries.length - new Set(summaries.map(({ topic_id }) => topic_id)).size;
  const written = new Map(summaries.map(({ id, summary }) => [id, summary]));
  for (const [id, text] of evidence.edits) {
    if ((said.get(id)?.content ?? written.get(id)) === text) continue;
    found["hand edits lost"] += 1;
    evidence.edits.delete(id);
  }
  lookAtTopics(folder, log, summaries, found);
  lookAtLong(folder, found);
  return found;
}

function lookAtTopics(
  folder: Folder,
  log: readonly LogLine[],
  summaries: readonly Summary[],
  found: Findings,
): void {
  const short = folder.read<{ topic_id: string; pending: { topic_id: string }[] }>("short_term.json");
  const known = new Set([...summaries, ...(short?.pending ?? [])].map(({ topic_id }) => topic_id));
  if (short) known.add(short.topic_id);
  for (const { topic_id, imported_at } of log) if (imported_at !== undefined) known.add(topic_id);
  const topics = new Set(log.map(({ topic_id }) => topic_id));
  found["topics neither open, pending, summarised nor imported"] = [...topics].filter(
    (id) => !known.has(id),
  ).length;
}

function lookAtLong(folder: Folder, found: Findings): void {
  const index = folder
    .all<LongLine>("long_term.json")
    .map(({ detail_file }) => `long_term_details/${detail_file}`);
  const details = folder.names.filter((name) => name.startsWith("long_term_details/"));
  found["long entries without their detail"] = index.filter((name) => !details.includes(name)).length;
  found["details without their long entry"] = details.filter((name) => !index.includes(name)).length;
  const sources = folder
    .all<{ source_mid_ids: string[] }>("long_term_details/")
    .flatMap((one) => one.source_mid_ids);
  found["summaries promoted twice"] = sources.length - new Set(sources).size;
}
