// How long the page's own thread was at work in one go: by the clock of the thread, which does not run while others have the processor.
import type { Page } from "playwright-core";

/** Milliseconds of the thread's own time: those of tasks over 50 ms, and the longest of all. */
export type OwnTasks = { over: number[]; longest: number; count: number };

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
};

const longTask = 50;

/** Traces the page's tasks from now until the answer is called. */
export async function traceTasks(page: Page): Promise<() => Promise<OwnTasks>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    events.push(
      ...(value as unknown as TraceEvent[]).filter((one) => one.ph === "M" || /RunTask$/.test(one.name)),
    );
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"] },
  });
  return async () => {
    const whole = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await whole;
    await session.detach();
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const isMain = (one: TraceEvent) => one.name === "thread_name" && one.args?.name === "CrRendererMain";
    const mains = new Set(events.filter(isMain).map(threadOf));
    const times = events.flatMap((one) =>
      mains.has(threadOf(one)) && one.tdur !== undefined ? [one.tdur / 1000] : [],
    );
    const longest = times.reduce((most, time) => Math.max(most, time), 0);
    return { over: times.filter((time) => time > longTask), longest, count: times.length };
  };
}
