// One companion's conversation at work: loads, sends, retries, and keeps what is not sent yet.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
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

type Sent = Pick<Message, "message_id" | "content" | "timestamp">;

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
  resend(message: Sent): Promise<void>;
  /** Gives up a message that was never sent; its text goes back into the draft. */
  withdraw(message_id: string): void;
  stop(): Promise<void>;
  /** Events were missed: what stands on the server is read again, and no typing is believed in any more. */
  resync(): Promise<void>;
  /** An event of the account's stream. */
  apply(event: StreamEvent): void;
};

const pageSize = 40;
/** How often a broken stream is joined again before the person is asked: some 15 s, enough for a restart. */
const joins = 5;

/** Failures of the way to the server, not of the message. */
const passing = new Set(["offline", "unavailable"]);

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

const interrupted: Problem = { code: "offline", message: "" };

class CompanionTalk implements Talk {
  readonly phase = signal<Phase>("idle");
  readonly loadingOlder = signal(false);
  readonly draft: Signal<string>;
  readonly #state: Signal<Conversation>;
  readonly #options: TalkOptions;
  readonly #base: string;
  /** Own streams that are open: while there are none, only the account's stream speaks of replies. */
  #running = 0;
  /** What the account's stream told meanwhile; applied afterwards, where most of it changes nothing. */
  readonly #later: StreamEvent[] = [];

  readonly messages = computed(() => this.#state.value.messages);
  readonly more = computed(() => this.#state.value.more);
  readonly unsent = computed(() => this.#state.value.unsent);
  readonly reply = computed(() => this.#state.value.reply);
  readonly unanswered = computed(() => this.#state.value.unanswered);
  readonly skipped = computed(() => this.#state.value.skipped);

  constructor(options: TalkOptions) {
    this.#options = options;
    this.#base = `/api/ai-users/${options.user_id}`;
    const kept = readKeptJson("session", `unsent.${options.user_id}`, isUnsentList, []);
    const unsent = kept.map((one) => ({ ...one, problem: one.problem ?? interrupted }));
    this.#state = signal<Conversation>({ ...emptyConversation, unsent });
    this.draft = signal(readKept("session", `draft.${options.user_id}`) ?? "");
  }

  write(text: string): void {
    this.draft.value = text;
    writeKept("session", `draft.${this.#options.user_id}`, text === "" ? null : text);
  }

  async load(): Promise<void> {
    if (this.phase.value !== "ready") this.phase.value = "loading";
    const known = new Set(this.#state.value.messages.map((one) => one.message_id));
    try {
      const page = await this.#options.api.json<MessagePage>(`${this.#base}/messages?limit=${pageSize}`);
      this.#become(takeNewest(this.#state.value, page, known));
      this.phase.value = "ready";
    } catch {
      if (this.phase.value !== "ready") this.phase.value = "failed";
    }
  }

  async loadOlder(): Promise<void> {
    const first = this.#state.value.messages[0];
    if (first === undefined || this.loadingOlder.value || !this.#state.value.more) return;
    this.loadingOlder.value = true;
    try {
      const query = `before=${encodeURIComponent(first.message_id)}&limit=${pageSize}`;
      const page = await this.#options.api.json<MessagePage>(`${this.#base}/messages?${query}`);
      this.#become(takeOlder(this.#state.value, page));
    } catch {
      // Scrolling up again asks again; nothing shown is lost.
    } finally {
      this.loadingOlder.value = false;
    }
  }

  async send(content: string): Promise<void> {
    const { newId, now } = this.#options;
    await this.#deliver({ message_id: newId(), content, timestamp: now(), problem: null });
  }

  async resend({ message_id, content, timestamp }: Sent): Promise<void> {
    await this.#deliver({ message_id, content, timestamp, problem: null });
  }

  withdraw(message_id: string): void {
    const message = this.#state.value.unsent.find((one) => one.message_id === message_id);
    if (message === undefined) return;
    const unsent = this.#state.value.unsent.filter((one) => one !== message);
    this.#become({ ...this.#state.value, unsent });
    this.write(this.draft.value === "" ? message.content : `${message.content}\n${this.draft.value}`);
  }

  async stop(): Promise<void> {
    const call = { method: "POST", body: {} } as const;
    await this.#options.api.json(`${this.#base}/stop`, call).catch(() => undefined);
  }

  async resync(): Promise<void> {
    if (this.#running === 0) this.#become({ ...this.#state.value, reply: null });
    if (this.phase.value !== "idle") await this.load();
  }

  apply(event: StreamEvent): void {
    // While an own stream runs it tells the reply alone: the account's copy may overtake it, and would cut into its text.
    if (this.#running > 0 && event.event !== "message") this.#later.push(event);
    else this.#become(afterEvent(this.#state.value, event, null));
  }

  #become(next: Conversation): void {
    const unsentChanged = next.unsent !== this.#state.value.unsent;
    this.#state.value = next;
    if (!unsentChanged) return;
    const kept = next.unsent.length === 0 ? null : JSON.stringify(next.unsent);
    writeKept("session", `unsent.${this.#options.user_id}`, kept);
  }

  /** The list of companions shows the person's own last words too. */
  #tellSaved(message_id: string): void {
    const message = this.#state.value.messages.find((one) => one.message_id === message_id);
    if (message !== undefined) this.#options.onEvent({ event: "message", data: { message } });
  }

  /** One try: true where the server brought the matter to an end, false where the stream broke before. */
  async #attempt(message: { message_id: string; content: string }): Promise<boolean> {
    const response = await this.#options.api.open(`${this.#base}/chat`, {
      method: "POST",
      body: { content: message.content, message_id: message.message_id },
      headers: { accept: "text/event-stream" },
      signal: this.#options.signal,
    });
    let finished = false;
    if (response.body === null) return finished;
    const read = readFrames(response.body, ({ event }) => {
      this.#become(afterEvent(this.#state.value, event, message.message_id));
      this.#options.onEvent(event);
      if (event.event === "message-saved") this.#tellSaved(event.data.message_id);
      finished ||= event.event === "reply-end" || event.event === "reply-skip" || event.event === "error";
    });
    await read.catch(() => undefined);
    return finished;
  }

  async #deliver(message: Unsent): Promise<void> {
    this.#running += 1;
    try {
      this.#become(sending(this.#state.value, message));
      await this.#persist(message);
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const event of this.#later.splice(0)) this.apply(event);
    }
  }

  async #persist(message: Unsent): Promise<void> {
    const { signal: leaving, pause } = this.#options;
    let problem: Problem = interrupted;
    for (let round = 1; round <= joins; round += 1) {
      try {
        if (await this.#attempt(message)) return;
        problem = interrupted;
      } catch (cause) {
        problem = problemOf(cause);
        // Never saved: the person decides. Saved: the reply goes on without us, so it is joined again.
        const saved = !this.#state.value.unsent.some((one) => one.message_id === message.message_id);
        if (!saved || !passing.has(problem.code)) break;
      }
      if (leaving.aborted) return;
      if (round < joins) await pause(reconnectPause(round), leaving);
    }
    if (leaving.aborted) return;
    this.#become({ ...failed(this.#state.value, message.message_id, problem), reply: null });
  }
}

/** The conversation with one companion, with its draft and unsent messages of this tab. */
export function createTalk(options: TalkOptions): Talk {
  return new CompanionTalk(options);
}
