// A kill in the middle of bringing a companion in: nothing half is there, and a repeat completes (part 4, faults).
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, describe, expect, it } from "vitest";
import { type House, startHouse, until } from "../support/house.ts";

let house: House;
afterEach(async () => {
  await house.close();
  await house.remove();
});

/** A companion with so many files that bringing it in takes a while. */
function large(): Uint8Array {
  const details = Array.from({ length: 4_000 }, (_, n) => [
    `knowledge/${n}.md`,
    strToU8(`第${n}篇：${String.fromCharCode(0x4e00 + n).repeat(200)}`),
  ]);
  return zipSync({ "config.json": strToU8('{"user_id":"big","name":"大"}'), ...Object.fromEntries(details) });
}

const send = (body: BodyInit, more: object = {}) =>
  fetch(`${house.url}/api/ai-users/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${house.token}`, "content-type": "application/zip" },
    body,
    ...more,
  });
const companions = async () => (await readdir(join(house.folder, "ai_users"))).sort();
const temporary = async () => (await readdir(house.folder)).filter((name) => name.endsWith(".tmp"));

describe("an import that a kill cuts off", () => {
  it("while it is sent, or while the folder is filled, leaves nothing; a repeat completes", async () => {
    const zip = large();
    house = await startHouse({ child: true });
    // Half of it, and then nothing more.
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(zip.subarray(0, zip.length / 2)),
    });
    const first = send(half, { duplex: "half" }).catch(() => undefined);
    await until("the upload has begun", async () => (await temporary()).length === 1, 60);
    await house.kill();
    await first;
    house = await startHouse({ child: true, folder: house.folder });
    expect([await companions(), await temporary()]).toEqual([[], []]);

    const second = send(new Uint8Array(zip)).catch(() => undefined);
    await until(
      "the folder is being filled",
      async () => (await companions()).some((name) => name.endsWith(".tmp")),
      60,
    );
    await house.kill();
    await second;
    expect(await companions()).not.toContain("big");
    house = await startHouse({ child: true, folder: house.folder });
    expect([await companions(), await temporary()]).toEqual([[], []]);

    const last = await send(new Uint8Array(zip));
    expect(last.status).toBe(201);
    expect((await readdir(join(house.folder, "ai_users/big/knowledge"))).length).toBe(4_000);
    expect((await house.api("GET", "/api/ai-users/big")).body).toMatchObject({ name: "大", friend: true });
  }, 180_000);

  it("of a chat, with part of it in the log, is out again at the next start; a repeat completes", async () => {
    const count = 24_000;
    const lines = [
      JSON.stringify({ user_name: "阿木", character_name: "小溪" }),
      ...Array.from({ length: count }, (_, n) =>
        JSON.stringify({
          name: n % 2 ? "小溪" : "阿木",
          is_user: n % 2 === 0,
          send_date: 1_600_000_000_000 + n * 600_000,
          mes: `第${n}句，说说柿子树`,
        }),
      ),
    ];
    const file = Buffer.from(lines.join("\n"));
    house = await startHouse({ child: true });
    const user = await house.create({ name: "小溪" });
    const path = `/api/ai-users/${user}`;
    await house.api("POST", `${path}/import`, { format: "text", content: "我：原来就在的话\n小溪：嗯" });
    const bring = (body: BodyInit, more: object = {}) =>
      fetch(`${house.url}${path}/import?format=auto`, {
        method: "POST",
        headers: { authorization: `Bearer ${house.token}`, "content-type": "application/octet-stream" },
        body,
        ...more,
      });
    const months = () =>
      readdir(join(house.folder, "ai_users", user, "conversations")).catch((): string[] => []);
    // Everything but its end, and then nothing more.
    const held = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(file.subarray(0, -50)),
    });
    const first = bring(held, { duplex: "half" }).catch(() => undefined);
    await until("a part of it is in the log", async () => (await months()).length > 0, 60);
    await house.kill();
    await first;
    house = await startHouse({ child: true, folder: house.folder });
    const told = async () =>
      (
        await house.api<{ messages: { content: string }[] }>("GET", `${path}/messages?limit=9`)
      ).body.messages.map(({ content }) => content);
    const imports = async () =>
      (await house.api<{ imports: { state: string }[] }>("GET", `${path}/imports`)).body.imports;
    expect(await told()).toEqual(["原来就在的话", "嗯"]);
    expect((await imports()).map(({ state }) => state)).toEqual(["done"]);
    const again = await bring(new Uint8Array(file));
    expect(await again.json()).toMatchObject({ messages: count, skipped: 0 });
    expect((await imports()).map(({ state }) => state)).toEqual(["done", "done"]);
  }, 120_000);

  it("of memories, with some of them there, is out again at the next start; a repeat completes", async () => {
    house = await startHouse();
    const user = await house.create({ name: "小溪" });
    const path = `/api/ai-users/${user}`;
    const bring = (ids: readonly string[]) =>
      house.api<{ memories: number }>("POST", `${path}/import`, {
        format: "mem0",
        content: ids.map((id) => ({ id, memory: `第${id}件事`, created_at: "2025-05-01T08:00:00Z" })),
      });
    await bring(["a"]);
    await bring(["b", "c"]);
    await house.close();
    // As a kill leaves it: the entries are there, and the import was never ended.
    const file = join(house.folder, "ai_users", user, "imports.json");
    const imports = JSON.parse(await readFile(file, "utf8")) as { state: string; entry_ids: string[] }[];
    const torn = imports.map((one, at) => (at === 1 ? { ...one, state: "running", entry_ids: [] } : one));
    await writeFile(file, JSON.stringify(torn));
    house = await startHouse({ folder: house.folder });
    const folder = join(house.folder, "ai_users", user);
    const kept = async () =>
      (
        JSON.parse(await readFile(join(folder, "long_term.json"), "utf8")) as { key_points: string[] }[]
      ).flatMap(({ key_points }) => key_points);
    expect([await kept(), (await readdir(join(folder, "long_term_details"))).length]).toEqual([
      ["第a件事"],
      1,
    ]);
    expect((await bring(["a", "b", "c"])).body).toMatchObject({ memories: 2, skipped: 1 });
    expect(await kept()).toEqual(["第a件事", "第b件事", "第c件事"]);
  });
});
