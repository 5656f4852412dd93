import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../src/error.ts";
import { createCompanion, newUserId, userIdOfRef } from "../../src/lifecycle/create.ts";
import { Account } from "../../src/schema/account.ts";
import { idPattern } from "../../src/schema/common.ts";
import { type CompanionDocument, documents } from "../../src/schema/documents.ts";
import { openHouse } from "../http/support/house.ts";

const owner = Account.parse({
  account_id: "anna",
  username: "anna",
  password: "x",
  role: "user",
  language: "en",
});

async function home() {
  const house = openHouse();
  await house.store.create({ kind: "account", id: "anna" }, { account: owner });
  const create = (wish: Parameters<typeof createCompanion>[1]["wish"], user_id = "one") =>
    createCompanion(house.deps, { owner, wish, user_id }, "request-1");
  const read = (name: CompanionDocument) => house.store.read({ kind: "companion", id: "one" }, name);
  return {
    house,
    create,
    read,
    friends: async () => (await house.store.read({ kind: "account", id: "anna" }, "account")).friends,
  };
}

describe("creating a companion", () => {
  it("writes every document of the register, empty", async () => {
    const { house, create } = await home();
    let given: object = {};
    const { create: real } = house.store;
    house.store.create = (folder, values) => {
      given = values;
      return real(folder, values);
    };
    await create({});
    const wanted = Object.entries(documents).filter(([, entry]) => entry.of === "companion");
    expect(Object.keys(given).sort()).toEqual(wanted.map(([name]) => name).sort());
    for (const [name, entry] of wanted)
      if (!["config", "core_memory", "short_term"].includes(name))
        expect(given, name).toHaveProperty(name, entry.empty());
  });

  it.each([
    [undefined, "一般", 72],
    [{ kind: "朋友" }, "关系较好", 24],
    [{ kind: "家人" }, "关系较好", 24],
    [{ kind: "恋人" }, "关系较好", 24],
    [{ kind: "师生" }, "一般", 72],
  ])("begins with the level of the bond %j: %s", async (bond, level, hours) => {
    const { house, create, read } = await home();
    await create({ bond });
    expect(await read("core_memory")).toMatchObject({
      relationship: { level, heartbeat_hours: hours, since: house.clock.now() },
      memories: [],
    });
  });

  it("keeps the greeting in the log and in the open topic alike", async () => {
    const { house, create, read } = await home();
    await create({ greeting: "  晚上好。\n今天过得怎么样？ " });
    const log = await house.store.log.tail("one", 10);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatchObject({
      role: "assistant",
      content: "晚上好。\n今天过得怎么样？",
      finish: "stop",
    });
    expect(await read("short_term")).toMatchObject({
      topic_id: log[0]?.topic_id,
      conversations: log,
      pending: [],
    });
  });

  it.each([[""], ["   \n"], [null]])(
    "stores no message for the greeting %j, the soul's own notwithstanding",
    async (greeting) => {
      const { house, create } = await home();
      await create({ soul: "xiaoman", greeting });
      expect(await house.store.log.tail("one", 10)).toEqual([]);
    },
  );

  it("speaks the owner's language where nobody chose one", async () => {
    const { create } = await home();
    expect(await create({})).toMatchObject({ language: "en", name: "Keepsake", pacing_speed: 0.5 });
  });

  it("leaves nothing behind when the disk refuses the greeting", async () => {
    const { house, create, friends } = await home();
    house.store.log.append = async () => {
      throw new AppError("storage", "The disk is full.");
    };
    await expect(create({ greeting: "hi" })).rejects.toMatchObject({ code: "storage" });
    expect(await house.store.list("companion")).toEqual([]);
    expect(await friends()).toEqual([]);
  });

  it("does not touch a companion that has the id already", async () => {
    const { house, create, read } = await home();
    await create({ name: "first", greeting: "hi" });
    await expect(create({ name: "second" })).rejects.toMatchObject({ code: "conflict" });
    expect(await read("config")).toMatchObject({ name: "first" });
    expect(await house.store.log.tail("one", 10)).toHaveLength(1);
  });
});

describe("ids", () => {
  it("are always folder names of the one pattern, whatever name or ref they come from", () => {
    const { deps } = openHouse();
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        expect(newUserId(deps, text)).toMatch(idPattern);
        expect(userIdOfRef("anna", text)).toMatch(idPattern);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it("of a ref are the same each time, and others for another account", () => {
    expect(userIdOfRef("anna", "telegram:1")).toBe(userIdOfRef("anna", "telegram:1"));
    expect(userIdOfRef("anna", "telegram:1")).not.toBe(userIdOfRef("ben", "telegram:1"));
    expect(userIdOfRef("anna", "telegram:1")).not.toBe(userIdOfRef("anna", "telegram 1"));
  });
});
