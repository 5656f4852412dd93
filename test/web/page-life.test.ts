// The inner life on the page: what comes and why, how close, how moods run, who somebody is; and what goes wrong on the way.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { baseTime } from "./support/base-time.ts";
import { openBrowser } from "./support/browser.ts";
import { closeScene, type Scene } from "./support/faults-world.ts";
import { openLife } from "./support/life-scene.ts";
import { type MockInner, newMockInner, someRelationship } from "./support/mock-inner.ts";
import { newMockMemory } from "./support/mock-memory.ts";
import { findings, openTab } from "./support/steps.ts";

let browser: Browser;
let scene: Scene;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  scene = await openLife(browser);
  page = scene.page;
});
afterAll(async () => {
  await closeScene(scene);
  await browser.close();
});

/** A companion as it was, and the page anew: one server and one window serve all of it. */
beforeEach(async () => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.setViewportSize({ width: 1280, height: 900 });
  const { state } = scene.server;
  state.inner = newMockInner();
  state.memory = newMockMemory(true);
  state.start.asked.length = 0;
  state.start.chat = true;
  for (const one of state.companions) one.pronoun = "她";
  for (const account of state.accounts.values()) account.user.quiet_hours = null;
  core(JSON.stringify({ relationship: someRelationship(), memories: [] }));
  await page.reload();
  await page.getByRole("button", { name: "她", exact: true }).click();
  await page.getByRole("heading", { name: "接下来" }).waitFor();
});

function core(content: string, error?: { message: string; line: number; column: number }): void {
  const file = scene.server.state.files.find((one) => one.name === "core_memory.json");
  if (file !== undefined) Object.assign(file, { content, valid: error === undefined, error });
}

const inner = (): MockInner => scene.server.state.inner;
const asked = (what: string) =>
  inner()
    .asked.filter((one) => one.what === what)
    .map(({ body }) => body);
const configured = () => asked("POST heartbeat/configure");
const section = (name: string | RegExp) => page.getByRole("region", { name });
const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const focused = () => page.evaluate(() => document.activeElement?.textContent);
const told = (text: string) => page.locator(".deed").getByText(text).waitFor();

describe("the tabs of the inner life", () => {
  it("are all in sight in English, with a line under the chosen one where the system has its own colours", async () => {
    const english = await openLife(browser, { locale: "en-GB", forcedColors: "active" });
    await english.page.locator(".rooms button").nth(1).click();
    const tabs = english.page.locator(".tabs");
    for (const tab of ["now", "bond", "mood", "self"]) {
      await english.page.locator(`#life-tab-${tab}`).click();
      expect(await tabs.evaluate((one) => one.scrollWidth - one.clientWidth), tab).toBe(0);
    }
    const line = (one: Element) => getComputedStyle(one).borderBottomWidth;
    expect(await english.page.locator("#life-tab-self").evaluate(line)).toBe("3px");
    expect(await english.page.locator("#life-tab-now").evaluate(line)).toBe("0px");
    await closeScene(english);
  });
});

