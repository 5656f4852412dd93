// Memories that another program kept become long entries with their own dates; what they carried besides stays with them.
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { ChatFormat, MemoryLine } from "../exchange/chat.ts";
import { detailFileName, TakenNames } from "../memory/detail-file-name.ts";
import { cleanIncoming } from "../memory/text.ts";
import type { Seconds } from "../schema/common.ts";
import type { LongDetail, LongEntry } from "../schema/long-term.ts";
import { localDate } from "../schema/zone.ts";
import { companion, type PartWrite } from "../store/store.ts";
import { giveWay } from "./give-way.ts";
import { refuseCancelled } from "./import.ts";
import type { ImportRun } from "./import-job.ts";
import { dropPrefix } from "./prefix.ts";
import type { Reader } from "./read-companion.ts";

/** Entries of one commit: each has a file of its own, and the talk goes on between two commits. */
const batchEntries = 200;
/** Characters of a title that is made of the text. */
const titleLength = 24;

export type KeptMemories = { added: string[]; skipped: number };

/**
 * Stores memories that are not there yet: each is known again by its id in the other program (without one, by its text). What was
 * erased here does not come back. Only each batch stands in the companion's order, so that the talk goes on; cancelled in between:
 * AppError `conflict`, and the caller takes back what has come.
 */
export async function keepMemories(
  deps: Deps,
  reader: Reader,
  memories: readonly MemoryLine[],
  { format, run }: { format: ChatFormat; run: ImportRun },
): Promise<KeptMemories> {
  const kept: KeptMemories = { added: [], skipped: 0 };
  for (let start = 0; start < memories.length; start += batchEntries) {
    const batch = memories.slice(start, start + batchEntries);
    refuseCancelled(run);
    const { added, skipped } = await run.inOrder(() =>
      keepBatch(deps, reader, batch, { format, importId: run.id }),
    );
    kept.added.push(...added);
    kept.skipped += skipped;
    progress(deps, reader, run.id, kept.added.length + kept.skipped);
    await giveWay();
  }
  refuseCancelled(run);
  if (kept.added.length === 0) return kept;
  deps.search.drop(reader.user);
  await run.inOrder(() => dropPrefix(deps, reader.user, "owner"));
  deps.publish(reader.owner, { event: "resync", data: {} }, reader.user);
  return kept;
}

function progress(deps: Deps, { owner, user, language }: Reader, import_id: string, done: number): void {
  const message = language === "zh" ? `已导入 ${done} 条记忆` : `${done} memories imported`;
  const data = { code: "import-progress", message, job: "import", import_id, done, topics: 0 } as const;
  deps.publish(owner, { event: "notice", data }, user);
}

type Source = { format: ChatFormat; importId: string };

async function keepBatch(
  deps: Deps,
  reader: Reader,
  batch: readonly MemoryLine[],
  { format, importId }: Source,
): Promise<KeptMemories> {
  const owner = companion(reader.user);
  const erased = new Set((await deps.store.read(owner, "erased")).entry_ids);
  const names = await deps.store.parts.list(owner, "long_term_details");
  const changeId = deps.newId();
  const meta = { id: changeId, by: "import" as const, cause: importId };
  const { result } = await deps.store.commit(owner, ["long_term"], meta, ({ long_term }) => {
    const there = new Set(long_term.map(({ id }) => id));
    const sources = new Set(long_term.flatMap(sourceIdOf));
    const taken = new TakenNames([...names, ...long_term.map(({ detail_file }) => detail_file)]);
    const parts: PartWrite[] = [];
    const entries: LongEntry[] = [];
    for (const memory of batch) {
      const at = memory.timestamp ?? deps.clock.now();
      const id = entryIdOf(memory);
      const known = there.has(id) || sources.has(memory.id);
      const text = cleanIncoming(memory.text);
      if (known || erased.has(id) || (!text.ok && text.reason === "empty")) continue;
      there.add(id);
      const words = text.ok ? text.text : memory.text;
      const title = memory.title ?? titleOf(words);
      const detail_file = detailFileName(title, localDate(at, reader.zone), taken);
      const origin = originOf(memory, { at, format, importId, changeId });
      entries.push({ id, title, key_points: [words], detail_file, ...origin });
      const content: LongDetail = {
        id,
        title,
        detail_content: words,
        emotion_tags: {},
        source_mid_ids: [],
        ...origin,
      };
      parts.push({ kind: "long_term_details", name: detail_file, content });
    }
    const next = [...long_term, ...entries];
    return {
      parts,
      documents: entries.length > 0 ? { long_term: next } : {},
      result: { added: entries.map(({ id }) => id), skipped: batch.length - entries.length },
    };
  });
  return result;
}

function originOf(
  memory: MemoryLine,
  { at, format, importId, changeId }: { at: Seconds; format: string; importId: string; changeId: string },
) {
  const { id, metadata, changed_at } = memory;
  return {
    started_at: at,
    ended_at: at,
    ...(changed_at === undefined ? {} : { changed_at }),
    message_ids: [],
    by: "import" as const,
    importance: 0.5,
    evidence: [{ kind: "import" as const, change_id: changeId }],
    import_id: importId,
    source: { format, id },
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

/** The id that an entry had in the program it came from. */
function sourceIdOf({ source }: LongEntry): string[] {
  const id = typeof source === "object" && source !== null && "id" in source ? source.id : undefined;
  return typeof id === "string" && id !== "" ? [id] : [];
}

/** `long_<second>_<number>`: the second of the memory (R5), and a number that follows from its id, so that a repeat finds it. */
function entryIdOf({ id, text, timestamp }: MemoryLine): string {
  const mark = createHash("sha256")
    .update(JSON.stringify(["memory", id === "" ? text : id]))
    .digest();
  return `long_${Math.floor(timestamp ?? 0)}_${mark.readUInt32BE(0) + 1}`;
}

function titleOf(text: string): string {
  const [line = ""] = text.split("\n", 1);
  const characters = [...line.replace(/\s+/g, " ").trim()];
  return characters.length <= titleLength
    ? characters.join("")
    : `${characters.slice(0, titleLength).join("")}…`;
}
