// A model's summary as it is kept: within 200 characters, in one paragraph, and never half a sentence (A27, A68).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../src/model/answer.ts";
import { inForm, isTooLong, longestSummary } from "../../src/model/answer-summary.ts";
import type { Material } from "../../src/model/models.ts";
import { SummaryAnswer } from "../../src/schema/answer.ts";

const lengthOf = (text: string) => [...text].length;
const fact = (n: number) => `对方说第${n}件事是下个月要和妈妈去杭州看外婆，住三天；`;
const told = (n: number) => `They said that in week ${n} they will visit their grandmother in Lisbon. `;

describe("a summary that is in form", () => {
  it.each([
    "约好周六早上去海边，用户晕船，不订船票",
    "那次聊到海边：对方周六早上去，晕船。说定：不订船票。",
    "Earlier we talked about the sea: they get seasick. Agreed: no boat tickets.",
    "说好周六去海边。后来改成周日。",
    "房租 3.5 万；跑了 12.5 公里，配速 5:30",
    "听了《1989》，他说“走吧。别等了。”",
  ])("stays letter for letter: %s", (summary) => {
    expect(inForm(summary)).toBe(summary);
    expect(isTooLong(summary)).toBe(false);
  });
});

describe("a list", () => {
  it("becomes one paragraph, with what was agreed and what is open behind the facts", () => {
    expect(inForm("## 摘要\n- 说定：周六早上出发\n- **对方**晕船\n- 妈妈也去。\n- 未定：住哪里")).toBe(
      "对方晕船；妈妈也去。说定：周六早上出发；未定：住哪里",
    );
    expect(inForm("Summary:\n1. Agreed: leave on Saturday.\n2. They get seasick\n3) Mum comes along,")).toBe(
      "They get seasick; Mum comes along; Agreed: leave on Saturday.",
    );
  });

  it("keeps a heading of its own in front of what it announces", () => {
    expect(inForm("约定：\n- 周六出发\n- 带伞\n事实：\n- 对方晕船\n关于妈妈：\n- 也去")).toBe(
      "对方晕船；关于妈妈：也去；约定：周六出发；带伞",
    );
    expect(inForm("摘要")).toBe("摘要");
  });
});

describe("a summary that is too long", () => {
  it("loses whole sentences from its end", () => {
    const chinese = inForm(Array.from({ length: 12 }, (_, n) => fact(n)).join(""));
    expect(lengthOf(chinese)).toBeLessThanOrEqual(longestSummary);
    expect(lengthOf(chinese)).toBeGreaterThan(longestSummary - lengthOf(fact(10)));
    expect(chinese).toMatch(/住三天。$/);
    const english = inForm(Array.from({ length: 8 }, (_, n) => told(n)).join(""));
    expect(english).toBe((told(0) + told(1)).trim());
  });

  it("keeps what was agreed, if it is named at the end, before the last of the facts", () => {
    const agreed = "说定：周六早上九点在东门见。未定：带不带伞。";
    const kept = inForm(Array.from({ length: 12 }, (_, n) => fact(n)).join("") + agreed);
    expect(kept).toMatch(/^对方说第0件事/);
    expect(kept.endsWith(agreed)).toBe(true);
    expect(lengthOf(kept)).toBeLessThanOrEqual(longestSummary);
    // An agreement as long as all that may stand there has no such right.
    const endless = inForm(`${fact(1)}说定：${"先去这里再去那里，".repeat(40)}`);
    expect(endless).toMatch(/^对方说第1件事.*住三天。$/);
  });

  it("is not cut behind a title or an initial", () => {
    const start = `They told of the hospital${" again and again".repeat(9)}. `;
    expect(inForm(`${start}Then they saw Dr. J. Okonkwo about it, who had no time for them.`)).toBe(
      start.trim(),
    );
  });

  it("is never cut inside a quotation", () => {
    const quoted = `她说「${"我想走。".repeat(60)}」然后就走了。`;
    const kept = inForm(`对方很难过。${quoted}${quoted}`);
    expect(kept).toBe("对方很难过。");
  });

  it("of one endless sentence ends at a clause, of no marks at a word, and says that it was cut", () => {
    expect(inForm("他一路走，".repeat(60))).toMatch(/^(?:他一路走，)+他一路走…$/);
    const words = inForm("word ".repeat(100));
    expect(words).toMatch(/^(?:word )+word…$/);
    const bare = inForm("🐱".repeat(300));
    expect(lengthOf(bare)).toBe(longestSummary);
    expect(bare).not.toMatch(/\p{Cs}/u);
  });
});

it("is within 200 characters and not empty, whatever a model writes, and is then left alone", () => {
  const piece = fc.oneof(
    fc.constantFrom("说定：", "Agreed: ", "「", "」", "；", "。", ". ", "\n- ", "…", "“", "3.5", "**"),
    fc.string({ unit: "grapheme", maxLength: 90 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), (pieces) => {
      const summary = `小雨${pieces.join("")}`;
      const kept = inForm(summary);
      expect(lengthOf(kept)).toBeLessThanOrEqual(longestSummary);
      expect(kept).not.toBe("");
      expect(inForm(kept)).toBe(kept);
    }),
    { numRuns: 300, seed: 27 },
  );
});

describe("reading an answer", () => {
  const messages = [
    { message_id: "m", role: "user" as const, content: "话".repeat(900), timestamp: 1, topic_id: "t" },
  ];
  const topic: Material = { role: "short_to_mid", language: "zh", messages };
  const read = (summary: string, material: Material = topic) => {
    const text = JSON.stringify({ summary, emotion_tags: { scene: "闲聊" } });
    return readAnswer({ text, finish: "stop" }, { schema: SummaryAnswer, material });
  };

  it("takes a summary that is too long as whole, with a fault that is worth one more try", () => {
    const reading = read(Array.from({ length: 12 }, (_, n) => fact(n)).join(""));
    expect(reading).toMatchObject({ ok: true, fault: expect.stringContaining("200") });
    if (reading.ok) expect(lengthOf(reading.value.summary)).toBeLessThanOrEqual(longestSummary);
  });

  it("names no fault for one that only has another form, which is put right", () => {
    expect(read("- 对方晕船\n- 说定：周六出发")).toEqual({
      ok: true,
      value: expect.objectContaining({ summary: "对方晕船；说定：周六出发" }),
    });
  });

  it("tells of another language too where both are wrong", () => {
    expect(read(Array.from({ length: 8 }, (_, n) => told(n)).join(""))).toMatchObject({
      ok: true,
      stray: "en",
      fault: expect.stringContaining("200"),
    });
  });

  it("still refuses one that is longer than what it sums up", () => {
    const short = { ...topic, messages: [{ ...messages[0], content: "嗯" }] } as Material;
    expect(read(fact(1).repeat(8), short)).toMatchObject({ ok: false, kind: "content" });
  });
});
