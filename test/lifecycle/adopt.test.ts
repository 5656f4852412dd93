// A companion's folder from another house: copied, found at the start, given an owner, or refused with the reason (part 4, moving).
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FoldersAnswer } from "../../src/schema/request-folder.ts";
import { type House, startHouse } from "../support/house.ts";

const clock = "2026-03-10T20:00:00+08:00";
let old: House;
let target: string;
let user: string;
const opened: House[] = [];

beforeEach(async () => {
  old = await startHouse({ clock });
  user = await old.create({ name: "小夏", base_soul: "住在海边的画家" });
  await old.chat(user, "我养了一只叫年糕的猫");
  await old.close();
  target = await mkdtemp(join(tmpdir(), "keepsake-new-"));
});
afterEach(async () => {
  for (const house of opened.splice(0)) await house.close().catch(() => undefined);
  await old.remove();
  await rm(target, { recursive: true, force: true });
  await rm(`${target}-backups`, { recursive: true, force: true });
});

async function open(): Promise<House> {
  const house = await startHouse({ clock, folder: target });
  opened.push(house);
  return house;
}

/** The companion as it lies in the old house, in the new one. */
async function copy(name = user, change: Record<string, unknown> = {}): Promise<void> {
  const to = join(target, "ai_users", name);
  await cp(join(old.folder, "ai_users", user), to, { recursive: true });
  const config = JSON.parse(await readFile(join(to, "config.json"), "utf8"));
  await writeFile(join(to, "config.json"), JSON.stringify({ ...config, ...change }));
}

const folders = async (house: House) => (await house.api<FoldersAnswer>("GET", "/api/folders")).body;
const configOf = async (name: string) =>
  JSON.parse(await readFile(join(target, "ai_users", name, "config.json"), "utf8"));

describe("a folder from another house", () => {
  it("becomes the only account's at the next start, and the talk goes on", async () => {
    await (await open()).close();
    await copy(user, { owner: "somebody" });
    const house = await open();
    expect(await folders(house)).toEqual({ adopted: [user], refused: [] });
    expect((await house.api("GET", `/api/ai-users/${user}`)).body).toMatchObject({
      name: "小夏",
      friend: true,
    });
    const { body } = await house.api<{ messages: { content: string }[] }>(
      "GET",
      `/api/ai-users/${user}/messages`,
    );
    expect(body.messages[0]?.content).toBe("我养了一只叫年糕的猫");
    expect((await house.chat(user, "我们搬家了")).at(-1)?.event).toBe("reply-end");
  });

  it("waits for the first account in a house that is new", async () => {
    await copy(user, { owner: "somebody" });
    const house = await open();
    await house.api("POST", "/test/clock", { advance_s: 15 });
    expect((await configOf(user)).owner).toBe("owner");
    expect((await house.api("GET", `/api/ai-users/${user}`)).status).toBe(200);
  });

  it("keeps an owner who has an account here, and is untouched from then on", async () => {
    await (await open()).close();
    await copy();
    const before = await readFile(join(target, "ai_users", user, "config.json"), "utf8");
    const house = await open();
    expect((await house.api("GET", `/api/ai-users/${user}`)).status).toBe(200);
    await house.close();
    await open();
    expect(await readFile(join(target, "ai_users", user, "config.json"), "utf8")).toBe(before);
  });

  it("takes the name of its folder where that was changed", async () => {
    await (await open()).close();
    await copy("summer", { owner: "somebody" });
    await open();
    expect(await configOf("summer")).toMatchObject({ user_id: "summer", owner: "owner" });
  });

  it("is refused, untouched and told of, where its name is taken", async () => {
    await (await open()).close();
    await copy();
    await copy("twin");
    const before = await readFile(join(target, "ai_users/twin/config.json"), "utf8");
    const house = await open();
    const { refused } = await folders(house);
    expect(refused).toMatchObject([
      { folder: "twin", reason: "clash", message: expect.stringContaining(user) },
    ]);
    expect((await house.api("GET", "/api/ai-users/twin")).status).toBe(404);
    await house.api("POST", "/test/clock", { advance_s: 3_600 });
    expect(await readFile(join(target, "ai_users/twin/config.json"), "utf8")).toBe(before);
  });

  it("is refused with the place of the fault, in the owner's language, and the house starts all the same", async () => {
    await (await open()).close();
    await copy();
    for (const [name, text] of [
      ["future", '{"format": 2}'],
      ["torn", '{\n  "name": '],
      ["shape", '{"name": 7}'],
    ] as const) {
      await mkdir(join(target, "ai_users", name));
      await writeFile(join(target, "ai_users", name, "config.json"), text);
    }
    await mkdir(join(target, "ai_users/大写"));
    const house = await open();
    const { refused } = await folders(house);
    expect(refused.map(({ folder, reason }) => [folder, reason])).toEqual([
      ["future", "newer"],
      ["shape", "damaged"],
      ["torn", "damaged"],
      ["大写", "name"],
    ]);
    expect(refused[0]?.message).toMatch(/格式 2/);
    expect(refused[2]?.message).toMatch(/3:|2:/);
    expect((await house.api("GET", `/api/ai-users/${user}`)).status).toBe(200);
  });
});
