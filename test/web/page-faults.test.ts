// What the page does when something goes wrong: nothing written is lost, and the words say so.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { baseTime } from "./support/base-time.ts";
import { openBrowser } from "./support/browser.ts";
import { closeScene, openScene, type Scene } from "./support/faults-world.ts";
import { goodInvite } from "./support/mock-auth.ts";
import { tell } from "./support/mock-chat.ts";
import { composer, mine, openTab, password, replied, say, submitEntry, theirs } from "./support/steps.ts";
import { openMockWorld } from "./support/world.ts";

let browser: Browser;
let scene: Scene;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
afterEach(() => closeScene(scene));

describe("a message that fails", () => {
  it("stays on the page, and is sent again under the same id", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    server.state.faults.push("refuse");
    await say(page, "别弄丢了");
    await page.getByText("没送出去。这句话留在这里，可以再试一次。").waitFor();
    await page.getByRole("button", { name: "再试一次" }).click();
    await replied(page);
    expect(server.state.sent).toHaveLength(2);
    expect(new Set(server.state.sent).size).toBe(1);
    expect(await mine(page, "别弄丢了").count()).toBe(1);
    expect(await page.locator(".problem").count()).toBe(0);
  });

  it("survives a reload, and can be taken back into the field", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    server.state.away = true;
    await say(page, "断网时写的");
    await page.getByText("连不上服务器。这句话留在这里").waitFor();
    server.state.away = false;
    await page.reload();
    await mine(page, "断网时写的").waitFor();
    await page.getByRole("button", { name: "收回来改" }).click();
    expect(await composer(page).inputValue()).toBe("断网时写的");
    expect(await mine(page, "断网时写的").count()).toBe(0);
  });

  it("is joined again without a word where only the stream broke, and is stored and answered once", async () => {
    scene = await openScene(browser);
    const { page, server, id } = scene;
    server.state.faults.push("cut-after-saved");
    await say(page, "电梯里发的");
    await mine(page, "电梯里发的").waitFor();
    await page.clock.runFor(1_500);
    await replied(page);
    const stored = server.state.messages.get(id)?.filter((one) => one.role === "user");
    expect(stored?.map((one) => one.content)).toEqual(["电梯里发的"]);
    expect(await theirs(page).count()).toBe(2);
  });

  it("is called safe where no model could answer, and asks again", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    server.state.faults.push("model");
    await say(page, "在吗");
    await page.getByText("你的话已经存好，但小雨这次没能回答。眼下没有能用的模型。").waitFor();
    await page.getByRole("button", { name: "再试一次" }).click();
    await replied(page);
    expect(await page.locator(".problem").count()).toBe(0);
  });

  it("says so where the companion read it and chose not to answer", async () => {
    scene = await openScene(browser);
    scene.server.state.faults.push("skip");
    await say(scene.page, "哼");
    await scene.page.getByText("看到了，这次没有回。").waitFor();
    expect(await scene.page.locator(".dots").count()).toBe(0);
  });
});

