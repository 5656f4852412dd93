// Backups of a real house: made at night, whole, thinned out, purged, and put back by the commands (part 4, shown c).
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { start } from "../../src/main.ts";
import type { EraseLeft } from "../../src/schema/request-erase.ts";
import type { BackupsAnswer } from "../../src/schema/request-folder.ts";
import { readSettings } from "../../src/settings.ts";
import { type House, startHouse } from "../support/house.ts";

const clock = "2026-03-10T20:00:00+08:00";
const night = 8 * 3_600;
let house: House;

beforeEach(async () => {
  house = await startHouse({ clock });
});
afterEach(async () => {
  await house.close();
  await house.remove();
});

const backupsAt = (at: House = house) => `${at.folder}-backups`;
const advance = (seconds: number) => house.api("POST", "/test/clock", { advance_s: seconds });
const list = async () => (await house.api<BackupsAnswer>("GET", "/api/backups")).body;
const names = async () => (await list()).backups.map(({ name }) => name);

/** Name -> hash of every file below a folder that a backup is to keep. */
async function hashes(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = relative(folder, join(entry.parentPath, entry.name));
    if (!entry.isFile() || /(?:^|\/)(?:\.cache|\.lock)(?:\/|$)/.test(name)) continue;
    found[name] = createHash("sha256")
      .update(await readFile(join(folder, name)))
      .digest("hex");
  }
  return found;
}

type Ran = { code: number; out: string };

/** One of the commands, on the folders of the house. */
function command(
  program: "backup" | "restore",
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", "tsx", `src/${program}.ts`, ...args],
      {
        cwd: join(import.meta.dirname, "../.."),
        env: {
          PATH: process.env.PATH ?? "",
          DATA_DIR: house.folder,
          BACKUP_DIR: backupsAt(),
          NODE_ENV: "test",
          ...env,
        },
      },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, out: stdout + stderr }),
    );
  });
}

describe("a backup", () => {
  it("is made in the first night, not before, and once a night", async () => {
    await house.create({ name: "小夏" });
    await advance(3_600);
    expect(await names()).toEqual([]);
    expect((await house.api<{ backup_age_s: number | null }>("GET", "/health")).body.backup_age_s).toBeNull();
    await advance(night);
    const [first] = await names();
    expect(first).toMatch(/^2026-03-10_2\d{5}Z$/);
    await advance(3_600);
    expect(await names()).toEqual([first]);
    await advance(24 * 3_600);
    expect((await names()).length).toBe(2);
    const { age_s, bytes, last_error } = await list();
    expect([age_s !== null && age_s < 3_600, bytes > 1_000, last_error]).toEqual([true, true, null]);
    const health = await house.api<{ backup_age_s: number }>("GET", "/health");
    expect(health.body.backup_age_s).toBeLessThan(3_600);
  });

  it("holds every file of the house byte for byte, keys too, and the trash", async () => {
    const user = await house.create({ name: "小夏" });
    const trashed = await house.create({ name: "旧友" });
    await house.chat(user, "我养了一只叫年糕的猫");
    await writeFile(join(house.folder, "ai_users", user, "notes.txt"), "mine");
    await house.api("DELETE", `/api/ai-users/${trashed}`);
    const { status, body } = await house.api<{ name: string }>("POST", "/api/backups");
    expect(status).toBe(201);
    const folder = join(backupsAt(), body.name);
    const held: Record<string, string> = {};
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.name.endsWith(".zip")) continue;
      const file = relative(folder, join(entry.parentPath, entry.name));
      const prefix = file === "house.zip" ? "" : `${file.slice(0, -4)}/`;
      for (const [name, bytes] of Object.entries(unzipSync(await readFile(join(folder, file)))))
        held[`${prefix}${name}`] = createHash("sha256").update(bytes).digest("hex");
    }
    expect(held).toEqual(await hashes(house.folder));
    expect(Object.keys(held)).toEqual(
      expect.arrayContaining(["secrets.json", "accounts/owner/account.json", `ai_users/${user}/notes.txt`]),
    );
    expect(Object.keys(held).some((name) => name.startsWith(`trash/${trashed}.`))).toBe(true);
  });

  it("names a file that could not be taken along", async () => {
    const user = await house.create();
    await symlink("/etc/hostname", join(house.folder, "ai_users", user, "knowledge.txt"));
    await house.api("POST", "/api/backups");
    const { backups, last_error } = await list();
    expect(backups.length).toBe(1);
    expect(last_error?.message).toContain("knowledge.txt");
  });

  it("that fails is noted, tried again after an hour, and leaves nothing half", async () => {
    await writeFile(backupsAt(), "in the way");
    await house.create();
    await advance(night);
    expect((await house.api("POST", "/api/backups")).status).toBe(503);
    await rm(backupsAt());
    await advance(1_800);
    expect(await names()).toEqual([]);
    await advance(3_600);
    expect((await names()).length).toBe(1);
    expect((await list()).last_error).toBeNull();
    expect((await readdir(backupsAt())).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("is thinned out to days, weeks and months", async () => {
    await house.create();
    for (let day = 0; day < 20; day += 1) await house.api("POST", "/test/clock", { advance_s: 86_400 });
    const there = await names();
    expect(there.length).toBeGreaterThanOrEqual(8);
    expect(there.length).toBeLessThanOrEqual(11);
    expect((await readdir(backupsAt())).filter((name) => /^\d/.test(name)).sort()).toEqual(there.toSorted());
  });

  it("is shown to admins only", async () => {
    const { body } = await house.api<{ key: string }>("POST", "/api/auth/keys", {
      name: "bot",
      scopes: ["read", "write"],
    });
    for (const [method, path, send] of [
      ["GET", "/api/backups", undefined],
      ["POST", "/api/backups", undefined],
      ["POST", "/api/backups/purge", { user_id: "x" }],
    ] as const)
      expect((await house.api(method, path, send, { authorization: `Bearer ${body.key}` })).status).toBe(403);
  });
});

describe("a backup folder inside the data folder", () => {
  it("is refused with one line, also behind a link", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keepsake-"));
    const link = `${folder}-link`;
    await mkdir(join(folder, "deep"));
    await symlink(join(folder, "deep"), link);
    for (const BACKUP_DIR of [join(folder, "backups"), folder, link])
      await expect(
        start(readSettings(tmpdir(), { DATA_DIR: folder, BACKUP_DIR, PORT: "0", NODE_ENV: "test" })),
      ).rejects.toThrow(/^BACKUP_DIR lies inside DATA_DIR; [^\n]+$/);
    await rm(folder, { recursive: true });
    await rm(link);
  });
});

