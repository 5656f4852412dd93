// Hostile archives by the thousand against a running house: none writes outside, none stops it, none leaves anything behind (shown d).
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPng, withTexts } from "../../src/exchange/png.ts";
import { type Forged, forged } from "../archive/archives.ts";
import { type House, startHouse } from "../support/house.ts";

/** As many as the demand names; a few milliseconds each. */
const runs = Number(process.env.ZIP_FUZZ_RUNS ?? 2_000);
/** Whole companions are made and taken away again; what reads a card alone is tried 2,000 times in card.test.ts. */
const cardRuns = Math.ceil(runs / 20);

let sandbox: string;
let house: House;
beforeAll(async () => {
  sandbox = await mkdtemp(join(tmpdir(), "keepsake-fuzz-"));
  const folder = join(sandbox, "deep", "data");
  await mkdir(folder, { recursive: true });
  house = await startHouse({ folder, env: { LOG_LEVEL: "silent" } });
});
afterAll(async () => {
  await house.close();
  await rm(sandbox, { recursive: true });
});

const honest = [
  "config.json",
  "facts.json",
  "mid_term.json",
  "conversation.json",
  "conversations/2026-01.json",
  "changes/2026-01.jsonl",
  "long_term_details/2026-01-01_年糕.json",
  "knowledge/猫.md",
  ".recovered/facts.json",
];
const hostile = [
  "../escaped.txt",
  "../../../escaped.txt",
  "knowledge/../../../escaped.txt",
  "/tmp/keepsake-escaped.txt",
  "C:\\escaped.txt",
  "..\\..\\escaped.txt",
  "\u0000config.json",
  "config.json/x",
  "knowledge/",
  "con",
  "secrets.json",
  "models.json",
  "../accounts/owner/account.json",
  ".lock",
  ".cache/prefix.json",
  "a".repeat(300),
];
const contents = [
  "{}",
  "[]",
  "[\n]",
  '{"user_id":"fuzzed","owner":"somebody"}',
  '{"user_id":"../x"}',
  '{"format":2}',
  '{"__proto__":{"x":1},"name":"n"}',
  "[{}]",
  "{",
  "",
  "\u0000\u0001",
  "[".repeat(50_000),
].map((text) => Buffer.from(text));

const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...honest) },
  { weight: 3, arbitrary: fc.constantFrom(...hostile) },
  fc.string({ maxLength: 40, unit: "binary" }),
);
const content = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...contents) },
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const bomb = {
  raw: deflateRawSync(Buffer.alloc(30_000_000)),
  crc: crc32(Buffer.alloc(30_000_000)),
  size: 30_000_000,
};
const lie = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  fc.record({ size: fc.constantFrom(0, 1, 1_000_000, 0xfffffffe, 0xffffffff) }),
  fc.record({ packedSize: fc.constantFrom(0, 1, 100_000, 0xfffffffe) }),
  fc.record({ crc: fc.nat() }),
  fc.record({ offset: fc.constantFrom(0, 7, 1_000_000, 0xffffffff) }),
  fc.record({ mode: fc.constantFrom(0o120777, 0o040755, 0o020666, 0o010644, 0o104755) }),
  fc.record({ method: fc.constantFrom(0, 8, 9, 12, 99) }),
  fc.record({ flags: fc.constantFrom(0, 1, 8, 0x801, 0xffff) }),
  fc.record({ localName: fc.constantFrom("../../escaped.txt", "config.json", "x") }),
  fc.constantFrom(bomb, { ...bomb, size: 10 }),
);
const entry: fc.Arbitrary<Forged> = fc
  .tuple(name, content, lie)
  .map(([one, bytes, lies]) => ({ name: one, content: bytes, ...lies }));
