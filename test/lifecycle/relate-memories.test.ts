// What facts say of a hit: which value is former, until when, and what took its place.
import { describe, expect, it } from "vitest";
import { formerBy } from "../../src/lifecycle/relate-memories.ts";
import { Fact } from "../../src/schema/fact.ts";
import type { SearchHit } from "../../src/search/search.ts";

const hit = (type: SearchHit["type"], id: string): SearchHit => ({
  type,
  id,
  text: id,
  score: 1,
  date: 0,
  message_ids: [id],
});

function fact(id: string, proof: string, more: Record<string, unknown> = {}): Fact {
  return Fact.parse({
    id,
    category: "personal_info",
    key: "city",
    value: id,
    evidence: [{ message_id: proof, quote: id }],
    ...more,
  });
}

const closed = (id: string, proof: string, by: string, until?: number) =>
  fact(id, proof, {
    status: "closed",
    superseded_by: by,
    ...(until === undefined ? {} : { valid_to: until }),
  });

describe("what facts know to be former", () => {
  it("is the fact that was replaced and the message that proves it, with the day and the current ones", () => {
    const formerOf = formerBy([closed("hangzhou", "m1", "suzhou", 500), fact("suzhou", "m2")]);
    expect(formerOf(hit("fact", "hangzhou"))).toEqual({ until: 500, now: new Set(["suzhou", "m2"]) });
    expect(formerOf(hit("message", "m1"))).toEqual({ until: 500, now: new Set(["suzhou", "m2"]) });
    expect(formerOf(hit("message", "m2"))).toBeUndefined();
    expect(formerOf(hit("mid", "m1"))).toBeUndefined();
  });

  it("follows a chain of values to the one that is so now", () => {
    const facts = [
      closed("hangzhou", "m1", "chengdu"),
      closed("chengdu", "m2", "suzhou"),
      fact("suzhou", "m3"),
    ];
    expect(formerBy(facts)(hit("message", "m1"))?.now).toEqual(new Set(["suzhou", "m3"]));
  });

  it("leaves alone a message that proves something current as well", () => {
    const formerOf = formerBy([closed("hangzhou", "m1", "suzhou"), fact("suzhou", "m1")]);
    expect(formerOf(hit("message", "m1"))).toBeUndefined();
  });

  it("names its part of a message that proves something else which is so still", () => {
    const facts = [
      closed("hangzhou", "m1", "suzhou", 500),
      fact("suzhou", "m2"),
      fact("bike", "m1", { key: "habit", value: "每天骑车" }),
    ].map((one) => ({ ...one, statement: `说 ${one.id}` }));
    expect(formerBy(facts)(hit("message", "m1"))).toEqual({
      until: 500,
      what: "说 hangzhou",
      now: new Set(["suzhou", "m2"]),
    });
  });

  it("is nothing where no successor is known, or the chain runs in a ring", () => {
    expect(formerBy([closed("a", "m1", "gone")])(hit("fact", "a"))).toBeUndefined();
    expect(formerBy([fact("a", "m1", { status: "closed" })])(hit("fact", "a"))).toBeUndefined();
    const ring = formerBy([closed("a", "m1", "b"), closed("b", "m2", "a")]);
    expect(ring(hit("fact", "a"))).toBeUndefined();
  });
});
