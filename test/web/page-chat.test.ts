// The talk itself: what may be done with a message, manners of speaking, a long history, and what other windows do meanwhile.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import { baseTime } from "./support/base-time.ts";
import { openBrowser, openWindow } from "./support/browser.ts";
import { closeScene, openScene, type Scene } from "./support/faults-world.ts";
import { tell } from "./support/mock-chat.ts";
import { composer, findings, holdBack, mine, password, replied, say, theirs } from "./support/steps.ts";

let browser: Browser;
let scene: Scene;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  scene = await openScene(browser);
  page = scene.page;
});
afterAll(async () => {
  await closeScene(scene);
  await browser.close();
});

/** A talk of so many messages, the page opened on it anew. */
async function begin(messages: readonly Message[] = [], size = { width: 1280, height: 800 }): Promise<void> {
  const { state } = scene.server;
  Object.assign(state, { refusing: false, away: false, pace: 5, replies: [], bodies: [], faults: [] });
  state.deleted.clear();
  state.messages.set(scene.id, [...messages]);
  await page.evaluate(() => window.sessionStorage.clear());
  await page.setViewportSize(size);
  await page.goto(`${scene.server.url}/c/${scene.id}`);
  await composer(page).waitFor();
  if (messages.length > 0) await page.locator(".bubble").first().waitFor();
}

function said(at: number, role: Message["role"], content: string, more: Partial<Message> = {}): Message {
  return {
    message_id: `s${at}`,
    role,
    content,
    timestamp: baseTime - 9_000 + at * 60,
    topic_id: "t",
    ...more,
  };
}

/** One message an hour, oldest first. */
function hours(count: number): Message[] {
  return Array.from({ length: count }, (_, at) => ({
    message_id: `h${at}`,
    role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: `第 ${at} 句`,
    timestamp: baseTime - (count - at) * 3_600,
    topic_id: "t",
  }));
}

const turn = [
  said(0, "user", "明天带伞吗"),
  said(1, "assistant", "要带。", { reply_id: "r", answers: "s0" }),
  said(2, "assistant", "下午有雨。", { reply_id: "r", answers: "s0", finish: "stop" }),
];

const bubble = (id: string) => page.locator(`[data-message="${id}"]`);
const focused = () => page.evaluate(() => document.activeElement?.textContent);
const stored = () => (scene.server.state.messages.get(scene.id) ?? []).map((one) => one.content);

/** Opens the acts of a message as one does with a mouse. */
async function openActs(id: string): Promise<void> {
  await bubble(id).hover();
  await page.getByRole("button", { name: /^更多：/ }).click();
  await page.getByRole("toolbar", { name: "这一句" }).waitFor();
}

const act = (name: string) => page.getByRole("toolbar").getByRole("button", { name, exact: true });

