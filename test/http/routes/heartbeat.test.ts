// /api/heartbeat over HTTP: shapes, who may, what is refused, and that stop outlives a restart (A152, A192–A195, R15).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type House, startHouse } from "../../support/house.ts";
import { startUpstream, type Upstream } from "../../support/upstream.ts";

type Status = { running: boolean; ai_users: Record<string, unknown>[] };

let house: House;
let upstream: Upstream;
let user: string;

beforeAll(async () => {
  upstream = await startUpstream();
  house = await startHouse({ upstream, clock: "2026-03-10T20:00:00+08:00" });
});
afterAll(async () => {
  await house.close();
  await upstream.close();
  await house.remove();
});
beforeEach(async () => {
  upstream.reset();
  user = await house.create({ pacing: "instant", heartbeat: { enabled: true } });
});

const status = async () => {
  const { body } = await house.api<Status>("GET", "/api/heartbeat/status");
  return { ...body, mine: body.ai_users.find(({ user_id }) => user_id === user) };
};
const configure = (body: unknown) => house.api<Status>("POST", "/api/heartbeat/configure", body);

describe("status", () => {
  it("names no day of what the person does not want brought up", async () => {
    const put = (facts: unknown[]) => house.api("PUT", `/api/memory/${user}/facts`, facts);
    const day = {
      id: "day",
      category: "important_date",
      key: "anniversary:前男友",
      value: "03-20",
      statement: "和前男友的纪念日：3月20日",
    };
    const days = async () => JSON.stringify((await status()).mine?.occasions);
    await put([day]);
    expect(await days()).toContain("前男友");
    await put([
      day,
      {
        id: "wish",
        category: "preference",
        key: "avoids_topics:前任",
        value: "前任",
        statement: "不想提前任",
      },
    ]);
    expect(await days()).not.toContain("前男友");
  });

  it("tells of each companion when it speaks next, and why it last did", async () => {
    await configure({ user_id: user, planned: [{ hour: 22, minute: 0, message_template: "晚安" }] });
    upstream.push("chat", { text: "刚好想到你" });
    await house.api("POST", `/api/heartbeat/trigger/${user}`);
    const { running, mine } = await status();
    expect(running).toBe(true);
    expect(mine).toMatchObject({
      user_id: user,
      enabled: true,
      next_silence_beat_at: expect.any(Number),
      planned: [{ hour: 22, minute: 0, message_template: "晚安", next_local: "2026-03-10T22:00:00+08:00" }],
      last_beat: { decision: "sent", kind: "manual", reason: "你让我看看要不要开口" },
      unanswered: 1,
    });
  });
});

