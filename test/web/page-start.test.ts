// The first run: what one is told at the door, who comes, a card that is looked at, five questions, and leaving in between.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ApiFailure } from "../../web/api.ts";
import { type BirthdayDraft, birthdayValue, dayName, monthName } from "../../web/birthday.ts";
import { bondOfDraft, draftOfBond, ownKind } from "../../web/bond.ts";
import { cardFault, cardSource, largestCard } from "../../web/card-file.ts";
import { type Answers, isBlank, noAnswers, writesFor } from "../../web/start-answers.ts";
import { enHouse } from "../../web/words-house-en.ts";
import { zhHouse } from "../../web/words-house-zh.ts";
import { enStart } from "../../web/words-start-en.ts";
import { zhStart } from "../../web/words-start-zh.ts";
import { expectSameWords } from "./support/dictionary.ts";
import type { MockServer } from "./support/mock-server.ts";
import { mockWindows } from "./support/mock-windows.ts";
import { findings, holdBack, password, register, submitEntry } from "./support/steps.ts";

const day = (part: Partial<BirthdayDraft>): BirthdayDraft => ({
  calendar: "solar",
  month: "",
  day: "",
  year: "",
  leap: false,
  ...part,
});

describe("a birthday", () => {
  it.each([
    [day({ month: "5", day: "3" }), "05-03"],
    [day({ month: "5", day: "3", year: "１９９４" }), "1994-05-03"],
    [day({ month: "2", day: "29", year: "1996" }), "1996-02-29"],
    [day({ month: "2", day: "29" }), "02-29"],
    [day({ calendar: "lunar", month: "12", day: "8" }), "lunar:12-08"],
    [day({ calendar: "lunar", month: "6", day: "1", leap: true, year: "1990" }), "lunar:leap-06-01"],
  ])("is kept in the form that a fact has: %j", (draft, value) => {
    expect(birthdayValue(draft)).toEqual({ value });
  });

  it.each([
    [day({ month: "5" }), "pickDate"],
    [day({ year: "1994" }), "pickDate"],
    [day({ month: "4", day: "31" }), "badDate"],
    [day({ month: "2", day: "29", year: "1995" }), "badDate"],
    [day({ month: "5", day: "3", year: "94" }), "badYear"],
    [day({ calendar: "lunar", month: "1", day: "31" }), "badDate"],
  ])("that is none is refused: %j", (draft, fault) => {
    expect(birthdayValue(draft)).toEqual({ fault });
  });

  it("is named as people name it", () => {
    expect([monthName("lunar", 12, "zh"), dayName("lunar", 20, "zh"), dayName("lunar", 21, "zh")]).toEqual([
      "腊月",
      "二十",
      "廿一",
    ]);
    expect([monthName("solar", 5, "en"), monthName("lunar", 2, "en"), dayName("solar", 9, "zh")]).toEqual([
      "May",
      "2nd lunar month",
      "9 日",
    ]);
  });
});

