// The commands that look after a house that does not run: doctor, and account.
import { spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { start } from "../src/main.ts";
import { readSettings } from "../src/settings.ts";
import { type House, startHouse } from "./support/house.ts";

const root = resolve(import.meta.dirname, "..");
let house: House;
let user: string;

beforeAll(async () => {
  house = await startHouse();
  user = await house.create();
  await house.chat(user, "我叫阿木");
});
afterAll(() => house.remove());

type Ran = { code: number | null; said: string };

/** Runs a command on the house's folder as its owner would, with nothing of this process's environment. */
function run(
  command: "doctor" | "account",
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Ran> {
  const child = spawn(process.execPath, ["--import", "tsx", `src/${command}.ts`, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      DATA_DIR: house.folder,
      BACKUP_DIR: `${house.folder}-backups`,
      ...env,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
  return new Promise((done) => child.once("close", (code) => done({ code, said })));
}

/** Puts something else into a file for as long as the task takes. */
async function broken(name: string, text: string, task: () => Promise<void>): Promise<void> {
  const path = join(house.folder, name);
  const before = await readFile(path);
  await writeFile(path, text);
  await task();
  expect(await readFile(path, "utf8")).toBe(text);
  await writeFile(path, before);
}

describe("the doctor", () => {
  it("does not look into a folder that a server uses, and says who does", async () => {
    const { code, said } = await run("doctor");
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(`Process ${process.pid} already uses this data folder`),
    ]);
    await house.close();
  });

  it("finds nothing in a house that is well, and says that no model is connected and how to get one", async () => {
    const { code, said } = await run("doctor");
    expect(said).toMatch(/✓ 1 companion, \d+ files, all readable/);
    expect(said).toContain("No model is connected");
    expect(said).toContain("OPENAI_API_KEY");
    expect(code).toBe(0);
  });

  it("names each broken file, the house's and the accounts' too, with line and column and what to do", async () => {
    const companions = `ai_users/${user}`;
    const names = [
      "models.json",
      "secrets.json",
      "accounts/owner/account.json",
      "accounts/owner/facts.json",
      `${companions}/mid_term.json`,
    ];
    const shape = `${companions}/core_memory.json`;
    const inside = names.reduce<() => Promise<void>>(
      (task, name) => () => broken(name, '[\n  {"id" 1}\n]', task),
      async () => {
        const { code, said } = await run("doctor");
        for (const name of names)
          expect(said).toContain(`✗ ${name.replace("ai_users/", "")}, line 2, column 9`);
        expect(said).toMatch(new RegExp(`✗ ${user}/core_memory.json, line 1, column \\d+`));
        expect(said).toContain("Mend it in an editor.");
        expect(said).not.toContain("all readable");
        expect(code).toBe(1);
      },
    );
    await broken(shape, '{"relationship": 5, "memories": []}', inside);
  });

  it("asks a model once, however many roles it has, and says what to do where it is silent", async () => {
    const { code, said } = await run("doctor", [], {
      OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
      OPENAI_MODEL: "m",
    });
    expect(said.match(/does not answer/g)).toHaveLength(1);
    expect(said).toMatch(/✗ chat, reasoner, .*relationship: .*does not answer/);
    expect(code).toBe(1);
  });

  it("says that a folder is not there yet, and a setting that cannot be used", async () => {
    const [none, wrong] = await Promise.all([
      run("doctor", [], { DATA_DIR: join(house.folder, "none") }),
      run("doctor", [], { PORT: "many" }),
    ]);
    expect([none.code, none.said]).toEqual([0, expect.stringContaining("the first start makes it")]);
    expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining("PORT")]);
  });
});

describe("npm start", () => {
  it("leaves no server behind when npm is told to end, which passes a SIGTERM on to its shell alone", async () => {
    const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const shell = spawn("sh", ["-c", `${scripts.start}; true`], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? "",
        DATA_DIR: join(house.folder, "started"),
        BACKUP_DIR: `${house.folder}-backups`,
        PORT: "0",
        npm_lifecycle_event: "start",
      },
    });
    let said = "";
    // The pipe closes when the last process that holds it is gone: not the shell, the server.
    const ended = new Promise<void>((done) => shell.stdout.once("close", done));
    await new Promise<void>((up) =>
      shell.stdout.on("data", (chunk: Buffer) => {
        said += chunk;
        if (said.includes("listening on")) up();
      }),
    );
    shell.kill("SIGTERM");
    await ended;
    expect(await readFile(join(house.folder, "started/.lock"), "utf8").catch(() => "free")).toBe("free");
  });
});

describe("the account command", () => {
  it("lists who lives there, and says so where nobody does", async () => {
    expect(await run("account", ["list"])).toEqual({ code: 0, said: "owner (admin)\n" });
    const empty = join(house.folder, "nobody");
    const { code, said } = await run("account", ["list"], { DATA_DIR: empty });
    expect([code, said]).toEqual([0, expect.stringContaining("There is no account yet")]);
    await rm(empty, { recursive: true });
  });

  it("refuses what it does not know, and a name that nobody has, and changes nothing", async () => {
    const before = await readFile(join(house.folder, "accounts/owner/account.json"), "utf8");
    const [none, nameless, nobody] = await Promise.all([
      run("account"),
      run("account", ["reset"]),
      run("account", ["reset", "nobody"]),
    ]);
    expect([none.code, nameless.code, nobody.code]).toEqual([2, 2, 1]);
    expect([none.said, nobody.said]).toEqual([
      expect.stringContaining("reset NAME"),
      expect.stringContaining('"nobody"'),
    ]);
    expect(await readFile(join(house.folder, "accounts/owner/account.json"), "utf8")).toBe(before);
  });

  it("gives a new password once, whatever the case of the name, and ends every session", async () => {
    const token = house.token;
    const { code, said } = await run("account", ["reset", "OWNER"]);
    const password = /^New password of owner: (\S{10,})$/m.exec(said)?.[1];
    expect([code, password]).toEqual([0, expect.any(String)]);
    expect(await readFile(join(house.folder, "accounts/owner/account.json"), "utf8")).not.toContain(password);
    const again = await startAgain();
    expect((await again.ask("GET", "/api/auth/user", undefined, token)).status).toBe(401);
    const login = (secret: unknown) =>
      again.ask("POST", "/api/auth/login", { username: "owner", password: secret });
    expect([(await login("correct horse battery")).status, (await login(password)).status]).toEqual([
      401, 200,
    ]);
    await again.close();
  });
});

/** A server on the folder, spoken to without signing in. */
async function startAgain() {
  const settings = {
    DATA_DIR: house.folder,
    BACKUP_DIR: `${house.folder}-backups`,
    PORT: "0",
    NODE_ENV: "test",
  };
  const running = await start(readSettings(house.folder, { ...settings, LOG_LEVEL: "silent" }));
  const ask = (method: string, path: string, body?: unknown, token?: string) =>
    fetch(running.url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return { ask, close: running.close };
}
