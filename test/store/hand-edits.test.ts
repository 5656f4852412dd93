// The files belong to their owner: what a hand saves in an editor is merged, logged, told, and survives what we write.
import { rename, rm, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { account, type StoreEvent, house as theHouse } from "../../src/store/store.ts";
import { addMid, byOwner, type House, house, mei, mid, say } from "./fixture.ts";

const summaries = async (at: House) => (await at.store.read(mei, "mid_term")).map((entry) => entry.summary);

/** Saves as many editors do: a new file under another name, then a rename over the old one. */
async function saveByRename(at: House, name: string, content: string): Promise<void> {
  await writeFile(at.path(`${name}~`), content);
  await rename(at.path(`${name}~`), at.path(name));
}

/** Waits until the watcher has told of something, at most four seconds; a test fails on what is then missing. */
async function heard(at: House, wanted: (event: StoreEvent) => boolean): Promise<StoreEvent | undefined> {
  for (let i = 0; i < 80 && !at.events.some(wanted); i += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return at.events.find(wanted);
}

describe("a hand edit", () => {
  test("is in use at the next read, is one change line, and is told", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await addMid(at.store, mid("m2"));
    await saveByRename(at, "mid_term.json", JSON.stringify([mid("m1", "主人改的")]));
    expect(await summaries(at)).toEqual(["主人改的"]);
    const [line] = await at.store.changes(mei, { limit: 1 });
    expect(line).toMatchObject({
      by: "hand",
      edits: [
        { document: "mid_term", entry: "m1", before: { summary: "聊了m1" }, after: { summary: "主人改的" } },
        { document: "mid_term", entry: "m2", after: null },
      ],
    });
    expect(at.events.at(-1)).toMatchObject({
      kind: "hand",
      document: "mid_term",
      entries: [
        { id: "m1", kind: "changed" },
        { id: "m2", kind: "removed" },
      ],
    });
  });

  test("and the entry that a commit adds after it are both in the file", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await saveByRename(at, "mid_term.json", JSON.stringify([mid("m1", "主人改的", { my_note: "在" })]));
    await addMid(at.store, mid("m2"));
    expect(await at.json("mid_term.json")).toEqual([mid("m1", "主人改的", { my_note: "在" }), mid("m2")]);
  });

  test("made while a commit is being computed is merged into what the commit writes", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    const { writeFileSync } = await import("node:fs");
    await at.store.commit(mei, ["mid_term"], byOwner, ({ mid_term }) => {
      writeFileSync(at.path("mid_term.json"), JSON.stringify([mid("m1", "主人改的"), mid("hand")]));
      return { documents: { mid_term: [...mid_term, mid("m2")] }, result: undefined };
    });
    expect(await at.json("mid_term.json")).toEqual([mid("m1", "主人改的"), mid("hand"), mid("m2")]);
    expect(await summaries(at)).toEqual(["主人改的", "聊了hand", "聊了m2"]);
    const lines = await at.store.changes(mei, { limit: 2 });
    expect(lines.map((line) => [line.by, line.edits.map((edit) => edit.entry).sort()])).toEqual([
      ["hand", ["hand", "m1"]],
      ["owner", ["m2"]],
    ]);
  });

  test("made in an editor that had opened an older version takes out what came since, but as a line that can be undone", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    const opened = [mid("m1", "主人慢慢改的")];
    await addMid(at.store, mid("m2"));
    await saveByRename(at, "mid_term.json", JSON.stringify(opened));
    expect(await summaries(at)).toEqual(["主人慢慢改的"]);
    const [line] = await at.store.changes(mei, { limit: 1 });
    expect(line?.edits.find((edit) => edit.entry === "m2")).toMatchObject({ before: mid("m2"), after: null });
  });

  test("that only takes the newest entry out does take it out", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await addMid(at.store, mid("m2"));
    await saveByRename(at, "mid_term.json", JSON.stringify([mid("m1")]));
    expect(await summaries(at)).toEqual(["聊了m1"]);
  });

  test("that changes nothing but blanks is no edit, and the file stays as the owner laid it out", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    const revision = await at.store.revision(mei, "mid_term");
    const compact = JSON.stringify([mid("m1")]);
    await at.put("mid_term.json", compact);
    expect(await at.store.revision(mei, "mid_term")).toBe(revision);
    expect(await at.text("mid_term.json")).toBe(compact);
    expect(await at.store.changes(mei, { limit: 9 })).toHaveLength(1);
  });

  test("gives an id to an entry without one, and a new one to a copied entry, in the file as well", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    const { id: _id, ...nameless } = mid("x", "手写的一条");
    await at.put("mid_term.json", JSON.stringify([mid("m1"), mid("m1", "抄了一份"), nameless]));
    const read = await at.store.read(mei, "mid_term");
    expect(read.map((entry) => entry.summary)).toEqual(["聊了m1", "抄了一份", "手写的一条"]);
    expect(new Set(read.map((entry) => entry.id)).size).toBe(3);
    expect(read[0]?.id).toBe("m1");
    expect(await at.json("mid_term.json")).toEqual(read);
    await at.restart();
    expect(await at.store.read(mei, "mid_term")).toEqual(read);
  });

  test("that removes the file removes its entries, as a line that can be undone", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await rm(at.path("mid_term.json"));
    expect(await summaries(at)).toEqual([]);
    const [line] = await at.store.changes(mei, { limit: 1 });
    expect(line).toMatchObject({ by: "hand", edits: [{ entry: "m1", before: { id: "m1" }, after: null }] });
  });

  test("made while nothing runs is taken in at the next start, with its line", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await at.store.close();
    await at.put("mid_term.json", JSON.stringify([mid("m1", "关机时改的")]));
    await at.restart();
    expect(await summaries(at)).toEqual(["关机时改的"]);
    expect(await at.store.changes(mei, { limit: 1 })).toMatchObject([{ by: "hand" }]);
  });

  test("to a field of a document without entries survives a commit to another field", async () => {
    const at = await house();
    await at.put("config.json", (await at.text("config.json")).replace("小梅", "小美"));
    await at.store.commit(mei, ["config"], byOwner, ({ config }) => ({
      documents: { config: { ...config, reminder: "少说" } },
      result: undefined,
    }));
    expect(await at.json("config.json")).toMatchObject({ name: "小美", reminder: "少说" });
  });

  test("a restart without any edit writes no line and tells nothing", async () => {
    const at = await house();
    await addMid(at.store, mid("m1"));
    await at.store.commit(mei, ["uses"], byOwner, () => ({
      documents: { uses: { entries: { m1: { count: 1, last_used_at: 1 } } } },
      result: undefined,
    }));
    at.events.length = 0;
    await at.restart();
    await at.restart();
    expect(await summaries(at)).toEqual(["聊了m1"]);
    expect(at.events).toEqual([]);
    expect(await at.store.changes(mei, { limit: 9 })).toHaveLength(1);
  });
});

