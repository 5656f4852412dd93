// Measures the context after 3 and after 10 years: its tokens by section, and how long it takes to put it together.
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Deps } from "../../src/deps.ts";
import { assemble, type Context } from "../../src/lifecycle/assemble.ts";
import { readCompanion } from "../../src/lifecycle/read-companion.ts";
import { findMemories } from "../../src/lifecycle/search-memory.ts";
import { worthRecalling } from "../../src/memory/recall-gate.ts";
import { loadPrompts } from "../../src/prompt/loader.ts";
import { documents } from "../../src/schema/documents.ts";
import type { Message } from "../../src/schema/message.ts";
import { companion } from "../../src/store/store.ts";
import { contextOfData } from "./context-data.ts";
import { openHouse } from "./context-house.ts";
import type { Bench, Figure } from "./main.ts";
import { percentile, rounded } from "./statistics.ts";
import { lifeEnd, lifeZone, writeLife } from "./years.ts";
import { askings } from "./years-text.ts";

const user = "xiaoxia";
const project = resolve(import.meta.dirname, "../..");
const now = () => lifeEnd + 60;
const coldRuns = 15;

/** A data folder with one account and one companion that has lived so long. */
async function makeHouse(years: number): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "keepsake-context-"));
  const folder = join(root, "ai_users", user);
  const account = join(root, "accounts", "owner");
  await mkdir(folder, { recursive: true });
  await mkdir(account, { recursive: true });
  const config = {
    ...documents.config.empty(),
    user_id: user,
    owner: "owner",
    name: "小夏",
    base_soul: "你是小夏，话不多，记性好，喜欢走路和看云。说话短，不讲大道理，先听完再开口。".repeat(6),
    language: "zh",
  };
  const person = {
    ...documents.account.empty(),
    account_id: "owner",
    username: "owner",
    display_name: "阿沐",
  };
  await writeFile(join(folder, "config.json"), JSON.stringify(config, null, 2));
  await writeFile(join(account, "account.json"), JSON.stringify({ ...person, time_zone: lifeZone }, null, 2));
  await writeLife(folder, { years });
  return root;
}

const open = (root: string, prompts: Deps["prompts"]) => openHouse({ root, prompts, now });

/** What one turn does between the person's message and the first call of a model, as `turn.ts` does it. */
async function assembleOnce(deps: Deps, content: string): Promise<Context> {
  const reader = await readCompanion(deps, user);
  const short = await deps.store.read(companion(user), "short_term");
  const message: Message = {
    message_id: "asked",
    role: "user",
    content,
    timestamp: now(),
    topic_id: short.topic_id,
  };
  return assemble(deps, reader, { message, short });
}

/** The files that hold exactly what a context with a stored prefix is made of. */
const needed = [
  `ai_users/${user}/config.json`,
  "accounts/owner/account.json",
  `ai_users/${user}/short_term.json`,
  `ai_users/${user}/.cache/prefix.json`,
];

const readNeeded = (root: string) =>
  needed.map((name) => JSON.parse(readFileSync(join(root, name), "utf8")) as unknown);