describe("right now", () => {
  it("says what comes next in order, with the words of what the person once said", async () => {
    expect(await section("接下来").locator("li").allTextContents()).toEqual([
      "明天 07:30叫我起床",
      "明天 18:30要是你一直没说话",
      "12月2日 22:30来问问：面试",
      "2027年1月8日 22:30你的生日",
      "2027年1月31日 22:30打个招呼",
    ]);
    await page.getByText("主动找过你 1 次还没等到回音").waitFor();
  });

  it("lets one have quiet, and be come to again", async () => {
    await press("让小雨先别找我");
    await told("好，小雨先不主动找你。");
    await page.getByText("你让小雨先别主动找你。你来说话，照样会回。").waitFor();
    // The button that was pressed is gone: the keys go on from the panel.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("life-panel");
    await press("让小雨可以找我");
    await page.getByText("要是你一直没说话").waitFor();
    const user_id = scene.id;
    expect(configured()).toEqual([
      { user_id, enabled: false },
      { user_id, enabled: true },
    ]);
  });

  it("says that all are paused, that one is put away, and until when a word of the person holds", async () => {
    inner().running = false;
    await page.reload();
    await press("她");
    await press("让伙伴们都可以找我");
    await page.getByText("要是你一直没说话").waitFor();
    Object.assign(inner().view, { hold_until: baseTime + 9 * 3_600, hold_reason: "good_night" });
    await page.reload();
    await press("她");
    await page.getByText("你道了晚安，到明天 07:30前不打扰。").waitFor();
    Object.assign(inner().view, { hold_reason: "constructor", active: false });
    await page.reload();
    await press("她");
    await page.getByText("小雨收起来了，不会主动找你。").waitFor();
  });

  it("sets how often and on which days at once, and says what failed", async () => {
    await page.getByLabel("一天最多").selectOption({ label: "5 次" });
    await told("记下了，从现在起这样。");
    await page.getByLabel("过节也来说一声").check();
    await expect.poll(configured).toHaveLength(2);
    const user_id = scene.id;
    expect(configured()).toEqual([
      { user_id, daily_limit: 5 },
      { user_id, festivals: true },
    ]);
    const before = await page.getByLabel("一天最多").inputValue();
    inner().refusal = { status: 503, code: "storage" };
    await page.getByLabel("一天最多").selectOption({ label: "一次也不来" });
    await told("磁盘写不进去，没有存上。原来的样子还在。");
    await expect.poll(() => page.getByLabel("一天最多").inputValue()).toBe(before);
  });

  it("saves each of several that are set while the first is still on its way", async () => {
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((go) => {
      letThrough = go;
    });
    await page.route("**/api/heartbeat/configure", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel("一天最多").selectOption({ label: "5 次" });
    await page.getByLabel("过节也来说一声").check();
    await page.getByLabel("一天最多").selectOption({ label: "3 次" });
    letThrough();
    await expect.poll(configured).toHaveLength(3);
    const user_id = scene.id;
    expect(configured()).toEqual([
      { user_id, daily_limit: 5 },
      { user_id, festivals: true },
      { user_id, daily_limit: 3 },
    ]);
  });

  it("keeps the account's quiet hours, and none that begin when they end", async () => {
    await press("改：不打扰的时间");
    await page.getByLabel("这段时间不打扰").check();
    await page.getByLabel("到", { exact: true }).fill("23:00");
    await press("存上");
    await page.getByText("开始和结束不能是同一刻。").waitFor();
    await page.getByLabel("到", { exact: true }).fill("06:30");
    await press("存上");
    await told("记下了，这段时间没人打扰你。");
    await page.getByText("23:00 到 06:30").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("改：不打扰的时间");
    await page.keyboard.press("Enter");
    await page.getByLabel("这段时间不打扰").uncheck();
    await press("存上");
    await page.getByText("还没有设。").waitFor();
  });

  it("shows what could not be read, keeps what is safe in words, and reads it again", async () => {
    await page.route("**/api/heartbeat/status", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.reload();
    await press("她");
    await page.getByText("没读出来。存着的东西都没有动，再试一次就好。").waitFor();
    await page.unroute("**/api/heartbeat/status");
    await press("再试一次");
    await page.getByText("要是你一直没说话").waitFor();
  });
});

describe("a set time", () => {
  it("is set by the lunar year, beside those that were set elsewhere meanwhile", async () => {
    await press("定一个");
    await page.getByLabel("什么时候来").selectOption({ label: "每年（农历）" });
    await page.getByLabel("农历几月").selectOption({ label: "八月" });
    await page.getByLabel("农历几号").selectOption({ label: "十五" });
    await page.getByLabel("几点").fill("19:00");
    await page.getByLabel("来说什么").fill("一起看月亮");
    inner().view.planned = inner().view.planned.slice(0, 1);
    await press("存上");
    await told("定好了。");
    await page.getByText("每年农历八月十五 19:00").waitFor();
    const [body] = configured() as { planned: Record<string, unknown>[] }[];
    expect(body?.planned).toEqual([
      { id: "beat_1", hour: 7, minute: 30, message_template: "叫我起床", message_ids: ["old_41"] },
      { repeat: "lunar_yearly", hour: 19, minute: 0, month: 8, day: 15, message_template: "一起看月亮" },
    ]);
  });

  it("is not set for what has passed, or for no day", async () => {
    await press("定一个");
    await page.getByLabel("什么时候来").selectOption({ label: "只有一次" });
    await press("存上");
    await page.getByText("还没选哪一天。").waitFor();
    await page.getByLabel("哪一天").fill("2026-11-29");
    await page.getByLabel("几点").fill("22:00");
    await press("存上");
    await page.getByText("这个时刻已经过去了。").waitFor();
    await page.getByLabel("几点").fill("23:00");
    await press("存上");
    await page.getByText("11月29日 23:00，一次").waitFor();
    expect(configured()).toHaveLength(1);
  });

  it("is changed in its place, and Escape leaves it as it was", async () => {
    await press("改：叫我起床");
    await page.keyboard.press("Escape");
    await press("改：叫我起床");
    await page.getByLabel("什么时候来").selectOption({ label: "每周" });
    await page.getByLabel("星期几").selectOption({ label: "星期六" });
    await press("存上");
    await page.getByText("每星期六 07:30").waitFor();
    expect((configured()[0] as { planned: object[] }).planned[0]).toEqual({
      id: "beat_1",
      hour: 7,
      minute: 30,
      repeat: "weekly",
      weekday: 6,
      message_template: "叫我起床",
      message_ids: ["old_41"],
    });
  });

  it("is taken away only after a question, and one that is gone already says so", async () => {
    await press("去掉：叫我起床");
    expect(configured()).toEqual([]);
    await press("确定去掉");
    await told("去掉了。");
    await section("定好的时候").getByText("叫我起床").waitFor({ state: "detached" });
    await press("改：打个招呼");
    inner().view.planned = [];
    await press("存上");
    await told("它已经不在了。");
  });

  it("can be had twenty times at most, and there is a sentence where there is none", async () => {
    const [one] = inner().view.planned;
    if (one === undefined) throw new Error("no set times");
    inner().view.planned = Array.from({ length: 20 }, (_, at) => ({ ...one, id: `b${at}` }));
    await page.reload();
    await press("她");
    await page.getByText("最多定 20 个，先去掉一个吧。").waitFor();
    expect(await page.getByRole("button", { name: "定一个" }).count()).toBe(0);
    inner().view.planned = [];
    await page.reload();
    await press("她");
    await page.getByText("还没有定好的时候。").waitFor();
  });
});

describe("why it wrote", () => {
  it("tells every decision with its reason, the newest first, and the words it goes back to", async () => {
    const rows = section("小雨为什么来，为什么没来").locator("li.memory");
    await rows.first().getByText("你说过今天面试，来问问。").waitFor();
    expect(await rows.last().textContent()).toContain("没来有一阵没说话");
    await rows
      .first()
      .getByRole("button", { name: /^2 句原话/ })
      .click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-message")))
      .toBe("old_40");
  });

  it("shows reasons and matters as text, whatever they hold", async () => {
    const nasty = '<img src=x onerror="document.title=1"><b>x</b>';
    inner().view.history = [{ at: baseTime, decision: "sent", reason: nasty, kind: "silence" }];
    for (const one of inner().view.planned) one.message_template = nasty;
    inner().soul.self_soul = nasty;
    await page.reload();
    await press("她");
    await section(/为什么来/)
      .getByText(nasty)
      .waitFor();
    await openTab(page, "她自己");
    await page.locator(".soul-shown").getByText(nasty).waitFor();
    expect(await page.locator("#life-panel img, #life-panel b").count()).toBe(0);
  });

  it("asks now, says what came of it, and need not be waited for", async () => {
    await press("现在问小雨想不想说话");
    await told("来了。原因：想起你了");
    inner().next = "model";
    await press("现在问小雨想不想说话");
    await told("模型这会儿没答上来，什么都没有动。稍后再试一次。");
    inner().next = "hang";
    await press("现在问小雨想不想说话");
    await page.getByText("正在问…").waitFor();
    await press("不等了");
    await told("不等了。有了结果，会自己出现在这里。");
    await page.getByRole("button", { name: "现在问小雨想不想说话" }).waitFor();
  });
});

describe("the two of you", () => {
  beforeEach(() => openTab(page, "你们之间"));

  it("shows level, rhythm and reason, the way here, and folded how trust is worked out", async () => {
    const level = section("关系较好");
    expect(await level.textContent()).toContain("从10月20日起 · 聊下来觉得");
    expect(await level.textContent()).toContain("你 24 小时没说话，就会来找你。");
    expect(await page.locator(".way li").first().textContent()).toContain("关系一般，变成关系较好");
    expect(await page.locator(".stages [aria-current]").textContent()).toBe("熟起来了");
    await page.getByText("信任是怎么算的").click();
    const parts = page.locator(".trust > div");
    expect(await parts.first().textContent()).toBe("信任64%");
    expect(await parts.count()).toBe(7);
    expect(await parts.last().textContent()).toBe("争吵和疏远（半年内） 扣去至多 10%20%");
  });

  it("is set by its owner with a reason, said in one line that can be undone", async () => {
    await press("换一个");
    await page.getByLabel("特别关心").check();
    await page.getByLabel("为什么（可以不写）").fill("天天都聊");
    await press("存上");
    await told("好，从现在起：特别关心。");
    expect(asked(`PUT relationship/${scene.id}`)).toEqual([{ level: "特别关心", reason: "天天都聊" }]);
    await page.getByText("这是你定的，不会自己变。").waitFor();
    await page.locator(".way").getByText("天天都聊").waitFor();
    await page.locator(".deed").getByRole("button", { name: "撤销" }).click();
    await told("撤销了，回到原来的样子。");
    expect(scene.server.state.memory.asked.map(({ what }) => what)).toContain(
      "POST changes/change_level/undo",
    );
  });

  it("keeps the form where the server refuses, and changes nothing where it was so already", async () => {
    await press("换一个");
    await page.getByLabel("决裂").check();
    inner().refusal = { status: 503, code: "storage" };
    await press("存上");
    await told("磁盘写不进去");
    expect(await page.getByLabel("决裂").isChecked()).toBe(true);
    await page.getByRole("radio", { name: "关系较好" }).check();
    await press("存上");
    await told("本来就是这样，没有改动。");
  });

  it("is thought over again when asked, and need not be waited for", async () => {
    inner().next = "stays";
    await press("让小雨重新想想");
    await told("想过了，没有变：关系较好。");
    await expect.poll(focused).toBe("让小雨重新想想");
    inner().next = "hang";
    await press("让小雨重新想想");
    await expect.poll(focused).toBe("不等了");
    await press("不等了");
    await told("不等了。");
    inner().next = "changes";
    await press("让小雨重新想想");
    await told("想过了，现在是：特别关心。");
    await page.getByRole("heading", { name: "特别关心" }).waitFor();
  });

  it("says so where its file is broken, and does not fall over what a hand wrote there", async () => {
    core("{", { message: "x", line: 1, column: 2 });
    await page.reload();
    await press("她");
    await openTab(page, "你们之间");
    await page.getByText("这个记忆文件有错，先修好才能改。").waitFor();
    core(
      '{"relationship":{"level":"热恋","heartbeat_hours":"x","since":1,"reason":"","history":[null,{}],"stage":"?"}}',
    );
    await page.reload();
    await press("她");
    await openTab(page, "你们之间");
    await page.getByRole("heading", { name: "热恋" }).waitFor();
    await page.getByText("从一开始到现在，还没有变过。").waitFor();
  });
});

describe("your moods", () => {
  it("are drawn, told to who cannot see it, and stand in a table", async () => {
    await openTab(page, "你的心情");
    const picture = page.getByRole("img", { name: /^从11月23日到11月29日：总的来说/ });
    await picture.locator("canvas").waitFor();
    const ink = () =>
      picture.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        };
        return new Set(Array.from({ length: data.length / 4 }, (_, at) => data[at * 4])).size;
      });
    expect(await ink()).toBeGreaterThan(3);
    await picture.hover({ position: { x: 34, y: 60 } });
    await page.getByText("11月23日 · 很好 · 说了 6 句").waitFor();
    await page.getByText("看成表格").click();
    const rows = page.getByRole("row");
    expect(await rows.count()).toBe(7);
    expect(await rows.nth(4).textContent()).toBe("11月25日有些低落焦虑15");
    await page.getByText("面试：焦虑").waitFor();
    await page.getByText("说到 8 次，其中 6 次 · 平时 11%").waitFor();
  });

  it("are asked for by week and further back", async () => {
    await openTab(page, "你的心情");
    await page.locator(".picture canvas").waitFor();
    const request = page.waitForRequest(/emotions\?days=30&by=week/);
    await page.getByLabel("周", { exact: true }).check();
    await request;
    const longer = page.waitForRequest(/emotions\?days=3650&by=week/);
    await page.getByLabel("看多久").selectOption({ label: "十年" });
    await longer;
    await page.locator(".picture canvas").waitFor();
  });

  it("have a sentence where there are none, and the table where the picture did not arrive", async () => {
    inner().moods = { ...inner().moods, trend: [], triggers: [] };
    await openTab(page, "你的心情");
    await page.getByText("还看不出什么。聊着聊着，心情就会记在这里。").waitFor();
    inner().moods = newMockInner().moods;
    await page.reload();
    await press("她");
    await page.getByRole("heading", { name: "接下来" }).waitFor();
    await page.route("**/assets/*.js", (route) => route.abort());
    await openTab(page, "你的心情");
    await page.getByText("图没有画出来，下面的表格是一样的内容。").waitFor();
    await page.getByText("看成表格").click();
    expect(await page.getByRole("row").count()).toBe(7);
  });
});

