// Requests to hosts outside: a web search, a push message. No redirects, no inner addresses, a short time, a bounded answer (DESIGN 5, issue 5).
import { type LookupAddress, lookup } from "node:dns";
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { isLinkLocal } from "../schema/link-local.ts";
import type { OutsideAnswer, OutsideRequest } from "../schema/outside.ts";

/** Bytes of an answer that are read. */
const mostBytes = 512 * 1024;

const inner = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  inner.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  inner.addSubnet(net, prefix, "ipv6");

/** True for an address that no host on the open internet has: private, loopback, link-local, multicast; no address at all, too. */
export function isInnerAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const kind = isIP(plain);
  if (kind === 0) return true;
  // ::ffff:10.0.0.1 is 10.0.0.1; a list of IPv4 nets knows the mapped form of each.
  return inner.check(plain, kind === 4 ? "ipv4" : "ipv6") || isLinkLocal(plain);
}

const isRefused = (address: string, mayBePrivate: boolean) =>
  mayBePrivate ? isLinkLocal(address) : isInnerAddress(address);

class Refused extends Error {}

/** Looks a name up and lets it pass only where every address of it may be asked: what is checked is what is connected to. */
function guardedLookup(mayBePrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (found ?? []) as LookupAddress[];
      const [first] = addresses;
      if (error || !first) return callback(error ?? new Error("no address"), "", 0);
      if (addresses.some(({ address }) => isRefused(address, mayBePrivate)))
        return callback(new Refused("inner address"), "", 0);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/**
 * Sends one request and answers status and text. Never throws, follows no redirect, connects only to the addresses that were
 * checked, and ends within `timeoutMs`, whatever the host does. At most half a megabyte is read; the rest is cut off.
 */
export async function askOutside(asked: OutsideRequest): Promise<OutsideAnswer> {
  const { timeoutMs, mayBePrivate = false } = asked;
  const url = URL.canParse(asked.url) ? new URL(asked.url) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return { ok: false, reason: "refused_address" };
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && isRefused(host, mayBePrivate)) return { ok: false, reason: "refused_address" };
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([deadline, ...(asked.signal ? [asked.signal] : [])]);
  try {
    return await send(url, asked, signal);
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: "refused_address" };
    if (asked.signal?.aborted) return { ok: false, reason: "aborted" };
    return { ok: false, reason: deadline.aborted ? "timeout" : "unreachable" };
  }
}

function send(url: URL, asked: OutsideRequest, signal: AbortSignal): Promise<OutsideAnswer> {
  const { method, headers = {}, body, mayBePrivate = false } = asked;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const options = {
      method,
      headers: { "user-agent": "Keepsake", accept: "application/json", ...headers, ...length },
      lookup: guardedLookup(mayBePrivate),
      signal,
      agent: false as const,
    };
    const request = (url.protocol === "https:" ? secureRequest : plainRequest)(url, options, (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const done = () =>
        resolve({ ok: true, status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") });
      answer.on("data", (part: Buffer) => {
        parts.push(part.subarray(0, Math.max(0, mostBytes - bytes)));
        bytes += part.length;
        if (bytes < mostBytes) return;
        done();
        request.destroy();
      });
      answer.on("end", done);
      answer.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}
