// Reads the ready-made characters: souls/<name>/ with config.json, greeting, lines.json and avatar.svg.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { idPattern } from "./schema/common.ts";
import { Lines, type Soul, SoulConfig } from "./schema/soul.ts";

/** Loads every soul of the folder, sorted by name. A broken one is an Error that names the file and the fault. */
export async function loadSouls(folder: string): Promise<Map<string, Soul>> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const souls = new Map<string, Soul>();
  for (const { name } of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!idPattern.test(name))
      throw new Error(`souls/${name}: a soul's folder is named with a-z, 0-9, _ and -`);
    souls.set(name, await loadSoul(join(folder, name), name));
  }
  return souls;
}

async function loadSoul(folder: string, name: string): Promise<Soul> {
  const text = (file: string) =>
    readFile(join(folder, file), "utf8").catch(() => {
      throw new Error(`souls/${name}/${file}: cannot be read`);
    });
  const parsed = async <T>(file: string, schema: { parse(value: unknown): T }): Promise<T> => {
    const content = await text(file);
    try {
      return schema.parse(JSON.parse(content));
    } catch (error) {
      throw new Error(`souls/${name}/${file}: ${error instanceof Error ? error.message : "cannot be read"}`);
    }
  };
  const config = await parsed("config.json", SoulConfig);
  const lines = await parsed("lines.json", Lines);
  const greeting = (await text("greeting")).trim();
  return { ...config, soul: name, greeting, avatar: (await text("avatar.svg")).trim(), lines };
}
