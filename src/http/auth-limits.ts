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

/** Ten wrong passwords at once, then one more every ten seconds: the owner never waits longer than that. */
const forAccount = { capacity: 10, refill: 10 } as const;
/** Twenty at once from one address, whatever the names, then one every five seconds. */
const forAddress = { capacity: 20, refill: 5 } as const;

/** Buckets for one server. A token is taken before the check, so that thirty at once do not all pass. */
export function createGuessLimits(deps: HttpDeps): GuessLimits {
  const now = () => deps.clock.now();
  const accounts = createLimiter({ ...forAccount, now });
  const addresses = createLimiter({ ...forAddress, now });

  function take(c: Context<AppEnv>, limiter: Limiter, key: string): void {
    const taken = limiter.take(key);
    if (taken.ok) return;
    deps.metrics.count("keepsake_sign_in_refused_total", "Sign-ins refused because of too many wrong ones.");
    deps.log.warn(
      { request: c.var.requestId, address: clientAddress(c, deps.settings) },
      "too many failed sign-ins",
    );
    throw new AppError("rate_limited", "Too many failed attempts; please wait a moment.", {
      retryAfter: taken.retryAfter,
      retryable: true,
    });
  }

  return {
    async attempt(c, name, check) {
      const address = addressBucket(clientAddress(c, deps.settings));
      const account = name === undefined ? undefined : accountIdOf(name);
      take(c, addresses, address);
      if (account !== undefined) take(c, accounts, account);
      const right = await check();
      if (right) {
        addresses.giveBack(address);
        if (account !== undefined) accounts.giveBack(account);
        return true;
      }
      deps.metrics.count("keepsake_sign_in_failed_total", "Sign-ins with a wrong secret.");
      deps.log.warn({ request: c.var.requestId, address: clientAddress(c, deps.settings) }, "failed sign-in");
      return false;
    },
  };
}
