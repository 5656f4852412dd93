// The companions of the account: the list, who is typing, and what has not been seen yet.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Message } from "../src/schema/message.ts";
import type { StreamEvent } from "../src/schema/stream-event.ts";
import type { Api } from "./api.ts";
import { readKeptJson, writeKept } from "./kept.ts";
import type { AiUser, LastMessage, MessagePage, SoulCard } from "./shapes.ts";

export type Phase = "idle" | "loading" | "ready" | "failed";

export type NewCompanion = { soul?: string; name?: string; base_soul?: string; language?: string };

export type Contacts = {
  list: ReadonlySignal<readonly AiUser[]>;
  phase: ReadonlySignal<Phase>;
  souls: ReadonlySignal<readonly SoulCard[] | null>;
  typing: ReadonlySignal<ReadonlySet<string>>;
  /** user_id -> messages of the companion that have not been seen. */
  unread: ReadonlySignal<Readonly<Record<string, number>>>;
  load(): Promise<void>;
  loadSouls(): Promise<void>;
  /** Creates a companion and puts it into the list. Throws ApiFailure. */
  add(companion: NewCompanion): Promise<AiUser>;
  /** What an event means for the list; true where it brought something new to read. */
  apply(user_id: string, event: StreamEvent): Message | null;
  /** The person has this companion's newest message before their eyes. */
  seen(user_id: string): void;
  clear(): void;
};

type ReadMarks = Record<string, number>;

function isReadMarks(value: unknown): value is ReadMarks {
  return (
    typeof value === "object" && value !== null && Object.values(value).every((at) => typeof at === "number")
  );
}

/** Newest talk first; who was never talked with stands by the time of their coming. */
export function byLastTalk(one: AiUser, other: AiUser): number {
  const at = (companion: AiUser) => companion.last_message?.timestamp ?? companion.created_at ?? 0;
  return at(other) - at(one);
}

/** At most so many messages are counted as unseen when the page opens. */
const countedUnread = 20;

/** The list of companions and its signals. `isOpen` tells whether a companion's talk is before the person's eyes. */
export function createContacts(api: Pick<Api, "json">, isOpen: (user_id: string) => boolean): Contacts {
  const list = signal<readonly AiUser[]>([]);
  const phase = signal<Phase>("idle");
  const souls = signal<readonly SoulCard[] | null>(null);
  const typing = signal<ReadonlySet<string>>(new Set());
  const unread = signal<Readonly<Record<string, number>>>({});
  const marks: ReadMarks = readKeptJson("local", "seen", isReadMarks, {});
  const heard: string[] = [];

  function mark(user_id: string, at: number): void {
    marks[user_id] = Math.max(marks[user_id] ?? 0, at);
    writeKept("local", "seen", JSON.stringify(marks));
  }

  function setTyping(user_id: string, active: boolean): void {
    if (typing.value.has(user_id) === active) return;
    const next = new Set(typing.value);
    if (active) next.add(user_id);
    else next.delete(user_id);
    typing.value = next;
  }

  async function countUnread(companion: AiUser): Promise<void> {
    const last = companion.last_message;
    const seenAt = marks[companion.user_id];
    if (last === undefined || last === null) return;
    if (seenAt === undefined) return mark(companion.user_id, last.timestamp);
    if (last.role !== "assistant" || last.timestamp <= seenAt || isOpen(companion.user_id)) return;
    const path = `/api/ai-users/${companion.user_id}/messages?limit=${countedUnread}`;
    const page = await api.json<MessagePage>(path);
    const count = page.messages.filter((one) => one.role === "assistant" && one.timestamp > seenAt).length;
    if (!isOpen(companion.user_id)) unread.value = { ...unread.value, [companion.user_id]: count };
  }

  function said(user_id: string, message_id: string, last: LastMessage): boolean {
    if (heard.includes(message_id)) return false;
    heard.push(message_id);
    if (heard.length > 200) heard.shift();
    list.value = list.value
      .map((one) => (one.user_id === user_id ? { ...one, last_message: last } : one))
      .sort(byLastTalk);
    if (isOpen(user_id) || last.role === "user") mark(user_id, last.timestamp);
    else unread.value = { ...unread.value, [user_id]: (unread.value[user_id] ?? 0) + 1 };
    return true;
  }

  return {
    list,
    phase,
    souls,
    typing,
    unread,
    async load() {
      if (phase.value !== "ready") phase.value = "loading";
      try {
        const answer = await api.json<{ ai_users: AiUser[] }>("/api/ai-users");
        list.value = [...answer.ai_users].sort(byLastTalk);
        typing.value = new Set();
        phase.value = "ready";
        await Promise.allSettled(answer.ai_users.map(countUnread));
      } catch {
        if (phase.value !== "ready") phase.value = "failed";
      }
    },
    async loadSouls() {
      const answer = await api.json<{ souls: SoulCard[] }>("/api/souls");
      souls.value = answer.souls;
    },
    async add(companion) {
      const made = await api.json<AiUser>("/api/ai-users", { method: "POST", body: companion });
      list.value = [made, ...list.value.filter((one) => one.user_id !== made.user_id)].sort(byLastTalk);
      mark(made.user_id, made.last_message?.timestamp ?? 0);
      return made;
    },
    apply(user_id, event) {
      switch (event.event) {
        case "typing":
          if (event.data.who === "assistant") setTyping(user_id, event.data.active);
          return null;
        case "reply-start":
          setTyping(user_id, true);
          return null;
        case "reply-end":
        case "reply-skip":
        case "error":
          setTyping(user_id, false);
          return null;
        case "message":
          return said(user_id, event.data.message.message_id, event.data.message) ? event.data.message : null;
        case "bubble": {
          const { message_id, content, timestamp } = event.data;
          const message: Message = { message_id, content, timestamp, role: "assistant", topic_id: "open" };
          return said(user_id, message_id, message) ? message : null;
        }
        default:
          return null;
      }
    },
    seen(user_id) {
      const last = list.value.find((one) => one.user_id === user_id)?.last_message;
      if (last !== undefined && last !== null) mark(user_id, last.timestamp);
      if ((unread.value[user_id] ?? 0) > 0) unread.value = { ...unread.value, [user_id]: 0 };
    },
    clear() {
      list.value = [];
      typing.value = new Set();
      unread.value = {};
      phase.value = "idle";
    },
  };
}