describe("configure", () => {
  it("changes what is named, of one companion or of all", async () => {
    const other = await house.create({ heartbeat: { enabled: true } });
    await configure({ user_id: user, enabled: false, daily_limit: 1 });
    expect((await status()).mine).toMatchObject({
      enabled: false,
      daily_limit: 1,
      next_silence_beat_at: null,
    });
    await configure({ daily_limit: 5 });
    const { ai_users } = await status();
    expect(ai_users.filter(({ user_id }) => user_id === user || user_id === other)).toMatchObject([
      { daily_limit: 5 },
      { daily_limit: 5 },
    ]);
    expect((await status()).mine?.enabled).toBe(false);
  });

  it("keeps the ids of planned beats that stay, and is undone like any change of the file", async () => {
    await configure({
      user_id: user,
      planned: [{ hour: 9, minute: 30, message_template: "早安", repeat: "weekly", weekday: 1 }],
    });
    const [first] = ((await status()).mine?.planned ?? []) as { id: string }[];
    await configure({ user_id: user, planned: [first, { hour: 21, minute: 0, message_template: "晚安" }] });
    expect((await status()).mine?.planned).toMatchObject([{ id: first?.id, weekday: 1 }, { hour: 21 }]);
  });

  it.each([
    [{ enabled: "yes" }],
    [{ daily_limit: -1 }],
    [{ daily_limit: 1.5 }],
    [{ user_id: "x", planned: [{ hour: 24, minute: 0 }] }],
    [{ user_id: "x", planned: [{ hour: 9, minute: 0, date: "tomorrow" }] }],
    [{ user_id: "x", planned: Array.from({ length: 21 }, (_, n) => ({ hour: 1, minute: n })) }],
    [{ planned: [{ hour: 9, minute: 0 }] }],
    [{ user_id: "x", planned: [{ hour: 9, minute: 0, repeat: "weekly" }] }],
    [{ user_id: "x", planned: [{ hour: 9, minute: 0, repeat: "yearly", month: 3 }] }],
    [{ user_id: "x", planned: [{ hour: 9, minute: 0, repeat: "yearly", month: 2, day: 30 }] }],
    [{ user_id: "x", planned: [{ hour: 9, minute: 0, repeat: "lunar_yearly", month: 1, day: 31 }] }],
    [{ user_id: "x", planned: [{ hour: 9, minute: 0, repeat: "once" }] }],
    [{ user_id: "x", planned: [{ hour: 9, minute: 0, repeat: "once", date: "2026-02-31" }] }],
    [{ user_id: "../x" }],
    [[]],
  ])("refuses %j with 422", async (body) => {
    expect((await configure(body)).status).toBe(422);
  });

  it("takes every kind of planned beat with the day that it needs", async () => {
    const planned = [
      { hour: 9, minute: 0, repeat: "daily" },
      { hour: 9, minute: 0, repeat: "weekly", weekday: 0 },
      { hour: 9, minute: 0, repeat: "weekly", weekday: 1 },
      { hour: 9, minute: 0, repeat: "yearly", month: 2, day: 29 },
      { hour: 9, minute: 0, repeat: "lunar_yearly", month: 12, day: 30 },
      { hour: 9, minute: 0, repeat: "once", date: "2028-02-29" },
    ];
    expect((await configure({ user_id: user, planned })).status).toBe(200);
    const told = (await status()).mine?.planned as { next_at: number | null }[];
    expect(told.map(({ next_at }) => next_at)).toEqual(planned.map(() => expect.any(Number)));
  });

  it.each([
    [
      "one moment",
      [
        { hour: 9, minute: 30 },
        { hour: 21, minute: 0 },
        { hour: 9, minute: 30, repeat: "daily" },
      ],
    ],
    [
      "one id",
      [
        { id: "a", hour: 9, minute: 30 },
        { id: "b", hour: 9, minute: 31 },
        { id: "a", hour: 10, minute: 0 },
      ],
    ],
  ])("names the second of two planned beats with %s", async (_name, planned) => {
    const { status: code, body } = await configure({ user_id: user, planned });
    expect([code, body]).toMatchObject([422, { error: { details: [{ path: "planned.2" }] } }]);
    expect((await status()).mine?.planned).toEqual([]);
  });

  it("takes two of one moment that say different things", async () => {
    const planned = [
      { hour: 9, minute: 30, message_template: "吃药" },
      { hour: 9, minute: 30, message_template: "喝水" },
    ];
    expect((await configure({ user_id: user, planned })).status).toBe(200);
    expect((await status()).mine?.planned).toHaveLength(2);
  });

  it("is held to the same by the document whole", async () => {
    const put = (planned: object[]) => house.api("PUT", `/api/memory/${user}/heartbeat`, { planned });
    const twenty = Array.from({ length: 20 }, (_, n) => ({ hour: n, minute: 0 }));
    expect((await put([...twenty, { hour: 23, minute: 59 }])).status).toBe(422);
    expect((await put([{ hour: 9, minute: 0, repeat: "weekly" }])).status).toBe(422);
    expect((await put(twenty)).status).toBe(200);
    expect((await status()).mine?.planned).toHaveLength(20);
  });

  it("of a companion that is not there, or another's, is 404", async () => {
    expect((await configure({ user_id: "nobody", enabled: true })).status).toBe(404);
  });
});

