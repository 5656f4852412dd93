// /api/auth: register, sign in, refresh, sign out, and the account itself (DESIGN 7, A173–A176).
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "../../error.ts";
import {
  type Admission,
  changeAccount,
  changePassword,
  deleteAccount,
  findAccount,
  type Registration,
  registerAccount,
  viewAccount,
} from "../../lifecycle/account.ts";
import type { Account, Session } from "../../schema/account.ts";
import { Done } from "../../schema/request.ts";
import {
  LoginAnswer,
  LoginBody,
  PasswordBody,
  RefreshBody,
  RegisterBody,
  type RegisterBody as RegisterWish,
  UserAnswer,
  UserBody,
} from "../../schema/request-account.ts";
import { fromLoopback } from "../address.ts";
import { identify, sessionOnly } from "../auth.ts";
import { clearRefreshCookie, refreshCookie, setRefreshCookie } from "../auth-cookie.ts";
import { isOpenInvite, takeInvite } from "../auth-invites.ts";
import { createGuessLimits } from "../auth-limits.ts";
import { createPasswords, type Passwords } from "../auth-password.ts";
import { endSessions, openSession, refreshSession } from "../auth-sessions.ts";
import { accessTokenSeconds, readRefreshToken, sameSecret, signAccessToken } from "../auth-tokens.ts";
import { failure, jsonAnswer, jsonBody, optionalBody } from "../describe-route.ts";
import { type App, type AppEnv, type HttpDeps, newRoutes } from "../http-deps.ts";

const tags = ["accounts"];
const path = "/api/auth";

const register = createRoute({
  method: "post",
  path: `${path}/register`,
  tags,
  summary: "Make an account: the first from this machine or with the setup code, later ones with an invite",
  request: jsonBody(RegisterBody),
  responses: { 201: jsonAnswer(LoginAnswer, "Signed in"), ...failure },
});
const login = createRoute({
  method: "post",
  path: `${path}/login`,
  tags,
  summary: "Sign in",
  request: jsonBody(LoginBody),
  responses: { 200: jsonAnswer(LoginAnswer, "Signed in"), ...failure },
});
const refresh = createRoute({
  method: "post",
  path: `${path}/refresh`,
  tags,
  summary:
    "Exchange a refresh token (from the body, or the page's cookie) for its successor and an access token",
  request: optionalBody(RefreshBody),
  responses: { 200: jsonAnswer(LoginAnswer, "Still signed in"), ...failure },
});
const logout = createRoute({
  method: "post",
  path: `${path}/logout`,
  tags,
  summary: "Sign out; needs the access token or the refresh token",
  request: optionalBody(RefreshBody),
  responses: { 200: jsonAnswer(Done, "Signed out"), ...failure },
});
const readUser = createRoute({
  method: "get",
  path: `${path}/user`,
  tags,
  summary: "The account that asks",
  responses: { 200: jsonAnswer(UserAnswer, "The account"), ...failure },
});
const changeUser = createRoute({
  method: "put",
  path: `${path}/user`,
  tags,
  summary: "Change the account; fields left out stay",
  middleware: sessionOnly,
  request: jsonBody(UserBody),
  responses: { 200: jsonAnswer(UserAnswer, "The account as it is now"), ...failure },
});
const password = createRoute({
  method: "put",
  path: `${path}/password`,
  tags,
  summary: "Change the password; every other session ends",
  middleware: sessionOnly,
  request: jsonBody(PasswordBody),
  responses: { 200: jsonAnswer(UserAnswer, "Changed"), ...failure },
});
const deleteUser = createRoute({
  method: "delete",
  path: `${path}/user`,
  tags,
  summary: "Delete the account and everything its companions remember",
  middleware: sessionOnly,
  responses: { 200: jsonAnswer(Done, "Deleted"), ...failure },
});

/** Access token, user, and the refresh token where it belongs: in the page's cookie, or in a program's answer. */
async function signedIn(
  deps: HttpDeps,
  c: Context<AppEnv>,
  account: Account,
  { session, token }: { session: Session; token: string },
): Promise<LoginAnswer> {
  const claims = { account: account.account_id, session: session.id };
  const access_token = await signAccessToken(claims, deps.settings.authSecret, deps.clock.now());
  const answer = { access_token, expires_in: accessTokenSeconds, user: viewAccount(account) };
  c.header("cache-control", "no-store");
  if (session.client === "program") return { ...answer, refresh_token: token };
  setRefreshCookie(c, deps.settings, token);
  return answer;
}

function open(deps: HttpDeps, c: Context<AppEnv>, account: Account, client: Session["client"]) {
  const userAgent = c.req.header("user-agent") ?? "";
  return openSession(deps, account.account_id, { client, userAgent, cause: c.var.requestId });
}

/** The language that a browser prefers, of the two there are; Chinese where it says nothing. */
function preferredLanguage(header: string | undefined): "zh" | "en" {
  const wanted = (header ?? "").split(",").map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find((language) => language === "zh" || language === "en") === "en" ? "en" : "zh";
}

/** True where the first account may be made from here: from this machine, or with the code printed at start. */
function mayBeFirst(deps: HttpDeps, c: Context<AppEnv>, code: string | undefined): boolean {
  const { allowFirstFromLoopback, setupCode } = deps.settings;
  if (setupCode !== null && code !== undefined && sameSecret(code, setupCode)) return true;
  return allowFirstFromLoopback && fromLoopback(c);
}

