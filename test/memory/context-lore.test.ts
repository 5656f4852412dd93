// Lore comes with its keywords, whole words in Latin letters, and in the order that its book asks for (A46).
import { describe, expect, test } from "vitest";
import { loreFor } from "../../src/memory/context-lore.ts";
import { LoreEntry } from "../../src/schema/lore.ts";

const lore = (keywords: string[], more: Partial<LoreEntry> = {}) =>
  LoreEntry.parse({ id: "l", keywords, content: "灯塔\n在北边", ...more });
const ids = (book: LoreEntry[], message: string) => loreFor(book, message).map(({ id }) => id);

describe("lore", () => {
  test("comes with its keyword, in any case and width, and not without", () => {
    expect(loreFor([lore(["灯塔"])], "我们去灯塔吧")).toEqual([{ id: "l", text: "灯塔 在北边" }]);
    expect(loreFor([lore(["Lighthouse"])], "the ＬＩＧＨＴＨＯＵＳＥ!")).toHaveLength(1);
    expect(loreFor([lore(["灯塔"])], "我们去海边吧")).toEqual([]);
  });

  test("needs the whole word in Latin script, also behind a first half-match", () => {
    expect(loreFor([lore(["art"])], "let us start")).toEqual([]);
    expect(loreFor([lore(["art"])], "start with art")).toHaveLength(1);
    expect(loreFor([lore(["art"])], "我喜欢art呀")).toHaveLength(1);
  });

  test("comes with its keyword in traditional and simplified characters alike", () => {
    expect(loreFor([lore(["龍"])], "那条龙呢")).toHaveLength(1);
    expect(loreFor([lore(["龙"])], "那條龍呢")).toHaveLength(1);
  });

  test("comes with the plural of its keyword, unless it heeds case", () => {
    expect(loreFor([lore(["dragon"])], "Dragons are back")).toHaveLength(1);
    expect(loreFor([lore(["witch"])], "the witches' hill")).toHaveLength(1);
    expect(loreFor([lore(["dragon"], { case_sensitive: true })], "dragons")).toEqual([]);
  });

  test("does not come where it is switched off, has no keyword, an empty one or no content", () => {
    expect(loreFor([lore(["灯塔"], { enabled: false })], "灯塔")).toEqual([]);
    expect(loreFor([lore([])], "灯塔")).toEqual([]);
    expect(loreFor([lore(["", "  "])], "灯塔")).toEqual([]);
    expect(loreFor([lore(["灯塔"], { content: " " })], "灯塔")).toEqual([]);
  });

  test("with secondary keywords needs one of each kind; empty ones count as none", () => {
    const book = [lore(["灯塔"], { secondary_keywords: ["夜里", "雾"] })];
    expect(ids(book, "去灯塔")).toEqual([]);
    expect(ids(book, "雾")).toEqual([]);
    expect(ids(book, "夜里去灯塔")).toEqual(["l"]);
    expect(ids([lore(["灯塔"], { secondary_keywords: ["", " "] })], "去灯塔")).toEqual(["l"]);
  });

  test("that is constant comes with every message, but not where it is switched off", () => {
    expect(ids([lore([], { constant: true })], "嗯")).toEqual(["l"]);
    expect(ids([lore([], { constant: true, enabled: false })], "嗯")).toEqual([]);
  });

  test("heeds case where it is told to", () => {
    const book = [lore(["May"], { case_sensitive: true })];
    expect([ids(book, "May came by"), ids(book, "you may go")]).toEqual([["l"], []]);
  });

  test("stands in its order: constant first, then the lower number, then as in the book", () => {
    const book = [
      lore(["海"], { id: "late", order: 300 }),
      lore(["海"], { id: "plain" }),
      lore(["海"], { id: "early", order: 5 }),
      lore(["海"], { id: "plain too" }),
      lore([], { id: "always", constant: true, order: 900 }),
    ];
    expect(ids(book, "去看海")).toEqual(["always", "early", "plain", "plain too", "late"]);
  });

  test("does not call other lore: only the message is looked at", () => {
    const book = [lore(["港口"], { id: "a", content: "那里有灯塔" }), lore(["灯塔"], { id: "b" })];
    expect(ids(book, "港口")).toEqual(["a"]);
  });
});
