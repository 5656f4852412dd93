// Kind web-xss of the shared cases: what people, models and memory files say is shown, and none of it runs, loads or leads astray.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseTime } from "./support/base-time.ts";
import { openBrowser } from "./support/browser.ts";
import { closeScene, openScene, type Scene } from "./support/faults-world.ts";
import { newMockMemory } from "./support/mock-memory.ts";
import { composer, mine, openTab, replied, say, theirs } from "./support/steps.ts";

/** C214: from the model, and from the person. */
const fromModel = "<img src=x onerror=alert(1)> <svg/onload=alert(1)> [点我](javascript:alert(1))";
const fromPerson = "<script>alert(1)</script>";
/** C215: in names and memories. */
const inName = "<b onmouseover=alert(1)>x";
const inMemory = "</script><script>alert(1)</script>";

const poison = [
  "![看](https://evil.example/pixel.png?who=me)",
  "[字](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==) [字](vbscript:msgbox) [字](file:///etc/passwd)",
  "[字](JaVaScRiPt&colon;alert(1)) [字](\u0001javascript:alert(1)) <javascript:alert(1)>",
  '[字](https://a.example "onmouseover=alert(1)") `<img src=x onerror=alert(1)>`',
  "```html\n<iframe src=javascript:alert(1)></iframe>\n```",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "[![](https://evil.example/b.png)](https://a.example)\n\n[ref]\n\n[ref]: javascript:alert(1)",
];

let browser: Browser;
let scene: Scene;
let page: Page;
const dialogs: string[] = [];
const foreign: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  scene = await openScene(browser);
  page = scene.page;
  page.on("dialog", async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== "data:" && host !== new URL(scene.server.url).host) foreign.push(request.url());
  });
});
afterAll(async () => {
  await closeScene(scene);
  await browser.close();
});

/** Nothing ran, nothing was fetched from elsewhere, and no element is there that could do either. */
async function harmless(): Promise<void> {
  const found = await page.evaluate(() => {
    const inside =
      "main script, main iframe, main object, main embed, main svg[onload], main style, main form[action]";
    const handlers = [...document.querySelectorAll("*")].filter((one) =>
      one.getAttributeNames().some((name) => name.startsWith("on")),
    );
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".log a, aside a")];
    return {
      elements: document.querySelectorAll(inside).length,
      images: [...document.querySelectorAll<HTMLImageElement>("img")].filter(
        (one) => !/^(data:image\/svg|\/favicon)/.test(one.getAttribute("src") ?? ""),
      ).length,
      handlers: handlers.length,
      links: links.filter((one) => !/^(https?:|mailto:|\/)/.test(one.getAttribute("href") ?? "")).length,
      bare: links.filter((one) => one.target === "_blank" && !one.rel.includes("noopener")).length,
    };
  });
  expect(found).toEqual({ elements: 0, images: 0, handlers: 0, links: 0, bare: 0 });
  expect(dialogs).toEqual([]);
  expect(foreign).toEqual([]);
}

describe("what is said", () => {
  it("is readable text, whoever said it, and after a reload (C214)", async () => {
    scene.server.state.replies.push([fromModel]);
    await say(page, fromPerson);
    await replied(page);
    for (const round of [1, 2]) {
      await mine(page, fromPerson).waitFor();
      expect(await mine(page, fromPerson).textContent(), `round ${round}`).toBe(fromPerson);
      expect(await theirs(page).last().textContent()).toBe(fromModel);
      await harmless();
      await page.reload();
      await theirs(page).last().waitFor();
    }
  });

  it("loads no image and leads nowhere but to the web, whatever its markup says", async () => {
    scene.server.state.replies.push(poison);
    await say(page, poison.join("\n\n"));
    await replied(page);
    await page.locator(".rich").first().waitFor();
    await harmless();
    expect(await page.locator(".log img").count()).toBe(0);
    const links = await theirs(page)
      .locator("a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(new Set(links)).toEqual(new Set(["https://a.example"]));
    expect(await theirs(page).locator(".no-image").first().textContent()).toBe("看");
    expect(await theirs(page).locator("pre code").textContent()).toContain(
      "<iframe src=javascript:alert(1)>",
    );
  });

  it("opens its links elsewhere, without a way back into this page", async () => {
    scene.server.state.replies.push(["看 https://a.example/x?y=1 和 [这里](mailto:a@b.example)"]);
    await say(page, "链接呢");
    await replied(page);
    const link = theirs(page).locator("a").nth(-2);
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe("https://a.example/x?y=1");
    expect([await link.getAttribute("rel"), await link.getAttribute("target")]).toEqual([
      "noopener noreferrer",
      "_blank",
    ]);
    expect(await theirs(page).locator("a").last().getAttribute("href")).toBe("mailto:a@b.example");
  });

  it("is found and shown as text in the search of the history", async () => {
    await page.getByRole("button", { name: "翻聊天记录" }).click();
    await page.getByRole("searchbox").fill("<script>");
    await page.getByRole("searchbox").press("Enter");
    await page.locator(".hits").getByText(fromPerson).waitFor();
    await harmless();
    await page.getByRole("searchbox").press("Escape");
  });

  it("is text in the edit field and in the earlier wordings too", async () => {
    const { state } = scene.server;
    state.messages.get(scene.id)?.push({
      message_id: "worded",
      role: "assistant",
      content: inMemory,
      timestamp: baseTime + 900,
      topic_id: "t",
      reply_id: "w",
      finish: "stop",
      versions: [{ at: baseTime, contents: [fromModel] }],
      recalled: [
        {
          type: "fact",
          id: '"><img src=x onerror=alert(1)>',
          date: "2026-09-18",
          text: inMemory,
          message_ids: [],
        },
      ],
    });
    await page.reload();
    await theirs(page).getByText(inMemory).waitFor();
    await page.getByRole("button", { name: "看上一种说法" }).click();
    expect(await theirs(page).last().textContent()).toBe(fromModel);
    await page.getByRole("button", { name: "看下一种说法" }).click();
    await page.locator(".chip").last().click();
    await page.locator(".recalled-card").getByText(inMemory).waitFor();
    await harmless();
  });
});

describe("names and memories", () => {
  it("are shown as text in the list, the talk, the title and the editor of files (C215)", async () => {
    const { state } = scene.server;
    const companion = state.companions.find((one) => one.user_id === scene.id);
    if (companion === undefined) throw new Error("the companion is missing");
    companion.name = inName;
    state.memory = newMockMemory(true);
    const entry = {
      id: 'long_1"><img src=x onerror=alert(1)>',
      title: inName,
      key_points: [inMemory],
      detail_file: "x.json",
    };
    const file = state.files.find((one) => one.name === "long_term.json");
    if (file === undefined) throw new Error("the file is missing");
    file.content = JSON.stringify([entry], null, 2);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: inName }).waitFor();
    expect(await page.title()).toContain(inName);
    expect(await composer(page).getAttribute("id")).toBe("write");
    await openTab(page, "详细");
    await openTab(page, "记忆文件");
    await page.getByRole("button", { name: /^long_term\.json/ }).click();
    await page.locator("pre").getByText("<script>alert(1)</script>").waitFor();
    await harmless();
    expect(scene.window.complaints.filter((one) => /violates|refused/i.test(one))).toEqual([]);
  });
});
