// Password hashes: scrypt in its async form, parameters inside the hash so that they can rise (DESIGN 3).
import { type BinaryLike, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { AppError } from "../error.ts";
import type { PasswordCost } from "./http-deps.ts";

export type Passwords = {
  /** "scrypt$N$r$p$salt$hash". */
  hash(password: string): Promise<string>;
  /** False for a wrong password and for a hash that does not parse. Without a hash as slow as with one. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
};

/** 32 MB and about 0.4 s a guess (measured). */
const defaultCost: PasswordCost = { N: 32_768, r: 8, p: 3 };
const keyBytes = 32;
/** scrypt runs on the threads that also write files: two at a time leave the disk two. */
const mostAtOnce = 2;
const mostWaiting = 40;

function derive(password: BinaryLike, salt: BinaryLike, bytes: number, cost: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r * cost.p + 1_000_000 };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

type Parsed = { cost: PasswordCost; salt: Buffer; key: Buffer };

/** Parameters that this house may have written: no edited file makes a sign-in take a gigabyte or a minute. */
function isSane({ N, r, p }: PasswordCost): boolean {
  return Number.isInteger(Math.log2(N)) && N >= 2 && N <= 2 ** 20 && r >= 1 && r <= 32 && p >= 1 && p <= 16;
}

function parse(hash: string): Parsed | undefined {
  const match = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (!match) return undefined;
  const [, N = "", r = "", p = "", salt = "", key = ""] = match;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const parsed = { cost, salt: Buffer.from(salt, "base64url"), key: Buffer.from(key, "base64url") };
  return isSane(cost) && parsed.key.length === keyBytes ? parsed : undefined;
}

/** The same characters typed on another keyboard are the same password. */
const folded = (password: string) => password.normalize("NFKC");

/** Hashing for one server: a bounded number at once, a bounded number waiting (beyond it AppError `rate_limited`). */
export function createPasswords(newSalt: () => string, cost: PasswordCost = defaultCost): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (waiting.length >= mostWaiting)
      throw new AppError("rate_limited", "Too many sign-ins at once; try again in a moment.", {
        retryAfter: 5,
      });
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place passes to the next one in line without becoming free in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    async hash(password) {
      const salt = Buffer.from(newSalt(), "base64url").subarray(0, 16);
      const key = await inTurn(() => derive(folded(password), salt, keyBytes, cost));
      return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join(
        "$",
      );
    },
    async verify(password, hash) {
      const parsed = hash === undefined ? undefined : parse(hash);
      const target = parsed ?? { cost, salt: Buffer.alloc(16), key: Buffer.alloc(keyBytes) };
      const key = await inTurn(() => derive(folded(password), target.salt, target.key.length, target.cost));
      return timingSafeEqual(key, target.key) && parsed !== undefined;
    },
  };
}
