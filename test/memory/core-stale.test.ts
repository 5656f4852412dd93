// A core memory whose evidence was edited: judged by what is proposed anew, confirmed under its id or gone, and never for want of an answer alone (A105).
import { describe, expect, test } from "vitest";
import { judgeStale, standingProposals } from "../../src/memory/core-stale.ts";
import { CoreEntry, type CoreMemory } from "../../src/schema/core-memory.ts";
import { similarity } from "../../src/search/tokenise.ts";

const core = (...memories: Record<string, unknown>[]): CoreMemory =>
  ({
    relationship: {},
    memories: memories.map((one) => CoreEntry.parse({ importance: 9, by: "model", ...one })),
  }) as unknown as CoreMemory;
const stale = { id: "core_1", content: "极度恐高", message_ids: ["a", "b"], stale: true, doubted: ["a"] };
const judge = (memory: CoreMemory, judged: string[], ...proposals: { content: string; from: string[] }[]) =>
  judgeStale(
    memory,
    proposals.map(({ content, from }) => ({ content, importance: 9, source_message_ids: from })),
    { judged: new Set(judged), similarity },
  );

describe("a stale core memory", () => {
  test("that is proposed again stands again under its id, and the proposal is used up", () => {
    const after = judge(core({ ...stale, message_ids: ["a"] }), ["a"], {
      content: "极度恐高。",
      from: ["a"],
    });
    expect(after.core.memories).toEqual([
      { id: "core_1", content: "极度恐高", importance: 9, by: "model", message_ids: ["a"] },
    ]);
    expect([after.confirmed, after.gone, after.rest]).toEqual([["core_1"], [], []]);
  });

  test("that is not goes with the last of its evidence", () => {
    const after = judge(core({ ...stale, message_ids: ["a"] }), ["a"]);
    expect([after.core.memories, after.gone]).toEqual([[], ["core_1"]]);
  });

  test("stands on the evidence that nobody edited", () => {
    const after = judge(core(stale), ["a", "b"]);
    expect(after.core.memories).toMatchObject([{ id: "core_1", message_ids: ["b"] }]);
    expect(after.core.memories[0]).not.toHaveProperty("stale");
    expect(after.core.memories[0]).not.toHaveProperty("doubted");
  });

  test("waits on where its edited evidence lies in a topic that was not judged", () => {
    const memory = core(stale);
    expect(judge(memory, ["z"]).core.memories).toEqual(memory.memories);
    expect(judge(memory, ["b"]).core.memories).toEqual(memory.memories);
  });

  test("is not confirmed by the contrary, nor by what names no judged message", () => {
    const memory = core({ ...stale, message_ids: ["a"] });
    const contrary = judge(memory, ["a"], { content: "极度不恐高", from: ["a"] });
    expect([contrary.gone, contrary.rest.length]).toEqual([["core_1"], 1]);
    expect(judge(memory, ["a"], { content: "极度恐高", from: ["y"] }).gone).toEqual(["core_1"]);
  });
});

test("what is not stale is left as it is", () => {
  const memory = core({ id: "core_2", content: "想当作家", message_ids: ["a"] });
  expect(judge(memory, ["a"]).core).toBe(memory);
});

describe("without a model", () => {
  const memory = core({ ...stale, content: "我极度恐高", message_ids: ["a"] });
  const proposals = (content: string, role = "user") =>
    standingProposals(memory, [{ message_id: "a", role, content }], similarity);

  test("a message that still says it proposes it, after a mended slip of the pen", () => {
    expect(proposals("我极度恐高！").map(({ source_message_ids }) => source_message_ids)).toEqual([["a"]]);
  });

  test("one that says the contrary, something else, or is the character's own does not", () => {
    expect(proposals("我一点也不恐高")).toEqual([]);
    expect(proposals("今天天气真好")).toEqual([]);
    expect(proposals("我极度恐高", "assistant")).toEqual([]);
  });
});
