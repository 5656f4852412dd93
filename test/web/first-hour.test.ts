// The first hour on the page, against the real house: what is told, what comes up again, what is put right, what is gone.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { firstHour } from "./support/first-hour.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const quietly = async () => undefined;

it("leads from an account to a memory that comes up, one that is put right, and one that is erased", async () => {
  const { complaints, told, left } = await firstHour(browser, quietly);
  expect(complaints).toEqual([]);
  // The very next request knows what was put right, and the erased one is in none.
  expect(told.corrected).not.toContain("为止是这样");
  expect(told.corrected).toContain("后来更正：对方对虾过敏，不是“花生”");
  expect(told.erased).toContain("虾");
  expect(told.erased).not.toContain("20260417");
  expect(left).toEqual([]);
}, 60_000);
