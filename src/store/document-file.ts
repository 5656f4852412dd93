// One document as a file: what stands there now, and the durable adapter that lowdb's Low sits on (DESIGN 3, C137–C151).
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import type { Adapter } from "lowdb";
import type { z } from "zod";
import { AppError } from "../error.ts";
import { hashOf } from "./canonical.ts";
import {
  realPlace,
  type StagedFile,
  type Stamp,
  stageFile,
  stampOf,
  storageError,
  systemCode,
} from "./durable.ts";
import { checkShape, type Fault, parseJson, renderJson } from "./json-text.ts";

/** What tells that a file is as it was last seen; `undefined` stands for a file that is not there. */
export type Sight = { stamp: Stamp | undefined; hash: string | undefined };

export type Reading = Sight &
  (
    | { kind: "missing" }
    | {
        kind: "good";
        value: unknown;
        warnings: string[];
        /** The bytes as they were, where a doubled key would be lost with the next write. */
        doubled: Buffer | undefined;
        /** True where entries were given the ids they lacked. */
        given: boolean;
      }
    | { kind: "damaged"; fault: Fault }
  );

const nowhere: Sight = { stamp: undefined, hash: undefined };

function unreadable(error: unknown): Reading {
  const place = { line: 1, column: 1 };
  if (error instanceof AppError) {
    const fault: Fault = {
      reason: "link",
      message: "the link does not stay inside the data folder",
      ...place,
    };
    return { kind: "damaged", fault, ...nowhere };
  }
  const refused = systemCode(error) === "EACCES" || systemCode(error) === "EPERM";
  const message = refused ? "this program may not read the file" : "the file cannot be read";
  return { kind: "damaged", fault: { reason: "unreadable", message, ...place }, ...nowhere };
}

/** The bytes and stamp of a regular file, taken from one open handle so that they belong together. */
export async function readWhole(path: string): Promise<{ bytes: Buffer; stamp: Stamp }> {
  // Not blocking: a pipe that somebody put there must not hold the whole program up.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stamp = stampOf(fstatSync(handle, { bigint: true }));
    return { bytes: readFileSync(handle), stamp };
  } finally {
    closeSync(handle);
  }
}

/** The stamp of what stands at a path. A link out of `within`, or no regular file: a stamp that equals none. */
export async function glance(path: string, within: string): Promise<Stamp | undefined> {
  try {
    return stampOf(statSync(await realPlace(path, within), { bigint: true }));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    return { inode: -1n, size: -1n, changed: -1n };
  }
}

/**
 * Reads a document and checks it. A file that is not there is "missing"; anything else that cannot be used is "damaged",
 * never missing (C150). `complete` may add ids to a fresh value and answers whether it did. Throws nothing of the world.
 */
export async function readDocument(
  path: string,
  within: string,
  schema: z.ZodType,
  complete: (value: unknown) => boolean = () => false,
): Promise<Reading> {
  try {
    const real = await realPlace(path, within);
    const found = statSync(real);
    if (!found.isFile()) {
      const message = found.isDirectory() ? "a folder stands in its place" : "no regular file";
      return { kind: "damaged", fault: { reason: "unreadable", message, line: 1, column: 1 }, ...nowhere };
    }
    const { bytes, stamp } = await readWhole(real);
    const sight = { stamp, hash: hashOf(bytes) };
    const parsed = parseJson(bytes);
    const given = parsed.kind === "good" && complete(parsed.value);
    const checked = checkShape(parsed, schema);
    if (checked.kind === "damaged") return { ...checked, ...sight };
    return { ...checked, ...sight, given, doubled: checked.doubled ? bytes : undefined };
  } catch (error) {
    return systemCode(error) === "ENOENT" ? { kind: "missing", ...nowhere } : unreadable(error);
  }
}

export type DocumentFile = Adapter<unknown> & {
  /** What the last `read` found, and the sight of the file after the last write. */
  reading(): Reading;
  sight(): Sight;
  /** True where the file as last seen is a whole new one that this program put there. */
  own(): boolean;
  /** Differs where what stands on the disk differs: its content, that there is none, or why it cannot be read. */
  mark(): string;
  /** Writes the text of a value beside the file, so that the `write` that follows for it needs no more space. */
  stage(value: unknown): Promise<void>;
  /** Drops what was staged and not written. */
  discard(): Promise<void>;
};

/** lowdb's adapter for one file: reads and checks, writes durably. `read` gives null for a missing or damaged file. */
export function documentFile(
  path: string,
  within: string,
  schema: z.ZodType,
  complete: (value: unknown) => boolean,
): DocumentFile {
  let reading: Reading = { kind: "missing", ...nowhere };
  let sight: Sight = nowhere;
  let mark = "missing";
  let own = false;
  let staged: { value: unknown; hash: string; file: StagedFile } | undefined;
  const discard = async () => {
    const dropped = staged;
    staged = undefined;
    await dropped?.file.discard();
  };
  const stage = async (value: unknown) => {
    await discard();
    const text = renderJson(value);
    staged = { value, hash: hashOf(text), file: await stageFile(path, text, { within }) };
  };
  return {
    reading: () => reading,
    sight: () => sight,
    own: () => own,
    mark: () => mark,
    stage,
    discard,
    async read() {
      reading = await readDocument(path, within, schema, complete);
      sight = { stamp: reading.stamp, hash: reading.hash };
      own = false;
      mark = reading.hash ?? (reading.kind === "damaged" ? reading.fault.message : "missing");
      return reading.kind === "good" ? reading.value : null;
    },
    async write(value) {
      if (staged?.value !== value) await stage(value);
      if (staged === undefined) throw storageError(undefined, path);
      const { file, hash } = staged;
      staged = undefined;
      sight = { stamp: await file.publish(), hash };
      mark = hash;
      own = true;
    },
  };
}
