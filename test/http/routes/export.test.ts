// Companions as zips over HTTP: out, in again, and what is refused; on a real house, since its folders matter (DESIGN 7).
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forged } from "../../archive/archives.ts";
import { inputFile } from "../../cases/case.ts";
import { type House, startHouse, until } from "../../support/house.ts";

let house: House;
beforeAll(async () => {
  house = await startHouse({ clock: "2026-03-10T20:00:00+08:00" });
});
afterAll(async () => {
  await house.close();
  await house.remove();
});

let user: string;
beforeEach(async () => {
  user = await house.create({ name: "小夏", base_soul: "住在海边的画家" });
  await house.chat(user, "我养了一只叫年糕的猫");
});

type Zip = Record<string, Uint8Array>;
const path = (id: string, ...names: string[]) => join(house.folder, "ai_users", id, ...names);
const text = (zip: Zip, name: string) => Buffer.from(zip[name] ?? []).toString();

async function download(url: string, token = house.token): Promise<{ response: Response; zip: Zip }> {
  const response = await fetch(house.url + url, { headers: { authorization: `Bearer ${token}` } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { response, zip: response.ok ? unzipSync(bytes) : {} };
}

type Imported = { ai_users: { user_id: string; name: string }[]; there: string[]; ignored: string[] };
type Refused = { error: { code: string; details?: { path: string; message: string; line?: number }[] } };

async function upload<T = Imported>(bytes: Uint8Array, query = "", token = house.token) {
  const response = await fetch(`${house.url}/api/ai-users/import${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/zip" },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: (await response.json()) as T };
}

/** Names in the data folder and in ai_users that are there for a moment only. */
async function leftovers(): Promise<string[]> {
  const names = [...(await readdir(house.folder)), ...(await readdir(join(house.folder, "ai_users")))];
  return names.filter((name) => name.endsWith(".tmp"));
}

describe("GET …/export", () => {
  it("gives every file of the folder byte for byte, and nothing that was derived", async () => {
    await writeFile(path(user, "notes.txt"), "mine");
    const { response, zip } = await download(`/api/ai-users/${user}/export`);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${user}-2026-03-10.zip"`);
    expect(Object.keys(zip)).toEqual(
      expect.arrayContaining(["config.json", "conversation.json", "notes.txt"]),
    );
    expect(Object.keys(zip).filter((name) => name.startsWith("."))).toEqual([]);
    for (const [name, bytes] of Object.entries(zip))
      expect(Buffer.from(bytes).equals(await readFile(path(user, name))), name).toBe(true);
    expect(text(zip, "conversation.json")).toContain("年糕");
    expect(await leftovers()).toEqual([]);
  });

  it("is of one's own companions only, and nobody's without a token", async () => {
    expect((await download("/api/ai-users/nobody-here/export")).response.status).toBe(404);
    expect((await download(`/api/ai-users/${user}/export`, "x.y.z")).response.status).toBe(401);
    const wish = { name: "bot", scopes: ["read"], ai_users: [await house.create()] };
    const { body } = await house.api<{ key: string }>("POST", "/api/auth/keys", wish);
    expect((await download(`/api/ai-users/${user}/export`, body.key)).response.status).toBe(404);
    expect((await download("/api/account/export", body.key)).response.status).toBe(403);
  });

  it("leaves nothing behind when the reader goes away", async () => {
    const abort = new AbortController();
    const response = await fetch(`${house.url}/api/ai-users/${user}/export`, {
      headers: { authorization: `Bearer ${house.token}` },
      signal: abort.signal,
    });
    abort.abort();
    await response.arrayBuffer().catch(() => undefined);
    expect(await until("the copy is gone", async () => (await leftovers()).length === 0)).toBe(true);
  });

  it("brings a broken document along with the good copy that is in use, and takes both back", async () => {
    await house.api("PUT", `/api/memory/${user}/lore`, [
      { id: "l1", keywords: ["墨块"], content: "墨块是一只灰猫", enabled: true },
    ]);
    await writeFile(path(user, "lore.json"), '[{"id": "l1", "keywords": [');
    await house.api("GET", `/api/memory/${user}`);
    const { zip } = await download(`/api/ai-users/${user}/export`);
    expect(text(zip, ".recovered/lore.json")).toContain("墨块是一只灰猫");
    const { status, body } = await upload(zipSync(zip), "?new_id=true");
    expect(status).toBe(201);
    const copy = body.ai_users[0]?.user_id ?? "";
    const { body: listed } = await house.api<{ files: { name: string }[] }>(
      "GET",
      `/api/memory/${copy}/files`,
    );
    const state = listed.files.find(({ name }) => name === "lore.json");
    expect(state).toMatchObject({ valid: false, error: { line: 1, last_good: true } });
    expect(await readFile(path(copy, "lore.json"), "utf8")).toBe('[{"id": "l1", "keywords": [');
  });
});

