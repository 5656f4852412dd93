// Kills and full disks in the middle of a commit: afterwards it stands whole or not at all, and nothing is broken.
import { execFileSync, spawn } from "node:child_process";
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openFiles } from "../../src/store/files.ts";
import { companion } from "../../src/store/store.ts";
import { addMid, byOwner, codeOf, config, house, mei, mid, november, say } from "./fixture.ts";
import { smallDisk } from "./small-disk.ts";

const detail = { title: "搬家", detail_content: "看了三处", source_mid_ids: ["m1"] };
const lines = "changes/2026-11.jsonl";

/** A house whose last commit (a part, an index entry, a mid entry) stands as if a kill had come at some point of it. */
async function interrupted() {
  const at = await house();
  await addMid(at.store, mid("m1"));
  const before = { mid: await at.text("mid_term.json") };
  await at.store.commit(mei, ["long_term", "mid_term"], byOwner, ({ mid_term }) => ({
    documents: {
      long_term: [{ id: "l1", title: "搬家", key_points: ["三处"], detail_file: "a.json" }],
      mid_term: [...mid_term.map((entry) => ({ ...entry, extracted_to_long: true })), mid("m2")],
    },
    parts: [{ kind: "long_term_details", name: "a.json", content: detail }],
    result: undefined,
  }));
  const isWhole = async () => {
    expect(await at.store.read(mei, "long_term")).toMatchObject([{ id: "l1" }]);
    expect(await at.store.read(mei, "mid_term")).toMatchObject([
      { id: "m1", extracted_to_long: true },
      { id: "m2" },
    ]);
    expect(await at.store.parts.read(mei, "long_term_details", "a.json")).toMatchObject(detail);
    expect(await at.store.changes(mei, { limit: 9 })).toHaveLength(2);
  };
  return { at, before, isWhole };
}

describe("a commit that a kill interrupted", () => {
  test("right after its line is ended at the next start", async () => {
    const { at, before, isWhole } = await interrupted();
    await at.put("mid_term.json", before.mid);
    await rm(at.path("long_term.json"));
    await rm(at.path("long_term_details"), { recursive: true });
    await at.killed();
    await isWhole();
  });

  test("between two documents is ended at the next start, and a second kill changes nothing more", async () => {
    const { at, before, isWhole } = await interrupted();
    await at.put("mid_term.json", before.mid);
    await at.killed();
    await isWhole();
    const bytes = await at.text("mid_term.json");
    await at.killed();
    await isWhole();
    expect(await at.text("mid_term.json")).toBe(bytes);
  });

  test("before its line was whole never happened; the torn line is kept aside", async () => {
    const { at, before } = await interrupted();
    await at.put("mid_term.json", before.mid);
    await rm(at.path("long_term.json"));
    const { size } = await stat(at.path(lines));
    await truncate(at.path(lines), size - 20);
    await at.killed();
    expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1")]);
    await addMid(at.store, mid("m3"));
    expect((await at.store.changes(mei, { limit: 9 })).map((line) => line.edits[0]?.entry)).toEqual([
      "m3",
      "m1",
    ]);
    const kept = (await readdir(at.path(".recovered"))).find((name) => name.includes("jsonl"));
    expect(await readFile(at.path(join(".recovered", kept ?? "")), "utf8")).toContain("l1");
  });

  test("in the last moment of a month leaves no torn line in the file that nobody writes to again", async () => {
    const { at, before } = await interrupted();
    await at.put("mid_term.json", before.mid);
    await rm(at.path("long_term.json"));
    const whole = await at.text(lines);
    await truncate(at.path(lines), Buffer.byteLength(whole) - 20);
    await at.put("changes/2026-12.jsonl", "");
    await at.killed();
    expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1")]);
    expect(await at.text(lines)).toBe(whole.slice(0, whole.indexOf("\n") + 1));
    const kept = (await readdir(at.path(".recovered"))).find((name) => name.includes("2026-11.jsonl"));
    expect(await readFile(at.path(join(".recovered", kept ?? "")), "utf8")).toContain("l1");
  });

  test("is left alone where the owner changed the entry in the meantime", async () => {
    const { at } = await interrupted();
    await at.put("mid_term.json", JSON.stringify([mid("m1", "主人改的")]));
    await at.killed();
    expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1", "主人改的"), mid("m2")]);
  });

  test("is not ended after a clean stop: what then differs is the owner's edit", async () => {
    const { at, before } = await interrupted();
    await at.store.close();
    await at.put("mid_term.json", before.mid);
    await at.restart();
    expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1")]);
    expect(await at.store.changes(mei, { limit: 1 })).toMatchObject([{ by: "hand" }]);
  });

  test("does not bring back what the owner's hand took back after its own edit", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    const before = await at.text("mid_term.json");
    await at.put("mid_term.json", JSON.stringify([mid("m1", "改")]));
    expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1", "改")]);
    await at.put("mid_term.json", before);
    await at.killed();
    expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1")]);
  });

  test("or only ended by a kill is not taken for a hand edit: no copy of an older version is left", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await at.restart();
    await addMid(at.store, mid("m2"));
    await at.killed();
    expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1"), mid("m2")]);
    expect((await at.store.changes(mei, { limit: 9 })).map((line) => line.by)).toEqual(["owner", "owner"]);
  });

  test("that was a deletion of messages is ended in the log", async () => {
    const at = await house();
    await at.store.log.append("mei", [say("a"), say("b"), say("c")]);
    const before = await at.text("conversation.json");
    await at.store.log.rewrite("mei", byOwner, {
      edit: [say("a", november, { content: "改" })],
      remove: ["b"],
    });
    await at.put("conversation.json", before);
    await at.killed();
    expect((await at.store.log.tail("mei", 9)).map((one) => one.content)).toEqual(["改", "说的是 c"]);
  });

  test("that put messages back in the place of others is ended in the log, both or neither", async () => {
    const at = await house();
    await at.store.log.append("mei", [say("q"), say("new"), say("z")]);
    const before = await at.text("conversation.json");
    await at.store.log.rewrite("mei", byOwner, {
      add: [say("old")],
      before: new Map([["old", "new"]]),
      remove: ["new"],
    });
    await at.put("conversation.json", before);
    await at.killed();
    const order = async () => (await at.store.log.tail("mei", 9)).map(({ message_id }) => message_id);
    expect(await order()).toEqual(["q", "old", "z"]);
    await at.killed();
    expect(await order()).toEqual(["q", "old", "z"]);
  });

  test("that was a deletion for good does not come back as a change line", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await at.store.commit(mei, ["mid_term"], { ...byOwner, erased: true }, () => ({
      documents: { mid_term: [] },
      result: undefined,
    }));
    await at.killed();
    expect(await at.store.read(mei, "mid_term")).toEqual([]);
  });
});

