// Habits that only several talks show: each needs the person's own words in at least two of them.
import { describe, expect, it } from "vitest";
import type { SpokenMessage } from "../../src/memory/evidence.ts";
import { applyOperations } from "../../src/memory/fact.ts";
import { episodicOperations } from "../../src/memory/fact-episodic.ts";
import type { EpisodicOperation } from "../../src/schema/answer.ts";

let count = 0;
const at = Date.parse("2026-03-01T12:00:00Z") / 1000;
const says = (content: string, role: SpokenMessage["role"] = "user"): SpokenMessage => {
  count += 1;
  return { message_id: `m${count}`, role, content, timestamp: at + count * 86_400 };
};
const talks = (...all: SpokenMessage[][]) => new Map(all.map((talk, n) => [`mid_${n}`, talk]));
const habit = (value: string, rest: Partial<EpisodicOperation> = {}): EpisodicOperation => ({
  op: "ADD",
  category: "habit",
  key: "weekend_activity",
  value,
  statement: value,
  source_mid_ids: ["mid_0", "mid_1", "mid_2"],
  ...rest,
});

const climbing = () =>
  talks(
    [says("周六去爬山了，腿有点酸。"), says("听着就累", "assistant")],
    [says("工作好忙。"), says("不过昨天还是去爬山了！")],
    [says("今天在家看书。")],
  );
const hiking = () =>
  talks(
    [says("I went hiking on Saturday. It rained.")],
    [says("Back from hiking, so tired!")],
    [says("Read a book.")],
  );

describe("what several talks show together", () => {
  it("is proven by the person's own sentence in each of them", () => {
    expect(
      episodicOperations([habit("爬山")], climbing()).map(({ quote, source }) => [quote, source]),
    ).toEqual([
      ["周六去爬山了，腿有点酸。", "extracted_from_episodic"],
      ["不过昨天还是去爬山了！", "extracted_from_episodic"],
    ]);
    expect(episodicOperations([habit("hiking")], hiking()).map(({ quote }) => quote)).toEqual([
      "I went hiking on Saturday.",
      "Back from hiking, so tired!",
    ]);
  });

  it("becomes one fact with a proof of each talk, surer than one inference and never certain", () => {
    for (const [value, said, language] of [
      ["爬山", climbing(), "zh"],
      ["hiking", hiking(), "en"],
    ] as const) {
      const { facts } = applyOperations(episodicOperations([habit(value)], said), [], {
        now: at + 90 * 86_400,
        zone: "Asia/Shanghai",
        newId: () => "1",
        language,
        messages: [...said.values()].flat(),
        by: "model",
      });
      expect(facts).toHaveLength(1);
      expect(facts[0]).toMatchObject({
        source: "extracted_from_episodic",
        status: "live",
        scope: "private",
        confidence: 0.7,
      });
      expect(facts[0]?.evidence).toHaveLength(2);
    }
  });

  it.each([
    ["one talk alone", habit("看书")],
    ["words of the companion", habit("听着就累")],
    ["nothing that was said", habit("打网球")],
    ["talks that were not sent", habit("爬山", { source_mid_ids: ["mid_0", "mid_9"] })],
    ["a wish to delete", habit("爬山", { op: "DELETE" })],
    ["no words at all", habit("", { statement: undefined, value: undefined })],
  ])("is nothing where it rests on %s", (_, operation) => {
    expect(episodicOperations([operation], climbing())).toEqual([]);
  });

  it("looks into all talks that were sent where the sources are left out", () => {
    const { source_mid_ids: _, ...bare } = habit("爬山");
    expect(episodicOperations([bare], climbing())).toHaveLength(2);
  });
});
