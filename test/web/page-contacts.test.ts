// The contact list and a companion's own page: found, told apart, changed, taken along, put away, brought back, moved to the trash.
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  afterSave,
  type Companion,
  changesOf,
  draftOf,
  faultOf,
  isDraft,
  roughTokens,
} from "../../web/companion-edit.ts";
import { loadSearch } from "../../web/contact-search.ts";
import { fileNameOf } from "../../web/save-file.ts";
import type { AiUser } from "../../web/shapes.ts";
import { remember, tell } from "./support/mock-chat.ts";
import type { MockServer } from "./support/mock-server.ts";
import { mockWindows } from "./support/mock-windows.ts";
import { findings, holdBack, invite, register } from "./support/steps.ts";

function somebody(user_id: string, name: string, last = ""): AiUser {
  return {
    user_id,
    name,
    language: "zh",
    bond: { kind: "朋友" },
    level: "一般",
    last_message: last === "" ? null : { content: last, timestamp: 1, role: "user" },
  };
}

describe("the search", () => {
  const people = [
    somebody("a", "小雨", "明天去看海"),
    somebody("b", "Mira", "the bookbinder's glue"),
    somebody("c", "老岳", "火锅还是烧烤"),
  ];

  it.each([
    ["小雨", "a"],
    ["mirra", "b"],
    ["ＭＩＲＡ", "b"],
    ["看海", "a"],
    ["bookbinder", "b"],
    ["烧烤", "c"],
  ])("finds by name or by half a sentence: %s", async (text, id) => {
    const find = await loadSearch(() => "朋友");
    expect(find(text, people)[0]?.user_id).toBe(id);
  });

  it("forgives a slip only where nobody is called so", async () => {
    const find = await loadSearch(() => "朋友");
    const many = ["Companion 14", "Companion 3", "Companion 41"].map((name) => somebody(name, name));
    expect(find("companion 14", many).map(({ name }) => name)).toEqual(["Companion 14"]);
    expect(find("compannion 14", many)[0]?.name).toBe("Companion 14");
  });

  it("finds a name that was written in wide letters", async () => {
    const find = await loadSearch(() => "朋友");
    expect(find("dora", [...people, somebody("d", "ＤＯＲＡ")])[0]?.user_id).toBe("d");
  });

  it("finds nobody for what nobody said, and all for nothing", async () => {
    const find = await loadSearch(() => "朋友");
    expect(find("量子力学的历史", people)).toEqual([]);
    expect(find("  ", people)).toEqual(people);
  });

  it("finds by what two are to each other, in the words of the page", async () => {
    const find = await loadSearch(({ user_id }) => (user_id === "c" ? "家人" : "朋友"));
    expect(find("家人", people).map(({ user_id }) => user_id)).toEqual(["c"]);
  });
});