describe("POST /api/ai-users/import", () => {
  it("brings the companion back as it was: memory, log and what must not return", async () => {
    const asked = { query: "年糕", preview: false };
    await house.chat(user, "我喜欢下雨天");
    await house.api("POST", `/api/memory/${user}/erase`, asked);
    const gone = JSON.parse(await readFile(path(user, "erased.json"), "utf8")) as { message_ids: string[] };
    const { zip } = await download(`/api/ai-users/${user}/export`);
    await house.api("DELETE", `/api/ai-users/${user}?forever=true`);
    const { status, body } = await upload(zipSync(zip));
    expect([status, body]).toEqual([
      201,
      { ai_users: [{ user_id: user, name: "小夏", files: Object.keys(zip).length }], there: [], ignored: [] },
    ]);
    const messages = await house.api<{ messages: { content: string }[] }>(
      "GET",
      `/api/ai-users/${user}/messages`,
    );
    expect(messages.body.messages.map(({ content }) => content)).toContain("我喜欢下雨天");
    const again = await house.chat(user, "还记得我吗");
    expect(again.at(-1)?.event).toBe("reply-end");
    const back = {
      format: "messages",
      topics: [
        {
          messages: [
            {
              message_id: gone.message_ids[0],
              role: "user",
              content: "我养了一只叫年糕的猫",
              timestamp: 1_773_000_000,
            },
          ],
        },
      ],
      summarise: "none",
    };
    const { body: skipped } = await house.api("POST", `/api/ai-users/${user}/import`, back);
    expect(skipped).toMatchObject({ messages: 0, skipped: 1 });
    const friends = await house.api<{ friends: { user_id: string }[] }>("GET", "/api/friends");
    expect(JSON.stringify(friends.body)).toContain(user);
  });

  it("refuses an id that is taken, and gives a new one when asked", async () => {
    const { zip } = await download(`/api/ai-users/${user}/export`);
    const taken = await upload<Refused>(zipSync(zip));
    expect([taken.status, taken.body.error.code]).toEqual([409, "conflict"]);
    const { status, body } = await upload(zipSync(zip), "?new_id=true");
    const copy = body.ai_users[0]?.user_id ?? "";
    expect(status).toBe(201);
    expect(copy).not.toBe(user);
    const config = JSON.parse(await readFile(path(copy, "config.json"), "utf8"));
    expect(config).toMatchObject({ user_id: copy, owner: "owner", base_soul: "住在海边的画家" });
  });

  it("makes the importing account the owner, whoever owned it before", async () => {
    const { zip } = await download(`/api/ai-users/${user}/export`);
    const foreign = {
      ...JSON.parse(text(zip, "config.json")),
      user_id: "from-afar",
      owner: "somebody",
      ref: "tg:7",
    };
    const bytes = zipSync({ ...zip, "config.json": strToU8(JSON.stringify(foreign)) });
    expect((await upload(bytes)).status).toBe(201);
    expect((await house.api("GET", "/api/ai-users/from-afar")).body).toMatchObject({
      name: "小夏",
      friend: true,
    });
  });

  it("takes a folder that was packed with its name, and names what is none of a companion's files", async () => {
    const { zip } = await download(`/api/ai-users/${user}/export`);
    const wrapped = Object.fromEntries(Object.entries(zip).map(([name, bytes]) => [`小夏/${name}`, bytes]));
    const extra = { ...wrapped, "小夏/run.sh": strToU8("rm -rf ~"), "readme.txt": strToU8("hi") };
    const { status, body } = await upload(zipSync(extra), "?new_id=true");
    expect([status, body.ignored.sort()]).toEqual([201, ["readme.txt", "小夏/run.sh"]]);
    expect(await readdir(path(body.ai_users[0]?.user_id ?? ""))).not.toContain("run.sh");
  });

  it("refuses a folder with a broken file, with file and line, and leaves nothing of it", async () => {
    const { zip } = await download(`/api/ai-users/${user}/export`);
    const before = await readdir(join(house.folder, "ai_users"));
    const broken = {
      ...zip,
      "facts.json": strToU8('[\n{"category": "health",\n]'),
      "conversation.json": strToU8("[{]"),
    };
    const { status, body } = await upload<Refused>(zipSync(broken), "?new_id=true");
    expect([status, body.error.code]).toEqual([422, "invalid"]);
    expect(body.error.details).toEqual([
      expect.objectContaining({ path: "conversation.json", line: 1 }),
      expect.objectContaining({ path: "facts.json", line: 3 }),
    ]);
    const shape = { ...zip, "mid_term.json": strToU8('[{"summary": 7}]') };
    const answer = await upload<Refused>(zipSync(shape), "?new_id=true");
    expect(answer.body.error.details?.[0]).toMatchObject({ path: "mid_term.json" });
    expect(await readdir(join(house.folder, "ai_users"))).toEqual(before);
    expect(await leftovers()).toEqual([]);
  });

  it.each([
    ["half_mid_term.json", "mid_term.json", 17],
    ["nul_short_term.json", "short_term.json", 1],
    ["comments_trailing_core.json", "core_memory.json", 2],
    ["object_instead_of_array_mid_term.json", "mid_term.json", 1],
    ["log_bad_last_line.jsonl", "conversation.json", 4],
    ["bom_crlf_config.json", "config.json", undefined],
    ["duplicate_keys_config.json", "config.json", undefined],
    ["proto_keys_config.json", "config.json", undefined],
    ["extra_fields_mid_term.json", "mid_term.json", undefined],
  ])("meets a file as a hand, a crash or a stranger left it: %s as %s", async (name, place, line) => {
    const { zip } = await download(`/api/ai-users/${user}/export`);
    const before = await readdir(join(house.folder, "ai_users"));
    const packed = zipSync({ ...zip, [place]: new Uint8Array(inputFile(name)) });
    const { status, body } = await upload<Imported & Refused>(packed, "?new_id=true");
    if (line !== undefined) {
      expect([status, body.error.details]).toEqual([422, [expect.objectContaining({ path: place, line })]]);
      expect(await readdir(join(house.folder, "ai_users"))).toEqual(before);
      return;
    }
    expect(status).toBe(201);
    const id = body.ai_users[0]?.user_id ?? "";
    expect((await house.chat(id, "在吗")).at(-1)).toMatchObject({ event: "reply-end" });
    const { body: files } = await house.api<{ files: { name: string; valid: boolean }[] }>(
      "GET",
      `/api/memory/${id}/files`,
    );
    expect(files.files.filter(({ valid }) => !valid)).toEqual([]);
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("polluted");
  });

  it("refuses a newer format, a config that is none, and an archive without a companion", async () => {
    const { zip } = await download(`/api/ai-users/${user}/export`);
    const withConfig = (config: string) => zipSync({ ...zip, "config.json": strToU8(config) });
    for (const [bytes, why] of [
      [withConfig('{"format": 99}'), "newer"],
      [withConfig("{"), "no JSON"],
      [withConfig('{"name": 7}'), "string"],
      [withConfig('{"user_id": "../../x"}'), ""],
      [zipSync({ "facts.json": strToU8("[]") }), "no companion"],
      [Buffer.from("PK but no zip"), "no whole zip"],
      [new Uint8Array(0), ""],
    ] as const) {
      const { status, body } = await upload<Refused>(bytes, "?new_id=true");
      expect([400, 422]).toContain(status);
      expect(JSON.stringify(body)).toContain(why);
    }
    expect(await leftovers()).toEqual([]);
  });

  it.each([
    ["a way out", { name: "../../escaped.txt", content: Buffer.from("x") }],
    ["an absolute name", { name: "/tmp/escaped.txt", content: Buffer.from("x") }],
    ["a link", { name: "facts.json", content: Buffer.from("/etc/passwd"), mode: 0o120777 }],
    ["a bomb", { name: "facts.json", content: Buffer.alloc(40_000_000, "[]\n") }],
  ])("refuses an archive with %s, whatever else is in it", async (_what, entry) => {
    const config = { name: "config.json", content: Buffer.from('{"user_id":"hostile"}') };
    const { status, body } = await upload<Refused>(forged([config, entry]));
    expect([status, body.error.code]).toEqual([422, "invalid"]);
    expect((await house.api("GET", "/api/ai-users/hostile")).status).toBe(404);
    expect(await leftovers()).toEqual([]);
  });

  it("is closed to keys that may not make companions", async () => {
    for (const wish of [{ scopes: ["read", "chat"] }, { scopes: ["write"], ai_users: [user] }]) {
      const { body } = await house.api<{ key: string }>("POST", "/api/auth/keys", { name: "bot", ...wish });
      expect((await upload(zipSync({ "config.json": strToU8("{}") }), "", body.key)).status).toBe(403);
    }
  });

  it("refuses other kinds of body by their type", async () => {
    const { status } = await house.api("POST", "/api/ai-users/import", "x", { "content-type": "text/plain" });
    expect(status).toBe(415);
  });
});

