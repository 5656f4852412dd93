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
  type Mode,
  type Problem,
  type Reply,
  sending,
  type Unsent,
} from "./conversation.ts";
import { createDraft, type Draft } from "./draft.ts";
import { HeldLog, type Place } from "./held-log.ts";
import { readKept, readKeptJson, writeKept } from "./kept.ts";
import { shownMessages } from "./log-window.ts";
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

/** A message of the person, with the marks it carries in the log. */
type Sent = Pick<Message, "message_id" | "content" | "timestamp"> & { scene?: unknown; private?: unknown };

/** How a message is said, by its marks. */
export function modeOf(message: { scene?: unknown; private?: unknown }): Mode {
  if (message.private === true) return "private";
  return message.scene === "story" ? "story" : "plain";
}

/** A message of the log that was changed, or brought back. */
function isRewritten(event: StreamEvent): event is Extract<StreamEvent, { event: "memory-change" }> {
  return (
    event.event === "memory-change" && event.data.document === "conversation" && event.data.kind !== "removed"
  );
}

export type Talk = {
  /** The stretch of the log that is held here. */
  messages: ReadonlySignal<readonly Message[]>;
  /** All that is shown: the log, what was said privately, and what is not sent yet. */
  shown: ReadonlySignal<readonly Message[]>;
  more: ReadonlySignal<boolean>;
  /** One reads in the past: newer messages than these are on the server. */
  later: ReadonlySignal<boolean>;
  /** Messages that came while one reads in the past. */
  missed: ReadonlySignal<number>;
  unsent: ReadonlySignal<readonly Unsent[]>;
  reply: ReadonlySignal<Reply | null>;
  unanswered: ReadonlySignal<Conversation["unanswered"]>;
  skipped: ReadonlySignal<Conversation["skipped"]>;
  phase: ReadonlySignal<Phase>;
  /** The server knows this companion no more. */
  gone: ReadonlySignal<boolean>;
  loadingOlder: ReadonlySignal<boolean>;
  draft: Draft;
  mode: ReadonlySignal<Mode>;
  speak(mode: Mode): void;
  /** The newest bubble that was said privately, for those who listen to the page: no list of companions repeats it. */
  whisper: ReadonlySignal<string>;
  write(text: string): void;
  /** Loads the newest page, or brings it up to date; what is shown stays while it loads. */
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  /** What comes after the stretch that is shown, where one reads in the past. */
  loadLater(): Promise<void>;
  /** Moves to another place of the log. Throws ApiFailure; then nothing has moved. Answers what is shown now. */
  moveTo(place: Place): Promise<readonly Message[]>;
  /** Leaves the past. */
  toNewest(): Promise<void>;
  /** Sends a new message; failures end in `unsent` or `unanswered`, never in a rejection. */
  send(content: string): Promise<void>;
  /** Sends the same message again, with the same id: the server stores and answers it once. */
  resend(message: Sent): Promise<void>;
  /** Gives up a message that was never sent; its text goes back into the draft. */
  withdraw(message_id: string): void;
  stop(): Promise<void>;
  /** Events were missed: what stands on the server is read again, and no typing is believed in any more. */
  resync(): Promise<void>;
  /** A message was changed or brought back: it is read again, with its neighbours. */
  reread(message_id: string): void;
  /** For what a person does with messages (edit, delete, answer anew): how the talk looks after it. */
  amend(change: (conversation: Conversation) => Conversation): void;
  /** An event of the account's stream. */
  apply(event: StreamEvent): void;
};

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

/** What this tab has kept of a companion's talk: messages that were not acknowledged. */
function keptTalk(user_id: string): Conversation {
  const kept = readKeptJson("session", `unsent.${user_id}`, isUnsentList, []);
  const unsent = kept.map((one) => ({ ...one, problem: one.problem ?? interrupted }));
  return { ...emptyConversation, unsent };
}

class CompanionTalk extends HeldLog implements Talk {
  readonly draft: Draft;
  readonly mode: Signal<Mode>;
  readonly #options: TalkOptions;
  readonly #base: string;
  /** Own streams that are open: while there are none, only the account's stream speaks of replies. */
  #running = 0;
  /** What the account's stream told meanwhile; applied afterwards, where most of it changes nothing. */
  readonly #later: StreamEvent[] = [];

  readonly unsent = computed(() => this.state.value.unsent);
  readonly #whispers = computed(() => this.state.value.whispers);
  // From these four alone: a reply that grows draws nothing else again.
  readonly shown = computed(() =>
    shownMessages({
      messages: this.messages.value,
      whispers: this.#whispers.value,
      unsent: this.unsent.value,
      later: this.later.value,
    }),
  );
  readonly whisper = computed(
    () => this.#whispers.value.findLast((one) => one.role === "assistant")?.content ?? "",
  );
  readonly reply = computed(() => this.state.value.reply);
  readonly unanswered = computed(() => this.state.value.unanswered);
  readonly skipped = computed(() => this.state.value.skipped);

