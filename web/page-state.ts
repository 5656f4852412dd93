// The state of the whole page in one place: who is signed in, the companions, their talks, and what the server tells.
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { StreamEvent } from "../src/schema/stream-event.ts";
import { type Api, createApi } from "./api.ts";
import { type Contacts, createContacts } from "./contacts.ts";
import { route } from "./route.ts";
import { createSession, type SessionDoor } from "./session.ts";
import { followEvents } from "./stream.ts";
import { createTalk, type Talk } from "./talk.ts";
import type { Reader } from "./time.ts";
import { language, words } from "./words.ts";

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

/** Builds the state and begins to follow session and address. Called once. */
export function createPageState(world: PageWorld): PageState {
  let expire: () => void = () => undefined;
  const api = createApi({ fetch: world.fetch, onSignedOut: () => expire() });
  const door = createSession(api);
  expire = () => door.expire();
  const now = signal(world.now());
  const notices = signal<readonly Notice[]>([]);
  const announcement = signal("");
  const memoryVersion = signal<Readonly<Record<string, number>>>({});
  const connection = createConnection();
  const talks = new Map<string, Talk>();
  let leaving = new AbortController();

  const isOpen = (user_id: string) =>
    route.peek().view === "talk" &&
    (route.peek() as { id: string }).id === user_id &&
    document.visibilityState === "visible";
  const contacts = createContacts(api, isOpen);

  function memoryMoved(user_id: string): void {
    memoryVersion.value = { ...memoryVersion.value, [user_id]: (memoryVersion.value[user_id] ?? 0) + 1 };
  }

  function hear(user_id: string, event: StreamEvent): void {
    const message = contacts.apply(user_id, event);
    if (message?.role === "assistant") {
      const name = contacts.list.value.find((one) => one.user_id === user_id)?.name ?? "";
      announcement.value = `${name}: ${message.content}`;
    }
    const moves = ["reply-end", "topic-end", "memory-change"].includes(event.event);
    if (moves) memoryMoved(user_id);
  }

  function talk(user_id: string): Talk {
    const known = talks.get(user_id);
    if (known !== undefined) return known;
    const made = createTalk({
      api,
      user_id,
      now: world.now,
      newId: world.newId,
      pause: world.pause,
      signal: leaving.signal,
      onEvent: (event) => hear(user_id, event),
    });
    talks.set(user_id, made);
    return made;
  }

  async function resync(): Promise<void> {
    await Promise.all([contacts.load(), ...[...talks.values()].map((one) => one.resync())]);
  }

  function onAccountEvent(event: StreamEvent): void {
    if (event.event === "resync") {
      void resync();
      return;
    }
    if (event.event === "notice") notices.value = [...notices.value.slice(-4), event.data];
    const user_id = companionOf(event);
    if (user_id === null) return;
    hear(user_id, event);
    talks.get(user_id)?.apply(event);
  }

  /** All that belongs to one signed-in person; the answer takes it down again. */
  function open(): () => void {
    leaving = new AbortController();
    void contacts.load();
    const events = followEvents({
      api,
      onEvent: onAccountEvent,
      onConnection: connection.set,
      pause: world.pause,
    });
    const online = () => events.hurry();
    const offline = () => connection.set(false);
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    return () => {
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
      events.stop();
      leaving.abort();
      talks.clear();
      contacts.clear();
      notices.value = [];
      connection.set(true);
    };
  }

  let signedInAs: string | null = null;
  let close: () => void = () => undefined;
  effect(() => {
    const session = door.session.value;
    const account = session.state === "in" ? session.user.account_id : null;
    if (account === signedInAs) return;
    signedInAs = account;
    close();
    close = account === null ? () => undefined : open();
  });
  setInterval(() => {
    now.value = world.now();
  }, 30_000);

  return {
    api,
    door,
    contacts,
    talk,
    now,
    connected: connection.connected,
    notices,
    dismiss(notice) {
      notices.value = notices.value.filter((one) => one !== notice);
    },
    announcement,
    memoryVersion,
    browserTimeZone: world.browserTimeZone,
    reader() {
      const session = door.session.value;
      const timeZone = session.state === "in" ? session.user.time_zone : world.browserTimeZone;
      return { language: language.value, timeZone, words: words.value };
    },
  };
}
