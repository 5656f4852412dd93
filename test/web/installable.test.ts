// Installed on a device: the manifest and its icons, what the service worker keeps, and what it says where the server is away.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, start } from "../../src/main.ts";
import { readSettings } from "../../src/settings.ts";
import { openBrowser, openWindow, type Window } from "./support/browser.ts";
import { findings, invite, register, replied, say } from "./support/steps.ts";

let browser: Browser;
let folder = "";
let house: Running;
let installed: Window;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  folder = await mkdtemp(join(tmpdir(), "keepsake-installable-"));
  const places = { DATA_DIR: join(folder, "data"), BACKUP_DIR: join(folder, "backups") };
  house = await start(readSettings(folder, { ...places, PORT: "0", LOG_LEVEL: "fatal", RANDOM_SEED: "7" }));
  installed = await openWindow(browser, { serviceWorkers: "allow" });
  page = installed.page;
  await page.route("**/chat", (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), pacing: "instant" }) }),
  );
  await register(page, { url: house.url, setupCode: house.setupCode ?? "", close: async () => undefined });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
});

afterAll(async () => {
  await installed?.close();
  await browser?.close();
  await house?.close();
  await rm(folder, { recursive: true, force: true });
});

type Kept = { address: string; text: string };

/** All that any cache of this origin holds. */
function kept(): Promise<Kept[]> {
  return page.evaluate(async () => {
    const all: { address: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        all.push({ address: new URL(request.url).pathname, text: (await answer?.text()) ?? "" });
      }
    }
    return all;
  });
}

const isOurFile = ({ address }: Kept) =>
  address.startsWith("/assets/") || address === "/offline.html" || address === "/favicon.svg";

describe("the manifest", () => {
  it("has what browsers ask of an app that can be installed, and icons of the size they claim", async () => {
    const manifest = await page.evaluate(async () => (await fetch("/manifest.webmanifest")).json());
    expect(manifest).toMatchObject({ start_url: "/", scope: "/", display: "standalone" });
    const sizes = await page.evaluate(async (icons: { src: string; sizes: string }[]) => {
      const images = icons.filter(({ sizes }) => sizes !== "any");
      return await Promise.all(
        images.map(async ({ src, sizes }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return [sizes, `${image.naturalWidth}x${image.naturalHeight}`];
        }),
      );
    }, manifest.icons);
    expect(sizes.length).toBeGreaterThan(2);
    for (const [claimed, real] of sizes) expect(real).toBe(claimed);
    expect(manifest.icons.some((one: { purpose: string }) => one.purpose === "maskable")).toBe(true);
  });
});

describe("the service worker", () => {
  it("is asked for anew each time, and runs under the policy of the server", async () => {
    const answer = await page.request.get(`${house.url}/sw.js`);
    expect(answer.headers()["content-type"]).toContain("javascript");
    expect(answer.headers()["cache-control"]).toBe("no-cache");
    expect(answer.headers()["content-security-policy"]).toContain("script-src 'self'");
  });

  it("keeps the page's own files and nothing of a person: no answer of the API, no document, no word that was said", async () => {
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await invite(page, "小满", false);
    await say(page, "密语是青柠汽水");
    await replied(page);
    await page.goto(`${house.url}/me/keys`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(async () => {
      await fetch("/api/auth/refresh", {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      });
      await fetch("/health");
      await fetch("/doc");
      await fetch("/assets/nothing-here.js");
    });
    const all = await kept();
    expect(all.length).toBeGreaterThan(4);
    expect(all.filter((one) => !isOurFile(one)).map((one) => one.address)).toEqual([]);
    expect(all.map((one) => one.text).join("\n")).not.toMatch(/青柠汽水|小满"|access_token":/);
    expect(all.some((one) => one.address === "/assets/nothing-here.js")).toBe(false);
  });

  it("does not stand between the page and what is asked for with a token", async () => {
    const seen = await page.evaluate(async () => {
      const answer = await fetch("/api/ai-users", { headers: { authorization: "Bearer x" } });
      return { status: answer.status, cache: answer.headers.get("cache-control") };
    });
    expect(seen).toEqual({ status: 401, cache: "no-store" });
  });

  it("leads from a tap on a reminder to its talk, and from one that names nobody to the first page", async () => {
    await page.context().grantPermissions(["notifications"], { origin: house.url });
    const [worker] = page.context().serviceWorkers();
    const tap = (user_id: string) =>
      worker?.evaluate(async (id) => {
        type Shown = {
          showNotification(title: string, more: object): Promise<void>;
          getNotifications(): Promise<object[]>;
        };
        const scope = globalThis as unknown as { registration: Shown };
        await scope.registration.showNotification("小满", { data: { user_id: id } });
        const [notification] = await scope.registration.getNotifications();
        const Tapped = Reflect.get(globalThis, "NotificationEvent") as new (
          name: string,
          more: object,
        ) => Event;
        globalThis.dispatchEvent(new Tapped("notificationclick", { notification }));
      }, user_id);
    const place = () => new URL(page.url()).pathname;
    await page.goto(`${house.url}/me/keys`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await tap("mei-1");
    await expect.poll(place).toBe("/c/mei-1");
    await tap("../../elsewhere");
    await expect.poll(place).toBe("/");
  });

  it("says what is safe where the server is away, in the language and theme of the person, and tries again", async () => {
    const before = house.url;
    await house.close();
    for (const [language, title] of [
      ["zh", "连不上服务器"],
      ["en", "The server cannot be reached"],
    ] as const) {
      await page.evaluate((spoken) => localStorage.setItem("keepsake.language", spoken), language);
      await page.goto(`${before}/c/somebody`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
      expect(await findings(page)).toEqual([]);
    }
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: "The server cannot be reached" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/c/somebody");
    expect((await kept()).filter((one) => !isOurFile(one))).toEqual([]);
  });
});
