// What is not to be brought up: by its other words, by names, and where talk goes on about it; and what merely looks like it (A223).
import { describe, expect, it } from "vitest";
import {
  avoidedMatters,
  goingOn,
  type Matter,
  speaksOf,
  unspoken,
  withNames,
} from "../../src/memory/avoided.ts";
import { Graph } from "../../src/schema/graph.ts";
import { fact } from "./context-sample.ts";

const matters = (...values: string[]): Matter[] =>
  avoidedMatters(
    values.map((value, place) => fact({ id: `w${place}`, key: `avoids_topics:${value}`, value })),
  );
const nothing = Graph.parse({});

describe("a matter that is not to be brought up", () => {
  it.each([
    ["前男友", "又想起前任了"],
    ["我妈", "老妈今天打电话来"],
    ["猫", "家里的猫走了"],
    ["前男友", "前任還是沒有聯絡"],
    ["貓", "家里的猫走了"],
    ["my ex", "My ex-boyfriend texted me"],
    ["ex", "I met my ex today"],
    ["cat", "The cats were asleep"],
    ["my mom", "Mother called"],
    ["breakup with Jack", "the breakup with Jack"],
  ])("%s is spoken of in: %s", (value, text) => {
    expect(speaksOf(text, matters(value))).toBe(true);
  });

  it.each([
    ["cat", "The education fair on vacation was in a great location"],
    ["ex", "next exit, an example"],
    ["Sam", "the same sample"],
    ["前男友", "男朋友来接我"],
    ["他", "他来了"],
  ])("%s is not spoken of in: %s", (value, text) => {
    expect(speaksOf(text, matters(value))).toBe(false);
  });

  it("goes by the names that texts and graph give it", () => {
    const named = (value: string, texts: string[], graph = nothing) =>
      withNames(matters(value), texts, graph)[0]?.names;
    expect(named("前男友", ["我前男友叫阿杰，我们在一起三年"])).toEqual(["阿杰"]);
    expect(named("ex", ["My ex-boyfriend is called Jack, for three years"])).toEqual(["jack"]);
    expect(named("cat", ["My cat Luna died last winter", "a cat, The end"])).toContain("luna");
    expect(named("前男友", ["前男友劈腿了"])).toEqual([]);
    const graph = Graph.parse({
      relations: [{ id: "r", subject: "用户", predicate: "前男友", object: "阿杰" }],
    });
    expect(named("前男友", [], graph)).toEqual(["阿杰"]);
  });

  it("may be spoken of where the person names it, be it by name", () => {
    const [matter] = withNames(matters("前男友"), ["我前男友叫阿杰，"], nothing);
    expect(matter && unspoken([matter], "阿杰找我了")).toEqual([]);
    expect(matter && unspoken([matter], "今天好累")).toEqual([matter]);
  });
});

describe("talk about such a matter", () => {
  const talk = (...lines: [string, string][]) =>
    lines.map(([role, content], place) => ({ message_id: String(place), role, content }));

  it.each([
    [
      "前男友",
      talk(
        ["user", "我前男友叫阿杰"],
        ["assistant", "后来呢"],
        ["user", "他劈腿了"],
        ["assistant", "抱抱"],
        ["user", "今天吃了沙茶面"],
        ["assistant", "好吃吗"],
      ),
    ],
    [
      "ex",
      talk(
        ["user", "My ex called"],
        ["assistant", "And?"],
        ["user", "He cheated on me"],
        ["assistant", "Oh"],
        ["user", "I had noodles today"],
        ["assistant", "Good?"],
      ),
    ],
  ] as const)(
    "goes on with the answers and with whoever is meant by he, until something else comes: %s",
    (value, lines) => {
      expect([...goingOn(lines, matters(value))]).toEqual(["1", "2", "3"]);
    },
  );
});
