// docs/moving.md word for word: every line of it in a shell, from top to bottom, the two commands of a stopped house, and a folder by hand.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCardFile } from "../../src/exchange/card.ts";
import { plainPng, withTexts } from "../../src/exchange/png.ts";
import { type Running, start } from "../../src/main.ts";
import { readSettings } from "../../src/settings.ts";
import { shellBlocks } from "./command-lines.ts";

const project = resolve(import.meta.dirname, "../..");
/** A shell with the two programs that the document needs; where they are not, it cannot be tried. */
const hasTools = await new Promise<boolean>((done) =>
  execFile("sh", ["-c", "command -v curl && command -v jq && command -v bash"], (error) =>
    done(error === null),
  ),
);

let folder = "";
let house: Running | undefined;
let text = "";
let ran = { code: 0, out: "" };
let codes: { status: number; url: string }[] = [];
const ids: Record<string, string> = {};
const data = () => join(folder, "data");
const places = () => ({
  DATA_DIR: data(),
  BACKUP_DIR: join(folder, "backups"),
  PORT: "0",
  LOG_LEVEL: "fatal",
});
const open = (more: Record<string, string> = {}) => start(readSettings(folder, { ...places(), ...more }));

function run(program: string, words: string[], cwd: string, env: Record<string, string> = {}) {
  const own = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env };
  return new Promise<{ code: number; out: string }>((done) =>
    execFile(program, words, { cwd, env: own }, (error, out, complaint) =>
      done({ code: error ? Number(error.code ?? 1) : 0, out: out + complaint }),
    ),
  );
}

async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${ids.TOKEN ?? ""}` };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${house?.url}${path}`, { method, headers, ...sent });
  expect([path, answer.status < 300]).toEqual([path, true]);
  return (await answer.json()) as T;
}

const card = {
  spec: "chara_card_v2",
  spec_version: "2.0",
  data: {
    name: "林溪",
    description: "{{char}}是花店店主，说话慢。",
    first_mes: "今天要什么花？",
    system_prompt: "每句话都要押韵",
    alternate_greetings: [],
    extensions: {},
  },
};

/** The files that the document names as a person's own. */
async function layFiles(): Promise<void> {
  const json = JSON.stringify(card);
  const texts = new Map([["chara", Buffer.from(json).toString("base64")]]);
  const second = (at: number) => `2025-03-0${at}T08:00:00Z`;
  const said = (name: string, mes: string, at: number) =>
    JSON.stringify({ name, is_user: name === "阿木", is_system: false, send_date: second(at), mes });
  const telegram = {
    personal_information: { user_id: 1, first_name: "阿木" },
    chats: {
      list: [7, 8].map((id) => ({
        name: `人${id}`,
        type: "personal_chat",
        id,
        messages: [1, id].map((from, at) => ({
          id: at + 1,
          type: "message",
          date_unixtime: String(1_741_000_000 + id * 100 + at),
          from: from === 1 ? "阿木" : `人${id}`,
          from_id: `user${from}`,
          text: `第${id}个聊天的第${at}句`,
        })),
      })),
    },
  };
  const files: Record<string, string | Uint8Array> = {
    "card.json": json,
    "card.png": withTexts(plainPng([1, 2, 3], [9, 8, 7], 8, 8), texts),
    "card.charx": zipSync({ "card.json": strToU8(json) }),
    "chat.jsonl": [
      JSON.stringify({ user_name: "阿木", character_name: "小雨" }),
      said("阿木", "阳台上的柿子熟了", 1),
      said("小雨", "甜不甜？", 1),
    ].join("\n"),
    "names.txt": "阿木：早\n小溪：早呀\n",
    "result.json": JSON.stringify(telegram),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

beforeAll(async () => {
  if (!hasTools) return;
  folder = await mkdtemp(join(tmpdir(), "keepsake-moving-"));
  house = await open();
  const account = { username: "amu", password: "a long password", client: "program", display_name: "阿木" };
  const { access_token } = await api<{ access_token: string }>("POST", "/api/auth/register", {
    ...account,
    setup_code: house.setupCode,
  });
  ids.TOKEN = access_token;
  const { key } = await api<{ key: string }>("POST", "/api/auth/keys", {
    name: "my bot",
    scopes: ["read", "chat", "write"],
  });
  for (const [name, wish] of Object.entries({ ID: { soul: "xiaoyu" }, B: { name: "Bo", language: "en" } }))
    ids[name] = (await api<{ user_id: string }>("POST", "/api/ai-users", wish)).user_id;
  await layFiles();
  text = await readFile(join(project, "docs/moving.md"), "utf8");
  // A backup is there to be purged; the house makes it while it runs, as the document says.
  const lines = shellBlocks(text.slice(0, text.indexOf("## By hand")));
  const script = `
    set -u
    HERE=${house.url}; J='content-type: application/json'; A='authorization: Bearer ${key}'
    TOKEN=${access_token}; ID=${ids.ID}; B=${ids.B}
    curl() { command curl -w '%{stderr}status %{http_code} %{url_effective}\\n' "$@"; }
    ${lines}
  `;
  await writeFile(join(folder, "lines.sh"), script);
  ran = await run("bash", ["lines.sh"], folder);
  codes = [...ran.out.matchAll(/^status (\d+) (\S+)$/gm)].map(([, status, url]) => ({
    status: Number(status),
    url: url ?? "",
  }));
}, 90_000);

afterAll(async () => {
  await house?.close();
  if (folder !== "") await rm(folder, { recursive: true, force: true });
});

const read = (name: string) => readFile(join(folder, name), "utf8");

describe.runIf(hasTools)("the lines of docs/moving.md", () => {
  it("all do what they say: none is refused but the one that says so", () => {
    expect(ran.out).not.toMatch(/unbound variable|parse error|syntax error|not found/);
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter(({ status }) => status >= 300)).toEqual([
      { status: 409, url: `${house?.url}/api/ai-users/import` },
    ]);
  });

  it("take a card in and out: as it came, and inside of a picture", async () => {
    expect(JSON.parse(await read("card-v2.json"))).toEqual(card);
    const picture = readCardFile(await readFile(join(folder, "card-v3.png")));
    expect(picture).toMatchObject({ ok: true, card: { version: "v3", data: { name: "林溪" } } });
  });

  it("write the talk in three forms: what came from files is in each, what was taken back or not chosen in none", async () => {
    const [lines, page, json] = await Promise.all(["talk.jsonl", "talk.md", "talk.json"].map(read));
    for (const one of [lines, page, json]) expect(one).toContain("阳台上的柿子熟了");
    // The chat that was chosen came last and was undone; the other one was never taken.
    for (const one of [lines, page, json]) expect(one).not.toMatch(/第[78]个聊天/);
    expect(ran.out).toMatch(/"format": "telegram"/);
    const there = await api<{ messages: { content: string }[] }>("GET", `/api/ai-users/${ids.B}/messages`);
    expect(there.messages.map(({ content }) => content)).toContain("阳台上的柿子熟了");
  });

  it("leave zips that are named after the companion, and of the account", async () => {
    const zips = (await readdir(folder)).filter((name) => name.endsWith(".zip"));
    expect(zips.some((name) => name.startsWith(`${ids.B}-`))).toBe(true);
    expect(zips.length).toBeGreaterThan(1);
  });

  it("name only paths that the house has", async () => {
    const { paths } = await api<{ paths: Record<string, unknown> }>("GET", "/doc");
    const known = Object.keys(paths).map((path) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`));
    const named = [...text.matchAll(/(?:\$HERE|(?:GET|POST) )(\/(?:api|health)[^\s"'?`]*)/g)].map(
      (match) => match[1] ?? "",
    );
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((path) => !known.some((pattern) => pattern.test(path)))).toEqual([]);
  });
});

