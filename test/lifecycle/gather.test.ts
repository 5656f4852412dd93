// How a turn waits for the pieces of a message, with waiting that takes no time (issue 5, item 7).
import { describe, expect, it } from "vitest";
import { Gathering, type Joined } from "../../src/lifecycle/gather.ts";
import { LiveTurn } from "../../src/lifecycle/live-turn.ts";

/** Waiting that only counts; `during` runs while the n-th wait lasts. */
function waiting(during: (n: number) => void = () => {}) {
  const state = { now: 1_000_000_000, waits: [] as number[], typedAt: -1 };
  const deps = {
    clock: { now: () => Math.floor(state.now) },
    wait: async (ms: number, signal?: AbortSignal) => {
      state.waits.push(ms);
      during(state.waits.length);
      if (signal?.aborted) return false;
      state.now += ms / 1000;
      return true;
    },
  };
  const heard = {
    at: () => (state.typedAt < 0 ? undefined : state.typedAt),
    isTyping: () => state.typedAt >= 0,
  };
  return { state, gathering: new Gathering(deps, heard) };
}

const piece = (content: string): Joined => ({
  request: { account: "a", user: "u", content },
  live: new LiveTurn(content, content),
});
const never = new AbortController().signal;

describe("a gathering", () => {
  it("ends after one pause where nothing comes, and takes nothing in after that", async () => {
    const { state, gathering } = waiting();
    expect(await gathering.next("u", "跟你说", 0.5, never)).toBeNull();
    expect(state.waits).toEqual([4_000]);
    expect(gathering.add(piece("晚了"))).toBe(false);
  });

  it("hands on what comes while it waits, one after the other and in order", async () => {
    const { gathering } = waiting((n) => {
      if (n === 1) for (const word of ["一", "二"]) gathering.add(piece(word));
    });
    const said: string[] = [];
    for (
      let next = await gathering.next("u", "零", 0.5, never);
      next;
      next = await gathering.next("u", "", 0.5, never)
    )
      said.push(next.request.content);
    expect(said).toEqual(["一", "二"]);
  });

  it("goes on while the person types, and never beyond twenty seconds, whatever the clock does", async () => {
    for (const jump of [0, -1_000_000]) {
      const { state, gathering } = waiting(() => {
        state.now += jump;
        state.typedAt = state.now;
      });
      expect(await gathering.next("u", "跟你说", 0.5, never)).toBeNull();
      const whole = state.waits.reduce((sum, ms) => sum + ms, 0);
      expect([jump, whole > 15_000, whole <= 20_000]).toEqual([jump, true, true]);
    }
  });

  it("ends at once when it is closed, or the reply is stopped", async () => {
    const closed = waiting(() => closed.gathering.close());
    expect(await closed.gathering.next("u", "跟你说", 0.5, never)).toBeNull();
    expect(closed.state.waits).toHaveLength(1);
    const stop = new AbortController();
    stop.abort();
    const stopped = waiting();
    expect(await stopped.gathering.next("u", "跟你说", 0.5, stop.signal)).toBeNull();
    expect(stopped.state.waits).toEqual([]);
  });

  it("gives back what it could not hand on", () => {
    const { gathering } = waiting();
    gathering.add(piece("一"));
    expect(gathering.rest().map(({ request }) => request.content)).toEqual(["一"]);
    expect(gathering.add(piece("二"))).toBe(false);
  });
});
