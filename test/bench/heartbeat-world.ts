// A house in one process for the heartbeat bench: a clock that is moved, a store in a map, a model that answers as the dice fall.

import type { Deps } from "../../src/deps.ts";
import { seededRandom } from "../../src/ids.ts";
import { Beats } from "../../src/lifecycle/beats.ts";
import { saveMessage } from "../../src/lifecycle/save-message.ts";
import { Turns } from "../../src/lifecycle/turns.ts";
import { newRelationship } from "../../src/memory/relationship.ts";
import type { ModelEvent, Models } from "../../src/model/models.ts";
import { loadPrompts } from "../../src/prompt/loader.ts";
import { Account } from "../../src/schema/account.ts";
import { Config } from "../../src/schema/config.ts";
import { CoreMemory } from "../../src/schema/core-memory.ts";
import { Heartbeat, type PlannedBeat } from "../../src/schema/heartbeat.ts";
import type { RelationshipLevel } from "../../src/schema/relationship.ts";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import { estimateTokens } from "../../src/schema/tokens.ts";
import type { Store } from "../../src/store/store.ts";
import { createMapStore } from "../support/map-store.ts";

/** What stands in a model's thoughts, and must stand nowhere else. */
export const innerVoice = "内心独白";

export type BenchWorld = {
  deps: Deps;
  store: Store;
  beats: Beats;
  now: number;
  random: () => number;
  /** Calls of the chat model, and tokens that it was sent. */
  asked: { user: string; at: number; tokens: number }[];
  /** What the model answers; by default as the dice fall. */
  answers: (count: number) => Iterable<ModelEvent>;
  events: { user: string | undefined; event: StreamEvent }[];
  /** What stands in memory only is lost; what is stored stays. */
  restart(): void;
  tick(): Promise<void>;
  say(user: string, content: string): Promise<void>;
};

const usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0 };
export const done = (finish: "stop" | "tool_calls" = "stop"): ModelEvent => ({
  type: "done",
  finish,
  usage,
  model: "bench",
});

/** Thirty words for a companion; none twice in a row, since it does not say one thing again and again. */
const words = "猫打翻了颜料 窗外在下雨 想起你说的书 画完了一页 路过花店 今天风大 煮了粥 桂花开了".split(" ");

/** One answer: half of the time silence in one of its many forms, else words, now and then a failure. */
function* answer(random: () => number, count: number): Generator<ModelEvent> {
  const dice = random();
  yield { type: "thinking", text: `${innerVoice}：要不要开口` };
  if (dice < 0.02) {
    yield {
      type: "failed",
      failure: { code: "model_unreachable", message: "no answer", retryable: true, model: "bench" },
      usage,
      model: "bench",
    };
    return;
  }
  if (dice < 0.25) {
    for (const piece of ["HEART", "BEAT", "_OK"]) yield { type: "text", text: piece };
    yield done();
    return;
  }
  if (dice < 0.45) {
    const decision = JSON.stringify({ speak: false, reason: "他大概在忙" });
    yield {
      type: "tool-calls",
      calls: [{ id: `c${count}`, name: "decide", arguments: decision }],
      reasoning: innerVoice,
    };
    yield done("tool_calls");
    return;
  }
  const text = words[Math.floor(random() * words.length)] ?? "";
  yield { type: "text", text: `${text}，第${count}回` };
  if (dice > 0.9) yield { type: "text", text: "\n你那边呢" };
  yield done();
}

function scriptedModels(world: () => BenchWorld): Models {
  let count = 0;
  return {
    async *reply(request) {
      const { asked, now, answers } = world();
      const told = request.messages.reduce((sum, one) => sum + estimateTokens(one.content) + 4, 0);
      const tools = estimateTokens(JSON.stringify(request.tools ?? []));
      asked.push({ user: request.companion, at: now, tokens: told + tools });
      count += 1;
      yield* answers(count);
    },
    answer: () => Promise.reject(new Error("no background here")),
    window: () => 128_000,
    state: () => [{ role: "chat", ready: ["bench"] }],
    test: () => Promise.reject(new Error("no test here")),
    offers: () => [],
  };
}

/** A pause of the program is no time here; only what would stop a hanging model waits for ever. */
const wait: Deps["wait"] = (ms, signal) =>
  ms < 60_000
    ? Promise.resolve(signal?.aborted !== true)
    : new Promise((resolve) => signal?.addEventListener("abort", () => resolve(false), { once: true }));

export async function openWorld(start: number, seed: string): Promise<BenchWorld> {
  const random = seededRandom(seed);
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `id${String(ids).padStart(9, "0")}`;
  };
  const clock = { now: () => world.now };
  const store = createMapStore({ clock, newId });
  const quiet = () => {};
  const deps: Deps = {
    store,
    backups: { list: async () => [] } as unknown as Deps["backups"],
    models: scriptedModels(() => world),
    prompts: await loadPrompts("prompts"),
    search: { find: async () => [], warm: quiet, update: quiet, drop: quiet },
    souls: new Map(),
    clock,
    random,
    newId,
    publish: (_account, event, user) => void world.events.push({ user, event }),
    wait,
    log: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
    },
    flushUsage: async () => {},
  };
  const open = () => {
    const turns = new Turns(
      deps,
      { ready: async () => {}, turned: quiet, poke: quiet },
      { seen: async () => {}, settle: async () => {} },
    );
    return { turns, beats: new Beats(deps, turns) };
  };
  let running = { turns: undefined as unknown as Turns, beats: undefined as unknown as Beats };
  const world: BenchWorld = {
    deps,
    store,
    get beats() {
      return running.beats;
    },
    now: start,
    random,
    asked: [],
    answers: (count) => answer(random, count),
    events: [],
    restart() {
      running.beats?.stop();
      running = open();
    },
    async tick() {
      await running.beats.tick();
      await running.beats.idle();
    },
    say: (user, content) =>
      running.turns.between(
        user,
        async () => void (await saveMessage(deps, user, { role: "user", content })),
      ),
  };
  world.restart();
  return world;
}

export type Resident = {
  user: string;
  account: string;
  zone: string;
  level: RelationshipLevel;
  quiet: { from: string; to: string } | null;
  nightOwl: boolean;
  planned: PlannedBeat[];
};

export async function settle({ store, now }: BenchWorld, residents: readonly Resident[]): Promise<void> {
  const accounts = new Map<string, Resident[]>();
  for (const one of residents) accounts.set(one.account, [...(accounts.get(one.account) ?? []), one]);
  for (const [id, own] of accounts) {
    const [first] = own;
    const account = Account.parse({
      account_id: id,
      username: id,
      password: "",
      role: "user",
      time_zone: first?.zone ?? "UTC",
      quiet_hours: first?.quiet ?? null,
      friends: own.map(({ user }) => user),
    });
    await store.create({ kind: "account", id }, { account });
  }
  for (const one of residents) {
    const config = Config.parse({
      user_id: one.user,
      owner: one.account,
      name: "小夏",
      base_soul: "温柔，说话简短",
      pacing: "instant",
      night_owl: one.nightOwl,
      heartbeat: { enabled: true, daily_limit: 3, occasions: false },
      created_at: now,
    });
    const core_memory = CoreMemory.parse({ relationship: newRelationship(one.level, now, "system") });
    const heartbeat = Heartbeat.parse({ planned: one.planned });
    await store.create({ kind: "companion", id: one.user }, { config, core_memory, heartbeat });
  }
}