const refusals = {
  setup_code_needed: "The first account needs the setup code that the server printed when it started.",
  invite_needed: "This house is by invitation; ask its admin for an invite.",
} as const;

/** Lets the one who registers in by what the door knows of it. */
function admit(
  deps: HttpDeps,
  c: Context<AppEnv>,
  body: RegisterWish,
  passwords: Passwords,
): Promise<Registration> {
  const { username, time_zone, invite, setup_code } = body;
  const language = body.language ?? preferredLanguage(c.req.header("accept-language"));
  const admission: Admission = {
    mayBeFirst: mayBeFirst(deps, c, setup_code),
    invited: async () => invite !== undefined && isOpenInvite(deps, invite),
    takeInvite: async () => invite !== undefined && takeInvite(deps, invite, c.var.requestId),
    hashPassword: () => passwords.hash(body.password),
  };
  return registerAccount(deps, { username, time_zone, language }, admission);
}

/** True where the invite or the code was wrong. */
function isRefused({ outcome }: Registration): boolean {
  return outcome in refusals;
}

/** The new account, or the AppError that says why there is none. */
function registered(registration: Registration): Account {
  if (registration.outcome === "registered") return registration.account;
  if (registration.outcome === "name_taken")
    throw new AppError("conflict", "This name is taken.", {
      details: [{ path: "username", message: "taken" }],
    });
  const { outcome } = registration;
  throw new AppError("forbidden", refusals[outcome], { details: { reason: outcome } });
}

function signInRoutes(deps: HttpDeps, routes: App): void {
  const passwords = createPasswords(deps.randomSecret, deps.settings.passwordCost);
  const limits = createGuessLimits(deps);

  routes.openapi(register, async (c) => {
    const body = c.req.valid("json");
    let registration: Registration = { outcome: "invite_needed" };
    const tryIt = async () => {
      registration = await admit(deps, c, body, passwords);
      return !isRefused(registration);
    };
    // Only an invite or a setup code can be guessed; a call without one is no guess.
    const guess = body.invite !== undefined || body.setup_code !== undefined;
    await (guess ? limits.attempt(c, undefined, tryIt) : tryIt());
    const account = registered(registration);
    return c.json(await signedIn(deps, c, account, await open(deps, c, account, body.client)), 201);
  });

  routes.openapi(login, async (c) => {
    const body = c.req.valid("json");
    const account = await findAccount(deps, body.username);
    // An unknown name takes the same time and gets the same answer as a wrong password.
    const right = await limits.attempt(c, body.username, () =>
      passwords.verify(body.password, account?.password),
    );
    if (!right || !account) throw new AppError("unauthorized", "Name or password is wrong.");
    return c.json(await signedIn(deps, c, account, await open(deps, c, account, body.client)), 200);
  });

  routes.openapi(password, async (c) => {
    const { current_password, new_password } = c.req.valid("json");
    const { account, principal } = c.var;
    const check = () => passwords.verify(current_password, account.password);
    if (!(await limits.attempt(c, account.username, check)))
      throw new AppError("forbidden", "The current password is wrong.");
    await changePassword(deps, account.account_id, await passwords.hash(new_password), c.var.requestId);
    const own = principal.kind === "session" ? principal.sessionId : "";
    await endSessions(deps, account.account_id, c.var.requestId, (session) => session.id !== own);
    return c.json({ user: viewAccount(account) }, 200);
  });
}

function sessionRoutes(deps: HttpDeps, routes: App): void {
  routes.openapi(refresh, async (c) => {
    const token = c.req.valid("json").refresh_token ?? refreshCookie(c);
    if (token === undefined) throw new AppError("unauthorized", "There is no refresh token; please sign in.");
    const next = await refreshSession(deps, token, c.var.requestId);
    const account = await deps.store.read({ kind: "account", id: next.account }, "account");
    return c.json(await signedIn(deps, c, account, next), 200);
  });

  routes.openapi(logout, async (c) => {
    const text = c.req.valid("json").refresh_token ?? refreshCookie(c);
    const token = text === undefined ? undefined : readRefreshToken(text, deps.settings.authSecret);
    const known = await identify(deps, c);
    const session = known?.principal.kind === "session" ? known.principal.sessionId : token?.session;
    const id = known?.account.account_id ?? token?.account;
    if (session === undefined || id === undefined)
      throw new AppError("unauthorized", "There is no session to end.");
    if (await deps.store.exists({ kind: "account", id }))
      await endSessions(deps, id, c.var.requestId, (one) => one.id === session);
    clearRefreshCookie(c, deps.settings);
    return c.json({ ok: true } as const, 200);
  });
}

function userRoutes(deps: HttpDeps, routes: App): void {
  routes.openapi(readUser, (c) => c.json({ user: viewAccount(c.var.account) }, 200));

  routes.openapi(changeUser, async (c) => {
    const id = c.var.account.account_id;
    const account = await changeAccount(deps, id, c.req.valid("json"), c.var.requestId);
    return c.json({ user: viewAccount(account) }, 200);
  });

  routes.openapi(deleteUser, async (c) => {
    await deleteAccount(deps, c.var.account);
    deps.hub.disconnect(c.var.account.account_id);
    clearRefreshCookie(c, deps.settings);
    return c.json({ ok: true } as const, 200);
  });
}

/** Routes of accounts and sign-in. */
export function authRoutes(deps: HttpDeps): App {
  const routes = newRoutes();
  signInRoutes(deps, routes);
  sessionRoutes(deps, routes);
  userRoutes(deps, routes);
  return routes;
}
