// Bringing in and taking out, on the real house: looked at first, taken with progress, stopped, taken back, and whole or not at all.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainPng, withTexts } from "../../src/exchange/png.ts";
import { openRealHouse, type RealHouse } from "./support/real-house.ts";
import { findings } from "./support/steps.ts";

let house: RealHouse;
let page: Page;
let id = "";

beforeAll(async () => {
  house = await openRealHouse("page-moving");
  page = house.page;
  id = await house.make("小雨");
});

afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

afterAll(() => house?.close());

type File = { name: string; mimeType: string; buffer: Buffer };
const file = (name: string, text: string): File => ({ name, mimeType: "", buffer: Buffer.from(text) });

/** Lines of three people, one of whom nobody knows. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const day = String(1 + (at % 27)).padStart(2, "0");
    return `2024-05-${day} 10:${String(at % 60).padStart(2, "0")} ${["amu", "小雨", "路人"][at % 3]}: 第 ${at} 句海边的话`;
  }).join("\n");

async function choose(what: File): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(what);
  await page.getByText(what.name).waitFor();
}

async function look(what: File): Promise<void> {
  await house.open("import");
  await choose(what);
  await page.getByRole("button", { name: "先看看" }).click();
}

async function saidHere(): Promise<number> {
  const { messages } = await house.read<{ messages: unknown[] }>(`/api/ai-users/${id}/messages?limit=200`);
  return messages.length;
}

const transcript = (count: number) =>
  [
    JSON.stringify({ user_name: "amu", character_name: "小雨", create_date: "2024-05-01 @10h00m00s" }),
    ...Array.from({ length: count }, (_, at) =>
      JSON.stringify({
        name: at % 2 === 0 ? "amu" : "小雨",
        is_user: at % 2 === 0,
        send_date: `May ${1 + (at % 27)}, 2024 10:00am`,
        mes: `第 ${at} 句`,
      }),
    ),
  ].join("\n");

describe("a talk from elsewhere", () => {
  it("is looked at before a word of it is kept, asks who is who, and then comes in", async () => {
    const before = await saidHere();
    await look(file("chat.txt", lines(30)));
    await page.getByRole("heading", { name: "这里面有" }).waitFor();
    await page.getByText(/^30 句话/).waitFor();
    expect(await saidHere()).toBe(before);
    await page.getByText("还有名字没有指明。").waitFor();
    await page.getByRole("button", { name: "带进来", exact: true }).click({ force: true });
    expect(await saidHere()).toBe(before);
    await page.getByLabel("路人 是").selectOption("skip");
    for (const [name, side] of [
      ["amu 是", "user"],
      ["小雨 是", "assistant"],
    ] as const)
      await page.getByLabel(name).selectOption(side);
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    await page.getByText("带进来了：20 句话，0 条记忆。").waitFor();
    expect(await saidHere()).toBe(before + 20);
  });

  it("with dates that may mean two days asks which, and is looked at again with the answer", async () => {
    const before = await saidHere();
    await look(file("dates.txt", "1/2/24, 22:10 - amu: 海边见\n1/2/24, 22:11 - 小雨: 好"));
    await page.getByText("还没说日期里日在前还是月在前。").waitFor();
    await page.getByRole("button", { name: "带进来", exact: true }).click({ force: true });
    expect(await saidHere()).toBe(before);
    await page.getByLabel("日期里写在前面的是").selectOption("month_first");
    await page.getByText("从2024年1月2日到2024年1月2日").waitFor();
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    await page.getByText("带进来了：2 句话").waitFor();
    const { messages } = await house.read<{ messages: { content: string; timestamp: number }[] }>(
      `/api/ai-users/${id}/messages?limit=200`,
    );
    const said = messages.find(({ content }) => content === "海边见")?.timestamp ?? 0;
    expect(new Date(said * 1000).getUTCMonth()).toBe(0);
  });

  it("of a whole Telegram account is chosen talk by talk, and comes in", async () => {
    const chat = (chatId: number) => ({
      name: `人${chatId}`,
      type: "personal_chat",
      id: chatId,
      messages: [1, chatId].map((from, at) => ({
        id: at + 1,
        type: "message",
        date_unixtime: String(1_700_000_000 + chatId * 100 + at),
        from: from === 1 ? "amu" : `人${chatId}`,
        from_id: `user${from}`,
        text: `和人${chatId}的第${at}句`,
      })),
    });
    const account = { personal_information: { user_id: 1 }, chats: { list: [chat(7), chat(8)] } };
    await look(file("result.json", JSON.stringify(account)));
    await page.getByText("至少选一段。").waitFor();
    await page.getByLabel("人8（2 句）").check();
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    await page.getByText("带进来了：2 句话").waitFor();
    expect(JSON.stringify(await house.read(`/api/ai-users/${id}/messages?limit=200`))).not.toContain("和人7");
  });

  it("is not brought in twice", async () => {
    await look(file("chat.jsonl", transcript(12)));
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    await page.getByText("带进来了：12 句话").waitFor();
    await look(file("chat.jsonl", transcript(12)));
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    await page.getByText("里面的话早就都在了，没有再放一遍。").waitFor();
  });

  it("is taken back whole, after it was said what goes", async () => {
    const before = await saidHere();
    await house.open("import");
    await page.getByRole("button", { name: /^全部退回去 · SillyTavern/ }).click();
    await page.getByText("带进来的话，和由它们记下的，都会退回去").waitFor();
    await page.getByRole("button", { name: "退回去", exact: true }).click();
    await page.getByText("退回去了，12 句话不在了。").waitFor();
    expect(await saidHere()).toBe(before - 12);
    await page.locator(".me-rows").getByText("已退回").waitFor();
  });

  it("shows how far it is while it comes in", async () => {
    await look(file("long.jsonl", transcript(3_000)));
    await page.getByRole("heading", { name: "这里面有" }).waitFor();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/import\?(?!.*preview)/, async (route) => {
      const answer = await route.fetch();
      await held;
      await route.fulfill({ response: answer });
    });
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    const progress = page.locator("progress[value]");
    await progress.waitFor();
    expect(await progress.getAttribute("max")).toBe("3000");
    await page.getByText(/^[\d,]+ \/ 3,000 句$/).waitFor();
    release();
    await page.getByText("带进来了：3,000 句话").waitFor();
    await page.getByRole("button", { name: /^全部退回去 · SillyTavern/ }).click();
    await page.getByRole("button", { name: "退回去", exact: true }).click();
    await page.getByText("退回去了，3000 句话不在了。").waitFor();
  });

  it("that was stopped on its way leaves nothing", async () => {
    const before = await saidHere();
    await look(file("other.jsonl", transcript(20)));
    await page.getByRole("heading", { name: "这里面有" }).waitFor();
    await page.route(/\/import\?(?!.*preview)/, () => undefined);
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    await page.getByRole("button", { name: "停下" }).click();
    await page.getByText("停下了，什么都没有留下。").waitFor();
    expect(await saidHere()).toBe(before);
    await page.getByRole("button", { name: "先看看" }).waitFor();
  });

  it("that still comes in is told where one comes back to it, and stopped there; it is over when the server says so", async () => {
    const running = {
      id: "i1",
      at: 1,
      format: "sillytavern",
      messages: 0,
      topics: 0,
      skipped: 0,
      entry_ids: [],
    };
    let imports: unknown[] = [{ ...running, state: "running" }];
    let cancelled = 0;
    await page.route(/\/imports$/, (route) => route.fulfill({ json: { imports } }));
    await page.route(/\/import$/, (route) => {
      if (route.request().method() !== "DELETE") return route.fallback();
      cancelled += 1;
      return route.fulfill({ json: { cancelled: true } });
    });
    await house.open("import");
    await page.getByRole("button", { name: "停下" }).click();
    await page.getByText("正在停下…").waitFor();
    expect(cancelled).toBe(1);
    expect(await page.getByText("停下了，什么都没有留下。").count()).toBe(0);
    imports = [];
    await page.getByText("停下了，什么都没有留下。").waitFor();
    expect(await page.getByRole("button", { name: "停下" }).count()).toBe(0);
  });

  it.each([
    ["nothing.txt", ""],
    ["noise.bin", "\u0000\u0001\u0002".repeat(50)],
    ["list.json", "[1, 2, 3]"],
  ])("that nobody can read is refused in words, and nothing is stored: %s", async (name, text) => {
    await look(file(name, text));
    await page.getByText("认不出这是什么文件，什么都没有放进去。").waitFor();
  });

  it("keeps what was chosen where the server goes away, so that it can be tried again", async () => {
    await house.open("import");
    await choose(file("chat.jsonl", transcript(4)));
    await page.route(/\/import\?/, (route) => route.abort());
    await page.getByRole("button", { name: "先看看" }).click();
    await page.getByText("连不上服务器，什么都没有改。连上后再试。").waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "先看看" }).click();
    await page.getByRole("heading", { name: "这里面有" }).waitFor();
  });

  it("shows names and words as text, whatever they hold", async () => {
    const nasty = '<img src=x onerror="document.title=1">';
    await look(file("x.txt", `2024-05-01 10:00 ${nasty}: ${nasty}\n2024-05-01 10:01 小雨: 好\n`));
    await page.getByRole("heading", { name: "这里面有" }).waitFor();
    expect(await page.locator(".import img").count()).toBe(0);
  });
});

describe("a character card", () => {
  it("is known by its file, and looked at in its own place", async () => {
    await house.open("import");
    const card = {
      spec: "chara_card_v2",
      spec_version: "2.0",
      data: { name: "阿树", description: "一棵树。", first_mes: "来啦。" },
    };
    await page.locator("input[type=file]").setInputFiles(file("tree.json", JSON.stringify(card)));
    await page.getByRole("heading", { level: 2, name: /V2/ }).waitFor();
    await page.getByText("一棵树。").waitFor();
  });

  it("shows the face that it brings, and a letter where that cannot be had", async () => {
    const said = JSON.stringify({
      spec: "chara_card_v2",
      spec_version: "2.0",
      data: { name: "阿苔", description: "一片苔。", first_mes: "在。" },
    });
    const packed = Buffer.from(said).toString("base64");
    const png = withTexts(plainPng([120, 150, 90], [90, 120, 70], 32, 32), new Map([["chara", packed]]));
    const content = Buffer.from(png).toString("base64");
    const brought = await house.call("POST", "/api/ai-users/import", {
      format: "card",
      content,
      file_name: "moss.png",
    });
    expect(brought.status).toBe(201);
    await page.goto(house.url);
    const row = page.getByRole("link", { name: /阿苔/ });
    await row.locator('img[src^="data:image/png"]').waitFor();
    expect(await row.locator("img").evaluate((face: HTMLImageElement) => face.naturalWidth)).toBe(32);
    await page.route("**/picture", (route) => route.fulfill({ status: 404, body: "{}" }));
    await page.reload();
    await row.getByText("苔", { exact: true }).waitFor();
    expect(await row.locator("img").count()).toBe(0);
    await house.call("DELETE", `/api/ai-users/${await house.idOf("阿苔")}?forever=true`);
  });
});

