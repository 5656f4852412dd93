// When a message may be left at having been read, and how often; how long a companion waits for more (A129–A133, A154, A155, R10).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/ids.ts";
import { gatherFigures, gatherPause } from "../../src/memory/gathering.ts";
import { levels } from "../../src/memory/relationship.ts";
import {
  drawReply,
  firstMessages,
  lookAgainAfter,
  mustReply,
  type ReplyView,
  skipReason,
} from "../../src/memory/reply-decision.ts";
import { relationshipLevels } from "../../src/schema/relationship.ts";

const at = Date.parse("2026-03-10T20:00:00+08:00") / 1000;
const before: ReplyView["before"] = Array.from({ length: 40 }, (_, n) => ({
  role: "user" as const,
  timestamp: at - 60 * (40 - n),
}));
const view = (more: Partial<ReplyView> = {}): ReplyView => ({
  policy: "level",
  text: "哈哈",
  mood: { emotion: "neutral", intensity: 0 },
  isDanger: false,
  isCommand: false,
  isAskedAgain: false,
  before,
  at,
  zone: "Asia/Shanghai",
  ...more,
});

describe("a message under the policy level", () => {
  it("may be left unanswered in the middle of a day, where it asks nothing", () => {
    for (const text of [
      "哈哈",
      "刚吃完饭。",
      "我还是很累",
      "好几天没出门了",
      "外婆给我讲过这个",
      "今天吃的还是面条",
      "lol",
      "I had noodles today.",
      "the show was great",
      "two or three hours went by",
    ])
      expect([text, mustReply(view({ text }))]).toEqual([text, null]);
  });

  it("is answered for each reason there is, danger before all", () => {
    expect(mustReply(view({ policy: "always" }))).toBe("policy");
    expect(mustReply(view({ isDanger: true, text: "？" }))).toBe("danger");
    expect(mustReply(view({ isCommand: true }))).toBe("command");
    expect(mustReply(view({ isAskedAgain: true }))).toBe("asked_again");
    for (const text of [
      "你吃饭了吗",
      "在干嘛呢",
      "几点了",
      "为什么",
      "where are you",
      "are you ok",
      "so what",
      "真的？",
      "吃了没",
      "去不去",
      "你喜欢猫还是狗",
      "咋办",
      "多久能好",
      "帮我想个名字",
      "陪我聊会儿",
      "u there",
      "any ideas",
      "cats or dogs",
      "tell me a story",
      "please help me pick a name",
    ])
      expect([text, mustReply(view({ text }))]).toEqual([text, "question"]);
    expect(mustReply(view({ mood: { emotion: "lonely", intensity: 0.6 } }))).toBe("low_mood");
    expect(mustReply(view({ mood: { emotion: "joy", intensity: 0.9 } }))).toBeNull();
    expect(mustReply(view({ before: before.slice(-(firstMessages - 1)) }))).toBe("first_messages");
    expect(mustReply(view({ before: [] }))).toBe("first_messages");
    const last = before.at(-1);
    expect(
      mustReply(
        view({
          before: [
            ...before.slice(0, -1),
            { role: "user", timestamp: last?.timestamp ?? 0, read: { at, reason: "" } },
          ],
        }),
      ),
    ).toBe("after_skipped");
  });

  it("is the first of a day by the person's own clock", () => {
    const midnight = Date.parse("2026-03-11T00:05:00+08:00") / 1000;
    expect(mustReply(view({ at: midnight }))).toBe("first_of_day");
    expect(mustReply(view({ at: midnight, zone: "UTC" }))).toBeNull();
  });
});

describe("the draw", () => {
  it("keeps the table's rate within two points over 10,000 messages of each level", () => {
    const random = seededRandom("7");
    for (const level of relationshipLevels) {
      let answered = 0;
      for (let n = 0; n < 10_000; n += 1) if (drawReply(level, random)) answered += 1;
      expect(Math.abs(answered / 10_000 - levels[level].reply_rate)).toBeLessThan(0.02);
    }
  });

  it("looks again after 10 to 90 minutes, and has a reason in both languages", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999_999, noNaN: true }), (x) => {
        const seconds = lookAgainAfter(() => x);
        expect(seconds >= 600 && seconds <= 5_400).toBe(true);
      }),
    );
    for (const level of relationshipLevels) {
      expect(skipReason(level, "zh")).toMatch(/看到了/);
      expect(skipReason(level, "en")).toMatch(/^Read it/);
    }
  });
});

describe("waiting for more", () => {
  it("lasts four seconds, two after what sounds finished or is long, and twenty in all", () => {
    expect(gatherPause("跟你说", 0, 0.5)).toBe(4_000);
    for (const text of [
      "升职了。",
      "真的吗？",
      "太好了！",
      "Really?",
      "I got it.",
      "“好。”",
      "长".repeat(30),
    ])
      expect([text, gatherPause(text, 0, 1)]).toEqual([text, 2_000]);
    expect(gatherPause("跟你说", 19_000, 0.5)).toBe(1_000);
    expect(gatherPause("跟你说", 20_000, 0.5)).toBe(0);
    expect(gatherPause("跟你说", 90_000, 0.5)).toBe(0);
  });

  it("shrinks with the pace and never grows beyond the figures", () => {
    expect(gatherPause("跟你说", 0, 0.25)).toBe(2_000);
    expect(gatherPause("跟你说", 0, 0)).toBe(0);
    expect(gatherPause("跟你说", 0, 10)).toBe(gatherFigures.pause);
  });
});
