// The JSON in what a model wrote: found behind stray brackets, and never looked for longer than an answer deserves.
import { describe, expect, it } from "vitest";
import { findCandidates, parseCandidate } from "../../src/model/answer-text.ts";

const valuesIn = (text: string) => findCandidates(text).map((one) => parseCandidate(one)?.value);

describe("the JSON of an answer", () => {
  it("is found behind brackets that are never closed", () => {
    expect(valuesIn(`:[ {嗯 [ 好：${'{"summary":"去了海边"}'}`)).toContainEqual({ summary: "去了海边" });
    expect(valuesIn(`{ { { {"a": [1, {"b": 2}]}`)).toContainEqual({ a: [1, { b: 2 }] });
  });

  it("is mended where its end is missing", () => {
    expect(valuesIn('{"summary": "去了海边", "topic": "海"')).toEqual([{ summary: "去了海边", topic: "海" }]);
  });

  it("may nest sixty-four deep, and no deeper where it has to be mended", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}1,${"]".repeat(depth)}`;
    expect(parseCandidate(nested(64))?.value).toBeInstanceOf(Array);
    expect(parseCandidate(nested(65))).toBeUndefined();
    expect(parseCandidate(nested(65).replace(",", ""))?.value).toBeInstanceOf(Array);
  });

  // Each of these was read from its forty first brackets to its end, or mended bracket by bracket.
  it.each(["![", "{", '{"a":', "{'", "[1,", "｛"])("is none in a page of %s", (unit) => {
    const text = unit.repeat(64_000 / unit.length);
    expect(JSON.stringify(valuesIn(text))).not.toContain("summary");
  });
});
