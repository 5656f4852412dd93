// docs/words.md names the words that the page really says, in both languages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const web = new URL("../../web", import.meta.url).pathname;

/** What the dictionaries of a language say, as it stands in their files. */
function spoken(language: "zh" | "en"): string {
  return readdirSync(web)
    .filter((name) => name.startsWith("words") && name.endsWith(`-${language}.ts`))
    .map((name) => readFileSync(join(web, name), "utf8"))
    .join("\n");
}

const rows = readFileSync(new URL("../../docs/words.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| 中文"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

describe("docs/words.md", () => {
  it("gives each word once, with what it is and why", () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const [, chinese = "", english = "", what = "", why = ""] of rows) {
      for (const cell of [chinese, english, what, why]) expect(cell, chinese).not.toBe("");
    }
    expect(new Set(rows.map(([, chinese]) => chinese)).size).toBe(rows.length);
  });

  it("names only words that stand in the dictionaries", () => {
    const [zh, en] = [spoken("zh"), spoken("en").toLowerCase()];
    expect(rows.filter(([, chinese = ""]) => !zh.includes(chinese)).map(([, chinese]) => chinese)).toEqual(
      [],
    );
    const strange = rows.filter(([, , english = ""]) => !en.includes(english.toLowerCase()));
    expect(strange.map(([, , english]) => english)).toEqual([]);
  });
});
