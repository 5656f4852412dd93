// The schedule of beats, from real faults of such servers: gaps and overlaps of the clock, nights, sleep, doubles, running talks, far moments.
import { expect } from "vitest";
import { isoWithOffset } from "../../src/memory/beat-time.ts";
import { describeCases, type Scene, type Step } from "./runner.ts";
import { beatsOf, befriend, setLevel, setPlans, statusOf, talkative } from "./schedule-scene.ts";

const minute = 60;
const hour = 3600;
const at = (iso: string) => Date.parse(iso) / 1000;
const zoneOf = (scene: Scene) => scene.case.given.tz ?? "Asia/Shanghai";
const local = (scene: Scene, moment: number) => isoWithOffset(moment, zoneOf(scene)).slice(5, 16);
const sentAt = async (scene: Scene, kind?: string) =>
  (await beatsOf(scene)).filter((one) => !kind || one.kind === kind).map((one) => local(scene, one.at));
const advance = (scene: Scene, advance_s: number) => scene.stage.moveClock({ advance_s });
const to = async (scene: Scene, iso: string) => advance(scene, at(iso) - scene.stage.now());

/** Befriended, with its level and plans, after a word of the person. */
const given =
  (more: { close?: boolean; plans?: string[]; say?: string }): Step =>
  async (scene) => {
    // A case that names no clock begins in the evening, wherever the one before has left it.
    if (!scene.case.given.clock) await scene.stage.moveClock({ set: at("2026-03-10T20:00:00+08:00") });
    await befriend(scene);
    if (more.close) await setLevel(scene, "特别关心", 1 / 3);
    if (more.plans) await setPlans(scene, ...more.plans);
    await advance(scene, 1);
    if (more.say) await scene.stage.house.chat(scene.user, more.say);
    scene.stage.upstream.reset();
    talkative(scene);
  };

