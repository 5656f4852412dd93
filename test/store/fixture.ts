// A file store in a temporary folder: clock that is set, ids that count, what it told, and restarts clean or after a kill.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import { AppError } from "../../src/error.ts";
import { Config } from "../../src/schema/config.ts";
import type { Documents } from "../../src/schema/documents.ts";
import type { Message } from "../../src/schema/message.ts";
import { openFiles } from "../../src/store/files.ts";
import { type CommitMeta, companion, type Store, type StoreEvent } from "../../src/store/store.ts";

/** 2026-11-15 20:00 in Shanghai. */
export const november = 1_794_744_000;

export const mei = companion("mei");
export const byOwner: CommitMeta = { by: "owner", cause: "test" };

export type MidEntry = Documents["mid_term"][number];

export function mid(id: string, summary = `聊了${id}`, more: Record<string, unknown> = {}): MidEntry {
  return {
    id,
    topic_id: `topic-${id}`,
    summary,
    emotion_tags: {},
    message_count: 6,
    time_precision: "hour",
    extracted_to_long: false,
    ...more,
  };
}

export function say(id: string, at = november, more: Partial<Message> = {}): Message {
  return { message_id: id, role: "user", content: `说的是 ${id}`, timestamp: at, topic_id: "t1", ...more };
}

/** The code of the AppError that a promise fails with, "none" where it does not fail. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return "none";
  if (error instanceof AppError) return error.code;
  throw error;
}

export async function addMid(store: Store, entry: MidEntry, meta: CommitMeta = byOwner) {
  return store.commit(mei, ["mid_term"], meta, ({ mid_term }) => ({
    documents: { mid_term: [...mid_term, entry] },
    result: undefined,
  }));
}

export type House = {
  folder: string;
  clock: { now(): number; at: number };
  warnings: { fields: object; message: string }[];
  events: StoreEvent[];
  store: Store;
  /** Path of a file of the companion "mei". */
  path(name?: string): string;
  text(name: string): Promise<string>;
  json(name: string): Promise<never>;
  put(name: string, content: string | Uint8Array): Promise<void>;
  /** Closes the store and opens it again. */
  restart(): Promise<Store>;
  /** Opens the folder again as after a kill: nothing was closed, and the lock names a process that is gone. */
  killed(): Promise<Store>;
  /** Every file below the data folder, with names relative to it. */
  files(): Promise<string[]>;
};

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A temporary folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-store-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** A house with the companion "mei", empty but for its config. */
export async function house(options: { watch?: boolean } = {}): Promise<House> {
  const built = await bareHouse(options);
  await built.store.create(mei, { config: config() });
  return built;
}

/** A house without companions; `before` may put files into the folder of "mei" first. */
export async function bareHouse(
  options: {
    watch?: boolean;
    before?: (put: (name: string, content: string | Uint8Array) => Promise<void>) => Promise<void>;
  } = {},
): Promise<House> {
  const folder = await temporaryFolder();
  const clock = { at: november, now: () => clock.at };
  const warnings: House["warnings"] = [];
  const events: StoreEvent[] = [];
  let made = 0;
  const path = (name = "") => join(folder, "ai_users", "mei", name);
  await options.before?.((name, content) => put(path(name), content));
  const open = async (): Promise<Store> => {
    const store = await openFiles({
      folder,
      clock,
      newId: () => `id-${++made}`,
      log: { info: () => undefined, warn: (fields, message) => warnings.push({ fields, message }) },
      watch: options.watch ?? false,
    });
    store.subscribe((event) => events.push(event));
    cleanups.push(() => store.close());
    return store;
  };
  const built: House = {
    folder,
    clock,
    warnings,
    events,
    store: await open(),
    path,
    text: (name) => readFile(path(name), "utf8"),
    json: async (name) => JSON.parse(await readFile(path(name), "utf8")) as never,
    put: (name, content) => put(path(name), content),
    async restart() {
      await built.store.close();
      built.store = await open();
      return built.store;
    },
    async killed() {
      await writeFile(join(folder, ".lock"), JSON.stringify({ pid: 4_000_000, started: "1", boot: "gone" }));
      built.store = await open();
      return built.store;
    },
    files: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort();
    },
  };
  return built;
}

export function config(more: Partial<Documents["config"]> = {}): Documents["config"] {
  return Config.parse({ user_id: "mei", owner: "anna", name: "小梅", ...more });
}
