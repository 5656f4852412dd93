// `npm run bench -- import [--messages=100000] [--megabytes=0] [--search=no] [--heap=MB]`: a long chat comes in as a file: time, memory, the loop, the first search (issue 5, b).
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../../src/ids.ts";
import { type House, startHouse } from "../support/house.ts";
import type { Bench, Figure } from "./main.ts";
import { percentile, rounded } from "./statistics.ts";
import { answered, said } from "./years-text.ts";

const messagesInTopic = 40;
const topicSeconds = 8 * 3_600;
const begins = Date.parse("2022-01-01T08:00:00Z") / 1000;
const megabyte = 1024 * 1024;
/** Pause between two looks at the house while the file comes in, in milliseconds. */
const pause = 50;

/** Megabytes, seconds of the processor, and milliseconds that the event loop was held. */
type Watched = { peak: number; seconds: number; p99: number; longest: number };

/** A chat as SillyTavern writes it, one line a message; the text is lengthened until the file has its size. */
async function writeChat(path: string, messages: number, megabytes: number): Promise<void> {
  const random = seededRandom("import");
  const file = await open(path, "w");
  await file.write(`${JSON.stringify({ user_name: "阿木", character_name: "林溪", chat_metadata: {} })}\n`);
  const wanted = (megabytes * megabyte) / messages;
  let lines: string[] = [];
  for (let n = 0; n < messages; n += 1) {
    const is_user = n % 2 === 0;
    let mes = is_user ? said(random) : answered(random);
    while (Buffer.byteLength(mes) < wanted - 120) mes += is_user ? said(random) : answered(random);
    const second = begins + Math.floor(n / messagesInTopic) * topicSeconds + (n % messagesInTopic) * 40;
    const send_date = new Date(second * 1000).toISOString();
    lines.push(
      JSON.stringify({ name: is_user ? "阿木" : "林溪", is_user, is_system: false, send_date, mes }),
    );
    if (lines.length < 1_000 && n < messages - 1) continue;
    await file.write(`${lines.join("\n")}\n`);
    lines = [];
  }
  await file.close();
}

