import { describe, expect, it } from "vitest";
import { AppError } from "../../src/error.ts";
import { companionsOf, findByRef, inChunks } from "../../src/lifecycle/companion-owners.ts";
import { Config } from "../../src/schema/config.ts";
import { openHouse } from "../http/support/house.ts";

/** A house with companions of two people, and a count of the configs that were read. */
async function home() {
  const { deps, store } = openHouse();
  const make = (id: string, owner: string, ref?: string) =>
    store.create(
      { kind: "companion", id },
      { config: Config.parse({ user_id: id, owner, ...(ref ? { ref } : {}) }) },
    );
  for (const [id, owner] of [
    ["a1", "anna"],
    ["a2", "anna"],
    ["b1", "ben"],
  ] as const)
    await make(id, owner);
  let reads = 0;
  const { read } = store;
  const counted: typeof read = (owner, name) => {
    reads += 1;
    return read(owner, name);
  };
  store.read = counted;
  const edit = (id: string, change: object) =>
    store.commit({ kind: "companion", id }, ["config"], { by: "hand", cause: "test" }, ({ config }) => ({
      documents: { config: { ...config, ...change } },
      result: undefined,
    }));
  return { deps, store, make, edit, reads: () => reads };
}

describe("whose companion is whose", () => {
  it("is read once and then known, for everyone's lists and refs", async () => {
    const { deps, reads } = await home();
    expect(await companionsOf(deps, "anna")).toEqual(["a1", "a2"]);
    expect(await companionsOf(deps, "ben")).toEqual(["b1"]);
    expect(await findByRef(deps, "anna", "telegram:1")).toBeUndefined();
    expect(reads()).toBe(3);
  });

  it("follows companions that come, go and are changed", async () => {
    const { deps, store, make, edit } = await home();
    await companionsOf(deps, "anna");
    await make("a3", "anna", "telegram:3");
    await edit("a1", { ref: "telegram:1" });
    await edit("b1", { owner: "anna" });
    expect(await companionsOf(deps, "anna")).toEqual(["a1", "a2", "a3", "b1"]);
    expect(await findByRef(deps, "anna", "telegram:1")).toBe("a1");
    expect(await findByRef(deps, "anna", "telegram:3")).toBe("a3");
    await store.trash("a3");
    expect(await findByRef(deps, "anna", "telegram:3")).toBeUndefined();
  });

  it("forgets what it read while the config was being changed", async () => {
    const { deps, store, edit } = await home();
    const { read } = store;
    store.read = async (owner, name) => {
      const value = await read(owner, name);
      if (owner.id === "b1") await edit("b1", { owner: "anna" });
      return value;
    };
    await companionsOf(deps, "anna");
    store.read = read;
    expect(await companionsOf(deps, "anna")).toEqual(["a1", "a2", "b1"]);
  });

  it("leaves out a folder that cannot be read, and looks again when it is mended", async () => {
    const { deps, store } = await home();
    const { read } = store;
    store.read = (owner, name) =>
      owner.id === "a1"
        ? Promise.reject(new AppError("damaged", "config.json does not parse."))
        : read(owner, name);
    expect(await companionsOf(deps, "anna")).toEqual(["a2"]);
    store.read = read;
    expect(await companionsOf(deps, "anna")).toEqual(["a1", "a2"]);
  });

  it("does not take a failing disk for an empty house", async () => {
    const { deps, store } = await home();
    store.read = () => Promise.reject(new AppError("storage", "The disk does not answer."));
    await expect(companionsOf(deps, "anna")).rejects.toMatchObject({ code: "storage" });
  });
});

describe("a few at a time", () => {
  it("keeps the order and never more than sixteen running", async () => {
    let running = 0;
    let most = 0;
    const items = Array.from({ length: 50 }, (_, index) => index);
    const results = await inChunks(items, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return item * 2;
    });
    expect(results).toEqual(items.map((item) => item * 2));
    expect(most).toBe(16);
  });
});
