// What of a very long message is read when a claim is judged: the quote stays in sight wherever it stands, and the work stays bounded.
import { describe, expect, it } from "vitest";
import { proveQuote, type SpokenMessage } from "../../src/memory/evidence.ts";
import { readTalk, stretchAround } from "../../src/memory/evidence-talk.ts";
import { applyOperations } from "../../src/memory/fact.ts";
import { longestMessage } from "../../src/memory/text.ts";

const filler = "今天也没什么特别的事。".repeat(9_000);
const quote = "我对芒果过敏";

const talk = (content: string): SpokenMessage[] => [
  { message_id: "m1", role: "user", content, timestamp: 1_773_000_000 },
];

describe("a message as it is judged", () => {
  it("is whole as long as one may be sent", () => {
    const text = "好".repeat(longestMessage);
    expect(stretchAround(text, "好")).toBe(text);
    expect(readTalk(talk(text))[0]?.content).toHaveLength(longestMessage);
  });

  it("is read in simplified characters, each in its place", () => {
    expect(readTalk(talk("我對芒果過敏嗎"))[0]?.content).toBe("我对芒果过敏吗");
  });

  it.each([
    ["begins with it", `${quote}。${filler}`],
    ["has it in the middle", `${filler}${quote}。${filler}`],
    ["ends with it", `${filler}${quote}`],
  ])("keeps the quote in sight where a very long one %s", (_where, content) => {
    const stretch = stretchAround(content, quote);
    expect(stretch).toHaveLength(longestMessage);
    expect(stretch).toContain(quote);
    expect(readTalk(talk(content))[0]?.content).toHaveLength(longestMessage);
  });

  it("proves a quote of a very long one as it is written there, also where width or case are other ones", () => {
    const long = (words: string) => talk(`${filler}${words}。${filler}`);
    const proof = (words: string, claimed: string) => proveQuote(claimed, long(words), "user");
    expect(proof(quote, quote)).toMatchObject({ ok: true, quote });
    expect(proof("我用ＩＰｈｏｎｅ", "我用iphone")).toMatchObject({ ok: true, quote: "我用ＩＰｈｏｎｅ" });
    // An accent that is written apart belongs to its letter.
    expect(proof("my cafe\u0301", "my cafe").ok).toBe(false);
    expect(proof(`（${quote}）`, quote)).toMatchObject({ ok: false, reason: "role_play" });
  });

  it("proves a fact that stands far behind in a very long one", () => {
    const operation = {
      op: "ADD",
      category: "health",
      key: "allergy:芒果",
      value: "对芒果过敏",
      statement: "对芒果过敏",
      confidence: 1,
      source: "explicit_statement",
      quote,
    } as const;
    const { facts } = applyOperations([operation], [], {
      now: 1_773_000_100,
      zone: "Asia/Shanghai",
      newId: () => "fact_1",
      language: "zh",
      messages: talk(`${filler}${quote}。${filler}`),
      by: "model",
    });
    expect(facts).toMatchObject([{ status: "live", confidence: 1, evidence: [{ message_id: "m1", quote }] }]);
  });
});
