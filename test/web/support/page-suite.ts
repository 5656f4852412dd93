// What the page promises whatever server stands behind it: one suite, run on the scripted server and on the real one.
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser, openWindow, type Window } from "./browser.ts";
import { remembering } from "./memory-suite.ts";
import {
  composer,
  findings,
  firstSoul,
  invite,
  mine,
  openTab,
  register,
  replied,
  say,
  theirs,
} from "./steps.ts";
import type { World } from "./world.ts";

const phone = { viewport: { width: 390, height: 844 } };

/** Runs the suite; `openWorld` starts a server without accounts, anew for every test. */
export function describePage(title: string, openWorld: () => Promise<World>): void {
  describe(title, () => {
    let browser: Browser;
    let world: World;
    let windows: Window[] = [];
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());
    beforeEach(async () => {
      world = await openWorld();
    });
    afterEach(async () => {
      const complaints = windows.flatMap((one) => one.complaints);
      await Promise.all(windows.map((one) => one.close()));
      windows = [];
      await world.close();
      expect(complaints).toEqual([]);
    });
    async function open(options?: BrowserContextOptions): Promise<Page> {
      const made = await openWindow(browser, options);
      windows.push(made);
      await world.prepare?.(made.page);
      return made.page;
    }
    talking(open, () => world);
    looking(open, () => world);
    reaching(open, () => world);
    remembering(open, () => world);
  });
}

type Open = (options?: BrowserContextOptions) => Promise<Page>;

function talking(open: Open, world: () => World): void {
  it("registers, invites somebody, talks, and finds all of it again after a reload", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    await say(page, "下周三面试，有点慌");
    await mine(page, "下周三面试").waitFor();
    await replied(page);
    const before = await theirs(page).allTextContents();
    expect(before.length).toBeGreaterThan(0);
    await page.reload();
    await mine(page, "下周三面试").waitFor();
    expect(await theirs(page).allTextContents()).toEqual(before);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("小满");
  });

  it("shows the last words in the list of companions", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    await say(page, "记得我怕黑");
    await replied(page);
    const last = (await theirs(page).last().textContent()) ?? "";
    await expect.poll(() => page.locator(".contact .last").textContent()).toContain(last.slice(0, 10));
  });

  it("shows a ready-made character's face and sentence, and gives the companion that name", async () => {
    const page = await open();
    await register(page, world());
    const name = await firstSoul(page);
    if (name === null) throw new Error("the house has no ready-made characters");
    await page.getByRole("button", { name: `请${name}来` }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.locator(".top .avatar img").waitFor();
    expect(
      await page.locator(".top .avatar img").evaluate((face: HTMLImageElement) => face.naturalWidth),
    ).toBeGreaterThan(0);
  });

  it("breaks the line on Shift+Enter and keeps the break in the bubble", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    await composer(page).pressSequentially("第一行");
    await composer(page).press("Shift+Enter");
    await composer(page).pressSequentially("第二行");
    await composer(page).press("Enter");
    await mine(page, "第二行").waitFor();
    await replied(page);
    expect(await mine(page, "第一行").first().textContent()).toBe("第一行\n第二行");
  });

  it("has a message changed, another deleted and brought back, and an answer given anew", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    await say(page, "明天带伞吗");
    await replied(page);
    const act = async (text: Locator, name: string) => {
      await text.hover();
      await page.getByRole("button", { name: /^更多：/ }).click();
      await page.getByRole("toolbar").getByRole("button", { name, exact: true }).click();
    };
    await act(theirs(page).last(), "换个说法");
    await page.getByText("2/2", { exact: true }).waitFor();
    const said = await page.locator(".bubble").allTextContents();
    await act(mine(page, "明天带伞吗"), "改");
    await page.getByLabel("改这句话").fill("后天带伞吗");
    await page.getByRole("button", { name: "存上", exact: true }).click();
    await mine(page, "后天带伞吗").waitFor();
    await act(theirs(page).last(), "删掉");
    await page.getByRole("toolbar").getByRole("button", { name: "确定删掉" }).click();
    await expect.poll(() => page.locator(".bubble").count()).toBe(said.length - 1);
    await page.getByRole("button", { name: "撤销" }).click();
    const after = ["后天带伞吗", ...said.slice(1)];
    await expect.poll(() => page.locator(".bubble").allTextContents()).toEqual(after);
    await page.reload();
    await mine(page, "后天带伞吗").waitFor();
    expect(await page.locator(".bubble").allTextContents()).toEqual(after);
  });

  it("shows markup in a message as text and runs none of it", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "<b onmouseover=alert(1)>x", false);
    const nasty =
      '<script>document.title="broken in"</script><img src=x onerror=alert(1)> [点我](javascript:alert(1))';
    await say(page, nasty);
    await replied(page);
    await page.reload();
    await mine(page, "<script>").waitFor();
    expect(await mine(page, "<script>").first().textContent()).toBe(nasty);
    expect(await page.title()).not.toContain("broken in");
    expect(await page.locator(".log script, .log img, .log a").count()).toBe(0);
  });
}

