// After a turn the companion is looked after only where the turn left something to do; else the moment of the next silence is noted (upkeep).
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../src/deps.ts";
import { Upkeep } from "../../src/lifecycle/upkeep.ts";
import { topicLimits } from "../../src/memory/topic.ts";
import type { ShortTerm } from "../../src/schema/short-term.ts";
import { companion } from "../../src/store/store.ts";
import { type Bare, bareHouse } from "./erase-world.ts";

const said = 1_773_000_000;
const mei = companion("mei");
let house: Bare;
let upkeep: Upkeep;
let now: number;
let looks: number;
let broken: boolean;

beforeEach(async () => {
  house = await bareHouse("memory");
  [now, looks, broken] = [said, 0, false];
  const { store } = house.deps;
  // Only a whole look reads whose companion it is; asking what a turn has left does not.
  const view: Deps["store"]["view"] = async (owner, name) => {
    if (name === "account") looks += 1;
    if (broken && name === "short_term") throw new Error("not to be read");
    return store.view(owner, name);
  };
  const deps: Deps = {
    ...house.deps,
    store: { ...store, view },
    clock: { now: () => now },
    models: { state: () => [], window: () => undefined } as unknown as Deps["models"],
    search: { ...house.deps.search, warm: () => {} },
  };
  upkeep = new Upkeep(deps, (_, task) => task());
  await talkAt(said);
  await turn();
  looks = 0;
});
afterEach(() => house.close());

const message = (timestamp: number) => ({
  message_id: `m-${timestamp}`,
  role: "user" as const,
  content: "你好",
  timestamp,
  topic_id: "t-1",
});
/** The open topic as a turn leaves it, its last message at a time. */
async function talkAt(at: number, more: Partial<ShortTerm> = {}): Promise<void> {
  const { store } = house.deps;
  if (!(await store.log.find("mei", `m-${at}`))) await store.log.append("mei", [message(at)]);
  const short: ShortTerm = {
    topic_id: "t-1",
    conversations: [message(at)],
    created_at: at,
    pending: [],
    ...more,
  };
  await store.commit(mei, ["short_term"], { by: "system", cause: "test" }, () => ({
    documents: { short_term: short },
    result: undefined,
  }));
}
async function turn(): Promise<void> {
  upkeep.turned("mei");
  await upkeep.idle();
}

describe("after a turn", () => {
  it("that left nothing to do, nobody looks, and the silence of its topic is what comes next", async () => {
    now = said + 60;
    await talkAt(now);
    await turn();
    expect([looks, upkeep.nextDue()]).toEqual([0, said + topicLimits.firstSilence]);
  });

  it("the next silence is noted where nothing was due", async () => {
    await talkAt(said, { conversations: [], topic_id: "" });
    await upkeep.alone("mei", async () => {});
    await upkeep.idle();
    looks = 0;
    now = said + 60;
    await talkAt(now);
    const before = upkeep.nextDue();
    await turn();
    const silence = now + topicLimits.firstSilence;
    expect([looks, upkeep.nextDue()]).toEqual([0, before === null ? silence : Math.min(before, silence)]);
  });

  it.each([
    ["a topic waits for its summary", () => talkAt(said, { pending: [pending] })],
    ["no topic is open any more", () => talkAt(said, { conversations: [] })],
    [
      "something was due already",
      async () => {
        now = said + topicLimits.firstSilence + 1;
      },
    ],
    [
      "the clock was set back",
      async () => {
        await upkeep.tick();
        looks = 0;
        now = said - 3_600;
      },
    ],
  ])("it is looked after at once where %s", async (_, leave) => {
    await leave();
    await turn();
    expect(looks).toBeGreaterThan(0);
  });

  it("it is looked after where it cannot be told what is left, so that the fault is found and said", async () => {
    broken = true;
    await turn();
    expect(upkeep.nextDue()).toBeGreaterThan(said);
    broken = false;
    now += 7 * 3_600;
    await upkeep.tick();
    expect(looks).toBeGreaterThan(0);
  });

  it("nobody looks any more once the house is closing", async () => {
    await talkAt(said, { pending: [pending] });
    upkeep.stop();
    await turn();
    expect(looks).toBe(0);
  });
});

const pending = {
  topic_id: "t-0",
  ended_at: said - 60,
  trigger: "farewell" as const,
  attempts: 0,
  next_at: said + 3_600,
  message_count: 2,
};
