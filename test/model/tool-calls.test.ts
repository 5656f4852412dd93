// Streamed tool calls, however a provider cuts, numbers and names them (cases tool-calls).
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createToolCallAssembly } from "../../src/model/tool-call-assembly.ts";
import { startUpstream, type Upstream, upstreamModelsConfig } from "../support/upstream.ts";
import { asked, collect, scriptedModels } from "./scripted-models.ts";

const assembled = (...chunks: unknown[]) => {
  const assembly = createToolCallAssembly();
  for (const chunk of chunks) assembly.add(chunk);
  return assembly.calls();
};
const piece = (index: number | undefined, given: string | undefined, id?: string, name?: string) => [
  { index, id, type: "function", function: { name, arguments: given } },
];

test("joins interleaved pieces by index, though the id stands only in the first (C065)", () => {
  const calls = assembled(
    piece(0, "", "a", "set_scheduled_heartbeat"),
    piece(1, '{"level":"关系', "b", "update_relationship"),
    piece(0, '{"hour":9,"minute":30,'),
    piece(1, '较好","heartbeat_hours":24,"reason":"聊得开心"}'),
    piece(0, '"message_template":"早安"}'),
  );
  expect(calls).toEqual([
    {
      id: "a",
      name: "set_scheduled_heartbeat",
      arguments: '{"hour":9,"minute":30,"message_template":"早安"}',
    },
    {
      id: "b",
      name: "update_relationship",
      arguments: '{"level":"关系较好","heartbeat_hours":24,"reason":"聊得开心"}',
    },
  ]);
});

test("begins a new call with a new id, though the index is the same (C066)", () => {
  const calls = assembled(
    piece(0, '{"hour":9}', "a", "plan"),
    piece(0, '{"hour":', "b", "plan"),
    piece(0, "22}"),
  );
  expect(calls).toEqual([
    { id: "a", name: "plan", arguments: '{"hour":9}' },
    { id: "b", name: "plan", arguments: '{"hour":22}' },
  ]);
});

test.each([
  ["empty text", ""],
  ["blanks", " \n"],
  ["nothing", undefined],
  ["null", null],
])("takes %s for no arguments (C068)", (_, given) => {
  expect(
    assembled([{ index: 0, id: "a", function: { name: "get_current_state", arguments: given } }]),
  ).toEqual([{ id: "a", name: "get_current_state", arguments: "{}" }]);
});

test("passes broken arguments on as they are (C069)", () => {
  expect(assembled(piece(0, '{"new_content":"最近我更爱', "a", "update_self_soul"))[0]?.arguments).toBe(
    '{"new_content":"最近我更爱',
  );
});

test("gives two calls with one id two ids, since each needs its own answer", () => {
  const calls = assembled([
    { index: 0, id: "a", function: { name: "remember", arguments: "{}" } },
    { index: 1, id: "a", function: { name: "recall_memory", arguments: "{}" } },
  ]);
  expect(calls.map(({ name }) => name)).toEqual(["remember", "recall_memory"]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
});

test("joins pieces without index by id, and goes on with the last call where both are missing", () => {
  const calls = assembled(
    piece(undefined, '{"a"', "a", "one"),
    piece(undefined, '{"b"', "b", "two"),
    piece(undefined, ":1}", "a"),
    piece(undefined, ":2}", "b"),
    piece(undefined, " "),
  );
  expect(calls).toEqual([
    { id: "a", name: "one", arguments: '{"a":1}' },
    { id: "b", name: "two", arguments: '{"b":2}' },
  ]);
});

test("gives a call without an id one of its own", () => {
  expect(assembled(piece(0, "{}", undefined, "one"), piece(1, "{}", "", "two")).map(({ id }) => id)).toEqual([
    "call_1",
    "call_2",
  ]);
});

test("does not double a name that is repeated in every piece, and joins one that is cut", () => {
  expect(assembled(piece(0, "{", "a", "remember"), piece(0, "}", "a", "remember"))[0]?.name).toBe("remember");
  expect(assembled(piece(0, "", "a", "recall"), piece(0, "{}", undefined, "_memory"))[0]?.name).toBe(
    "recall_memory",
  );
});

test("takes arguments that come as an object", () => {
  const calls = assembled([{ index: 0, id: "a", function: { name: "plan", arguments: { hour: 9 } } }]);
  expect(JSON.parse(calls[0]?.arguments ?? "")).toEqual({ hour: 9 });
});

test.each([[null], ["x"], [[null, 1, "x", {}, { function: null }]]])(
  "passes over what is no call: %j",
  (junk) => {
    expect(assembled(junk)).toEqual([]);
  },
);

test("finds every call again, however its arguments are cut and the pieces are mixed", () => {
  const call = fc.record({
    name: fc.constantFrom("remember", "plan", "decide"),
    given: fc.string({ minLength: 1 }),
  });
  fc.assert(
    fc.property(
      fc.array(call, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.nat(1000)),
      (calls, numbers) => {
        const next = () => numbers.next().value as number;
        const queues = calls.map(({ name, given }, index) => {
          const text = JSON.stringify({ given });
          const cut = next() % (text.length + 1);
          return [piece(index, text.slice(0, cut), `id${index}`, name), piece(index, text.slice(cut))];
        });
        const assembly = createToolCallAssembly();
        while (queues.some((queue) => queue.length > 0)) {
          const open = queues.filter((queue) => queue.length > 0);
          assembly.add(open[next() % open.length]?.shift());
        }
        const found = assembly.calls().sort((one, other) => one.id.localeCompare(other.id));
        expect(found.map((one) => ({ name: one.name, given: JSON.parse(one.arguments).given }))).toEqual(
          calls,
        );
      },
    ),
    { seed: 3, numRuns: 200 },
  );
});

let upstream: Upstream | undefined;
afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

test("gives the calls once, behind the text, with the reasoning of the turn", async () => {
  upstream = await startUpstream({
    chat: [
      {
        text: "我看看",
        reasoning_content: "得查一下",
        tool: { id: "a", name: "get_current_state", arguments: {} },
      },
    ],
  });
  const { models } = scriptedModels(upstreamModelsConfig(upstream.url));
  const tools = [
    { type: "function" as const, function: { name: "get_current_state", description: "d", parameters: {} } },
  ];
  const { events, done } = await collect(models.reply(asked("现在几点", { tools })));
  expect(events.filter(({ type }) => type === "tool-calls")).toEqual([
    {
      type: "tool-calls",
      calls: [{ id: "a", name: "get_current_state", arguments: "{}" }],
      reasoning: "得查一下",
    },
  ]);
  expect(events.at(-2)?.type).toBe("tool-calls");
  expect(done?.finish).toBe("tool_calls");
  expect(upstream.requests[0]?.body.tools).toEqual(tools);
});

test("calls it tool_calls where a gateway says stop, and stop where it says tool_calls without any", async () => {
  upstream = await startUpstream({
    chat: [
      { tool: { name: "plan", arguments: "{}" }, finish_reason: "stop" },
      { text: "好", finish_reason: "tool_calls" },
    ],
  });
  const { models } = scriptedModels(upstreamModelsConfig(upstream.url));
  expect((await collect(models.reply(asked("一")))).done?.finish).toBe("tool_calls");
  expect((await collect(models.reply(asked("二")))).done?.finish).toBe("stop");
});
