// The engine in code gives the event loop back while it reads facts: no talk and no first use holds everybody up (issue 4).
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createExtractive, createExtractiveInSteps } from "../../src/model/extractive.ts";
import { extractStatements, extractStatementsInSteps } from "../../src/model/extractive-statements.ts";
import type { Message } from "../../src/schema/message.ts";
import { tokenise } from "../../src/search/tokenise.ts";

function talk(...lines: string[]): Message[] {
  return lines.map((content, i) => ({
    message_id: `m${i}`,
    role: "user",
    content,
    timestamp: 1_700_000_000 + i * 60,
    topic_id: "t",
  }));
}

const mixed = talk(
  "我叫小敏，住在成都，对花生过敏。",
  "My sister Ann moved to Leeds. I'm allergic to peanuts.",
  "记错了，我叫小雯。",
  "&lt;".repeat(4_000),
  "我喜欢喝茶。",
  "别记这个，忘了吧",
  "I work as a nurse — in Leeds.",
);

/** How often the event loop went round while something was under way. */
async function roundsDuring<T>(work: Promise<T>): Promise<{ rounds: number; value: T }> {
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const value = await work;
  isOver = true;
  return { rounds, value };
}

describe("the facts of a talk, in steps", () => {
  it("are those that are read at once", async () => {
    for (const language of ["zh", "en"] as const) {
      const read = await extractStatementsInSteps(mixed, language);
      expect(read).toEqual(extractStatements(mixed, language));
      expect(read.length).toBeGreaterThan(0);
    }
    const asked = { role: "short_to_mid", language: "zh", messages: mixed } as const;
    expect(await createExtractiveInSteps({ tokenise })(asked)).toEqual(createExtractive({ tokenise })(asked));
  });

  it("leave room for others before each message, however hostile", async () => {
    const hostile = talk(...Array.from({ length: 40 }, () => "&lt;".repeat(4_000)));
    await extractStatementsInSteps(hostile.slice(0, 1), "en");
    const { rounds, value } = await roundsDuring(extractStatementsInSteps(hostile, "en"));
    expect(value).toEqual([]);
    expect(rounds).toBeGreaterThanOrEqual(hostile.length - 1);
  });
});

describe("the first use of the rules", () => {
  // This file's own copies: nothing has used their rules yet.
  beforeEach(() => vi.resetModules());

  it("goes rule by rule, once for each kind of letters", async () => {
    const { firstUse, rules, wideRules } = await import("../../src/model/extractive-statements-rules.ts");
    const steps = (...of: Parameters<typeof firstUse>) => [...firstUse(...of)].length;
    const english = rules.en.length + wideRules.length;
    expect([steps("zh", "茶"), steps("zh", "茶")]).toEqual([2 * rules.zh.length, 0]);
    expect([steps("en", "café"), steps("en", "tea"), steps("en", "tea — 茶")]).toEqual([
      2 * english,
      0,
      2 * english,
    ]);
  });

  it("leaves room for others after each rule", async () => {
    const { rules } = await import("../../src/model/extractive-statements-rules.ts");
    const { extractStatementsInSteps: read } = await import("../../src/model/extractive-statements.ts");
    const first = await roundsDuring(read(talk("I like tea."), "en"));
    const second = await roundsDuring(read(talk("I like tea."), "en"));
    expect(first.rounds).toBeGreaterThan(rules.en.length);
    expect(second.rounds).toBeLessThan(10);
    expect(first.value).toEqual(second.value);
  });
});