describe("start and stop", () => {
  it("hold for the account, also over a restart", async () => {
    const stop = await house.api<{ running: boolean }>("POST", "/api/heartbeat/stop");
    expect([stop.status, stop.body.running]).toEqual([200, false]);
    const { folder } = house;
    await house.close();
    house = await startHouse({ upstream, folder, clock: "2026-03-10T21:00:00+08:00" });
    expect((await status()).running).toBe(false);
    expect((await status()).mine).toMatchObject({ active: false, next_silence_beat_at: null });
    const start = await house.api<{ running: boolean }>("POST", "/api/heartbeat/start", {});
    expect([start.status, start.body.running]).toEqual([200, true]);
    expect((await status()).mine).toMatchObject({ active: true, next_silence_beat_at: expect.any(Number) });
  });
});

describe("trigger", () => {
  it("answers what was decided, with the messages as they stand in the log", async () => {
    upstream.push("chat", { text: "一\n二" });
    const { status: code, body } = await house.api<{ messages: unknown[] }>(
      "POST",
      `/api/heartbeat/trigger/${user}`,
    );
    expect(code).toBe(200);
    const log = await house.api<{ messages: unknown[] }>("GET", `/api/ai-users/${user}/messages`);
    expect(body).toMatchObject({ decision: "sent", reason: expect.any(String) });
    expect(log.body.messages).toEqual(body.messages);
  });

  it("of a companion that is not there is 404, and nothing is asked", async () => {
    expect((await house.api("POST", "/api/heartbeat/trigger/nobody")).status).toBe(404);
    expect(upstream.of("chat")).toEqual([]);
  });

  it("is refused for a while where it was asked again and again, and other companions are not", async () => {
    upstream.fallback("chat", { text: "HEARTBEAT_OK" });
    const ask = (id: string) => house.api("POST", `/api/heartbeat/trigger/${id}`);
    let last = await ask(user);
    for (let n = 1; last.status === 200 && n < 200; n += 1) last = await ask(user);
    expect([last.status, last.body]).toMatchObject([429, { error: { code: "rate_limited" } }]);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(upstream.of("chat").length).toBeGreaterThanOrEqual(100);
    expect((await ask(await house.create({ pacing: "instant" }))).status).toBe(200);
  });

  it("asked twice at once speaks twice, one after the other", async () => {
    upstream.push("chat", { text: "第一回", chunkDelayMs: 40 }, { text: "第二回" });
    const [a, b] = await Promise.all([
      house.api<{ messages: { content: string }[] }>("POST", `/api/heartbeat/trigger/${user}`),
      house.api<{ messages: { content: string }[] }>("POST", `/api/heartbeat/trigger/${user}`),
    ]);
    expect([a, b].flatMap(({ body }) => body.messages.map(({ content }) => content))).toEqual([
      "第一回",
      "第二回",
    ]);
  });
});

describe("a program's key", () => {
  it("sees with read and changes with write, only its own companions", async () => {
    const other = await house.create();
    const key = async (scopes: string[], ai_users: string[] | null) => {
      const { body } = await house.api<{ key: string }>("POST", "/api/auth/keys", {
        name: "bot",
        scopes,
        ai_users,
      });
      return { authorization: `Bearer ${body.key}` };
    };
    const reader = await key(["read"], [user]);
    const seen = await house.api<Status>("GET", "/api/heartbeat/status", undefined, reader);
    expect(seen.body.ai_users.map(({ user_id }) => user_id)).toEqual([user]);
    expect((await house.api("POST", "/api/heartbeat/stop", {}, reader)).status).toBe(403);
    expect((await house.api("POST", "/api/heartbeat/configure", { enabled: true }, reader)).status).toBe(403);
    const writer = await key(["write"], [user]);
    expect(
      (await house.api("POST", "/api/heartbeat/configure", { user_id: other, enabled: true }, writer)).status,
    ).toBe(404);
    expect((await house.api("POST", `/api/heartbeat/trigger/${other}`, {}, writer)).status).toBe(404);
    // It is made for one companion: it cannot silence the others.
    expect((await house.api("POST", "/api/heartbeat/stop", {}, writer)).status).toBe(403);
    expect((await house.api("POST", "/api/heartbeat/stop", {}, await key(["write"], null))).status).toBe(200);
    await house.api("POST", "/api/heartbeat/start");
  });
});
