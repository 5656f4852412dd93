// The first hour of a person: an account, a model, a card, a talk, a memory that comes up, one that is put right, one that is erased.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { start } from "../../../src/main.ts";
import { readSettings } from "../../../src/settings.ts";
import { until } from "../../support/house.ts";
import { startUpstream, type Upstream } from "../../support/upstream.ts";
import { openWindow, type Window } from "./browser.ts";
import { password, replied, say, submitEntry } from "./steps.ts";

export type Hour = {
  /** What the page complained of in the browser's console. */
  complaints: string[];
  /** The requests in which a word stood, after it was put right and after it was erased. */
  told: { corrected: string; erased: string };
  /** The bytes of the companion's folder that the erased word still stands in. */
  left: string[];
};

/** Called where a picture is worth taking. */
export type Look = (name: string, page: Page) => Promise<void>;

const card = {
  spec: "chara_card_v2",
  spec_version: "2.0",
  data: {
    name: "阿梨",
    description: "{{char}}在山脚下开一家修伞铺，话不多，记性好。",
    personality: "慢热，细心",
    scenario: "{{user}}是常来躲雨的邻居。",
    first_mes: "雨还没停，坐会儿吧。",
    mes_example: "",
  },
};

const summary = {
  summary: "那次聊到：对方对花生过敏，养了一只叫年糕的猫，周三要去面试。",
  emotion_tags: { basic_emotion: "关心", scene: "闲聊", atmosphere: "平和" },
  topic: "花生、年糕和面试",
  key_entities: ["年糕"],
  importance: 0.7,
  operations: [
    {
      op: "ADD",
      category: "health",
      key: "allergy:花生",
      value: "花生",
      statement: "对方对花生过敏",
      confidence: 1,
      source: "explicit_statement",
      quote: "我对花生过敏",
    },
  ],
};

type Stage = { upstream: Upstream; folder: string; url: string; setupCode: string; close(): Promise<void> };