describe("a companion's page", () => {
  const companion: Companion = {
    ...somebody("a", "小雨"),
    base_soul: "你是小雨。",
    scenario: "",
    reminder: "",
    examples: [{ user: "在吗", assistant: "在" }],
    greetings: ["来啦"],
    style: { voice: "轻", emoji: "few", own_field: 1 },
  };

  it("sends only what was changed, and keeps what it does not know", () => {
    const draft = draftOf(companion);
    expect(changesOf(companion, draft)).toEqual({});
    expect(changesOf(companion, { ...draft, scenario: "  " })).toEqual({});
    expect(changesOf(companion, { ...draft, emoji: "none" })).toEqual({
      style: { voice: "轻", emoji: "none", own_field: 1 },
    });
    expect(changesOf(companion, { ...draft, emoji: "", voice: "" })).toEqual({ style: { own_field: 1 } });
    expect(changesOf(companion, { ...draft, replies: "level", colder: "yes" })).toEqual({
      reply_policy: "level",
      allow_cold: true,
    });
  });

  it("leaves out empty lines, and refuses half an example", () => {
    const draft = draftOf(companion);
    const lines = {
      ...draft,
      greetings: ["来啦", " "],
      examples: [...draft.examples, { user: "", assistant: " " }],
    };
    expect(faultOf(lines)).toBeNull();
    expect(changesOf(companion, lines)).toEqual({});
    const half = { ...draft, examples: [...draft.examples, { user: "你好", assistant: "" }] };
    expect(faultOf(half)).toEqual({ at: "example", index: 1 });
    expect(faultOf({ ...draft, name: " " })).toEqual({ at: "name" });
  });

  it("keeps, after a save, what was typed while it was on its way", () => {
    const sent = { ...draftOf(companion), scenario: "雨夜 ", voice: "轻轻的" };
    const typed = { ...sent, voice: "轻轻的，慢慢的", greetings: ["来啦", "下雨了"] };
    const saved = { ...companion, scenario: "雨夜", style: { voice: "轻轻的" }, reminder: "别的窗口写的" };
    expect(afterSave(sent, typed, saved)).toMatchObject({
      scenario: "雨夜",
      voice: "轻轻的，慢慢的",
      greetings: ["来啦", "下雨了"],
      reminder: "别的窗口写的",
    });
    expect(afterSave(sent, sent, saved)).toEqual(draftOf(saved));
  });

  it("takes up a kept draft only where it has the right form", () => {
    expect(isDraft(JSON.parse(JSON.stringify(draftOf(companion))))).toBe(true);
    for (const wrong of [
      null,
      3,
      {},
      { ...draftOf(companion), examples: [{}] },
      { ...draftOf(companion), bond: {} },
    ])
      expect(isDraft(wrong)).toBe(false);
  });

  it("counts Chinese characters as more than letters", () => {
    expect(roughTokens("你".repeat(100))).toBe(110);
    expect(roughTokens("word".repeat(100))).toBe(100);
  });
});

describe("a file that is saved", () => {
  it("has the server's name, and never a path", () => {
    const named = (value: string) => ({ headers: new Headers({ "content-disposition": value }) });
    expect(fileNameOf(named('attachment; filename="yu_1.png"'), "x.png")).toBe("yu_1.png");
    expect(fileNameOf(named('attachment; filename="../../etc/passwd"'), "x.png")).toBe("x.png");
    expect(fileNameOf({ headers: new Headers() }, "x.png")).toBe("x.png");
  });
});

let server: MockServer;
const open = mockWindows((made) => {
  server = made;
});

/** Registers, and one companion's own page stands open. */
async function openEdit(options?: BrowserContextOptions): Promise<{ page: Page; id: string }> {
  const page = await open(options);
  await register(page, server);
  await invite(page, "小雨");
  await page.getByRole("link", { name: "小雨的资料" }).click();
  await page.getByRole("heading", { level: 1, name: "小雨的资料" }).waitFor();
  await page.getByLabel("性格和来历").waitFor();
  return { page, id: server.state.companions[0]?.user_id ?? "" };
}

describe("the list", () => {
  it("shows bond and level, and who has just come or come closer in another window", async () => {
    const page = await open();
    await register(page, server);
    await invite(page, "小雨");
    await page.getByText("朋友 · 较好").waitFor();
    server.state.companions.push({ ...somebody("other_1", "阿渡"), bond: { kind: "师生" } });
    tell(server.state, "memory-change", {
      document: "config",
      entry_id: "",
      kind: "added",
      user_id: "other_1",
    });
    await page.getByText("师生 · 一般").waitFor();
    // Another window, or the companion itself, has moved the two closer. Nothing else is being read by then.
    await page.reload();
    await page.getByText("师生 · 一般").waitFor();
    await expect.poll(() => server.state.listeners.size).toBe(1);
    Object.assign(server.state.companions.at(-1) ?? {}, { level: "特别关心" });
    tell(server.state, "memory-change", {
      document: "core_memory",
      entry_id: "relationship",
      kind: "changed",
      user_id: "other_1",
    });
    await page.getByText("师生 · 特别关心").waitFor();
  });

  it("is searched once it is long, says so where nobody is found, and comes back on Escape", async () => {
    const page = await open();
    await register(page, server);
    await invite(page, "小雨");
    expect(await page.getByRole("searchbox", { name: "找人" }).count()).toBe(0);
    for (const name of ["阿渡", "Mira", "老岳", "何姐"])
      server.state.companions.push(somebody(`one_${server.state.companions.length}`, name));
    remember(server.state, "one_3", [
      { message_id: "m1", role: "user", content: "火锅去哪吃", timestamp: 5, topic_id: "t" },
    ]);
    await page.reload();
    const field = page.getByRole("searchbox", { name: "找人" });
    await field.fill("火锅");
    await expect.poll(() => page.locator(".contact .name").allTextContents()).toEqual(["老岳"]);
    await field.fill("没有这个人");
    await page.getByText("没有找到「没有这个人」。换个字试试。").waitFor();
    await field.press("Escape");
    await expect.poll(() => page.locator(".contact").count()).toBe(5);
  });
});

