// A process of its own that appends until it is killed, and says which message is acknowledged. Arguments: folder, run.
import { openLog } from "../../src/store/log.ts";
import { november, say } from "./log-fixture-messages.ts";

const [folder = "", run = ""] = process.argv.slice(2);
const log = openLog({ folder, zone: () => "UTC", now: () => november, newId: () => "unused" });
for (let count = 0; ; count++) {
  const id = `${run}-${count}`;
  // Long and short lines, so that some writes cross a page of the file.
  await log.append([say(id, november, { content: "说".repeat((count * 389) % 3000) })]);
  process.stdout.write(`${id}\n`);
}
