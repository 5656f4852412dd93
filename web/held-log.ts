// The stretch of a log that the page holds: read page by page, moved through the past, and read again where it changed.
import { computed, type Signal, signal } from "@preact/signals";
import type { Message } from "../src/schema/message.ts";
import { type Api, ApiFailure } from "./api.ts";
import type { Phase } from "./contacts.ts";
import { type Conversation, without } from "./conversation.ts";
import {
  leavePast,
  type MiddlePage,
  takeAgain,
  takeLater,
  takeMiddle,
  takeNewest,
  takeOlder,
} from "./log-window.ts";
import type { MessagePage } from "./shapes.ts";

/** A place of the log: a message, or a moment in unix seconds. */
export type Place = { around: string } | { at: number };

const pageSize = 40;
/** More of them on the way through the past: one does not wait there for every screen. */
const pastSize = 40;
/** Changes that come within so many milliseconds are read again together. */
const rereadMs = 120;
/** More messages than this are not read one by one. */
const mostReread = 8;

export type HeldLogOptions = { api: Pick<Api, "json">; user_id: string; signal: AbortSignal };

/** Reading; what is written comes on top of it (talk.ts). */
export class HeldLog {
  readonly phase = signal<Phase>("idle");
  readonly gone = signal(false);
  readonly loadingOlder = signal(false);
  protected readonly state: Signal<Conversation>;
  readonly messages = computed(() => this.state.value.messages);
  readonly more = computed(() => this.state.value.more);
  readonly later = computed(() => this.state.value.later);
  readonly missed = computed(() => this.state.value.missed);
  readonly #source: HeldLogOptions;
  readonly #stale = new Set<string>();
  #loadingLater = false;

  constructor(source: HeldLogOptions, start: Conversation) {
    this.#source = source;
    this.state = signal(start);
  }

  async load(): Promise<void> {
    if (this.phase.value !== "ready") this.phase.value = "loading";
    const known = new Set(this.state.value.messages.map((one) => one.message_id));
    try {
      const page = await this.#page<MessagePage>({ limit: pageSize });
      this.become(takeNewest(this.state.value, page, known));
      this.phase.value = "ready";
    } catch (cause) {
      this.gone.value = cause instanceof ApiFailure && cause.status === 404;
      if (this.phase.value !== "ready") this.phase.value = "failed";
    }
  }

  async loadOlder(): Promise<void> {
    const mark = this.messages.value[0]?.message_id;
    if (mark === undefined || this.loadingOlder.value || !this.more.value) return;
    this.loadingOlder.value = true;
    try {
      const page = await this.#page<MessagePage>({ before: mark, limit: pastSize });
      // One may have moved elsewhere meanwhile.
      if (this.messages.value[0]?.message_id === mark) this.become(takeOlder(this.state.value, page));
    } catch {
      // Scrolling up again asks again; nothing shown is lost.
    } finally {
      this.loadingOlder.value = false;
    }
  }

  async loadLater(): Promise<void> {
    const mark = this.messages.value.at(-1)?.message_id;
    if (mark === undefined || this.#loadingLater || !this.later.value) return;
    this.#loadingLater = true;
    const missed = this.missed.value;
    try {
      const page = await this.#page<MessagePage>({ after: mark, limit: pastSize });
      // What was said while the page was on its way may be missing in it: then there is more.
      const more = page.more || this.missed.value > missed;
      if (this.messages.value.at(-1)?.message_id === mark)
        this.become(takeLater(this.state.value, { ...page, more }));
    } catch {
      // Scrolling down again asks again.
    } finally {
      this.#loadingLater = false;
    }
  }

  async moveTo(place: Place): Promise<readonly Message[]> {
    const before = this.state.value;
    const page = await this.#page<MiddlePage>({ ...place, limit: pastSize });
    const { missed, messages } = this.state.value;
    const came = missed > before.missed || (!before.later && messages.at(-1) !== before.messages.at(-1));
    this.become(takeMiddle(this.state.value, { ...page, later: page.later === true || came }));
    return page.messages;
  }

  async toNewest(): Promise<void> {
    this.become(leavePast(this.state.value));
    this.phase.value = "loading";
    await this.load();
  }

  reread(message_id: string): void {
    if (this.#stale.size === 0) setTimeout(() => void this.#readStale(), rereadMs);
    this.#stale.add(message_id);
  }

  async #readStale(): Promise<void> {
    const ids = [...this.#stale];
    this.#stale.clear();
    if (this.phase.value !== "ready" || this.#source.signal.aborted) return;
    if (ids.length > mostReread) return this.load();
    for (const id of ids) {
      try {
        const page = await this.#page<MessagePage>({ around: id, limit: 3 });
        this.become(takeAgain(this.state.value, id, page.messages));
      } catch (cause) {
        // What cannot be read now is read with its page the next time.
        if (cause instanceof ApiFailure && cause.status === 404) this.become(without(this.state.value, [id]));
      }
    }
  }

  #page<T>(query: Record<string, string | number>): Promise<T> {
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return this.#source.api.json<T>(
      `/api/ai-users/${this.#source.user_id}/messages?${new URLSearchParams(entries)}`,
    );
  }

  amend(change: (conversation: Conversation) => Conversation): void {
    this.become(change(this.state.value));
  }

  protected become(next: Conversation): void {
    this.state.value = next;
  }
}
