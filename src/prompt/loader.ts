// Reads all prompts of both languages at start and fails loudly where one is missing or asks for other variables.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "../schema/common.ts";
import { catalogue, type PromptName, type Prompts } from "./catalogue.ts";
import { fill, placesOf } from "./fill.ts";

const languages = ["zh", "en"] as const satisfies readonly Language[];
const divider = /^=== (\S+)[ \t]*$/m;

/** Splits a file at its `=== name` lines; a file without one is a single prompt of the file's name. */
export function splitPrompts(file: string, text: string): Map<string, string> {
  const [head = "", ...rest] = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split(divider);
  const found = new Map<string, string>();
  if (rest.length === 0) return found.set(file, head.trim());
  if (head.trim() !== "") throw new Error(`prompt ${file}: text before the first "=== name" line`);
  for (let i = 0; i < rest.length; i += 2) {
    const name = rest[i] ?? "";
    if (found.has(name)) throw new Error(`prompt ${file}: "${name}" stands there twice`);
    found.set(name, (rest[i + 1] ?? "").trim());
  }
  return found;
}

function checkFile(
  where: string,
  found: ReadonlyMap<string, string>,
  wanted: Record<string, readonly string[]>,
) {
  for (const name of found.keys())
    if (!Object.hasOwn(wanted, name)) throw new Error(`prompt ${where}: "${name}" is not in the catalogue`);
  for (const [name, variables] of Object.entries(wanted)) {
    const text = found.get(name);
    if (!text) throw new Error(`prompt ${where}: "${name}" is missing or empty`);
    const places = placesOf(text);
    const lacking = variables.filter((variable) => !places.includes(variable));
    const foreign = places.filter((variable) => !variables.includes(variable));
    if (lacking.length > 0) throw new Error(`prompt ${where}: "${name}" does not use ${lacking.join(", ")}`);
    if (foreign.length > 0) throw new Error(`prompt ${where}: "${name}" asks for ${foreign.join(", ")}`);
  }
}

async function loadLanguage(folder: string, language: Language): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [file, wanted] of Object.entries(catalogue)) {
    const where = `${language}/${file}.md`;
    const text = await readFile(join(folder, language, `${file}.md`), "utf8").catch(() => {
      throw new Error(`prompt ${where} cannot be read`);
    });
    const found = splitPrompts(file, text);
    checkFile(where, found, wanted);
    for (const [name, prompt] of found) texts.set(name, prompt);
  }
  return texts;
}

/**
 * Loads `<folder>/zh/*.md` and `<folder>/en/*.md` (EXEMPLARS 8). Rejects with the file and the prompt named where one is
 * missing, empty, not in the catalogue, or differs from it in its variables: a broken installation must not start.
 */
export async function loadPrompts(folder: string): Promise<Prompts> {
  const texts = new Map<Language, Map<string, string>>();
  for (const language of languages) texts.set(language, await loadLanguage(folder, language));
  return {
    render(name: PromptName, language: Language, variables: Record<string, string>): string {
      const text = texts.get(language)?.get(name);
      if (text === undefined) throw new Error(`no prompt "${name}" in ${language}`);
      try {
        return fill(text, variables);
      } catch (cause) {
        throw new Error(`prompt "${name}": ${cause instanceof Error ? cause.message : "cannot be filled"}`);
      }
    },
  };
}