describe("an answer", () => {
  const about = { name: "小雨", named: false, says: zhStart.questions.says };
  const answers = (part: Partial<Answers>): Answers => ({ ...noAnswers, ...part });

  it("that is left empty writes nothing", () => {
    for (const question of ["call", "birthday", "avoid", "rhythm", "met"] as const) {
      const writes = writesFor(question, noAnswers, about);
      expect("facts" in writes && isBlank(writes), question).toBe(true);
    }
  });

  it("names the account too, unless it has a name of its own", () => {
    const call = answers({ call: { name: " 阿  沐 ", share: false } });
    expect(writesFor("call", call, about)).toMatchObject({
      facts: [{ key: "call_name", value: "阿 沐", scope: "private" }],
      account: { display_name: "阿 沐" },
    });
    expect(writesFor("call", call, { ...about, named: true })).toHaveProperty("account", {});
  });

  it("of several lines is several matters, each once", () => {
    const avoid = answers({ avoid: { lines: "前任\n\n  前任 \n体检", share: false } });
    expect(writesFor("avoid", avoid, about)).toMatchObject({
      facts: [
        { key: "avoids_topics", value: "前任" },
        { key: "avoids_topics", value: "体检" },
      ],
    });
  });

  it("that is too long, or half, is refused and written nowhere", () => {
    const long = answers({ avoid: { lines: "很".repeat(101), share: false } });
    expect(writesFor("avoid", long, about)).toEqual({ fault: "avoidLong" });
    const half = answers({ rhythm: { bed: "23:30", wake: "", quiet: true, share: true } });
    expect(writesFor("rhythm", half, about)).toEqual({ fault: "bothTimes" });
    const none = answers({ rhythm: { bed: "07:00", wake: "07:00", quiet: true, share: true } });
    expect(writesFor("rhythm", none, about)).toEqual({ fault: "sameTimes" });
  });

  it("about the day sets the quiet hours only where that is wished", () => {
    const rhythm = { bed: "23:30", wake: "07:10", quiet: true, share: true };
    expect(writesFor("rhythm", answers({ rhythm }), about)).toMatchObject({
      account: { quiet_hours: { from: "23:30", to: "07:10" } },
    });
    const loud = answers({ rhythm: { ...rhythm, quiet: false } });
    expect(writesFor("rhythm", loud, about)).toHaveProperty("account", {});
  });
});

describe("a bond", () => {
  it("in one's own words comes back as such, and is never sent empty", () => {
    const own = draftOfBond({ kind: "笔友", romance: "slow" });
    expect(own).toEqual({ kind: ownKind, own: "笔友", romance: "slow" });
    expect(bondOfDraft(own)).toEqual({ kind: "笔友", romance: "slow" });
    expect(bondOfDraft({ ...own, own: "  " })).toBeNull();
    expect(bondOfDraft({ ...own, own: "很".repeat(50) })?.kind).toHaveLength(40);
  });
});

describe("a card", () => {
  it("is sent byte for byte, and not at all where it is too large or empty", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
    const source = await cardSource(new File([bytes], "a.png"));
    if ("fault" in source) throw new Error(source.fault);
    expect(Buffer.from(source.content, "base64").equals(Buffer.from(bytes))).toBe(true);
    expect(await cardSource(new File([], "a.png"))).toEqual({ fault: "empty" });
    const large = { size: largestCard + 1, name: "a.png" } as File;
    expect(await cardSource(large)).toEqual({ fault: "tooLarge" });
  });

  it.each([
    [[{ path: "content", message: "this card has no name" }], zhStart.card.noName],
    [[{ path: "content", message: "this PNG is broken" }], zhStart.card.broken],
    [[{ path: "content", message: "no card in this PNG" }], zhStart.card.notCard],
    ["no list", zhStart.card.notCard],
  ])("that is refused says why: %j", (details, words) => {
    expect(cardFault(new ApiFailure("invalid", 422, "", details), zhStart.card)).toBe(words);
  });

  it("is not blamed for what the server or the line does", () => {
    expect(cardFault(new ApiFailure("offline", 0, ""), zhStart.card)).toBeNull();
    expect(cardFault(new TypeError("ours"), zhStart.card)).toBeNull();
  });
});

describe("the words", () => {
  it.each([
    ["of the house", zhHouse, enHouse],
    ["of meeting somebody", zhStart, enStart],
  ])("say the same things in both languages, and none is empty: %s", (_, ours, theirs) => {
    expectSameWords(ours, theirs);
  });
});

let server: MockServer;
const open = mockWindows((made) => {
  server = made;
});

/** Registers and stays in the first run, which stands there by itself. */
async function begin(page: Page): Promise<void> {
  await page.goto(server.url);
  await page.getByRole("button", { name: "注册" }).click();
  await page.getByLabel("用户名").fill("amu");
  await page.getByLabel("密码").fill(password);
  await submitEntry(page);
  await page.getByRole("radio", { name: "小雨" }).waitFor();
}

const next = (page: Page) => page.getByRole("button", { name: "记下，下一个" }).click();

/** The bodies of facts that were written, in order. */
const facts = () =>
  server.state.memory.asked.filter(({ what }) => what === "POST facts").map(({ body }) => body);

