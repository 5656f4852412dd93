// The change log of one companion: one line a commit, month by month, durable before the documents change (DESIGN 3).
import { basename, join } from "node:path";
import type { Change, Edit } from "../schema/change.ts";
import {
  appendLine,
  isTorn,
  linesOf,
  mendEnd,
  monthsIn,
  newestFirst,
  parseLine,
  rewriteLines,
} from "./change-lines.ts";
import { makeFolder, realPlace, storageError } from "./durable.ts";

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
  /** Mends what a kill tore in any month: the next line may belong to another file, and a torn one could not be erased. */
  mend(): Promise<void>;
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

/** An edit whose texts are gone. The name of a part is made of a title, so of a part only its kind is kept. */
export function withoutText(edit: Edit): Edit {
  const [document = ""] = edit.document.split("/");
  return { ...edit, document, before: null, after: null };
}

/** A change whose texts are gone: what, when and by whom stays (invariant 4). */
export function withoutTexts(change: Change): Change {
  return { ...change, edits: change.edits.map(withoutText), erased: true };
}

// A line is parsed only where its text may hold the id at all.
const isLineOf = (id: string) => (line: string) => line.includes(id) && parseLine(line)?.id === id;

async function findIn(folder: string, within: string, id: string): Promise<Change | undefined> {
  for (const path of await monthsIn(folder, within)) {
    const line = (await linesOf(path)).find(isLineOf(id));
    if (line !== undefined) return parseLine(line);
  }
  return undefined;
}

async function pageIn(
  changes: AsyncIterable<Change>,
  before: string | undefined,
  limit: number,
): Promise<Change[]> {
  const page: Change[] = [];
  let reached = before === undefined;
  for await (const change of changes) {
    if (page.length >= limit) break;
    if (reached) page.push(change);
    else reached = change.id === before;
  }
  return page;
}

/** The change log in a folder. Its methods are called one at a time, in the owner's queue. */
export function changeLog({ folder, within, month, keep }: ChangeLogOptions): ChangeLog {
  // The end of a file needs mending once after a start: from then on only this program writes it.
  const mended = new Set<string>();
  const mendMonth = async (path: string) => {
    await mendEnd(path, (bytes) => keep(basename(path), bytes));
    mended.add(path);
  };
  return {
    async mend() {
      try {
        for (const path of await monthsIn(folder, within)) if (isTorn(path)) await mendMonth(path);
      } catch (error) {
        throw storageError(error, "changes");
      }
    },
    find: (id) => findIn(folder, within, id),
    page: ({ before, limit }) => pageIn(newestFirst(folder, within), before, limit),
    async append(change) {
      const name = `${month()}.jsonl`;
      try {
        await makeFolder(folder);
        const path = await realPlace(join(folder, name), within);
        if (!mended.has(path)) await mendMonth(path);
        await appendLine(path, `${JSON.stringify(change)}\n`);
      } catch (error) {
        throw storageError(error, name);
      }
    },
    async retract(id) {
      const isIt = isLineOf(id);
      for (const path of await monthsIn(folder, within)) {
        await rewriteLines(path, within, (line) => (isIt(line) ? undefined : line));
      }
    },
    async last() {
      for await (const change of newestFirst(folder, within)) return change;
      return undefined;
    },
    async redact(holds) {
      let count = 0;
      const redactLine = (line: string) => {
        const change = parseLine(line);
        if (!change || change.erased || !holds(change)) return line;
        count += 1;
        return JSON.stringify(withoutTexts(change));
      };
      for (const path of await monthsIn(folder, within)) await rewriteLines(path, within, redactLine);
      return count;
    },
  };
}
