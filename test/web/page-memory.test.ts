// The memory views with a life behind them: seen with its source, corrected, undone, erased, and what goes wrong on the way.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { closeScene, type Scene } from "./support/faults-world.ts";
import { openLife, renewLife } from "./support/life-scene.ts";
import { composer, findings, holdBack, openTab, replied, say } from "./support/steps.ts";

let browser: Browser;
let scene: Scene;
/** One window serves all tests that want no other size, language or colours. */
let shared: Scene | null = null;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  if (shared !== null) await closeScene(shared);
  await browser.close();
});
afterEach(async () => {
  if (scene !== shared) await closeScene(scene);
});

async function life(): Promise<Scene> {
  if (shared === null) shared = await openLife(browser);
  else await renewLife(shared);
  return shared;
}

const phone = { viewport: { width: 390, height: 844 } };

function row(page: Page, id: string) {
  return page.locator(`#entry-${id}`);
}

function wrote(what: string): Record<string, unknown> | undefined {
  return scene.server.state.memory.asked.find((one) => one.what === what)?.body;
}

async function openRow(page: Page, id: string): Promise<void> {
  await row(page, id)
    .getByRole("button", { name: /^更多操作/ })
    .click();
}

describe("about you", () => {
  it("shows what is known, how sure and from whom, and what it replaced struck through with its last day", async () => {
    scene = await life();
    const { page } = scene;
    await row(page, "fact_city").getByText("住在上海").waitFor();
    expect(await row(page, "fact_city").locator("del").textContent()).toBe("住在北京");
    expect(await row(page, "fact_city").textContent()).toContain("到6月11日");
    expect(await row(page, "fact_cat").textContent()).toContain("大概是 · 推想的");
    expect(await row(page, "fact_own").textContent()).toContain("你写的");
    expect(await row(page, "fact_own").locator(".proof").count()).toBe(0);
    await page.getByRole("button", { name: "从前 2" }).click();
    expect(await row(page, "fact_gone").textContent()).toContain("已划掉");
  });

  it("asks about what waits, and puts the answer where it belongs", async () => {
    scene = await life();
    const { page } = scene;
    await page.getByRole("button", { name: "是这样 · 不吃香菜" }).click();
    await page.getByText("记住了：不吃香菜。").waitFor();
    await page.getByText("待你确认").waitFor({ state: "detached" });
    await row(page, "fact_cilantro").locator(".memory-top").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("life-panel");
  });

  it("crosses out what is refused, and offers the way back", async () => {
    scene = await life();
    const { page, server } = scene;
    await page.getByRole("button", { name: "不是，划掉 · 不吃香菜" }).click();
    await page.locator(".deed").getByRole("button", { name: "撤销" }).click();
    await page.getByText("撤销了，回到原来的样子。").waitFor();
    expect(server.state.memory.changes[0]?.undoes).toMatch(/^change_new_/);
  });

  it("sends only what was changed: a new value, and that the old one was never so", async () => {
    scene = await life();
    const { page } = scene;
    await openRow(page, "fact_city");
    await page.getByRole("button", { name: "改", exact: true }).click();
    await page.getByLabel("是什么").fill("苏州");
    await page.getByLabel("原来那条是记错了").check();
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("改好了，下一句起就按新的来。").waitFor();
    expect(wrote("PUT facts/fact_city")).toEqual({ value: "苏州", mistake: true });
  });

  it("saves nothing where nothing was changed or the field is empty, and Escape leaves the form", async () => {
    scene = await life();
    const { page, server } = scene;
    await openRow(page, "fact_city");
    await page.getByRole("button", { name: "改", exact: true }).click();
    await page.getByLabel("是什么").fill("  ");
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("这一栏还空着。").waitFor();
    await page.getByLabel("是什么").fill("上海");
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByRole("form", { name: "改：住在上海" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "改", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("form").first().waitFor({ state: "detached" });
    expect(server.state.memory.asked).toEqual([]);
  });

  it("keeps the form and what was typed where the server refuses, and says what is safe", async () => {
    scene = await life();
    const { page, server } = scene;
    await openRow(page, "fact_city");
    await page.getByRole("button", { name: "改", exact: true }).click();
    await page.getByLabel("是什么").fill("苏州");
    server.state.memory.refusal = { status: 422, code: "invalid" };
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("这样写存不下，请换个写法。原来的样子还在。").waitFor();
    expect(await page.getByLabel("是什么").inputValue()).toBe("苏州");
  });

  it("does each of several things that are asked for while the first is on its way, and none of them twice", async () => {
    scene = await life();
    const { page, server } = scene;
    const pin = (id: string) => row(page, id).getByRole("button", { name: "钉住" });
    await openRow(page, "fact_city");
    await openRow(page, "fact_own");
    const letThrough = await holdBack(page, "**/api/memory/*/pin/*", "PUT");
    await pin("fact_city").dblclick();
    await pin("fact_own").click();
    await page.getByRole("button", { name: "是这样 · 不吃香菜" }).click();
    letThrough();
    await page.getByText("记住了：不吃香菜。").waitFor();
    expect(server.state.memory.asked.map(({ what }) => what)).toEqual([
      "PUT pin/fact_city",
      "PUT pin/fact_own",
      "POST facts/fact_cilantro/accept",
    ]);
  });

  it("leaves alone the form that was opened since the one that is saved, and what is typed in it", async () => {
    scene = await life();
    const { page } = scene;
    const write = async (key: string, value: string) => {
      await page.getByRole("button", { name: "写一条" }).click();
      await page.getByLabel("哪方面").fill(key);
      await page.getByLabel("是什么").fill(value);
    };
    const letThrough = await holdBack(page, "**/api/memory/*/facts", "POST");
    await write("鞋码", "38");
    await page.getByRole("button", { name: "存上" }).click();
    await page.keyboard.press("Escape");
    await write("帽子", "中号");
    letThrough();
    await page.getByText("记下了。").waitFor();
    expect(await page.getByLabel("是什么").inputValue()).toBe("中号");
    expect(wrote("POST facts")).toMatchObject({ value: "38" });
  });

  it("does not call the person away from what they write by then", async () => {
    scene = await life();
    const { page } = scene;
    await openRow(page, "fact_cat");
    const letThrough = await holdBack(page, "**/api/memory/*/facts/*", "DELETE");
    await row(page, "fact_cat").getByRole("button", { name: "划掉" }).click();
    await composer(page).fill("它今天");
    letThrough();
    await row(page, "fact_cat").waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("write");
  });

  it("shows names and values as text, whatever they hold", async () => {
    scene = await life();
    const { page, server } = scene;
    const [first] = server.state.memory.facts;
    const nasty = '<img src=x onerror="document.title=1"><b>x</b>';
    if (first !== undefined) Object.assign(first, { statement: nasty, id: 'f"><i>' });
    await page.reload();
    await page.locator(".asked").getByText(nasty).waitFor();
    expect(await page.locator("#life-panel img, #life-panel b").count()).toBe(0);
  });

  it("says what happened where it cannot be read, and reads it again", async () => {
    scene = await life();
    const { page } = scene;
    await page.route("**/facts?*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.reload();
    await page.getByText("没读出来。存着的东西都没有动，再试一次就好。").waitFor();
    await page.unroute("**/facts?*");
    await page.locator("#life-panel").getByRole("button", { name: "再试一次" }).click();
    await row(page, "fact_city").waitFor();
  });
});

describe("from a memory to its words", () => {
  it("quotes them with what was said around where the talk has not loaded them", async () => {
    scene = await life();
    const { page } = scene;
    const proof = row(page, "fact_city").getByRole("button", { name: /^看原话/ });
    await proof.click();
    const quotes = row(page, "fact_city").locator(".quote");
    await quotes.first().waitFor();
    expect(await quotes.locator("p").allTextContents()).toEqual([
      "第 0 句",
      "第 1 句",
      "第 2 句",
      "第 3 句",
      "第 4 句",
    ]);
    expect(await row(page, "fact_city").locator(".quote:not(.beside) p").textContent()).toBe("第 2 句");
    expect(await proof.getAttribute("aria-expanded")).toBe("true");
    await proof.click();
    expect(await quotes.count()).toBe(0);
  });

  it("goes to them in the talk where it has, marks them, and gives them the focus", async () => {
    scene = await life();
    const { page, server } = scene;
    for (const one of server.state.memory.facts) one.evidence = [{ message_id: "old_30", quote: "第 30 句" }];
    await page.reload();
    // Before the talk is there, its words are quoted.
    const bubble = page.locator('[data-message="old_30"]');
    await bubble.waitFor({ state: "attached" });
    await row(page, "fact_city")
      .getByRole("button", { name: /^看原话/ })
      .click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-message")))
      .toBe("old_30");
    expect(await bubble.getAttribute("class")).toContain("found");
    const log = await page.getByRole("log").boundingBox();
    const box = await bubble.boundingBox();
    expect((box?.y ?? 0) > (log?.y ?? 0) && (box?.y ?? 0) < (log?.y ?? 0) + (log?.height ?? 0)).toBe(true);
  });

  it("goes there from the panel of a phone, which makes room for the talk", async () => {
    scene = await openLife(browser, phone);
    const { page, server } = scene;
    for (const one of server.state.memory.facts) one.evidence = [{ message_id: "old_40", quote: "第 40 句" }];
    await page.getByRole("link", { name: "记忆" }).click();
    await row(page, "fact_city")
      .getByRole("button", { name: /^看原话/ })
      .click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-message")))
      .toBe("old_40");
    expect(await page.locator("#life-panel").count()).toBe(0);
  });

  it("says so where they were deleted", async () => {
    scene = await life();
    const { page, server } = scene;
    for (const one of server.state.memory.facts) one.evidence = [{ message_id: "erased", quote: "" }];
    await page.reload();
    await row(page, "fact_city")
      .getByRole("button", { name: /^看原话/ })
      .click();
    await page.getByText("有 1 句已经删掉或抹掉了。").waitFor();
  });
});

describe("our story", () => {
  it("tells what is not kept yet, and keeps it now", async () => {
    scene = await life();
    const { page } = scene;
    await openTab(page, "聊过的");
    await page.getByText("正在聊的这些，有 2 句还没收进记忆。").waitFor();
    await page.getByText("试过 2 次没成，原话都在，稍后再试。").waitFor();
    await page.getByRole("button", { name: "现在就收" }).click();
    await page.getByText("收好了 1 段。").waitFor();
    expect(wrote("POST compress")).toEqual({});
  });

  it("lets other things be done while it keeps, which takes a model's time", async () => {
    scene = await life();
    const { page } = scene;
    const letThrough = await holdBack(page, "**/api/memory/*/compress", "POST");
    await openTab(page, "聊过的");
    await page.getByRole("button", { name: "现在就收" }).click();
    await page.getByRole("button", { name: "正在收…" }).waitFor();
    await openTab(page, "关于你");
    await page.getByRole("button", { name: "是这样 · 不吃香菜" }).click();
    await page.getByText("记住了：不吃香菜。").waitFor();
    letThrough();
    await page.getByText("收好了 1 段。").waitFor();
  });

  it("shows lately with its mood, who wrote it and what was only small talk, and weighs, corrects and crosses out", async () => {
    scene = await life();
    const { page } = scene;
    await openTab(page, "聊过的");
    await openTab(page, "最近");
    await row(page, "mid_1").waitFor();
    expect(await row(page, "mid_1").locator(".tag").allTextContents()).toEqual(["失落", "求助"]);
    expect(await row(page, "mid_0").locator(".tag").allTextContents()).toEqual(["平和", "随口聊聊", "简记"]);
    await openRow(page, "mid_1");
    await row(page, "mid_1").getByLabel("重").check();
    await page.getByText("分量改好了。").waitFor();
    expect(wrote("PUT episodes/mid_1")).toEqual({ importance: 0.8 });
    await row(page, "mid_1").getByRole("button", { name: "改", exact: true }).click();
    await page.getByLabel("该是这样").fill("面试官其实听完了。");
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("改好了，下一句起就按新的来。").waitFor();
    expect(wrote("PUT mid_term")).toEqual([
      { id: "mid_1", summary: "面试官其实听完了。", by: "owner", redo: false },
    ]);
    await openRow(page, "mid_0");
    await row(page, "mid_0").getByRole("button", { name: "划掉" }).click();
    await row(page, "mid_0").waitFor({ state: "detached" });
  });

  it("does not overwrite what was changed elsewhere in between", async () => {
    scene = await life();
    const { page, server } = scene;
    await openTab(page, "聊过的");
    await openTab(page, "最近");
    await openRow(page, "mid_1");
    await row(page, "mid_1").getByRole("button", { name: "改", exact: true }).click();
    await page.getByLabel("该是这样").fill("另一个样子");
    server.state.memory.refusal = { status: 412, code: "stale" };
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("刚刚别处也改了它，这次没有存。").waitFor();
    expect(await page.getByLabel("该是这样").inputValue()).toBe("另一个样子");
  });

  it("opens an old memory in full, with what is no more so struck through", async () => {
    scene = await life();
    const { page } = scene;
    await openTab(page, "聊过的");
    await openTab(page, "往事");
    expect(await row(page, "long_1").locator(".struck").textContent()).toContain("暂住在朋友家 到6月22日");
    await page.getByRole("button", { name: "读全文 · 搬去上海" }).click();
    await page.getByText("六月的一天，你一个人租了车").waitFor();
  });

  it("makes one of several, but never of one alone, nor of what is pinned", async () => {
    scene = await life();
    const { page, server } = scene;
    const [mid, brief] = server.state.memory.episodes;
    if (mid === undefined || brief === undefined) throw new Error("no episodes");
    server.state.memory.episodes.push({
      ...brief,
      id: "mid_p",
      entry: { ...brief.entry, id: "mid_p", pinned: true },
    } as typeof brief);
    await openTab(page, "聊过的");
    await openTab(page, "最近");
    await page.getByRole("button", { name: "合并几条…" }).click();
    expect(await page.getByRole("checkbox").count()).toBe(2);
    await page.getByRole("button", { name: "合并选中的" }).click();
    await page.getByText("至少选两条。").waitFor();
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.getByRole("button", { name: "合并选中的" }).click();
    await page.getByText("2 条合成了一条。").waitFor();
    expect(wrote("POST episodes/merge")).toEqual({ ids: ["mid_1", "mid_0"] });
    await row(page, "mid_0").waitFor({ state: "detached" });
  });

  it("asks once more before something known by heart is crossed out", async () => {
    scene = await life();
    const { page } = scene;
    await openTab(page, "聊过的");
    await openTab(page, "刻在心里");
    await openRow(page, "core_1");
    await row(page, "core_1").getByRole("button", { name: "划掉", exact: true }).click();
    expect(wrote("PUT core_memory")).toBeUndefined();
    await page.getByRole("button", { name: "确定划掉" }).click();
    await page.getByText("还没有刻在心里的事。").waitFor();
    expect(wrote("PUT core_memory")).toEqual({ relationship: {}, memories: [] });
  });

  it("has one sentence for each view that is empty", async () => {
    scene = await life();
    const { page, server } = scene;
    server.state.memory.episodes = [];
    await openTab(page, "聊过的");
    await openTab(page, "最近");
    await page.getByText("最近还是空的。").waitFor();
    await openTab(page, "往事");
    await page.getByText("往事还是空的。聊完一次，这里就会有第一页。").waitFor();
  });
});

describe("changes", () => {
  it("are told in words with both sides, and what was erased says so", async () => {
    scene = await life();
    const { page } = scene;
    await openTab(page, "改动");
    const first = page.locator("#change-change_3");
    await first.getByText("关于你：改了 1 条；最近：新添 1 条").waitFor();
    expect(await first.locator("del").first().textContent()).toBe("住在北京");
    expect(await first.locator("ins").first().textContent()).toBe("住在上海");
    expect(await page.locator("#change-change_1").textContent()).toContain("内容已经抹掉，撤不回来。");
    expect(await page.locator("#change-change_1").getByRole("button").count()).toBe(0);
  });

  it("that cannot be undone yet say why, and lead to the later one", async () => {
    scene = await life();
    const { page, server } = scene;
    server.state.memory.blocked.set("change_2", ["change_3"]);
    await openTab(page, "改动");
    const blocked = page.locator("#change-change_2");
    await blocked.getByRole("button", { name: /^撤销 ·/ }).click();
    await blocked.getByText("还不能撤：后来同一条又改过一次。先撤销那一次：").waitFor();
    await blocked.getByRole("button", { name: /2026年11月29日 21:30/ }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("change-change_3");
  });

  it("are undone from one on, after a question, and what could not be is counted", async () => {
    scene = await life();
    const { page, server } = scene;
    await openTab(page, "改动");
    await page
      .locator("#change-change_2")
      .getByRole("button", { name: /^从这里起都撤销/ })
      .click();
    expect(wrote("POST changes/undo")).toBeUndefined();
    await page.getByRole("button", { name: "都撤销", exact: true }).click();
    await page.getByText("撤销了 2 次改动；1 次撤不了").waitFor();
    expect(wrote("POST changes/undo")).toEqual({ from: server.state.memory.changes[1]?.at });
  });
});

describe("erasing", () => {
  it("begins at an entry too, names what loses only a part, and says what is left elsewhere", async () => {
    scene = await life();
    const { page } = scene;
    await openRow(page, "fact_peanut");
    await row(page, "fact_peanut").getByRole("button", { name: "抹掉…" }).click();
    await page.getByRole("heading", { name: "「对花生过敏」：这 3 处会抹掉" }).waitFor();
    await page.getByText("只去掉其中几处，其余留着").waitFor();
    await page.getByText("这台机器上有 2 份备份里还有。").waitFor();
    await page.getByRole("button", { name: "算了" }).click();
    await page.getByLabel("要抹掉哪句话、哪个词").waitFor();
    expect(wrote("POST erase")).toBeUndefined();
  });

  it("keeps what was to be looked for where that fails", async () => {
    scene = await life();
    const { page } = scene;
    await page.route("**/erase", (route) => route.abort());
    await openTab(page, "抹掉");
    await page.getByLabel("要抹掉哪句话、哪个词").fill("花生");
    await page.getByRole("button", { name: "先看看" }).click();
    await page.getByText("连不上服务器，没有改动任何东西。连上后再试。").waitFor();
    expect(await page.getByLabel("要抹掉哪句话、哪个词").inputValue()).toBe("花生");
  });

  it("that fails keeps the preview, so that it can be tried again", async () => {
    scene = await life();
    const { page, server } = scene;
    await openTab(page, "抹掉");
    await page.getByLabel("要抹掉哪句话、哪个词").fill("花生");
    await page.getByRole("button", { name: "先看看" }).click();
    await page.getByLabel("我看过了").check();
    server.state.memory.refusal = { status: 503, code: "storage" };
    await page.getByRole("button", { name: "抹掉这 3 处" }).click();
    await page.getByText("磁盘写不进去，没有存上。原来的样子还在。").waitFor();
    await page.getByLabel("我看过了").check();
    await page.getByRole("button", { name: "抹掉这 3 处" }).click();
    await page.getByRole("heading", { name: "抹掉了" }).waitFor();
    expect(wrote("POST erase")).toEqual({ query: "花生", preview: false });
  });
});

describe("what was remembered under a bubble", () => {
  async function openCard(): Promise<Page> {
    const { page } = scene;
    await say(page, "明天又要面试");
    await replied(page);
    await page.getByRole("button", { name: /^想起 9月18日/ }).click();
    await page.locator(".recalled-card").waitFor();
    return page;
  }

  it("opens in full, and leads where it can be corrected", async () => {
    scene = await life();
    const page = await openCard();
    await page.locator(".recalled-card").getByText("没等你讲完").waitFor();
    await page.getByRole("button", { name: "不对", exact: true }).click();
    await page.getByRole("form", { name: "改：面试那天" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  });

  it("is corrected from a phone too, where the panel takes the place of the talk", async () => {
    scene = await openLife(browser, phone);
    const page = await openCard();
    await page.getByRole("button", { name: "不对", exact: true }).click();
    await page.getByRole("form", { name: "改：面试那天" }).waitFor();
  });

  it("is asked for in one companion's memory only, and is not missed once it is crossed out", async () => {
    scene = await life();
    const page = await openCard();
    await page.getByRole("button", { name: "不对", exact: true }).click();
    await page.getByRole("form", { name: "改：面试那天" }).waitFor();
    await page.getByRole("button", { name: "算了" }).click();
    await row(page, "mid_1").getByRole("button", { name: "划掉" }).click();
    await row(page, "mid_1").waitFor({ state: "detached" });
    expect(await page.getByText("这一条已经不在这里了").count()).toBe(0);
    await page.getByRole("button", { name: "不对", exact: true }).click();
    await page.getByText("这一条已经不在这里了").waitFor();
    await page.getByRole("link", { name: /^老岳/ }).click();
    await page.getByRole("heading", { level: 1, name: "老岳" }).waitFor();
    await row(page, "mid_0").waitFor();
    expect(await page.getByText("这一条已经不在这里了").count()).toBe(0);
  });

  it("is corrected in the sheet at middle width, and the way to the words closes the sheet", async () => {
    scene = await openLife(browser, { viewport: { width: 900, height: 700 } });
    const page = await openCard();
    await page.getByRole("button", { name: "不对", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "记忆" });
    await sheet.getByRole("form", { name: "改：面试那天" }).waitFor();
    const [mid] = scene.server.state.memory.episodes;
    if (mid !== undefined) mid.entry.message_ids = ["old_50"];
    await page.keyboard.press("Escape");
    await openTab(page, "往事");
    await openTab(page, "最近");
    await row(page, "mid_1")
      .getByRole("button", { name: /^看原话/ })
      .click();
    await sheet.waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-message")))
      .toBe("old_50");
  });

  it("is not brought up again once that is said, with a word of the person's own", async () => {
    scene = await life();
    const page = await openCard();
    await page.getByRole("button", { name: "别再提" }).click();
    const field = page.getByLabel("不想再被提起的是");
    expect(await field.inputValue()).toBe("面试那天");
    await field.fill("面");
    await field.press("Enter");
    await page.locator(".recalled-card").getByText("至少写 2 个字。").waitFor();
    await field.fill("面试");
    await field.press("Enter");
    await page.getByText("好，「面试」不再主动提起。在「关于你」里可以随时划掉这个心愿。").waitFor();
    expect(wrote("POST facts")).toEqual({ category: "dislike", key: "avoids_topics", value: "面试" });
  });

  it("closes with the focus back on its chip, and is hidden by the switch, on this device for good", async () => {
    scene = await life();
    const page = await openCard();
    await page.getByRole("button", { name: "关上" }).click();
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("chip");
    await page.getByRole("link", { name: "设置" }).click();
    await page.getByLabel("写出这一句想起了什么").uncheck();
    await page.reload();
    expect(await page.getByLabel("写出这一句想起了什么").isChecked()).toBe(false);
    await page.getByRole("link", { name: /^小雨/ }).click();
    await page.getByText("今晚早点睡。").last().waitFor();
    expect(await page.locator(".chip").count()).toBe(0);
  });
});

describe("a memory file", () => {
  async function edit(name: string): Promise<Page> {
    const { page } = scene;
    await openTab(page, "详细");
    await openTab(page, "记忆文件");
    await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await page.getByRole("button", { name: "改这个文件" }).click();
    return page;
  }

  it("is saved under the revision it was read at, and not where it is no JSON: the cursor is put there", async () => {
    scene = await life();
    const page = await edit("facts.json");
    const field = page.getByLabel("facts.json 的内容");
    await field.fill('[\n  { "id": "a",, }\n]');
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("第 2 行第 15 列写得不对，还没有存。").waitFor();
    await page.getByRole("button", { name: "第 2 行：从这里起不是 JSON。" }).waitFor();
    // What is typed now goes where the fault is: the second comma is taken away.
    await page.keyboard.press("Delete");
    expect(await field.textContent()).toBe('[  { "id": "a", }]');
    await field.fill('[{ "id": "a" }]');
    await page.keyboard.press("Control+s");
    await page.getByText("facts.json 存上了。").waitFor();
    expect(wrote("PUT facts")).toEqual([{ id: "a" }]);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("takes no letters while it is being saved, which would be in neither text, and takes them where that fails", async () => {
    scene = await life();
    const page = await edit("facts.json");
    const field = page.getByLabel("facts.json 的内容");
    const letThrough = await holdBack(page, "**/api/memory/*/facts", "PUT");
    scene.server.state.memory.refusal = { status: 503, code: "storage" };
    await field.fill("[]");
    await page.keyboard.press("Control+s");
    await page.keyboard.press("Control+s");
    await page.keyboard.press("Space");
    expect(await field.textContent()).toBe("[]");
    letThrough();
    await page.getByRole("dialog").getByText("磁盘写不进去，没有存上。原来的样子还在。").waitFor();
    await page.keyboard.press("Space");
    expect(await field.textContent()).toBe("[] ");
    await page.keyboard.press("Control+s");
    await page.getByText("facts.json 存上了。").waitFor();
  });

  it("that does not fit its shape says where, at its line, in the reader's words", async () => {
    scene = await life();
    const page = await edit("facts.json");
    await page
      .getByLabel("facts.json 的内容")
      .fill('[\n  {"id": "a"},\n  {"id": "b",\n   "confidence": "high"}\n]');
    const details = [
      { path: "1.confidence", message: "Invalid input: expected number, received string" },
      { path: "0.key", message: "Invalid input: expected string, received undefined" },
    ];
    scene.server.state.memory.refusal = { status: 422, code: "invalid", details };
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("有几处和文件的样子对不上，还没有存：").waitFor();
    await page.getByRole("button", { name: "第 2 行：这里少了一项，该是文字。" }).waitFor();
    await page.getByRole("button", { name: "第 4 行：这里该是数字，现在是文字。" }).click();
    expect(await page.locator(".cm-lint-marker-error").count()).toBe(2);
    await page.keyboard.type("x");
    expect(await page.getByLabel("facts.json 的内容").textContent()).toContain('   x"confidence"');
  });

  it("that changed meanwhile is shown beside one's own, which is written over it only when one says so", async () => {
    scene = await life();
    const page = await edit("mid_term.json");
    const file = scene.server.state.files.find((one) => one.name === "mid_term.json");
    if (file !== undefined) Object.assign(file, { revision: "newer", content: '[{"id":"theirs"}]' });
    await page.getByLabel("mid_term.json 的内容").fill('[{"id":"mine"}]');
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("你改的时候，这个文件又变了。").waitFor();
    const theirs = page.getByLabel("现在存着的", { exact: true });
    await theirs.locator(".cm-differs").first().waitFor();
    expect(await theirs.textContent()).toContain("theirs");
    const mine = page.getByLabel("mid_term.json 的内容");
    expect(await mine.textContent()).toBe('[{"id":"mine"}]');
    const [left, right] = [await theirs.boundingBox(), await mine.boundingBox()];
    expect((right?.x ?? 0) - (left?.x ?? 0)).toBeGreaterThan(300);
    await page.getByRole("button", { name: "用我的盖过去" }).click();
    await page.getByText("mid_term.json 存上了。").waitFor();
    expect(file?.content).toBe('[{"id":"mine"}]');
  });

  it("of what is known by heart wants a tick first, and one that is broken is explained and not edited here", async () => {
    scene = await life();
    const page = await edit("core_memory.json");
    await page.locator(".cm-content").waitFor();
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("先勾上下面那一项。").waitFor();
    expect(wrote("PUT core_memory")).toBeUndefined();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "回到文件列表" }).click();
    await page.getByRole("button", { name: /^lore\.json/ }).click();
    await page.locator("pre mark").waitFor();
    await page.getByText("现在用的是它上一次完好的样子。").waitFor();
    expect(await page.getByRole("button", { name: "改这个文件" }).count()).toBe(0);
  });

  it("is not left by a slip once something was typed, nor lost where the server cannot be reached", async () => {
    scene = await life();
    const page = await edit("facts.json");
    const field = page.getByLabel("facts.json 的内容");
    await field.fill("[]");
    await page.keyboard.press("Escape");
    await page.getByText("改了的还没存。再按一次就不要了。").waitFor();
    await page.route("**/api/memory/*/facts", (route) => route.abort());
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByRole("dialog").getByText("连不上服务器，没有改动任何东西。").waitFor();
    expect(await field.textContent()).toBe("[]");
    await page.getByRole("button", { name: "关上编辑" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(wrote("PUT facts")).toBeUndefined();
  });

  it("keeps what was typed when the window becomes a narrow one, until it is thrown away", async () => {
    scene = await life();
    const page = await edit("facts.json");
    const field = page.getByLabel("facts.json 的内容");
    await field.fill('["half a thought"]');
    await page.setViewportSize({ width: 900, height: 800 });
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await edit("facts.json");
    await field.waitFor();
    expect(await field.textContent()).toBe('["half a thought"]');
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "不要了" }).click();
    await page.getByRole("button", { name: "改这个文件" }).click();
    await field.waitFor();
    expect(await field.textContent()).toContain("fact_1");
  });

  it("can be edited in a plain field where the editor did not arrive", async () => {
    scene = await life();
    await openTab(scene.page, "详细");
    await openTab(scene.page, "记忆文件");
    await scene.page.getByRole("button", { name: /^facts\.json/ }).click();
    await scene.page.getByRole("button", { name: "改这个文件" }).waitFor();
    await scene.page.route("**/assets/*.js", (route) => route.abort());
    await scene.page.getByRole("button", { name: "改这个文件" }).click();
    const field = scene.page.getByRole("textbox", { name: "facts.json 的内容" });
    await field.fill('[{"id":"plain"}]');
    await scene.page.getByRole("button", { name: "存上" }).click();
    await scene.page.getByText("facts.json 存上了。").waitFor();
    expect(wrote("PUT facts")).toEqual([{ id: "plain" }]);
  });
});

describe("every memory view", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    it(`has no axe finding and nothing wider than the screen, ${colorScheme}`, async () => {
      scene = await openLife(browser, { colorScheme, locale: colorScheme === "dark" ? "en-GB" : "zh-CN" });
      const { page } = scene;
      const found: Record<string, string[]> = {};
      const look = async (name: string) => {
        found[name] = await findings(page);
        for (const part of [".tab-panel", ".tabs"]) {
          const wide = await page.locator(part).evaluate((one) => one.scrollWidth - one.clientWidth);
          if (wide > 0) found[name]?.push(`${part} is ${wide} pixels too wide`);
        }
      };
      await page.locator(".memory").first().waitFor();
      await page.locator(".memory .icon-button").first().click();
      await page.locator(".fold").click();
      await look("about");
      await page.locator(".acts-box .pill").first().click();
      await look("mend");
      await page.locator("#life-tab-story").click();
      await page.locator(".card-like").waitFor();
      await look("now");
      for (const chapter of ["lately", "past", "heart"]) {
        await page.locator(`#story-tab-${chapter}`).click();
        await page.locator("#story-panel .memory .icon-button").first().click();
        await look(chapter);
      }
      await page.locator("#life-tab-changes").click();
      await page.locator(".exactly summary").first().click();
      await look("changes");
      await page.locator("#life-tab-erase").click();
      await page.locator("#erase-query").fill("花生");
      await look("erase");
      await page.locator("#erase-query").press("Enter");
      await page.locator(".goes").first().waitFor();
      await look("preview");
      await page.locator(".asked input").check();
      await page.locator(".primary.small").click();
      await page.locator(".exactly").waitFor();
      await look("receipt");
      await page.locator("#life-tab-details").click();
      await page.locator("#details-tab-graph").click();
      await page.locator("[data-node]").first().click();
      await page.locator("#details-panel .memory").first().waitFor();
      await look("graph");
      await page.locator(".looks .pill").last().click();
      await look("relations");
      await page.locator("#details-tab-files").click();
      await page.locator(".file").nth(2).click();
      await page.locator(".file-acts .pill").click();
      await page.locator(".cm-content").waitFor();
      await look("editor");
      await page.keyboard.press("Escape");
      await say(page, "hm");
      await replied(page);
      await page.locator("button.chip").first().click();
      await page.locator(".recalled-card .pill").last().click();
      await look("recalled");
      expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
    });
  }
});
