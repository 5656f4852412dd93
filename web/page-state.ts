// The state of the whole page in one place: who is signed in, the companions, their talks, and what the server tells.
import { effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { StreamEvent } from "../src/schema/stream-event.ts";
import { type Api, createApi } from "./api.ts";
import { type Contacts, createContacts } from "./contacts.ts";
import { showReminder } from "./notifier.ts";
import { go, route } from "./route.ts";
import { createSession, type SessionDoor } from "./session.ts";
import { followEvents } from "./stream.ts";
import { createTalk, type Talk } from "./talk.ts";
import type { Reader } from "./time.ts";
import { titleOf } from "./title.ts";
import { language, speak, words } from "./words.ts";

/** What main.tsx gives: the page below it reads no clock and makes no ids by itself. */
export type PageWorld = {
  fetch: typeof fetch;
  now: () => number;
  newId: () => string;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  browserTimeZone: string;
};

export type Notice = { code: string; message: string };

export type PageState = {
  api: Api;
  door: SessionDoor;
  contacts: Contacts;
  talk(user_id: string): Talk;
  /** Unix seconds, moved on every half minute: for what is shown. */
  now: ReadonlySignal<number>;
  /** False once the account's stream was lost for a while, or the device says it is offline. */
  connected: ReadonlySignal<boolean>;
  /** Words of the server for the person; the newest is shown until it is put away. */
  notices: ReadonlySignal<readonly Notice[]>;
  dismiss(notice: Notice): void;
  /** Read aloud by screen readers, once. */
  announcement: ReadonlySignal<string>;
  /** Grows whenever memory or context of a companion has changed. */
  memoryVersion: ReadonlySignal<Readonly<Record<string, number>>>;
  /** The person changed the memory here: what shows it reads it again. */
  memoryMoved(user_id: string): void;
  reader(): Reader;
  browserTimeZone: string;
};

const PageContext = createContext<PageState | null>(null);

export const PageProvider = PageContext.Provider;

/** The state of the page, inside any view. */
export function usePage(): PageState {
  const page = useContext(PageContext);
  if (page === null) throw new Error("a view stands outside the page");
  return page;
}

/** Shorter breaks of the stream are not worth a line at the top. */
const offlineAfterMs = 2_500;

function companionOf(event: StreamEvent): string | null {
  const user_id = (event.data as { user_id?: unknown }).user_id;
  return typeof user_id === "string" ? user_id : null;
}

/** Whether the stream stands; a loss is only shown when it lasts. */
function createConnection(): { connected: ReadonlySignal<boolean>; set: (stands: boolean) => void } {
  const connected = signal(true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    connected,
    set(stands) {
      clearTimeout(timer);
      timer = undefined;
      if (stands) connected.value = true;
      else
        timer = setTimeout(() => {
          connected.value = false;
        }, offlineAfterMs);
    },
  };
}

class State implements PageState {
  readonly api: Api;
  readonly door: SessionDoor;
  readonly contacts: Contacts;
  readonly now: Signal<number>;
  readonly notices = signal<readonly Notice[]>([]);
  readonly announcement = signal("");
  readonly memoryVersion = signal<Readonly<Record<string, number>>>({});
  readonly browserTimeZone: string;
  readonly #world: PageWorld;
  readonly #connection = createConnection();
  readonly #talks = new Map<string, Talk>();
  readonly #moving = new Set<string>();
  #leaving = new AbortController();
  #account: string | null = null;
  #close: () => void = () => undefined;

  constructor(world: PageWorld) {
    this.#world = world;
    this.browserTimeZone = world.browserTimeZone;
    this.now = signal(world.now());
    this.api = createApi({ fetch: world.fetch, onSignedOut: () => this.door.expire() });
    this.door = createSession(this.api);
    this.contacts = createContacts(this.api, isOpen);
  }

  get connected(): ReadonlySignal<boolean> {
    return this.#connection.connected;
  }

  /** Follows session and clock from now on. Called once. */
  start(): void {
    effect(() => {
      const session = this.door.session.value;
      const account = session.state === "in" ? session.user.account_id : null;
      untracked(() => {
        if (session.state === "in" && account !== this.#account) speak(session.user.language);
        this.#switchTo(account);
      });
    });
    effect(() => {
      document.title = titleOf(
        route.value,
        this.contacts.list.value,
        this.contacts.unread.value,
        words.value,
      );
    });
    setInterval(() => {
      this.now.value = this.#world.now();
    }, 30_000);
  }

  talk(user_id: string): Talk {
    const known = this.#talks.get(user_id);
    if (known !== undefined) return known;
    const { now, newId, pause } = this.#world;
    const onEvent = (event: StreamEvent) => this.#hear(user_id, event);
    const signal = this.#leaving.signal;
    const made = createTalk({ api: this.api, user_id, now, newId, pause, signal, onEvent });
    this.#talks.set(user_id, made);
    return made;
  }

  dismiss(notice: Notice): void {
    this.notices.value = this.notices.value.filter((one) => one !== notice);
  }

  reader(): Reader {
    const session = this.door.session.value;
    const timeZone = session.state === "in" ? session.user.time_zone : this.browserTimeZone;
    return { language: language.value, timeZone, words: words.value };
  }

  #switchTo(account: string | null): void {
    if (account === this.#account) return;
    this.#account = account;
    this.#close();
    this.#close = account === null ? () => undefined : this.#open();
  }

  /** All that belongs to one signed-in person; the answer takes it down again. */
  #open(): () => void {
    this.#leaving = new AbortController();
    void this.contacts.load();
    const events = followEvents({
      api: this.api,
      onEvent: (event) => this.#onAccountEvent(event),
      onConnection: this.#connection.set,
      pause: this.#world.pause,
    });
    const online = () => events.hurry();
    const offline = () => this.#connection.set(false);
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    return () => {
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
      events.stop();
      this.#leaving.abort();
      this.#talks.clear();
      this.contacts.clear();
      this.notices.value = [];
      this.#connection.set(true);
    };
  }

  #hear(user_id: string, event: StreamEvent): void {
    const message = this.contacts.apply(user_id, event);
    if (message?.role === "assistant") {
      const name = this.contacts.list.value.find((one) => one.user_id === user_id)?.name ?? "";
      this.announcement.value = `${name}: ${message.content}`;
      const onOpen = () => go({ view: "talk", id: user_id, details: false });
      showReminder({ title: name, text: message.content, user_id, onOpen });
    }
    if (!["reply-end", "topic-end", "memory-change"].includes(event.event)) return;
    this.memoryMoved(user_id);
  }

  /** The progress of one job is one line that changes, not a heap of them. */
  #notice(notice: Notice): void {
    const others = this.notices.value.filter((one) => one.code !== notice.code);
    this.notices.value = [...others.slice(-4), notice];
  }

  /** One reply brings several such events, each over two streams: views that read memory again do so once. */
  memoryMoved(user_id: string): void {
    if (this.#moving.has(user_id)) return;
    this.#moving.add(user_id);
    setTimeout(() => {
      this.#moving.delete(user_id);
      const version = (this.memoryVersion.value[user_id] ?? 0) + 1;
      this.memoryVersion.value = { ...this.memoryVersion.value, [user_id]: version };
    }, 300);
  }

  #onAccountEvent(event: StreamEvent): void {
    if (event.event === "resync") {
      void this.contacts.load();
      for (const talk of this.#talks.values()) void talk.resync();
      return;
    }
    if (event.event === "notice") this.#notice(event.data);
    const user_id = companionOf(event);
    if (user_id === null) return;
    this.#hear(user_id, event);
    // A companion was renamed, put away or deleted, perhaps in another window.
    if (event.event === "memory-change" && event.data.document === "config") void this.contacts.load();
    this.#talks.get(user_id)?.apply(event);
  }
}

/** True where this companion's talk is before the person's eyes. */
function isOpen(user_id: string): boolean {
  const open = route.peek();
  return open.view === "talk" && open.id === user_id && document.visibilityState === "visible";
}

/** Builds the state of the page and begins to follow the session. Called once. */
export function createPageState(world: PageWorld): PageState {
  const state = new State(world);
  state.start();
  return state;
}
