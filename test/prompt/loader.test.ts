// The loader must refuse a broken set of prompts at start, and filling must treat values as data.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fill } from "../../src/prompt/fill.ts";
import { loadPrompts, splitPrompts } from "../../src/prompt/loader.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-prompts-"));
  await cp("prompts", folder, { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, change(await readFile(path, "utf8")));
}

describe("loading prompts", () => {
  test("refuses to start when a file is missing, and names it without the machine's path", async () => {
    await rm(join(folder, "en", "facts.md"));
    const failure = await loadPrompts(folder).catch((error: Error) => error.message);
    expect(failure).toBe("prompt en/facts.md cannot be read");
  });

  test("refuses a prompt that is empty", async () => {
    await rewrite("zh/guided_retry.md", () => "\n\n");
    await expect(loadPrompts(folder)).rejects.toThrow(
      'zh/guided_retry.md: "guided_retry" is missing or empty',
    );
  });

  test("refuses a piece that is missing from a file of several", async () => {
    await rewrite("en/now.md", (text) => text.replace(/=== now_first\n.*\n/, ""));
    await expect(loadPrompts(folder)).rejects.toThrow('"now_first" is missing');
  });

  test("refuses a piece that nobody asks for", async () => {
    await rewrite("en/now.md", (text) => `${text}\n=== now_weather\nIt rains.\n`);
    await expect(loadPrompts(folder)).rejects.toThrow('"now_weather" is not in the catalogue');
  });

  test("refuses a piece that stands there twice", async () => {
    await rewrite("zh/now.md", (text) => `${text}\n=== now_first\n又一次\n`);
    await expect(loadPrompts(folder)).rejects.toThrow("twice");
  });

  test("refuses words in front of the first piece, which nobody would ever read", async () => {
    await rewrite("zh/tools.md", (text) => `先说明一下\n${text}`);
    await expect(loadPrompts(folder)).rejects.toThrow("text before the first");
  });

  test("refuses a text that forgot a variable and one that invents a variable", async () => {
    await rewrite("zh/guided_retry.md", (text) => text.replace("{{fault}}", "有错"));
    await expect(loadPrompts(folder)).rejects.toThrow("does not use fault");
    await rewrite("zh/guided_retry.md", () => "{{fault}} {{mood}}");
    await expect(loadPrompts(folder)).rejects.toThrow("asks for mood");
  });

  test("reads files that an editor saved with a byte order mark and Windows line ends", async () => {
    await rewrite("en/beat.md", (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`);
    const prompts = await loadPrompts(folder);
    const text = prompts.render("beat_planned", "en", { person: "Lin", plan: "good morning" });
    expect(text).toContain("good morning");
    expect(text).not.toContain("\r");
  });

  test("takes a file without dividers as the one prompt of its name", () => {
    expect([...splitPrompts("facts", "a\n\nb\n")]).toEqual([["facts", "a\n\nb"]]);
  });
});

describe("filling a prompt", () => {
  test("keeps braces, dollar signs and quotes of the values as they are, and fills each place once", () => {
    const text = fill("{{base_soul}}|{{recent_conversations}}|{{base_soul}}", {
      base_soul: "温柔，费用标记为 $& 和 $1",
      recent_conversations: `{{base_soul}} \${process.env.HOME} "a\\"b{c}"`,
    });
    expect(text).toBe(
      `温柔，费用标记为 $& 和 $1|{{base_soul}} \${process.env.HOME} "a\\"b{c}"|温柔，费用标记为 $& 和 $1`,
    );
  });

  test("throws where a value is missing, where one has no place, and does not read inherited names", () => {
    expect(() => fill("{{fault}}", {})).toThrow("lacks a value for: fault");
    expect(() => fill("plain", { fault: "x" })).toThrow("no place for: fault");
    expect(() => fill("{{constructor}}", {})).toThrow("lacks a value for: constructor");
  });

  test("names the prompt when it cannot be filled", async () => {
    const prompts = await loadPrompts(folder);
    expect(() => prompts.render("guided_retry", "zh", {})).toThrow('"guided_retry"');
  });

  test("lets no value close the block it stands in, however it is written", () => {
    const closings = fc.constantFrom(
      "</talk>",
      "</ TALK>",
      "<talk>",
      "< /talk >",
      "</memory>",
      "</context>",
      "</known\n>",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), closings)), (pieces) => {
        const text = fill("<talk>\n{{talk}}\n</talk>", { talk: pieces.join("") });
        expect(text.slice(6, -7)).not.toMatch(/<\s*\/?\s*(talk|memory|context|known)\b/i);
      }),
      { numRuns: 200 },
    );
  });

  test("leaves other angle brackets alone, so that a quote can be found again", () => {
    expect(fill("{{talk}}", { talk: "if (a<b) <b>好</b> <3 <talking>" })).toBe(
      "if (a<b) <b>好</b> <3 <talking>",
    );
  });
});
