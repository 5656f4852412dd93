// The server's own time in a chat turn: the whole house against a bare pipe to the same scripted model, in turn.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { type House, sources, startHouse } from "../support/house.ts";
import { upstreamModelsConfig } from "../support/upstream.ts";
import type { Bench, Figure } from "./main.ts";
import { median, percentile, rounded } from "./statistics.ts";

const rounds = 5;
const chunks = 200;
/** Turns in one round on one connection: no topic grows so long that it is folded. */
const mostTurns = 24;
/** Pause in which the house ends what its last turns left to be done, in milliseconds. */
const settleMs = 200;

type Part = { url: string; pid: number | undefined; stop(): void };

/** Starts a program of this folder and waits for the address that it prints. */
async function startPart(...words: string[]): Promise<Part> {
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "turn-parts.ts"), ...words],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const url = await new Promise<string>((found, failed) => {
    child.stdout?.on("data", (text: Buffer) => {
      const match = /listening on (\S+)/.exec(text.toString());
      if (match?.[1]) found(match[1]);
    });
    child.once("exit", (code) => failed(new Error(`${words[0]} stopped with ${code}`)));
  });
  return { url, pid: child.pid, stop: () => child.kill() };
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Milliseconds of processor time that a process has used so far; undefined where the system does not tell. */
function processorMs(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    // utime and stime, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** One request; the times of its first byte and of its end in milliseconds, and what came, to be checked. */
function ask(
  url: string,
  token: string,
  body: string,
): Promise<{ first: number; whole: number; text: string }> {
  return new Promise((done, failed) => {
    const start = performance.now();
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      accept: "text/event-stream",
    };
    const asked = request(url, { method: "POST", agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      let first = 0;
      answer.on("data", (part: Buffer) => {
        first ||= performance.now() - start;
        parts.push(part);
      });
      answer.on("end", () =>
        done({ first, whole: performance.now() - start, text: Buffer.concat(parts).toString() }),
      );
      answer.on("error", failed);
    });
    asked.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection in the moment in which it was taken up again.
      if (asked.reusedSocket && error.code === "ECONNRESET") ask(url, token, body).then(done, failed);
      else failed(error);
    });
    asked.end(body);
  });
}

type Name = "pipe" | "house" | "again";

type Subject = {
  name: Name;
  pid: number | undefined;
  turn(connection: number): Promise<{ first: number; whole: number }>;
};

/** A request like the one that the house sends on: a system message of the usual size and the person's. */
const plainBody = JSON.stringify({
  model: "chat",
  stream: true,
  stream_options: { include_usage: true },
  messages: [
    { role: "system", content: "你是小夏，话不多，记性好。".repeat(250) },
    { role: "user", content: "今天下午和表姐去了河边" },
  ],
});

function pipeSubject(name: Name, { url, pid }: Part): Subject {
  return {
    name,
    pid,
    async turn() {
      const answer = await ask(url, "", plainBody);
      if (!answer.text.includes("[DONE]")) throw new Error("the pipe lost the end");
      return answer;
    },
  };
}

function houseSubject(house: House, users: readonly string[]): Subject {
  let said = 0;
  return {
    name: "house",
    pid: house.pid,
    async turn(connection) {
      said += 1;
      const content = `今天下午和表姐去了河边，第${said}次`;
      const url = `${house.url}/api/ai-users/${users[connection]}/chat`;
      const answer = await ask(url, house.token, JSON.stringify({ content, pacing: "instant" }));
      if (!answer.text.includes("event: reply-end"))
        throw new Error(`no reply: ${answer.text.slice(0, 300)}`);
      return answer;
    },
  };
}

type Run = { whole: number[]; first: number[]; perSecond: number };

/** `each` turns on every connection, one after the other; all connections at once. */
async function run(subject: Subject, connections: number, each: number): Promise<Run> {
  const whole: number[] = [];
  const first: number[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let n = 0; n < each; n++) {
        const times = await subject.turn(connection);
        whole.push(times.whole);
        first.push(times.first);
      }
    }),
  );
  return { whole, first, perSecond: (connections * each * 1000) / (performance.now() - start) };
}

/** `processor`: milliseconds of processor time for each turn, its background work included. */
type Compared = { connections: number; runs: Record<Name, Run[]>; processor: Record<Name, number> };

const rest = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Five rounds of short runs in turn (pipe, house, pipe again), after one that warms the machine code up. Between them is a
 * rest, so that what the house does after a turn is not counted against the pipe.
 */
