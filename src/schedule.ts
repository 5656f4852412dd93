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
        log.error({ error: error instanceof Error ? error.name : typeof error }, "tick failed"),
    },
    async () => {
      // The house's own duties first: they are short, and no companion's model may hold them up.
      await also();
      await upkeep.tick();
    },
  );
  return { stop: () => job.stop() };
}
