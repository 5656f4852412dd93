// Words that somebody repeats for ever hold nobody up: each rule reads such a line in one pass (a rule with two ways through a word would never end here).
import { describe, expect, it } from "vitest";
import { allMatches } from "../../src/memory/all-matches.ts";
import { holdIn } from "../../src/memory/beat-hold.ts";
import { checkReply } from "../../src/memory/boundary.ts";
import { parseCommand } from "../../src/memory/command.ts";
import { nameGiven } from "../../src/memory/command-named.ts";
import { isFiller } from "../../src/memory/command-text.ts";
import { subjectOf } from "../../src/memory/evidence-people.ts";
import { isFarewell } from "../../src/memory/farewell.ts";
import { traitMeaning } from "../../src/memory/graph-traits.ts";
import { passagesOf } from "../../src/memory/knowledge.ts";
import { tellsParting } from "../../src/memory/partner.ts";
import { contradictionOf } from "../../src/memory/soul-traits.ts";
import { extractStatements } from "../../src/model/extractive-statements.ts";

const often = (word: string) => word.repeat(60);

describe("a word said sixty times", () => {
  it("is no hold, no farewell and no break-up", () => {
    expect(holdIn(`我${often("得去")}${often("正在")}吹风`)).toBeNull();
    expect(isFarewell(`${often("祝你")}好运`)).toBe(false);
    expect(tellsParting(`我们${often("刚刚")}到家`)).toBe(false);
    expect(tellsParting(`${often("刚刚")}到家`)).toBe(false);
  });

  it("is no word against one's own character", () => {
    expect(contradictionOf(`我${often("只不过")}累了。`, "你是小雨，画绘本。", "小雨")).toBeNull();
    expect(checkReply(`我${often("只不过")}累了。`).ok).toBe(true);
    expect(checkReply(`作为${often("由你开发的")}树`).ok).toBe(true);
    expect(checkReply(`我是${often("由你开发的")}树`).ok).toBe(true);
    expect(checkReply(`i'm${often(" well, well,")} tired`).ok).toBe(true);
  });

  it("commands nothing in front of what commands nothing", () => {
    for (const word of ["好好", "@他  ", "不不", "不是记错了", "that's not right ", "请把"])
      expect(parseCommand(`${often(word)}看看`, "zh"), word).toBeNull();
    expect(parseCommand(`忘掉我说的密码${often("，就当我没说")}，嘿`, "zh")).not.toBeNull();
    expect(parseCommand(`forget what I said${often(",since  ")}; hm`, "en")).not.toBeNull();
  });

  it("fills a message, or leaves it with what it says besides", () => {
    for (const word of ["嗯", "好吧", "好了", "对了", "谢谢", "小好好", "小李子"])
      expect([isFiller(often(word), []), isFiller(`${often(word)}梨`, [])], word).toEqual([true, false]);
    expect(isFiller("please correct that ".repeat(60), [])).toBe(true);
    expect(isFiller(`${"please correct that ".repeat(60)}pear`, [])).toBe(false);
  });

  it("is neither a trait nor somebody else", () => {
    expect(traitMeaning("很", `${often("一想就")}绿`)).toBeUndefined();
    expect(subjectOf(`${often("我办公室")}很吵`)).not.toBe("other");
    expect(holdIn(`gonna lunch${often(" till a rn now")} q`)).toBeNull();
  });

  it("hides no statement that stands behind it", () => {
    const told = (content: string) =>
      extractStatements([{ message_id: "m", role: "user", content }], "zh").map(({ value }) => value);
    expect(told("其实嗯对了我叫小敏")).toEqual(told("我叫小敏"));
    expect(told("我叫小敏")).toHaveLength(1);
    expect(told(`我${often("刚刚")}搬走`)).toEqual([]);
  });
});

describe("a long run of one sign", () => {
  it("is no name", () => {
    expect(nameGiven(`小敏${"了".repeat(100_000)}吗`, { people: [], things: [], own: [] })).toBeUndefined();
  });

  it("is no rule given away, and hides none that stands behind it", () => {
    const rule =
      "先把对方的话听完，再用自己的话说出来……不要每次都提问。\nNever begin two replies in the same way as before.";
    const told = (reply: string) => checkReply(reply, { rules: [rule] }).ok;
    for (const run of ["……".repeat(4_000), " ".repeat(8_000), "先把".repeat(4_000)]) {
      expect(told(`${run}好呀`), run.slice(0, 4)).toBe(true);
      expect(told(`${run}先把对方的话听完，再用自己的话说出来。`), run.slice(0, 4)).toBe(false);
      expect(told(`${run} never  begin two\nreplies in the same way as before`), run.slice(0, 4)).toBe(false);
    }
  });

  it("is no title of a chapter", () => {
    const line = `# 春天${" ".repeat(4_000)}x${" ".repeat(4_000)}y`;
    expect(
      passagesOf(`${line}\n\n水仙 ##\n\n## 夏天 ##\n\n荷花`).map(({ heading }) => heading.slice(-2)),
    ).toEqual([" y", "夏天"]);
  });
});

describe("all places of a pattern", () => {
  it("are found as matchAll finds them, empty ones too, whatever was searched before", () => {
    const pattern = /a*/g;
    for (const text of ["baab", "", "aaa"])
      expect(allMatches(pattern, text).map((one) => [one.index, one[0]])).toEqual(
        [...text.matchAll(/a*/g)].map((one) => [one.index, one[0]]),
      );
  });
});
