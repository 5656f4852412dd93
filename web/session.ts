// Who is signed in, and the ways in and out.
import { type ReadonlySignal, signal } from "@preact/signals";
import { type Api, ApiFailure } from "./api.ts";
import { forgetTab, readKept, writeKept } from "./kept.ts";
import type { SignedIn, User } from "./shapes.ts";

/** "unknown" until the cookie was asked, "unreachable" where the server did not answer that question. */
export type Session =
  | { state: "unknown" }
  | { state: "unreachable" }
  | { state: "out"; ended: boolean }
  | { state: "in"; user: User };

export type Entry = {
  username: string;
  password: string;
  time_zone?: string;
  language?: string;
  setup_code?: string;
  invite?: string;
};

export type SessionDoor = {
  session: ReadonlySignal<Session>;
  /** Asks whether the cookie still opens the door. Not asked where nobody has signed in with this browser. */
  resume(): Promise<void>;
  signIn(entry: Entry): Promise<void>;
  register(entry: Entry): Promise<void>;
  signOut(): Promise<void>;
  /** The server ended the session; where nobody was signed in this says nothing. */
  expire(): void;
  /** Changes the account; throws ApiFailure and changes nothing where the server refuses. */
  change(fields: Partial<Omit<User, "account_id" | "username" | "role">>): Promise<void>;
  /** The account is gone: nothing of it stays in this browser. */
  forget(): void;
};

/** The state of the session, on top of the door to the server. */
export function createSession(api: Api): SessionDoor {
  const session = signal<Session>({ state: "unknown" });
  /** Changes of the account go out one after the other: the answer to an older one must not be the last. */
  let changing: Promise<unknown> = Promise.resolve();

  function enter(answer: SignedIn): void {
    writeKept("local", "signed-in", "yes");
    session.value = { state: "in", user: answer.user };
  }

  function leave(ended: boolean): void {
    writeKept("local", "signed-in", null);
    session.value = { state: "out", ended };
  }

  return {
    session,
    async resume() {
      if (readKept("local", "signed-in") === null) {
        leave(false);
        return;
      }
      try {
        const answer = await api.refresh();
        if (answer === null) leave(true);
        else enter(answer);
      } catch {
        session.value = { state: "unreachable" };
      }
    },
    async signIn(entry) {
      enter(await api.enter("/api/auth/login", { username: entry.username, password: entry.password }));
    },
    async register(entry) {
      enter(await api.enter("/api/auth/register", entry));
    },
    async signOut() {
      try {
        await api.leave();
      } catch (failure) {
        // Offline: this browser forgets the session all the same; the cookie dies by itself.
        if (!(failure instanceof ApiFailure)) throw failure;
      }
      forgetTab();
      leave(false);
    },
    forget() {
      forgetTab();
      leave(false);
    },
    expire() {
      if (session.value.state === "in") leave(true);
    },
    async change(fields) {
      const put = () => api.json<{ user: User }>("/api/auth/user", { method: "PUT", body: fields });
      const asked = changing.then(put);
      changing = asked.catch(() => undefined);
      const answer = await asked;
      if (session.value.state === "in") session.value = { state: "in", user: answer.user };
    },
  };
}