describe("a message in hand", () => {
  beforeEach(() => begin(turn));

  it("is changed in its place, and says that it was", async () => {
    await openActs("s0");
    await act("改").click();
    const field = page.getByLabel("改这句话");
    expect(await field.inputValue()).toBe("明天带伞吗");
    await field.fill("后天带伞吗");
    await page.getByRole("button", { name: "存上", exact: true }).click();
    await mine(page, "后天带伞吗").waitFor();
    await page.getByText("改过").waitFor();
    expect(stored()[0]).toBe("后天带伞吗");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-message")))
      .toBe("s0");
  });

  it("stays as it was where the change is refused, and the written text stays too", async () => {
    scene.server.state.refusing = true;
    await openActs("s0");
    await act("改").click();
    await page.getByLabel("改这句话").fill("存不下的");
    await page.getByRole("button", { name: "存上", exact: true }).click();
    await page.getByText("没做成，原来的样子没有动。").waitFor();
    expect(await page.getByLabel("改这句话").inputValue()).toBe("存不下的");
    await page.keyboard.press("Escape");
    await mine(page, "明天带伞吗").waitFor();
  });

  it("is put down only where it is still the one in hand when its change is saved", async () => {
    const letThrough = await holdBack(page, "**/messages/s0", "PUT");
    await openActs("s0");
    await act("改").click();
    await page.getByLabel("改这句话").fill("后天带伞吗");
    await page.getByRole("button", { name: "存上", exact: true }).click();
    expect(await page.getByLabel("改这句话").isEditable()).toBe(false);
    await page.keyboard.press("Escape");
    await openActs("s2");
    await act("改").click();
    await page.getByLabel("改这句话").fill("下午有大雨");
    letThrough();
    await page.getByText("改好了").waitFor();
    expect(await page.getByLabel("改这句话").inputValue()).toBe("下午有大雨");
    await page.keyboard.type("。");
    expect(await page.getByLabel("改这句话").inputValue()).toBe("下午有大雨。");
  });

  it("is deleted only after it was said what goes, and comes back to its place", async () => {
    await openActs("s1");
    await act("删掉").click();
    await page.getByText("由它记下的事会重新整理").waitFor();
    expect(stored()).toHaveLength(3);
    await act("确定删掉").click();
    await bubble("s1").waitFor({ state: "detached" });
    expect(stored()).toEqual(["明天带伞吗", "下午有雨。"]);
    await page.getByRole("button", { name: "撤销" }).click();
    await bubble("s1").waitFor();
    expect(await page.locator(".bubble").allTextContents()).toEqual(["明天带伞吗", "要带。", "下午有雨。"]);
  });

  it("is copied", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await openActs("s2");
    await act("复制").click();
    await page.getByText("复制好了。").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("下午有雨。");
  });

  it("of the companion is said another way, and the wordings before it can be leafed through", async () => {
    await openActs("s2");
    await act("换个说法").click();
    await theirs(page).getByText("换个说法，第 2 种").waitFor();
    expect(await page.locator(".bubble").allTextContents()).toEqual(["明天带伞吗", "换个说法，第 2 种"]);
    await page.getByText("2/2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "看上一种说法" }).click();
    await page.getByText("先前的说法，TA 记得的是最后一种。").waitFor();
    expect(await theirs(page).allTextContents()).toEqual(["要带。", "下午有雨。"]);
    await page.getByRole("button", { name: "看下一种说法" }).click();
    expect(await theirs(page).allTextContents()).toEqual(["换个说法，第 2 种"]);
    await page.reload();
    await page.getByText("2/2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "看上一种说法" }).click();
    await page.getByRole("button", { name: "用这一种" }).click();
    await page.getByText("换成了这一种").waitFor();
    await theirs(page).getByText("下午有雨。").waitFor();
    await page.getByText("2/2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "撤销" }).click();
    await theirs(page).getByText("换个说法，第 2 种").waitFor();
    scene.server.state.refusing = true;
    await page.getByRole("button", { name: "看上一种说法" }).click();
    await page.getByRole("button", { name: "用这一种" }).click();
    await page.getByText("没做成，原来的样子没有动。").waitFor();
    scene.server.state.refusing = false;
  });

  it("keeps the answer that stands where another could not be given", async () => {
    scene.server.state.refusing = true;
    await openActs("s2");
    await act("换个说法").click();
    await page.getByText("这次没换成，原来的话还在。").waitFor();
    expect(await theirs(page).allTextContents()).toEqual(["要带。", "下午有雨。"]);
    expect(await page.locator(".redone").count()).toBe(0);
  });

  it("is reached and used with keys alone", async () => {
    await page.getByRole("log").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("要带。");
    expect(
      await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle),
    ).toBe("solid");
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("复制");
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe("要带。");
    expect(await page.getByRole("toolbar").count()).toBe(0);
    // Going on leaves the acts, and what an act takes away leaves the focus in the log.
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("复制");
    await act("删掉").focus();
    await page.keyboard.press("Tab");
    await expect.poll(() => page.getByRole("toolbar").count()).toBe(0);
    await bubble("s1").focus();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("复制");
    await act("删掉").focus();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("确定删掉");
    await page.keyboard.press("Enter");
    await bubble("s1").waitFor({ state: "detached" });
    await expect.poll(focused).toBe("下午有雨。");
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("复制");
    await act("换个说法").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("log");
  });
});

describe("read and not answered", () => {
  it("says why in the companion's words, also after a reload, and can be asked again", async () => {
    await begin();
    scene.server.state.faults.push("skip-said");
    await say(page, "在忙吗");
    await page.getByText("看到了，这会儿一时没顾上回。").waitFor();
    await page.reload();
    await page.getByText("看到了，这会儿一时没顾上回。").waitFor();
    await page.getByRole("button", { name: "再问一次" }).click();
    await replied(page);
    expect(await page.getByText("看到了，这会儿").count()).toBe(0);
    expect(await mine(page, "在忙吗").count()).toBe(1);
  });
});

describe("a manner of speaking", () => {
  it("plays a story, marks it on both sides, and keeps playing after a reload", async () => {
    await begin();
    await page.getByRole("button", { name: "剧情" }).click();
    await page.getByText("演的是故事").waitFor();
    await say(page, "推开旅店的门");
    await replied(page);
    expect(scene.server.state.bodies.at(-1)).toMatchObject({ scene: "story" });
    expect(await page.locator(".breath.story").count()).toBe(2);
    await page.reload();
    await mine(page, "推开旅店的门").waitFor();
    expect(await page.locator(".breath.story .flag", { hasText: "剧情" }).count()).toBe(2);
    expect(await page.getByRole("button", { name: "剧情" }).getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "剧情" }).click();
    await say(page, "好了，说正经的");
    await replied(page);
    expect(scene.server.state.bodies.at(-1)).not.toHaveProperty("scene");
    expect(await page.locator(".breath.story").count()).toBe(2);
  });

  it("speaks in private: marked, shown while the page stands, and left nowhere", async () => {
    await begin(turn);
    await page.getByRole("button", { name: "私下说" }).click();
    await composer(page).fill("只告诉你");
    expect(await page.evaluate(() => JSON.stringify(window.sessionStorage))).not.toContain("只告诉你");
    await composer(page).press("Enter");
    await replied(page);
    expect(scene.server.state.bodies.at(-1)).toMatchObject({ private: true });
    expect(await page.locator(".breath.private .bubble").allTextContents()).toEqual([
      "只告诉你",
      "听到了：只告诉你",
      "今晚早点睡。",
    ]);
    expect(stored()).toHaveLength(3);
    // What other windows do brings the log up to date, and takes nothing of it away.
    tell(scene.server.state, "resync", {});
    await page.getByRole("button", { name: "私下说" }).click();
    await say(page, "这句算数");
    await expect.poll(stored).toContain("今晚早点睡。");
    await replied(page);
    expect((await page.locator(".bubble").allTextContents()).join(" ")).toContain("只告诉你");
    expect((await page.locator(".contact .last").allTextContents()).join()).not.toContain("只告诉你");
    await page.reload();
    await mine(page, "这句算数").waitFor();
    expect((await page.locator(".bubble").allTextContents()).join()).not.toContain("只告诉你");
  });
});

