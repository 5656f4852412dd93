// Memories of other programs: text, dates and everything that hung on them.
import { describe, expect, it } from "vitest";
import { readLetta, readMem0, readOpenMemory } from "../../src/exchange/memories.ts";
import { found, told } from "./pieces.ts";

describe("memories", () => {
  it("of mem0 come from a list alone too, and what is none is named", async () => {
    const list = await found(readMem0, [
      {
        id: "1",
        memory: "住在上海",
        created_at: "2026-01-05T09:00:00-08:00",
        categories: ["home"],
        score: null,
      },
      { id: "2", memory: " " },
      7,
      { id: "3" },
    ]);
    expect(told(list)).toEqual([
      "memory: 住在上海",
      "left-out empty",
      "unreadable 3 no_shape",
      "unreadable 4 no_text",
    ]);
    expect(list[0]).toMatchObject({
      memory: {
        id: "1",
        timestamp: Date.parse("2026-01-05T09:00:00-08:00") / 1000,
        metadata: { categories: ["home"] },
      },
    });
  });

  it("have times without a zone in UTC, as the servers that wrote them count", async () => {
    const created_at = "2025-05-01T20:00:00";
    const lists = await Promise.all([
      found(readOpenMemory, [{ id: "a", content: "爱乌龙茶", created_at }]),
      found(readLetta, { blocks: [{ label: "human", value: "住上海", created_at }] }),
    ]);
    for (const [one] of lists)
      expect(one).toMatchObject({ memory: { timestamp: Date.parse("2025-05-01T20:00:00Z") / 1000 } });
  });

  it("of OpenMemory leave out what was archived or deleted there", async () => {
    const list = await found(readOpenMemory, {
      user: { user_id: "amu" },
      memories: [
        { id: "a", content: "爱乌龙茶", created_at: 1767225600, app_name: "cursor", state: "active" },
        { id: "b", content: "旧事", state: "archived" },
        { id: "c", content: "没了", state: "deleted" },
      ],
      apps: [{ id: "x", name: "cursor" }],
    });
    expect(told(list)).toEqual(["memory: 爱乌龙茶", "left-out hidden", "left-out hidden"]);
  });

  it("of Letta are its blocks and passages, without who the agent is and without vectors", async () => {
    const list = await found(readLetta, {
      agents: [{ id: "agent-1", name: "溪", messages: [] }],
      blocks: [
        { id: "block-1", label: "human", value: "叫阿木，住上海", limit: 5000 },
        { id: "block-2", label: "persona", value: "我是溪" },
      ],
      passages: [
        {
          id: "p-1",
          text: "养了一只猫",
          created_at: "2026-01-06T01:00:00Z",
          embedding: [0.1, 0.2],
          tags: ["cat"],
        },
      ],
    });
    expect(told(list)).toEqual(["memory: 叫阿木，住上海", "left-out persona", "memory: 养了一只猫"]);
    expect(list[0]).toMatchObject({ memory: { title: "human" } });
    expect(JSON.stringify(list)).not.toContain("0.2");
    expect(JSON.stringify(list)).toContain('"tags":["cat"]');
  });

  it("of Letta come from an agent as its API shows it, and from an agent file of the first version", async () => {
    const shown = await found(readLetta, {
      id: "agent-1",
      memory: { blocks: [{ id: "block-1", label: "human", value: "叫阿木" }], prompt_template: "" },
      sources: [{ id: "x", text: "no memory" }],
    });
    expect(told(shown)).toEqual(["memory: 叫阿木"]);
    const file = await found(readLetta, {
      agent_type: "memgpt_agent",
      core_memory: [
        {
          label: "human",
          value: "住在上海",
          created_at: "2025-04-11T17:26:33.184694+00:00",
          is_template: false,
        },
        { label: "persona", value: "我是溪" },
      ],
      messages: [{ role: "user", content: [{ type: "text", text: "早" }] }],
    });
    expect(told(file)).toEqual(["memory: 住在上海", "left-out persona"]);
    expect(file[0]).toMatchObject({ memory: { timestamp: 1744392393.184 } });
  });

  it("may stand one a line, and a broken line is named", async () => {
    const lines = [{ id: "a", memory: "住在上海" }, { id: "b", memory: "养猫" }, { id: "c" }].map((one) =>
      JSON.stringify(one),
    );
    expect(told(await found(readMem0, `${lines[0]}\n\n{"id":\n${lines[1]}\n${lines[2]}\n`))).toEqual([
      "memory: 住在上海",
      "unreadable 3 no_json",
      "memory: 养猫",
      "unreadable 5 no_text",
    ]);
    expect(told(await found(readOpenMemory, '{"id":"a","content":"爱乌龙茶","state":"active"}'))).toEqual([
      "memory: 爱乌龙茶",
    ]);
  });
});
