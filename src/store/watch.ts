// Notices what an owner's editor saves while the program runs, and says whose file it was (DESIGN 3, C160).
import { basename, relative, sep } from "node:path";
import { watch } from "chokidar";
import { idPattern } from "../schema/common.ts";
import { accountsFolder, companionsFolder, type EngineLog, trashFolder } from "./engine.ts";
import { account, companion, house, type Owner } from "./store.ts";

/** Milliseconds a file must rest before it counts as saved. */
const rest = 150;

/** Whose file a path below the data folder is, and its name in the owner's folder; undefined for nobody's. */
export function ownerOf(way: string): { owner: Owner; name: string } | undefined {
  const [first = "", id = "", ...steps] = way.split(sep);
  if (id === "") return { owner: house, name: first };
  if (!idPattern.test(id) || steps.length === 0) return undefined;
  const name = steps.join("/");
  if (first === companionsFolder) return { owner: companion(id), name };
  return first === accountsFolder ? { owner: account(id), name } : undefined;
}

function isIgnored(root: string, path: string): boolean {
  const way = relative(root, path);
  if (way === "") return false;
  const name = basename(path);
  return (
    name.startsWith(".") || name.endsWith(".tmp") || way.split(sep)[0] === trashFolder || name === "changes"
  );
}

/**
 * Watches a data folder. `noticed` is told of each file that was added, changed or removed, our own writes included. Where the
 * system cannot watch, hand edits are still seen at the next read or write.
 */
export async function watchFolder(
  root: string,
  log: EngineLog,
  noticed: (owner: Owner, name: string) => void,
): Promise<() => Promise<void>> {
  const watcher = watch(root, {
    ignored: (path) => isIgnored(root, path),
    ignoreInitial: true,
    followSymlinks: false,
    awaitWriteFinish: { stabilityThreshold: rest, pollInterval: 50 },
    depth: 4,
  });
  watcher.on("error", (error) => {
    log.warn(
      { code: error instanceof Error ? error.name : "" },
      "the watcher failed; edits are seen at the next use",
    );
  });
  watcher.on("all", (event, path) => {
    if (event !== "add" && event !== "change" && event !== "unlink") return;
    const found = ownerOf(relative(root, path));
    if (found) noticed(found.owner, found.name);
  });
  await new Promise<void>((resolve) => {
    watcher.once("ready", resolve);
    watcher.once("error", () => resolve());
  });
  return () => watcher.close();
}
