// A browser for the page's tests: found on the machine, never downloaded, and honest about what it complained of.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium; throws with what to do where there is none. */
export function findChromium(environment: NodeJS.ProcessEnv): string {
  const onPath = (environment.PATH ?? "").split(delimiter).map((folder) => join(folder, "google-chrome"));
  const places = [
    environment.CHROMIUM_PATH ?? "",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    ...onPath,
  ];
  const found = places.find((path) => path !== "" && canRun(path));
  if (found !== undefined) return found;
  throw new Error("The page's tests need Chromium: install it, or name it in CHROMIUM_PATH.");
}

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: findChromium(process.env), args: flags });
}

export type Window = { page: Page; complaints: string[]; close: () => Promise<void> };

/** One window with its own storage; `complaints` gathers what the browser's console had to say as errors. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    colorScheme: "light",
    // What it keeps would answer before a test's own routes can; its own tests let it in.
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(12_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("Service Worker registration blocked")) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints, close: () => context.close() };
}