function looking(open: Open, world: () => World): void {
  it("shows what the model would read, section by section, and for a message one has in mind", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    const details = page.getByRole("complementary", { name: "记忆" });
    await openTab(page, "详细");
    await details.getByText("人物", { exact: true }).waitFor();
    await details.getByLabel("假如你说").fill("你还记得我对花生过敏吗");
    await details.getByRole("button", { name: "看看" }).click();
    await details.getByText("这一句", { exact: true }).click();
    await details.getByRole("listitem").filter({ hasText: "花生过敏" }).first().waitFor();
    expect(await details.locator(".sum b").textContent()).toMatch(/^\d+ 个词元$/);
  });

  it("lists the memory files and shows one of them, and gives the focus back to its row", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    await openTab(page, "详细");
    await openTab(page, "记忆文件");
    await page.getByRole("button", { name: /^facts\.json/ }).click();
    await page.getByRole("heading", { level: 3, name: "facts.json" }).waitFor();
    expect((await page.locator("pre").textContent())?.trim()).toMatch(/^\[/);
    await page.getByRole("button", { name: "回到文件列表" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("file-facts.json");
  });

  it("keeps the chosen theme, and paints it before the page's own script runs", async () => {
    const page = await open();
    await register(page, world());
    await page.getByRole("link", { name: "设置" }).click();
    await page.getByRole("radio", { name: "深色" }).check();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.route("**/assets/main-*.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.unroute("**/assets/main-*.js");
    await page.reload();
    await page.getByRole("radio", { name: "跟随系统" }).check();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });

  it("speaks the browser's language, and the account's from then on", async () => {
    const page = await open({ locale: "en-GB" });
    await register(page, world());
    await page.getByRole("link", { name: "Settings" }).click();
    const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/auth/user"));
    await page.getByRole("radio", { name: "中文" }).check();
    await page.getByRole("heading", { level: 1, name: "我" }).waitFor();
    await saved;
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("zh-CN");
    await page.evaluate(() => window.localStorage.removeItem("keepsake.language"));
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "我" }).waitFor();
  });
}

