// What else keeps a proposal out of the core: its score, its evidence, and what is there already (A94–A96, A103, C079, C084).
import { describe, expect, test } from "vitest";
import { admitCore, saysTheSame } from "../../src/memory/core-memory.ts";
import { CoreMemory } from "../../src/schema/core-memory.ts";
import { coreWith, input, may, proposal, reasons } from "../support/core-admission.ts";

describe("a proposal", () => {
  test("that is let in names its evidence and times", () => {
    const { admitted, core } = admitCore(
      [proposal(" 想当作家 ", { source_message_ids: ["m10", "m12", "m10"], reason: "一生的愿望" })],
      coreWith(),
      input(),
    );
    expect(admitted).toEqual([
      {
        id: "core_id1",
        content: "想当作家",
        category: "wish",
        importance: 9,
        reason: "一生的愿望",
        message_ids: ["m10", "m12"],
        started_at: may(10),
        ended_at: may(12),
        created_at: may(31),
        by: "model",
      },
    ]);
    expect(CoreMemory.parse(core)).toEqual(core);
  });

  test("under eight of ten is refused (A94), and one without a number too", () => {
    const of = (importance: number) => reasons([proposal("x", { importance })], coreWith(), input());
    expect(of(7.9)).toEqual(["low_score"]);
    expect(of(8)).toEqual([]);
    expect(of(Number.NaN)).toEqual(["low_score"]);
    expect(admitCore([proposal("x", { importance: 11 })], coreWith(), input()).admitted[0]?.importance).toBe(
      10,
    );
  });

  test("without evidence, or with invented evidence, is refused (invariant 2)", () => {
    for (const source_message_ids of [undefined, [], ["invented"]]) {
      expect(reasons([proposal("x", { source_message_ids })], coreWith(), input())).toEqual(["no_evidence"]);
    }
    const { admitted } = admitCore(
      [proposal("x", { source_message_ids: ["invented", "m3"] })],
      coreWith(),
      input(),
    );
    expect(admitted[0]?.message_ids).toEqual(["m3"]);
  });

  test("of nothing is refused, and no proposals change nothing", () => {
    expect(reasons([proposal("  ")], coreWith(), input())).toEqual(["empty"]);
    const core = coreWith();
    expect(admitCore([], core, input()).core).toBe(core);
  });

  test("that differs only by a full stop is there already (C079)", () => {
    const core = coreWith([{ id: "core_1", content: "用户极度恐高", importance: 9 }]);
    expect(reasons([proposal("用户极度恐高。"), proposal("用户 极度恐高！")], core, input())).toEqual([
      "duplicate",
      "duplicate",
    ]);
  });

  test("that is alike, or twice in one answer, is there already (A96)", () => {
    const core = coreWith([{ id: "core_1", content: "她最怕的就是站在高处", importance: 9 }]);
    expect(reasons([proposal("她最怕站在高的地方")], core, input({ similarity: () => 0.8 }))).toEqual([
      "duplicate",
    ]);
    expect(reasons([proposal("想当作家"), proposal("想当作家")], coreWith(), input())).toEqual(["duplicate"]);
  });
});

describe("sameness", () => {
  const alike = () => 1;
  test("is never seen across a negation or different numbers, however alike (C084)", () => {
    expect(saysTheSame("对花生过敏", "对花生不过敏", alike)).toBe(false);
    expect(saysTheSame("She likes cats", "She doesn’t like cats", alike)).toBe(false);
    expect(saysTheSame("生日是3月5日", "生日是3月6日", alike)).toBe(false);
    expect(saysTheSame("不吃香菜", "不爱吃香菜", alike)).toBe(true);
  });

  test("is seen where the new text is part of the old one", () => {
    expect(saysTheSame("梦想是成为作家", "用户的梦想是成为作家，从小就是", () => 0)).toBe(true);
    expect(saysTheSame("作家", "梦想是成为作家", () => 0)).toBe(false);
    expect(saysTheSame("", "梦想", alike)).toBe(false);
  });
});
