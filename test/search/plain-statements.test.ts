// A hundred plain statements against two whole lives: what the search finds for them, and what is left to be brought up (A114, R29).
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isPlainStatement, strongOnly, worthRecalling } from "../../src/memory/recall-gate.ts";
import { Index } from "../../src/search/inverted-index.ts";
import { rank } from "../../src/search/rank.ts";
import type { SearchHit } from "../../src/search/search.ts";
import { readConversations } from "../bench/recall-data.ts";
import { plainStatements } from "../support/plain-statements.ts";

type Language = "zh" | "en";

/** The search over both lives of a language, as at the end of the second. */
async function searchOf(language: Language): Promise<(text: string) => SearchHit[]> {
  const folder = resolve(import.meta.dirname, `../bench/data/twolives-${language}`);
  const index = new Index();
  let at = 0;
  for (const { topics } of await readConversations(folder, []))
    for (const { topic_id = "", messages } of topics)
      for (const { message_id: id = "", role, content: text, timestamp: date = 0 } of messages) {
        index.put({ type: "message", id, text, date, topic_id, speaker: role as "user", message_ids: [id] });
        at = Math.max(at, date);
      }
  return (text) => rank(index, { text, at, timeZone: "Asia/Shanghai", language, limit: 60 });
}

/** Statements that a memory belongs to: what is said of it stands there almost as it is said now. */
const linked: Record<Language, string[]> = {
  zh: ["我又想喝燕麦拿铁了", "绘本馆的事我又想了想"],
  en: [
    "I am craving an oat latte again",
    "Fang Lan gave me an old book",
    "The wheel of Mum's wheelchair broke today",
  ],
};

describe.each(["zh", "en"] as const)("plain statements (%s)", (language) => {
  const statements = plainStatements[language];

  it("are all taken for what they are", () => {
    expect(statements.filter((text) => !isPlainStatement(text))).toEqual([]);
  });

  it("would bring something up nearly always, and hardly ever do", async () => {
    const find = await searchOf(language);
    const searched = statements.filter((text) => worthRecalling(text));
    expect(searched.filter((text) => find(text).length > 0).length).toBeGreaterThan(40);
    expect(searched.filter((text) => strongOnly(text, find(text)).length > 0).length).toBeLessThanOrEqual(5);
  });

  it("bring up what they are about", async () => {
    const find = await searchOf(language);
    for (const text of linked[language])
      expect([text, strongOnly(text, find(text)).length > 0]).toEqual([text, true]);
  });
});
