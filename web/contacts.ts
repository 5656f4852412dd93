// The companions of the account: the list, who is typing, and what has not been seen yet.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Message } from "../src/schema/message.ts";
import type { StreamEvent } from "../src/schema/stream-event.ts";
import type { Api } from "./api.ts";
import { readKeptJson, writeKept } from "./kept.ts";
import type { AiUser, MessagePage, SoulCard } from "./shapes.ts";

export type Phase = "idle" | "loading" | "ready" | "failed";

export type NewCompanion = {
  soul?: string;
  name?: string;
  base_soul?: string;
  language?: string;
  bond?: { kind: string; romance: string };
};

export type Contacts = {
  list: ReadonlySignal<readonly AiUser[]>;
  phase: ReadonlySignal<Phase>;
  souls: ReadonlySignal<readonly SoulCard[] | null>;
  typing: ReadonlySignal<ReadonlySet<string>>;
  /** user_id -> messages of the companion that have not been seen. */
  unread: ReadonlySignal<Readonly<Record<string, number>>>;
  load(): Promise<void>;
  /** Throws ApiFailure; `souls` is null only until the first answer. */
  loadSouls(): Promise<void>;
  /** Creates a companion and puts it into the list. Throws ApiFailure. */
  add(companion: NewCompanion): Promise<AiUser>;
  /** Puts a companion that was made or changed elsewhere into the list. */
  take(companion: AiUser): void;
  /** Puts a companion away (false) or brings it back; it keeps its memory. Throws ApiFailure. */
  setFriend(user_id: string, friend: boolean): Promise<void>;
  /** Moves a companion to the trash, or removes it for good. Throws ApiFailure. */
  drop(user_id: string, forever?: boolean): Promise<void>;
  /** What an event means for the list; the message where it brought one that is new. */
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

/** What was heard later wins over what was asked for earlier; who was never heard of here stands as they come. */
function freshest(companion: AiUser, known: AiUser | undefined): AiUser {
  const heard = known?.last_message ?? null;
  if (heard === null || heard.timestamp < (companion.last_message?.timestamp ?? 0)) return companion;
  return { ...companion, last_message: heard };
}

/** What a change shows in the list: names and bonds, comings and goings (changes of the config), levels. */
function isShown({ document, entry_id }: { document: string; entry_id: string }): boolean {
  return document === "config" || (document === "core_memory" && entry_id === "relationship");
}

/** Milliseconds; several changes at once are read once. */
const settleMs = 400;

/** At most so many messages are counted as unseen when the page opens. */
const countedUnread = 20;

class ContactList implements Contacts {
  readonly list = signal<readonly AiUser[]>([]);
  readonly phase = signal<Phase>("idle");
  readonly souls = signal<readonly SoulCard[] | null>(null);
  readonly typing = signal<ReadonlySet<string>>(new Set());
  readonly unread = signal<Readonly<Record<string, number>>>({});
  readonly #api: Pick<Api, "json">;
  readonly #isOpen: (user_id: string) => boolean;
  readonly #marks: ReadMarks = readKeptJson("local", "seen", isReadMarks, {});
  /** message_ids that were counted already: every bubble comes over two streams. */
  readonly #heard: string[] = [];
  #reading: ReturnType<typeof setTimeout> | null = null;
  /** Questions for the list that were asked, and the newest that was answered: a late answer to an older one is dropped. */
  #asked = 0;
  #answered = 0;
  /** Who came, changed or went by what was done here; grows with each. */
  #deeds = 0;
  /** user_id -> how many questions were asked when this companion's talk last moved on. */
  readonly #saidAt = new Map<string, number>();

  constructor(api: Pick<Api, "json">, isOpen: (user_id: string) => boolean) {
    this.#api = api;
    this.#isOpen = isOpen;
  }

  async load(): Promise<void> {
    if (this.phase.value !== "ready") this.phase.value = "loading";
    this.typing.value = new Set();
    try {
      if (await this.#read()) this.phase.value = "ready";
      if (this.phase.value !== "ready") return;
      await Promise.allSettled(this.list.value.map((one) => this.#countUnread(one)));
    } catch {
      if (this.phase.value !== "ready") this.phase.value = "failed";
    }
  }

  async loadSouls(): Promise<void> {
    try {
      const answer = await this.#api.json<{ souls: SoulCard[] }>("/api/souls");
      this.souls.value = answer.souls;
    } catch (cause) {
      // Known to be missing: faces become letters instead of waiting for ever.
      this.souls.value ??= [];
      throw cause;
    }
  }

  async add(companion: NewCompanion): Promise<AiUser> {
    const made = await this.#api.json<AiUser>("/api/ai-users", { method: "POST", body: companion });
    this.take(made);
    return made;
  }

  take(companion: AiUser): void {
    const { user_id } = companion;
    const known = this.list.value.find((one) => one.user_id === user_id);
    this.#deeds += 1;
    this.list.value = [
      freshest(companion, known),
      ...this.list.value.filter((one) => one.user_id !== user_id),
    ].sort(byLastTalk);
    if (known === undefined) this.#mark(user_id, companion.last_message?.timestamp ?? 0);
  }

  async setFriend(user_id: string, friend: boolean): Promise<void> {
    const path = `/api/friends/${user_id}`;
    this.take(await this.#api.json<AiUser>(path, { method: friend ? "POST" : "DELETE" }));
  }

  async drop(user_id: string, forever = false): Promise<void> {
    const path = `/api/ai-users/${user_id}${forever ? "?forever=true" : ""}`;
    await this.#api.json(path, { method: "DELETE" });
    this.#deeds += 1;
    this.list.value = this.list.value.filter((one) => one.user_id !== user_id);
  }

  apply(user_id: string, event: StreamEvent): Message | null {
    switch (event.event) {
      case "typing":
        if (event.data.who === "assistant") this.#setTyping(user_id, event.data.active);
        return null;
      case "reply-start":
        this.#setTyping(user_id, true);
        return null;
      case "reply-end":
      case "reply-skip":
      case "error":
        this.#setTyping(user_id, false);
        return null;
      case "message":
        return this.#said(user_id, event.data.message);
      case "bubble": {
        const { message_id, content, timestamp } = event.data;
        return this.#said(user_id, { message_id, content, timestamp, role: "assistant", topic_id: "open" });
      }
      case "memory-change":
        if (isShown(event.data)) this.#readAgain();
        return null;
      default:
        return null;
    }
  }

  seen(user_id: string): void {
    const last = this.list.value.find((one) => one.user_id === user_id)?.last_message;
    if (last !== undefined && last !== null) this.#mark(user_id, last.timestamp);
    if ((this.unread.value[user_id] ?? 0) > 0) this.unread.value = { ...this.unread.value, [user_id]: 0 };
  }

  clear(): void {
    this.list.value = [];
    this.typing.value = new Set();
    this.unread.value = {};
    this.phase.value = "idle";
    // What is still on its way is nobody's list.
    this.#answered = this.#asked;
  }

  /**
   * Reads the list and shows it; false where it was overtaken by a newer answer, or by the end of the session. What happened
   * while it was on its way is newer than it: what was said stays, and where somebody came or went here it is asked for again.
   */
  async #read(): Promise<boolean> {
    for (;;) {
      this.#asked += 1;
      const [asked, deeds] = [this.#asked, this.#deeds];
      const { ai_users: all } = await this.#api.json<{ ai_users: AiUser[] }>("/api/ai-users");
      if (asked <= this.#answered) return false;
      if (deeds !== this.#deeds) continue;
      this.#answered = asked;
      const known = new Map(this.list.value.map((one) => [one.user_id, one]));
      const said = ({ user_id }: AiUser) => (this.#saidAt.get(user_id) ?? 0) >= asked;
      this.list.value = all
        .map((one) => (said(one) ? freshest(one, known.get(one.user_id)) : one))
        .sort(byLastTalk);
      return true;
    }
  }

  /** A companion came, changed or went, here or in another window. */
  #readAgain(): void {
    if (this.#reading !== null || this.phase.value !== "ready") return;
    this.#reading = setTimeout(() => {
      this.#reading = null;
      // Who types and what is unseen stays as it is. Away: the next change, or the next opening, shows it.
      this.#read().catch(() => undefined);
    }, settleMs);
  }

  #mark(user_id: string, at: number): void {
    this.#marks[user_id] = Math.max(this.#marks[user_id] ?? 0, at);
    writeKept("local", "seen", JSON.stringify(this.#marks));
  }

  #setTyping(user_id: string, active: boolean): void {
    if (this.typing.value.has(user_id) === active) return;
    const next = new Set(this.typing.value);
    if (active) next.add(user_id);
    else next.delete(user_id);
    this.typing.value = next;
  }

  /** What came while this browser was away; a browser that sees a companion for the first time owes nothing. */
  async #countUnread(companion: AiUser): Promise<void> {
    const { user_id, last_message: last } = companion;
    const seenAt = this.#marks[user_id];
    if (last === undefined || last === null) return;
    if (seenAt === undefined) return this.#mark(user_id, last.timestamp);
    if (this.#isOpen(user_id)) return this.#mark(user_id, last.timestamp);
    if (last.role !== "assistant" || last.timestamp <= seenAt) return;
    const unseen = () => this.unread.value[user_id] ?? 0;
    const path = `/api/ai-users/${user_id}/messages?limit=${countedUnread}`;
    let before: number;
    let page: MessagePage;
    // Where something comes in while it is counted, it is counted again.
    do {
      before = unseen();
      page = await this.#api.json<MessagePage>(path);
    } while (unseen() > before);
    // Seen meanwhile, perhaps.
    const seen = this.#marks[user_id] ?? 0;
    const count = page.messages.filter((one) => one.role === "assistant" && one.timestamp > seen).length;
    if (!this.#isOpen(user_id)) this.unread.value = { ...this.unread.value, [user_id]: count };
  }

  #said(user_id: string, message: Message): Message | null {
    if (this.#heard.includes(message.message_id)) return null;
    this.#heard.push(message.message_id);
    if (this.#heard.length > 200) this.#heard.shift();
    this.#saidAt.set(user_id, this.#asked);
    this.list.value = this.list.value
      .map((one) => (one.user_id === user_id ? { ...one, last_message: message } : one))
      .sort(byLastTalk);
    if (this.#isOpen(user_id) || message.role === "user") this.#mark(user_id, message.timestamp);
    else this.unread.value = { ...this.unread.value, [user_id]: (this.unread.value[user_id] ?? 0) + 1 };
    return message;
  }
}

/** The list of companions and its signals. `isOpen` tells whether a companion's talk is before the person's eyes. */
export function createContacts(api: Pick<Api, "json">, isOpen: (user_id: string) => boolean): Contacts {
  return new ContactList(api, isOpen);
}