/** Sends the file as `curl -T` would: in pieces, without reading it whole. */
function send(house: House, user: string, path: string, query = ""): Promise<Record<string, unknown>> {
  return new Promise((done, failed) => {
    const sent = request(
      `${house.url}/api/ai-users/${user}/import?format=auto${query}`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${house.token}`, "content-type": "application/octet-stream" },
      },
      (answer) => {
        let text = "";
        answer.on("data", (piece) => {
          text += String(piece);
        });
        answer.on("end", () =>
          answer.statusCode === 200
            ? done(JSON.parse(text))
            : failed(new Error(`${answer.statusCode} ${text}`)),
        );
      },
    );
    sent.on("error", failed);
    createReadStream(path).pipe(sent);
  });
}

/** What the house saw of itself since it was asked last. */
async function watched(house: House): Promise<Watched> {
  const before = house.output().length;
  if (house.pid === undefined) throw new Error("the house is no process of its own");
  process.kill(house.pid, "SIGUSR2");
  for (;;) {
    const match = /^watched (.*)$/m.exec(house.output().slice(before));
    if (match?.[1]) return JSON.parse(match[1]) as Watched;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const from = performance.now();
  const value = await work();
  return { ms: performance.now() - from, value };
}

/** What a page asks for, over and over until the work is done: milliseconds of each answer. */
async function lookOn(house: House, user: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let goesOn = true;
  const end = work.finally(() => {
    goesOn = false;
  });
  while (goesOn) {
    const { ms } = await timed(() => house.api("GET", `/api/ai-users/${user}`));
    times.push(ms);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  await end;
  return times;
}

function figuresOf(size: number, took: number, looks: number[], seen: Watched, before: Watched): Figure[] {
  const slow = percentile(looks, 0.99);
  return [
    { name: "megabytes of the file", value: rounded(size / megabyte, 1) },
    { name: "seconds until the answer", value: rounded(took / 1000, 1), goal: "≤ 60", met: took <= 60_000 },
    { name: "processor seconds of the server for it", value: rounded(seen.seconds, 1) },
    { name: "load of the machine (processes that want to run)", value: rounded(loadavg()[0] ?? 0, 1) },
    { name: "memory before, MB", value: rounded(before.peak, 0) },
    { name: "peak memory meanwhile, MB", value: rounded(seen.peak, 0) },
    { name: "answers to a page meanwhile", value: looks.length },
    { name: "their median, ms", value: rounded(percentile(looks, 0.5), 1) },
    { name: "their 99th percentile, ms", value: rounded(slow, 1), goal: "≤ 1000", met: slow <= 1_000 },
    { name: "event loop, 99th percentile of its waits, ms", value: rounded(seen.p99, 1) },
    { name: "event loop, its longest wait, ms", value: rounded(seen.longest, 1) },
  ];
}

/** A search for words of the middle of the chat, twice: the first builds the index. */
async function searches(house: House, user: string): Promise<Figure[]> {
  const random = seededRandom("import");
  const words = said(random).slice(0, 12);
  const ask = () =>
    house.api<{ results: { text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent(words)}&k=5`,
    );
  const first = await timed(ask);
  const seen = await watched(house);
  const again = await timed(ask);
  const found = first.value.body.results.some(({ text }) => text.includes(words));
  return [
    { name: "first search afterwards, ms", value: rounded(first.ms, 0) },
    { name: "it finds what was said (1: yes)", value: Number(found), goal: "1", met: found },
    { name: "processor seconds of it", value: rounded(seen.seconds, 1) },
    { name: "event loop, its longest wait in it, ms", value: rounded(seen.longest, 1) },
    { name: "peak memory in it, MB", value: rounded(seen.peak, 0) },
    { name: "the same search again, ms", value: rounded(again.ms, 0) },
  ];
}

async function measure(house: House, path: string, messages: number, search: boolean): Promise<Figure[]> {
  const user = await house.create({ name: "林溪" });
  const before = await watched(house);
  const looked = await timed(() => send(house, user, path, "&preview=true"));
  const onPreview = await watched(house);
  const whole = timed(() => send(house, user, path));
  const looks = await lookOn(house, user, whole);
  const { ms, value } = await whole;
  const seen = await watched(house);
  const brought = Number(value.messages);
  const found = search ? await searches(house, user) : [];
  const again = await timed(() => send(house, user, path));
  const twice = Number(again.value.messages);
  const after = await watched(house);
  const { size } = await stat(path);
  return [
    { name: "messages brought in", value: brought, goal: String(messages), met: brought === messages },
    ...figuresOf(size, ms, looks, seen, before),
    { name: "seconds of the preview", value: rounded(looked.ms / 1000, 1) },
    { name: "peak memory in the preview, MB", value: rounded(onPreview.peak, 0) },
    ...found,
    { name: "messages that the same file adds again", value: twice, goal: "0", met: twice === 0 },
    { name: "seconds of that", value: rounded(again.ms / 1000, 1) },
    { name: "peak memory in that, MB", value: rounded(after.peak, 0) },
  ];
}

/** `importing`: the bench of a long chat that comes in; `import` is a word of the language. */
export const importing: Bench = async (options) => {
  const messages = Number(options.messages ?? 100_000);
  const folder = await mkdtemp(join(tmpdir(), "keepsake-import-"));
  const path = join(folder, "chat.jsonl");
  await writeChat(path, messages, Number(options.megabytes ?? 0));
  // With little room a file that is not streamed ends the server.
  const heap = options.heap ? [`--max-old-space-size=${options.heap}`] : [];
  const watch = new URL("import-watch.ts", import.meta.url).pathname;
  const house = await startHouse({
    folder: join(folder, "data"),
    child: true,
    node: [...heap, "--import", "tsx", "--import", watch, "src/main.ts"],
  });
  try {
    return await measure(house, path, messages, options.search !== "no");
  } finally {
    await house.close();
    await rm(folder, { recursive: true, force: true });
  }
};