describe("typing", () => {
  it("is told to the server now and then, not at every key, and its answer matters to nobody", async () => {
    await begin();
    const told = () => scene.server.state.requests.filter((one) => one.endsWith("/typing"));
    scene.server.state.requests.length = 0;
    await composer(page).pressSequentially("慢慢写几个字");
    await expect.poll(told).toHaveLength(1);
    await page.clock.runFor(6_000);
    await composer(page).pressSequentially("再写");
    await expect.poll(told).toHaveLength(2);
    scene.server.state.away = true;
    await page.clock.runFor(6_000);
    await composer(page).pressSequentially("一句");
    scene.server.state.away = false;
    expect(await composer(page).inputValue()).toBe("慢慢写几个字再写一句");
    expect(await page.locator(".problem").count()).toBe(0);
  });
});

describe("a long history", () => {
  const count = 3_000;

  it("is found, shown in its place, and left again for now", async () => {
    await begin(hours(count));
    await page.getByRole("button", { name: "翻聊天记录" }).click();
    await page.getByRole("searchbox").fill("第 77 句");
    await page.getByRole("searchbox").press("Enter");
    await page.getByText("找到 1 句").waitFor();
    await page.locator(".hits button").click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-message")))
      .toBe("h77");
    await expect(page.locator(".bubble.found").textContent()).resolves.toBe("第 77 句");
    expect(await bubble("h76").count()).toBe(1);
    expect(await bubble("h78").count()).toBe(1);
    await page.getByRole("button", { name: "回到最新" }).click();
    await bubble(`h${count - 1}`).waitFor();
    await expect
      .poll(() =>
        page.getByRole("log").evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight),
      )
      .toBeLessThan(2);
    await page.locator(".hits button").click();
    await bubble("h77").waitFor();
    await page.getByRole("link", { name: /^老岳/ }).click();
    await page.getByRole("heading", { level: 1, name: "老岳" }).waitFor();
    await page.goBack();
    await bubble(`h${count - 1}`).waitFor();
    expect(await bubble("h77").count()).toBe(0);
    await page.getByRole("button", { name: "翻聊天记录" }).click();
    await page.getByRole("searchbox").fill("没有说过的话");
    await page.getByRole("searchbox").press("Enter");
    await page.getByText("没有找到").waitFor();
  });

  it("opens at a day, at the next one where nothing was said, and at its beginning", async () => {
    const start = Date.UTC(2026, 0, 10, 4) / 1000;
    const days = [0, 1, 5].map((day, at) =>
      said(at, "user", `第 ${day} 天`, { timestamp: start + day * 86_400 }),
    );
    await begin([...days, ...hours(300)]);
    const go = async (date: string) => {
      await page.getByLabel("日期").fill(date);
      await page.getByRole("button", { name: "到这一天" }).click();
    };
    await page.getByRole("button", { name: "翻聊天记录" }).click();
    await go("2026-01-11");
    await expect.poll(() => page.locator(".bubble.found").textContent()).toBe("第 1 天");
    await go("2026-01-13");
    await page.getByText("那天没有说过话，这里是之后最近的一句。").waitFor();
    expect(await page.locator(".bubble.found").textContent()).toBe("第 5 天");
    await page.getByRole("button", { name: "去年今天" }).click();
    await page.getByText("那时还不认识，这里是最早的几句。").waitFor();
    expect(await page.locator(".bubble.found").textContent()).toBe("第 0 天");
  });

  it("holds a stretch of itself, whatever way one goes through it, without a gap or a double", async () => {
    await begin(hours(count));
    const view = page.getByRole("log");
    const seen = async () => {
      const ids = await page
        .locator("[data-message]")
        .evaluateAll((all) => all.map((one) => one.getAttribute("data-message") ?? ""));
      return ids.map((id) => Number(id.slice(1)));
    };
    const isStretch = (ids: number[]) => ids.every((id, at) => at === 0 || id === (ids[at - 1] ?? 0) + 1);
    for (let round = 0; round < 14; round += 1) {
      const before = (await seen())[0];
      await view.evaluate((one) => {
        one.scrollTop = 0;
      });
      await expect.poll(async () => (await seen())[0]).not.toBe(before);
    }
    const past = await seen();
    expect(isStretch(past)).toBe(true);
    expect(past.length).toBeLessThanOrEqual(240);
    expect(past.at(-1)).toBeLessThan(count - 300);
    // What comes meanwhile is counted, and breaks no gap into what is read.
    tell(scene.server.state, "message", {
      user_id: scene.id,
      message: said(9_000, "assistant", "刚刚说的", { message_id: "now1", timestamp: baseTime }),
    });
    await page.getByRole("button", { name: "回到最新 · 1 条新的" }).waitFor();
    const last = (await seen()).at(-1) ?? 0;
    await view.evaluate((one) => {
      one.scrollTop = one.scrollHeight;
    });
    await expect.poll(async () => (await seen()).at(-1) ?? 0).toBeGreaterThan(last);
    expect(isStretch(await seen())).toBe(true);
    await say(page, "从前翻完了");
    await replied(page);
    expect((await mine(page, "从前翻完了").boundingBox())?.y).toBeLessThan(800);
    expect(await bubble(`h${count - 1}`).count()).toBe(1);
  });

  it("keeps what one reads where it is while pages come in on both sides", async () => {
    await begin(hours(count));
    await page.getByRole("button", { name: "翻聊天记录" }).click();
    await page.getByRole("searchbox").fill("第 1500 句");
    await page.getByRole("searchbox").press("Enter");
    await page.locator(".hits button").click();
    await bubble("h1500").waitFor();
    await page.getByRole("button", { name: "关上" }).click();
    const place = async (id: string) => Math.round((await bubble(id).boundingBox())?.y ?? Number.NaN);
    const view = page.getByRole("log");
    for (const side of ["before", "after"]) {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const path = `**/messages?${side}=*`;
      await page.route(path, async (route) => {
        await held;
        await route.continue();
      });
      const loaded = page.waitForResponse(path);
      await view.evaluate((one, to) => {
        one.scrollTop = to === "before" ? 200 : one.scrollHeight - one.clientHeight - 200;
      }, side);
      const id = await view.evaluate((one) => {
        const top = one.getBoundingClientRect().top + 60;
        const all = [...one.querySelectorAll<HTMLElement>("[data-message]")];
        return all.find((each) => each.getBoundingClientRect().top > top)?.dataset.message ?? "";
      });
      const [before, count] = [await place(id), await page.locator("[data-message]").count()];
      release();
      await loaded;
      await expect.poll(() => page.locator("[data-message]").count()).toBeGreaterThan(count);
      expect(Math.abs((await place(id)) - before), side).toBeLessThan(2);
      await page.unroute(path);
    }
  });

  it("is opened at the words that prove a memory, however long ago they were said", async () => {
    await begin([
      ...hours(count),
      said(0, "assistant", "想起来了", {
        timestamp: baseTime,
        finish: "stop",
        recalled: [{ type: "message", id: "h5", date: "2026-07-28", text: "第 5 句", message_ids: ["h5"] }],
      }),
    ]);
    await page.locator(".chip").click();
    await page.locator(".recalled-card .proof").click();
    await page.locator(".quotes").getByRole("button", { name: "到聊天里看" }).click();
    await expect.poll(() => page.locator(".bubble.found").textContent()).toBe("第 5 句");
    await page.getByRole("button", { name: "回到最新" }).click();
    await bubble("s0").waitFor();
  });

  it("says that it could not be searched, and nothing else changes", async () => {
    await begin(turn);
    await page.getByRole("button", { name: "翻聊天记录" }).click();
    await page.getByRole("searchbox").fill("伞");
    scene.server.state.away = true;
    await page.getByRole("searchbox").press("Enter");
    await page.getByText("没读出来。存着的东西都没有动").waitFor();
    scene.server.state.away = false;
    expect(await page.locator(".bubble").count()).toBe(3);
    await page.getByRole("searchbox").press("Escape");
    expect(await page.getByRole("searchbox").count()).toBe(0);
  });
});

