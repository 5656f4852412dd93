// Which turn of a relationship is never forgotten: one that the person's own words brought about (R9).
import { describe, expect, it } from "vitest";
import { notableChange } from "../../src/memory/relationship-notable.ts";

const says = (content: string, message_id = "m1", role: "user" | "assistant" = "user") => ({
  message_id,
  role,
  content,
});

describe("a turn that was stated", () => {
  it("is told in the person's own words, with their message as its evidence", () => {
    const said = [
      says("今天好累", "m0"),
      says("我想清楚了，我们绝交吧。别的没什么好说", "m2"),
      says("好", "m3", "assistant"),
    ];
    expect(notableChange("一般", "决裂", said, "zh")).toMatchObject({
      content: "对方说「我们绝交吧」，我们从「一般」到了「决裂」",
      category: "relationship",
      source_message_ids: ["m2"],
    });
  });

  it("is told in English where that is the language", () => {
    const { content } = notableChange("决裂", "一般", [says("I'm so sorry. Let's make up.")], "en") ?? {};
    expect(content).toBe("They said “I'm so sorry”, and we went from broken off to ordinary");
  });

  it("quotes the newest of several, and no more than sixty characters", () => {
    const long = `${"啊".repeat(100)}对不起`;
    const proposal = notableChange("决裂", "一般", [says("对不起", "m1"), says(long, "m2")], "zh");
    expect(proposal?.source_message_ids).toEqual(["m2"]);
    expect([...(proposal?.content ?? "")].length).toBeLessThan(100);
  });
});

describe("every other change", () => {
  it.each([
    ["one step", "一般", "关系冷淡", [says("我们绝交吧")]],
    ["two steps without a word of it", "特别关心", "一般", [says("今天好累")]],
    ["words in the other direction", "一般", "决裂", [says("对不起")]],
    ["the companion's own words", "一般", "决裂", [says("我们绝交吧", "m1", "assistant")]],
    ["no words at all", "一般", "决裂", []],
    ["no change", "一般", "一般", [says("我们绝交吧")]],
  ] as const)("is not one: %s", (_name, from, to, said) =>
    expect(notableChange(from, to, said, "zh")).toBeNull(),
  );
});
