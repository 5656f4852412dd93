// Me, on the real house: what is changed there is changed on the server, what goes is named first, and what fails says what is safe.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { meSections } from "../../web/route.ts";
import { openWindow } from "./support/browser.ts";
import { openRealHouse, type RealHouse } from "./support/real-house.ts";
import { findings, password } from "./support/steps.ts";

let house: RealHouse;
let page: Page;

beforeAll(async () => {
  house = await openRealHouse("page-me");
  page = house.page;
  await house.make("小雨");
  await page.goto(`${house.url}/me`);
});

afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

afterAll(() => house?.close());

const form = (name: string): Locator => page.getByRole("form", { name });
const said = (text: string | RegExp): Locator => page.locator(".act-line").getByText(text);

describe("the list", () => {
  it("leads to each part and back to where one was, also with the keyboard", async () => {
    await page.goto(`${house.url}/me`);
    await page.getByRole("link", { name: /^花费/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "花费" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.getByRole("link", { name: "回到「我」" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("me-cost");
  });

  it("opens each part by its address, and the list for one that there is not", async () => {
    for (const section of meSections) {
      await house.open(section);
      expect(await page.locator(".me-section h1").count()).toBe(1);
    }
    await page.goto(`${house.url}/me/nowhere`);
    await page.getByRole("heading", { level: 1, name: "我" }).waitFor();
  });
});

describe("the account", () => {
  it("keeps what one is called and says of oneself", async () => {
    await house.open("account");
    await page.getByLabel("怎么称呼你").fill("阿木");
    await page.getByLabel("关于我").fill("住在海边。");
    await form("你是谁").getByRole("button", { name: "存上" }).click();
    await said("存上了。").waitFor();
    const { user } = await house.read<{ user: Record<string, unknown> }>("/api/auth/user");
    expect(user).toMatchObject({ display_name: "阿木", about_me: "住在海边。" });
  });

  it("says at the field that there is no such time zone, and keeps the old one", async () => {
    await house.open("account");
    await page.getByLabel("时区", { exact: true }).fill("Mond/Krater");
    await form("你是谁").getByRole("button", { name: "存上" }).click();
    await page.locator("#me-zone-wrong").getByText("没有这样一个时区。").waitFor();
    await page.getByRole("button", { name: /^用这台设备的/ }).click();
    expect(await page.getByLabel("时区", { exact: true }).inputValue()).toBe("Asia/Shanghai");
    const { user } = await house.read<{ user: { time_zone: string } }>("/api/auth/user");
    expect(user.time_zone).toBe("Asia/Shanghai");
  });

  it("keeps quiet hours, refuses such as begin and end at once, and takes them away again", async () => {
    await house.open("account");
    const kept = async () =>
      (await house.read<{ user: { quiet_hours: unknown } }>("/api/auth/user")).user.quiet_hours;
    await page.getByLabel("这段时间不打扰").check();
    await page.getByLabel("从", { exact: true }).fill("08:00");
    await form("作息").getByRole("button", { name: "存上" }).click();
    await said("开始和结束不能是同一刻。").waitFor();
    expect(await kept()).toBeNull();
    await page.getByLabel("从", { exact: true }).fill("22:30");
    await form("作息").getByRole("button", { name: "存上" }).click();
    await said("存上了。").waitFor();
    expect(await kept()).toEqual({ from: "22:30", to: "08:00" });
    await page.getByLabel("这段时间不打扰").uncheck();
    await form("作息").getByRole("button", { name: "存上" }).click();
    await expect.poll(kept).toBeNull();
  });

  it("sets how all companions answer, and tells where they differ", async () => {
    const user_id = await house.idOf("小雨");
    const other = await house.make("小满");
    await house.call("PUT", `/api/ai-users/${user_id}`, { pacing: "human" });
    await house.call("PUT", `/api/ai-users/${other}`, { pacing: "instant" });
    await house.open("account");
    await page.getByText("现在每一位不一样").waitFor();
    // What was chosen is seen while it is saved, also when the page is drawn again meanwhile.
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((go) => {
      letThrough = go;
    });
    await page.route("**/api/ai-users/*", async (route) => {
      await held;
      await route.continue();
    });
    const together = page.getByRole("radio", { name: "写好就一起到" });
    await together.check();
    await page.getByLabel("这段时间不打扰").check();
    expect(await together.isChecked()).toBe(true);
    letThrough();
    await said("改好了，下一句起就这样。").waitFor();
    expect((await house.read<{ pacing: string }>(`/api/ai-users/${user_id}`)).pacing).toBe("instant");
    await house.call("DELETE", `/api/ai-users/${other}?forever=true`);
  });

  it("changes the password only for who knows the one of now", async () => {
    await house.open("account");
    const change = form("换密码").getByRole("button", { name: "换密码" });
    await page.getByLabel("现在的密码").fill("wrong horse 42");
    await page.getByLabel("新密码").fill("short");
    await change.click();
    await page.getByText("密码至少要 8 个字符。").waitFor();
    await page.getByLabel("新密码").fill(`${password} new`);
    await change.click();
    await page.getByText("现在的密码不对，没有换。").waitFor();
    await page.getByLabel("现在的密码").fill(password);
    await change.click();
    await said("密码换好了。别的设备都已退出登录。").waitFor();
    expect((await house.call("GET", "/api/auth/user")).status).toBe(401);
    await page.getByLabel("现在的密码").fill(`${password} new`);
    await page.getByLabel("新密码").fill(password);
    await change.click();
    await said("密码换好了。").waitFor();
    await house.signIn();
  });
});

describe("keys", () => {
  it("are made for some companions and deeds, shown once, and locked out when taken back", async () => {
    const user_id = await house.idOf("小雨");
    await house.open("keys");
    const made = form("做一把钥匙").getByRole("button", { name: "做一把钥匙" });
    await made.click();
    await page.locator("#key-name-wrong").getByText("这一栏还空着。").waitFor();
    await page.getByLabel("给谁用").fill("机器人");
    await page.getByLabel("说：替你发消息").uncheck();
    await page.getByLabel("只限这几位").check();
    await made.click();
    await page.getByText("至少选一位。").waitFor();
    await page.getByLabel("小雨", { exact: true }).check();
    await made.click();
    const secret = page.getByRole("textbox", { name: "机器人" });
    const key = await secret.inputValue();
    expect(await (await house.call("GET", `/api/ai-users/${user_id}`, undefined, key)).json()).toMatchObject({
      name: "小雨",
    });
    expect((await house.call("POST", `/api/ai-users/${user_id}/chat`, { content: "x" }, key)).status).toBe(
      403,
    );
    await page.getByRole("button", { name: "收好了" }).click();
    await page.reload();
    await page.locator(".me-rows").getByText("机器人").waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole("button", { name: "收回 · 机器人" }).click();
    await page.getByRole("button", { name: "收回", exact: true }).click();
    await said("「机器人」收回了。").waitFor();
    // Its row is gone, and the keys go on from the title.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("钥匙（API）");
    expect((await house.call("GET", `/api/ai-users/${user_id}`, undefined, key)).status).toBe(401);
  });
});

describe("sessions", () => {
  it("mark this one, and sign out one other or all of them", async () => {
    const other = await house.signIn();
    await house.open("sessions");
    await page.locator(".me-rows > li").filter({ hasText: "就是这里" }).waitFor();
    const before = await page.locator(".me-rows > li").count();
    await page
      .getByRole("button", { name: /^让它退出/ })
      .first()
      .click();
    await said("已经退出。").waitFor();
    await expect.poll(() => page.locator(".me-rows > li").count()).toBe(before - 1);
    await page.getByRole("button", { name: "除了这里，全都退出" }).click();
    await page.getByRole("button", { name: "让它退出", exact: true }).last().click();
    await page.getByText("只有这里登录着。").waitFor();
    expect((await house.call("GET", "/api/auth/user", undefined, other)).status).toBe(401);
    await house.signIn();
  });
});

describe("deleted companions", () => {
  it("come back with all they had", async () => {
    const id = await house.make("旧友");
    await house.call("DELETE", `/api/ai-users/${id}`);
    await house.open("trash");
    await page.getByText("今天删的 · 还能留 30 天").waitFor();
    await page.getByRole("button", { name: "请回来 · 旧友" }).click();
    await said("旧友回来了。").waitFor();
    await page.getByText("这里是空的。").waitFor();
    await page.locator(".contact").filter({ hasText: "旧友" }).waitFor();
  });

  it("go for good only after it was said what goes, and Escape leaves it", async () => {
    await house.call("DELETE", `/api/ai-users/${await house.idOf("旧友")}`);
    await house.open("trash");
    await page.getByRole("button", { name: "永远删掉 · 旧友" }).click();
    await page.getByText("聊过的每一句、记得的每一件事").waitFor();
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("永远删掉 · 旧友");
    await page.getByRole("button", { name: "永远删掉 · 旧友" }).click();
    await page.getByRole("button", { name: "永远删掉", exact: true }).click();
    await said("旧友已经永远删掉。").waitFor();
    expect(await house.read("/api/ai-users?trashed=true")).toEqual({ ai_users: [] });
  });
});

describe("notices", () => {
  it("want their fields, are tried where they go, and tell why they did not arrive", async () => {
    const heard: string[] = [];
    const service = createServer((request, response) => {
      request.on("data", (piece) => heard.push(String(piece)));
      request.on("end", () => {
        response.statusCode = heard.length > 1 ? 200 : 503;
        response.end();
      });
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    await house.open("notify");
    await page.getByLabel("发到哪里").selectOption("webhook");
    await page.getByRole("button", { name: "试发一条" }).click();
    await page.getByText("这一栏还空着。").waitFor();
    await page.getByLabel("网址").fill("no address");
    await page.getByRole("button", { name: "试发一条" }).click();
    await said("填的这些对不上那边要的样子，没有发。").waitFor();
    await page.getByLabel("网址").fill(`http://127.0.0.1:${(service.address() as AddressInfo).port}/hook`);
    await page.getByRole("button", { name: "试发一条" }).click();
    await said("对方不收，回了 503。").waitFor();
    await page.getByRole("button", { name: "试发一条" }).click();
    await said("发出去了。").waitFor();
    await page.getByRole("button", { name: "存上" }).click();
    await said("存上了。").waitFor();
    expect((await house.read<{ user: { notify: unknown } }>("/api/auth/user")).user.notify).toMatchObject({
      kind: "webhook",
    });
    await page.getByLabel("发到哪里").selectOption("none");
    await page.getByRole("button", { name: "存上" }).click();
    await expect
      .poll(async () => (await house.read<{ user: { notify: unknown } }>("/api/auth/user")).user.notify)
      .toBeNull();
    await new Promise((resolve) => service.close(resolve));
  });
});

describe("backups", () => {
  it("are made now, and listed with their age", async () => {
    await house.open("backups");
    await page.getByText("还没有备份。").waitFor();
    await page.getByRole("button", { name: "现在存一份" }).click();
    await said(/^存好了，也核对过了：/).waitFor();
    await page.getByText("最近一份是刚刚存的").waitFor();
    await expect.poll(() => page.locator(".me-rows > li").count()).toBe(1);
  });
});

describe("a part of Me", () => {
  it.each(["cost", "keys", "sessions", "trash", "invites", "backups"])(
    "says what happened where it cannot be read, and reads it again: %s",
    async (section) => {
      await page.route(
        /\/api\/(usage|auth\/keys|auth\/sessions|ai-users\?trashed|auth\/invites|backups)/,
        (route) => route.fulfill({ status: 500, body: "{}" }),
      );
      await house.open(section);
      await page
        .locator(".me-section .trouble")
        .getByText("没读出来。存着的东西都没有动，再试一次就好。")
        .waitFor();
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.locator(".me-section").getByRole("button", { name: "再试一次" }).click();
      await page.locator(".me-section .trouble").waitFor({ state: "detached" });
    },
  );

  it("keeps what was typed where the server goes away, and says that nothing was changed", async () => {
    await house.open("account");
    await page.getByLabel("怎么称呼你").fill("阿木木");
    await page.route("**/api/auth/user", (route) => route.abort());
    await form("你是谁").getByRole("button", { name: "存上" }).click();
    await said("连不上服务器，什么都没有改。连上后再试。").waitFor();
    expect(await page.getByLabel("怎么称呼你").inputValue()).toBe("阿木木");
  });

  for (const colorScheme of ["light", "dark"] as const) {
    it(`has no axe finding, and is never wider than the screen, ${colorScheme}`, async () => {
      await house.call("DELETE", `/api/ai-users/${await house.make("过客")}`);
      await house.call("POST", "/api/auth/keys", { name: "x", scopes: ["read"], ai_users: null });
      await page.emulateMedia({ colorScheme });
      const found: Record<string, unknown> = {};
      for (const section of ["", ...meSections.filter((one) => one !== "models")]) {
        await page.goto(`${house.url}/me/${section}`);
        await page.locator(".pane h1").waitFor();
        await page.locator(".me-section .shape").first().waitFor({ state: "detached" });
        await page.setViewportSize({ width: 360, height: 800 });
        found[section] = await findings(page);
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          if (wide > width) found[section] = [`${wide} pixels wide`];
        }
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
      expect(Object.entries(found).filter(([, list]) => (list as string[]).length > 0)).toEqual([]);
    });
  }
});

describe("an invite and the end of an account", () => {
  it("lets one person in, who sees nothing of the house, takes everything out and goes for good", async () => {
    await house.open("invites");
    const write = page.getByRole("button", { name: "写一张邀请" });
    const leftOf = async (one: typeof write) => Math.round((await one.boundingBox())?.x ?? Number.NaN);
    expect(await leftOf(write)).toBe(await leftOf(page.getByRole("heading", { level: 1 })));
    await write.click();
    const invite = await page.getByRole("textbox", { name: "邀请码写好了" }).inputValue();
    const body = { username: "ben", password, invite, client: "program", language: "zh" };
    expect((await house.call("POST", "/api/auth/register", body)).status).toBe(201);
    await page.reload();
    await page.getByText("没有还能用的邀请码。").waitFor();
    const his = await openWindow(house.browser);
    const { page: window } = his;
    await window.goto(house.url);
    await window.getByLabel("用户名").fill("ben");
    await window.getByLabel("密码", { exact: true }).fill(password);
    await window.locator("form").getByRole("button", { name: "登录" }).click();
    await window.getByRole("navigation").first().waitFor();
    await window.goto(`${house.url}/me`);
    await window.getByRole("link", { name: /^账号/ }).waitFor();
    expect(await window.getByRole("link", { name: /^(模型|邀请|备份)/ }).count()).toBe(0);
    await window.goto(`${house.url}/me/backups`);
    await window.getByText("这一页只有管理员能看。").waitFor();
    await window.goto(`${house.url}/me/account`);
    await window.getByRole("button", { name: "删掉账号…" }).click();
    await window.getByRole("link", { name: "先把一切带出去" }).waitFor();
    await window.getByLabel(/^想好了/).fill("benn");
    await window.getByRole("button", { name: "删掉我的账号" }).click();
    await window.getByText("和你的用户名不一样，没有删。").waitFor();
    expect((await house.call("POST", "/api/auth/login", { ...body, invite: undefined })).status).toBe(200);
    await window.getByLabel(/^想好了/).fill("ben");
    await window.getByRole("button", { name: "删掉我的账号" }).click();
    await window.getByRole("heading", { level: 1, name: "登录" }).waitFor();
    expect((await house.call("POST", "/api/auth/login", { ...body, invite: undefined })).status).toBe(401);
    expect(his.complaints.filter((one) => !/status of 40[19]/.test(one))).toEqual([]);
    await his.close();
  });

  it("of the only admin is refused while others live here, and nothing is touched", async () => {
    const made = await house.call("POST", "/api/auth/invites", {});
    const { invite } = (await made.json()) as { invite: string };
    await house.call("POST", "/api/auth/register", { username: "cleo", password, invite, client: "program" });
    await house.open("account");
    await page.getByRole("button", { name: "删掉账号…" }).click();
    await page.getByText("小雨：聊过的每一句、记得的每一件事").waitFor();
    await page.getByLabel(/^想好了/).fill("amu");
    await page.getByRole("button", { name: "删掉我的账号" }).click();
    await page.getByText("你是唯一的管理员，这里还住着别人").waitFor();
    expect((await house.call("GET", "/api/auth/user")).status).toBe(200);
  });
});

describe("the browser", () => {
  it("had nothing to complain of but the refusals that were asked for", () => {
    expect(house.window.complaints.filter((one) => !/Failed to load resource/.test(one))).toEqual([]);
  });
});
