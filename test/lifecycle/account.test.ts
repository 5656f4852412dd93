import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountIdOf, registerAccount } from "../../src/lifecycle/account.ts";
import { idPattern } from "../../src/schema/common.ts";
import { openHouse } from "../http/support/house.ts";

describe("the id of a name", () => {
  it("is the name itself where that makes a plain folder name", () => {
    expect(accountIdOf("Anna-Lee_7")).toBe("anna-lee_7");
    expect(accountIdOf(" ＡＮＮＡ ")).toBe("anna");
  });

  it.each([
    ["小雨"],
    ["u_abc"],
    ["con"],
    ["COM1"],
    ["-rf"],
    ["a.b"],
    [".."],
    ["a/b"],
    ["x".repeat(33)],
    [""],
  ])("is a hash for %j, so that no name is a path or another's id", (name) => {
    expect(accountIdOf(name)).toMatch(/^u_[0-9a-f]{24}$/);
  });

  it("fits the pattern for every name, and differs where names differ", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 64 }),
        fc.string({ unit: "binary", maxLength: 64 }),
        (a, b) => {
          expect(accountIdOf(a)).toMatch(idPattern);
          const same = a.normalize("NFKC").trim().toLowerCase() === b.normalize("NFKC").trim().toLowerCase();
          expect(accountIdOf(a) === accountIdOf(b)).toBe(same);
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });
});

describe("registering", () => {
  const wish = { username: "anna", language: "zh" } as const;
  const yes = async () => true;

  it("hashes no password for those who may not register: hashing is slow", async () => {
    const { deps } = openHouse();
    const admission = {
      mayBeFirst: false,
      invited: yes,
      takeInvite: yes,
      hashPassword: async () => {
        throw new Error("hashed");
      },
    };
    expect(await registerAccount(deps, wish, admission)).toEqual({ outcome: "setup_code_needed" });
  });

  it("goes on with the next one after a registration that failed", async () => {
    const { deps } = openHouse();
    const failing = registerAccount(deps, wish, {
      mayBeFirst: true,
      invited: yes,
      takeInvite: yes,
      hashPassword: async () => {
        throw new Error("no memory");
      },
    });
    const next = registerAccount(deps, wish, {
      mayBeFirst: true,
      invited: yes,
      takeInvite: yes,
      hashPassword: async () => "hash",
    });
    await expect(failing).rejects.toThrow("no memory");
    expect(await next).toMatchObject({
      outcome: "registered",
      account: { role: "admin", account_id: "anna" },
    });
  });

  it("keeps an invite that was taken by someone else in the meantime from making an account", async () => {
    const { deps, store } = openHouse();
    const first = { mayBeFirst: true, invited: yes, takeInvite: yes, hashPassword: async () => "hash" };
    await registerAccount(deps, wish, first);
    const late = { ...first, takeInvite: async () => false };
    expect(await registerAccount(deps, { ...wish, username: "ben" }, late)).toEqual({
      outcome: "invite_needed",
    });
    expect(await store.list("account")).toEqual(["anna"]);
  });
});
