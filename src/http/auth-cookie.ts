// The page's refresh token: a cookie that scripts cannot read and other sites cannot send (DESIGN 7).
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { overHttps } from "./address.ts";
import { sessionSeconds } from "./auth-sessions.ts";
import type { AppEnv, HttpSettings } from "./http-deps.ts";

const cookieName = "keepsake_refresh";
const cookiePath = "/api/auth";

/** The refresh token that the page's browser sent. The Origin was checked before (hosts.ts). */
export function refreshCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, cookieName);
}

function write(c: Context<AppEnv>, settings: HttpSettings, value: string, maxAge: number): void {
  const secure = overHttps(c, settings);
  setCookie(c, cookieName, value, { httpOnly: true, sameSite: "Strict", path: cookiePath, secure, maxAge });
}

/** Hands the page its next refresh token. */
export function setRefreshCookie(c: Context<AppEnv>, settings: HttpSettings, token: string): void {
  write(c, settings, token, sessionSeconds);
}

/** Takes the refresh token from the page; on signing out only, never on a lost race of two tabs (C200). */
export function clearRefreshCookie(c: Context<AppEnv>, settings: HttpSettings): void {
  write(c, settings, "", 0);
}
