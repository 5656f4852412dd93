import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readEntry, readWholeEntry } from "../../src/archive/zip-content.ts";
import { openZip } from "../../src/archive/zip-read.ts";
import { zipOf } from "../../src/archive/zip-write.ts";
import { AppError } from "../../src/error.ts";
import { type Forged, forged, packed, roomy, sourceOf } from "./archives.ts";

async function opened(bytes: Uint8Array, limits = roomy): Promise<Record<string, string>> {
  const source = sourceOf(bytes);
  const files: Record<string, string> = {};
  for (const entry of await openZip(source, limits))
    files[entry.name] = (await readWholeEntry(source, entry)).toString();
  return files;
}

/** The reasons an archive is refused with; fails where it is taken. */
async function refusal(bytes: Uint8Array, limits = roomy): Promise<string> {
  const error = await opened(bytes, limits).then(
    () => undefined,
    (refused: unknown) => refused,
  );
  if (!(error instanceof AppError) || error.code !== "invalid")
    throw new Error(`not refused as it should be: ${String(error)}`);
  return (error.details as { message: string }[]).map(({ message }) => message).join("; ");
}

const good: Forged = { name: "facts.json", content: Buffer.from("[]") };

describe("an archive of ours", () => {
  const files = {
    "config.json": '{"name":"小夏"}',
    "long_term_details/2026-01-10_年糕、吸尘器.json": "{}",
    "knowledge/空.md": "",
  };

  it("comes back with every name and byte", async () => {
    expect(await opened(await packed(files))).toEqual(files);
  });

  it("opens in other programs under the same names", async () => {
    const bytes = await packed(files);
    const other = Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()]),
    );
    expect(other).toEqual(files);
  });

  it("passes the check of a command line unzip", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keepsake-zip-"));
    await writeFile(join(folder, "a.zip"), await packed(files));
    const checked = execFileSync("unzip", ["-t", join(folder, "a.zip")]).toString();
    await rm(folder, { recursive: true });
    expect(checked).toContain("No errors detected");
  });

  it("holds more than 65,535 files", async () => {
    const many = Object.fromEntries(Array.from({ length: 66_000 }, (_, n) => [`knowledge/${n}.md`, ""]));
    const bytes = await packed(many);
    const entries = await openZip(sourceOf(bytes), { ...roomy, entries: 100_000 });
    expect(entries.length).toBe(66_000);
    expect(entries.at(-1)?.name).toBe("knowledge/65999.md");
  }, 120_000);

  it("is the same bytes for the same files", async () => {
    expect((await packed(files)).equals(await packed(files))).toBe(true);
  });
});

describe("an archive of another program", () => {
  it("is read, stored or deflated, without what desktops add", async () => {
    const bytes = zipSync({
      "config.json": [strToU8("{}"), { level: 0 }],
      "knowledge/猫.md": [strToU8("年糕"), { level: 9 }],
      "__MACOSX/._config.json": strToU8("x"),
      ".DS_Store": strToU8("x"),
    });
    expect(await opened(bytes)).toEqual({ "config.json": "{}", "knowledge/猫.md": "年糕" });
  });

  it("may carry a comment behind its end", async () => {
    const bytes = forged([good]);
    const comment = Buffer.from("PK\x05\x06 a note that looks like an end");
    bytes.writeUInt16LE(comment.length, bytes.length - 2);
    expect(await opened(Buffer.concat([bytes, comment]))).toEqual({ "facts.json": "[]" });
  });
});

