import { describe, expect, it } from "vitest";
import { createPasswords } from "../../src/http/auth-password.ts";

const salt = () => Buffer.alloc(32, 7).toString("base64url");
const cheap = { N: 2, r: 1, p: 1 };

describe("password hashes", () => {
  it("carry their parameters, so that old ones still open after the cost has risen", async () => {
    const before = createPasswords(salt, cheap);
    const after = createPasswords(salt, { N: 16, r: 2, p: 1 });
    const old = await before.hash("correct horse");
    expect(old).toMatch(/^scrypt\$2\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await after.verify("correct horse", old)).toBe(true);
    expect(await after.verify("correct horsE", old)).toBe(false);
    expect(await after.hash("correct horse")).not.toBe(old);
  });

  it("know a password however the keyboard composed it", async () => {
    const passwords = createPasswords(salt, cheap);
    expect(await passwords.verify("cafe\u0301 ｐａｓｓ", await passwords.hash("café pass"))).toBe(true);
  });

  it.each([
    [undefined],
    [""],
    ["scrypt$2$1$1$$"],
    ["plain text"],
    ["scrypt$2$1$1$AAAA$A"],
    ["scrypt$3$1$1$AAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["scrypt$99999999$999$999$AAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["scrypt$3$1$1$AAAA$AAAA$"],
    ["bcrypt$2$1$1$AAAA$AAAA"],
  ])("never open for the broken hash %j", async (hash) => {
    const passwords = createPasswords(salt, cheap);
    expect(await passwords.verify("", hash)).toBe(false);
    expect(await passwords.verify("plain text", hash)).toBe(false);
  });

  it("take a bounded crowd, refuse the rest with a wait, and work again afterwards", async () => {
    const passwords = createPasswords(salt, cheap);
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.hash("x")));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(outcomes.length - refused.length).toBe(42);
    expect(refused[0]?.reason).toMatchObject({ code: "rate_limited", retryAfter: 5 });
    expect(await passwords.hash("x")).toMatch(/^scrypt/);
  });
});
