// 500 random changes through the verbs, taken back through the undo verb in random order: every entry is as it was (invariant 3, part 2, show c).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../src/error.ts";
import { mergeEpisodes } from "../../src/lifecycle/episodes.ts";
import { acceptWaiting, orderFacts, refuseWaiting } from "../../src/lifecycle/facts.ts";
import { forget, store, update } from "../../src/lifecycle/memory.ts";
import { pinEntry } from "../../src/lifecycle/pin.ts";
import type { Reader } from "../../src/lifecycle/read-companion.ts";
import { undoChange } from "../../src/lifecycle/undo.ts";
import { writeMemory } from "../../src/lifecycle/write-memory.ts";
import { canonical } from "../../src/memory/change.ts";
import type { CoreMemory } from "../../src/schema/core-memory.ts";
import { Fact } from "../../src/schema/fact.ts";
import type { Graph } from "../../src/schema/graph.ts";
import type { LongEntry } from "../../src/schema/long-term.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";
import { companion } from "../../src/store/store.ts";
import { type Bare, bareHouse } from "./erase-world.ts";

const mei = companion("mei");
const kinds = [
  "add fact",
  "say fact",
  "change fact",
  "close fact",
  "judge fact",
  "add episode",
  "weigh episode",
  "merge episodes",
  "take episode",
  "pin",
  "write long",
  "write core",
  "write graph",
] as const;
type Kind = (typeof kinds)[number];
type Step = { kind: Kind; pick: number; word: string };

const keys = ["likes", "location", "allergy", "occupation", "pet_name", "habit"] as const;
const words = ["杭州", "成都", "tea", "花生", "nurse", "年糕", "rain", "跑步"] as const;
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat(10_000),
  word: fc.constantFrom(...words),
});

const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

/** Does one step by the verb that a door would call; a refusal is an answer too. */
async function take({ deps }: Bare, { kind, pick, word }: Step, cause: string): Promise<void> {
  const facts = await deps.store.view(mei, "facts");
  const mid = await deps.store.view(mei, "mid_term");
  const long = await deps.store.view(mei, "long_term");
  const core = await deps.store.view(mei, "core_memory");
  const fact = at(facts, pick)?.id ?? "none";
  const [episode, other] = [at(mid, pick)?.id ?? "none", at(mid, pick + 1)?.id ?? "none"];
  const key = at(keys, pick) ?? "likes";
  switch (kind) {
    case "add fact":
      return void (await store(deps, "mei", { key, value: word }, cause));
    case "say fact":
      return say(deps, { key, word, cause, close: pick % 5 === 0 ? fact : undefined });
    case "change fact":
      return void (await update(
        deps,
        "mei",
        { fact },
        pick % 2 ? { value: word } : { importance: 0.1 },
        cause,
      ));
    case "close fact":
      return void (await forget(deps, "mei", { fact }, cause));
    case "judge fact":
      return void (await (pick % 2 ? acceptWaiting : refuseWaiting)(deps, "mei", fact, cause));
    case "add episode":
      return void (await store(
        deps,
        "mei",
        { summary: `${word}的一天`, ended_at: 1_700_000_000 + pick },
        cause,
      ));
    case "weigh episode":
      return void (await update(deps, "mei", { episode }, { importance: (pick % 10) / 10 }, cause));
    case "merge episodes":
      return void (await mergeEpisodes(deps, "mei", [episode, other], cause));
    case "take episode":
      return void (await forget(deps, "mei", { episode }, cause));
    case "pin":
      return void (await pinEntry(
        deps,
        "mei",
        at([fact, episode, at(long, pick)?.id ?? "none"], pick) ?? "",
        pick % 2 === 0,
        cause,
      ));
    case "write long":
      return write(deps, "long_term", swapped(long, `long_${pick % 4}`, pick, longEntry(pick, word)), cause);
    case "write core": {
      const memories = swapped(core.memories, `core_${pick % 4}`, pick, {
        id: `core_${pick % 4}`,
        content: word,
        importance: 9,
      });
      return write(deps, "core_memory", { ...core, memories } satisfies CoreMemory, cause);
    }
    case "write graph": {
      const graph = await deps.store.view(mei, "graph");
      const entities = swapped(graph.entities, `entity_${pick % 4}`, pick, {
        id: `entity_${pick % 4}`,
        name: word,
        node: "Entity",
      });
      return write(deps, "graph", { ...graph, entities } satisfies Graph, cause);
    }
  }
}

async function say(
  deps: Bare["deps"],
  { key, word, cause, close }: { key: string; word: string; cause: string; close: string | undefined },
): Promise<void> {
  const config = await deps.store.view(mei, "config");
  const reader = { user: "mei", owner: "anna", config, zone: "Asia/Shanghai", language: "zh" } as Reader;
  const message = {
    message_id: cause,
    role: "user" as const,
    content: `记住，${key}：${word}`,
    timestamp: 1_773_000_000,
  };
  const operation = { op: "UPDATE" as const, key, value: word, statement: `${key}：${word}`, quote: word };
  const closing = close === undefined ? [] : [{ op: "DELETE" as const, target_id: close, quote: word }];
  await orderFacts(deps, reader, [...closing, operation], { by: "command", cause, messages: [message] });
}