describe("an edit", () => {
  it("is saved whole, is in the list at once, and stands there after a reload", async () => {
    const { page, id } = await openEdit();
    await page.getByLabel("名字", { exact: true }).fill("小雨点");
    await page.getByLabel("性格和来历").fill("你是小雨，画绘本的。");
    await page.getByRole("button", { name: "加一段示例" }).click();
    await page.getByLabel("你说").fill("睡不着");
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("示例 1 只写了一半").waitFor();
    await page.getByLabel("TA 答").fill("那就说会儿话");
    await page.getByRole("button", { name: "加一句开场白" }).click();
    await page.getByRole("textbox", { name: "开场白 1" }).fill("下雨了");
    await page.getByRole("radio", { name: "家人" }).check();
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("存上了，TA 下一句就会用。").waitFor();
    await page.locator(".contact .name").filter({ hasText: "小雨点" }).waitFor();
    expect(server.state.start.asked.at(-1)?.body).toEqual({
      name: "小雨点",
      base_soul: "你是小雨，画绘本的。",
      examples: [{ user: "睡不着", assistant: "那就说会儿话" }],
      greetings: ["下雨了"],
      bond: { kind: "家人", romance: "none" },
    });
    await page.reload();
    await expect.poll(() => page.getByLabel("性格和来历").inputValue()).toBe("你是小雨，画绘本的。");
    expect(server.state.start.personas.has(id)).toBe(true);
  });

  it("is filled in with the keyboard without anything staying behind the bar at its foot", async () => {
    const { page } = await openEdit();
    const hidden: string[] = [];
    const isHidden = () =>
      page.evaluate(() => {
        const bar = document.querySelector(".save-bar")?.getBoundingClientRect();
        const now = document.activeElement;
        const box = (now?.closest("label") ?? now)?.getBoundingClientRect();
        if (bar === undefined || box === undefined || now?.closest(".save-bar") !== null) return false;
        return box.top < bar.bottom && box.bottom > bar.top && box.bottom - box.top < 200;
      });
    await page.getByLabel("名字").focus();
    for (let at = 0; at < 24; at += 1) {
      await page.keyboard.press("Tab");
      if (await isHidden()) hidden.push(await page.evaluate(() => document.activeElement?.outerHTML ?? ""));
    }
    expect(hidden).toEqual([]);
  });

  it("that was not saved is still there after a reload, and can be given up", async () => {
    const { page } = await openEdit();
    await page.getByLabel("眼下的处境").fill("雨夜");
    await page.getByText("还没存").waitFor();
    await page.reload();
    await page.getByText("接着上次没存的改动。").waitFor();
    expect(await page.getByLabel("眼下的处境").inputValue()).toBe("雨夜");
    await page.getByRole("button", { name: "放弃改动" }).click();
    expect(await page.getByLabel("眼下的处境").inputValue()).toBe("");
    expect(server.state.start.asked).toEqual([]);
  });

  it("that goes on while the first of it is being saved is not written over by the answer", async () => {
    const { page } = await openEdit();
    const letThrough = await holdBack(page, "**/api/ai-users/*", "PUT");
    await page.getByLabel("眼下的处境").fill("雨夜");
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByLabel("眼下的处境").fill("雨夜，停电了");
    letThrough();
    await expect.poll(() => server.state.start.asked.map(({ body }) => body)).toEqual([{ scenario: "雨夜" }]);
    // Only what was typed since is not saved.
    await expect
      .poll(() => page.getByRole("button", { name: "存上" }).getAttribute("aria-disabled"))
      .toBe("false");
    expect(await page.getByLabel("眼下的处境").inputValue()).toBe("雨夜，停电了");
    await page.getByText("还没存").waitFor();
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("存上了，TA 下一句就会用。").waitFor();
    expect(server.state.start.asked.at(-1)?.body).toEqual({ scenario: "雨夜，停电了" });
  });

  it("that the server refuses stays in the form, and says so", async () => {
    const { page } = await openEdit();
    server.state.start.refusal = { status: 500, code: "internal" };
    await page.getByLabel("眼下的处境").fill("雨夜");
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("没存上。原来的样子还在，再试一次就好。").waitFor();
    expect(await page.getByLabel("眼下的处境").inputValue()).toBe("雨夜");
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("存上了").waitFor();
  });

  it("of somebody who was deleted in another window is not pretended to be saved", async () => {
    const { page, id } = await openEdit();
    server.state.companions = server.state.companions.filter((one) => one.user_id !== id);
    await page.getByLabel("眼下的处境").fill("雨夜");
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("这位已经不在了，可能在别的窗口里删掉了。").waitFor();
  });

  it("gives the card and the folder as files", async () => {
    const { page, id } = await openEdit();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "人物卡（JSON）" }).click();
    expect((await download).suggestedFilename()).toBe(`${id}.json`);
    await page.getByText("存到你的下载里了。").waitFor();
    server.state.away = true;
    await page.getByRole("button", { name: "整个带走（zip）" }).click();
    await page.getByText("没取下来。文件都还在服务器上").waitFor();
    server.state.away = false;
  });
});

