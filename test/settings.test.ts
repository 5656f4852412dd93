// The environment, checked once: what is wrong is named, what is empty counts as none (DESIGN 9).
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../src/settings.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-settings-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (environment: Record<string, string | undefined> = {}) => readSettings(folder, environment);

describe("settings", () => {
  it("have the documented defaults where nothing is set", () => {
    expect(read()).toMatchObject({
      port: 8787,
      host: "127.0.0.1",
      dataDir: join(folder, "data"),
      backupDir: join(folder, "backups"),
      logLevel: "info",
      allowedHosts: [],
      trustProxy: false,
      loopbackOnly: true,
      clockStart: undefined,
      keys: {},
    });
  });

  it("treat an empty variable as none, as compose files pass them on", () => {
    const empty = {
      PORT: "",
      HOST: "",
      OPENAI_BASE_URL: "",
      AUTH_SECRET: "",
      CLOCK_START: "",
      LOG_LEVEL: "",
      DEEPSEEK_API_KEY: "",
    };
    expect(read(empty)).toEqual(read());
  });

  it("take hosts by comma or space, flags by any usual word, and every key by its name", () => {
    const settings = read({
      ALLOWED_HOSTS: "a.example, b.example  c.example",
      TRUST_PROXY: "Yes",
      DEEPSEEK_API_KEY: "k1",
      TAVILY_API_KEY: "k2",
      KEY_OF_NOTHING: "no",
    });
    expect(settings.allowedHosts).toEqual(["a.example", "b.example", "c.example"]);
    expect(settings.trustProxy).toBe(true);
    expect(settings.keys).toEqual({ DEEPSEEK_API_KEY: "k1", TAVILY_API_KEY: "k2" });
    for (const word of ["0", "false", "no", "off", "n"])
      expect(read({ TRUST_PROXY: word }).trustProxy).toBe(false);
  });

  it("know whether only this machine can reach the server", () => {
    for (const HOST of ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
      expect([HOST, read({ HOST }).loopbackOnly]).toEqual([HOST, true]);
    for (const HOST of ["0.0.0.0", "::", "192.168.1.4", "example.org", "127.0.0.1.example.org"])
      expect([HOST, read({ HOST }).loopbackOnly]).toEqual([HOST, false]);
    expect(read({ TRUST_PROXY: "1" }).loopbackOnly).toBe(false);
    expect(read({ PUBLIC_URL: "https://diary.example" }).loopbackOnly).toBe(false);
  });

  it.each([
    ["TRUST_PROXY", "maybe"],
    ["OPENAI_BASE_URL", "ftp://models.example"],
    ["PORT", "eighty"],
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PUBLIC_URL", "diary"],
    ["OPENAI_BASE_URL", "not a url"],
    ["AUTH_SECRET", "short"],
    ["LOG_LEVEL", "loud"],
    ["CLOCK_START", "yesterday"],
    ["CLOCK_START", "2026-03-10T20:00:00"],
  ])("that cannot be used stop the start and name the variable: %s=%s", (name, value) => {
    expect(() => read({ [name]: value, NODE_ENV: "test" })).toThrow(new RegExp(`\\b${name}: `));
  });

  it("name every bad one at once, and tell no value of a secret", () => {
    const message = (() => {
      try {
        read({ PORT: "x", AUTH_SECRET: "hunter2" });
      } catch (error) {
        return String(error);
      }
      return "";
    })();
    expect(message).toMatch(/PORT/);
    expect(message).toMatch(/AUTH_SECRET/);
    expect(message).not.toContain("hunter2");
  });

  it("take CLOCK_START only in test and development", () => {
    const CLOCK_START = "2026-03-10T20:00:00+08:00";
    for (const NODE_ENV of ["test", "development"])
      expect(read({ CLOCK_START, NODE_ENV }).clockStart).toBe(Date.UTC(2026, 2, 10, 12) / 1000);
    for (const NODE_ENV of ["production", "", "Test"])
      expect(() => read({ CLOCK_START, NODE_ENV })).toThrow(/CLOCK_START/);
  });
});

describe("a .env file", () => {
  it("is read, with quotes, comments and export; the environment wins; broken lines are passed over", async () => {
    await writeFile(
      join(folder, ".env"),
      [
        "# PORT=1",
        "PORT=9001",
        "export HOST='0.0.0.0'",
        'DEEPSEEK_API_KEY="sk with = and # inside"',
        "OPENAI_MODEL=   spaced   # what stands behind a blank and a # is a comment",
        "TAVILY_API_KEY='a#b' # quoted, and a comment",
        "BRAVE_API_KEY=a#b",
        "this is no line",
        "lower=case",
        "LOG_LEVEL=",
      ].join("\r\n"),
    );
    const settings = read({ PORT: "9002" });
    expect(settings).toMatchObject({ port: 9002, host: "0.0.0.0", logLevel: "info", loopbackOnly: false });
    expect(settings.keys).toEqual({
      DEEPSEEK_API_KEY: "sk with = and # inside",
      TAVILY_API_KEY: "a#b",
      BRAVE_API_KEY: "a#b",
    });
    expect(settings.openai.model).toBe("spaced");
    await rm(join(folder, ".env"));
  });

  it("with a bad value stops the start like the environment does", async () => {
    await writeFile(join(folder, ".env"), "PORT=many\n");
    expect(() => read()).toThrow(/PORT: /);
    expect(read({ PORT: "1234" }).port).toBe(1234);
    await rm(join(folder, ".env"));
  });
});