  constructor(options: TalkOptions) {
    super(options, keptTalk(options.user_id));
    this.#options = options;
    this.#base = `/api/ai-users/${options.user_id}`;
    this.draft = createDraft(options.user_id);
    const mode = readKept("session", `mode.${options.user_id}`);
    this.mode = signal<Mode>(mode === "story" || mode === "private" ? mode : "plain");
  }

  write(text: string): void {
    this.draft.write(text, this.mode.value === "private");
  }

  speak(mode: Mode): void {
    this.mode.value = mode;
    writeKept("session", `mode.${this.#options.user_id}`, mode === "plain" ? null : mode);
    this.write(this.draft.text.value);
  }

  async send(content: string): Promise<void> {
    const { newId, now } = this.#options;
    const mode = this.mode.value;
    if (this.later.value) void this.toNewest();
    await this.#deliver({ message_id: newId(), content, timestamp: now(), problem: null, mode });
  }

  async resend({ message_id, content, timestamp, ...marks }: Sent): Promise<void> {
    await this.#deliver({ message_id, content, timestamp, problem: null, mode: modeOf(marks) });
  }

  withdraw(message_id: string): void {
    const message = this.state.value.unsent.find((one) => one.message_id === message_id);
    if (message === undefined) return;
    const unsent = this.state.value.unsent.filter((one) => one !== message);
    this.become({ ...this.state.value, unsent });
    const draft = this.draft.text.value;
    this.write(draft === "" ? message.content : `${message.content}\n${draft}`);
  }

  async stop(): Promise<void> {
    const call = { method: "POST", body: {} } as const;
    await this.#options.api.json(`${this.#base}/stop`, call).catch(() => undefined);
  }

  async resync(): Promise<void> {
    if (this.#running === 0) this.become({ ...this.state.value, reply: null });
    if (this.phase.value !== "idle") await this.load();
  }

  apply(event: StreamEvent): void {
    // While an own stream runs it tells the reply alone: the account's copy may overtake it, and would cut into its text.
    if (this.#running > 0 && event.event !== "message") this.#later.push(event);
    else if (isRewritten(event)) this.reread(event.data.entry_id);
    else this.become(afterEvent(this.state.value, event, null));
  }

  protected override become(next: Conversation): void {
    const unsentChanged = next.unsent !== this.state.value.unsent;
    super.become(next);
    if (!unsentChanged) return;
    // What is private leaves no trace in the browser either.
    const open = next.unsent.filter((one) => one.mode !== "private");
    const kept = open.length === 0 ? null : JSON.stringify(open);
    writeKept("session", `unsent.${this.#options.user_id}`, kept);
  }

  /** The list of companions shows the person's own last words too. */
  #tellSaved(message_id: string): void {
    const message = this.state.value.messages.find((one) => one.message_id === message_id);
    if (message !== undefined) this.#options.onEvent({ event: "message", data: { message } });
  }

  /** One try: true where the server brought the matter to an end, false where the stream broke before. */
  async #attempt({ message_id, content, mode }: Unsent): Promise<boolean> {
    const manner = mode === "story" ? { scene: "story" } : mode === "private" ? { private: true } : {};
    const response = await this.#options.api.open(`${this.#base}/chat`, {
      method: "POST",
      body: { content, message_id, ...manner },
      headers: { accept: "text/event-stream" },
      signal: this.#options.signal,
    });
    let finished = false;
    if (response.body === null) return finished;
    const read = readFrames(response.body, ({ event }) => {
      this.become(afterEvent(this.state.value, event, message_id));
      // The list of companions would show private words to whoever looks.
      if (mode !== "private" || event.event !== "bubble") this.#options.onEvent(event);
      if (event.event === "message-saved") this.#tellSaved(event.data.message_id);
      finished ||= event.event === "reply-end" || event.event === "reply-skip" || event.event === "error";
    });
    await read.catch(() => undefined);
    return finished;
  }

  async #deliver(message: Unsent): Promise<void> {
    this.#running += 1;
    try {
      this.become(sending(this.state.value, message));
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
        const saved = !this.state.value.unsent.some((one) => one.message_id === message.message_id);
        if (!saved || !passing.has(problem.code)) break;
      }
      if (leaving.aborted) return;
      if (round < joins) await pause(reconnectPause(round), leaving);
    }
    if (leaving.aborted) return;
    this.become({ ...failed(this.state.value, message.message_id, problem), reply: null });
  }
}

/** The conversation with one companion, with its draft and unsent messages of this tab. */
export function createTalk(options: TalkOptions): Talk {
  return new CompanionTalk(options);
}
