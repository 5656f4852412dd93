// Marks for the server in a streamed reply: held back, honoured at the end only, never shown (R17, C050–C057).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMarkerFilter } from "../../src/memory/marker.ts";

function run(chunks: readonly string[], heartbeat = false) {
  const filter = createMarkerFilter({ heartbeat });
  const pushed = chunks.map((chunk) => filter.push(chunk));
  const { text, ...verdict } = filter.end();
  return { shown: pushed.join("") + text, pushed, ...verdict };
}

/** The plain meaning: take marks out until none is left. */
function withoutMarks(text: string): string {
  const next = text.replaceAll("[TOPIC_ENDED]", "").replaceAll("HEARTBEAT_OK", "");
  return next === text ? text : withoutMarks(next);
}

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      "[TOPIC_ENDED]",
      "HEARTBEAT_OK",
      "[TO",
      "PIC_",
      "ENDED",
      "]",
      "HEART",
      "BEAT_OK",
      "[",
      "[[",
    ),
    fc.string({ maxLength: 6, unit: "grapheme" }),
    fc.constantFrom("晚安", "～", "\n", "？", "🌙", "【TOP10】"),
  ),
  { maxLength: 14 },
);

/** Cuts a text at random places, also inside surrogate pairs. */
function cut(text: string, places: readonly number[]): string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((from, i) => text.slice(from, at[i] ?? text.length));
}

describe("the topic's end", () => {
  test("is honoured at the very end and not shown (C050)", () => {
    expect(run(["晚安，做个好梦～", "[TOPIC_ENDED]"])).toMatchObject({
      shown: "晚安，做个好梦～",
      topicEnded: true,
      silent: false,
    });
  });

  test("is held back however it is split (C051)", () => {
    const result = run(["晚安[TO", "PIC_", "ENDED", "]"]);
    expect(result.pushed).toEqual(["晚安", "", "", ""]);
    expect(result).toMatchObject({ shown: "晚安", topicEnded: true });
  });

  test("releases text that only begins like the mark (C052)", () => {
    const text = "今天的歌单[TOP10]给你，还有一首叫[TOPIC";
    expect(run(["今天的歌单[TOP", "10]给你，还有一首叫[TOPIC"])).toMatchObject({
      shown: text,
      topicEnded: false,
    });
  });

  test("does not count in the middle, but is not shown there either (C053)", () => {
    expect(run(["好的[TOPIC_ENDED]对了，你明天几点起？"])).toMatchObject({
      shown: "好的对了，你明天几点起？",
      topicEnded: false,
    });
    expect(run(["晚安[TOPIC_ENDED]？"]).topicEnded).toBe(false);
  });

  test("counts with blanks, newlines and ornaments behind it", () => {
    for (const tail of ["\n", "  \n\n", "。", "～🌙", "**", "[TOPIC_ENDED]"]) {
      expect(run([`晚安[TOPIC_ENDED]${tail}`]).topicEnded).toBe(true);
    }
    expect(run(["[TOPIC_ENDED]早[TOPIC_ENDED]"])).toMatchObject({ shown: "早", topicEnded: true });
  });

  test("is known in other spellings, and hidden when one mark is wrapped round another", () => {
    expect(run(["晚安【TOPIC_ENDED】"])).toMatchObject({ shown: "晚安", topicEnded: true });
    expect(run(["bye [topic_ended]"])).toMatchObject({ shown: "bye ", topicEnded: true });
    expect(run(["安[TOPIC_[TOPIC_ENDED]ENDED]"])).toMatchObject({ shown: "安", topicEnded: true });
    expect(run(["[TO[TOPIC_ENDED]"])).toMatchObject({ shown: "[TO", topicEnded: true });
  });

  test("of an empty reply is no end", () => {
    expect(run([])).toMatchObject({ shown: "", topicEnded: false, silent: false });
    expect(run(["", "嗯"])).toMatchObject({ shown: "嗯", topicEnded: false, silent: false });
  });
});

describe("a beat's silence", () => {
  test("is heard however it is split (C057)", () => {
    expect(run(["HEART", "BEAT_OK"], true)).toMatchObject({ shown: "", silent: true });
  });

  test("holds at the end whatever stands before, and shows nothing of it", () => {
    const result = run(["他在忙吧，", "不打扰了。HEARTBEAT_OK\n"], true);
    expect(result).toMatchObject({ shown: "", silent: true });
    expect(result.pushed).toEqual(["", ""]);
  });

  test("holds at the start with at most 300 characters beside it", () => {
    expect(run([`**HEARTBEAT_OK** ${"安".repeat(295)}`], true).silent).toBe(true);
    expect(run([`HEARTBEAT_OK${"安".repeat(300)}`], true).silent).toBe(true);
    expect(run([`HEARTBEAT_OK${"安".repeat(301)}`], true)).toMatchObject({
      silent: false,
      shown: "安".repeat(301),
    });
  });

  test("is no silence in the middle, nor where nothing was said", () => {
    expect(run(["早！HEARTBEAT_OK 你起了吗"], true)).toMatchObject({ silent: false, shown: "早！ 你起了吗" });
    expect(run([""], true).silent).toBe(false);
    expect(run(["早呀"], true)).toMatchObject({ silent: false, shown: "早呀" });
  });

  test("never shows in an ordinary reply", () => {
    expect(run(["好的HEARTBEAT_OK"])).toMatchObject({ shown: "好的", silent: false });
  });
});

describe("any text, split anywhere", () => {
  test("comes out whole and in order, without marks", () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(), { maxLength: 8 }), (parts, places) => {
        const text = parts.join("");
        const result = run(cut(text, places));
        expect(result.shown).toBe(withoutMarks(text));
        expect(result.topicEnded).toBe(run([text]).topicEnded);
      }),
      { numRuns: 400, seed: 7 },
    );
  });

  test("is read in one pass, also where every character could begin a mark", () => {
    expect(run(["[".repeat(200_000), "x"]).shown.length).toBe(200_001);
    expect(run(["[TOPIC_".repeat(60_000), "ENDED]".repeat(60_000)])).toMatchObject({
      shown: "",
      topicEnded: true,
    });
  });
});