async function taken(name: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: `带出去：${name}` }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

describe("taking out", () => {
  it("gives the talk as others read it, the card with its picture, and everything as an archive", async () => {
    await house.open("export");
    const talk = await taken("Markdown");
    expect([talk.name, talk.bytes.toString().includes("海边的话")]).toEqual([`${id}.md`, true]);
    const card = await taken("PNG 图片");
    expect(card.bytes.subarray(1, 4).toString()).toBe("PNG");
    const all = await taken("整个账号");
    expect(all.bytes.subarray(0, 2).toString()).toBe("PK");
    await page.getByText(`取好了：${all.name}`).waitFor();
  });

  it("moves a companion into the house again, as another one, with all it remembers", async () => {
    await house.open("export");
    const { bytes } = await taken("ZIP");
    await house.open("import");
    await choose({ name: "yu.zip", mimeType: "application/zip", buffer: bytes });
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    await page.getByText("这位已经住在这台服务器上，没有放进去。勾上上面那一项，就会另请来一位。").waitFor();
    await choose({ name: "yu.zip", mimeType: "application/zip", buffer: bytes });
    await page.getByLabel(/就算已经有了/).check();
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    await page.getByText("住进来了：小雨。").waitFor();
    const { ai_users } = await house.read<{ ai_users: { name: string }[] }>("/api/ai-users");
    expect(ai_users.filter(({ name }) => name === "小雨")).toHaveLength(2);
  });

  it("refuses an archive that is none", async () => {
    await house.open("import");
    await choose({ name: "x.zip", mimeType: "application/zip", buffer: Buffer.from("PK no archive") });
    await page.getByRole("button", { name: "带进来", exact: true }).click();
    await page.getByText("这不是从这里带出去的压缩包，或者它坏了。").waitFor();
    await page.getByText("conversations.json").waitFor();
  });

  it("hands out nothing that did not come whole, and says so", async () => {
    await house.open("export");
    await page.route("**/transcript?*", (route) => route.abort("connectionreset"));
    let saved = 0;
    page.on("download", () => {
      saved += 1;
    });
    await page.getByRole("button", { name: "带出去：Markdown" }).click();
    await page.getByText("连不上服务器，什么都没有改。连上后再试。").waitFor();
    expect(saved).toBe(0);
  });
});

describe("the pages of bringing in and taking out", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    it(`have no axe finding with a file before them, and are not wider than a phone, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 780 });
      await look(file("chat.txt", lines(9)));
      await page.getByRole("heading", { name: "这里面有" }).waitFor();
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await page.setViewportSize({ width: 1280, height: 800 });
    });
  }
});
