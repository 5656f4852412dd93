// The one ticking job of the program: every 15 seconds it asks the upkeep what is due. No timer is set for an interval.
import { Cron } from "croner";
import type { Logger } from "./deps.ts";
import type { Upkeep } from "./lifecycle/upkeep.ts";

export type Schedule = { stop(): void };

/** Starts the ticks. A tick that is still running lets the next one pass; one that fails stops none. */
export function startSchedule(upkeep: Upkeep, also: () => Promise<void>, log: Logger): Schedule {
  const job = new Cron(
    "*/15 * * * * *",
    {
      protect: true,
      catch: (error: unknown) =>
        log.error({ error: error instanceof Error ? error.message : String(error) }, "tick failed"),
    },
    async () => {
      await upkeep.tick();
      await also();
    },
  );
  return { stop: () => job.stop() };
}