describe("GET /api/account/export", () => {
  it("holds all companions and no hash, and a repeat of its import leaves those that are there", async () => {
    const { zip } = await download("/api/account/export");
    const account = JSON.parse(text(zip, "account.json"));
    expect(account).toMatchObject({ account_id: "owner", role: "admin" });
    expect(account).not.toHaveProperty("password");
    expect(JSON.stringify(Object.keys(zip))).not.toMatch(/sessions|keys|secrets|models/);
    const whole = Object.values(zip)
      .map((bytes) => Buffer.from(bytes).toString())
      .join("\n");
    expect(whole).not.toContain("scrypt$");
    expect(text(zip, `ai_users/${user}/config.json`)).toContain("住在海边的画家");
    await house.api("DELETE", `/api/ai-users/${user}?forever=true`);
    const { status, body } = await upload(zipSync(zip));
    expect(status).toBe(201);
    expect(body.ai_users.map(({ user_id }) => user_id)).toEqual([user]);
    expect(body.there.length).toBeGreaterThan(0);
    expect((await house.api("GET", `/api/ai-users/${user}`)).body).toMatchObject({ name: "小夏" });
  });
});

describe("the zip of an account with one companion", () => {
  it("leaves the companion that is there, and never passes somebody else's off as one's own", async () => {
    const { zip } = await download("/api/account/export");
    const one = Object.entries(zip).filter(
      ([name]) => !name.startsWith("ai_users/") || name.startsWith(`ai_users/${user}/`),
    );
    const packed = zipSync(Object.fromEntries(one));
    const again = await upload(packed);
    expect([again.status, again.body.ai_users, again.body.there]).toEqual([201, [], [user]]);
    const { body: invited } = await house.api<{ invite: string }>("POST", "/api/auth/invites", {});
    const { body: other } = await house.api<{ access_token: string }>("POST", "/api/auth/register", {
      username: "bella",
      password: "a long password",
      client: "program",
      invite: invited.invite,
    });
    const refused = await upload<Refused>(packed, "", other.access_token);
    expect([refused.status, refused.body.error.code]).toEqual([409, "conflict"]);
  });
});

