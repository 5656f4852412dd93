// What belongs together on the screen: bubbles of one breath, and the chips under them.
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import { breathe } from "../../web/breath.ts";
import { chipsOf } from "../../web/chips.ts";
import type { Reader } from "../../web/time.ts";
import { zh } from "../../web/words-zh.ts";

const reader: Reader = { language: "zh", timeZone: "Asia/Shanghai", words: zh };
const evening = Date.parse("2026-11-29T23:58:00+08:00") / 1000;

function message(message_id: string, role: Message["role"], timestamp: number, more: object = {}): Message {
  return { message_id, role, content: message_id, timestamp, topic_id: "t", ...more };
}

function shape(messages: readonly Message[]): string[][] {
  return breathe(messages, reader).map((breath) => breath.messages.map((one) => one.message_id));
}

describe("a breath", () => {
  it("holds the bubbles of one reply, however slowly they came", () => {
    const reply = { reply_id: "r" };
    expect(
      shape([message("a", "assistant", evening, reply), message("b", "assistant", evening + 100, reply)]),
    ).toEqual([["a", "b"]]);
  });

  it("ends with its reply, even where the next follows at once", () => {
    const messages = [
      message("a", "assistant", evening, { reply_id: "r1" }),
      message("b", "assistant", evening, { reply_id: "r2" }),
      message("c", "assistant", evening),
    ];
    expect(shape(messages)).toEqual([["a"], ["b"], ["c"]]);
  });

  it("of the person lasts while they go on within three minutes", () => {
    const start = evening - 3_600;
    const messages = [
      message("a", "user", start),
      message("b", "user", start + 180),
      message("c", "user", start + 361),
    ];
    expect(shape(messages)).toEqual([["a", "b"], ["c"]]);
  });

  it("ends at midnight, and the new one begins the day", () => {
    const breaths = breathe([message("a", "user", evening), message("b", "user", evening + 121)], reader);
    expect(breaths.map((breath) => [breath.key, breath.startsDay])).toEqual([
      ["a", true],
      ["b", true],
    ]);
  });

  it("has a name of its own where one reply was torn apart by a message", () => {
    const messages = [
      message("a", "assistant", evening, { reply_id: "r" }),
      message("u", "user", evening),
      message("b", "assistant", evening, { reply_id: "r" }),
    ];
    const keys = breathe(messages, reader).map((breath) => breath.key);
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toBe("r");
  });

  it("of nothing is nothing", () => {
    expect(breathe([], reader)).toEqual([]);
  });
});

describe("chips", () => {
  const recalled = (id: string, text: string) => ({
    type: "mid",
    id,
    date: "2026-09-18",
    text,
    message_ids: [],
  });
  const tool = (name: string, result: string, ok = true) => ({ id: name, name, arguments: "{}", ok, result });

  it("say what was remembered, when and in short", () => {
    const [chip] = chipsOf([message("a", "assistant", 1, { recalled: [recalled("m", "面试那天")] })], reader);
    expect(chip?.label).toBe("想起 9月18日 · 面试那天");
  });

  it("name the year of what happened before the year of the reply, and cut Latin words at their end", () => {
    const text = "Peanuts in a birthday cake from the new bakery";
    const at = Date.parse("2027-01-02T12:00:00Z") / 1000;
    const [chip] = chipsOf([message("a", "assistant", at, { recalled: [recalled("m", text)] })], reader);
    expect(chip?.label).toBe("想起 2026年9月18日 · Peanuts in a birthday cake…");
  });

  it("cut a long memory and keep the whole for the tip", () => {
    const long = "那天我们在河边走了很久，说起小时候的事";
    const [chip] = chipsOf([message("a", "assistant", 1, { recalled: [recalled("m", long)] })], reader);
    expect(chip?.label).toBe("想起 9月18日 · 那天我们在河边走了很久，说起…");
    expect(chip?.full).toContain(long);
  });

  it("show deeds that succeeded, not failures, and not what is the companion's own affair", () => {
    const tools = [
      tool("set_scheduled_heartbeat", "明天 9:30"),
      tool("remember", "怕黑", false),
      tool("get_current_state", "{}"),
      tool("constructor", "x"),
    ];
    expect(chipsOf([message("a", "assistant", 1, { tools })], reader).map((chip) => chip.label)).toEqual([
      "约定 · 明天 9:30",
    ]);
  });

  it("never show a tool's raw data", () => {
    const tools = [tool("remember", '{"id":"fact_1"}')];
    expect(chipsOf([message("a", "assistant", 1, { tools })], reader)[0]?.label).toBe("记下了");
  });

  it("are at most two memories and two deeds", () => {
    const many = message("a", "assistant", 1, {
      recalled: [recalled("1", "a"), recalled("2", "b"), recalled("3", "c")],
      tools: [tool("remember", "a"), tool("search_web", "b"), tool("update_relationship", "c")],
    });
    expect(chipsOf([many], reader)).toHaveLength(4);
  });
});
