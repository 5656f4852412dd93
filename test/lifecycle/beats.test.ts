// The due queue at work: a kill in the middle of a beat, who is typing, many companions after a pause, and failures that stop nobody else.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Beats } from "../../src/lifecycle/beats.ts";
import { saveMessage } from "../../src/lifecycle/save-message.ts";
import { Heartbeat } from "../../src/schema/heartbeat.ts";
import type { Message } from "../../src/schema/message.ts";
import { companion } from "../../src/store/store.ts";
import { type BenchWorld, done, openWorld, type Resident, settle } from "../bench/heartbeat-world.ts";
import { chat, shownText, startHouse, until } from "../support/house.ts";
import { startUpstream } from "../support/upstream.ts";
import { openScene } from "./scene.ts";

const start = Date.parse("2026-03-10T12:00:00+08:00") / 1000;
const hour = 3600;

describe("a kill between the claim and the words", () => {
  it("brings the beat neither twice nor half", async () => {
    const upstream = await startUpstream();
    const clock = "2026-03-10T20:29:50+08:00";
    let house = await startHouse({ upstream, clock, child: true });
    const { folder } = house;
    try {
      const user = await house.create({ pacing: "instant", heartbeat: { enabled: true } });
      const planned = [{ hour: 20, minute: 30, message_template: "问晚饭" }];
      await house.api("POST", "/api/heartbeat/configure", { user_id: user, planned });
      upstream.fallback("chat", { text: "吃了吗", hang: "body" });
      house.api("POST", "/test/clock", { advance_s: 60 }).catch(() => {});
      await until("the question", async () => upstream.of("chat").length > 0);
      await house.kill();
      upstream.reset();
      upstream.fallback("chat", { text: "吃了吗" });
      house = await startHouse({ upstream, folder, clock: "2026-03-10T20:31:00+08:00", child: true });
      await house.api("POST", "/test/clock", { advance_s: 3 * hour });
      expect(upstream.of("chat")).toEqual([]);
      const log = await house.api<{ messages: Message[] }>("GET", `/api/ai-users/${user}/messages`);
      expect(log.body.messages).toEqual([]);
    } finally {
      await house.close();
      await upstream.close();
      await house.remove();
    }
  }, 60_000);
});