async function openStage(): Promise<Stage> {
  const upstream = await startUpstream();
  const root = await mkdtemp(join(tmpdir(), "keepsake-first-hour-"));
  const folder = join(root, "data");
  const places = { DATA_DIR: folder, BACKUP_DIR: join(root, "backups") };
  const running = await start(
    readSettings(root, { ...places, PORT: "0", LOG_LEVEL: "fatal", RANDOM_SEED: "7" }),
  );
  return {
    upstream,
    folder,
    url: running.url,
    setupCode: running.setupCode ?? "",
    async close() {
      await running.close();
      await upstream.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Plays the hour against the real house and a scripted provider. Throws where a step cannot be taken. */
export async function firstHour(
  browser: Browser,
  look: Look,
  options?: BrowserContextOptions,
): Promise<Hour> {
  const stage = await openStage();
  const window = await openWindow(browser, options);
  try {
    return await play(stage, window, look);
  } finally {
    await window.close();
    await stage.close();
  }
}

const talk = [
  "我养了一只猫叫年糕，最爱钻枕头底下",
  "我对花生过敏，点心别放",
  "我的学生证号是 20260417",
  "最近在学做木工",
  "还想去一趟大理",
  "周三我要去面试，先睡了，晚安",
];

const replies: readonly [RegExp, string][] = [
  [/过敏的是什么/, "花生呀，我记得。"],
  [/年糕今天/, "年糕又钻枕头底下了吧。"],
  [/带伞/, "带把蓝的，结实。"],
];

/** What one model for everything answers: by what it is asked for. */
function answerFor(text: string, last: string): string {
  if (text.includes('"core_memories"')) return JSON.stringify({ core_memories: [] });
  if (text.includes('"emotion_tags"')) return JSON.stringify(summary);
  if (text.includes('"entries"'))
    return JSON.stringify({ entries: [{ title: "花生和年糕", key_points: ["对花生过敏", "猫叫年糕"] }] });
  return replies.find(([asked]) => asked.test(last))?.[1] ?? "嗯，我记下了。";
}

async function play(stage: Stage, window: Window, look: Look): Promise<Hour> {
  const { page, complaints } = window;
  const { upstream, url } = stage;
  const told = (body: unknown) => JSON.stringify(body);
  upstream.fallback("chat", (body) => {
    const messages = (body.messages ?? []) as { content: unknown }[];
    const all = messages.map(({ content }) => String(content)).join("\n");
    return { text: answerFor(all, String(messages.at(-1)?.content ?? "")) };
  });
  // Nobody waits for a companion to finish typing.
  await page.route("**/chat", async (route) => {
    const body = { ...route.request().postDataJSON(), pacing: "instant" };
    await route.continue({ postData: JSON.stringify(body) });
  });
  const chatAsked = () =>
    upstream.requests.map(({ body }) => told(body)).findLast((body) => body.includes("你只做阿梨")) ?? "";

  // On a phone one thing is seen at a time.
  const phone = (page.viewportSize()?.width ?? 0) < 760;
  const room = async (name: string) => {
    if (phone) await page.getByRole("navigation").getByText(name, { exact: true }).last().click();
  };

  // The account.
  await page.goto(url);
  await look("door", page);
  await page.getByRole("button", { name: "注册" }).click();
  await page.getByLabel("用户名").fill("amu");
  await page.getByLabel("密码", { exact: true }).fill(password);
  await submitEntry(page);
  const code = page.getByLabel("设置码");
  const inside = page.locator("#start-later");
  await code.or(inside).first().waitFor();
  if (await code.isVisible()) {
    await code.fill(stage.setupCode);
    await submitEntry(page);
  }
  await inside.waitFor();
  await look("start", page);

  // The provider.
  await page.goto(`${url}/me/models`);
  await page.getByRole("radio", { name: "别的地址" }).check();
  await page.getByLabel("地址", { exact: true }).fill(upstream.url);
  await page.getByLabel("模型", { exact: true }).fill("house");
  await page.getByLabel("钥匙").fill("sk-first-hour");
  await look("key", page);
  await page.getByRole("button", { name: "连上" }).click();
  await page.getByText(/house 连上了/).waitFor();
  await page.getByText("说话：house").waitFor();
  await page.getByText("背后的活（整理、记事）：都有模型做").waitFor();
  await look("model", page);

  // The card.
  await page.goto(`${url}/start`);
  const file = { name: "ali.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(card)) };
  await page.getByLabel("选一个文件").setInputFiles(file);
  await page.getByText("修伞铺").first().waitFor();
  await look("card", page);
  await page.getByRole("button", { name: "请阿梨来" }).click();
  await page.getByLabel("TA 该怎么叫你？").waitFor();
  await look("questions", page);
  await page.getByRole("button", { name: "都先不答，去聊" }).click();
  await page.getByText("雨还没停，坐会儿吧。").first().waitFor();

  // The talk, and its end.
  for (const line of talk) {
    await say(page, line);
    await replied(page);
  }
  await look("talk", page);
  await until("the summary", async () => (await readIn(stage.folder, "mid_term.json")).includes("年糕"));

  // The first memory that comes up.
  await say(page, "年糕今天在干嘛呢？");
  await page.getByText("年糕又钻枕头底下了吧。").first().waitFor();
  await replied(page);
  await page.locator(".chip").first().click();
  await page.locator(".recalled-card").waitFor();
  await look("remembered", page);

  // A memory that is wrong.
  await room("记忆");
  await page.getByRole("tab", { name: "关于你", exact: true }).click();
  await page.getByRole("button", { name: "更多操作：对方对花生过敏" }).click();
  await page.getByRole("button", { name: "改", exact: true }).click();
  await page.getByLabel("是什么").fill("虾");
  await page.getByLabel("原来那条是记错了").check();
  await look("correcting", page);
  await page.getByRole("button", { name: "存上" }).click();
  await page.getByText("改好了，下一句起就按新的来。").waitFor();
  await room("聊天");
  await say(page, "点心要不要带伞去买？");
  await page.getByText("带把蓝的，结实。").first().waitFor();
  await replied(page);
  const corrected = chatAsked();
  await look("corrected", page);

  // What shall be gone for good.
  await room("记忆");
  await page.getByRole("tab", { name: "抹掉", exact: true }).click();
  await page.getByLabel("要抹掉哪句话、哪个词").fill("20260417");
  await page.getByLabel("要抹掉哪句话、哪个词").press("Enter");
  await page.getByRole("button", { name: /^抹掉这 \d+ 处$/ }).waitFor();
  await look("erasing", page);
  await page.getByLabel("我看过了").check();
  await page.getByRole("button", { name: /^抹掉这 \d+ 处$/ }).click();
  await page.getByRole("heading", { name: "抹掉了" }).waitFor();
  await look("receipt", page);
  await room("聊天");
  await say(page, "年糕今天在干嘛呢，猜猜");
  await page.getByText("年糕又钻枕头底下了吧。").nth(1).waitFor();
  await replied(page);
  return {
    complaints,
    told: { corrected, erased: chatAsked() },
    left: await holding(stage.folder, "20260417"),
  };
}

/** The files below a folder in which a word stands. */
async function holding(folder: string, word: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return files.filter((_, at) => texts[at]?.includes(word));
}

/** The text of a file of the one companion there is. */
async function readIn(folder: string, name: string): Promise<string> {
  const [companion = ""] = await readdir(join(folder, "ai_users"));
  return readFile(join(folder, "ai_users", companion, name), "utf8");
}
