// The grades of a context and the order in which it is read: what is always there, what may go, and what holds where two disagree (A107, A109–A111, A116).
import { describe, expect, test } from "vitest";
import { type Assembled, assembleContext, renderPrefix } from "../../src/memory/context.ts";
import { shrink } from "../../src/memory/context-shrink.ts";
import { budgetsFor } from "../../src/memory/context-types.ts";
import type { Language } from "../../src/schema/common.ts";
import { estimateTokens } from "../../src/schema/tokens.ts";
import { contextInput, day, fact, hint, mid, now, prefixInput, said } from "./context-sample.ts";

/** A companion with something of everything, and a talk of so many rounds. */
function scene(language: Language, rounds: number, window?: number) {
  const budgets = window === undefined ? {} : { budgets: budgetsFor(window) };
  const prefix = renderPrefix(
    prefixInput(
      {
        ...budgets,
        selfSoul: "SELF-VIEW",
        core: [{ id: "core", content: "CORE-MEMORY", importance: 9 }],
        facts: [
          fact({ id: "plain", statement: "PLAIN-FACT" }),
          fact({ id: "ill", category: "health", key: "allergy:x", statement: "HARD-FACT" }),
        ],
        mid: [mid(1, { summary: "Talked about SUMMARY" })],
        long: [
          {
            id: "long",
            title: "INDEX-TITLE",
            key_points: ["x"],
            detail_file: "x.json",
            ended_at: now - 9 * day,
          },
        ],
        previous: { topic_id: "before", ended_at: now - 3_600, messages: [said("user", "LAST-TALK")] },
      },
      language,
    ),
  );
  const word =
    language === "zh" ? "今天在老街拍了很多照片，河边的灯最好看" : "took many photos in the old town today";
  const open = Array.from({ length: rounds }, (_, n) => [
    said("user", `ASKED-${n} ${word}`),
    said("assistant", `SAID-${n} ${word}`),
  ]).flat();
  return contextInput(
    prefix,
    {
      ...budgets,
      open,
      message: { message_id: "new", content: "THE-QUESTION" },
      lore: [{ id: "lore", keywords: ["QUESTION"], content: "LORE", enabled: true }],
      recall: [hint("word", "RECALLED-BY-WORD"), hint("near", "RECALLED-BY-MEANING")],
      knowledge: [hint("book.md#1", "KNOWLEDGE")],
    },
    language,
  );
}

const textOf = (request: Assembled) => request.messages.map(({ content }) => content).join("\n");

/** The marks in the order in which they stand; those that are not there are left out. */
function orderOf(request: Assembled, marks: readonly string[]): string[] {
  const text = textOf(request);
  return marks
    .map((mark) => ({ mark, place: text.indexOf(mark) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ mark }) => mark);
}

describe.each(["zh", "en"] as const)("the reading order (%s)", (language) => {
  const soul = "温柔，爱看海。";
  const marks = [
    soul,
    "SELF-VIEW",
    "CORE-MEMORY",
    "HARD-FACT",
    "PLAIN-FACT",
    "SUMMARY",
    "INDEX-TITLE",
    "LAST-TALK",
    "ASKED-0",
    "SAID-4",
    "LORE",
    "RECALLED-BY-WORD",
    "RECALLED-BY-MEANING",
    "KNOWLEDGE",
    "THE-QUESTION",
  ];

  test("is role, hard facts, summaries, the last rounds, what was found, general knowledge, and the question (A107, A109, A116)", () => {
    expect(orderOf(assembleContext(scene(language, 5)), marks)).toEqual(marks);
  });

  test("is that of each single message too: five rounds word for word, in the order in which they were said", () => {
    const { messages } = assembleContext(scene(language, 5));
    expect(messages.map(({ role }) => role)).toEqual([
      "system",
      ...Array.from({ length: 5 }, () => ["user", "assistant"]).flat(),
      "user",
    ]);
  });

  test("says of the facts that they hold where anything disagrees, before any of it is read (A110)", () => {
    const text = textOf(assembleContext(scene(language, 1)));
    const rule =
      language === "zh" ? "与别处说法不一时，以这里为准" : "Where anything disagrees with this, this holds";
    expect(text.indexOf(rule)).toBeGreaterThan(-1);
    for (const later of ["HARD-FACT", "SUMMARY", "RECALLED-BY-WORD", "RECALLED-BY-MEANING", "KNOWLEDGE"])
      expect([later, text.indexOf(rule) < text.indexOf(later)]).toEqual([later, true]);
  });
});