const card = { name: "ali.json", mimeType: "application/json", buffer: Buffer.from('{"card":1}') };

describe("the door", () => {
  it("says before one registers that the server's owner can read what is kept", async () => {
    const page = await open();
    await page.goto(server.url);
    await page.getByRole("button", { name: "注册" }).click();
    await page.getByText("服务器的主人看得到这些文件").waitFor();
    await page.getByText("中文，Asia/Shanghai").waitFor();
    await page.getByRole("button", { name: "登录" }).click();
    await page.getByRole("heading", { name: "登录" }).waitFor();
    expect(await page.getByText("服务器的主人看得到这些文件").count()).toBe(0);
  });
});

describe("the first run", () => {
  it("invites, asks five questions, writes what was answered, and ends in the talk", async () => {
    const page = await open();
    await begin(page);
    await page.getByRole("radio", { name: "小雨" }).check();
    await page.getByRole("radio", { name: "家人" }).check();
    await page.getByRole("button", { name: "请小雨来" }).click();
    await page.getByLabel("TA 该怎么叫你？").fill("阿沐");
    await next(page);
    await page.getByRole("radio", { name: "农历" }).check();
    await page.getByLabel("月", { exact: true }).selectOption("12");
    await page.getByLabel("日", { exact: true }).selectOption("8");
    await next(page);
    await page.getByRole("button", { name: "这个不答" }).click();
    await page.getByLabel("睡下").fill("23:30");
    await page.getByLabel("起来").fill("07:10");
    await next(page);
    await page.getByLabel("你们是怎么认识的？").fill("在一把伞下");
    await page.getByRole("button", { name: "记下", exact: true }).click();
    await page.getByRole("heading", { name: "小雨在等你" }).waitFor();
    await page.getByRole("button", { name: "去聊" }).click();
    await page.getByRole("heading", { level: 1, name: "小雨" }).waitFor();
    expect(server.state.companions[0]?.bond).toEqual({ kind: "家人", romance: "none" });
    expect(facts().map(({ key, value }) => [key, value])).toEqual([
      ["call_name", "阿沐"],
      ["birthday", "lunar:12-08"],
      ["sleep_schedule", "23:30–07:10"],
      ["how_we_met", "在一把伞下"],
    ]);
    expect([...server.state.accounts.values()][0]?.user).toMatchObject({
      display_name: "阿沐",
      quiet_hours: { from: "23:30", to: "07:10" },
    });
  });

  it("can be left at a question, is offered again, and goes on there after a reload", async () => {
    const page = await open();
    await begin(page);
    await page.getByRole("button", { name: /^请.*来$/ }).click();
    await page.getByLabel("TA 该怎么叫你？").fill("阿沐");
    await next(page);
    await page.getByText("你的生日是哪天？").waitFor();
    await page.getByRole("link", { name: "先逛逛，回头再说" }).click();
    await page.reload();
    await page.getByRole("link", { name: /还没和.*说完/ }).click();
    await page.getByText("你的生日是哪天？").waitFor();
    await page.getByRole("button", { name: "好了，去聊" }).click();
    await page.getByRole("textbox", { name: /^写给/ }).waitFor();
    expect(await page.getByRole("link", { name: /还没和.*说完/ }).count()).toBe(0);
    expect(facts()).toHaveLength(1);
  });

  it("stands there by itself while nobody lives here, but not again in this window once one said later", async () => {
    const page = await open();
    await register(page, server);
    await page.getByText("还没有人住进来").waitFor();
    await page.reload();
    await page.getByText("还没有人住进来").waitFor();
    const fresh = await open();
    await fresh.goto(server.url);
    await fresh.getByLabel("用户名").fill("amu");
    await fresh.getByLabel("密码").fill(password);
    await submitEntry(fresh);
    await fresh.getByRole("radio", { name: "小雨" }).waitFor();
    expect(new URL(fresh.url()).pathname).toBe("/start");
  });

  it("keeps an answer that the server did not take, says so, and takes it the second time", async () => {
    const page = await open();
    await begin(page);
    await page.getByRole("button", { name: /^请.*来$/ }).click();
    server.state.memory.refusal = { status: 500, code: "internal" };
    await page.getByLabel("TA 该怎么叫你？").fill("阿沐");
    await next(page);
    await page.getByText("这一条没记上，答案还在这里。").waitFor();
    expect(await page.getByLabel("TA 该怎么叫你？").inputValue()).toBe("阿沐");
    await next(page);
    await page.getByText("你的生日是哪天？").waitFor();
    expect(facts().at(-1)).toMatchObject({ value: "阿沐" });
  });

  it("does not lead back to a question that was gone past while its answer was on its way", async () => {
    const page = await open();
    await begin(page);
    await page.getByRole("button", { name: /^请.*来$/ }).click();
    const letThrough = await holdBack(page, "**/api/memory/*/facts", "POST");
    await page.getByLabel("TA 该怎么叫你？").fill("阿沐");
    await next(page);
    await page.getByRole("button", { name: "这个不答" }).click();
    await page.getByText("你的生日是哪天？").waitFor();
    await page.getByRole("button", { name: "这个不答" }).click();
    const named = page.waitForResponse((one) => one.url().endsWith("/api/auth/user"));
    letThrough();
    await named;
    await expect.poll(() => facts().length).toBe(1);
    await page.getByText("第 3 个，共 5 个").waitFor();
  });

  it("refuses a date that is none without leaving the question", async () => {
    const page = await open();
    await begin(page);
    await page.getByRole("button", { name: /^请.*来$/ }).click();
    await page.getByRole("button", { name: "这个不答" }).click();
    await page.getByLabel("月", { exact: true }).selectOption("2");
    await next(page);
    await page.getByText("月和日都选上，才记得住。").waitFor();
    await page.getByLabel("日", { exact: true }).selectOption("29");
    await page.getByLabel("年份").fill("1995");
    await next(page);
    await page.getByText("没有这一天，请再看看。").waitFor();
    expect(facts()).toEqual([]);
  });

  it("says at once that no model is connected, and shows only an admin the way there", async () => {
    server.state.start.chat = false;
    const page = await open();
    await begin(page);
    await page.getByText("还没有连上模型。现在也能聊").waitFor();
    expect(await page.getByRole("link", { name: "去连一个模型" }).getAttribute("href")).toBe("/me/models");
    for (const one of server.state.accounts.values()) one.user = { ...one.user, role: "user" };
    await page.reload();
    await page.getByText("请这台服务器的主人连一个").waitFor();
    expect(await page.getByRole("link", { name: "去连一个模型" }).count()).toBe(0);
  });

  it("asks the model once where the admin wishes, and shows the provider's own words", async () => {
    server.state.models.tests.push({ ok: false, error: "key", provider_error: "bad key" });
    const page = await open();
    await begin(page);
    await page.getByRole("button", { name: "试一下" }).click();
    await page.getByText("没答上来。 bad key").waitFor();
  });
});

