// The watcher says whose file was saved, whichever way an editor saves it, and nothing of what is ours alone.
import { appendFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { watchFolder } from "../../src/store/watch.ts";
import { temporaryFolder } from "./fixture.ts";

let root: string;
let heard: string[];
let stop: () => Promise<void>;

beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, "ai_users", "mei", "knowledge"), { recursive: true });
  await mkdir(join(root, "accounts", "anna"), { recursive: true });
  await put("ai_users/mei/facts.json", "[]");
  heard = [];
  stop = await watchFolder(root, { info: () => {}, warn: () => {} }, (owner, name) =>
    heard.push(`${owner.kind} ${owner.id} ${name}`),
  );
});
afterEach(() => stop());

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits at most four seconds until all of them were heard; a test fails on what is then missing. */
async function until(...wanted: string[]): Promise<string[]> {
  for (let i = 0; i < 80 && !wanted.every((one) => heard.includes(one)); i += 1) await pause(50);
  return heard.filter((one) => wanted.includes(one)).sort();
}

describe("a file that is saved", () => {
  test("in place, through a new file, or for the first time, is noticed", async () => {
    await put("ai_users/mei/facts.json", '[{"id":"f"}]');
    await put("accounts/anna/account.json~", "{}");
    await rename(join(root, "accounts/anna/account.json~"), join(root, "accounts/anna/account.json"));
    await put("models.json", "{}");
    await put("ai_users/mei/knowledge/a.md", "茶");
    const all = [
      "account anna account.json",
      "companion mei facts.json",
      "companion mei knowledge/a.md",
      "house house models.json",
    ];
    expect(await until(...all)).toEqual(all);
  });

  test("in many small pieces is noticed once, when it rests", async () => {
    for (let piece = 0; piece < 10; piece += 1) {
      await appendFile(join(root, "ai_users/mei/facts.json"), " ");
      await pause(10);
    }
    expect(await until("companion mei facts.json")).toEqual(["companion mei facts.json"]);
  });

  test("under a hidden or temporary name, in the change log, in the trash or in nobody's folder is not", async () => {
    await put("ai_users/mei/.cache/prefix.json", "{}");
    await put("ai_users/mei/.facts.json.1-1.tmp", "[]");
    await put("ai_users/mei/changes/2026-03.jsonl", "{}\n");
    await put("trash/mei.1/facts.json", "[]");
    await put("ai_users/No Id/facts.json", "[]");
    await put("backups/mei/facts.json", "[]");
    await put("ai_users/mei/lore.json", "[]");
    await until("companion mei lore.json");
    await pause(250);
    expect(heard).toEqual(["companion mei lore.json"]);
  });

  test("after the watch has ended is not", async () => {
    await put("ai_users/mei/facts.json", "[1]");
    await stop();
    await put("ai_users/mei/facts.json", "[2]");
    await pause(300);
    expect(heard).toEqual([]);
  });
});

describe("a folder", () => {
  test("that an owner puts there is followed, with what lies in it and what is saved in it later", async () => {
    await put("elsewhere/lin/config.json", "{}");
    await put("elsewhere/lin/long_term_details/a.json", "{}");
    await rename(join(root, "elsewhere/lin"), join(root, "ai_users/lin"));
    const first = ["companion lin config.json", "companion lin long_term_details/a.json"];
    expect(await until(...first)).toEqual(first);
    await put("ai_users/lin/facts.json", "[]");
    await put("ai_users/lin/long_term_details/b.json", "{}");
    const later = ["companion lin facts.json", "companion lin long_term_details/b.json"];
    expect(await until(...later)).toEqual(later);
  });

  test("that is taken away and put back under its name is still followed", async () => {
    await rm(join(root, "ai_users/mei"), { recursive: true });
    await put("ai_users/mei/config.json", "{}");
    expect(await until("companion mei config.json")).toEqual(["companion mei config.json"]);
    await put("ai_users/mei/soul.md", "新的");
    expect(await until("companion mei soul.md")).toEqual(["companion mei soul.md"]);
  });
});
