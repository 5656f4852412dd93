// What the page weighs and how it bears its load: bytes of the first load, a bare page beside it, 100,000 messages, a flood of text.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Browser, Page as Tab } from "playwright-core";
import { buildPage, type Page } from "../../src/http/page.ts";
import type { Message } from "../../src/schema/message.ts";
import { baseTime } from "../web/support/base-time.ts";
import { openBrowser, openWindow } from "../web/support/browser.ts";
import { floodText } from "../web/support/mock-flood.ts";
import { type MockServer, startMockServer } from "../web/support/mock-server.ts";
import { composer, invite, register, replied, say } from "../web/support/steps.ts";
import type { Bench, Figure } from "./main.ts";
import { keysHeard, noteKeys, readyAfter, scrollUp } from "./page-scripts.ts";
import { type OwnTasks, traceTasks } from "./page-tasks.ts";
import { median, rounded } from "./statistics.ts";

const web = new URL("../../web", import.meta.url).pathname;
const kilobyte = 1_000;
/** The whole first load, in kilobytes (DESIGN 7). */
const mostKilobytes = 90;
const flood = { chunks: 1_200, perSecond: 200, line: 120 };
const typed = "打字的时候，字一个也不少。The quick brown fox jumps over the lazy dog. ";

/** The document, what it names, and all that those import before anything is shown: names of files. */
function firstLoad(page: Page): string[] {
  const text = (name: string) => new TextDecoder().decode(page.files.get(name)?.body);
  const named = [...text("/").matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((one) => one[1] ?? "");
  const found = new Set<string>(["/"]);
  const waiting = named;
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    // Static imports alone: what is asked for by import(…) comes later.
    const imported = text(name).matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g);
    if (name.endsWith(".js")) waiting.push(...[...imported].map((one) => `/assets/${one[1]}`));
  }
  return [...found];
}

function bytesOf(page: Page): Figure[] {
  const names = firstLoad(page);
  const size = (name: string) => page.files.get(name)?.gzip.byteLength ?? Number.NaN;
  const whole = names.reduce((sum, name) => sum + size(name), 0) / kilobyte;
  const lazy = [...page.files.keys()].filter((name) => name.endsWith(".js") && !names.includes(name));
  return [
    {
      name: "first load, gzip, KB (document, styles, entry and its imports)",
      value: rounded(whole, 1),
      goal: `≤ ${mostKilobytes}`,
      met: whole <= mostKilobytes,
    },
    { name: "files of the first load", value: names.length },
    { name: "parts that come when they are needed", value: lazy.length },
    { name: "the largest of them, gzip, KB", value: rounded(Math.max(...lazy.map(size)) / kilobyte, 1) },
  ];
}

/** A page that holds a heading, a field and so many plain lines, and does nothing: what the browser itself needs. */
async function startBare(lines: number): Promise<{ url: string; server: Server }> {
  const rows = Array.from({ length: lines }, (_, at) => `<p data-message="b${at}">第 ${at} 句</p>`).join("");
  const style = "#log{height:600px;overflow:auto}p{margin:0;padding:20px}";
  const html = `<!doctype html><meta charset="utf-8"><style>${style}</style><h1>记得</h1><div id="log">${rows}</div><textarea id="write"></textarea>`;
  const body = gzipSync(html);
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** A long talk: every seventh message has markup, some are long. */
function longTalk(count: number): Message[] {
  return Array.from({ length: count }, (_, at) => ({
    message_id: `m${at}`,
    role: at % 3 === 0 ? ("user" as const) : ("assistant" as const),
    content: `第 ${at} 句${at % 7 === 0 ? "：**记得**带 `伞`" : ""}${at % 11 === 0 ? "，路上小心，到了说一声。".repeat(6) : ""}`,
    timestamp: baseTime - (count - at) * 1_200,
    topic_id: `t${Math.floor(at / 40)}`,
  }));
}

type Stage = { browser: Browser; server: MockServer; bare: string; tab: Tab; other: Tab; id: string };

async function interactive({ server, bare, tab, other, id }: Stage, rounds: number): Promise<Figure[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await readyAfter(tab, `${server.url}/c/${id}`, ".bubble"));
    theirs.push(await readyAfter(other, bare, "#write"));
  }
  const [page, plain] = [median(ours), median(theirs)];
  return [
    { name: "an open talk is ready for a key, ms, median", value: rounded(page, 0) },
    { name: "a bare page is, ms, median", value: rounded(plain, 0) },
    { name: "ours / bare", value: rounded(page / plain) },
  ];
}

/** Seconds of scrolling that are traced in one piece. */
const pieceSeconds = 20;

/** To the first message, piece by piece. Wall times are told beside the thread's own: on a busy machine they tell of the others. */
async function scrollAll(tab: Tab, most: number) {
  const wall: number[] = [];
  const own: OwnTasks[] = [];
  let [seconds, worst, nodes, reached] = [0, 0, 0, false];
  while (!reached && seconds < most) {
    const stop = await traceTasks(tab);
    const found = await scrollUp(tab, ".log", '[data-message="m0"]', pieceSeconds);
    own.push(await stop());
    wall.push(...found.longTasks);
    seconds += found.seconds;
    worst = Math.max(worst, found.worstFrame);
    nodes = Math.max(nodes, found.mostNodes);
    reached = found.reached;
  }
  return { wall, own, seconds, worst, nodes, reached };
}