describe("who it is", () => {
  beforeEach(() => openTab(page, "她自己"));

  it("shows its own words, every version with what changed, and goes back to one", async () => {
    await page.locator(".soul-shown").first().getByText("我喜欢安静，更爱清晨。").waitFor();
    await page.getByText("从前的样子 2").click();
    const newest = page.locator(".versions li").first();
    expect(await newest.locator("del").textContent()).toBe("也爱听雨。 ");
    expect(await newest.locator("ins").textContent()).toBe("更爱清晨。 ");
    await press("回到这一版 · 第 1 版");
    await told("回到了第 1 版的样子。");
    expect(asked(`POST soul/${scene.id}/revert`)).toEqual([{ version: 1 }]);
    await page.locator(".soul-shown").first().getByText("也爱听雨").waitFor();
  });

  it("looks inward when asked, and what was refused says why and that the old one stands", async () => {
    await press("现在想一想");
    await told("小雨重新写了自己。");
    await page.locator(".soul-shown").first().getByText("话少了一点").waitFor();
    inner().next = "refused";
    await press("现在想一想");
    await told("一下子改得太多，没换上；原来的还在。");
    inner().next = "stays";
    await press("现在想一想");
    await told("想过了，没有要改的。");
    scene.server.state.start.chat = false;
    await press("现在想一想");
    await told("还没有连上模型，这件事没人能想。");
    inner().next = "hang";
    await press("现在想一想");
    await page.getByText("小雨正在想自己…").waitFor();
    await press("不等了");
    await told("不等了。");
  });

  it("may be written by the owner, who is asked before what was typed is thrown away", async () => {
    await press("自己来写");
    const field = page.getByRole("textbox", { name: "怎么看自己" });
    await field.fill("我话少。");
    await page.keyboard.press("Escape");
    await page.getByText("写了的还没存。再按一次就不要了。").waitFor();
    expect(await field.inputValue()).toBe("我话少。");
    await press("存上");
    await told("存上了，下一句起就按新的来。");
    expect(asked(`POST soul/${scene.id}/update`)).toEqual([{ new_content: "我话少。" }]);
  });

  it("has its base from the owner alone, and what another window wrote is shown before it is written over", async () => {
    await press("改：小雨是谁");
    const field = page.getByRole("form").getByRole("textbox");
    await field.fill("说话长，记事也长。");
    inner().soul.base_soul = "别处写的";
    await press("存上");
    await page.getByText("你改的时候，别处也改了它。你的还没有存。").waitFor();
    await page.getByRole("alert").getByText("别处写的").waitFor();
    expect(scene.server.state.start.asked).toEqual([]);
    await press("用我的盖过去");
    await told("存上了，下一句起就按新的来。「改动」里可以撤销。");
    await page.locator(".soul-shown").last().getByText("说话长，记事也长。").waitFor();
    expect(scene.server.state.start.asked.map(({ body }) => body)).toEqual([
      { base_soul: "说话长，记事也长。" },
    ]);
  });

  it("keeps what was typed where the server cannot be reached", async () => {
    await press("改：小雨是谁");
    const field = page.getByRole("form").getByRole("textbox");
    await field.fill("新的样子");
    await page.route("**/api/soul/*", (route) => route.abort());
    await press("存上");
    await told("连不上服务器，没有改动任何东西。连上后再试。");
    expect(await field.inputValue()).toBe("新的样子");
  });
});

