// The API for reading at /docs: from our own process, without scripts or anything from elsewhere, and usable by everybody.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRealHouse, type RealHouse } from "./support/real-house.ts";
import { findings } from "./support/steps.ts";

let house: RealHouse;
beforeAll(async () => {
  house = await openRealHouse("docs");
});
afterAll(() => house?.close());

describe("/docs", () => {
  it("asks for nothing but what our own process serves, and runs no script", async () => {
    const { page, url } = house;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${url}/docs`);
    await page.getByRole("heading", { level: 1, name: "Keepsake API" }).waitFor();
    expect(asked.filter((address) => !address.startsWith(url))).toEqual([]);
    expect(await page.locator("script").count()).toBe(0);
    expect(await page.locator("style, [style], [onclick]").count()).toBe(0);
  });

  it("opens a route with the keyboard and shows what goes in and comes out", async () => {
    const { page } = house;
    const route = page.locator("details").filter({ hasText: "/api/ai-users/{user_id}/save-message" });
    await route.locator("summary").focus();
    await page.keyboard.press("Enter");
    await route.getByText("Body", { exact: true }).waitFor();
    expect(await route.locator("pre").first().textContent()).toContain('"content"');
  });

  it.each(["light", "dark"] as const)(
    "has no axe finding, folded or open, and fits a phone: %s",
    async (colorScheme) => {
      const { page } = house;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 780 });
      await page.locator("details").first().locator("summary").click();
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    },
  );
});