describe("the watcher", () => {
  test("tells of an edit that no one asked for, and not of our own writes", async () => {
    const at = await house({ watch: true });
    await addMid(at.store, mid("m1"));
    await at.store.commit(mei, [], byOwner, () => ({
      parts: [{ kind: "knowledge", name: "猫.md", content: "年糕" }],
      result: undefined,
    }));
    await at.store.log.append("mei", [say("a")]);
    await saveByRename(at, "mid_term.json", JSON.stringify([mid("m1", "主人改的")]));
    expect(await heard(at, ({ kind, document }) => kind === "hand" && document === "mid_term")).toBeDefined();
    await at.put("knowledge/狗.md", "阿黄");
    expect(
      await heard(at, ({ kind, document }) => kind === "hand" && document === "knowledge/狗.md"),
    ).toBeDefined();
    const hands = at.events.filter(({ kind }) => kind === "hand").map(({ document }) => document);
    expect(hands.sort()).toEqual(["knowledge/狗.md", "mid_term"]);
  });

  test("tells of damage and of mending", async () => {
    const at = await house({ watch: true });
    await addMid(at.store, mid("m1"));
    await at.put("mid_term.json", "[{]");
    const damage = await heard(at, ({ kind }) => kind === "damaged");
    expect(damage).toMatchObject({ document: "mid_term", error: { line: 1, column: 3, last_good: true } });
    await at.put("mid_term.json", JSON.stringify([mid("m1", "好了")]));
    expect(await heard(at, ({ kind }) => kind === "mended")).toBeDefined();
  });

  test("notices the message log, and the change line names the message", async () => {
    const at = await house({ watch: true });
    await at.store.log.append("mei", [say("a"), say("b")]);
    await at.put("conversation.json", (await at.text("conversation.json")).replace("说的是 a", "改过的话"));
    expect(
      await heard(at, ({ kind, document }) => kind === "hand" && document === "conversation"),
    ).toMatchObject({
      entries: [{ id: "a", kind: "changed" }],
    });
    expect(await at.store.changes(mei, { limit: 1 })).toMatchObject([
      { by: "hand", edits: [{ document: "conversation", entry: "a", after: { content: "改过的话" } }] },
    ]);
  });

  test("notices files of accounts and of the house", async () => {
    const at = await house({ watch: true });
    await at.store.create(account("anna"), {});
    await at.store.read(account("anna"), "shared_facts");
    await at.store.read(theHouse, "models");
    const fact = { id: "f1", origin: "mei", key: "name", value: "安娜", statement: "她叫安娜" };
    await writeFile(`${at.folder}/accounts/anna/facts.json`, JSON.stringify([fact]));
    await writeFile(`${at.folder}/models.json`, '{"models": {}, "roles": {"chat": []}}');
    expect(await heard(at, ({ document }) => document === "shared_facts")).toMatchObject({ kind: "hand" });
    expect(await heard(at, ({ document }) => document === "models")).toMatchObject({ owner: theHouse });
  });
});
