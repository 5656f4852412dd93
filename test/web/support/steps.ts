// Steps that a person takes on the page, by what they see: labels and names, never by the code behind them.
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";
import type { World } from "./world.ts";

export const password = "correct horse 42";

/** Fills in the registration; a setup code is given where the server asks for one. Ends in the empty house: the first run waits. */
export async function register(page: Page, world: World, username = "amu"): Promise<void> {
  await page.goto(world.url);
  await page.getByRole("button", { name: /^(注册|Register)$/ }).click();
  await page.getByRole("heading", { level: 1, name: /^(注册|Register)$/ }).waitFor();
  await page.getByLabel(/^(用户名|User name)$/).fill(username);
  await page.getByLabel(/^(密码|Password)$/).fill(password);
  await submitEntry(page);
  const code = page.getByLabel(/^(设置码|Setup code)$/);
  const inside = page.getByRole("navigation").first();
  await code.or(inside).first().waitFor();
  if (await code.isVisible()) {
    await code.fill(world.setupCode ?? "");
    await submitEntry(page);
  }
  await inside.waitFor();
  await page.locator("#start-later").click();
}

export async function submitEntry(page: Page): Promise<void> {
  await page
    .locator("form")
    .getByRole("button", { name: /^(注册|Register|登录|Sign in)$/ })
    .click();
}

/** Invites a ready-made character by name, or somebody new from a blank page. Ends in the open talk. */
export async function invite(page: Page, name: string, ready = true): Promise<void> {
  await page.locator("#add-companion").click();
  await page.getByRole("heading", { level: 1, name: /^(请一位来|Invite someone)$/ }).waitFor();
  if (ready) await page.getByRole("radio", { name }).check();
  else {
    await page.getByRole("radio", { name: /^(一张白纸|A blank page)/ }).check();
    await page.getByLabel(/^(名字|Name)$/).fill(name);
  }
  await page.getByRole("button", { name: /^(请.*来|Invite.*)$/ }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** The name of the first ready-made character, or null where the house has none. */
export async function firstSoul(page: Page): Promise<string | null> {
  await page.locator("#add-companion").click();
  await page.getByRole("radio").first().waitFor();
  const name = page.locator(".soul:has(input:not(#soul-blank)) b").first();
  return (await name.count()) === 0 ? null : await name.textContent();
}

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: /^(写给|Message to)/ });
}

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

export function mine(page: Page, text: string): Locator {
  return page.locator(".breath.mine .bubble").filter({ hasText: text });
}

export function theirs(page: Page): Locator {
  return page.locator(".breath:not(.mine) .bubble:not(.waiting)");
}

/** Waits until the newest reply is whole: its line of time stands. */
export async function replied(page: Page): Promise<void> {
  await page
    .locator(".breath")
    .last()
    .and(page.locator(".breath:not(.mine)"))
    .locator(".meta time")
    .waitFor();
}

/** Holds back the calls of one method to an address (a glob), as a slow line does; the answer lets them through. */
export async function holdBack(page: Page, address: string, method: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((go) => {
    letThrough = go;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === method) await held;
    await route.fallback();
  });
  return letThrough;
}

/** Opens a tab of the memory panel, or one within it, by its name. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
}

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

type Finding = { id: string; nodes: { html: string; failureSummary?: string }[] };

/** What axe finds wrong with the view as it stands: all rules, best practices included. */
export async function findings(page: Page): Promise<string[]> {
  // A part that is loaded when it is first opened stands only a moment later.
  await page.locator("h1").first().waitFor({ state: "attached" });
  if (!(await page.evaluate(() => "axe" in window))) {
    // Through the debugger, since the page's policy rightly refuses foreign scripts.
    const { readFileSync } = await import("node:fs");
    await page.evaluate(readFileSync(axePath, "utf8"));
  }
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0))).then(() => 0),
  );
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations;
  });
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}
