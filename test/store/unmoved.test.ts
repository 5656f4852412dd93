// Documents that nobody has touched since the last stop are read when they are asked for; a hand is found all the same.
import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { companion } from "../../src/store/store.ts";
import { addMid, type House, house, mei, mid } from "./fixture.ts";

const noted = ".cache/documents.json";

/** A house that was stopped and started, in which nobody has asked for the summaries yet. */
async function restarted(hand: (at: House) => Promise<unknown> = async () => {}): Promise<House> {
  const at = await house();
  await addMid(at.store, mid("m1"));
  await at.restart();
  await at.store.close();
  await hand(at);
  await at.restart();
  await at.store.read(mei, "config");
  at.events.splice(0);
  return at;
}

describe("a document that was not asked for yet", () => {
  test("is as the last stop left it when it is asked for", async () => {
    const at = await restarted();
    expect(Object.keys(await at.json(noted))).toContain("mid_term");
    expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1")]);
    expect(at.events).toEqual([]);
  });

  test.each([["look"], ["read"]] as const)(
    "edited while the program ran is a hand edit at the next %s",
    async (way) => {
      const at = await restarted();
      await at.put("mid_term.json", JSON.stringify([mid("m1", "主人改的")]));
      if (way === "look") await at.store.look(mei, ["mid_term"]);
      else await at.store.read(mei, "mid_term");
      const [line] = await at.store.changes(mei, { limit: 1 });
      expect(line).toMatchObject({ by: "hand", edits: [{ entry: "m1", before: { summary: "聊了m1" } }] });
    },
  );

  test("edited while the program was stopped is a hand edit, what was noted or not", async () => {
    for (const forget of [false, true]) {
      const at = await restarted(async (stopped) => {
        await stopped.put("mid_term.json", JSON.stringify([mid("m1", "停下时改的")]));
        if (forget) await rm(stopped.path(noted));
      });
      await at.store.look(mei, ["mid_term"]);
      const [line] = await at.store.changes(mei, { limit: 1 });
      expect(line).toMatchObject({ by: "hand", edits: [{ entry: "m1", after: { summary: "停下时改的" } }] });
    }
  });

  test("that was noted wrongly, or in a torn text, is read", async () => {
    for (const text of ["{", "[]", '{"mid_term":"1 2 3","nothing":"1"}', '{"mid_term":7}']) {
      const at = await restarted(async (stopped) => stopped.put(noted, text));
      expect(await at.store.read(mei, "mid_term")).toEqual([mid("m1")]);
      await at.store.commit(mei, ["mid_term"], { by: "owner", cause: "test" }, () => ({
        documents: { mid_term: [] },
        result: undefined,
      }));
      expect(await at.store.read(mei, "mid_term")).toEqual([]);
    }
  });

  test("whose copy an erasure took still has a version that a hand edit is compared with", async () => {
    const at = await restarted();
    await at.store.erase.sideFiles(mei, (text) => text.includes("聊了m1"));
    await at.put("mid_term.json", JSON.stringify([mid("m1", "之后改的")]));
    await at.store.read(mei, "mid_term");
    const [line] = await at.store.changes(mei, { limit: 1 });
    expect(line).toMatchObject({ by: "hand", edits: [{ before: { summary: "聊了m1" } }] });
  });

  test("of a companion that came back from the trash is as it was", async () => {
    const at = await restarted();
    await at.store.trash("mei");
    await at.store.restore("mei");
    expect(await at.store.read(companion("mei"), "mid_term")).toEqual([mid("m1")]);
  });
});