describe("a companion that is put away", () => {
  it("leaves the list for a fold, keeps its talk, and comes back", async () => {
    const { page } = await openEdit();
    await page.getByRole("button", { name: "收起", exact: true }).click();
    await page.getByText("小雨收起了。").waitFor();
    await page.getByText("收起的 · 1").waitFor();
    await page.locator(".away").getByRole("link", { name: /小雨/ }).click();
    await page.getByRole("textbox", { name: /^写给小雨/ }).waitFor();
    await page.getByText(/· 收起了$/).waitFor();
    await page.getByRole("link", { name: "小雨的资料" }).click();
    await page.getByRole("button", { name: "请回来" }).click();
    await page.getByText("小雨回来了。").waitFor();
    expect(await page.locator(".away").count()).toBe(0);
  });

  it("moves to the trash only after that was confirmed", async () => {
    const { page } = await openEdit();
    await page.getByRole("button", { name: "删掉", exact: true }).click({ force: true });
    await page.getByText("先勾上上面那一项。").waitFor();
    expect(server.state.companions).toHaveLength(1);
    await page.getByLabel(/^我知道：小雨/).check();
    await page.getByRole("button", { name: "删掉", exact: true }).click();
    await page.getByText("还没有人住进来").waitFor();
    expect(server.state.companions).toEqual([]);
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  it(`has no axe finding on the list and a companion's page, ${colorScheme}`, async () => {
    const found: Record<string, string[]> = {};
    const { page } = await openEdit({ colorScheme });
    for (const name of ["阿渡", "Mira", "老岳", "何姐"])
      server.state.companions.push(somebody(`one_${server.state.companions.length}`, name));
    await page.getByRole("button", { name: "收起", exact: true }).click();
    await page.getByText("小雨收起了。").waitFor();
    await page.reload();
    await page.getByRole("searchbox", { name: "找人" }).waitFor();
    await page.getByRole("button", { name: "加一段示例" }).click();
    await page.getByRole("radio", { name: "自己写" }).check();
    await page.getByRole("button", { name: "存上" }).click();
    await page.getByText("这一栏还空着。").waitFor();
    found.edit = await findings(page);
    await page.getByRole("searchbox", { name: "找人" }).fill("没有这个人");
    await page.getByText("没有找到").waitFor();
    found.search = await findings(page);
    await page.setViewportSize({ width: 360, height: 740 });
    found["edit, phone"] = await findings(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
  });
}