describe("a reply", () => {
  it("can be stopped, and is marked as not finished", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    server.state.pace = 150;
    await say(page, "讲个长的");
    await theirs(page).first().waitFor();
    await page.getByRole("button", { name: "停下" }).click();
    await page.getByText("没说完").waitFor();
    expect(await page.getByRole("button", { name: "停下" }).count()).toBe(0);
  });

  it("moves nothing: dots, streamed text, bubbles and chips come where room was kept", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    server.state.pace = 80;
    await page.evaluate(() => {
      const tops: Record<string, Set<number>> = {};
      const heights: number[] = [];
      const look = () => {
        const bubbles = [...document.querySelectorAll<HTMLElement>(".breath .bubble")];
        for (const [at, bubble] of bubbles.entries()) {
          const log = bubble.closest(".log");
          const top = bubble.getBoundingClientRect().top + (log?.scrollTop ?? 0);
          tops[at] = (tops[at] ?? new Set()).add(Math.round(top));
        }
        const inner = bubbles.at(-1)?.closest(".breath");
        if (inner) heights.push(Math.round(inner.getBoundingClientRect().bottom));
        requestAnimationFrame(look);
      };
      look();
      const shrinks = () => heights.filter((height, at) => height < (heights[at - 1] ?? 0)).length;
      Object.assign(window, { seen: () => [...Object.values(tops).map((set) => set.size), shrinks()] });
    });
    await say(page, "看着别动");
    await replied(page);
    // Three bubbles, each at one place from first to last; and what was said never gets shorter again.
    expect(await page.evaluate(() => (window as unknown as { seen: () => number[] }).seen())).toEqual([
      1, 1, 1, 0,
    ]);
  });

  it("shows under it what was remembered for it", async () => {
    scene = await openScene(browser);
    await say(scene.page, "明天又要面试");
    await replied(scene.page);
    const chip = await scene.page.locator(".chip").first().textContent();
    expect(chip).toBe("想起 9月18日 · 面试那天，面试官一直看手机…");
  });

  it("is asked for again where the server was stopped before it answered", async () => {
    scene = await openScene(browser, 3);
    const { page, server } = scene;
    await page.getByRole("button", { name: "再问一次" }).click();
    await replied(page);
    expect(server.state.sent).toEqual(["old_2"]);
  });
});

describe("for those who asked for stillness", () => {
  it("nothing moves, not even the dots", async () => {
    scene = await openScene(browser, 0, { reducedMotion: "reduce" });
    const { page, server } = scene;
    server.state.pace = 100;
    await say(page, "慢慢来");
    await page.locator(".dots").waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await replied(page);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

describe("writing", () => {
  it("keeps a draft for each companion, over a change of companion and a reload", async () => {
    scene = await openScene(browser);
    const { page } = scene;
    await composer(page).fill("给小雨的半句");
    await page.getByRole("link", { name: /^老岳/ }).click();
    await page.getByRole("heading", { level: 1, name: "老岳" }).waitFor();
    expect(await composer(page).inputValue()).toBe("");
    await page.goBack();
    await page.reload();
    await composer(page).waitFor();
    expect(await composer(page).inputValue()).toBe("给小雨的半句");
  });

  it("does not send on the Enter of an input method", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    await composer(page).fill("nihao");
    await composer(page).dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
    await composer(page).dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true });
    expect(await composer(page).inputValue()).toBe("nihao");
    await composer(page).press("Enter");
    await replied(page);
    expect(server.state.sent).toHaveLength(1);
  });

  it("sends neither blanks nor more than the server takes, and says how much is too much", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    await say(page, "  \n ");
    await say(page, "长".repeat(16_003));
    await page.getByText("超出 3 个字符").waitFor();
    expect(await composer(page).inputValue()).toHaveLength(16_003);
    expect(server.state.sent).toEqual([]);
  });
});

describe("older messages", () => {
  it("come in above on the way up, and what one reads stays where it is", async () => {
    scene = await openScene(browser, 120);
    const { page } = scene;
    const log = page.getByRole("log");
    await log.getByText("第 119 句", { exact: true }).waitFor();
    await expect
      .poll(() => log.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight))
      .toBeLessThan(2);
    const mark = page.getByText("第 84 句", { exact: true });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/messages?before=*", async (route) => {
      await held;
      await route.continue();
    });
    await mark.evaluate((bubble) => {
      const view = bubble.closest(".log");
      const away = bubble.getBoundingClientRect().top - (view?.getBoundingClientRect().top ?? 0);
      view?.scrollBy(0, away - 40);
    });
    await page.getByText("正在翻更早的…").waitFor();
    const before = await mark.boundingBox();
    release();
    await page.getByText("第 79 句", { exact: true }).waitFor({ state: "attached" });
    const after = await mark.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
    await page.getByRole("button", { name: "回到最新" }).click();
    await expect
      .poll(() => log.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight))
      .toBeLessThan(2);
  });
});