/** The kind of element that has the focus: a view takes it when it stands, which may be a moment after it is seen. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.tagName);
}

/** Presses Tab until what has the focus is called so; fails where it is out of reach. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => {
      const focused = document.activeElement;
      const labels = (focused as HTMLInputElement | null)?.labels;
      const named = focused?.getAttribute("aria-label") ?? labels?.[0]?.textContent;
      return (named ?? focused?.textContent ?? "").trim();
    });
    if (name.test(label)) return;
  }
  throw new Error(`the Tab key never reaches ${name}`);
}

function reaching(open: Open, world: () => World): void {
  it("can be used from register to a read reply with the keyboard alone", async () => {
    const page = await open();
    await page.goto(world().url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await tabTo(page, /^注册$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "注册" }).waitFor();
    await expect.poll(() => focused(page)).toBe("INPUT");
    await page.keyboard.type("amu");
    await page.keyboard.press("Tab");
    await tabTo(page, /^密码$/);
    await page.keyboard.type("correct horse 42");
    await page.keyboard.press("Enter");
    const code = page.getByLabel("设置码");
    await code.or(page.getByRole("navigation").first()).first().waitFor();
    if (await code.isVisible()) {
      await expect.poll(() => focused(page)).toBe("INPUT");
      await page.keyboard.type(world().setupCode ?? "");
      await page.keyboard.press("Enter");
    }
    await page.getByRole("navigation").first().waitFor();
    // The first run stands there by itself, and its heading has the focus.
    await expect.poll(() => focused(page)).toBe("H1");
    await tabTo(page, /^请一位来$/);
    await page.keyboard.press("Enter");
    await page.getByRole("radio").first().waitFor();
    await expect.poll(() => focused(page)).toBe("H1");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    await tabTo(page, /^名字$/);
    await page.keyboard.type("小满");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "小满" }).waitFor();
    await expect.poll(() => focused(page)).toBe("TEXTAREA");
    await page.keyboard.type("键盘也行");
    await page.keyboard.press("Enter");
    await replied(page);
    await tabTo(page, /^关于你$/);
    await page.keyboard.press("End");
    await tabTo(page, /^上下文$/);
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: /^facts\.json/ }).waitFor();
  });

  it("shows one view at a time on a phone, and nothing is wider than the screen", async () => {
    const page = await open(phone);
    await register(page, world());
    await invite(page, "小满", false);
    await say(page, "a".repeat(300));
    await replied(page);
    const bar = page.getByRole("navigation", { name: "主导航" });
    await bar.getByRole("link", { name: "记忆" }).click();
    await page.getByRole("tab", { name: "关于你" }).waitFor();
    expect(await composer(page).count()).toBe(0);
    await bar.getByRole("link", { name: "我" }).click();
    await page.getByRole("heading", { level: 1, name: "我" }).waitFor();
    await page.goBack();
    await page.goBack();
    await composer(page).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("link", { name: "返回" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("contact");
  });

  it("opens the memory as a sheet at middle width, keeps the focus in it, and gives it back on Escape", async () => {
    const page = await open({ viewport: { width: 900, height: 700 } });
    await register(page, world());
    await invite(page, "小满", false);
    await page.getByRole("link", { name: "记忆" }).click();
    await page.getByRole("dialog", { name: "记忆" }).getByRole("tab", { name: "关于你" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("open-details");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  for (const colorScheme of ["light", "dark"] as const) {
    it(`has no axe finding on any screen, ${colorScheme}`, async () => {
      const page = await open({ colorScheme });
      const found: Record<string, string[]> = {};
      await page.goto(world().url);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("button", { name: "登录" }).click();
      found["sign in, empty"] = await findings(page);
      await register(page, world());
      await page.getByRole("heading", { level: 1 }).waitFor();
      found.home = await findings(page);
      await page.getByRole("link", { name: "请一位来" }).first().click();
      await page.getByRole("radio", { name: /一张白纸/ }).check();
      found.invite = await findings(page);
      await invite(page, "小满", false);
      await say(page, "你好");
      await replied(page);
      found.talk = await findings(page);
      await openTab(page, "详细");
      await page.locator("details.section summary").first().click();
      found.context = await findings(page);
      await openTab(page, "记忆文件");
      await page.locator(".file").first().waitFor();
      found.files = await findings(page);
      await page.locator(".file").first().click();
      await page.locator("pre").waitFor();
      found.file = await findings(page);
      await page.getByRole("link", { name: "设置" }).click();
      found.me = await findings(page);
      await page.goBack();
      await page.setViewportSize({ width: 900, height: 700 });
      await page.getByRole("link", { name: "记忆" }).click();
      await page.getByRole("tab", { name: "关于你" }).waitFor();
      found.sheet = await findings(page);
      await page.keyboard.press("Escape");
      await page.setViewportSize(phone.viewport);
      found["phone talk"] = await findings(page);
      await page.getByRole("link", { name: "返回" }).click();
      found["phone list"] = await findings(page);
      expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
    });
  }
}
