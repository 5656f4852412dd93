// A token bucket for each key, bounded in number: slows guessing without locking anyone out (C202).
import type { Seconds } from "../schema/common.ts";

export type Taken = { ok: true } | { ok: false; retryAfter: Seconds };

/** The seam: an engine for several processes would keep the counters elsewhere. */
export type Limiter = {
  /** Takes one token, or says after how many seconds there is one. */
  take(key: string): Taken;
  /** Gives a token back: the attempt was a right one. */
  giveBack(key: string): void;
};

export type LimiterOptions = {
  /** Tokens of a full bucket. */
  capacity: number;
  /** Seconds for one new token. */
  refill: Seconds;
  now: () => Seconds;
  /** Buckets kept; beyond it the longest unused go, which fills them. Default 10,000. */
  most?: number;
};

type Bucket = { tokens: number; at: Seconds };

/** Buckets in memory, by the injected clock; a clock that moves back takes nothing away. */
export function createLimiter(options: LimiterOptions): Limiter {
  const { capacity, refill, now, most = 10_000 } = options;
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string): Bucket {
    const at = now();
    const known = buckets.get(key);
    const gained = known ? Math.max(0, at - known.at) / refill : 0;
    const bucket = { tokens: Math.min(capacity, (known?.tokens ?? capacity) + gained), at };
    // Deleted and set again, so that the map's order is the order of use.
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > most) {
      const oldest = buckets.keys().next().value;
      if (oldest !== undefined) buckets.delete(oldest);
    }
    return bucket;
  }

  return {
    take(key) {
      const bucket = bucketOf(key);
      if (bucket.tokens < 1) return { ok: false, retryAfter: (1 - bucket.tokens) * refill };
      bucket.tokens -= 1;
      return { ok: true };
    },
    giveBack(key) {
      const bucket = bucketOf(key);
      bucket.tokens = Math.min(capacity, bucket.tokens + 1);
    },
  };
}