describe("a folder that is copied among the companions", () => {
  it("is left alone while the house runs, until an admin asks for it", async () => {
    await cp(path(user), path("moved"), { recursive: true });
    const config = JSON.parse(await readFile(path(user, "config.json"), "utf8"));
    await writeFile(
      path("moved", "config.json"),
      JSON.stringify({ ...config, user_id: "moved", owner: "elsewhere" }),
    );
    await rm(path("moved", "short_term.json"));
    expect((await house.api("GET", "/api/ai-users/moved")).status).toBe(404);
    await house.api("POST", "/test/clock", { advance_s: 60 });
    expect(await readdir(path("moved"))).not.toContain("short_term.json");
    const { body } = await house.api<{ adopted: string[] }>("POST", "/api/folders");
    expect(body.adopted).toEqual(["moved"]);
    expect((await house.api("GET", "/api/ai-users/moved")).body).toMatchObject({
      name: "小夏",
      friend: true,
    });
    const events = await house.chat("moved", "我们搬家了");
    expect(events.at(-1)?.event).toBe("reply-end");
  });

  it("is refused with the reason where it cannot be used", async () => {
    await mkdir(path("Not A Name"));
    await mkdir(path("half"));
    await mkdir(path("future"));
    await writeFile(path("future", "config.json"), '{"format": 7}');
    await mkdir(path("torn"));
    await writeFile(path("torn", "config.json"), '{\n"name":');
    await cp(path(user), path("twin"), { recursive: true });
    const { body } = await house.api<{ refused: { folder: string; reason: string; message: string }[] }>(
      "POST",
      "/api/folders",
    );
    expect(body.refused.map(({ folder, reason }) => [folder, reason])).toEqual([
      ["Not A Name", "name"],
      ["future", "newer"],
      ["half", "missing"],
      ["torn", "damaged"],
      ["twin", "clash"],
    ]);
    expect(body.refused.find(({ folder }) => folder === "torn")?.message).toContain("2:");
    expect((await house.api<{ refused: unknown[] }>("GET", "/api/folders")).body.refused.length).toBe(5);
    expect((await house.api("GET", "/api/ai-users/twin")).status).toBe(404);
    await rename(path("Not A Name"), path("half", "x"));
    for (const name of ["half", "future", "torn", "twin"]) await rm(path(name), { recursive: true });
  });
});