async function compare(
  house: House,
  [first, second]: readonly [Part, Part],
  connections: number,
  each: number,
): Promise<Compared> {
  const runs: Compared["runs"] = { pipe: [], house: [], again: [] };
  const processor: Compared["processor"] = { pipe: 0, house: 0, again: 0 };
  const users: string[] = [];
  const subjects = [pipeSubject("pipe", first), houseSubject(house, users), pipeSubject("again", second)];
  const block = connections === 1 ? 1 : 2;
  for (let round = 0; round <= rounds; round++) {
    // One connection says so much that its topic would be folded; many take the same companions to the end.
    if (round === 0 || connections === 1)
      for (let n = 0; n < connections; n++) users[n] = await house.create({ name: "小夏", greeting: null });
    await rest(settleMs);
    for (const { name, pid } of subjects)
      if (round === 1) processor[name] = -(processorMs(pid) ?? Number.NaN);
    for (let done = 0; done < each; done += block) {
      // The order turns, so that none always comes after the house.
      const order = [...subjects.slice(done % 3), ...subjects.slice(0, done % 3)];
      for (const subject of order) {
        const one = await run(subject, connections, block);
        if (round > 0) runs[subject.name].push(one);
        await rest(connections === 1 ? settleMs / 4 : settleMs);
      }
    }
  }
  for (const { name, pid } of subjects)
    processor[name] =
      (processor[name] + (processorMs(pid) ?? Number.NaN)) / (runs[name].length * block * connections);
  return { connections, runs, processor };
}

function figuresOf({ connections, runs, processor }: Compared, bubbles: number): Figure[] {
  const all = (name: Name, of: (one: Run) => readonly number[]) => runs[name].flatMap(of);
  const whole = (name: Name) => median(runs[name].map((one) => median(one.whole)));
  const speed = (name: Name) => median(runs[name].map((one) => one.perSecond));
  const time = rounded(whole("house") / whole("pipe"));
  const same = rounded(whole("again") / whole("pipe"));
  const turns = rounded(speed("house") / speed("pipe"));
  const first = rounded(median(all("house", (one) => one.first)) / median(all("pipe", (one) => one.first)));
  const late = rounded(
    percentile(
      all("house", (one) => one.whole),
      0.99,
    ) /
      percentile(
        all("pipe", (one) => one.whole),
        0.99,
      ),
  );
  const name = (what: string) => `${connections} connections, ${bubbles} bubbles: ${what}`;
  const alone = connections === 1;
  return [
    { name: name("pipe, ms a turn"), value: rounded(whole("pipe")) },
    { name: name("house, ms a turn"), value: rounded(whole("house")) },
    { name: name("pipe / pipe"), value: same, goal: "0.9–1.1", met: same >= 0.9 && same <= 1.1 },
    { name: name("house / pipe, time"), value: time, ...(alone ? { goal: "≤ 3", met: time <= 3 } : {}) },
    { name: name("house / pipe, time, p99"), value: late },
    { name: name("house / pipe, first byte"), value: first },
    { name: name("house, processor ms a turn, background included"), value: rounded(processor.house) },
    { name: name("house / pipe, processor time"), value: rounded(processor.house / processor.pipe) },
    { name: name("house, turns a second"), value: rounded(speed("house"), 0) },
    {
      name: name("house / pipe, turns a second"),
      value: turns,
      ...(alone ? {} : { goal: "≥ 0.3", met: turns >= 0.3 }),
    },
  ];
}

/** `npm run bench -- turn [--c=1,32] [--bubbles=1,3] [--turns=240] [--profile=FOLDER]` */
export const turn: Bench = async ({ c = "1,32", bubbles = "1,3", turns = "240", profile }) => {
  const figures: Figure[] = [];
  for (const lines of bubbles.split(",").map(Number)) {
    const model = await startPart("model", String(chunks), String(lines));
    const pipes: [Part, Part] = [await startPart("pipe", model.url), await startPart("pipe", model.url)];
    const node = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`, ...sources] : sources;
    const models = upstreamModelsConfig(model.url);
    const house = await startHouse({ child: true, models, env: { LOG_LEVEL: "error" }, node });
    for (const connections of c.split(",").map(Number)) {
      const each = Math.max(4, Math.round(Number(turns) / rounds / connections));
      figures.push(...figuresOf(await compare(house, pipes, connections, Math.min(each, mostTurns)), lines));
    }
    await house.close();
    await house.remove();
    for (const part of [...pipes, model]) part.stop();
  }
  return figures;
};