describe("the queue", () => {
  let world: BenchWorld;
  const resident = (n: number, more: Partial<Resident> = {}): Resident => ({
    user: `c${n}`,
    account: "owner",
    zone: "Asia/Shanghai",
    level: "特别关心",
    quiet: null,
    nightOwl: false,
    planned: [],
    ...more,
  });
  beforeEach(async () => {
    world = await openWorld(start, "7");
    world.answers = (count) => [{ type: "text", text: `想到你了，第${count}回` }, done()];
  });
  afterEach(() => world.beats.stop());
  const pass = async (seconds: number) => {
    for (const end = world.now + seconds; world.now < end; ) {
      world.now = Math.min(end, Math.max(world.now + 1, world.beats.nextDue() ?? end));
      await world.tick();
    }
  };
  const historyOf = async (user: string) =>
    (await world.store.view(companion(user), "heartbeat")).history ?? [];

  it("holds one entry for each companion, and none for one that is gone", async () => {
    await settle(world, [resident(1), resident(2), resident(3)]);
    await world.tick();
    expect(world.beats.size).toBe(3);
    await world.store.trash("c2");
    await world.tick();
    expect(world.beats.size).toBe(2);
    expect(world.beats.nextDue()).toBe(start + 1200);
  });

  it("after a long pause speaks once for each companion, spread over half an hour", async () => {
    const planned = [{ id: "p", hour: 9, minute: 30, message_template: "早安" }];
    await settle(
      world,
      Array.from({ length: 12 }, (_, n) => resident(n, { planned })),
    );
    await world.tick();
    world.now += 7 * 86_400 + 2 * hour;
    const woke = world.now;
    await world.tick();
    await pass(hour);
    const times: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const sent = (await historyOf(`c${n}`)).filter(({ at }) => at >= woke);
      expect(sent.map(({ kind }) => kind)).toEqual(["planned"]);
      times.push(...sent.map(({ at }) => at));
    }
    expect(new Set(times).size).toBeGreaterThan(6);
    expect(Math.max(...times) - woke).toBeLessThanOrEqual(1800);
  });

  it("after a pause thinks of one thing at a time, also where the companion chooses silence", async () => {
    const planned = [{ id: "p", hour: 9, minute: 30, message_template: "早安" }];
    await settle(world, [resident(1, { planned })]);
    const meta = { by: "owner" as const, cause: "test" };
    const follow_ups = [1, 2, 3].map((n) => ({
      id: `f${n}`,
      due_at: start + n * hour,
      text: `第${n}件事`,
      message_ids: [],
    }));
    await world.store.commit(companion("c1"), ["heartbeat"], meta, ({ heartbeat }) => ({
      documents: { heartbeat: { ...heartbeat, follow_ups } },
      result: undefined,
    }));
    await world.tick();
    world.answers = () => [{ type: "text", text: "HEARTBEAT_OK" }, done()];
    world.now = start + 24 * hour;
    await world.tick();
    await pass(hour);
    expect((await historyOf("c1")).map(({ kind, decision }) => [kind, decision])).toEqual([
      ["planned", "silent"],
    ]);
    await pass(4 * hour);
    expect((await historyOf("c1")).some(({ kind }) => kind === "follow_up")).toBe(true);
  });

  it("holds a silence beat while the person types, and counts from there", async () => {
    await settle(world, [resident(1)]);
    const typing = { at: () => world.now - 5, isTyping: () => true };
    const beats = new Beats(world.deps, {
      busy: () => false,
      heard: typing,
      unasked: () => Promise.reject(new Error("nobody is to speak")),
    });
    await beats.tick();
    world.now += 1200;
    await beats.tick();
    expect(beats.nextDue()).toBe(world.now - 5 + 1200);
    expect(world.asked).toEqual([]);
    beats.stop();
  });

  it.each([
    ["is typed out where somebody looks", 1, true],
    ["comes at once where nobody does", 0, false],
    ["is typed out where nobody knows", undefined, true],
  ])("what is said %s", async (_name, listeners, isTyped) => {
    await settle(world, [resident(1)]);
    const meta = { by: "owner" as const, cause: "test" };
    await world.store.commit(companion("c1"), ["config"], meta, ({ config }) => ({
      documents: { config: { ...config, pacing: "human" as const } },
      result: undefined,
    }));
    world.answers = () => [{ type: "text", text: "刚画完一页\n忽然想到你" }, done()];
    if (listeners !== undefined) world.deps.listeners = () => listeners;
    const { wait } = world.deps;
    const waits: number[] = [];
    world.deps.wait = (ms, signal) => {
      if (ms > 0 && ms < 60_000) waits.push(ms);
      return wait(ms, signal);
    };
    await world.tick();
    await pass(1200);
    expect((await historyOf("c1")).map(({ decision }) => decision)).toEqual(["sent"]);
    expect(waits.length > 0).toBe(isTyped);
  });

  it("is not said to somebody who has spoken between the claim and the turn", async () => {
    await settle(world, [resident(1)]);
    await world.tick();
    world.now = start + 1200;
    let heard: number | undefined;
    const beats = new Beats(world.deps, {
      busy: () => false,
      heard: { at: () => heard, isTyping: () => false },
      async unasked(_account, user, task) {
        // A message came in and was answered before this turn had its place.
        world.now += 5;
        heard = world.now;
        await saveMessage(world.deps, user, { role: "user", content: "在吗" });
        return task({ signal: new AbortController().signal, emit: () => {} });
      },
    });
    await beats.tick();
    await beats.idle();
    expect([world.asked, await historyOf("c1")]).toEqual([[], []]);
    beats.stop();
  });

  it("gives way to a word of the person at any pace, and what was planned comes a little later", async () => {
    const scene = await openScene();
    try {
      for (const pacing of ["instant", "human"]) {
        await scene.house.api("POST", "/test/clock", { set: Date.parse("2026-03-10T20:00:00+08:00") / 1000 });
        scene.upstream.reset();
        const user = await scene.house.create({ pacing, pacing_speed: 0.05, heartbeat: { enabled: true } });
        const planned = [{ hour: 20, minute: 30, message_template: "记得吃药" }];
        await scene.house.api("POST", "/api/heartbeat/configure", { user_id: user, planned });
        scene.upstream.push("chat", { hang: "headers" }, { text: "在呢" }, { text: "该吃药啦" });
        const passing = scene.advance(30 * 60 + 30);
        await until("the beat is thought of", async () => scene.upstream.of("chat").length === 1);
        const turn = await chat(scene.house, user, { content: "在吗？" });
        expect(shownText(turn)).toBe("在呢");
        await passing;
        await scene.advance(5 * 60);
        const log = await scene.read(user, "conversation");
        expect([pacing, log.map(({ content }) => content)]).toEqual([pacing, ["在吗？", "在呢", "该吃药啦"]]);
        expect(log.at(-1)).toMatchObject({ beat: { kind: "planned" } });
        scene.upstream.push("chat", { hang: "headers" });
        const asked = scene.house.api("POST", `/api/heartbeat/trigger/${user}`);
        await until("another beat is thought of", async () => scene.upstream.of("chat").length === 4);
        const saved = await scene.house.api("POST", `/api/ai-users/${user}/save-message`, {
          content: "吃了",
        });
        expect([saved.status, (await asked).body]).toMatchObject([201, { decision: "silent" }]);
        await scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`);
      }
    } finally {
      await scene.close();
    }
  });

  it("goes on with the others where one companion cannot be read, and tries that one again later", async () => {
    await settle(world, [resident(1), resident(2)]);
    await world.tick();
    const view = world.store.view.bind(world.store);
    const refusing = {
      ...world.deps,
      store: {
        ...world.store,
        view: (owner: never, name: never) =>
          (owner as { id: string }).id === "c1"
            ? Promise.reject(new Error("the disk is gone"))
            : view(owner, name),
      },
    } as never;
    const beats = new Beats(
      { ...(refusing as typeof world.deps), log: { ...world.deps.log, warn: () => {} } },
      {
        busy: () => false,
        heard: { at: () => undefined, isTyping: () => false },
        unasked: (_account, _user, task) => task({ signal: new AbortController().signal, emit: () => {} }),
      },
    );
    world.now = start + 1200;
    await beats.tick();
    expect(world.asked.map(({ user }) => user)).toEqual(["c2"]);
    await beats.tick();
    expect(beats.nextDue()).toBe(start + 1260);
    beats.stop();
  });

  it("takes a plan that a hand has just written for this very minute", async () => {
    await settle(world, [resident(1, { level: "一般" })]);
    await world.tick();
    world.now = start + 50;
    const planned = [{ hour: 12, minute: 1, message_template: "现在" }];
    await world.store.commit(
      companion("c1"),
      ["heartbeat"],
      { by: "owner", cause: "test" },
      ({ heartbeat }) => ({
        documents: { heartbeat: Heartbeat.parse({ ...heartbeat, planned }) },
        result: undefined,
      }),
    );
    world.now = start + 60;
    await world.tick();
    expect((await historyOf("c1")).map(({ kind }) => kind)).toEqual(["planned"]);
  });

  it("turns in no circle, whatever is due together", async () => {
    const planned = Array.from({ length: 20 }, (_, n) => ({
      id: `p${n}`,
      hour: 12,
      minute: 30,
      message_template: `第${n}件`,
    }));
    await settle(world, [resident(1, { planned })]);
    await world.tick();
    await pass(31 * 60);
    expect((await historyOf("c1")).filter(({ kind }) => kind === "planned").length).toBe(20);
    expect(world.beats.nextDue()).toBeGreaterThan(world.now);
  });
});