describe("memories", () => {
  beforeEach(() => press("记忆"));

  it("are put aside and taken back, and say so", async () => {
    await openTab(page, "聊过的");
    await openTab(page, "最近");
    const row = page.locator("#entry-mid_1");
    await row.getByRole("button", { name: /^更多操作/ }).click();
    await row.getByRole("button", { name: "先放一边" }).click();
    await told("「面试那天」放一边了，说话时不会自己想起。");
    expect(scene.server.state.memory.asked.at(-1)).toEqual({
      what: "PUT episodes/mid_1",
      body: { archived: true },
    });
    await row.getByRole("button", { name: "拿回来" }).click();
    await told("「面试那天」拿回来了。");
    expect(scene.server.state.memory.asked.at(-1)?.body).toEqual({ archived: false });
  });

  it("belong together in a picture that is walked by keys, with a list for those who want one", async () => {
    await openTab(page, "详细");
    await openTab(page, "关系");
    const node = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}，`) });
    await node("你").focus();
    await page.keyboard.press("Enter");
    await page.getByText("你 · 同事 · 小周").waitFor();
    expect(await node("你").getAttribute("aria-pressed")).toBe("true");
    const reached = new Set<string>();
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
      await node("你").focus();
      await page.keyboard.press(key);
      reached.add((await page.evaluate(() => document.activeElement?.getAttribute("data-node"))) ?? "");
    }
    expect([...reached]).toEqual(expect.arrayContaining(["e_1", "火锅"]));
    const radius = () => page.locator("[data-node=e_1]").getAttribute("transform");
    const before = await radius();
    await page.keyboard.press("+");
    expect(await radius()).not.toBe(before);
    await page.keyboard.press("0");
    expect(await radius()).toBe(before);
    await press("看列表");
    await page.getByText("不喜欢 · 火锅").waitFor();
    expect(await page.locator(".graph").count()).toBe(0);
  });

  it("are dragged by hand without choosing what lies under it, and chosen by a plain click", async () => {
    await openTab(page, "详细");
    await openTab(page, "关系");
    const one = page.locator("[data-node=e_1]");
    const box = await one.boundingBox();
    if (box === null) throw new Error("not drawn");
    const before = await one.getAttribute("transform");
    await page.mouse.move(box.x + box.width / 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 40, { steps: 4 });
    await page.mouse.up();
    expect(await one.getAttribute("transform")).not.toBe(before);
    expect(await one.getAttribute("aria-pressed")).toBe("false");
    await press("看全图");
    await one.click();
    expect(await one.getAttribute("aria-pressed")).toBe("true");
  });
});

describe("on a phone", () => {
  it("is a view of its own in the bar, named after who it is, beside the memory", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole("navigation", { name: "主导航" });
    await bar.getByRole("link", { name: "她" }).click();
    await page.getByRole("heading", { level: 1, name: "小雨", exact: true }).waitFor();
    await page.getByRole("heading", { name: "接下来" }).waitFor();
    expect(await bar.getByRole("link", { name: "她" }).getAttribute("aria-current")).toBe("page");
    await bar.getByRole("link", { name: "记忆" }).click();
    await page.getByRole("heading", { level: 1, name: "小雨 · 记忆" }).waitFor();
    await page.getByRole("tab", { name: "关于你" }).waitFor();
    await bar.getByRole("link", { name: "聊天" }).click();
    await page.getByRole("textbox", { name: /^写给/ }).waitFor();
  });
});

describe("every view of the inner life", () => {
  for (const theme of ["light", "dark"] as const)
    for (const width of [360, 1280])
      it(`has no axe finding and nothing wider than the screen, ${theme}, ${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: theme });
        if (width < 760) await page.getByRole("link", { name: "她" }).click();
        const found: Record<string, string[]> = {};
        const look = async (name: string) => {
          found[name] = await findings(page);
          const wide = await page.locator(".tab-panel").evaluate((one) => one.scrollWidth - one.clientWidth);
          if (wide > 0) found[name]?.push(`${wide} pixels too wide`);
        };
        await press("定一个");
        await page.getByLabel("什么时候来").selectOption("lunar_yearly");
        await press("改：不打扰的时间");
        await look("now");
        await page.locator("#life-tab-bond").click();
        await press("换一个");
        await page.locator(".exactly summary").click();
        await look("bond");
        await page.locator("#life-tab-mood").click();
        await page.locator(".picture canvas").waitFor();
        await page.locator(".exactly summary").click();
        await look("mood");
        await page.locator("#life-tab-self").click();
        for (const one of await page.locator(".exactly summary").all()) await one.click();
        await press("改：小雨是谁");
        await look("self");
        await page.emulateMedia({ colorScheme: null });
        expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
      });
});
