// The heartbeat bench in small, and its judges: they find nothing where nothing is wrong, and each finds its fault where one is put in.
import { beforeAll, describe, expect, it } from "vitest";
import {
  duplicates,
  inQuietHours,
  leaks,
  liveDays,
  type Outcome,
  overLimits,
  plannedMissed,
  wrongNights,
} from "./heartbeat-days.ts";

let outcome: Outcome;

beforeAll(async () => {
  outcome = await liveDays(4, 12, "3");
}, 60_000);

describe("four days of twelve companions", () => {
  it("go by without a fault", async () => {
    expect(outcome.taken.length).toBeGreaterThan(30);
    const planned = plannedMissed(outcome);
    expect(planned.expected).toBeGreaterThan(20);
    const { leaked, said } = await leaks(outcome);
    expect(said).toBeGreaterThan(10);
    expect([duplicates(outcome), planned.missed, inQuietHours(outcome), overLimits(outcome), leaked]).toEqual(
      [0, 0, 0, 0, 0],
    );
    const { wrong, checked } = wrongNights(outcome);
    expect([wrong, checked > 50]).toEqual([0, true]);
  });

  it("a beat that is sent twice, or not at all, is found", () => {
    const sent = outcome.taken.filter(({ decision, kind }) => decision === "sent" && kind === "planned");
    const [first] = sent;
    expect(duplicates({ ...outcome, taken: [...outcome.taken, ...(first ? [first] : [])] })).toBe(1);
    const without = outcome.taken.filter(
      ({ user, due_at }) => user !== first?.user || due_at !== first?.due_at,
    );
    expect(plannedMissed({ ...outcome, taken: without }).missed).toBe(1);
  });

  it("a beat in the night, or too soon after another, is found", () => {
    const quiet = outcome.residents.find((one) => one.quiet && one.zone === "Europe/London");
    const base = { user: quiet?.user ?? "", decision: "sent" as const, reason: "", kind: "silence" as const };
    const night = Date.parse("2026-02-26T02:00:00Z") / 1000;
    const taken = [...outcome.taken, { ...base, at: night }, { ...base, at: night + 3600 }];
    expect(inQuietHours({ ...outcome, taken })).toBe(2);
    expect(overLimits({ ...outcome, taken })).toBeGreaterThan(0);
  });

  it("a night that was slept through a minute too short is found", () => {
    const moves = outcome.moves.map((one) => ({ ...one, next: one.next - 60 }));
    expect(wrongNights({ ...outcome, moves }).wrong).toBe(wrongNights(outcome).checked);
  });

  it("a sentinel in a message is found", async () => {
    const message = {
      message_id: "leak",
      role: "assistant" as const,
      content: "HEARTBEAT_OK",
      timestamp: 1,
      topic_id: "t",
    };
    await outcome.world.store.log.append(outcome.residents[0]?.user ?? "", [message]);
    expect((await leaks(outcome)).leaked).toBe(1);
  });
});
