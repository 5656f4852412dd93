// Sessions of an account: opened by signing in, carried on by rotating refresh tokens, ended by signing out (DESIGN 7).
import { AppError } from "../error.ts";
import type { Session } from "../schema/account.ts";
import type { Id, Seconds } from "../schema/common.ts";
import { fingerprint, type RefreshToken, readRefreshToken, refreshToken } from "./auth-tokens.ts";
import type { HttpDeps } from "./http-deps.ts";

/** A session that is not used for so long is over. */
export const sessionSeconds: Seconds = 60 * 86_400;
/** Two tabs that refresh at once are one person, not a thief (C200). */
export const graceSeconds: Seconds = 10;
const mostSessions = 50;

type Opened = { session: Session; token: string };

const live = (sessions: readonly Session[], now: Seconds) =>
  sessions.filter((session) => session.expires_at > now);

/** Opens a session and gives its first refresh token. The longest unused goes where there are too many. */
export async function openSession(
  deps: HttpDeps,
  account: Id,
  from: { client: Session["client"]; userAgent: string; cause: string },
): Promise<Opened> {
  const now = deps.clock.now();
  const id = deps.newId();
  const token = refreshToken({ account, session: id, n: 1 }, deps.settings.authSecret);
  const session: Session = {
    id,
    created_at: now,
    last_used_at: now,
    expires_at: now + sessionSeconds,
    user_agent: from.userAgent.slice(0, 200),
    client: from.client,
    current: fingerprint(token),
  };
  const meta = { by: "system", cause: from.cause } as const;
  await deps.store.commit({ kind: "account", id: account }, ["sessions"], meta, ({ sessions }) => {
    const kept = live(sessions, now).sort((a, b) => a.last_used_at - b.last_used_at);
    return { documents: { sessions: [...kept.slice(-(mostSessions - 1)), session] }, result: undefined };
  });
  return { session, token };
}

type Rotation =
  | { outcome: "rotated"; session: Session; token: RefreshToken }
  /** A token that was replaced long ago came again: someone holds a copy. */
  | { outcome: "reused" }
  | { outcome: "ended" };

/** The rule of rotation, pure: what becomes of a session when one of its tokens is shown. */
export function rotate(session: Session, shown: RefreshToken, text: string, now: Seconds): Rotation {
  const mark = fingerprint(text);
  const token = { ...shown, n: shown.n + 1 };
  if (session.expires_at <= now) return { outcome: "ended" };
  if (mark === session.previous && now - (session.rotated_at ?? 0) <= graceSeconds)
    return { outcome: "rotated", session, token };
  if (mark !== session.current) return { outcome: "reused" };
  const times = { last_used_at: now, rotated_at: now, expires_at: now + sessionSeconds };
  return { outcome: "rotated", session: { ...session, ...times, previous: mark }, token };
}

/**
 * Takes a refresh token and gives its successor. AppError `unauthorized` for one that is not ours or whose session is
 * over; a copy of an old one ends the session.
 */
export async function refreshSession(
  deps: HttpDeps,
  text: string,
  cause: string,
): Promise<{ account: Id } & Opened> {
  const secret = deps.settings.authSecret;
  const refused = new AppError("unauthorized", "The session is over; please sign in again.");
  const shown = readRefreshToken(text, secret);
  if (!shown || !(await deps.store.exists({ kind: "account", id: shown.account }))) throw refused;
  const now = deps.clock.now();
  const owner = { kind: "account", id: shown.account } as const;
  const { result } = await deps.store.commit(owner, ["sessions"], { by: "system", cause }, ({ sessions }) => {
    const session = sessions.find((one) => one.id === shown.session);
    const rotation: Rotation = session ? rotate(session, shown, text, now) : { outcome: "ended" };
    const others = sessions.filter((one) => one !== session);
    if (rotation.outcome !== "rotated")
      return { documents: { sessions: others }, result: rotation as Rotation };
    const next = { ...rotation.session, current: fingerprint(refreshToken(rotation.token, secret)) };
    return { documents: { sessions: [...others, next] }, result: rotation as Rotation };
  });
  if (result.outcome === "reused") {
    deps.hub.disconnect(shown.account, shown.session);
    deps.log.warn(
      { account: shown.account, session: shown.session },
      "an old refresh token was used; session ended",
    );
  }
  if (result.outcome !== "rotated") throw refused;
  return { account: shown.account, session: result.session, token: refreshToken(result.token, secret) };
}

/** The session, if it still stands. */
export async function findSession(deps: HttpDeps, account: Id, id: string): Promise<Session | undefined> {
  const owner = { kind: "account", id: account } as const;
  if (!(await deps.store.exists(owner))) return undefined;
  const sessions = await deps.store.read(owner, "sessions");
  return live(sessions, deps.clock.now()).find((session) => session.id === id);
}

/** Ends sessions and their streams; `which` says of each whether it goes. Returns how many went. */
export async function endSessions(
  deps: HttpDeps,
  account: Id,
  cause: string,
  which: (session: Session) => boolean,
): Promise<number> {
  const owner = { kind: "account", id: account } as const;
  const { result } = await deps.store.commit(owner, ["sessions"], { by: "owner", cause }, ({ sessions }) => {
    const gone = sessions.filter(which);
    return { documents: { sessions: sessions.filter((session) => !gone.includes(session)) }, result: gone };
  });
  for (const session of result) deps.hub.disconnect(account, session.id);
  return result.length;
}
