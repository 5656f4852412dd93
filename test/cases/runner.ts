// Runs a case: lays what was given, does the steps over HTTP, and checks every sentence of `must` and `must_not` in code.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { z } from "zod";
import { type CompanionDocument, type Documents, documents } from "../../src/schema/documents.ts";
import { type Message, MessageLog } from "../../src/schema/message.ts";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import { type Answer, type House, type HouseOptions, startHouse } from "../support/house.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";
import { answersOf, type Case, casesOf, titleOf } from "./case.ts";
import { historyOf, type Laying, layCompanion } from "./companion-folder.ts";

/** A started server with a scripted upstream, shared by the cases of one file. */
export type Stage = {
  house: House;
  upstream: Upstream;
  account: string;
  /** What the house's clock shows, in unix seconds. */
  now(): number;
  moveClock(wish: { advance_s: number } | { set: number }): Promise<void>;
  /** Stops the server, does something to the folder, and starts it again; the clock begins anew. */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** One case on a stage: its companion, and what its steps have brought so far. */
export type Scene = {
  stage: Stage;
  case: Case;
  user: string;
  /** The companion's folder. */
  folder: string;
  /** The messages that stood there before the first step. */
  history: Message[];
  /** The events of each chat turn, and the JSON answers of the other requests, in order. */
  turns: StreamEvent[][];
  answers: Answer[];
  /** What a step found out for a check, by name. */
  found: Map<string, unknown>;
  read<K extends CompanionDocument>(name: K): Promise<Documents[K]>;
  text(name: string): Promise<string>;
  /** All messages of this month's log file. */
  log(): Promise<Message[]>;
  /** Every file of the companion's folder with its text, side files and all. */
  everyFile(): Promise<Map<string, string>>;
  /** Waits until nothing runs in the background. */
  settle(): Promise<void>;
};

export type Step = (scene: Scene) => Promise<void>;
export type Check = (scene: Scene) => void | Promise<void>;

export type Room = {
  /** Steps that are no plain chat or request, by their words. */
  steps?: Record<string, Step>;
  /** One check for each sentence of the kind. */
  checks: Record<string, Check>;
  /** Companions are laid with this besides the case's own. */
  laying?: (theCase: Case, now: number) => Partial<Laying>;
  /** Runs after the folder is laid and before the first step. */
  before?: Record<string, Step>;
  /** Cases that have a test of their own in the same file, or that are left out: id -> why. */
  apart?: Record<string, string>;
};

const firstClock = "2026-03-10T20:00:00+08:00";

async function accountOf(house: House): Promise<string> {
  const { body } = await house.api<{ user: { account_id: string } }>("GET", "/api/auth/user");
  return body.user.account_id;
}

/** Starts a server for the cases of a file. */
export async function openStage(options: HouseOptions = {}): Promise<Stage> {
  const upstream = await startUpstream();
  const clock = options.clock ?? firstClock;
  const open = { upstream, ...options, clock };
  const stage: Stage = {
    house: await startHouse(open),
    upstream,
    account: "",
    now: () => Math.floor(base + (performance.now() - began) / 1000),
    async moveClock(wish) {
      const { body } = await stage.house.api<{ now: number }>("POST", "/test/clock", wish);
      base = body.now;
      began = performance.now();
    },
    async restart(between = async () => {}) {
      const { folder } = stage.house;
      await stage.house.close();
      await between();
      stage.house = await startHouse({ ...open, folder });
      base = Date.parse(clock) / 1000;
      began = performance.now();
    },
    async close() {
      await stage.house.close();
      await upstream.close();
      await stage.house.remove();
    },
  };
  let began = performance.now();
  let base = Date.parse(clock) / 1000;
  stage.account = await accountOf(stage.house);
  return stage;
}

/** Every file below a folder, by its name relative to it. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/**
 * Every file below a folder with its text. A file that goes while this reads (a write publishes its temporary file under
 * the real name) makes it look again, so that what was written is seen in the place where it stays.
 */
export async function textsBelow(folder: string): Promise<Map<string, string>> {
  for (let look = 1; ; look++) {
    try {
      const names = await filesBelow(folder);
      const read = async (name: string) => [name, await readFile(join(folder, name), "utf8")] as const;
      return new Map(await Promise.all(names.map(read)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || look === 20) throw error;
    }
  }
}

let laid = 0;

/** The scene of a case whose companion has been laid already. */
export function sceneOf(stage: Stage, theCase: Case, user: string): Scene {
  const folder = join(stage.house.folder, "ai_users", user);
  const text = (name: string) => readFile(join(folder, name), "utf8");
  return {
    stage,
    case: theCase,
    user,
    folder,
    history: historyOf(theCase.given, stage.now()),
    turns: [],
    answers: [],
    found: new Map(),
    text,
    async read(name) {
      const { file, schema, empty } = documents[name];
      // A document that was never written is its empty value.
      if (!(await isThere(join(folder, file)))) return empty() as never;
      return schema.parse(JSON.parse(await text(file))) as never;
    },
    log: async () => MessageLog.parse(JSON.parse(await text("conversation.json"))),
    everyFile: () => textsBelow(folder),
    settle: () => stage.moveClock({ advance_s: 1 }),
  };
}

/** Lays a new companion for a case and puts the upstream's answers in their queues. */
export async function setScene(
  stage: Stage,
  theCase: Case,
  room: Pick<Room, "laying" | "before">,
): Promise<Scene> {
  const { clock } = theCase.given;
  if (clock !== undefined) await stage.moveClock({ set: Date.parse(clock) / 1000 });
  const now = stage.now();
  const user = `${theCase.id.toLowerCase()}_${++laid}`;
  const extra = room.laying?.(theCase, now);
  const scene = sceneOf(stage, theCase, user);
  await layCompanion(theCase, { folder: stage.house.folder, user, account: stage.account, now, ...extra });
  stage.upstream.reset();
  for (const { role, ...answer } of answersOf(theCase)) stage.upstream.push(role, answer);
  const set = { ...scene, history: historyOf(theCase.given, now) };
  await room.before?.[theCase.id]?.(set);
  // A running house uses no folder that it did not find at its start, until it is told to look.
  await stage.house.api("POST", "/api/folders");
  return set;
}

/** Ends a scene: its companion is gone, and with it whatever still wanted to run for it. */
export async function leaveScene(scene: Scene): Promise<void> {
  await scene.stage.house.api("DELETE", `/api/ai-users/${scene.user}?forever=true`);
  scene.stage.upstream.reset();
}

const requestStep = /^(GET|POST|PUT|DELETE) (\/api\/\S*\{id\}\S*)$/;

/** Does one step: "chat: X", "POST /api/…/{id}/…", or one that the room knows. */
export async function doStep(scene: Scene, step: string, room: Pick<Room, "steps">): Promise<void> {
  const own = room.steps?.[`${scene.case.id}: ${step}`] ?? room.steps?.[step];
  if (own) return own(scene);
  const { house } = scene.stage;
  if (step.startsWith("chat: ")) {
    scene.turns.push(await house.chat(scene.user, step.slice("chat: ".length)));
    return;
  }
  const [, method, path] = requestStep.exec(step) ?? [];
  if (!method || !path) throw new Error(`${scene.case.id}: nobody knows how to do "${step}"`);
  scene.answers.push(await house.api(method, path.replace("{id}", scene.user)));
}

/**
 * Checks every sentence of a case. A sentence without a check is a failure of the test. What must not be is looked at first:
 * some checks of what must be let days pass.
 */
export async function proveAll(scene: Scene, checks: Record<string, Check>): Promise<void> {
  const { must, must_not = [] } = scene.case.expect;
  const wanted = [...must_not.map((sentence) => `NOT ${sentence}`), ...must];
  for (const sentence of wanted) {
    const check = checks[`${scene.case.id}: ${sentence}`] ?? checks[sentence];
    if (!check) throw new Error(`${scene.case.id}: nobody checks "${sentence}"`);
    await check(scene);
  }
}

/** A test for each case of a kind, on one stage. */
export function describeCases(kind: string, room: Room, options: HouseOptions = {}): () => Stage {
  let stage: Stage | undefined;
  const theStage = () => {
    if (!stage) throw new Error("the stage is not open");
    return stage;
  };
  beforeAll(async () => {
    stage = await openStage(options);
  });
  afterAll(async () => {
    await stage?.close();
  });
  describe(kind, () => {
    for (const theCase of casesOf(kind).filter(({ id }) => room.apart?.[id] === undefined))
      it(titleOf(theCase), async () => {
        const scene = await setScene(theStage(), theCase, room);
        try {
          for (const step of theCase.do) await doStep(scene, step, room);
          await proveAll(scene, room.checks);
        } finally {
          await leaveScene(scene);
        }
      });
  });
  return theStage;
}

type EventData = { [E in StreamEvent as E["event"]]: E["data"] };

/** The data of one kind of event in a turn. */
export function dataOf<N extends keyof EventData>(events: readonly StreamEvent[], name: N): EventData[N][] {
  const found: unknown[] = events.filter(({ event }) => event === name).map(({ data }) => data);
  return found as EventData[N][];
}

/** The one error of a turn, or undefined. */
export function errorOf(
  events: readonly StreamEvent[],
): { code: string; message: string; retryable: boolean } | undefined {
  return dataOf(events, "error")[0];
}

/** True where a path is there, as a file or folder. */
export const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The answer of the house to one of its errors. */
export const ErrorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
