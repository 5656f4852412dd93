// Formats of folders: a newer one is refused and left alone, an older one is brought up with a copy kept.
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { account, companion } from "../../src/store/store.ts";
import { dropUpgradeCopies, type UpgradeStep, upgradeFolder } from "../../src/store/upgrade.ts";
import { addMid, bareHouse, codeOf, config, house, mei, mid, say } from "./fixture.ts";

describe("a folder of a newer format", () => {
  const newer = JSON.stringify({ format: 99, name: "未来", gift: { unknown: true } });

  test("is listed with its error, nothing in it is read or written, and others work", async () => {
    const at = await bareHouse({ before: (put) => put("config.json", newer) });
    await at.put("mid_term.json", '{"another": "shape"}');
    await at.store.create(companion("zoe"), { config: config({ name: "周" }) });
    expect(await at.store.list("companion")).toEqual(["mei", "zoe"]);
    expect(await codeOf(at.store.read(mei, "config"))).toBe("unavailable");
    expect(await codeOf(addMid(at.store, mid("m1")))).toBe("unavailable");
    expect(await codeOf(at.store.log.append("mei", [say("a")]))).toBe("unavailable");
    expect(await codeOf(at.store.parts.list(mei, "knowledge"))).toBe("unavailable");
    expect((await at.store.read(companion("zoe"), "config")).name).toBe("周");
    const states = await at.store.files(mei);
    expect(states.find((one) => one.name === "config.json")).toMatchObject({
      valid: false,
      error: { reason: "newer", message: expect.stringContaining("99") },
    });
    await at.restart();
    expect(await at.text("config.json")).toBe(newer);
    expect(await at.text("mid_term.json")).toBe('{"another": "shape"}');
  });
});

describe("a folder of an older format", () => {
  const steps: UpgradeStep[] = [
    {
      from: 1,
      change: (files) =>
        new Map([["lore.json", [{ id: "l1", keywords: [], content: String(files.get("lore.json")) }]]]),
    },
    {
      from: 2,
      change: (files) => new Map([["mid_term.json", [...(files.get("mid_term.json") as unknown[]), "two"]]]),
    },
  ];

  test("goes through each step in order, and the files as they were are kept until the next clean start", async () => {
    const at = await house();
    await at.put("mid_term.json", '["one"]');
    await at.put("lore.json", '"旧的"');
    const before = await at.text("config.json");
    const around = { root: at.folder, warn: () => undefined };
    expect(await upgradeFolder(at.path(), around, steps, 3)).toBeUndefined();
    expect(await at.json("lore.json")).toMatchObject([{ content: "旧的" }]);
    expect(await at.json("mid_term.json")).toEqual(["one", "two"]);
    expect(await at.json("config.json")).toMatchObject({ format: 3, name: "小梅" });
    expect(await readFile(at.path(".recovered/format-1/config.json"), "utf8")).toBe(before);
    // Once more changes nothing: the format says that it is done.
    await upgradeFolder(at.path(), around, steps, 3);
    expect(await at.json("mid_term.json")).toEqual(["one", "two"]);
    await dropUpgradeCopies(at.path());
    expect((await at.files()).filter((name) => name.includes("format-"))).toEqual([]);
  });

  test("whose config is damaged is left alone: its format is not known", async () => {
    const at = await bareHouse({ before: (put) => put("config.json", "{half") });
    expect(
      await upgradeFolder(at.path(), { root: at.folder, warn: () => undefined }, steps, 3),
    ).toBeUndefined();
    expect(await at.text("config.json")).toBe("{half");
  });
});

test("the zone of an account decides where its companions' changes are filed", async () => {
  const at = await house();
  at.clock.at = Date.UTC(2026, 10, 30, 20) / 1000;
  await at.store.create(account("anna"), {
    account: {
      account_id: "anna",
      username: "anna",
      password: "x",
      role: "user",
      display_name: "",
      about_me: "",
      time_zone: "Asia/Shanghai",
      language: "zh",
      friends: [],
    },
  });
  await addMid(at.store, mid("m1"));
  expect(await at.text("changes/2026-12.jsonl")).toContain("m1");
});
