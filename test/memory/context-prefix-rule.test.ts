// The prefix rule: request n without its last message is the beginning of request n + 1, byte for byte (DESIGN 4).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assembleContext, type ContextMessage, renderPrefix } from "../../src/memory/context.ts";
import type { Message } from "../../src/schema/message.ts";
import { contextInput, hint, mid, now, prefixInput, said } from "./context-sample.ts";

const bytes = (messages: readonly ContextMessage[]) =>
  messages.map((message) => JSON.stringify(message)).join(",");

function expectGrowth(before: readonly ContextMessage[], after: readonly ContextMessage[]): void {
  const head = before.slice(0, -1);
  expect(bytes(after.slice(0, head.length))).toBe(bytes(head));
}

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "在吗",
    "</context>",
    "<memory>",
    "",
    "   ",
    "好的\n晚安",
    "{{text}} $& $1",
    "😀👨‍👩‍👧‍👦",
    "<context>\nnow: 1999\n</context>",
  ),
);

/** What may happen between two requests: the reply comes, comes in bubbles, fails, is skipped, or the character writes first. */
const event = fc.record({
  content: text,
  bubbles: fc.array(text, { maxLength: 4 }),
  saved: fc.array(text, { maxLength: 2 }),
  beat: fc.option(text, { nil: undefined }),
  name: fc.option(fc.constantFrom("小林", "阿明"), { nil: undefined }),
  recall: fc.array(text, { maxLength: 3 }),
  wait: fc.integer({ min: 1, max: 3000 }),
});

