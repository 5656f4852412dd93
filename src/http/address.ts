// Where a request came from: the socket's address, or what one trusted proxy says of it.
import type { Context } from "hono";
import type { AppEnv, HttpSettings } from "./http-deps.ts";

const forwardingHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
] as const;

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function socketAddress(c: Context<AppEnv>): string {
  const address = c.env?.incoming?.socket?.remoteAddress ?? "";
  return mapped.exec(address)?.[1] ?? address;
}

/** The client's address; "" where there is no socket. Behind a trusted proxy the entry which that proxy added. */
export function clientAddress(c: Context<AppEnv>, settings: HttpSettings): string {
  if (!settings.trustProxy) return socketAddress(c);
  const last = c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim();
  return last ? last.slice(0, 64) : socketAddress(c);
}

/** One bucket for a client: an IPv6 host owns a whole /64. */
export function addressBucket(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = address.includes("::") ? 8 - groups.length - (tail === "" ? 0 : tail.split(":").length) : 0;
  return [...groups, ...Array(Math.max(0, missing)).fill("0")].slice(0, 4).join(":");
}

/** True for a request from this machine that no proxy has passed on. */
export function fromLoopback(c: Context<AppEnv>): boolean {
  if (forwardingHeaders.some((name) => c.req.header(name) !== undefined)) return false;
  const address = socketAddress(c);
  return address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);
}

/** True where the person's browser speaks https, to us or to the proxy. */
export function overHttps(c: Context<AppEnv>, settings: HttpSettings): boolean {
  if (settings.publicUrl?.startsWith("https:")) return true;
  if (settings.trustProxy && c.req.header("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https")
    return true;
  return c.req.url.startsWith("https:");
}
