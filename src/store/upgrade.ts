// Folders of older formats are brought up to date step by step; those of newer ones are left alone (DESIGN 3).
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { configFormat } from "../schema/config.ts";
import { documents } from "../schema/documents.ts";
import { isObject } from "./canonical.ts";
import { readWhole } from "./document-file.ts";
import { makeFolder, replaceFile } from "./durable.ts";
import { recoveredFolder } from "./engine.ts";
import { parseJson, renderJson } from "./json-text.ts";

/** One step from a format to the next: takes the parsed files of a folder by name and answers those that change. */
export type UpgradeStep = {
  from: number;
  change: (files: ReadonlyMap<string, unknown>) => ReadonlyMap<string, unknown>;
};

/** The steps of this build, oldest first. Format 1 is the first there is. */
export const upgradeSteps: readonly UpgradeStep[] = [];

const copiesName = /^format-\d+$/;

async function parsedFiles(folder: string): Promise<Map<string, { value: unknown; bytes: Buffer }>> {
  const files = new Map<string, { value: unknown; bytes: Buffer }>();
  for (const { of, file } of Object.values(documents)) {
    if (of !== "companion") continue;
    const bytes = (await readWhole(join(folder, file)).catch(() => undefined))?.bytes;
    const parsed = bytes && parseJson(bytes);
    if (bytes && parsed?.kind === "good") files.set(file, { value: parsed.value, bytes });
  }
  return files;
}

/**
 * Looks at a companion's format and upgrades an older one. Answers the format where it is newer than this build knows, else
 * undefined. The files as they were are kept in `.recovered/format-<n>/` until the next clean start; config.json, which names
 * the format, is written last, so that a crash in between means doing it again from the same files.
 */
export async function upgradeFolder(
  folder: string,
  around: { root: string; warn(fields: object, message: string): void },
  steps: readonly UpgradeStep[] = upgradeSteps,
  newest: number = configFormat,
): Promise<number | undefined> {
  const { bytes } = (await readWhole(join(folder, documents.config.file)).catch(() => undefined)) ?? {};
  const config = bytes && parseJson(bytes);
  const value = config?.kind === "good" && isObject(config.value) ? config.value : {};
  const format = typeof value.format === "number" ? value.format : newest;
  if (format > newest) return format;
  if (format === newest) return undefined;
  const files = await parsedFiles(folder);
  const within = around.root;
  const copies = join(folder, recoveredFolder, `format-${format}`);
  await makeFolder(copies);
  for (const [file, { bytes: before }] of files) await replaceFile(join(copies, file), before, { within });
  let values: Map<string, unknown> = new Map([...files].map(([file, held]) => [file, held.value]));
  for (const step of steps.filter((one) => one.from >= format)) {
    values = new Map([...values, ...step.change(values)]);
  }
  values.delete(documents.config.file);
  for (const [file, changed] of values) {
    if (changed !== files.get(file)?.value)
      await replaceFile(join(folder, file), renderJson(changed), { within });
  }
  const upgraded = { ...value, format: newest };
  await replaceFile(join(folder, documents.config.file), renderJson(upgraded), { within });
  around.warn({ from: format, to: newest }, "a companion's folder was upgraded; a copy is kept");
  return undefined;
}

/** Removes the copies of earlier upgrades: the start after the upgrade was clean. */
export async function dropUpgradeCopies(folder: string): Promise<void> {
  const home = join(folder, recoveredFolder);
  for (const name of await readdir(home).catch(() => [])) {
    if (copiesName.test(name)) await rm(join(home, name), { recursive: true, force: true });
  }
}
