// What the memory views promise whatever server stands behind them: a part of the page's one suite.
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { invite, mine, openTab, register, replied, say } from "./steps.ts";
import type { World } from "./world.ts";

type Open = (options?: BrowserContextOptions) => Promise<Page>;

async function writeFact(page: Page, key: string, value: string): Promise<void> {
  await page.getByRole("button", { name: "写一条" }).click();
  await page.getByLabel("哪方面").fill(key);
  await page.getByLabel("是什么").fill(value);
  await page.getByRole("button", { name: "存上" }).click();
  await page.getByText("记下了。").waitFor();
}

/** The tests of the memory panel that hold in every world. */
export function remembering(open: Open, world: () => World): void {
  it("notes what one writes about oneself, corrects it, and undoes the correction from the changes", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    await page.getByText("关于你，这里还什么都没有。").waitFor();
    await writeFact(page, "猫的名字", "豆包");
    const panel = page.locator("#life-panel");
    await panel.locator(".memory").filter({ hasText: "豆包" }).waitFor();
    await page.getByRole("button", { name: /^更多操作：.*豆包/ }).click();
    await page.getByRole("button", { name: "改", exact: true }).click();
    await page.getByLabel("是什么").fill("馒头");
    await page.getByRole("button", { name: "存上" }).click();
    await panel.locator(".memory > .memory-top .serif").filter({ hasText: "馒头" }).waitFor();
    await openTab(page, "改动");
    await panel.locator(".change").nth(1).waitFor();
    await panel
      .locator(".change")
      .first()
      .getByRole("button", { name: /^撤销 ·/ })
      .click();
    await page.getByText("撤销了，回到原来的样子。").waitFor();
    await panel.getByText("这次改动已经撤销了。").waitFor();
  });

  it("edits a memory file by hand, and what it says is known at once", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    await writeFact(page, "猫的名字", "豆包");
    await openTab(page, "详细");
    await openTab(page, "记忆文件");
    await page.getByRole("button", { name: /^facts\.json/ }).click();
    await page.getByRole("button", { name: "改这个文件" }).click();
    const field = page.getByLabel("facts.json 的内容");
    const text = (await page.locator("pre").textContent()) ?? "";
    // Until the editor has measured itself, it has drawn its first lines alone.
    const bare = (one: string | null) => one?.replace(/\s/g, "");
    await expect.poll(async () => bare(await field.textContent())).toBe(bare(text));
    const [first, ...others] = JSON.parse(text);
    // Emptied by the editor first: letters that take the place of a marked bracket are given its colour by the browser, as a
    // style of their own, which the page's policy refuses.
    await field.press("Control+a");
    await field.press("Delete");
    await field.fill(JSON.stringify([{ ...first, statement: "猫叫馒头" }, ...others]));
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("facts.json 存上了。").waitFor();
    await expect.poll(() => page.locator("pre").textContent()).toContain("馒头");
  });

  it("shows what would be erased, erases nothing before it is confirmed, and then gives a receipt", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    await say(page, "我的密语是青柠汽水");
    await mine(page, "青柠汽水").waitFor();
    await replied(page);
    await openTab(page, "抹掉");
    await page.getByLabel("要抹掉哪句话、哪个词").fill("青");
    await page.getByRole("button", { name: "先看看" }).click();
    await page.getByText("至少写 2 个字。").waitFor();
    await page.getByLabel("要抹掉哪句话、哪个词").fill("青柠汽水");
    await page.getByRole("button", { name: "先看看" }).click();
    await page.getByRole("heading", { name: /「青柠汽水」：这 \d+ 处会抹掉/ }).waitFor();
    const go = page.getByRole("button", { name: /^抹掉这 \d+ 处$/ });
    await go.click({ force: true });
    expect(await page.getByRole("heading", { name: "抹掉了" }).count()).toBe(0);
    await page.getByLabel("我看过了").check();
    await go.click();
    await page.getByRole("heading", { name: "抹掉了" }).waitFor();
    await page.getByText("以前带出去的文件里可能还有。").waitFor();
  });

  it("sets a time by the lunar year and writes how the companion sees itself, and both stand after a reload", async () => {
    const page = await open();
    await register(page, world());
    await invite(page, "小满", false);
    await page.getByRole("button", { name: "TA", exact: true }).click();
    await page.getByRole("button", { name: "定一个" }).click();
    await page.getByLabel("什么时候来").selectOption({ label: "每年（农历）" });
    await page.getByLabel("农历几月").selectOption({ label: "八月" });
    await page.getByLabel("农历几号").selectOption({ label: "十五" });
    await page.getByLabel("来说什么").fill("一起看月亮");
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("定好了。").waitFor();
    await openTab(page, "TA 自己");
    await page.getByRole("button", { name: "自己来写" }).click();
    await page.getByRole("textbox", { name: "怎么看自己" }).fill("我话少，记得多。");
    await page.getByRole("button", { name: "存上" }).click();
    await page.locator(".soul-shown").getByText("我话少，记得多。").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "TA", exact: true }).click();
    const set = page.getByRole("region", { name: "定好的时候" }).locator("li").last();
    await set.getByText("每年农历八月十五 07:30").waitFor();
    expect(await set.textContent()).toMatch(/一起看月亮下一次：\S/);
    await openTab(page, "TA 自己");
    await page.locator(".soul-shown").getByText("我话少，记得多。").waitFor();
  });
}
