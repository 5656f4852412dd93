// A companion in whose every file a phrase can be planted, and a search through every byte of the data folder.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Deps } from "../../src/deps.ts";
import { Account } from "../../src/schema/account.ts";
import { Config } from "../../src/schema/config.ts";
import { openFiles } from "../../src/store/files.ts";
import { account, companion } from "../../src/store/store.ts";
import type { House } from "../support/house.ts";
import { createMapStore } from "../support/map-store.ts";
import type { Scene } from "./scene.ts";

/** Files and names below a folder that hold a phrase: as it stands, and in the escapes of JSON. */
export async function holding(folder: string, phrase: string): Promise<string[]> {
  const forms = [phrase, escaped(phrase), escaped(phrase).toUpperCase().replaceAll("\\U", "\\u")];
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (forms.some((form) => entry.name.includes(form))) found.push(path);
    if (!entry.isFile()) continue;
    // A temporary file of a write that runs meanwhile may be gone by now.
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    if (forms.some((form) => text.includes(form))) found.push(path);
  }
  return found.map((path) => path.slice(folder.length + 1)).sort();
}

const escaped = (text: string) =>
  [...text]
    .map((sign) => (sign > "~" ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}` : sign))
    .join("");

export type Receipt = {
  files: string[];
  left: { kind: string; where: string; message: string; ids?: string[] }[];
};
export type Match = { document: string; id: string; text: string; kept?: true };
export type Preview = { matches: Match[]; total: number; left: Receipt["left"] };

/** Erases for good; throws where the server refuses. */
export async function erase(house: House, user: string, wish: Record<string, unknown>): Promise<Receipt> {
  const { status, body } = await house.api<{ receipt: Receipt }>("POST", `/api/memory/${user}/erase`, {
    ...wish,
    preview: false,
  });
  if (status !== 200) throw new Error(`erase: ${status} ${JSON.stringify(body)}`);
  return body.receipt;
}

export async function preview(house: House, user: string, wish: Record<string, unknown>): Promise<Preview> {
  const { status, body } = await house.api<Preview>("POST", `/api/memory/${user}/erase`, {
    ...wish,
    preview: true,
  });
  if (status !== 200) throw new Error(`preview: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Writes a file of a companion as its owner would by hand. */
export async function putFile(scene: Scene, user: string, name: string, content: unknown): Promise<void> {
  const path = scene.path(user, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

/** Replaces a document over HTTP. */
export async function put(house: House, user: string, name: string, value: unknown): Promise<void> {
  const { status, body } = await house.api("PUT", `/api/memory/${user}/${name}?confirm=true`, value);
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
}

type Topic = { topic_id: string; messages: Record<string, unknown>[] };

/** Three messages of one topic, the phrase in the first; `more` is laid over the first. */
export function topicWith(id: string, at: number, phrase: string, more: Record<string, unknown> = {}): Topic {
  return {
    topic_id: id,
    messages: [
      {
        message_id: `${id}-1`,
        role: "user",
        content: `跟你说件事，${phrase}，别告诉别人`,
        timestamp: at,
        ...more,
      },
      { message_id: `${id}-2`, role: "assistant", content: "好的，我知道了", timestamp: at + 5 },
      { message_id: `${id}-3`, role: "user", content: `晚饭吃的番茄面 ${id}`, timestamp: at + 60 },
    ],
  };
}

export async function importTopics(
  house: House,
  user: string,
  topics: readonly unknown[],
  summarise = "extractive",
): Promise<{ messages: number; skipped: number }> {
  const { status, body } = await house.api<{ messages: number; skipped: number }>(
    "POST",
    `/api/ai-users/${user}/import`,
    { format: "messages", topics, summarise },
  );
  if (status !== 200) throw new Error(`import: ${status} ${JSON.stringify(body)}`);
  return body;
}

export type Bare = {
  deps: Deps;
  folder: string;
  /** Closes the store and opens it again, as a new process would. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** A store (of files, or in memory) with the companion "mei" of the account "anna", and verbs' dependencies without models. */
export async function bareHouse(kind: "files" | "memory" = "files"): Promise<Bare> {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-erase-"));
  let made = 0;
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const clock = { now: () => 1_773_000_000 };
  const newId = () => `id${String(++made).padStart(6, "0")}`;
  const open = async () =>
    kind === "memory"
      ? createMapStore({ clock, newId })
      : openFiles({ folder, clock, newId, log: quiet, watch: false });
  const deps = {
    store: await open(),
    search: { drop: () => {}, update: () => {} },
    souls: new Map(),
    clock,
    newId,
    random: () => 0.5,
    publish: () => {},
    log: quiet,
  } as unknown as Deps;
  const person = Account.parse({ account_id: "anna", username: "anna", password: "x", role: "user" });
  await deps.store.create(account("anna"), { account: person });
  await deps.store.create(companion("mei"), {
    config: Config.parse({ user_id: "mei", owner: "anna", name: "小梅", language: "zh" }),
  });
  return {
    deps,
    folder,
    async restart() {
      await deps.store.close();
      deps.store = await open();
    },
    async close() {
      await deps.store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
