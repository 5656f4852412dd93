// A disk of one mebibyte, where the system lets a test mount one (C156, C157).
import { execFileSync } from "node:child_process";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

function tryMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", tmpdir()], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export const smallDisk = {
  /** False where the test may not mount: then its tests are skipped. */
  possible: tryMount(),
  async use(work: (folder: string, remount: (option: "ro" | "rw") => void) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "keepsake-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]);
    try {
      await work(folder, (option) => execFileSync("mount", ["-o", `remount,${option}`, folder]));
    } finally {
      execFileSync("umount", ["--lazy", folder]);
      await rmdir(folder);
    }
  },
};