describe("another window", () => {
  it("is followed: what is said there appears here, and counts as unseen elsewhere", async () => {
    scene = await openScene(browser);
    const { page, server, id } = scene;
    const other = server.state.companions[0]?.user_id ?? "";
    const bubble = { index: 0, delay_ms: 0, timestamp: baseTime + 50 };
    await expect.poll(() => server.state.listeners.size).toBe(1);
    tell(server.state, "message", {
      user_id: id,
      message: {
        message_id: "w1",
        role: "user",
        content: "另一扇窗里说的",
        timestamp: baseTime,
        topic_id: "t",
      },
    });
    tell(server.state, "typing", { user_id: other, who: "assistant", active: true });
    await mine(page, "另一扇窗里说的").waitFor();
    await page.getByRole("link", { name: /^老岳.*正在输入/ }).waitFor();
    tell(server.state, "reply-start", { user_id: other, reply_id: "r9" });
    tell(server.state, "bubble", { ...bubble, user_id: other, message_id: "w2", content: "火锅来不来" });
    tell(server.state, "bubble", { ...bubble, user_id: other, message_id: "w2", content: "火锅来不来" });
    await page.getByRole("link", { name: /老岳.*1 条没看/ }).waitFor();
    expect(await page.title()).toBe("(1) 小雨 · 记得");
    await page.getByRole("link", { name: /^老岳/ }).click();
    await page.getByRole("heading", { level: 1, name: "老岳" }).waitFor();
    // The list is drawn a moment after the talk.
    await expect.poll(() => page.getByText("条没看").count()).toBe(0);
  });

  it("is caught up with after a resync, without an endless typing", async () => {
    scene = await openScene(browser);
    const { page, server, id } = scene;
    await expect.poll(() => server.state.listeners.size).toBe(1);
    tell(server.state, "reply-start", { user_id: id, reply_id: "lost" });
    await page.locator(".waiting").waitFor();
    server.state.messages.get(id)?.push({
      message_id: "missed",
      role: "assistant",
      content: "断线时说的",
      timestamp: baseTime,
      topic_id: "t",
    });
    tell(server.state, "resync", {});
    await page.locator(".bubble").filter({ hasText: "断线时说的" }).waitFor();
    expect(await page.locator(".dots").count()).toBe(0);
  });
});

describe("the connection", () => {
  it("shows a thin line while it is lost, and none once it is back", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    await expect.poll(() => server.state.listeners.size).toBe(1);
    server.state.away = true;
    for (const listener of server.state.listeners) listener.destroy();
    await page.clock.runFor(4_000);
    await page.getByText("连接断了，正在重新连上。").waitFor();
    server.state.away = false;
    await page.clock.runFor(40_000);
    await page.getByText("连接断了，正在重新连上。").waitFor({ state: "detached" });
  });

  it("that is missing from the start is said at the door, and tried again from there", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    server.state.away = true;
    await page.reload();
    await page.getByText("连不上服务器。说过的话都好好存着").waitFor();
    server.state.away = false;
    await page.getByRole("button", { name: "再试一次" }).click();
    await page.getByRole("heading", { level: 1, name: "小雨" }).waitFor();
  });

  it("asks once for a new access token, however many calls need it", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    server.state.tokens.clear();
    server.state.requests.length = 0;
    await page.getByRole("link", { name: /^老岳/ }).click();
    await page.locator("#life-panel .nothing").waitFor();
    const refreshes = server.state.requests.filter((one) => one === "POST /api/auth/refresh");
    expect(refreshes).toHaveLength(1);
    expect(server.state.requests.filter((one) => one.startsWith("GET /api/memory/")).length).toBeGreaterThan(
      1,
    );
  });

  it("leads to the door where the session is over, and says that nothing is lost", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    server.state.tokens.clear();
    server.state.cookies.clear();
    // Unless another call has found it out already, this one does.
    await page
      .getByRole("link", { name: /^老岳/ })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await page.getByText("登录已经过期").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("entry-username");
  });

  it("forgets drafts when the person signs out", async () => {
    scene = await openScene(browser);
    const { page } = scene;
    await composer(page).fill("不想让别人看见");
    await page.getByRole("link", { name: "设置" }).click();
    await page.getByRole("button", { name: "退出登录" }).click();
    await page.getByRole("heading", { level: 1, name: "登录" }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(window.sessionStorage))).not.toContain("不想让别人看见");
  });
});

