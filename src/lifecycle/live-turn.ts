// A turn from its acceptance to its last event: heard by whoever listens, however late, and stopped by whoever may.
import type { StreamEvent } from "../schema/stream-event.ts";

export type TurnHandle = {
  messageId: string;
  /** The person's words as they are stored. */
  readonly content: string;
  /** Hears everything from the first event on, however late it comes. Returns the way to stop listening. */
  listen(listener: (event: StreamEvent) => void): () => void;
  finished: Promise<void>;
};

/** Why a turn's signal fired: a word of the person came first, and nobody stopped it. */
export const gaveWay = new DOMException("A word of the person came first.", "AbortError");

export class LiveTurn implements TurnHandle {
  readonly messageId: string;
  readonly content: string;
  readonly abort = new AbortController();
  readonly finished: Promise<void>;
  end: () => void = () => {};
  /** The person writes at a human's pace: only what cannot wait breaks in. */
  patient = false;
  /** Any message of the person breaks in on what was not sent yet. */
  interruptible = false;
  /** The turn that broke in on this one, and the one that this one broke in on. */
  next: LiveTurn | undefined;
  after: LiveTurn | undefined;
  /** Everything that it answers, in order. */
  readonly ids: string[];
  private readonly heard: StreamEvent[] = [];
  private readonly listeners = new Set<(event: StreamEvent) => void>();

  constructor(messageId: string, content: string) {
    this.messageId = messageId;
    this.content = content;
    this.ids = messageId === "" ? [] : [messageId];
    this.finished = new Promise<void>((resolve) => {
      this.end = resolve;
    });
  }

  emit(event: StreamEvent): void {
    this.heard.push(event);
    for (const listener of this.listeners) listener(event);
  }

  listen(listener: (event: StreamEvent) => void): () => void {
    for (const event of this.heard) listener(event);
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** True where some bubble of its reply has gone out. */
  get spoke(): boolean {
    return this.heard.some(({ event }) => event === "bubble");
  }

  /** Another message takes the place of what was not said yet. */
  giveWay(to: LiveTurn): void {
    this.next = to;
    to.after = this;
    this.abort.abort(gaveWay);
  }

  /** The turn that answers in its place, where it was broken in on before it had said anything. */
  get heir(): LiveTurn | undefined {
    return this.spoke ? undefined : this.next;
  }

  /** Tells what another turn tells from here on: its reply is also this one's. */
  follow(other: LiveTurn): void {
    other.listen((event) => {
      if (event.event !== "message-saved") this.emit(event);
    });
  }
}

/** Events of a turn that every window of the account hears (DESIGN 7, /api/events). */
export const forWindows: ReadonlySet<string> = new Set(
  "reply-start bubble reply-end reply-skip topic-end typing".split(" "),
);
