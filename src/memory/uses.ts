// How often and when last a memory was put before a model, read from what the replies of a topic recalled (DESIGN 3, R32).
import type { Uses } from "../schema/ledger.ts";
import type { Message } from "../schema/message.ts";

/** Kinds that are counted; raw messages are never put away, so that nobody need know how often they were used. */
const counted: ReadonlySet<string> = new Set(["mid", "long", "detail", "fact", "core"]);

/** The book with the uses of one topic, each memory once a reply. The same object where there is none. */
export function addUses(uses: Uses, messages: readonly Message[]): Uses {
  const entries = new Map(Object.entries(uses.entries));
  let used = false;
  for (const { recalled = [], timestamp } of messages) {
    const ids = recalled.filter(({ type }) => counted.has(type)).map(({ id }) => id.replace(/#detail$/, ""));
    for (const id of new Set(ids)) {
      const before = entries.get(id);
      used = true;
      entries.set(id, {
        ...before,
        count: (before?.count ?? 0) + 1,
        last_used_at: Math.max(before?.last_used_at ?? 0, timestamp),
      });
    }
  }
  return used ? { ...uses, entries: Object.fromEntries(entries) } : uses;
}
