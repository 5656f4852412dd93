// `npx tsx test/web/first-hour-pictures.mts FOLDER [WIDTH] [light|dark]`: plays the first hour and takes a picture of each step.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openBrowser } from "./support/browser.ts";
import { firstHour } from "./support/first-hour.ts";

const [folder, width = "1280", scheme = "light"] = process.argv.slice(2);
if (folder === undefined) throw new Error("Say where the pictures shall stand.");
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
let step = 0;
const look = async (name: string, page: import("playwright-core").Page) => {
  step += 1;
  const file = `${String(step).padStart(2, "0")}-${name}-${scheme}-${width}.png`;
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, file) });
};
const viewport = { width: Number(width), height: 800 };
await firstHour(browser, look, { viewport, colorScheme: scheme === "dark" ? "dark" : "light" });
await browser.close();
process.stdout.write(`${step} pictures in ${folder}\n`);