describe("a change log", () => {
  test("with a broken line in its middle gives the others, and keeps it", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await appendFile(at.path(lines), "{broken\n");
    await addMid(at.store, mid("m2"));
    expect(await at.store.changes(mei, { limit: 9 })).toHaveLength(2);
    expect(await at.text(lines)).toContain("{broken");
  });

  test("whose last line only lacks its line break goes on after it", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await truncate(at.path(lines), (await stat(at.path(lines))).size - 1);
    await at.killed();
    await addMid(at.store, mid("m2"));
    expect(await at.store.changes(mei, { limit: 9 })).toHaveLength(2);
  });

  test("is filed by the month of the owner's zone: the companion's, else the account's, else UTC", async () => {
    const at = await house();
    at.clock.at = Date.UTC(2026, 10, 30, 20) / 1000;
    await addMid(at.store, mid("utc"));
    await at.store.commit(mei, ["config"], byOwner, ({ config: now }) => ({
      documents: { config: { ...now, time_zone: "Asia/Shanghai" } },
      result: undefined,
    }));
    await addMid(at.store, mid("shanghai"));
    expect(await readdir(at.path("changes"))).toEqual(["2026-11.jsonl", "2026-12.jsonl"]);
    expect(await at.text("changes/2026-12.jsonl")).toContain("shanghai");
    expect(await at.text(lines)).not.toContain("shanghai");
  });

  test("that cannot be written to means that nothing is written at all", async () => {
    const at = await house();
    await symlink("/nowhere/at/all", at.path("changes"));
    expect(await codeOf(addMid(at.store, mid("m1")))).toBe("storage");
    expect(await at.store.read(mei, "mid_term")).toEqual([]);
    expect((await at.files()).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await rm(at.path("changes"));
    await addMid(at.store, mid("m1"));
    expect(await at.store.read(mei, "mid_term")).toHaveLength(1);
  });
});