async function readNeededAsync(root: string): Promise<unknown[]> {
  const texts = await Promise.all(needed.map((name) => readFile(join(root, name), "utf8")));
  return texts.map((text) => JSON.parse(text) as unknown);
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

type Times = { floor: number[]; patientFloor: number[]; talk: number[]; question: number[] };

/** Floors and assemblies in turn, so that whatever else the machine does hits all of them alike. */
async function warm(root: string, deps: Deps, rounds: number): Promise<Times> {
  const times: Times = { floor: [], patientFloor: [], talk: [], question: [] };
  for (const content of askings) await assembleOnce(deps, content);
  for (let round = 0; round < rounds; round++) {
    for (const content of askings) {
      times.floor.push(await timed(() => readNeeded(root)));
      times.patientFloor.push(await timed(() => readNeededAsync(root)));
      const kind = worthRecalling(content) ? times.question : times.talk;
      kind.push(await timed(() => assembleOnce(deps, content)));
    }
  }
  return times;
}

type Cold = { floor: number[]; documents: number[]; talk: number[] };

/** A store that has seen nothing of the folder; the pages of its files are in the system's memory. */
async function cold(root: string, prompts: Deps["prompts"]): Promise<Cold> {
  const times: Cold = { floor: [], documents: [], talk: [] };
  const all = Object.values(documents).flatMap(({ of, file }) => (of === "companion" ? [file] : []));
  const readAll = () => {
    for (const file of all) {
      try {
        JSON.parse(readFileSync(join(root, "ai_users", user, file), "utf8"));
      } catch {
        // Not every document has a file yet.
      }
    }
  };
  for (let run = 0; run < coldRuns; run++) {
    times.floor.push(await timed(() => readNeeded(root)));
    times.documents.push(await timed(readAll));
    const { deps, store } = await open(root, prompts);
    times.talk.push(await timed(() => assembleOnce(deps, "嗯")));
    await store.close();
  }
  return times;
}

type Aged = {
  years: number;
  tokens: number;
  sections: Map<string, number>;
  warm: Times;
  cold: Cold;
  firstQuestion: number;
  wholeLog: number;
};

async function measure(years: number, prompts: Deps["prompts"], rounds: number): Promise<Aged> {
  const root = await makeHouse(years);
  const { deps, store } = await open(root, prompts);
  const sections = new Map<string, number>();
  let tokens = 0;
  await assembleOnce(deps, "嗯");
  const question = askings.find((text) => worthRecalling(text)) ?? "";
  const firstQuestion = await timed(() => assembleOnce(deps, question));
  // A turn does not wait long for an index that is still being built; what is measured from here on has it.
  await findMemories(deps, await readCompanion(deps, user), { text: question, limit: 1 });
  for (const content of askings) {
    const context = await assembleOnce(deps, content);
    tokens += context.tokens / askings.length;
    for (const { name, tokens: size } of context.sections)
      sections.set(name, (sections.get(name) ?? 0) + size / askings.length);
  }
  const wholeLog = await timed(async () => {
    for await (const _ of store.log.scan(user));
  });
  const aged = { years, tokens, sections, warm: await warm(root, deps, rounds), firstQuestion, wholeLog };
  await store.close();
  const done = { ...aged, cold: await cold(root, prompts) };
  await rm(root, { recursive: true, force: true });
  return done;
}

function ratioOf(name: string, times: readonly number[], floor: readonly number[], goal?: number): Figure[] {
  const middle = rounded(percentile(times, 0.5) / percentile(floor, 0.5));
  const late = rounded(percentile(times, 0.99) / percentile(floor, 0.99));
  return [
    {
      name: `${name}, p50`,
      value: middle,
      ...(goal === undefined ? {} : { goal: `≤ ${goal}`, met: middle <= goal }),
    },
    { name: `${name}, p99`, value: late },
  ];
}

function figuresOf({
  years,
  tokens,
  sections,
  warm: hot,
  cold: fresh,
  firstQuestion,
  wholeLog,
}: Aged): Figure[] {
  const name = (what: string) => `year ${years}: ${what}`;
  const ms = (what: string, times: readonly number[]) => ({
    name: name(`${what}, ms p50`),
    value: rounded(percentile(times, 0.5), 3),
  });
  return [
    { name: name("context tokens"), value: rounded(tokens, 0) },
    ...[...sections].map(([section, size]) => ({ name: `  ${section}`, value: rounded(size, 0) })),
    ms("floor: read and parse what is needed", hot.floor),
    ms("the same with promises", hot.patientFloor),
    ms("warm, small talk", hot.talk),
    ms("warm, with recall", hot.question),
    ...ratioOf(name("warm small talk / floor"), hot.talk, hot.floor, 1.5),
    ...ratioOf(name("warm small talk / floor with promises"), hot.talk, hot.patientFloor),
    ...ratioOf(name("warm with recall / floor"), hot.question, hot.floor),
    ...ratioOf(name("warm with recall / floor with promises"), hot.question, hot.patientFloor),
    ms("cold, small talk", fresh.talk),
    ...ratioOf(name("cold / floor"), fresh.talk, fresh.floor, 1.5),
    ...ratioOf(name("cold / read and parse every document"), fresh.talk, fresh.documents),
    { name: name("first question after a start, ms"), value: rounded(firstQuestion, 0) },
    { name: name("first question / reading the whole log"), value: rounded(firstQuestion / wholeLog) },
  ];
}

/** `npm run bench -- context [--years=3,10] [--rounds=100]`, or `--data=FOLDER [--noise=FILE.jsonl] [--list]` */
export const context: Bench = async ({ years = "3,10", rounds = "100", data, noise, list }) => {
  if (data !== undefined) return contextOfData({ data, noise, list: list !== undefined });
  const prompts = await loadPrompts(join(project, "prompts"));
  const aged: Aged[] = [];
  for (const age of years.split(",").map(Number)) aged.push(await measure(age, prompts, Number(rounds)));
  const [young, old] = [aged[0], aged.at(-1)];
  const growth = old && young ? rounded(old.tokens / young.tokens, 3) : 0;
  const slower =
    old && young ? rounded(percentile(old.warm.talk, 0.5) / percentile(young.warm.talk, 0.5)) : 0;
  return [
    ...aged.flatMap(figuresOf),
    { name: "old / young: context tokens", value: growth, goal: "≤ 1.02", met: growth <= 1.02 },
    { name: "old / young: warm small talk, p50", value: slower, goal: "≤ 1.2", met: slower <= 1.2 },
  ];
};