describeCases("schedule", {
  before: {
    C175: given({ plans: ["02:30"] }),
    C176: given({ close: true, plans: ["01:30"], say: "还没睡" }),
    C178: given({ close: true }),
    C180: given({ plans: ["23:30", "06:30"], say: "今天好累" }),
    C181: given({ close: true, say: "先不说了" }),
    C183: given({ plans: ["20:30"] }),
    C184: given({ close: true, say: "在看书" }),
    C185: given({ close: true }),
    C186: given({ say: "我们就到这里吧" }),
    C187: given({ say: "过一阵再聊" }),
    C188: given({ plans: ["20:30"] }),
    C190: given({ plans: ["22:00"] }),
  },
  steps: {
    "let the clock run to 03:30 local": (scene) => to(scene, "2026-03-08T03:30:00-04:00"),
    "run to 03:00 local": (scene) => to(scene, "2026-11-01T03:00:00-05:00"),
    "check the next planned time after a beat at 22:50, 23:00, 06:50, 07:00 local": async (scene) => {
      const next: string[] = [];
      for (const clock of ["10T22:50", "10T23:00", "11T06:50", "11T07:00"]) {
        await scene.stage.moveClock({ set: at(`2026-03-${clock}:00+08:00`) });
        const { status } = await scene.stage.house.api("POST", `/api/heartbeat/trigger/${scene.user}`);
        expect(status).toBe(200);
        const { next_silence_beat_at } = await statusOf(scene);
        next.push(local(scene, next_silence_beat_at ?? 0));
      }
      scene.found.set("next", next);
    },
    "run the night": async (scene) => {
      await to(scene, "2026-03-11T07:00:00+08:00");
    },
    SIGCONT: async (scene) => {
      await scene.stage.moveClock({ set: scene.stage.now() + 8 * hour });
      await advance(scene, 40 * minute);
      scene.found.set("late", await beatsOf(scene));
      await advance(scene, 6 * hour);
    },
    "wait for the plan": async (scene) => {
      await advance(scene, 29 * minute);
      await Promise.all([advance(scene, 2 * minute), advance(scene, 2 * minute), advance(scene, 2 * minute)]);
      await advance(scene, 10 * minute);
    },
    "C184: let it become due": async (scene) => {
      await advance(scene, 19 * minute);
      await scene.stage.house.chat(scene.user, "看到第三章了");
      scene.found.set("spoke", scene.stage.now());
      await advance(scene, minute + 30);
    },
    "C185: let it": async (scene) => {
      const { house, upstream } = scene.stage;
      upstream.reset();
      upstream.push("chat", { text: "慢慢说的一句\n再慢一句", chunks: 10, chunkDelayMs: 60 });
      upstream.push("chat", { text: "自己想说的一句" });
      const turn = house.chat(scene.user, "给我讲个长的");
      await new Promise((resolve) => setTimeout(resolve, 250));
      await house.api("POST", `/api/heartbeat/trigger/${scene.user}`);
      await turn;
    },
    "C186: set it": (scene) => setLevel(scene, "决裂", 999 * 24),
    "C187: set it": (scene) => setLevel(scene, "一般", 720),
    "watch for 10 s": async (scene) => {
      const warnings: string[] = [];
      const hear = (warning: Error) => void warnings.push(warning.name);
      process.on("warning", hear);
      const before = scene.stage.upstream.requests.length;
      // A wrapped timer fires within milliseconds; two seconds show it as well as ten.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await advance(scene, 10);
      process.off("warning", hear);
      scene.found.set("warnings", warnings);
      scene.found.set("asked", scene.stage.upstream.requests.length - before);
      scene.found.set("next", (await statusOf(scene)).next_silence_beat_at);
    },
    restart: async (scene) => {
      await scene.stage.restart();
    },
    "C188: let it fire": async (scene) => {
      const { upstream } = scene.stage;
      upstream.reset();
      upstream.push("chat", { http: { status: 500 }, repeat: 3 });
      // It hangs up in the middle of its words: what a person would never see half of.
      upstream.push("chat", {
        sse: ['data: {"choices":[{"delta":{"content":"晚安"}}]}'],
        ending: "destroy",
        repeat: 3,
      });
      upstream.fallback("chat", { text: "晚安，早点睡" });
      await advance(scene, 3 * hour);
    },
    "GET /api/heartbeat/status": async (scene) => {
      scene.found.set("status", await statusOf(scene));
    },
    "ask the AI by get_current_state": async (scene) => {
      scene.stage.upstream.reset();
      scene.stage.upstream.push(
        "chat",
        { tool: { name: "get_current_state", arguments: "{}" } },
        { text: "十点" },
      );
      await scene.stage.house.chat(scene.user, "你几点找我");
      const asked = scene.stage.upstream.of("chat").at(-1)?.body.messages.at(-1);
      scene.found.set("told", asked?.content ?? "");
    },
  },
  checks: {
    "fires once, at 03:00 local (croner 11, measured) or by another documented rule": async (scene) => {
      expect(await sentAt(scene)).toEqual(["03-08T03:00"]);
    },
    "next day 02:30": async (scene) => {
      await advance(scene, 24 * hour);
      expect(await sentAt(scene)).toEqual(["03-08T03:00", "03-09T02:30"]);
    },
    "the planned one fires once (croner 11 measured: first 01:30)": async (scene) => {
      const planned = (await beatsOf(scene)).filter(({ kind }) => kind === "planned");
      expect(planned.map((one) => isoWithOffset(one.at, zoneOf(scene)).slice(5))).toEqual([
        "11-01T01:30:00-04:00",
      ]);
    },
    "the timed one keeps 20 real minutes: no hour of silence, no double rate": async (scene) => {
      // At night, three times twenty real minutes: 00:50 and an hour is the first 01:50, then the second, then 02:50.
      // Each was dropped, since the planned beat had just been sent, and each moved the next one on.
      const { next_silence_beat_at, next_silence_beat_local } = await statusOf(scene);
      expect(next_silence_beat_local?.slice(5, 16)).toBe("11-01T03:50");
      const passed = (next_silence_beat_at ?? 0) - at("2026-11-01T00:50:00-04:00");
      expect(Math.round(passed / minute)).toBe(4 * 60);
    },
    "documented rule; the window is in the user's zone and crosses midnight; 06:50 + 60 min ends after the night and must not skip the morning by mistake":
      (scene) => {
        expect(scene.found.get("next")).toEqual(["03-10T23:50", "03-11T00:00", "03-11T07:10", "03-11T07:20"]);
      },
    "both fire on time, once: planned ones are not slowed": async (scene) => {
      expect(await sentAt(scene, "planned")).toEqual(["03-10T23:30", "03-11T06:30"]);
    },
    "at most one late beat, then the normal rhythm": async (scene) => {
      expect((scene.found.get("late") as unknown[]).length).toBeLessThanOrEqual(1);
      const all = await beatsOf(scene);
      expect(all.length).toBe(2);
      expect((all[1]?.at ?? 0) - (all[0]?.at ?? 0)).toBeGreaterThanOrEqual(3 * hour);
    },
    "NOT 24 messages": async (scene) => expect((await beatsOf(scene)).length).toBeLessThan(4),
    "one message (claim by plan id + period)": async (scene) => {
      expect(await sentAt(scene)).toEqual(["03-10T20:30"]);
    },
    "postponed: the timed beat counts from the user's last activity": async (scene) => {
      expect(await beatsOf(scene)).toEqual([]);
      const spoke = scene.found.get("spoke") as number;
      const { next_silence_beat_at } = await statusOf(scene);
      expect(Math.abs((next_silence_beat_at ?? 0) - spoke - 20 * minute)).toBeLessThanOrEqual(2);
    },
    "the two turns do not mix in short_term; the beat waits or is dropped": async (scene) => {
      const { conversations } = await scene.read("short_term");
      expect(conversations.map(({ content }) => content)).toEqual([
        "给我讲个长的",
        "慢慢说的一句",
        "再慢一句",
        "自己想说的一句",
      ]);
      expect(scene.stage.upstream.of("chat").length).toBe(2);
    },
    "C186: no beat": async (scene) => {
      expect(scene.found.get("asked")).toBe(0);
      await scene.stage.moveClock({ set: scene.stage.now() + 998 * 24 * hour });
      expect((await statusOf(scene)).history).toEqual([]);
    },
    "no beat": async (scene) => expect(scene.found.get("asked")).toBe(0),
    "NOT TimeoutOverflowWarning and a hot loop": (scene) => expect(scene.found.get("warnings")).toEqual([]),
    "next time is 30 days ahead, also after the restart": async (scene) => {
      const next = scene.found.get("next") as number;
      const { next_silence_beat_at, last_beat } = await statusOf(scene);
      expect(last_beat).toBeNull();
      expect(Math.abs((next_silence_beat_at ?? 0) - next)).toBeLessThanOrEqual(5);
      const said = (await scene.log()).findLast(({ role }) => role === "user");
      expect(Math.abs((next_silence_beat_at ?? 0) - (said?.timestamp ?? 0) - 720 * hour)).toBeLessThanOrEqual(
        2,
      );
    },
    "bounded tries; at most one message for the user that day": async (scene) => {
      const asked = scene.stage.upstream.of("chat").length;
      expect(asked).toBeGreaterThan(1);
      expect(asked).toBeLessThanOrEqual(9);
      expect((await beatsOf(scene)).length).toBeLessThanOrEqual(1);
    },
    "NOT the same good-night text 8 times": async (scene) => {
      const said = (await scene.log().catch(() => [])).filter(({ content }) => content.includes("晚安"));
      expect(said.length).toBeLessThanOrEqual(1);
    },
    "both give the same instant with its offset (2026-03-10T22:00:00+08:00)": (scene) => {
      const { planned } = scene.found.get("status") as Awaited<ReturnType<typeof statusOf>>;
      expect(planned[0]).toMatchObject({
        next_local: "2026-03-10T22:00:00+08:00",
        next_at: at("2026-03-10T22:00:00+08:00"),
      });
      expect(scene.found.get("told")).toContain("2026-03-10T22:00:00+08:00");
    },
    "NOT UTC digits labelled as local": (scene) => {
      expect(JSON.stringify([...scene.found.values()])).not.toContain("T14:00:00");
    },
  },
});
