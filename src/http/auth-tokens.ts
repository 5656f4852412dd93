// The strings that prove who asks: access tokens (JWT), refresh tokens, keys and invites; pure but for the signature.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { sign, verify } from "hono/jwt";
import { type Id, idPattern, type Seconds } from "../schema/common.ts";

/** Seconds that an access token is valid (DESIGN 7). */
export const accessTokenSeconds = 3600;

export type AccessClaims = { account: Id; session: string };

/** Signs an access token that ends an hour after `now`. */
export function signAccessToken(claims: AccessClaims, secret: string, now: Seconds): Promise<string> {
  const iat = Math.floor(now);
  return sign(
    { sub: claims.account, sid: claims.session, iat, exp: iat + accessTokenSeconds },
    secret,
    "HS256",
  );
}

/** Who a token speaks for; undefined where it is forged, broken or past its hour by the clock that is handed in. */
export async function readAccessToken(
  token: string,
  secret: string,
  now: Seconds,
): Promise<AccessClaims | undefined> {
  const key = `${secret}\n${token}`;
  const known = genuine.get(key) ?? (await verified(token, secret));
  if (known === undefined) return undefined;
  if (!genuine.has(key)) {
    if (genuine.size >= mostGenuine) genuine.clear();
    genuine.set(key, known);
  }
  return known.exp > now ? { account: known.account, session: known.session } : undefined;
}

/** What was found genuine stays so; only its hour passes. Checking a signature goes through other threads three times. */
const genuine = new Map<string, AccessClaims & { exp: number }>();
const mostGenuine = 500;

async function verified(
  token: string,
  secret: string,
): Promise<(AccessClaims & { exp: number }) | undefined> {
  try {
    // The library would ask the machine's clock; times are checked by ours.
    const claims = await verify(token, secret, { alg: "HS256", exp: false, iat: false, nbf: false });
    const { sub, sid, exp } = claims as Record<string, unknown>;
    if (typeof sub !== "string" || typeof sid !== "string" || typeof exp !== "number") return undefined;
    return idPattern.test(sub) ? { account: sub, session: sid, exp } : undefined;
  } catch {
    return undefined;
  }
}

/** SHA-256 as base64url: how secrets stand on the disk. They are random, so no salt is needed. */
export function fingerprint(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Compares two strings in a time that tells nothing of where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

export type RefreshToken = { account: Id; session: string; n: number };

function seal(token: RefreshToken, secret: string): string {
  return createHmac("sha256", secret)
    .update(`refresh ${token.account} ${token.session} ${token.n}`)
    .digest("base64url");
}

/**
 * The n-th token of a session. It follows from its parts and our secret, so that two tabs that refresh at once can be
 * given the same successor without storing it (C200), and an old one is known as genuine.
 */
export function refreshToken(token: RefreshToken, secret: string): string {
  return `${token.account}.${token.session}.${token.n}.${seal(token, secret)}`;
}

/** Parts of a refresh token that is ours; undefined for any other string. */
export function readRefreshToken(text: string, secret: string): RefreshToken | undefined {
  const match = /^([a-z0-9_-]{1,64})\.([\w-]{1,64})\.(\d{1,9})\.([\w-]{43})$/.exec(text);
  if (!match) return undefined;
  const [, account = "", session = "", n = "", given = ""] = match;
  const token = { account, session, n: Number(n) };
  return sameSecret(given, seal(token, secret)) ? token : undefined;
}

const keyPrefix = "ks";

/** An API key as a program holds it: its account in clear, then the secret. */
export function apiKeyText(account: Id, secret: string): string {
  return `${keyPrefix}.${account}.${secret}`;
}

/** The account that an API key names; undefined where the text is no API key. */
export function apiKeyAccount(text: string): Id | undefined {
  const [prefix, account = "", secret = "", ...more] = text.split(".");
  if (prefix !== keyPrefix || secret === "" || more.length > 0) return undefined;
  return idPattern.test(account) ? account : undefined;
}