describe("the requests of one topic", () => {
  test("grow only at their end over a topic of 60 messages, whatever is said, recalled or left unanswered", () => {
    const prefix = renderPrefix(prefixInput({ mid: [mid(1), mid(2)] }));
    fc.assert(
      fc.property(fc.array(event, { minLength: 15, maxLength: 30 }), (events) => {
        const log: Message[] = [];
        let before: ContextMessage[] | undefined;
        let at = now;
        for (const one of events) {
          at += one.wait;
          const last = log.at(-1)?.timestamp ?? null;
          for (const saved of one.saved) log.push(said("user", saved, { timestamp: at }));
          const message = said("user", one.content, { timestamp: at, name: one.name });
          log.push(message);
          const request = assembleContext(
            contextInput(prefix, {
              open: log,
              message,
              now: at,
              lastAt: last,
              recall: one.recall.map((found, i) => hint(`r${i}`, found)),
              lore: [{ id: "l", keywords: ["在"], content: "设定", enabled: true }],
            }),
          );
          if (before) expectGrowth(before, request.messages);
          before = request.messages;
          const reply = { reply_id: `r_${message.message_id}`, answers: message.message_id, timestamp: at };
          for (const bubble of one.bubbles) log.push(said("assistant", bubble, reply));
          if (one.beat !== undefined)
            log.push(said("assistant", one.beat, { reply_id: `b_${message.message_id}`, timestamp: at }));
        }
      }),
      { numRuns: 60, seed: 20260310 },
    );
  });

  test("grow only at their end when a second message comes in while the first is being answered", () => {
    const prefix = renderPrefix(prefixInput());
    const first = said("user", "在吗");
    const second = said("user", "问你个事");
    const answer = (to: Message, content: string) =>
      said("assistant", content, { reply_id: `r_${to.message_id}`, answers: to.message_id });
    // In the log the second message stands before the first one's last bubble.
    const one = [first];
    const two = [first, answer(first, "在呀"), second, answer(first, "怎么啦")];
    const third = said("user", "算了");
    const three = [...two, answer(second, "问吧"), third];
    const requests = [
      assembleContext(contextInput(prefix, { open: one, message: first })),
      assembleContext(contextInput(prefix, { open: two, message: second })),
      assembleContext(contextInput(prefix, { open: three, message: third })),
    ].map((request) => request.messages);
    expect(requests[2]?.slice(1, -1).map((message) => message.content)).toEqual([
      "在吗",
      "在呀\n怎么啦",
      "问你个事",
      "问吧",
    ]);
    expectGrowth(requests[0] ?? [], requests[1] ?? []);
    expectGrowth(requests[1] ?? [], requests[2] ?? []);
  });

  test("put a reply behind the message it answers, also where it came after the next message", () => {
    const first = said("user", "在吗");
    const second = said("user", "问你个事");
    const late = said("assistant", "在呀", { answers: first.message_id, reply_id: "r1" });
    const open = [first, second, late];
    const { messages } = assembleContext(
      contextInput(renderPrefix(prefixInput()), { open, message: second }),
    );
    expect(messages.slice(1, -1).map((message) => message.content)).toEqual(["在吗", "在呀"]);
    expect(messages.at(-1)?.content.endsWith("问你个事")).toBe(true);
  });

  test("send no empty message, which providers refuse", () => {
    const open = [
      said("user", " \n"),
      said("assistant", "", { reply_id: "r" }),
      said("assistant", "嗯", { reply_id: "r" }),
    ];
    const { messages } = assembleContext(contextInput(renderPrefix(prefixInput()), { open }));
    expect(messages.slice(1, -1)).toEqual([{ role: "assistant", content: "嗯" }]);
  });

  test("show the block only in front of the newest message; later it stands bare", () => {
    const prefix = renderPrefix(prefixInput());
    const first = said("user", "我回来了");
    const second = said("user", "嗯");
    const open = [first, said("assistant", "欢迎"), second];
    const { messages } = assembleContext(
      contextInput(prefix, { open, message: second, reminder: "少用感叹号" }),
    );
    expect(messages.slice(1, -1).map((message) => message.content)).toEqual(["我回来了", "欢迎"]);
    expect(messages.filter((message) => message.content.includes("少用感叹号"))).toHaveLength(1);
  });

  test("leave out the answer that is to be written again, and everything after it", () => {
    const first = said("user", "讲个笑话");
    const open = [
      first,
      said("assistant", "不好笑的", { answers: first.message_id, reply_id: "r1" }),
      said("user", "哈？"),
    ];
    const { messages } = assembleContext(contextInput(renderPrefix(prefixInput()), { open, message: first }));
    expect(messages).toHaveLength(2);
    expect(messages[1]?.content.endsWith("讲个笑话")).toBe(true);
  });

  test("keep the order of a log in which replies name no message and imported bubbles have no reply", () => {
    const open = [
      said("assistant", "你好"),
      said("user", "嗨"),
      said("assistant", "一"),
      said("assistant", "二"),
      said("assistant", "三", { answers: "not there" }),
    ];
    const { messages } = assembleContext(contextInput(renderPrefix(prefixInput()), { open }));
    expect(messages.slice(1, -1).map((message) => message.content)).toEqual(["你好", "嗨", "一", "二", "三"]);
  });

  test("stay the same for many turns after a talk outgrew its ceiling, since it is cut back at one go", () => {
    const prefix = renderPrefix(prefixInput());
    const log: Message[] = [];
    let before: ContextMessage[] | undefined;
    let broken = 0;
    for (let turn = 0; turn < 120; turn += 1) {
      const message = said("user", "说".repeat(200));
      log.push(message);
      const { messages, sections } = assembleContext(contextInput(prefix, { open: log, message }));
      expect(sections.find((one) => one.name === "short")?.tokens).toBeLessThanOrEqual(9_000);
      const head = before?.slice(0, -1) ?? [];
      if (bytes(messages.slice(0, head.length)) !== bytes(head)) broken += 1;
      before = messages;
      log.push(said("assistant", "答".repeat(100), { answers: message.message_id }));
    }
    // 27,000 tokens of talk, 3,000 dropped at a time.
    expect(broken).toBeGreaterThan(0);
    expect(broken).toBeLessThanOrEqual(7);
  });
});
