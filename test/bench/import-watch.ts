// Loaded into a server that a bench starts: at each SIGUSR2 it prints the most memory, the processor time and the waits of the event loop since the last.
import { monitorEventLoopDelay } from "node:perf_hooks";

const megabyte = 1024 * 1024;
const milliseconds = 1e6;
const between = 25;

const waits = monitorEventLoopDelay({ resolution: 10 });
waits.enable();
let most = process.memoryUsage.rss();
let used = process.cpuUsage();
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, between).unref();

process.on("SIGUSR2", () => {
  const { user, system } = process.cpuUsage(used);
  const seen = {
    peak: Math.max(most, process.memoryUsage.rss()) / megabyte,
    seconds: (user + system) / 1e6,
    p99: waits.percentile(99) / milliseconds,
    longest: waits.max / milliseconds,
  };
  process.stdout.write(`watched ${JSON.stringify(seen)}\n`);
  waits.reset();
  used = process.cpuUsage();
  most = process.memoryUsage.rss();
});
