// Link-local addresses are refused however they are written (DESIGN 5).
import { expect, test } from "vitest";
import { isRefusedAddress, resolvesToRefused } from "../../src/model/address.ts";

test.each([
  "http://169.254.169.254/latest",
  "http://169.254.0.1:80/v1",
  "http://2852039166/v1",
  "http://0xa9fea9fe/v1",
  "http://0251.0376.0251.0376/v1",
  "http://[fe80::1]/v1",
  "http://[febf::1]/v1",
  "http://[::ffff:169.254.169.254]/v1",
  "http://[::ffff:a9fe:a9fe]/v1",
  "file:///etc/passwd",
  "ftp://example.com",
  "not an address",
  "",
])("refuses %s", (address) => {
  expect(isRefusedAddress(address)).toBe(true);
});

test.each([
  "https://api.deepseek.com/v1",
  "http://127.0.0.1:11434/v1",
  "http://192.168.1.20:1234/v1",
  "http://10.0.0.3/v1",
  "http://[::1]:8080/v1",
  "http://[fd00::1]/v1",
  "http://169.255.1.1/v1",
  "http://fe80.example.com/v1",
  "http://localhost:1234/v1",
])("accepts %s", async (address) => {
  expect(isRefusedAddress(address)).toBe(false);
});

test("does not judge a name that does not resolve", async () => {
  expect(await resolvesToRefused("http://nobody.invalid/v1")).toBeUndefined();
  expect(await resolvesToRefused("http://127.0.0.1:1/v1")).toBe(false);
  expect(await resolvesToRefused("http://169.254.169.254/v1")).toBe(true);
});
