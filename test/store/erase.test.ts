// Erased means gone: after the store's part of an erasure no file of the companion holds the text.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addMid, byOwner, type House, house, mei, mid, say } from "./fixture.ts";

const secret = "我得了那种病";

async function holding(at: House): Promise<string[]> {
  const found: string[] = [];
  for (const name of await at.files()) {
    if ((await readFile(join(at.folder, name), "utf8")).includes(secret)) found.push(name);
  }
  return found;
}

async function erase(at: House): Promise<string[]> {
  const meta = { by: "owner" as const, cause: "erase", erased: true as const };
  await at.store.commit(mei, ["mid_term"], meta, ({ mid_term }) => ({
    documents: { mid_term: mid_term.filter((entry) => !entry.summary.includes(secret)) },
    result: undefined,
  }));
  await at.store.log.rewrite("mei", meta, { remove: ["a"] });
  await at.store.erase.changes(mei, (change) => JSON.stringify(change).includes(secret));
  return at.store.erase.sideFiles(mei, (text) => text.includes(secret));
}

async function spoken(): Promise<House> {
  const at = await house();
  await addMid(at.store, mid("m1", secret));
  await addMid(at.store, mid("m2"));
  await at.store.log.append("mei", [say("a", undefined, { content: secret }), say("b")]);
  await at.store.cache.write(mei, "prefix", secret);
  return at;
}

test("documents, log, change lines, caches and last good copies hold nothing, also after later starts", async () => {
  const at = await spoken();
  // A clean stop keeps last good copies; the erasure comes in a later run.
  await at.restart();
  expect((await holding(at)).length).toBeGreaterThanOrEqual(4);
  await erase(at);
  expect(await holding(at)).toEqual([]);
  await at.restart();
  await addMid(at.store, mid("m3"));
  await at.restart();
  expect(await holding(at)).toEqual([]);
  const changes = await at.store.changes(mei, { limit: 9 });
  expect(changes.filter((change) => change.erased).map((change) => change.edits[0]?.after)).toEqual([
    null,
    null,
    null,
  ]);
});

test("side files of repairs that hold the text go and are named, others stay", async () => {
  const at = await spoken();
  await at.put(".recovered/config.json.0a0a0a0a", `{"note": "${secret}"`);
  await at.put(".recovered/conversation.json.1", "与此无关");
  expect(await erase(at)).toEqual(["config.json.0a0a0a0a"]);
  expect(await at.files()).toContain("ai_users/mei/.recovered/conversation.json.1");
  expect(await holding(at)).toEqual([]);
});

test("an entry that was erased while its file was damaged does not come back when the file is mended", async () => {
  const at = await spoken();
  const whole = await at.text("mid_term.json");
  await at.put("mid_term.json", whole.slice(0, -4));
  await at.store.commit(mei, ["mid_term"], byOwner, ({ mid_term }) => ({
    documents: { mid_term: mid_term.filter((entry) => entry.id !== "m1") },
    result: undefined,
  }));
  await at.put("mid_term.json", whole);
  expect(await at.store.read(mei, "mid_term")).toEqual([mid("m2")]);
  expect(await at.text("mid_term.json")).not.toContain(secret);
});