describe("an erased text", () => {
  const erase = (user: string, wish: object) =>
    house.api<{ receipt: { left: EraseLeft[] } }>("POST", `/api/memory/${user}/erase`, {
      ...wish,
      preview: false,
    });
  const inBackups = (left: readonly EraseLeft[]) => left.find(({ kind }) => kind === "backups");

  it("is found in the backups that hold it, by its words and by its ids, and nowhere else", async () => {
    const user = await house.create();
    await house.chat(user, "今天下雨");
    const early = (await house.api<{ name: string }>("POST", "/api/backups")).body.name;
    await advance(86_400);
    await house.chat(user, "我住翠湖路18号", { message_id: "m-street" });
    const late = (await house.api<{ name: string }>("POST", "/api/backups")).body.name;
    const shown = await house.api<{ left: EraseLeft[] }>("POST", `/api/memory/${user}/erase`, {
      message_ids: ["m-street"],
    });
    expect(inBackups(shown.body.left)?.ids).toEqual([late]);
    const { body } = await erase(user, { query: "翠湖路18号" });
    expect(inBackups(body.receipt.left)?.ids).toEqual([late]);
    expect(await names()).toContain(early);
  });

  it("goes out of them by a purge, with the rest of each backup as it was", async () => {
    const user = await house.create();
    const other = await house.create({ name: "另一位" });
    await house.chat(user, "我住翠湖路18号");
    await house.chat(other, "我爱喝茶");
    const { name } = (await house.api<{ name: string }>("POST", "/api/backups")).body;
    const { body } = await erase(user, { query: "翠湖路18号" });
    const ids = inBackups(body.receipt.left)?.ids;
    expect(ids).toEqual([name]);
    const before = await readFile(join(backupsAt(), name, "ai_users", `${other}.zip`));
    const purged = await house.api<{ fresh: string; purged: string[] }>("POST", "/api/backups/purge", {
      user_id: user,
      names: ids,
    });
    expect(purged.body.purged).toEqual([name]);
    expect(await readdir(join(backupsAt(), name, "ai_users"))).toEqual([`${other}.zip`]);
    expect((await readFile(join(backupsAt(), name, "ai_users", `${other}.zip`))).equals(before)).toBe(true);
    for (const one of await names()) {
      const archive = join(backupsAt(), one, "ai_users", `${user}.zip`);
      const files = await readFile(archive).then(unzipSync, () => ({}));
      const all = Object.values(files).map((bytes) => Buffer.from(bytes as Uint8Array).toString());
      expect(all.join("\n")).not.toContain("翠湖路");
    }
    const shown = (await list()).backups.find((one) => one.name === name);
    expect(shown).toMatchObject({ companions: [other], purged: [user] });
    const again = await erase(user, { query: "翠湖路18号" });
    expect(inBackups(again.body.receipt.left)).not.toHaveProperty("ids");
  });

  it("is not purged by a name that is none, or for somebody else's companion", async () => {
    const user = await house.create();
    const wrong = await house.api("POST", "/api/backups/purge", { user_id: user, names: ["../../etc"] });
    expect(wrong.status).toBe(404);
    expect((await house.api("POST", "/api/backups/purge", { user_id: "../x" })).status).toBe(422);
  });
});

