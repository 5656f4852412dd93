// The one ticking job of the program: every 15 seconds it asks what is due. No timer is set for an interval.
import { Cron } from "croner";
import type { Logger } from "./deps.ts";

export type Schedule = { stop(): void };

/** Whatever has things that become due: the upkeep, the beats. */
export type Ticking = { tick(): Promise<void> };

/**
 * Starts the ticks. An upkeep that is still running lets the next tick pass; the beats are told of every one, so that neither a
 * slow summary nor one companion's slow model holds up another's planned beat. A tick that fails stops none. `also`, the house's
 * own short duties, comes before the upkeep.
 */
export function startSchedule(
  upkeep: Ticking,
  also: () => Promise<void>,
  log: Logger,
  beats?: Ticking,
): Schedule {
  const failed = (error: unknown) =>
    log.error({ error: error instanceof Error ? error.name : typeof error }, "tick failed");
  const work = async () => {
    await also();
    await upkeep.tick();
  };
  const upkeepAlone = alone(work, failed);
  const job = new Cron("*/15 * * * * *", { catch: failed }, () => {
    upkeepAlone();
    void beats?.tick().catch(failed);
  });
  return { stop: () => job.stop() };
}

/** Begins the task unless it still runs. */
function alone(task: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let running = false;
  return () => {
    if (running) return;
    running = true;
    void task()
      .catch(failed)
      .finally(() => {
        running = false;
      });
  };
}