describe("a card that is brought", () => {
  it("is shown first, steers only where that was ticked, and comes with the bond one chose", async () => {
    const page = await open();
    await begin(page);
    await page.getByLabel("选一个文件").setInputFiles(card);
    await page.getByText("你叫阿梨，在山脚下开一家修伞铺。").waitFor();
    expect(server.state.companions).toEqual([]);
    await page.getByText("有 1 处看着不对劲").click();
    await page.getByText("忽略以上").waitFor();
    await page.getByLabel("要「开头的命令」").check();
    await page.getByRole("radio", { name: "自己写" }).check();
    await page.getByRole("button", { name: "请阿梨来" }).click();
    await page.getByText("这一栏还空着。").waitFor();
    await page.getByLabel("写下你们的关系").fill("老主顾");
    await page.getByRole("button", { name: "请阿梨来" }).click();
    await page.getByLabel("TA 该怎么叫你？").waitFor();
    expect(server.state.start.asked.at(-1)?.body).toMatchObject({
      format: "card",
      file_name: "ali.json",
      seen: "mark-1",
      take: ["system_prompt"],
      bond: { kind: "老主顾", romance: "none" },
    });
  });

  it("that is none leaves the gallery as it was, and another file may follow", async () => {
    const page = await open();
    await begin(page);
    await page
      .getByLabel("选一个文件")
      .setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
    await page.getByText("这不是一张看得懂的人物卡。").waitFor();
    await page.getByRole("radio", { name: "小雨" }).waitFor();
    await page.getByLabel("选一个文件").setInputFiles(card);
    await page.getByText("你叫阿梨").waitFor();
    await page.getByRole("button", { name: "不要这张" }).click();
    await page.getByRole("radio", { name: "小雨" }).waitFor();
    expect(server.state.companions).toEqual([]);
  });
});