describe("another window", () => {
  it("edits, deletes, brings back and rewords, and this one follows", async () => {
    await begin(turn);
    const other = await openWindow(browser);
    try {
      await other.page.goto(scene.server.url);
      await other.page.getByLabel("用户名").fill("amu");
      await other.page.getByLabel("密码").fill(password);
      await other.page.locator("form").getByRole("button", { name: "登录" }).click();
      await other.page.getByRole("navigation").first().waitFor();
      await other.page.goto(`${scene.server.url}/c/${scene.id}`);
      const theirBubble = (id: string) => other.page.locator(`[data-message="${id}"]`);
      await theirBubble("s0").waitFor();
      await expect.poll(() => scene.server.state.listeners.size).toBeGreaterThan(1);
      await openActs("s0");
      await act("改").click();
      await page.getByLabel("改这句话").fill("改过的");
      await page.getByRole("button", { name: "存上", exact: true }).click();
      await theirBubble("s0").getByText("改过的").waitFor();
      await openActs("s0");
      await act("删掉").click();
      await act("确定删掉").click();
      await theirBubble("s0").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "撤销" }).click();
      await theirBubble("s0").waitFor();
      await openActs("s2");
      await act("换个说法").click();
      await theirs(other.page).getByText("换个说法，第 2 种").waitFor();
      await expect
        .poll(() => other.page.locator(".bubble").allTextContents())
        .toEqual(["改过的", "换个说法，第 2 种"]);
    } finally {
      await other.close();
    }
  });

  it("deletes the companion: what was not sent yet can be taken along", async () => {
    await begin(turn);
    await composer(page).fill("还没发的话");
    const { state } = scene.server;
    const at = state.companions.findIndex((one) => one.user_id === scene.id);
    const [gone] = state.companions.splice(at, 1);
    tell(state, "memory-change", { document: "config", entry_id: "", kind: "removed", user_id: scene.id });
    await page.getByText("TA 不在这里了").waitFor();
    expect(await page.getByLabel("你还没发出去的话在这里").inputValue()).toBe("还没发的话");
    if (gone !== undefined) state.companions.push(gone);
  });
});

