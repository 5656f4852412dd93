// Accounts of the scripted server: register with setup code or invite, sign in, refresh by cookie, sign out.
import type { User } from "../../../web/shapes.ts";
import { type Asked, refuse, reply } from "./mock-answer.ts";
import type { Account } from "./mock-state.ts";

/** The one invite of this house. */
export const goodInvite = "open-sesame";

function cookieOf({ request }: Asked): string | undefined {
  return /refresh=([a-z0-9-]+)/.exec(request.headers.cookie ?? "")?.[1];
}

function enter(asked: Asked, account: Account, status: number): true {
  const { state, response } = asked;
  state.count += 1;
  const access_token = `token-${state.count}`;
  const cookie = `cookie-${state.count}`;
  state.tokens.set(access_token, account.user.username);
  state.cookies.set(cookie, account.user.username);
  response.setHeader("set-cookie", `refresh=${cookie}; HttpOnly; SameSite=Strict; Path=/api/auth`);
  return reply(response, status, { access_token, expires_in: 3600, user: account.user });
}

function register(asked: Asked): true {
  const { state, body, response } = asked;
  const username = String(body.username);
  if (state.accounts.size === 0 && state.setupCode !== null && body.setup_code !== state.setupCode) {
    return refuse(response, 403, "forbidden", { reason: "setup_code_needed" });
  }
  if (state.accounts.size > 0 && body.invite !== goodInvite) {
    return refuse(response, 403, "forbidden", { reason: "invite_needed" });
  }
  if (state.accounts.has(username)) return refuse(response, 409, "conflict");
  const user: User = {
    account_id: `account_${state.accounts.size + 1}`,
    username,
    role: state.accounts.size === 0 ? "admin" : "user",
    display_name: "",
    language: body.language === "en" ? "en" : "zh",
    time_zone: String(body.time_zone ?? "UTC"),
  };
  const account = { user, password: String(body.password) };
  state.accounts.set(username, account);
  return enter(asked, account, 201);
}

function login(asked: Asked): true {
  const account = asked.state.accounts.get(String(asked.body.username));
  if (account === undefined || account.password !== asked.body.password) {
    return refuse(asked.response, 401, "unauthorized");
  }
  return enter(asked, account, 200);
}

function refresh(asked: Asked): true {
  const username = asked.state.cookies.get(cookieOf(asked) ?? "");
  const account = asked.state.accounts.get(username ?? "");
  if (account === undefined) return refuse(asked.response, 401, "unauthorized");
  return enter(asked, account, 200);
}

function change(asked: Asked): true {
  const account = readAccount(asked);
  if (account === null) return refuse(asked.response, 401, "unauthorized");
  account.user = { ...account.user, ...(asked.body as Partial<User>) };
  return reply(asked.response, 200, { user: account.user });
}

/** Answers the calls of /api/auth; false where the path is another one. */
export function answerAuth(asked: Asked): boolean {
  const { method, path, state, response } = asked;
  if (!path.startsWith("/api/auth/")) return false;
  const call = `${method} ${path.slice("/api/auth/".length)}`;
  if (call === "POST register") return register(asked);
  if (call === "POST login") return login(asked);
  if (call === "POST refresh") return refresh(asked);
  if (call === "PUT user") return change(asked);
  if (call !== "POST logout") return refuse(response, 404, "not_found");
  state.cookies.delete(cookieOf(asked) ?? "");
  return reply(response, 200, {});
}

/** The account of the access token, or null. */
export function readAccount({ state, request }: Asked): Account | null {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return state.accounts.get(state.tokens.get(token) ?? "") ?? null;
}
