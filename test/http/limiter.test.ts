import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLimiter } from "../../src/http/limiter.ts";

describe("a token bucket", () => {
  it("says how long to wait, and that wait is enough", () => {
    let now = 100;
    const limiter = createLimiter({ capacity: 2, refill: 10, now: () => now });
    expect([limiter.take("a"), limiter.take("a")]).toEqual([{ ok: true }, { ok: true }]);
    now += 4;
    const refused = limiter.take("a");
    expect(refused).toEqual({ ok: false, retryAfter: 6 });
    now += 6;
    expect(limiter.take("a")).toEqual({ ok: true });
    expect(limiter.take("b")).toEqual({ ok: true });
  });

  it("never holds more than its capacity, however much is given back", () => {
    const limiter = createLimiter({ capacity: 1, refill: 10, now: () => 0 });
    for (let n = 0; n < 5; n++) limiter.giveBack("a");
    expect(limiter.take("a").ok).toBe(true);
    expect(limiter.take("a").ok).toBe(false);
  });

  it("gives nothing and takes nothing when the clock moves back", () => {
    let now = 1_000;
    const limiter = createLimiter({ capacity: 1, refill: 10, now: () => now });
    limiter.take("a");
    now = 0;
    expect(limiter.take("a")).toEqual({ ok: false, retryAfter: 10 });
    now = 10;
    expect(limiter.take("a").ok).toBe(true);
  });

  it("keeps a bounded number of buckets, the used ones longest", () => {
    const limiter = createLimiter({ capacity: 1, refill: 10, now: () => 0, most: 2 });
    limiter.take("a");
    limiter.take("b");
    limiter.take("a");
    limiter.take("c");
    expect(limiter.take("a").ok).toBe(false);
    expect(limiter.take("b").ok).toBe(true);
  });

  it("lets no more through in any time than capacity and refill allow", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 80 }), (pauses) => {
        let now = 0;
        let passed = 0;
        const limiter = createLimiter({ capacity: 3, refill: 10, now: () => now });
        for (const pause of pauses) {
          now += pause;
          if (limiter.take("a").ok) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(3 + now / 10);
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});