describe("a hostile archive", () => {
  it.each([
    ["../../etc/x", "leads out"],
    ["a/../../x", "leads out"],
    ["/etc/passwd", "absolute"],
    ["C:/x", "absolute"],
    ["..\\x", "backslash"],
    ["a//b", "empty step"],
    ["a\u0000.json", "control"],
    ["./facts.json", "leads out"],
    ["", "empty name"],
    [`${"长".repeat(90)}.json`, "too long"],
  ])("is refused for the name %j", async (name, why) => {
    expect(await refusal(forged([good, { ...good, name }]))).toContain(why);
  });

  it("is refused for a link, whatever it points to", async () => {
    expect(
      await refusal(forged([{ name: "facts.json", content: Buffer.from("/etc/passwd"), mode: 0o120777 }])),
    ).toContain("link");
  });

  it("is refused for a device", async () => {
    expect(await refusal(forged([{ ...good, mode: 0o020666 }]))).toContain("device");
  });

  it("is refused for an encrypted or strangely packed entry", async () => {
    expect(await refusal(forged([{ ...good, flags: 0x801 }]))).toContain("encrypted");
    expect(await refusal(forged([{ ...good, method: 12 }]))).toContain("packed in a way");
  });

  it("is refused where a name stands twice, also composed in another way", async () => {
    expect(await refusal(forged([good, good]))).toContain("twice");
    expect(
      await refusal(
        forged([
          { ...good, name: "knowledge/\u00e9.md" },
          { ...good, name: "knowledge/e\u0301.md" },
        ]),
      ),
    ).toContain("twice");
  });

  it("is refused where an entry has two names", async () => {
    expect(await refusal(forged([{ ...good, localName: "config.json" }]))).toContain("two names");
  });

  it("is refused before a bomb is inflated, by the size that it admits", async () => {
    const content = Buffer.alloc(64 * 1024 * 1024);
    const bomb = forged([{ name: "facts.json", content }]);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusal(bomb)).toContain("grows too much");
    expect(await refusal(bomb, { ...roomy, fileBytes: 1_000_000 })).toContain("too large");
  });

  it("is cut off where a bomb lies about its size", async () => {
    const content = Buffer.alloc(64 * 1024 * 1024);
    expect(await refusal(forged([{ name: "facts.json", content, size: 100 }]))).toContain(
      "longer than it says",
    );
  });

  it("is refused where entries share their bytes", async () => {
    const first = { name: "a.json", content: Buffer.from("[1]") };
    const bytes = forged([first, { name: "a.json", content: Buffer.from("[2]"), offset: 0 }]);
    // Both point at the first one; the doubled name is seen first, so the second one takes another in the directory alone.
    const renamed = Buffer.from(bytes);
    renamed.write("b", bytes.lastIndexOf("a.json"));
    expect(await refusal(renamed)).toContain("two names");
    const overlap = forged([
      { name: "b.json", content: Buffer.alloc(70), method: 0, size: 110, packedSize: 110 },
      { name: "c.json", content: Buffer.from("[2]") },
      { name: "d.json", content: Buffer.alloc(70), method: 0 },
    ]);
    expect(await refusal(overlap)).toContain("shares its bytes");
  });

  it("is refused where content and sum do not agree, or it is too short", async () => {
    expect(await refusal(forged([{ ...good, crc: 1 }]))).toContain("damaged");
    expect(await refusal(forged([{ ...good, size: 9 }]))).toContain("shorter");
    expect(await refusal(forged([{ ...good, raw: Buffer.from("ff00ff00", "hex") }]))).toContain("damaged");
  });

  it("is refused with too many files, in truth or in its own count", async () => {
    expect(await refusal(forged([good, { ...good, name: "b.json" }]), { ...roomy, entries: 1 })).toContain(
      "too many",
    );
    expect(await refusal(forged([good], 40))).toContain("torn");
  });

  it("is refused at every length that it is torn at", async () => {
    const bytes = await packed({ "config.json": "{}", "facts.json": "[]" });
    for (let length = 0; length < bytes.length; length += 1)
      expect(await refusal(bytes.subarray(0, length))).not.toBe("");
  });
});

describe("any bytes", () => {
  const runs = Number(process.env.ZIP_FUZZ_RUNS ?? 400);

  it("are an archive or are refused; an entry is never longer than it says", async () => {
    const whole = await packed({
      "config.json": '{"name":"小夏"}',
      "conversation.json": "[\n]",
      "knowledge/a.md": "年糕".repeat(50),
    });
    const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 12 }),
        fc.nat(whole.length),
        async (changes, cut) => {
          const bytes = Buffer.from(cut % 7 === 0 ? whole.subarray(0, cut) : whole);
          for (const { at, value } of changes) if (at < bytes.length) bytes[at] = value;
          const source = sourceOf(bytes);
          try {
            for (const entry of await openZip(source, roomy)) {
              expect(entry.name).not.toMatch(/(?:^|\/)\.\.?(?:\/|$)|^\/|\\/);
              expect((await readWholeEntry(source, entry)).length).toBe(entry.size);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            expect((error as AppError).code).toBe("invalid");
          }
        },
      ),
      { numRuns: runs, seed: 20261129 },
    );
  }, 60_000);
});

describe("a large file", () => {
  const line = Buffer.from("年糕最怕吸尘器，躲到我枕头底下。".repeat(40));
  async function* many(count: number, fails = false): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < count; n += 1) yield Buffer.concat([Buffer.from(String(n)), line]);
    if (fails) throw new Error("the disk is gone");
  }

  it("passes in pieces, and comes back as it was", async () => {
    const chunks: Uint8Array[] = [];
    let longest = 0;
    for await (const chunk of zipOf([{ name: "conversation.json", modified_at: 1, content: many(2_000) }])) {
      chunks.push(chunk);
      longest = Math.max(longest, chunk.length);
    }
    const bytes = Buffer.concat(chunks);
    expect(longest).toBeLessThan(1_000_000);
    const source = sourceOf(bytes);
    const [entry] = await openZip(source, roomy);
    const sums = { before: createHash("sha256"), after: createHash("sha256") };
    for await (const chunk of many(2_000)) sums.before.update(chunk);
    let pieces = 0;
    if (entry)
      for await (const chunk of readEntry(source, entry)) {
        sums.after.update(chunk);
        pieces += 1;
      }
    expect(sums.after.digest("hex")).toBe(sums.before.digest("hex"));
    expect(pieces).toBeGreaterThan(5);
  });

  it("that cannot be read to its end fails the archive, and does not end it early", async () => {
    const read = async () => {
      for await (const _ of zipOf([{ name: "a.json", modified_at: 1, content: many(500, true) }]));
    };
    await expect(read()).rejects.toThrow("the disk is gone");
  });
});