describe("what goes wrong", () => {
  it("goes on after the access token ran out in the middle of a reply, and nothing is doubled", async () => {
    await begin();
    const { state } = scene.server;
    state.faults.push("cut-after-saved");
    state.tokens.clear();
    state.requests.length = 0;
    const cut = page.waitForEvent("requestfailed", { predicate: (one) => one.url().endsWith("/chat") });
    await say(page, "正说着");
    // It stands on the page before it is on its way: only once the server has it the first renewal is over.
    await expect.poll(stored).toContain("正说着");
    state.tokens.clear();
    await cut.catch(() => undefined);
    // The page hears of the cut in its own time, and waits a little from then on.
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return theirs(page).count();
      })
      .toBe(2);
    await replied(page);
    expect(state.requests.filter((one) => one === "POST /api/auth/refresh").length).toBeGreaterThanOrEqual(1);
    expect(stored().filter((one) => one === "正说着")).toHaveLength(1);
    expect(await mine(page, "正说着").count()).toBe(1);
    expect(await theirs(page).count()).toBe(2);
  });

  it("takes two megabytes from the clipboard, says how much is too much, and hears the next key", async () => {
    await begin();
    await composer(page).focus();
    await page.evaluate(() => {
      const text = "长".repeat(1_000_000) + "a".repeat(1_000_000);
      document.execCommand("insertText", false, text);
    });
    await page.getByText("超出 1984000 个字符").waitFor();
    await composer(page).press("Enter");
    expect(scene.server.state.bodies).toEqual([]);
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await page.getByText("超出 1983999 个字符").waitFor();
    await composer(page).fill("");
  });

  it("says so where the browser has no room for the draft, and sends all the same", async () => {
    await begin();
    await page.evaluate(() => {
      let size = 4 * 1024 * 1024;
      for (let at = 0; size > 0; at += 1) {
        try {
          window.sessionStorage.setItem(`full${at}`, "x".repeat(size));
        } catch {
          size = Math.floor(size / 2);
        }
      }
    });
    await composer(page).fill("装不下的草稿");
    await page.getByText("这台设备存不下草稿了").waitFor();
    await composer(page).press("Enter");
    await replied(page);
    expect(stored()).toContain("装不下的草稿");
    await page.evaluate(() => window.sessionStorage.clear());
  });
});

