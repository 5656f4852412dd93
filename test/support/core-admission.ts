// What the tests of the core tier share: an empty core, one message a day, and a judge's proposal.
import { type AdmissionInput, admitCore, type CoreProposal } from "../../src/memory/core-memory.ts";
import type { CoreEntry, CoreMemory } from "../../src/schema/core-memory.ts";

export const zone = "Asia/Shanghai";
/** Noon of a day in May 2026, UTC; day 31 is the last. */
export const may = (day: number, hour = 12) => Date.UTC(2026, 4, day, hour) / 1000;

export function coreWith(memories: CoreEntry[] = []): CoreMemory {
  return {
    relationship: {
      level: "一般",
      heartbeat_hours: 72,
      reason: "",
      since: 0,
      history: [],
      trust: 0,
      stage: "初期",
      parts: {},
    },
    memories,
  };
}

export function proposal(content: string, more: Partial<CoreProposal> = {}): CoreProposal {
  return { content, category: "wish", importance: 9, source_message_ids: ["m10"], ...more };
}

/** Messages m1 … m31, one for each day of May 2026. */
export function input(more: Partial<AdmissionInput> = {}): AdmissionInput {
  let ids = 0;
  return {
    now: may(31),
    zone,
    newId: () => `id${++ids}`,
    similarity: () => 0,
    messages: Array.from({ length: 31 }, (_, i) => ({ message_id: `m${i + 1}`, timestamp: may(i + 1) })),
    ...more,
  };
}

export const reasons = (...args: Parameters<typeof admitCore>) =>
  admitCore(...args).refused.map((one) => one.reason);