describe("a sample life", () => {
  const bring = (page: Page) => page.getByRole("button", { name: "看看带着一年往事的样子" }).click();

  it("is brought step by step, opened, said to be a sample, and taken away again only after a second word", async () => {
    const page = await open();
    await begin(page);
    await bring(page);
    await page.getByText("小雨带着一年的往事来了。").waitFor();
    await page.getByRole("link", { name: "去看看" }).click();
    await page.getByRole("textbox", { name: "写给小雨" }).waitFor();
    await page.getByText(/认识第 \d{4} 天/).waitFor();
    await page.getByRole("link", { name: "小雨的资料" }).click();
    await page.getByText("这是样本：对话和往事都是编的。").waitFor();
    await page.getByRole("button", { name: "把样本整个拿掉" }).click();
    await page.getByText("「删掉的」里也不留").waitFor();
    expect(server.state.companions).toHaveLength(1);
    await page.getByRole("button", { name: "拿掉", exact: true }).click();
    await page.getByText("还没有人住进来").waitFor();
    expect(server.state.companions).toEqual([]);
    expect(server.state.requests.filter((one) => one.startsWith("DELETE"))).toEqual([
      "DELETE /api/ai-users/sample_1",
    ]);
  });

  it("that is stopped on its way leaves nothing, and so does one that fails", async () => {
    const page = await open();
    await begin(page);
    server.state.start.sampleHangs = "/facts";
    await bring(page);
    await page.getByText("记下关于你的事 · 第 3 步，共 4 步").waitFor();
    await page.getByRole("button", { name: "不要了" }).click();
    await page.getByText("停下了，带来的一点都没有留下。").waitFor();
    expect(server.state.companions).toEqual([]);
    server.state.start.sampleHangs = null;
    server.state.start.sampleFails = "/graph";
    await bring(page);
    await page.getByText("没带完，带来的已经拿掉了。").waitFor();
    expect(server.state.companions).toEqual([]);
    expect(await page.getByRole("button", { name: "看看带着一年往事的样子" }).count()).toBe(1);
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  it(`has no axe finding on any screen of the first run, ${colorScheme}`, async () => {
    const page = await open({ colorScheme });
    const found: Record<string, string[]> = {};
    await page.goto(server.url);
    await page.getByRole("button", { name: "注册" }).click();
    found.register = await findings(page);
    await begin(page);
    found.who = await findings(page);
    await page.getByLabel("选一个文件").setInputFiles(card);
    await page.getByText("你叫阿梨").waitFor();
    await page.getByText("有 1 处看着不对劲").click();
    await page.getByRole("radio", { name: "自己写" }).check();
    found.card = await findings(page);
    await page.getByRole("button", { name: "不要这张" }).click();
    await page.getByRole("button", { name: /^请.*来$/ }).click();
    for (const question of ["call", "birthday", "avoid", "rhythm", "met"]) {
      await page.locator(".question").waitFor();
      found[question] = await findings(page);
      await page.getByRole("button", { name: "这个不答" }).click();
    }
    await page.getByRole("button", { name: "去聊" }).waitFor();
    found.ready = await findings(page);
    await page.setViewportSize({ width: 390, height: 844 });
    found["ready, phone"] = await findings(page);
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
  });
}