describe("a reminder", () => {
  it("is asked for on a click, and comes for a beat while nobody looks", async () => {
    await page.context().grantPermissions(["notifications"]);
    await page.addInitScript(() => {
      const shown: string[] = [];
      class Shown extends EventTarget {
        static permission = "default";
        static async requestPermission() {
          Shown.permission = "granted";
          return "granted";
        }
        constructor(title: string, options: { body: string }) {
          super();
          shown.push(`${title}｜${options.body}`);
        }
        close() {}
      }
      Object.assign(window, { Notification: Shown, shown });
    });
    await begin(turn);
    const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
    const beat = (id: string, content: string) =>
      tell(scene.server.state, "bubble", {
        user_id: scene.id,
        message_id: id,
        index: 0,
        content,
        delay_ms: 0,
        timestamp: baseTime + 90,
      });
    await page.getByRole("button", { name: "有新话时提醒我" }).click();
    await page.getByRole("button", { name: "不再提醒" }).waitFor();
    beat("beat1", "正看着呢");
    await bubble("beat1").waitFor();
    expect(await shown()).toEqual([]);
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    });
    beat("beat2", "到家了吗");
    await expect.poll(shown).toEqual(["小雨｜到家了吗"]);
    expect(await page.title()).toContain("(1)");
    await page.getByRole("button", { name: "不再提醒" }).click();
    beat("beat3", "晚安");
    await bubble("beat3").waitFor();
    expect(await shown()).toHaveLength(1);
  });
});

