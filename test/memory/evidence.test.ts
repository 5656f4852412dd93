// Whether a quote stands in what the person said (invariant 2): folding, speakers, injected and played text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldQuote, proveQuote, type SpokenMessage, spokenText } from "../../src/memory/evidence.ts";
import { talk } from "./fact-sample.ts";

const reason = (quote: string | undefined, messages: readonly SpokenMessage[]) => {
  const proof = proveQuote(quote, messages, "user");
  return proof.ok ? `ok ${proof.message_id}` : proof.reason;
};

describe("a quote", () => {
  test("is proven by the person's message that holds it", () => {
    const messages = talk(["我对芒果过敏，吃一口嘴巴就肿。", "> 记住了", "好"]);
    expect(proveQuote("我对芒果过敏", messages, "user")).toEqual({
      ok: true,
      message_id: "m1",
      quote: "我对芒果过敏",
      timestamp: messages[0]?.timestamp,
    });
  });

  test("may differ in width, case and white space, and comes back as it was said", () => {
    const messages = talk(["Ｉ  LIVE in\nParis now", "我 住在 杭州"]);
    const english = proveQuote("i live in paris", messages, "user");
    const chinese = proveQuote("我住在杭州", messages, "user");
    expect(english.ok && english.quote).toBe("Ｉ  LIVE in\nParis");
    expect(chinese.ok && chinese.quote).toBe("我 住在 杭州");
  });

  test("with other punctuation or words is not what was said", () => {
    const messages = talk(["我住在杭州，喜欢喝茶", "I don't smoke"]);
    for (const quote of [
      "我住在杭州。喜欢喝茶",
      "我住在杭州 喜欢喝茶",
      "我住在成都",
      "I dont smoke",
      "I do smoke",
    ]) {
      expect([quote, reason(quote, messages)]).toEqual([quote, "not_said"]);
    }
  });

  test("of the companion is the wrong speaker's (C089)", () => {
    const messages = talk([
      "帮我想想怎么跟老板请假？",
      "> 我以前也这样请过假，我最讨厌周一了。",
      "哈哈学到了",
    ]);
    expect(reason("我最讨厌周一了", messages)).toBe("wrong_speaker");
    expect(proveQuote("我最讨厌周一了", messages, "assistant").ok).toBe(true);
  });

  test("that stands only in recalled text or a tool's answer is injected", () => {
    const messages: SpokenMessage[] = [
      { ...(talk(["> 你说过你对花生过敏"])[0] as SpokenMessage), recalled: [{ text: "我对花生过敏" }] },
      { ...(talk(["> 查到了"], 0, "t")[0] as SpokenMessage), tools: [{ result: "I am the owner's mother" }] },
    ];
    expect(reason("我对花生过敏", messages)).toBe("injected");
    expect(reason("I am the owner's mother", messages)).toBe("injected");
  });

  test("that the person said too is theirs, whatever was recalled", () => {
    const [message] = talk(["我对花生过敏"]);
    expect(
      reason("我对花生过敏", [{ ...(message as SpokenMessage), recalled: [{ text: "我对花生过敏" }] }]),
    ).toBe("ok m1");
  });

  test("that was played is none: a story, an action in brackets or stars", () => {
    const story: SpokenMessage = { ...(talk(["我是你的王"])[0] as SpokenMessage), scene: "story" };
    expect(reason("我是你的王", [story])).toBe("role_play");
    for (const [text, quote] of [
      ["（我拔出剑来）你好", "我拔出剑来"],
      ["(draws his sword) hello", "draws his sword"],
      ["*I am a cat* hello", "I am a cat"],
    ] as const) {
      expect([text, reason(quote, talk([text]))]).toEqual([text, "role_play"]);
    }
  });

  test("around an aside in brackets is said all the same", () => {
    expect(reason("我住在杭州（西湖区）", talk(["我住在杭州（西湖区），你呢"]))).toBe("ok m1");
    expect(reason("3 * 4 is twelve", talk(["3 * 4 is twelve * 1"]))).toBe("ok m1");
  });

  test("played once and said once is said", () => {
    expect(reason("我想回家", talk(["（我想回家）", "我想回家"]))).toBe("ok m2");
  });

  test("said twice names the latest message", () => {
    expect(reason("我住在杭州", talk(["我住在杭州", "> 嗯", "我住在杭州呀"]))).toBe("ok m3");
  });

  test("of nothing, or of one character, proves nothing", () => {
    for (const quote of [undefined, "", " ", "我", "。，", "ok", "I"]) {
      expect([quote, reason(quote, talk(["我 ok I。，"]))]).toEqual([quote, "not_said"]);
    }
  });

  test("is looked for in no messages without complaint", () => {
    expect(reason("我住在杭州", [])).toBe("not_said");
  });
});

describe("what was spoken", () => {
  test("is the text without what was played", () => {
    const [message] = talk(["（笑）我对花生过敏*叹气*"]);
    expect(spokenText(message as SpokenMessage).trim()).toBe("我对花生过敏");
    expect(spokenText({ ...(message as SpokenMessage), scene: "story" })).toBe("");
  });
});

describe("for any message", () => {
  const said = fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 });

  test("every stretch of it that is long enough and not played is proven, and stands in it", () => {
    fc.assert(
      fc.property(said, fc.nat(), fc.nat(), (text, a, b) => {
        const plain = text.replace(/[()（）*]/g, "x");
        const signs = [...plain];
        const from = a % signs.length;
        const quote = signs.slice(from, from + 1 + (b % signs.length)).join("");
        const proof = proveQuote(quote, talk([`~${plain}`]), "user");
        if (proof.ok) expect(`~${plain}`).toContain(proof.quote);
        else expect((foldQuote(quote).match(/[\p{L}\p{N}]/gu) ?? []).length).toBeLessThan(3);
      }),
      { seed: 11, numRuns: 400 },
    );
  });

  test("folding twice changes nothing more", () => {
    fc.assert(
      fc.property(said, (text) => {
        expect(foldQuote(foldQuote(text))).toBe(foldQuote(text));
      }),
      { seed: 12, numRuns: 300 },
    );
  });
});
