// One companion's conversation at work: loads, sends, retries, and keeps what is not sent yet.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Message } from "../src/schema/message.ts";
import type { StreamEvent } from "../src/schema/stream-event.ts";
import { type Api, ApiFailure } from "./api.ts";
import type { Phase } from "./contacts.ts";
import {
  afterEvent,
  type Conversation,
  emptyConversation,
  failed,
  type Problem,
  type Reply,
  sending,
  takeNewest,
  takeOlder,
  type Unsent,
} from "./conversation.ts";
import { readKept, readKeptJson, writeKept } from "./kept.ts";
import type { MessagePage } from "./shapes.ts";
import { readFrames, reconnectPause } from "./stream.ts";

export type TalkOptions = {
  api: Pick<Api, "json" | "open">;
  user_id: string;
  now: () => number;
  newId: () => string;
  /** Waits; resolves early when the signal fires. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends all that runs, when the person signs out. */
  signal: AbortSignal;
  /** Each event of the reply's own stream, for those who keep the list of companions. */
  onEvent: (event: StreamEvent) => void;
};

export type Talk = {
  messages: ReadonlySignal<readonly Message[]>;
  more: ReadonlySignal<boolean>;
  unsent: ReadonlySignal<readonly Unsent[]>;
  reply: ReadonlySignal<Reply | null>;
  unanswered: ReadonlySignal<Conversation["unanswered"]>;
  skipped: ReadonlySignal<readonly string[]>;
  phase: ReadonlySignal<Phase>;
  loadingOlder: ReadonlySignal<boolean>;
  draft: ReadonlySignal<string>;
  write(text: string): void;
  /** Loads the newest page, or brings it up to date; what is shown stays while it loads. */
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  /** Sends a new message; failures end in `unsent` or `unanswered`, never in a rejection. */
  send(content: string): Promise<void>;
  /** Sends the same message again, with the same id: the server stores and answers it once. */
  resend(message: Pick<Message, "message_id" | "content" | "timestamp">): Promise<void>;
  /** Gives up a message that was never sent; its text goes back into the draft. */
  withdraw(message_id: string): void;
  stop(): Promise<void>;
  /** Events were missed: what stands on the server is read again, and no typing is believed in any more. */
  resync(): Promise<void>;
  /** An event of the account's stream. */
  apply(event: StreamEvent): void;
};

const pageSize = 40;
/** How often a broken stream is joined again before the person is asked. */
const joins = 3;

function isUnsentList(value: unknown): value is Unsent[] {
  return (
    Array.isArray(value) &&
    value.every((one) => typeof one?.message_id === "string" && typeof one?.content === "string")
  );
}

/** What failed, as the conversation keeps it; what is no failure of the server is our own mistake and goes on. */
export function problemOf(cause: unknown): Problem {
  if (cause instanceof ApiFailure) {
    return { code: cause.code, message: cause.message, retryAfter: cause.retryAfter };
  }
  return { code: "offline", message: "" };
}