describe("a mistake of the page itself", () => {
  it("leaves words and a way on, not an empty window", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    const [broken] = server.state.companions;
    if (broken !== undefined) Object.assign(broken, { name: null, soul: undefined });
    await page.reload();
    await page.getByText("这一页出了错，是我们的疏忽。").waitFor();
    if (broken !== undefined) broken.name = "老岳";
    await page.getByRole("button", { name: "重新打开" }).click();
    await page.getByRole("heading", { level: 1, name: "小雨" }).waitFor();
  });
});

describe("the door", () => {
  it("asks for what the server asks for, and points at the field that is wrong", async () => {
    const server = await openMockWorld();
    server.state.setupCode = "ABCD-1234";
    const { openWindow } = await import("./support/browser.ts");
    const window = await openWindow(browser);
    scene = { server, window, page: window.page, id: "" };
    const { page } = window;
    await page.goto(server.url);
    await page.getByRole("button", { name: "注册" }).click();
    await page.getByLabel("用户名").fill("amu");
    await page.getByLabel("密码").fill("short");
    await submitEntry(page);
    await page.getByText("密码至少要 8 个字符。").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("entry-password");
    await page.getByLabel("密码").fill(password);
    await submitEntry(page);
    await page.getByLabel("设置码").fill("wrong");
    await submitEntry(page);
    await page.getByText("请核对设置码或邀请码").waitFor();
    await page.getByLabel("设置码").fill("ABCD-1234");
    await submitEntry(page);
    await page.getByRole("navigation").first().waitFor();
    await page.getByRole("link", { name: "设置" }).click();
    await page.getByRole("button", { name: "退出登录" }).click();
    await page.getByRole("button", { name: "注册" }).click();
    await page.getByLabel("用户名").fill("second");
    await page.getByLabel("密码").fill(password);
    await submitEntry(page);
    await page.getByLabel("邀请码").fill(goodInvite);
    await submitEntry(page);
    await page.waitForURL("**/start");
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  it("says that name or password is wrong without saying which", async () => {
    const server = await openMockWorld();
    const { openWindow } = await import("./support/browser.ts");
    const window = await openWindow(browser);
    scene = { server, window, page: window.page, id: "" };
    const { page } = window;
    await page.goto(server.url);
    await page.getByLabel("用户名").fill("nobody");
    await page.getByLabel("密码").fill(password);
    await submitEntry(page);
    await page.getByText("用户名或密码不对").waitFor();
  });
});

describe("a memory file that is broken", () => {
  it("is shown with the line where it broke, as text whatever it holds", async () => {
    scene = await openScene(browser);
    const { page, server } = scene;
    const nasty = '{ "title": "<img src=x onerror=alert(1)>",\n  oops\n}';
    server.state.files.unshift({
      name: "long_term.json",
      revision: "r",
      bytes: nasty.length,
      modified_at: baseTime,
      valid: false,
      error: { message: "这里缺一个引号", line: 2, column: 3 },
      content: nasty,
    });
    await openTab(page, "详细");
    await openTab(page, "记忆文件");
    await page.getByRole("button", { name: /long_term\.json.*第 2 行，第 3 列/ }).click();
    await page.getByText("没有被覆盖").waitFor();
    expect(await page.locator("pre mark").textContent()).toBe("  oops");
    expect(await page.locator("pre").textContent()).toBe(nasty.replace("  oops\n", "  oops"));
    expect(await page.locator("pre img").count()).toBe(0);
  });
});
