// Slows guessing: failed sign-ins are counted for each account and for each address (C202).
import type { Context } from "hono";
import { AppError } from "../error.ts";
import { accountIdOf } from "../lifecycle/account.ts";
import { addressBucket, clientAddress } from "./address.ts";
import type { AppEnv, HttpDeps } from "./http-deps.ts";
import { createLimiter, type Limiter } from "./limiter.ts";

export type GuessLimits = {
  /**
   * Runs one attempt; false means that the secret was wrong. AppError `rate_limited` with Retry-After where there were too
   * many wrong ones, before the secret is looked at. A right one costs nothing.
   */
  attempt(c: Context<AppEnv>, name: string | undefined, check: () => Promise<boolean>): Promise<boolean>;
};

/** Of one account from one address: ten wrong passwords at once, then one more every ten seconds. */
const forPair = { capacity: 10, refill: 10 } as const;
/** Of one account from everywhere. Wider, so that one stranger's guesses never keep its owner out. */
const forAccount = { capacity: 60, refill: 3 } as const;
/** From one address, whatever the names: twenty at once, then one every five seconds. */
const forAddress = { capacity: 20, refill: 5 } as const;

type Place = { limiter: Limiter; key: string };

/** Buckets for one server. Tokens are taken before the check, so that thirty at once do not all pass. */
export function createGuessLimits(deps: HttpDeps): GuessLimits {
  const now = () => deps.clock.now();
  const pairs = createLimiter({ ...forPair, now });
  const accounts = createLimiter({ ...forAccount, now });
  const addresses = createLimiter({ ...forAddress, now });

  function placesOf(address: string, name: string | undefined): Place[] {
    const places = [{ limiter: addresses, key: address }];
    if (name === undefined) return places;
    const account = accountIdOf(name);
    return [...places, { limiter: pairs, key: `${account} ${address}` }, { limiter: accounts, key: account }];
  }

  function refuse(c: Context<AppEnv>, retryAfter: number): never {
    deps.metrics.count("keepsake_sign_in_refused_total", "Sign-ins refused because of too many wrong ones.");
    deps.log.warn(
      { request: c.var.requestId, address: clientAddress(c, deps.settings) },
      "too many failed sign-ins",
    );
    const message = "Too many failed attempts; please wait a moment.";
    throw new AppError("rate_limited", message, { retryAfter, retryable: true });
  }

  return {
    async attempt(c, name, check) {
      const places = placesOf(addressBucket(clientAddress(c, deps.settings)), name);
      const giveBack = (taken: readonly Place[]) => {
        for (const { limiter, key } of taken) limiter.giveBack(key);
      };
      for (const [index, { limiter, key }] of places.entries()) {
        const taken = limiter.take(key);
        if (taken.ok) continue;
        // A refused attempt was no guess: it must not empty the other buckets.
        giveBack(places.slice(0, index));
        refuse(c, taken.retryAfter);
      }
      let right = false;
      try {
        right = await check();
      } catch (error) {
        // What went wrong was not the secret.
        giveBack(places);
        throw error;
      }
      if (right) giveBack(places);
      else {
        deps.metrics.count("keepsake_sign_in_failed_total", "Sign-ins with a wrong secret.");
        deps.log.warn(
          { request: c.var.requestId, address: clientAddress(c, deps.settings) },
          "failed sign-in",
        );
      }
      return right;
    },
  };
}