/** The conversation with one companion, with its draft and unsent messages of this tab. */
export function createTalk(options: TalkOptions): Talk {
  const { api, user_id } = options;
  const base = `/api/ai-users/${user_id}`;
  const interrupted: Problem = { code: "offline", message: "" };
  const kept = readKeptJson("session", `unsent.${user_id}`, isUnsentList, []);
  const state = signal<Conversation>({
    ...emptyConversation,
    unsent: kept.map((one) => ({ ...one, problem: one.problem ?? interrupted })),
  });
  const phase = signal<Phase>("idle");
  const loadingOlder = signal(false);
  /** Own streams that are open: while there are none, only the account's stream speaks of replies. */
  let running = 0;
  const draft = signal(readKept("session", `draft.${user_id}`) ?? "");

  function become(next: Conversation): void {
    const unsentChanged = next.unsent !== state.value.unsent;
    state.value = next;
    if (!unsentChanged) return;
    writeKept("session", `unsent.${user_id}`, next.unsent.length === 0 ? null : JSON.stringify(next.unsent));
  }

  /** The list of companions shows the person's own last words too. */
  function tellSaved(message_id: string): void {
    const message = state.value.messages.find((one) => one.message_id === message_id);
    if (message !== undefined) options.onEvent({ event: "message", data: { message } });
  }

  /** One try: true where the server brought the matter to an end, false where the stream broke before. */
  async function attempt(message: { message_id: string; content: string }): Promise<boolean> {
    const response = await api.open(`${base}/chat`, {
      method: "POST",
      body: { content: message.content, message_id: message.message_id },
      headers: { accept: "text/event-stream" },
      signal: options.signal,
    });
    let finished = false;
    const read = readFrames(response.body ?? new ReadableStream(), ({ event }) => {
      become(afterEvent(state.value, event, message.message_id));
      options.onEvent(event);
      if (event.event === "message-saved") tellSaved(event.data.message_id);
      finished ||= event.event === "reply-end" || event.event === "reply-skip" || event.event === "error";
    });
    await read.catch(() => undefined);
    return finished;
  }

  function isSaved(message_id: string): boolean {
    return !state.value.unsent.some((one) => one.message_id === message_id);
  }

  async function deliver(message: Unsent): Promise<void> {
    running += 1;
    try {
      become(sending(state.value, message));
      await persist(message);
    } finally {
      running -= 1;
    }
  }

  async function persist(message: Unsent): Promise<void> {
    let problem: Problem = interrupted;
    for (let round = 1; round <= joins; round += 1) {
      try {
        if (await attempt(message)) return;
        problem = interrupted;
      } catch (cause) {
        problem = problemOf(cause);
        // Never saved: the person decides. Saved: the reply goes on without us, so it is joined again.
        if (!isSaved(message.message_id) || problem.code !== "offline") break;
      }
      if (options.signal.aborted) return;
      if (round < joins) await options.pause(reconnectPause(round), options.signal);
    }
    if (!options.signal.aborted) become({ ...failed(state.value, message.message_id, problem), reply: null });
  }

  async function load(): Promise<void> {
    if (phase.value !== "ready") phase.value = "loading";
    try {
      const page = await api.json<MessagePage>(`${base}/messages?limit=${pageSize}`);
      become(takeNewest(state.value, page));
      phase.value = "ready";
    } catch {
      if (phase.value !== "ready") phase.value = "failed";
    }
  }

  return {
    messages: computed(() => state.value.messages),
    more: computed(() => state.value.more),
    unsent: computed(() => state.value.unsent),
    reply: computed(() => state.value.reply),
    unanswered: computed(() => state.value.unanswered),
    skipped: computed(() => state.value.skipped),
    phase,
    loadingOlder,
    draft,
    write(text) {
      draft.value = text;
      writeKept("session", `draft.${user_id}`, text === "" ? null : text);
    },
    load,
    async loadOlder() {
      const first = state.value.messages[0];
      if (first === undefined || loadingOlder.value || !state.value.more) return;
      loadingOlder.value = true;
      try {
        const before = encodeURIComponent(first.message_id);
        const page = await api.json<MessagePage>(`${base}/messages?before=${before}&limit=${pageSize}`);
        become(takeOlder(state.value, page));
      } catch {
        // Scrolling up again asks again; nothing shown is lost.
      } finally {
        loadingOlder.value = false;
      }
    },
    async send(content) {
      await deliver({ message_id: options.newId(), content, timestamp: options.now(), problem: null });
    },
    async resend({ message_id, content, timestamp }) {
      await deliver({ message_id, content, timestamp, problem: null });
    },
    withdraw(message_id) {
      const message = state.value.unsent.find((one) => one.message_id === message_id);
      if (message === undefined) return;
      become({ ...state.value, unsent: state.value.unsent.filter((one) => one !== message) });
      this.write(draft.value === "" ? message.content : `${message.content}\n${draft.value}`);
    },
    async stop() {
      await api.json(`${base}/stop`, { method: "POST", body: {} }).catch(() => undefined);
    },
    async resync() {
      if (running === 0) become({ ...state.value, reply: null });
      if (phase.value !== "idle") await load();
    },
    apply(event) {
      become(afterEvent(state.value, event, null));
    },
  };
}
