import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, startHouse } from "../support/house.ts";

let house: House;

beforeAll(async () => {
  house = await startHouse({ clock: "2026-03-10T20:00:00+08:00" });
});
afterAll(async () => {
  await house.close();
  await house.remove();
});

const trash = async () =>
  (
    await house.api<{ ai_users: { user_id: string }[] }>("GET", "/api/ai-users?trashed=true")
  ).body.ai_users.map(({ user_id }) => user_id);
const advance = (days: number) => house.api("POST", "/test/clock", { advance_s: days * 86_400 });

describe("the trash", () => {
  it("gives a companion back within thirty days", async () => {
    const user = await house.create();
    await house.api("DELETE", `/api/ai-users/${user}`);
    await advance(29);
    expect(await trash()).toContain(user);
    expect((await house.api("POST", `/api/ai-users/${user}/restore`)).status).toBe(200);
    expect((await house.api("GET", `/api/ai-users/${user}`)).status).toBe(200);
  });

  it("is emptied after thirty days, and no contact list names the companion any more", async () => {
    const user = await house.create();
    await house.api("DELETE", `/api/ai-users/${user}`);
    await advance(31);
    expect(await trash()).not.toContain(user);
    expect((await house.api("POST", `/api/ai-users/${user}/restore`)).status).toBe(404);
    expect(JSON.stringify((await house.api("GET", "/api/friends")).body)).not.toContain(user);
  });
});
