// docs/bot.md word for word: every command of it on a fresh house, from top to bottom, and the bot in thirty lines as a program.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, start } from "../../src/main.ts";
import { readSettings } from "../../src/settings.ts";
import { type Ran, runLines, shellBlocks } from "./command-lines.ts";

let folder = "";
let house: Running;
let text = "";
let ran: Ran[] = [];
const variables = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-bot-"));
  const places = { DATA_DIR: join(folder, "data"), BACKUP_DIR: join(folder, "backups") };
  house = await start(readSettings(folder, { ...places, PORT: "0", LOG_LEVEL: "fatal", RANDOM_SEED: "7" }));
  const account = {
    username: "amu",
    password: "a long password",
    client: "program",
    setup_code: house.setupCode,
  };
  const answer = await fetch(`${house.url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  expect(answer.status).toBe(201);
  text = await readFile(new URL("../../docs/bot.md", import.meta.url), "utf8");
  // The document names the usual address; this house has a port of its own.
  variables.set("HERE", house.url).set("fixed HERE", "");
  ran = await runLines(shellBlocks(text), variables);
}, 60_000);

afterAll(async () => {
  await house?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The answers of the lines that hold this. */
const of = (part: string) => ran.filter(({ line }) => line.includes(part));

describe("the commands of docs/bot.md", () => {
  it("all do what they say: none is refused", () => {
    expect(ran.length).toBeGreaterThan(15);
    expect(ran.filter(({ status }) => status >= 300).map(({ line, body }) => [line, body])).toEqual([]);
  });

  it("get the same companion for the same user", () => {
    const ids = of("by-ref/wx-4711").map(({ body }) => (body as { user_id: string }).user_id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it("get the same words for the same message sent twice", () => {
    const [first, again] = of("wx-msg-1").map(
      ({ body }) => (body as { bubbles: { content: string }[] }).bubbles,
    );
    expect(first?.length).toBeGreaterThan(0);
    expect(again?.map(({ content }) => content)).toEqual(first?.map(({ content }) => content));
  });

  it("get a context that a model can be handed, which knows what was said before", () => {
    const [context] = of("/context").map(
      ({ body }) => body as { messages: { role: string; content: string }[] },
    );
    expect(context?.messages[0]?.role).toBe("system");
    expect(JSON.stringify(context)).toContain("花生过敏");
  });

  it("find what fits a word of the person's, with its day", () => {
    const [found] = of("/search").map(({ body }) => body as { results: { text: string; date: number }[] });
    expect(found?.results[0]?.text).toContain("花生");
    expect(found?.results[0]?.date).toBeGreaterThan(1_700_000_000);
  });

  it("leave nothing of the companion at their end", async () => {
    const answer = await fetch(`${house.url}/api/ai-users/${variables.get("ID")}`, {
      headers: { authorization: `Bearer ${variables.get("KEY")}` },
    });
    expect(answer.status).toBe(404);
  });

  it("name only what the house has: each path stands in /doc", async () => {
    const { paths } = (await (await fetch(`${house.url}/doc`)).json()) as { paths: Record<string, unknown> };
    const known = Object.keys(paths).map((path) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`));
    const named = [...text.matchAll(/\$HERE(\/api\/[^\s"'?]+)/g)].map((match) => match[1] ?? "");
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !known.some((pattern) => pattern.test(path)))).toEqual([]);
  });
});

describe("the bot in thirty lines", () => {
  it("answers each user by a companion of their own", async () => {
    const program = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
    const bot = spawn(process.execPath, ["--input-type=module", "-e", program], {
      env: { ...process.env, HERE: house.url, KEY: variables.get("KEY") },
    });
    let told = "";
    let complained = "";
    bot.stdout.on("data", (piece) => {
      told += String(piece);
    });
    bot.stderr.on("data", (piece) => {
      complained += String(piece);
    });
    bot.stdin.end("老周: 记住，我住在苏州\nnot a line of a user\nwx-9: 你好\n");
    await new Promise((resolve) => bot.on("close", resolve));
    expect(complained).toBe("");
    expect(told).toMatch(/^小满 → 老周: .*苏州/m);
    expect(told).toMatch(/^小满 → wx-9: /m);
    expect(told.split("小满 → wx-9")[1]).not.toContain("苏州");
  });
});

describe("the reader of command lines", () => {
  it("stops at a variable that no line has set, and at a flag that it does not know", async () => {
    await expect(runLines("curl -s $NOBODY/x\n", new Map())).rejects.toThrow("$NOBODY is not set");
    await expect(runLines("curl --insecure http://127.0.0.1:1/\n", new Map())).rejects.toThrow(
      "not known here",
    );
    await expect(runLines("rm -rf x\n", new Map())).rejects.toThrow("begins with rm");
  });
});