async function scrolled({ server, bare, tab, other, id }: Stage, count: number): Promise<Figure[]> {
  server.state.messages.set(id, longTalk(count));
  await tab.goto(`${server.url}/c/${id}`);
  await tab.locator(".bubble").first().waitFor();
  // The first message with markup brings its reader: that is part of the load.
  await tab.locator(".rich").first().waitFor();
  const found = await scrollAll(tab, Math.max(60, count / 100));
  await other.goto(bare);
  const plain = await scrollUp(other, "#log", "#none", Math.min(found.seconds, 20));
  const over = found.own.flatMap((one) => one.over);
  const longest = Math.max(...found.own.map((one) => one.longest));
  const measured = found.own.every((one) => one.count > 0);
  return [
    {
      name: `${count} messages scrolled through: reached the first`,
      value: Number(found.reached),
      goal: "1",
      met: found.reached,
    },
    { name: "  seconds", value: rounded(found.seconds, 0) },
    {
      name: "  tasks over 50 ms of the thread's own time",
      value: over.length,
      goal: "0",
      met: measured && over.length === 0,
    },
    { name: "  longest task, ms of the thread's own time", value: rounded(longest, 0) },
    { name: "  tasks over 50 ms by the wall clock", value: found.wall.length },
    { name: "  longest picture, ms", value: rounded(found.worst, 0) },
    {
      name: "  messages in the document, most",
      value: found.nodes,
      goal: "≤ 240",
      met: found.nodes > 0 && found.nodes <= 240,
    },
    { name: "  a bare page, some seconds of it: longest picture, ms", value: rounded(plain.worstFrame, 0) },
  ];
}

async function flooded({ server, bare, tab, other, id }: Stage): Promise<Figure[]> {
  await tab.goto(`${server.url}/c/${id}`);
  await tab.locator(".bubble").first().waitFor();
  await noteKeys(tab);
  const stop = await traceTasks(tab);
  server.state.flood = flood;
  await say(tab, "讲吧");
  await tab.locator(".breath").last().locator(".bubble:not(.waiting)").first().waitFor();
  const text = typed.repeat(2);
  await composer(tab).pressSequentially(text, { delay: 25 });
  const written = await composer(tab).inputValue();
  await replied(tab);
  const keys = await keysHeard(tab);
  const said = (await tab.locator(".breath").last().locator(".bubble").allTextContents()).join("");
  const wanted = Array.from({ length: flood.chunks }, (_, at) => floodText(at, flood.line).trim()).join("");
  const tasks = await stop();
  await other.goto(bare);
  await noteKeys(other);
  await other.locator("#write").pressSequentially(text, { delay: 25 });
  const plain = await keysHeard(other);
  return [
    {
      name: "streamed at 200 pieces a second: text lost, characters",
      value: wanted.length - said.length,
      goal: "0",
      met: said === wanted,
    },
    {
      name: "  keys typed meanwhile and lost",
      value: text.length - written.length,
      goal: "0",
      met: written === text,
    },
    { name: "  worst time from key to listener, ms", value: rounded(keys.worstHeard, 0) },
    { name: "  worst time from key to picture, ms", value: rounded(keys.worstPainted, 0) },
    {
      name: "  tasks over 50 ms of the thread's own time",
      value: tasks.over.length,
      goal: "0",
      met: tasks.count > 0 && tasks.over.length === 0,
    },
    { name: "  in a bare page: key to listener, worst, ms", value: rounded(plain.worstHeard, 0) },
    { name: "  in a bare page: key to picture, worst, ms", value: rounded(plain.worstPainted, 0) },
    { name: "  key to picture, ours / bare", value: rounded(keys.worstPainted / plain.worstPainted) },
  ];
}

/** `npm run bench -- page [--messages=100000] [--rounds=7]` */
export const page: Bench = async ({ messages = "100000", rounds = "7" }) => {
  const built = await buildPage(web);
  const server = await startMockServer(built);
  const bare = await startBare(40);
  const browser = await openBrowser();
  const [one, two] = [await openWindow(browser), await openWindow(browser)];
  // The runner marks functions with their names, also those that are sent into the browser.
  for (const { page: tab } of [one, two]) await tab.addInitScript("globalThis.__name = (one) => one;");
  try {
    await register(one.page, server);
    await invite(one.page, "小雨");
    const id = server.state.companions.at(-1)?.user_id ?? "";
    const count = Number(messages);
    server.state.messages.set(id, longTalk(count));
    const stage = { browser, server, bare: bare.url, tab: one.page, other: two.page, id };
    return [
      ...bytesOf(built),
      ...(await interactive(stage, Number(rounds))),
      ...(await flooded(stage)),
      ...(await scrolled(stage, count)),
    ];
  } finally {
    await Promise.all([one.close(), two.close()]);
    await browser.close();
    await server.close();
    bare.server.close();
  }
};
