// What the scripted server knows: one house with accounts, companions, messages and files, all in memory.
import type { ServerResponse } from "node:http";
import type { Message } from "../../../src/schema/message.ts";
import type { AiUser, MemoryContext, MemoryFileText, SoulCard, User } from "../../../web/shapes.ts";
import { baseTime } from "./base-time.ts";
import type { Flood } from "./mock-flood.ts";
import { type MockInner, newMockInner } from "./mock-inner.ts";
import { someCore } from "./mock-life.ts";
import { type MockMemory, newMockMemory } from "./mock-memory.ts";
import { type MockModels, newMockModels } from "./mock-models.ts";
import { type MockStart, newMockStart } from "./mock-start.ts";

/** What the next chat call does instead of answering. */
export type Fault = "refuse" | "cut-after-saved" | "model" | "skip" | "skip-said" | "hang";

export type Account = { user: User; password: string };

export type MockState = {
  accounts: Map<string, Account>;
  /** refresh cookie -> username; access token -> username. */
  cookies: Map<string, string>;
  tokens: Map<string, string>;
  setupCode: string | null;
  companions: AiUser[];
  messages: Map<string, Message[]>;
  files: MemoryFileText[];
  memory: MockMemory;
  inner: MockInner;
  start: MockStart;
  models: MockModels;
  /** Open event streams. */
  listeners: Set<ServerResponse>;
  faults: Fault[];
  /** The bodies of the chat calls, in order. */
  bodies: Record<string, unknown>[];
  /** What is said next, in bubbles. */
  replies: string[][];
  /** The next reply is streamed at this speed instead. */
  flood: Flood | null;
  /** What is asked for of single messages is refused. */
  refusing: boolean;
  /** change_id -> a message that was deleted by it, and its place. */
  deleted: Map<string, { at: number; message: Message }>;
  /** Every request as "METHOD path", in order. */
  requests: string[];
  /** The message_id of every chat call, in order. */
  sent: string[];
  /** Companions whose reply was asked to stop. */
  stopped: Set<string>;
  /** Milliseconds between two events of a reply. */
  pace: number;
  /** Refuses every connection but those of the page's own files, as a server that is away does. */
  away: boolean;
  count: number;
};

export function newMockState(): MockState {
  return {
    accounts: new Map(),
    cookies: new Map(),
    tokens: new Map(),
    setupCode: null,
    companions: [],
    messages: new Map(),
    files: files(),
    memory: newMockMemory(false),
    inner: newMockInner(),
    start: newMockStart(),
    models: newMockModels(),
    listeners: new Set(),
    faults: [],
    bodies: [],
    replies: [],
    flood: null,
    refusing: false,
    deleted: new Map(),
    requests: [],
    sent: [],
    stopped: new Set(),
    pace: 15,
    away: false,
    count: 0,
  };
}

function face(from: string, to: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${from}"/>` +
    `<path d="M14 64c2-18 8-25 18-25s16 7 18 25zM32 34a11 11 0 1 0 0-22 11 11 0 0 0 0 22z" fill="${to}"/>` +
    `<script>document.title = "broken in"</script></svg>`
  );
}

export const souls: SoulCard[] = [
  {
    soul: "yu",
    name: "小雨",
    language: "zh",
    tagline: "夜里也醒着的朋友，话不多，记得很多。",
    avatar: face("#6d7f9c", "#dfe6f0"),
    bond: { kind: "朋友" },
  },
  {
    soul: "yue",
    name: "老岳",
    language: "zh",
    tagline: "开火锅店的邻居，爱张罗，嘴硬心软。",
    avatar: face("#a0714f", "#f3e3d3"),
    bond: { kind: "朋友" },
  },
  {
    soul: "mira",
    name: "Mira",
    language: "en",
    tagline: "A bookbinder who asks one good question and then waits.",
    avatar: face("#5f7d63", "#e2efe3"),
    bond: { kind: "朋友" },
  },
];

function file(name: string, content: string, error?: MemoryFileText["error"]): MemoryFileText {
  return {
    name,
    revision: `rev-${name}`,
    bytes: new TextEncoder().encode(content).byteLength,
    modified_at: baseTime,
    valid: error === undefined,
    error,
    content,
  };
}

function files(): MemoryFileText[] {
  const facts = [{ id: "fact_1", category: "health", key: "allergy:花生", value: "花生", status: "live" }];
  const waiting = {
    topic_id: "topic_0",
    ended_at: baseTime - 7_200,
    message_count: 9,
    attempts: 2,
    next_at: baseTime,
  };
  const short = { topic_id: "topic_1", created_at: baseTime, conversations: [{}, {}], pending: [waiting] };
  return [
    file("short_term.json", JSON.stringify(short, null, 2)),
    file("config.json", JSON.stringify({ format: 1, name: "小雨" }, null, 2)),
    file("facts.json", JSON.stringify(facts, null, 2)),
    file("lore.json", '[\n  { "id": "lore_1",\n    "text": "海边的城",,\n  }\n]\n', {
      message: "这里多了一个逗号",
      line: 3,
      column: 22,
    }),
    file("mid_term.json", JSON.stringify([{ id: "mid_1", summary: "面试官一直看手机" }], null, 2)),
    file("long_term.json", JSON.stringify([{ id: "long_1", key_points: [] }], null, 2)),
    file("core_memory.json", JSON.stringify({ relationship: {}, memories: someCore() }, null, 2)),
    file(
      "long_term_details/long_1.json",
      JSON.stringify({ title: "搬去上海", detail_content: "六月的一天，你一个人租了车，把家当装了两趟。" }),
    ),
    file("conversations/2026-10.json", "[]\n"),
  ];
}

/** What the model would read; the message asked about stands in the last section. */
export function contextFor(message: string): MemoryContext {
  const sections = [
    { name: "persona", tokens: 420, entries: [{ id: "base_soul", text: "你是小雨。说话短，记事长。" }] },
    { name: "instructions", tokens: 310, entries: [{ id: "rules", text: "一次最多三句。" }] },
    { name: "core", tokens: 60, entries: [{ id: "core_1", text: "答应过：不提他的前任。" }] },
    { name: "facts", tokens: 44, entries: [{ id: "fact_1", text: "花生过敏（3月2日说的）" }] },
    { name: "mid", tokens: 180, entries: [], cut: true },
    { name: "now", tokens: 52, entries: [{ id: "now", text: "2026年11月29日 星期日 22:41" }] },
    {
      name: "message",
      tokens: message.length,
      entries: message === "" ? [] : [{ id: "message", text: message }],
    },
  ];
  const tokens = sections.reduce((sum, section) => sum + section.tokens, 0);
  return {
    messages: [
      { role: "system", content: "你是小雨。" },
      { role: "user", content: message },
    ],
    sections,
    tokens,
  };
}
