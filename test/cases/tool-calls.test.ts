// Tool calls as providers really send them: in pieces, under one index, empty, broken, invented, hanging, endless (C065–C077).
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chat } from "../support/house.ts";
import type { UpstreamBody } from "../support/upstream.ts";
import { caseOf } from "./case.ts";
import { dataOf, describeCases, doStep, leaveScene, type Room, type Scene, setScene } from "./runner.ts";

let engine: Server;
let asked = 0;
const env: Record<string, string> = {};

beforeAll(async () => {
  // A search engine that takes every question and answers none.
  engine = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((listening) => engine.listen(0, "127.0.0.1", listening));
  env.SEARXNG_URL = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
});
afterAll(() => {
  engine.closeAllConnections();
  engine.close();
});

const chats = ({ stage }: Scene): UpstreamBody[] => stage.upstream.of("chat").map(({ body }) => body);
const answersIn = (body: UpstreamBody | undefined) =>
  (body?.messages ?? []).filter(({ role }) => role === "tool");
const callsIn = (body: UpstreamBody | undefined) =>
  (body?.messages ?? []).flatMap(({ tool_calls = [] }) => tool_calls);

async function plansOf(scene: Scene): Promise<string[]> {
  const { planned } = await scene.read("heartbeat");
  const two = (n: number) => String(n).padStart(2, "0");
  return planned.map(({ hour, minute }) => `${two(hour)}:${two(minute)}`).sort();
}

/** Every call that is sent has its answer, and every answer its call: what else would be a 400 of the provider. */
function expectPaired(body: UpstreamBody | undefined): void {
  const calls = callsIn(body).map(({ id }) => id);
  expect(answersIn(body).map(({ tool_call_id }) => tool_call_id)).toEqual(calls);
}

const room: Room = {
  apart: { C075: "stops the house while a tool hangs; below" },
  before: {
    C071: async (scene) => void scene.found.set("config", await scene.text("config.json")),
    C069: async (scene) => void scene.found.set("soul", await scene.read("self_soul")),
  },
  checks: {
    "two calls run: heartbeat 09:30 and level 关系较好": async (scene) => {
      expect(await plansOf(scene)).toEqual(["09:30"]);
      expect((await scene.read("core_memory")).relationship).toMatchObject({
        level: "关系较好",
        heartbeat_hours: 24,
        reason: "聊得开心",
      });
    },
    "the next upstream request has one tool message for a and one for b": (scene) => {
      expect(answersIn(chats(scene)[1]).map(({ tool_call_id }) => tool_call_id)).toEqual(["a", "b"]);
      expectPaired(chats(scene)[1]);
    },
    "two plans exist: 09:30 and 22:00": async (scene) => {
      expect(await plansOf(scene)).toEqual(["09:30", "22:00"]);
    },
    "NOT one call with }{ in its arguments": (scene) => {
      expect(callsIn(chats(scene)[1])).toHaveLength(2);
      for (const { function: called } of callsIn(chats(scene)[1]))
        expect(called.arguments).not.toContain("}{");
    },
    "treated as {} for a tool without parameters; the state is returned": (scene) => {
      expect(callsIn(chats(scene)[1])[0]?.function.arguments).toBe("{}");
      expect(JSON.parse(answersIn(chats(scene)[1])[0]?.content ?? "")).toHaveProperty("relationship.level");
    },
    "self_soul.json unchanged": async (scene) => {
      expect(await scene.read("self_soul")).toEqual(scene.found.get("soul"));
    },
    "a tool message with an error goes back to the model": (scene) => {
      expect(dataOf(scene.turns[0] ?? [], "tool-result")).toMatchObject([
        { name: "update_self_soul", ok: false },
      ]);
      expect(answersIn(chats(scene)[1])).toMatchObject([
        { tool_call_id: "a", content: expect.stringMatching(/JSON/) },
      ]);
    },
    "the history sent in the second chat call has valid JSON arguments": (scene) => {
      expect(callsIn(chats(scene)[1])).toHaveLength(1);
      for (const body of chats(scene))
        for (const { function: called } of callsIn(body))
          expect(JSON.parse(called.arguments)).toBeTypeOf("object");
    },
    "NOT the broken string is kept in the stored history and poisons each later request": async (scene) => {
      expect(await scene.text("conversation.json")).not.toContain("最近我更爱");
      expect(JSON.stringify(chats(scene).at(-1))).not.toContain("最近我更爱");
    },
    'an "unknown tool" tool message goes back': (scene) => {
      expect(answersIn(chats(scene)[1])).toMatchObject([
        { tool_call_id: "a", content: expect.stringMatching(/unknown tool/i) },
      ]);
    },
    "config.json unchanged": async (scene) => {
      expect(await scene.text("config.json")).toBe(scene.found.get("config"));
    },
    "NOT fuzzy matching to update_self_soul": async (scene) => {
      expect(await scene.read("self_soul")).toMatchObject({ content: "", history: [] });
    },
    "24:30 refused with a tool error": async (scene) => {
      expect(dataOf(scene.turns[0] ?? [], "tool-result").map(({ id, ok }) => [id, ok])).toEqual([
        ["a", false],
        ["b", true],
      ]);
    },
    '"9" and "05" accepted as 09:05': async (scene) => {
      expect(await plansOf(scene)).toEqual(["09:05"]);
    },
    "the turn stops after the configured number of tool rounds (10 or fewer) with a visible reply or error": (
      scene,
    ) => {
      const [events = []] = scene.turns;
      expect(["reply-end", "error"]).toContain(events.at(-1)?.event);
      expect(chats(scene).length).toBeLessThanOrEqual(10);
    },
    "cost is bounded": (scene) => {
      expect(chats(scene).length).toBeGreaterThan(1);
      expect(chats(scene).length).toBeLessThanOrEqual(10);
    },
    "the fact is in a store that the second upstream request contains (short term at least, and after compression the mid or long tier or a manual memory)":
      async (scene) => {
        expect(JSON.stringify(chats(scene).at(-1)?.messages)).toContain("花生");
        expect(
          (await scene.read("facts")).map(({ statement, value }) => `${statement}${value}`).join(),
        ).toContain("花生");
      },
  },
};

const theStage = describeCases("tool-calls", room, { env });

it("C075 tool-calls/orphan: a search that hangs while the house stops leaves no call without its answer behind", async () => {
  const scene = await setScene(theStage(), caseOf("tool-calls", "C075"), room);
  try {
    const left = new AbortController();
    const before = asked;
    const first = chat(
      scene.stage.house,
      scene.user,
      { content: "在吗", pacing: "instant" },
      () => {},
      left.signal,
    );
    first.catch(() => {});
    while (asked === before) await new Promise((soon) => setTimeout(soon, 20));
    left.abort();
    await scene.stage.restart();
    scene.stage.upstream.reset();
    await doStep(scene, "chat: 你好", room);
    expect(dataOf(scene.turns[0] ?? [], "reply-end")).toHaveLength(1);
    for (const body of chats(scene)) expectPaired(body);
    expect(chats(scene)[0]?.messages.flatMap(({ tool_calls = [] }) => tool_calls)).toEqual([]);
  } finally {
    await leaveScene(scene);
  }
});