describe("the commands", () => {
  it("back up, and after the data folder is lost put everything back; the talk goes on (shown c)", async () => {
    const user = await house.create({ name: "小夏" });
    await house.chat(user, "我养了一只叫年糕的猫");
    await house.close();
    const made = await command("backup");
    expect(made).toMatchObject({ code: 0 });
    const name = /Backup (\S+) was made and read back/.exec(made.out)?.[1] ?? "";
    const before = await hashes(house.folder);
    await rm(house.folder, { recursive: true });
    const back = await command("restore", [name]);
    expect(back.out).toContain("files were restored");
    expect(await hashes(house.folder)).toEqual(before);
    house = await startHouse({ clock, folder: house.folder });
    const events = await house.chat(user, "还记得年糕吗");
    expect(events.at(-1)?.event).toBe("reply-end");
    const { body } = await house.api<{ messages: { content: string }[] }>(
      "GET",
      `/api/ai-users/${user}/messages`,
    );
    expect(body.messages.map(({ content }) => content)).toEqual(
      expect.arrayContaining(["我养了一只叫年糕的猫", "还记得年糕吗"]),
    );
  }, 60_000);

  it("ask a running server for a backup, and refuse to restore under it", async () => {
    await house.create();
    const asking = command("backup");
    const asked = async () => (await readdir(backupsAt()).catch((): string[] => [])).includes(".wanted");
    while (!(await asked())) await new Promise((done) => setTimeout(done, 50));
    await advance(0);
    const made = await asking;
    expect(made).toMatchObject({ code: 0 });
    expect(made.out).toContain("The server is running");
    const name = /Backup (\S+) was made/.exec(made.out)?.[1] ?? "";
    const refused = await command("restore", [name, "--force"]);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/Process \d+ already uses this data folder/);
  }, 60_000);

  it("refuse to overwrite without --force, and keep what they replace", async () => {
    const user = await house.create({ name: "小夏" });
    await house.close();
    await command("backup");
    await appendFile(join(house.folder, "ai_users", user, "notes.txt"), "later");
    const now = await hashes(house.folder);
    const refused = await command("restore", ["latest"]);
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining("--force") });
    expect(await hashes(house.folder)).toEqual(now);
    const forced = await command("restore", ["latest", "--force"]);
    expect(forced.code).toBe(0);
    const kept = /kept in (.+)/.exec(forced.out)?.[1] ?? "";
    expect(await hashes(kept)).toEqual(now);
    expect(await readdir(join(house.folder, "ai_users", user))).not.toContain("notes.txt");
    await rm(kept, { recursive: true });
    house = await startHouse({ clock, folder: house.folder });
  }, 60_000);

  it("refuse a backup with a flipped byte before anything is touched", async () => {
    const user = await house.create();
    await house.close();
    await command("backup");
    const name = (await readdir(backupsAt())).find((one) => /^\d/.test(one)) ?? "";
    const archive = join(backupsAt(), name, "ai_users", `${user}.zip`);
    const bytes = await readFile(archive);
    const at = Math.floor(bytes.length / 3);
    bytes[at] = (bytes[at] ?? 0) ^ 0x20;
    await writeFile(archive, bytes);
    const now = await hashes(house.folder);
    const refused = await command("restore", [name, "--force"]);
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining("damaged") });
    expect(await hashes(house.folder)).toEqual(now);
    house = await startHouse({ clock, folder: house.folder });
  }, 60_000);

  it("end a restore that was broken off in the middle; until then no server starts on it", async () => {
    const user = await house.create();
    await house.close();
    await command("backup");
    const before = await hashes(house.folder);
    // As a kill leaves it: the marker stands, half of the old content has been moved away.
    await writeFile(join(house.folder, ".restoring.tmp"), "");
    const half = `${house.folder}.before`;
    await cp(join(house.folder, "ai_users"), half, { recursive: true });
    await rm(join(house.folder, "ai_users"), { recursive: true });
    await expect(startHouse({ clock, folder: house.folder })).rejects.toThrow(/restore/);
    const ended = await command("restore", ["latest"]);
    expect(ended.code).toBe(0);
    expect(await hashes(house.folder)).toEqual(before);
    await rm(half, { recursive: true });
    await rm(/kept in (.+)/.exec(ended.out)?.[1] ?? "", { recursive: true, force: true });
    house = await startHouse({ clock, folder: house.folder });
    expect((await house.api("GET", `/api/ai-users/${user}`)).status).toBe(200);
  }, 60_000);
});
