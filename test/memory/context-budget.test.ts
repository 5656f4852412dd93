// Every section keeps to its budget, at ten years as at one day, and says what did not fit.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Assembled, assembleContext, renderPrefix } from "../../src/memory/context.ts";
import { shrink } from "../../src/memory/context-shrink.ts";
import { budgets, budgetsFor, contextLimits } from "../../src/memory/context-types.ts";
import { helpLines, regions } from "../../src/memory/help-lines.ts";
import { relationshipLevels, stages } from "../../src/schema/relationship.ts";
import { estimateTokens } from "../../src/schema/tokens.ts";
import { contextInput, day, fact, hint, mid, now, prefixInput, said } from "./context-sample.ts";

const tokens = (request: Assembled, name: string) =>
  request.sections.find((one) => one.name === name)?.tokens ?? -1;
const bounded = ["core", "facts", "mid", "long_index", "lore", "recall", "now"] as const;

/** The help lines of the region that needs most words. */
const longest = (language: "zh" | "en") =>
  regions
    .map((region) => helpLines(language, region))
    .sort((a, b) => estimateTokens(b) - estimateTokens(a))[0] ?? "";

function years(count: number, language: "zh" | "en" = "zh") {
  const days = Array.from({ length: count * 365 }, (_, i) => i + 1);
  const word = language === "zh" ? "说起养猫和搬家的事" : "talked about cats and moving house";
  return prefixInput(
    {
      core: days
        .slice(0, count * 24)
        .map((n) => ({ id: `c${n}`, content: `${word} ${n}`, importance: 8 + (n % 3) })),
      facts: days.map((n) => fact({ id: `f${n}`, statement: `${word} ${n}`, importance: (n % 10) / 10 })),
      mid: days.map((n) => mid(n, { summary: `${word}，${word}，${word}，${n}` })),
      long: days.map((n) => ({
        id: `long_${now - n * day}`,
        title: `${word} ${n}`,
        key_points: [word, word],
        detail_file: `x_${n}.json`,
      })),
    },
    language,
  );
}

