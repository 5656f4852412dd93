// Which addresses a model may never have: link-local ones, where clouds keep their metadata (DESIGN 5).
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isLinkLocal } from "../schema/link-local.ts";

/**
 * True where a base_url names a link-local host, or is no http(s) address at all. Without a look at DNS, for the door
 * that takes a new models.json. URL itself turns 2852039166 and 0xa9fea9fe into dotted form.
 */
export function isRefusedAddress(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return true;
  const url = new URL(baseUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:") return true;
  return isLinkLocal(url.hostname);
}

/**
 * As `isRefusedAddress`, and true where the name resolves to a link-local address. Undefined where the name does not
 * resolve now, so that nobody remembers a judgement that was never made.
 */
export async function resolvesToRefused(baseUrl: string): Promise<boolean | undefined> {
  if (isRefusedAddress(baseUrl)) return true;
  const { hostname } = new URL(baseUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || hostname === "localhost") return false;
  const addresses = await lookup(hostname, { all: true }).catch(() => []);
  return addresses.length === 0 ? undefined : addresses.some(({ address }) => isLinkLocal(address));
}