describe.each(["zh", "en"] as const)("the grades (%s)", (language) => {
  const lastRounds = (rounds: number) =>
    [rounds - 3, rounds - 2, rounds - 1].flatMap((n) => [`ASKED-${n} `, `SAID-${n} `]);
  const core = (rounds: number) => [
    "温柔，爱看海。",
    "SELF-VIEW",
    "HARD-FACT",
    ...lastRounds(rounds),
    "THE-QUESTION",
  ];

  test.each([500, 2_048, 4_096, 8_192, 32_768])(
    "core: role card, hard facts and the last three rounds stand in a window of %i tokens",
    (window) => {
      for (const rounds of [3, 10, 200]) {
        const text = textOf(assembleContext(scene(language, rounds, window)));
        for (const mark of core(rounds))
          expect([rounds, mark, text.includes(mark)]).toEqual([rounds, mark, true]);
      }
    },
  );

  test("core: the last three rounds stay where they are longer than the talk's budget, as long as its ceiling holds them", () => {
    const { short, short_ceiling } = budgetsFor(6_000);
    const word = language === "zh" ? "很" : "so ";
    // Six of them are a quarter more than the budget, eight are more than the ceiling.
    const times = Math.floor((short / 4.8 / estimateTokens(word.repeat(100))) * 100);
    const long = (mark: string) => `${mark} ${word.repeat(times)}`;
    const input = scene(language, 0, 6_000);
    const open = Array.from({ length: 12 }, (_, n) =>
      said(n % 2 === 0 ? "user" : "assistant", long(`LONG-${n}`)),
    );
    const request = assembleContext({ ...input, open });
    for (let n = 6; n < 12; n++) expect([n, textOf(request).includes(`LONG-${n} `)]).toEqual([n, true]);
    expect(textOf(request)).not.toContain("LONG-5 ");
    const talk = request.sections.find(({ name }) => name === "short")?.tokens ?? Number.NaN;
    expect(talk).toBeGreaterThan(short);
    expect(talk).toBeLessThanOrEqual(short_ceiling + budgetsFor(6_000).tail);
  });

  test("active: the summaries stay where the window is small, the talk's own ones too", () => {
    const input = scene(language, 4, 4_096);
    const folded = input.open.slice(0, 2).map(({ message_id }) => message_id);
    const parts = [{ n: 1, message_ids: folded, summary: "FOLDED", by: "model" as const }];
    const text = textOf(assembleContext({ ...input, parts }));
    expect(text).toContain("FOLDED");
    expect(text).toContain("SUMMARY");
    expect(text).not.toContain("ASKED-0 ");
  });

  test("background goes first: a narrow window, or a provider that finds it too long, costs the index and what was found", () => {
    const many = (input: ReturnType<typeof scene>) => ({
      ...input,
      recall: Array.from({ length: 30 }, (_, n) => hint(`r${n}`, `RECALLED-${n} ${"想起的事".repeat(9)}`)),
    });
    const tokens = (request: Assembled, name: string) =>
      request.sections.find((one) => one.name === name)?.tokens ?? Number.NaN;
    const wide = assembleContext(many(scene(language, 3)));
    for (const less of [
      assembleContext(many(scene(language, 3, 4_096))),
      assembleContext(shrink(many(scene(language, 3)))),
    ]) {
      expect(tokens(less, "recall")).toBeLessThan(tokens(wide, "recall"));
      for (const name of ["persona", "instructions", "core", "facts", "mid"])
        expect([name, tokens(less, name)]).toEqual([name, tokens(wide, name)]);
    }
  });
});