describe("budgets", () => {
  test.each(["zh", "en"] as const)(
    "hold after ten years, and ten years cost what one costs (%s)",
    (language) => {
      const atYear = (count: number) =>
        assembleContext(contextInput(renderPrefix(years(count, language)), {}, language));
      const ten = atYear(10);
      for (const name of bounded) expect([name, tokens(ten, name) <= budgets[name]]).toEqual([name, true]);
      expect(ten.tokens / atYear(1).tokens).toBeLessThan(1.05);
      expect(ten.tokens).toBeLessThan(4_000);
      // The budget is used, not only kept.
      expect(tokens(ten, "long_index")).toBeGreaterThan(budgets.long_index * 0.8);
      expect(ten.sections.find((one) => one.name === "mid")?.entries).toHaveLength(contextLimits.mid);
    },
  );

  test("hold whatever the memories hold", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.constantFrom("很长的话".repeat(2_000), "word ".repeat(3_000), "", "😀".repeat(800)),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), (texts) => {
        const input = prefixInput({
          account: { display_name: texts[0] ?? "", about_me: texts.at(-1) ?? "" },
          core: texts.map((content, n) => ({ id: `c${n}`, content, importance: 9 })),
          facts: texts.map((statement, n) => fact({ id: `f${n}`, statement })),
          mid: texts.map((summary, n) => mid(n, { summary })),
          pending: texts.map((content, n) => ({
            topic_id: `p${n}`,
            ended_at: now - n,
            messages: [said("user", content), said("assistant", content)],
          })),
          long: texts.map((title, n) => ({ id: `long_${n}`, title, key_points: [title], detail_file: "x" })),
          previous: {
            topic_id: "before",
            ended_at: now - 9_000,
            messages: texts.map((content) => said("user", content)),
          },
        });
        // A name of thousands of characters is not what this is about.
        const prefix = renderPrefix({ ...input, account: { ...input.account, display_name: "小林" } });
        const request = assembleContext(
          contextInput(prefix, {
            lore: texts.map((content, n) => ({ id: `l${n}`, keywords: ["在"], content, enabled: true })),
            recall: texts.map((found, n) => hint(`r${n}`, found)),
            reminder: texts[0] ?? "",
            state: texts,
          }),
        );
        for (const name of bounded)
          expect([name, tokens(request, name) <= budgets[name]]).toEqual([name, true]);
        expect(tokens(request, "short")).toBeLessThanOrEqual(budgets.tail);
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  test("of the instructions hold for every bond, romance, level, stage and style in both languages", () => {
    for (const language of ["zh", "en"] as const) {
      const base = prefixInput({}, language);
      const person = language === "zh" ? "小林" : "Caroline";
      for (const kind of ["恋人", "家人", "朋友", "搭档", "师生", "笔友和棋友"])
        for (const romance of ["none", "slow", "yes"] as const)
          for (const level of relationshipLevels)
            for (const stage of stages) {
              const prefix = renderPrefix({
                ...base,
                account: { display_name: person, about_me: "" },
                config: {
                  ...base.config,
                  bond: { kind, romance },
                  style: { emoji: "few", length: "medium" },
                },
                relationship: { level, stage },
                helpLines: [longest(language)],
              });
              const instructions = prefix.sections[1]?.tokens ?? Number.POSITIVE_INFINITY;
              expect([kind, romance, level, stage, instructions <= budgets.instructions]).toEqual([
                kind,
                romance,
                level,
                stage,
                true,
              ]);
            }
    }
  });

  test("cut whole entries and name them, best first", () => {
    const recall = Array.from({ length: 40 }, (_, n) => hint(`r${n}`, `${n} ${"想起的事".repeat(12)}`));
    const section = assembleContext(contextInput(renderPrefix(prefixInput()), { recall })).sections.find(
      (one) => one.name === "recall",
    );
    const kept = section?.entries ?? [];
    expect(kept.map((entry) => entry.id)).toEqual(recall.slice(0, kept.length).map((entry) => entry.id));
    expect(kept.map((entry) => entry.text)).toEqual(recall.slice(0, kept.length).map((entry) => entry.text));
    expect(section?.cut).toEqual(recall.slice(kept.length).map((entry) => entry.id));
  });

  test("never cut health and taboos, however many there are, and leave the rest of the facts out first", () => {
    const allergies = Array.from({ length: 30 }, (_, n) =>
      fact({ id: `a${n}`, key: `allergy:${n}`, category: "health", statement: `对第${n}种花粉严重过敏` }),
    );
    const likes = Array.from({ length: 10 }, (_, n) =>
      fact({ id: `l${n}`, statement: `喜欢第${n}种茶`, importance: 1 }),
    );
    const core = Array.from({ length: 9 }, (_, n) => ({
      id: `t${n}`,
      content: `绝不能提第${n}件事`,
      importance: 10,
      category: "taboo" as const,
    }));
    const prefix = renderPrefix(prefixInput({ facts: [...likes, ...allergies], core }));
    const facts = prefix.sections[3];
    const text = `${prefix.sections[2]?.text}\n${facts?.text}`;
    for (const { statement } of allergies) expect(text).toContain(statement);
    for (const { content } of core) expect(text).toContain(content);
    expect(facts?.cut).toEqual(likes.map((one) => one.id));
  });

  test("keep a message of 16,000 characters whole while it is answered, and its two ends later", () => {
    const content = `开头${"喵".repeat(15_996)}结尾`;
    const prefix = renderPrefix(prefixInput());
    const message = said("user", content);
    const first = assembleContext(contextInput(prefix, { open: [message], message }));
    expect(first.messages.at(-1)?.content.endsWith(content)).toBe(true);
    const next = said("user", "怎么看？");
    const open = [message, said("assistant", "好长", { answers: message.message_id }), next];
    const second = assembleContext(contextInput(prefix, { open, message: next }));
    const shown = second.messages[1]?.content ?? "";
    expect(shown.startsWith("开头喵")).toBe(true);
    expect(shown.endsWith("喵结尾")).toBe(true);
    expect(shown).toContain("（中间略去一段）");
    expect(tokens(second, "short")).toBeLessThanOrEqual(budgets.short);
    expect(second.messages[2]?.content).toBe("好长");
  });

  test("shrink for a small window and are the usual ones for a large one", () => {
    expect(budgetsFor(128_000)).toEqual(budgets);
    const small = budgetsFor(8_192);
    expect(small.short_ceiling + small.recall + small.long_index).toBeLessThan(8_192 / 2);
    expect(small.short).toBeGreaterThan(500);
    expect(budgetsFor(1_000).short).toBeGreaterThan(0);
    expect(small.facts).toBe(budgets.facts);
  });
});

describe("the retry after a request was too long", () => {
  const long = () => {
    const open = Array.from({ length: 40 }, (_, n) =>
      said(n % 2 ? "assistant" : "user", `第${n}句，${"说了很多".repeat(15)}`),
    );
    const recall = Array.from({ length: 10 }, (_, n) => hint(`r${n}`, `想起第${n}件`));
    const input = years(1);
    const previous = { topic_id: "before", ended_at: now - 900, messages: [said("user", "我去开会了")] };
    return contextInput(renderPrefix({ ...input, previous }), { open, recall });
  };

  test("has half of the talk, of the recalled memories and of the index, the newest of each", () => {
    const input = long();
    const whole = assembleContext(input);
    const half = assembleContext(shrink(input));
    const entries = (request: Assembled, name: string) =>
      request.sections.find((one) => one.name === name)?.entries ?? [];
    expect(tokens(half, "short")).toBeLessThanOrEqual(tokens(whole, "short") / 2);
    expect(half.messages.at(-2)?.content).toBe(whole.messages.at(-2)?.content);
    expect(half.messages[0]?.content).not.toContain("我去开会了");
    expect(entries(half, "recall").map((entry) => entry.id)).toEqual(["r0", "r1", "r2", "r3", "r4"]);
    const index = entries(whole, "long_index");
    expect(entries(half, "long_index")).toEqual(index.slice(Math.ceil(index.length / 2)));
    expect(half.messages.at(-1)?.content.endsWith("在吗")).toBe(true);
    for (const name of ["persona", "instructions", "core", "facts", "mid"])
      expect(tokens(half, name)).toBe(tokens(whole, name));
  });

  test("does not change the input, and can be made where there is nothing to take away", () => {
    const input = long();
    const before = JSON.stringify(input);
    shrink(input);
    expect(JSON.stringify(input)).toBe(before);
    const empty = contextInput(renderPrefix(prefixInput()));
    expect(assembleContext(shrink(empty)).messages).toHaveLength(2);
  });
});
