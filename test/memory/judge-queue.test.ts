// The topics that wait for the core judgement, as far as the stored state can be trusted.
import { describe, expect, it } from "vitest";
import { waitingTopics } from "../../src/memory/judge-queue.ts";

const state = (topics?: unknown) => ({
  attempts: 0,
  next_at: 0,
  ...(topics === undefined ? {} : { topics }),
});

describe("topics waiting for the judgement", () => {
  it("come in the order they were noted", () => {
    expect(waitingTopics(state(["b", "a", "c"]))).toEqual(["b", "a", "c"]);
  });

  it("are none where the step never ran or noted nothing", () => {
    expect([waitingTopics(undefined), waitingTopics(state()), waitingTopics(state([]))]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it("leave out what a hand put there that names no topic", () => {
    expect(waitingTopics(state(["a", 7, null, { topic: "b" }, "c"]))).toEqual(["a", "c"]);
    for (const topics of ["a", 7, null, { 0: "a" }]) expect(waitingTopics(state(topics))).toEqual([]);
  });
});