describe("for everybody", () => {
  afterEach(() => page.emulateMedia({ colorScheme: "light" }));

  it.each(["light", "dark"] as const)(
    "axe finds nothing in the open talk, its acts and its past: %s",
    async (theme) => {
      await page.emulateMedia({ colorScheme: theme });
      await begin([
        ...turn,
        said(
          3,
          "user",
          "```js\nconst a = 1;\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- 一\n- **二** [链接](https://a.example)",
        ),
        said(4, "user", "在演戏", { scene: "story" }),
        said(5, "assistant", "好", {
          reply_id: "v",
          finish: "stop",
          versions: [{ at: baseTime, contents: ["不好"] }],
        }),
      ]);
      await page.locator(".rich").waitFor();
      expect(await findings(page)).toEqual([]);
      await openActs("s5");
      await page.getByRole("button", { name: "翻聊天记录" }).click();
      await page.getByRole("searchbox").fill("伞");
      await page.getByRole("searchbox").press("Enter");
      await page.locator(".hits button").first().waitFor();
      await page.getByRole("button", { name: "私下说" }).click();
      expect(await findings(page)).toEqual([]);
      await bubble("s5").focus();
      await page.keyboard.press("Enter");
      await act("删掉").click();
      expect(await findings(page)).toEqual([]);
    },
  );

  it("nothing is wider than a phone, and a finger opens the acts", async () => {
    await begin([...turn, said(3, "user", `\`\`\`\n${"x".repeat(400)}\n\`\`\``)], {
      width: 360,
      height: 720,
    });
    await page.locator(".rich pre").waitFor();
    await bubble("s1").dispatchEvent("click", { pointerType: "touch", bubbles: true });
    await bubble("s1").evaluate((one) =>
      one.dispatchEvent(new PointerEvent("click", { pointerType: "touch", bubbles: true })),
    );
    await page.getByRole("toolbar").waitFor();
    await page.getByRole("button", { name: "翻聊天记录" }).click();
    await page.getByRole("searchbox").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(scene.window.complaints.filter((one) => !/Failed to load|ERR_|status of/.test(one))).toEqual([]);
  });
});