function swapped<T extends { id: string }>(list: readonly T[], id: string, pick: number, made: T): T[] {
  return [...list.filter((one) => one.id !== id), ...(pick % 3 === 0 ? [] : [made])];
}

const longEntry = (pick: number, word: string): LongEntry => ({
  id: `long_${pick % 4}`,
  title: word,
  key_points: [word],
  detail_file: `2026-03-0${(pick % 4) + 1}_${pick % 4}.json`,
});

async function write(
  deps: Bare["deps"],
  name: "long_term" | "core_memory" | "graph",
  value: unknown,
  cause: string,
) {
  await writeMemory(deps, "mei", name, value, { cause });
}

/** Entries that are there before the first step: of a model, so that they may merge, and one fact that waits for its owner. */
async function furnish({ deps }: Bare): Promise<void> {
  const entries = Array.from({ length: 6 }, (_, n) =>
    MidEntry.parse({
      id: `mid_${1_690_000_000 + n}`,
      topic_id: `owner_${n}`,
      summary: `旧事${n}`,
      message_count: 2,
      by: "model",
      importance: 0.4,
    }),
  );
  const waiting = Fact.parse({
    id: "waiting",
    category: "habit",
    key: "habit",
    value: "晨跑",
    status: "quarantined",
  });
  await deps.store.commit(mei, ["mid_term", "facts"], { by: "system", cause: "start" }, () => ({
    documents: { mid_term: entries, facts: [waiting] },
    result: undefined,
  }));
}

async function entries({ deps }: Bare): Promise<string> {
  const byId = <T extends { id: string }>(list: readonly T[]) =>
    [...list].sort((a, b) => (a.id < b.id ? -1 : 1));
  const { entities, relations } = await deps.store.read(mei, "graph");
  return canonical({
    facts: byId(await deps.store.read(mei, "facts")),
    mid: byId(await deps.store.read(mei, "mid_term")),
    long: byId(await deps.store.read(mei, "long_term")),
    core: byId((await deps.store.read(mei, "core_memory")).memories),
    graph: { entities: byId(entities), relations: byId(relations) },
  });
}

/** A change that was made, with the entries that it touched. */
type Made = { id: string; touched: string[] };

async function newest({ deps }: Bare): Promise<Made | undefined> {
  const [line] = await deps.store.changes(mei, { limit: 1 });
  return line && { id: line.id, touched: line.edits.map(({ document, entry }) => `${document} ${entry}`) };
}

/** Those on whose entries nothing later stands, and those that are held by something later. */
function sorted(left: readonly Made[]): { free: Made[]; held: Made[] } {
  const later = new Set<string>();
  const [free, held]: [Made[], Made[]] = [[], []];
  for (const made of left.toReversed()) {
    (made.touched.some((entry) => later.has(entry)) ? held : free).push(made);
    for (const entry of made.touched) later.add(entry);
  }
  return { free, held };
}

/** Undoes all in random order, each where nothing later stands on its entries; now and then one that is held is refused. */
async function undoAll({ deps }: Bare, made: readonly Made[], chance: Iterator<number>): Promise<void> {
  let left = [...made];
  const any = (list: readonly Made[]) => at(list, chance.next().value as number);
  while (left.length > 0) {
    const { free, held } = sorted(left);
    const [one, not] = [any(free), any(held)];
    if (not && left.length % 20 === 0)
      await expect(undoChange(deps, "mei", not.id)).rejects.toMatchObject({ code: "conflict" });
    await undoChange(deps, "mei", one?.id ?? "none");
    left = left.filter((other) => other !== one);
  }
}

describe("500 random changes through the verbs", () => {
  it("undone in random order where allowed leave every fact, episode, core memory and entity as it was", async () => {
    const house = await bareHouse("memory");
    try {
      await furnish(house);
      const before = await entries(house);
      const start = await newest(house);
      const made: Made[] = [];
      const tally = new Map<Kind, number>();
      const [steps = []] = fc.sample(fc.array(step, { minLength: 2_000, maxLength: 2_000 }), {
        numRuns: 1,
        seed: 17,
      });
      for (const [n, one] of steps.entries()) {
        if (made.length >= 500) break;
        const refused = await take(house, one, `step${n}`).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (refused !== undefined && !(refused instanceof AppError)) throw refused;
        const line = await newest(house);
        if (line === undefined || line.id === (made.at(-1) ?? start)?.id) continue;
        made.push(line);
        tally.set(one.kind, (tally.get(one.kind) ?? 0) + 1);
      }
      expect(made).toHaveLength(500);
      // Each verb has had its share: an undo that is never asked for proves nothing.
      expect(kinds.filter((kind) => (tally.get(kind) ?? 0) === 0)).toEqual([]);
      expect(await entries(house)).not.toBe(before);
      const chances = fc.array(fc.nat(1_000_000), { minLength: 1_000, maxLength: 1_000 });
      const [chance = []] = fc.sample(chances, { numRuns: 1, seed: 23 });
      await undoAll(house, made, chance.values());
      expect(await entries(house)).toBe(before);
    } finally {
      await house.close();
    }
  }, 60_000);
});
