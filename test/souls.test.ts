// The ready-made characters: each loads, speaks its own language in every line, and a broken one is named.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Lines, type Soul } from "../src/schema/soul.ts";
import { loadSouls } from "../src/souls.ts";

const own = resolve(import.meta.dirname, "../souls");
let souls: Soul[];
let folder: string;

beforeAll(async () => {
  souls = [...(await loadSouls(own)).values()];
  folder = await mkdtemp(join(tmpdir(), "keepsake-souls-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const han = /\p{Script=Han}/u;
const everyLine = (soul: Soul) =>
  Object.values(soul.lines).flatMap((list) => (Array.isArray(list) ? list.map(String) : []));

describe("the ready-made characters", () => {
  it("are three in Chinese and three in English, each with another name, and one is a night owl", () => {
    expect(souls.filter(({ language }) => language === "zh")).toHaveLength(3);
    expect(souls.filter(({ language }) => language === "en")).toHaveLength(3);
    expect(new Set(souls.map(({ name }) => name)).size).toBe(6);
    expect(souls.filter(({ night_owl }) => night_owl)).toHaveLength(1);
  });

  it("have every kind of line, at least three of each and no two alike", () => {
    const kinds = Object.keys(Lines.shape);
    for (const soul of souls) {
      expect([soul.soul, Object.keys(soul.lines).sort()]).toEqual([soul.soul, [...kinds].sort()]);
      for (const kind of kinds) {
        const lines = soul.lines[kind as keyof Lines] as string[];
        expect([soul.soul, kind, lines.length >= 3, new Set(lines).size === lines.length]).toEqual([
          soul.soul,
          kind,
          true,
          true,
        ]);
        expect([soul.soul, kind, lines.some((line) => line.trim() === "")]).toEqual([soul.soul, kind, false]);
      }
    }
  });

  it("say nothing in the wrong language", () => {
    for (const soul of souls) {
      const texts = [...everyLine(soul), soul.greeting, soul.base_soul, soul.tagline];
      const wrong = texts.filter((text) => han.test(text) !== (soul.language === "zh"));
      expect([soul.soul, wrong]).toEqual([soul.soul, []]);
    }
  });

  it("use {{name}} and {{text}} and no other placeholder, and {{text}} wherever something is repeated", () => {
    for (const soul of souls) {
      const unknown = everyLine(soul).flatMap(
        (line) => line.match(/\{\{(?!name\}\}|text\}\})[^}]*\}\}?|\{(?!\{)\w+\}(?!\})/g) ?? [],
      );
      expect([soul.soul, unknown]).toEqual([soul.soul, []]);
      for (const kind of ["recall", "noted", "corrected"] as const)
        expect([soul.soul, kind, soul.lines[kind].every((line) => line.includes("{{text}}"))]).toEqual([
          soul.soul,
          kind,
          true,
        ]);
    }
  });

  it("say plainly, when no model is connected, that it is so", () => {
    for (const soul of souls)
      for (const line of soul.lines.offline)
        expect([soul.soul, line, /模型|model/i.test(line)]).toEqual([soul.soul, line, true]);
  });

  it("have an avatar that is a picture and nothing that runs", () => {
    for (const { soul, avatar } of souls) {
      expect([soul, avatar.startsWith("<svg")]).toEqual([soul, true]);
      expect([
        soul,
        /<script|on\w+=|javascript:|<foreignObject|https?:\/\/(?!www\.w3\.org)/i.test(avatar),
      ]).toEqual([soul, false]);
    }
  });
});

describe("a soul that is broken", () => {
  const broken: [string, (name: string) => Promise<void>, RegExp][] = [
    [
      "a config that is no JSON",
      (name) => writeFile(join(folder, name, "config.json"), "{"),
      /souls\/x\/config\.json/,
    ],
    [
      "a config of the wrong shape",
      (name) => writeFile(join(folder, name, "config.json"), '{"name":1}'),
      /souls\/x\/config\.json/,
    ],
    [
      "lines that lack a kind",
      (name) => writeFile(join(folder, name, "lines.json"), '{"offline":["a","b","c"]}'),
      /souls\/x\/lines\.json.*recall/s,
    ],
    ["no greeting", (name) => rm(join(folder, name, "greeting")), /souls\/x\/greeting/],
    ["no avatar", (name) => rm(join(folder, name, "avatar.svg")), /souls\/x\/avatar\.svg/],
  ];
  it.each(broken)(
    "because of %s stops the start and names its file, not its path",
    async (_name, hurt, expected) => {
      await cp(join(own, "june"), join(folder, "x"), { recursive: true });
      await hurt("x");
      await expect(loadSouls(folder)).rejects.toThrow(expected);
      await expect(loadSouls(folder)).rejects.not.toThrow(folder);
      await rm(join(folder, "x"), { recursive: true });
    },
  );

  it("because its folder is no id is named too; loose files beside the folders are passed over", async () => {
    await cp(join(own, "june"), join(folder, "June Two"), { recursive: true });
    await expect(loadSouls(folder)).rejects.toThrow(/souls\/June Two/);
    await rm(join(folder, "June Two"), { recursive: true });
    await cp(join(own, "june"), join(folder, "june"), { recursive: true });
    await writeFile(join(folder, "README.md"), "notes");
    const loaded = await loadSouls(folder);
    expect([...loaded.keys()]).toEqual(["june"]);
    expect(loaded.get("june")?.greeting).toBe((await readFile(join(own, "june", "greeting"), "utf8")).trim());
  });
});
