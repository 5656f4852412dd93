// The change log of one companion: one line a commit, month by month, durable before the documents change (DESIGN 3).
import { open, readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { Change } from "../schema/change.ts";
import { readWhole } from "./document-file.ts";
import { makeFolder, realPlace, replaceFile, storageError, syncFolder, systemCode } from "./durable.ts";

export type ChangeLogOptions = {
  /** The folder `changes/`. */
  folder: string;
  /** The data folder, which no link may leave. */
  within: string;
  /** "2026-11" of now, in the owner's zone. */
  month: () => string;
  /** Keeps bytes that were cut off a torn file. */
  keep: (name: string, bytes: Uint8Array) => Promise<void>;
};

export type ChangeLog = {
  /** Durable when it resolves; the disk refuses: AppError `storage`, the log is as before. */
  append(change: Change): Promise<void>;
  /** Takes a line back whose commit could not be written. */
  retract(id: string): Promise<void>;
  /** Newest first, at most `limit` lines older than the line `before`. */
  page(at: { before?: string; limit: number }): Promise<Change[]>;
  find(id: string): Promise<Change | undefined>;
  last(): Promise<Change | undefined>;
  /** Empties the edits of the lines for which `holds` is true: before and after become null, `erased: true`. Answers how many. */
  redact(holds: (change: Change) => boolean): Promise<number>;
};

const monthFile = /^\d{4}-\d{2}\.jsonl$/;

function parseLine(line: string): Change | undefined {
  try {
    const parsed = Change.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** A line whose texts are gone: what, when and by whom stays (invariant 4). */
export function erasedLine(change: Change): Change {
  const edits = change.edits.map((edit) => ({ ...edit, before: null, after: null }));
  return { ...change, edits, erased: true };
}

async function linesOf(path: string): Promise<string[]> {
  const { bytes } = await readWhole(path);
  return bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

/** Adds one line at the end, or brings the file back to the length it had. */
async function appendLine(path: string, line: string): Promise<void> {
  const handle = await open(path, "a", 0o600);
  try {
    const { size } = await handle.stat();
    try {
      await handle.appendFile(line);
      await handle.datasync();
      const grown = (await handle.stat()).size - size;
      if (grown !== Buffer.byteLength(line)) throw new Error("the line was not written whole");
    } catch (error) {
      await truncate(path, size).catch(() => undefined);
      throw error;
    }
    if (size === 0) await syncFolder(join(path, ".."));
  } finally {
    await handle.close();
  }
}

/** The change log in a folder. Its methods are called one at a time, in the owner's queue. */
export function changeLog({ folder, within, month, keep }: ChangeLogOptions): ChangeLog {
  const mended = new Set<string>();

  /** Paths of the months, newest first. */
  const months = async (): Promise<string[]> => {
    const names = await readdir(folder).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return [];
      throw storageError(error, folder);
    });
    const paths = names
      .filter((name) => monthFile.test(name))
      .sort()
      .reverse();
    return Promise.all(paths.map((name) => realPlace(join(folder, name), within)));
  };

  /** A kill may have torn the last line: a whole one gets its line break, a torn one is cut off and kept. */
  const mend = async (path: string, name: string) => {
    if (mended.has(path)) return;
    mended.add(path);
    const bytes = (await readWhole(path).catch(() => undefined))?.bytes;
    if (!bytes || bytes.length === 0 || bytes.at(-1) === 10) return;
    const start = bytes.lastIndexOf(10) + 1;
    const rest = bytes.subarray(start);
    if (parseLine(rest.toString("utf8"))) return appendLine(path, "\n");
    await keep(name, rest);
    await truncate(path, start);
  };

  const rewrite = async (path: string, change: (line: string) => string | undefined) => {
    const before = await linesOf(path);
    const after = before.map(change).filter((line) => line !== undefined);
    if (after.length === before.length && after.every((line, i) => line === before[i])) return;
    await replaceFile(path, after.map((line) => `${line}\n`).join(""), { within });
  };

  async function* newestFirst(): AsyncGenerator<Change> {
    for (const path of await months()) {
      for (const line of (await linesOf(path)).reverse()) {
        const change = parseLine(line);
        if (change) yield change;
      }
    }
  }

  const find = async (id: string) => {
    for (const path of await months()) {
      const line = (await linesOf(path)).find((one) => one.includes(id) && parseLine(one)?.id === id);
      if (line !== undefined) return parseLine(line);
    }
    return undefined;
  };

  return {
    find,
    async append(change) {
      const name = `${month()}.jsonl`;
      try {
        await makeFolder(folder);
        const path = await realPlace(join(folder, name), within);
        await mend(path, name);
        await appendLine(path, `${JSON.stringify(change)}\n`);
      } catch (error) {
        throw storageError(error, name);
      }
    },
    async retract(id) {
      for (const path of await months()) {
        await rewrite(path, (line) => (line.includes(id) && parseLine(line)?.id === id ? undefined : line));
      }
    },
    async page({ before, limit }) {
      const page: Change[] = [];
      let reached = before === undefined;
      for await (const change of newestFirst()) {
        if (page.length >= limit) break;
        if (reached) page.push(change);
        else reached = change.id === before;
      }
      return page;
    },
    async last() {
      for await (const change of newestFirst()) return change;
      return undefined;
    },
    async redact(holds) {
      let count = 0;
      for (const path of await months()) {
        await rewrite(path, (line) => {
          const change = parseLine(line);
          if (!change || change.erased || !holds(change)) return line;
          count += 1;
          return JSON.stringify(erasedLine(change));
        });
      }
      return count;
    },
  };
}