test.skipIf(!smallDisk.possible)(
  "a full disk refuses a commit whole, every file stays, and it works again with space (needs the right to mount)",
  async () => {
    await smallDisk.use(async (folder) => {
      let made = 0;
      const store = await openFiles({
        folder,
        clock: { now: () => november },
        newId: () => `id-${++made}`,
        log: { info: () => undefined, warn: () => undefined },
        watch: false,
      });
      await store.create(mei, { config: config() });
      await addMid(store, mid("m1"));
      const path = (name: string) => join(folder, "ai_users/mei", name);
      const before = await readFile(path("mid_term.json"), "utf8");
      const written = await readFile(path(lines), "utf8");
      const ballast = join(folder, "ballast");
      for (const left of [8_192, 120_000, 260_000]) {
        await writeFile(ballast, Buffer.alloc(1_048_576 - 60_000 - left));
        const big = mid("big", "长".repeat(60_000));
        const commit = store.commit(mei, ["long_term", "mid_term"], byOwner, ({ mid_term }) => ({
          documents: {
            long_term: [{ id: "l1", title: "长".repeat(20_000), key_points: [], detail_file: "a.json" }],
            mid_term: [...mid_term, big],
          },
          result: undefined,
        }));
        expect(await codeOf(commit)).toBe("storage");
        expect(await readFile(path("mid_term.json"), "utf8")).toBe(before);
        expect(await readFile(path(lines), "utf8")).toBe(written);
        expect(await readdir(path(""))).toEqual([
          "changes",
          "config.json",
          "conversation.json",
          "mid_term.json",
        ]);
        expect(await store.read(mei, "mid_term")).toEqual([mid("m1")]);
      }
      await writeFile(ballast, "");
      await addMid(store, mid("m2"));
      expect(await store.read(mei, "mid_term")).toHaveLength(2);
      await store.close();
    });
  },
);

test.skipIf(!smallDisk.possible)(
  "a document that cannot be replaced takes the whole commit back, its line included (needs the right to mount)",
  async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    const texts = async () => [
      await at.text("mid_term.json"),
      await at.text("config.json"),
      await at.text(lines),
    ];
    const before = await texts();
    execFileSync("mount", ["--bind", at.path("config.json"), at.path("config.json")]);
    try {
      const commit = at.store.commit(mei, ["mid_term", "config"], byOwner, ({ mid_term, config: now }) => ({
        documents: { mid_term: [...mid_term, mid("m2")], config: { ...now, name: "小美" } },
        parts: [{ kind: "knowledge", name: "猫.md", content: "年糕" }],
        result: undefined,
      }));
      expect(await codeOf(commit)).toBe("storage");
      expect((await at.store.read(mei, "config")).name).toBe("小梅");
      expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1")]);
      expect(await at.store.parts.list(mei, "knowledge")).toEqual([]);
      expect(await texts()).toEqual(before);
    } finally {
      execFileSync("umount", [at.path("config.json")]);
    }
    await addMid(at.store, mid("m3"));
    expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1"), mid("m3")]);
  },
);

test("many kills while topics move from one document to another lose none and double none", async () => {
  const at = await house();
  await at.store.close();
  const program = `
    import { openFiles } from ${JSON.stringify(join(import.meta.dirname, "../../src/store/files.ts"))};
    let made = Number(process.argv[1]);
    const store = await openFiles({
      folder: process.argv[2], clock: { now: () => ${november} }, newId: () => "k" + ++made, watch: false,
      log: { info() {}, warn() {} },
    });
    const owner = { kind: "companion", id: "mei" };
    for (;;) {
      const id = "t" + ++made;
      await store.commit(owner, ["lore", "mid_term"], { by: "system", cause: id }, ({ lore, mid_term }) => ({
        documents: {
          lore: [...lore, { id, keywords: [], content: "x".repeat(3000), enabled: true }],
          mid_term: [...mid_term, { id, topic_id: id, summary: "y".repeat(3000), emotion_tags: {}, message_count: 1,
            time_precision: "hour", extracted_to_long: false }].slice(-20),
        },
        result: undefined,
      }));
      process.stdout.write(id + "\\n");
    }`;
  const acknowledged: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "-e", program, String(round * 100_000), at.folder],
      { cwd: join(import.meta.dirname, "../.."), stdio: ["ignore", "pipe", "inherit"] },
    );
    await new Promise<void>((resolve) => {
      let seen = 0;
      child.stdout.on("data", (chunk: Buffer) => {
        const ids = chunk.toString().trim().split("\n");
        acknowledged.push(...ids);
        seen += ids.length;
        if (seen >= 3 + round * 2 && child.exitCode === null && child.kill("SIGKILL"))
          child.once("exit", () => resolve());
      });
    });
    const store = await at.restart();
    const lore = (await store.read(mei, "lore")).map((entry) => entry.id);
    const mids = (await store.read(mei, "mid_term")).map((entry) => entry.id);
    expect(new Set(lore).size).toBe(lore.length);
    expect(lore).toEqual(expect.arrayContaining(acknowledged));
    // Both documents of the last commit are there, or neither.
    expect(mids).toEqual(lore.slice(-mids.length));
    await store.close();
    expect((await at.files()).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  }
});

test("making a companion that is killed half way leaves no companion", async () => {
  const at = await house();
  const half = join(at.folder, "ai_users", ".zoe.4000000-1.tmp");
  await mkdir(half);
  await writeFile(join(half, "config.json"), "{}");
  await at.killed();
  expect(await at.store.list("companion")).toEqual(["mei"]);
  expect(await at.store.exists(companion("zoe"))).toBe(false);
  expect(await readdir(join(at.folder, "ai_users"))).toEqual(["mei"]);
});
