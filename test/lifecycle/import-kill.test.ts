// A kill in the middle of bringing a companion in: nothing half is there, and a repeat completes (part 4, faults).
import { readdir } from "node:fs/promises";
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
});