describe.runIf(hasTools)("the commands of docs/moving.md", () => {
  const npm = (...words: string[]) => run("npm", ["run", "-s", ...words], project, places());

  it("back up, list, put back, and put back over what is there", async () => {
    for (const line of ["npm run backup", "npm run restore", "npm run restore -- latest --force"])
      expect(text).toContain(`\`${line}\``);
    await house?.close();
    house = undefined;
    expect((await npm("backup")).out).toContain("was made and read back");
    expect((await npm("restore")).out).toMatch(/^\S+ {2}\d+ companions/m);
    await rename(data(), join(folder, "lost"));
    const back = await npm("restore", "--", "latest");
    expect([back.code, back.out]).toEqual([0, expect.stringContaining("files were restored")]);
    const log = `ai_users/${ids.ID}/conversation.json`;
    expect(await read(`data/${log}`)).toBe(await read(`lost/${log}`));
    expect((await npm("restore", "--", "latest", "--force")).out).toContain("is kept in");
  }, 60_000);

  it("copy a companion's folder into another house, which takes it in at its start", async () => {
    await mkdir(join(folder, "old/data/ai_users"), { recursive: true });
    await mkdir(join(folder, "new/data/ai_users"), { recursive: true });
    await cp(join(folder, "lost/ai_users", ids.ID ?? ""), join(folder, "old/data/ai_users/june"), {
      recursive: true,
    });
    await cp(join(folder, "lost/accounts"), join(folder, "new/data/accounts"), { recursive: true });
    const line = shellBlocks(text.slice(text.indexOf("## By hand")));
    expect(line).toMatch(/^cp -r /);
    expect(await run("bash", ["-c", line], folder)).toEqual({ code: 0, out: "" });
    house = await open({ DATA_DIR: join(folder, "new/data"), BACKUP_DIR: join(folder, "new/backups") });
    const login = { username: "amu", password: "a long password", client: "program" };
    ids.TOKEN = (await api<{ access_token: string }>("POST", "/api/auth/login", login)).access_token;
    const { ai_users } = await api<{ ai_users: { user_id: string; last_message: { content: string } }[] }>(
      "GET",
      "/api/ai-users",
    );
    expect(ai_users).toMatchObject([{ user_id: "june", last_message: { content: expect.any(String) } }]);
  }, 60_000);
});