const archive = fc
  .tuple(
    fc.array(entry, { maxLength: 7 }),
    fc.boolean(),
    fc.option(fc.nat(70_000), { freq: 5 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([entries, withConfig, count, cut]) => {
    const config: Forged = { name: "config.json", content: Buffer.from('{"name":"n"}') };
    const bytes = forged(withConfig ? [config, ...entries] : entries, count ?? undefined);
    return cut > 0.93 ? bytes.subarray(0, Math.floor(bytes.length * cut * cut)) : bytes;
  });

/** Everything that lies outside of the companions' own folders. */
async function outside(): Promise<string[]> {
  const entries = await readdir(sandbox, { recursive: true, withFileTypes: true });
  return entries
    .map((one) => join(one.parentPath, one.name).slice(sandbox.length))
    .filter((path) => !/^\/deep\/data\/ai_users\/[a-z0-9_-]+(?:\/|$)/.test(path))
    .sort();
}

describe("hostile archives", () => {
  it("are refused or taken, and never write outside, stop the server, or leave anything behind", async () => {
    const before = await outside();
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(archive, async (bytes) => {
        const response = await fetch(`${house.url}/api/ai-users/import?new_id=true`, {
          method: "POST",
          headers: { authorization: `Bearer ${house.token}`, "content-type": "application/zip" },
          body: new Uint8Array(bytes),
        });
        const answer = (await response.json()) as { ai_users?: { user_id: string }[] };
        expect([201, 400, 422]).toContain(response.status);
        for (const { user_id } of answer.ai_users ?? []) {
          taken += 1;
          const removed = await house.api("DELETE", `/api/ai-users/${user_id}?forever=true`);
          expect(removed.status).toBe(200);
        }
      }),
      { numRuns: runs, seed: 20261129 },
    );
    expect(await outside()).toEqual(before);
    expect(await readdir(join(house.folder, "ai_users"))).toEqual([]);
    expect((await readdir(tmpdir())).filter((one) => one.includes("escaped"))).toEqual([]);
    expect((await house.api("GET", "/health")).status).toBe(200);
    // A fuzz that never gets past the first check proves little.
    expect(taken).toBeGreaterThan(runs / 100);
  }, 600_000);
});

/** Half of what a card may hold, and half of what none should. */
const field = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("林溪", "../../escaped", "\u0000", "<script>", "{{char}}", "con") },
  { weight: 2, arbitrary: fc.string({ maxLength: 30, unit: "binary" }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const places = [
  "embeded://",
  "embeded://../../../escaped.png",
  "file:///etc/passwd",
  "http://127.0.0.1/x",
  "data:",
];
const asset = fc.record({
  type: fc.constantFrom("icon", "x"),
  name: field,
  uri: fc.constantFrom(...places),
  ext: field,
});
const loreEntry = fc.record({
  keys: fc.array(field, { maxLength: 3 }),
  content: field,
  enabled: fc.boolean(),
});
const hostileCard = fc.record(
  {
    spec: fc.constantFrom("chara_card_v2", "chara_card_v3", "chara_card_v9", ""),
    spec_version: field,
    data: fc.record(
      {
        name: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom("林溪", "..", "../x", "CON", "a".repeat(300)) },
          { weight: 1, arbitrary: field },
        ),
        description: field,
        first_mes: field,
        mes_example: field,
        alternate_greetings: fc.oneof(fc.array(field, { maxLength: 3 }), field),
        assets: fc.oneof(fc.array(asset, { maxLength: 3 }), field),
        extensions: fc.dictionary(fc.constantFrom("__proto__", "depth_prompt", "constructor"), field),
        character_book: fc.oneof(fc.record({ entries: fc.array(loreEntry, { maxLength: 3 }) }), field),
      },
      { requiredKeys: ["name"] },
    ),
  },
  { requiredKeys: ["data"] },
);
const face = plainPng([1, 2, 3], [9, 8, 7], 8, 8);
const cardFile = fc
  .tuple(hostileCard, fc.constantFrom("json", "png", "charx"), fc.array(entry, { maxLength: 3 }), fc.nat(40))
  .map(([card, form, others, cut]) => {
    const json = JSON.stringify(card);
    const texts = new Map([[cut % 2 ? "chara" : "ccv3", Buffer.from(json).toString("base64")]]);
    const own: Forged = { name: "card.json", content: Buffer.from(json) };
    const bytes = { json: Buffer.from(json), png: withTexts(face, texts), charx: forged([own, ...others]) }[
      form
    ];
    return { form, bytes: cut === 0 ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes };
  });

describe("hostile cards", () => {
  it("are refused or taken, and go out again; none writes outside, stops the server, or leaves anything behind", async () => {
    const before = await outside();
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(cardFile, async ({ form, bytes }) => {
        const response = await fetch(`${house.url}/api/ai-users/import?file_name=card.${form}`, {
          method: "POST",
          headers: { authorization: `Bearer ${house.token}`, "content-type": "application/octet-stream" },
          body: new Uint8Array(bytes),
        });
        const { user_id } = (await response.json()) as { user_id?: string };
        expect([201, 400, 422]).toContain(response.status);
        if (user_id === undefined) return;
        taken += 1;
        expect((await house.api("GET", `/api/ai-users/${user_id}/card?spec=v3&as=json`)).status).toBe(200);
        expect((await house.api("DELETE", `/api/ai-users/${user_id}?forever=true`)).status).toBe(200);
      }),
      { numRuns: cardRuns, seed: 20261130 },
    );
    expect(await outside()).toEqual(before);
    expect(await readdir(join(house.folder, "ai_users"))).toEqual([]);
    expect((await house.api("GET", "/health")).status).toBe(200);
    expect(taken).toBeGreaterThan(cardRuns / 5);
  }, 600_000);
});
