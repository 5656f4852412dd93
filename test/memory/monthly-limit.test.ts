// At most two core memories a month: the owner's calendar month, and the month of the evidence (A93, R21).
import { describe, expect, test } from "vitest";
import { admitCore } from "../../src/memory/core-memory.ts";
import { coreWith, input, may, proposal, reasons } from "../support/core-admission.ts";

describe("the monthly limit", () => {
  test("lets two in and refuses the third, however many are proposed at once", () => {
    const { admitted, refused, core } = admitCore(
      [proposal("想当作家"), proposal("极度恐高"), proposal("外婆去世了")],
      coreWith(),
      input(),
    );
    expect(admitted).toHaveLength(2);
    expect(core.memories).toEqual(admitted);
    expect(refused).toEqual([{ content: "外婆去世了", reason: "monthly_limit" }]);
  });

  test("lets the most important ones in", () => {
    const { admitted } = admitCore(
      [
        proposal("甲事", { importance: 8 }),
        proposal("乙事", { importance: 10 }),
        proposal("丙事", { importance: 9 }),
      ],
      coreWith(),
      input(),
    );
    expect(admitted.map((one) => one.content)).toEqual(["乙事", "丙事"]);
  });

  test("counts what was let in earlier this month", () => {
    const { core } = admitCore([proposal("想当作家"), proposal("极度恐高")], coreWith(), input());
    expect(reasons([proposal("外婆去世了")], core, input())).toEqual(["monthly_limit"]);
  });

  test("counts the month of the evidence, not that of the judgement: an old import takes an old month", () => {
    const messages = [
      { message_id: "old1", timestamp: Date.UTC(2024, 0, 5) / 1000 },
      { message_id: "old2", timestamp: Date.UTC(2024, 1, 5) / 1000 },
    ];
    const old = (content: string, id: string) => proposal(content, { source_message_ids: [id] });
    const list = [old("甲事", "old1"), old("乙事", "old1"), old("丙事", "old1"), old("丁事", "old2")];
    const { admitted } = admitCore(list, coreWith(), input({ messages }));
    expect(admitted.map((one) => one.content)).toEqual(["甲事", "乙事", "丁事"]);
  });

  test("takes the latest evidence of an entry that spans two months", () => {
    const messages = [
      { message_id: "a", timestamp: may(30) },
      { message_id: "b", timestamp: Date.UTC(2026, 5, 2) / 1000 },
    ];
    const both = (content: string) => proposal(content, { source_message_ids: ["a", "b"] });
    const first = admitCore([both("甲事"), both("乙事")], coreWith(), input({ messages }));
    const june = proposal("丙事", { source_message_ids: ["b"] });
    const mayOnly = proposal("丁事", { source_message_ids: ["a"] });
    expect(reasons([june], first.core, input({ messages }))).toEqual(["monthly_limit"]);
    expect(admitCore([mayOnly], first.core, input({ messages })).admitted).toHaveLength(1);
  });

  test("changes months at midnight where the owner lives", () => {
    // 20:00 UTC of 31 May is 1 June in Shanghai.
    const messages = [{ message_id: "late", timestamp: may(31, 20) }];
    const { core } = admitCore([proposal("甲事"), proposal("乙事")], coreWith(), input());
    const late = proposal("丙事", { source_message_ids: ["late"] });
    expect(admitCore([late], core, input({ messages })).admitted).toHaveLength(1);
    expect(reasons([late], core, input({ messages, zone: "UTC" }))).toEqual(["monthly_limit"]);
  });

  test("does not count what the owner wrote, nor what has no time", () => {
    const own = { id: "c1", content: "甲事", importance: 9, by: "owner" as const, ended_at: may(3) };
    const timeless = { id: "c2", content: "乙事", importance: 9 };
    const full = coreWith([own, { ...own, id: "c3", content: "丁事" }, timeless]);
    expect(admitCore([proposal("丙事")], full, input()).admitted).toHaveLength(1);
  });
});
