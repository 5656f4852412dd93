// Counts what the models cost: in memory first, then in usage.json when the house writes its books, so that a turn writes less.
import type { Deps } from "../deps.ts";
import { addUsage } from "../memory/usage.ts";
import type { UsageRecord } from "../model/models.ts";
import type { Id, Seconds } from "../schema/common.ts";
import { localDate } from "../schema/zone.ts";
import { companion, house } from "../store/store.ts";
import { readCompanion } from "./read-companion.ts";

export type UsageBook = {
  /** Notes one finished call. */
  record(call: UsageRecord): void;
  /** False once today's background tokens of all companions have reached the limit, or this share of it. */
  backgroundAllowed(companion?: Id, share?: number): boolean;
  /** Takes up today's background tokens where an earlier run of the program left them. */
  load(deps: Deps): Promise<void>;
  /** Writes what was noted to each companion's usage.json. A companion that is gone is passed over. */
  flush(deps: Deps): Promise<void>;
  /** Calls noted and not written yet, for reading current figures. */
  waiting(user: Id): readonly UsageRecord[];
};

const backgroundCache = "background-tokens.txt";

/** `limit` gives background_tokens_per_day as it is now; a day is a UTC day, since the limit is the house's. */
export function createUsageBook(now: () => Seconds, limit: () => number): UsageBook {
  const noted = new Map<Id, { call: UsageRecord; at: Seconds }[]>();
  const background = { day: "", tokens: 0 };

  function today(): typeof background {
    const day = localDate(now(), "UTC");
    if (background.day !== day) Object.assign(background, { day, tokens: 0 });
    return background;
  }

  return {
    record(call) {
      noted.set(call.companion, [...(noted.get(call.companion) ?? []), { call, at: now() }]);
      if (call.role !== "chat" && call.role !== "reasoner")
        today().tokens += call.usage.input_tokens + call.usage.output_tokens;
    },
    backgroundAllowed: (_, share = 1) => today().tokens < limit() * share,
    async load(deps) {
      const text = await deps.store.cache.read(house, backgroundCache);
      const [day, tokens] = (text ?? "").split(" ");
      if (day === today().day && Number(tokens) > 0) background.tokens += Number(tokens);
    },
    waiting: (user) => (noted.get(user) ?? []).map(({ call }) => call),
    async flush(deps) {
      const { day, tokens } = today();
      if (noted.size > 0) await deps.store.cache.write(house, backgroundCache, `${day} ${tokens}`);
      for (const [user, calls] of [...noted]) {
        noted.delete(user);
        if (!(await deps.store.exists(companion(user)))) continue;
        const { zone } = await readCompanion(deps, user);
        await deps.store.commit(companion(user), ["usage"], { by: "system", cause: "usage" }, ({ usage }) => {
          const next = calls.reduce((sum, { call, at }) => addUsage(sum, call, localDate(at, zone)), usage);
          return { documents: { usage: next }, result: undefined };
        });
      }
    },
  };
}
