// A file is replaced whole or not at all: kills, full disks, links, and names that stand in the way.
import { execFileSync, spawn } from "node:child_process";
import { chmod, lstat, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { realPlace, replaceFile, stageFile, sweepTemporary } from "../../src/store/durable.ts";
import { codeOf, temporaryFolder } from "./fixture.ts";
import { smallDisk } from "./small-disk.ts";

const others = async (folder: string, ...known: string[]) =>
  (await readdir(folder)).filter((name) => !known.includes(name));

describe("replacing a file", () => {
  test("leaves the new text, mode 600, and nothing beside it", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "a.json");
    await writeFile(path, "旧的", { mode: 0o644 });
    await replaceFile(path, "新的\n");
    expect(await readFile(path, "utf8")).toBe("新的\n");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await others(folder, "a.json")).toEqual([]);
  });

  test("keeps the old text until it is published, and for good where it is discarded", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "a.json");
    await writeFile(path, "旧的");
    const staged = await stageFile(path, "新的");
    expect(await readFile(path, "utf8")).toBe("旧的");
    await staged.discard();
    expect(await readFile(path, "utf8")).toBe("旧的");
    expect(await others(folder, "a.json")).toEqual([]);
  });

  test("lets many writers of one file come through one after the other, each whole", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "a.json");
    const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(i % 2 ? 100_000 : 10));
    await Promise.all(texts.map((text) => replaceFile(path, text)));
    expect(texts).toContain(await readFile(path, "utf8"));
    expect(await others(folder, "a.json")).toEqual([]);
  });

  test("fails with `storage` and no leftover where a folder stands in its place, and names no path", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "a.json", "x"), { recursive: true });
    const error = await replaceFile(join(folder, "a.json"), "新的").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "storage" });
    expect(String(error)).not.toContain(folder);
    expect(await others(folder, "a.json")).toEqual([]);
  });

  test.skipIf(!smallDisk.possible)(
    "keeps the old text on a full disk and works again when there is space (needs the right to mount)",
    async () => {
      await smallDisk.use(async (folder) => {
        const path = join(folder, "a.json");
        await replaceFile(path, "旧的");
        await writeFile(join(folder, "ballast"), Buffer.alloc(900_000));
        const big = "新".repeat(200_000);
        const error = await replaceFile(path, big).catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code: "storage", retryable: true, details: { reason: "full" } });
        expect(await readFile(path, "utf8")).toBe("旧的");
        expect(await others(folder, "a.json", "ballast")).toEqual([]);
        await writeFile(join(folder, "ballast"), "");
        await replaceFile(path, big);
        expect(await readFile(path, "utf8")).toBe(big);
      });
    },
  );

  test.skipIf(!smallDisk.possible)(
    "tries again for a moment where the file is a mount of its own, then says so (needs the right to mount)",
    async () => {
      const folder = await temporaryFolder();
      const path = join(folder, "config.json");
      await writeFile(path, "旧的");
      execFileSync("mount", ["--bind", path, path]);
      try {
        const error = await replaceFile(path, "新的").catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code: "storage", details: { reason: "held" } });
        expect(await readFile(path, "utf8")).toBe("旧的");
        expect(await others(folder, "config.json")).toEqual([]);
      } finally {
        execFileSync("umount", [path]);
      }
    },
  );
});

describe("links", () => {
  test("inside the folder are followed and stay links", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "real"));
    await writeFile(join(folder, "real", "a.json"), "旧的");
    await symlink(join("real", "a.json"), join(folder, "a.json"));
    await replaceFile(join(folder, "a.json"), "新的");
    expect(await readlink(join(folder, "a.json"))).toBe("real/a.json");
    expect(await readFile(join(folder, "real", "a.json"), "utf8")).toBe("新的");
  });

  test("that lead outside or nowhere are refused, and what they lead to stays", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    await writeFile(join(outside, "a.json"), "别人的");
    await symlink(join(outside, "a.json"), join(folder, "a.json"));
    await symlink(join(folder, "gone"), join(folder, "b.json"));
    expect(await codeOf(replaceFile(join(folder, "a.json"), "新的"))).toBe("storage");
    expect(await codeOf(replaceFile(join(folder, "b.json"), "新的"))).toBe("storage");
    expect(await readFile(join(outside, "a.json"), "utf8")).toBe("别人的");
    expect((await lstat(join(folder, "a.json"))).isSymbolicLink()).toBe(true);
  });

  test("as folders on the way are held to the same rule", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    await symlink(outside, join(folder, "details"));
    expect(await codeOf(replaceFile(join(folder, "details", "a.json"), "x", { within: folder }))).toBe(
      "storage",
    );
    expect(await readdir(outside)).toEqual([]);
    await mkdir(join(folder, "real"));
    await symlink(join(folder, "real"), join(folder, "inside"));
    const place = await realPlace(join(folder, "inside", "a.json"), folder);
    expect(place.endsWith(join("real", "a.json"))).toBe(true);
  });
});

describe("after a kill", () => {
  test("the file is one of the texts that were written, whole, and strays are swept", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "a.json");
    const program = `
      import { replaceFile } from ${JSON.stringify(join(import.meta.dirname, "../../src/store/durable.ts"))};
      for (let i = 0; ; i += 1) {
        await replaceFile(${JSON.stringify(path)}, JSON.stringify({ i, text: "x".repeat(200000) }));
        process.stdout.write(i + "\\n");
      }`;
    for (const writes of [1, 4, 7]) {
      const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
        cwd: join(import.meta.dirname, "../.."),
        stdio: ["ignore", "pipe", "inherit"],
      });
      const last = await new Promise<number>((resolve) => {
        let seen = 0;
        child.stdout.on("data", (chunk: Buffer) => {
          const lines = chunk.toString().trim().split("\n");
          seen += lines.length;
          if (seen < writes) return;
          child.once("exit", () => resolve(Number(lines.at(-1))));
          child.kill("SIGKILL");
        });
      });
      expect(JSON.parse(await readFile(path, "utf8")).i).toBeGreaterThanOrEqual(last);
    }
    await sweepTemporary(folder);
    expect(await others(folder, "a.json")).toEqual([]);
  });

  test("sweeping takes our own strays in every folder and nothing of the owner's", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "b", ".zoe.12-3.tmp"), { recursive: true });
    await writeFile(join(folder, ".a.json.77-1.tmp"), "");
    await writeFile(join(folder, "b", ".zoe.12-3.tmp", "config.json"), "");
    await writeFile(join(folder, "b", "notes.tmp"), "我的");
    await writeFile(join(folder, ".a.json.swp"), "vim");
    expect(await sweepTemporary(folder)).toBe(2);
    expect(await readdir(folder)).toEqual([".a.json.swp", "b"]);
    expect(await readdir(join(folder, "b"))).toEqual(["notes.tmp"]);
  });
});

test.skipIf(process.getuid?.() === 0)(
  "a folder that may not be written to is `storage` (not as root)",
  async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    expect(await codeOf(replaceFile(join(folder, "a.json"), "x"))).toBe("storage");
    await chmod(folder, 0o700);
  },
);
