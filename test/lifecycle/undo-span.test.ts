// Undo of a topic and of a span of time, and 200 random changes taken back in random order (invariant 3, DESIGN 7).
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { undoChange } from "../../src/lifecycle/undo.ts";
import { undoSpan } from "../../src/lifecycle/undo-span.ts";
import { canonical } from "../../src/memory/change.ts";
import { Fact } from "../../src/schema/fact.ts";
import { LongDetail } from "../../src/schema/long-term.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";
import { companion } from "../../src/store/store.ts";
import { type Bare, bareHouse, erase, put } from "./erase-world.ts";
import { openScene, type Scene, summaryAnswer } from "./scene.ts";

type Spanned = { undone: string[]; refused: { id: string; reason: string; later: string[] }[] };
type Line = { id: string; at: number; cause: string; erased?: true; edits: { document: string }[] };

describe("over HTTP", () => {
  let scene: Scene;
  let user: string;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(() => scene.close());
  beforeEach(async () => {
    scene.upstream.reset();
    scene.upstream.fallback("chat", { text: "嗯嗯" });
    user = await scene.house.create();
  });

  const lines = async () =>
    (await scene.house.api<{ changes: Line[] }>("GET", `/api/memory/${user}/changes?limit=500`)).body.changes;
  const undo = async (span: Record<string, unknown>) => {
    const { status, body } = await scene.house.api<Spanned>("POST", `/api/memory/${user}/changes/undo`, span);
    if (status !== 200) throw new Error(`undo: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const lore = (content: string) => put(scene.house, user, "lore", [{ id: "x", keywords: ["k"], content }]);
  const loreNow = () => scene.json<{ content: string }[]>(user, "lore.json");

  it("takes back everything since a moment, the newest first, and leaves what came before", async () => {
    await lore("一");
    await scene.advance(60);
    const from = await scene.now();
    await lore("二");
    await lore("三");
    await put(scene.house, user, "facts", [{ id: "f", category: "habit", key: "k", value: "v" }]);
    const newest = (await lines()).slice(0, 3).map(({ id }) => id);
    expect(await undo({ from })).toEqual({ undone: newest, refused: [] });
    expect(await loreNow()).toMatchObject([{ content: "一" }]);
    expect(await scene.json(user, "facts.json")).toEqual([]);
  });

  it("of a span that was undone already changes nothing more", async () => {
    const from = await scene.now();
    await lore("一");
    await lore("二");
    await undo({ from });
    expect(await loreNow()).toEqual([]);
    expect(await undo({ from })).toEqual({ undone: [], refused: [] });
    expect(await loreNow()).toEqual([]);
  });

  it("of a topic takes back what was made of it and what was edited in it, and nothing of another topic", async () => {
    for (const line of ["我要去杭州", "住西湖边", "三天"])
      await scene.house.chat(user, line, line === "三天" ? { message_id: "m3" } : {});
    const { topic_id } = await scene.read(user, "short_term");
    scene.upstream.push("short_to_mid", summaryAnswer("对方去杭州三天。"));
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    scene.upstream.push("mid_to_long", {
      text: JSON.stringify({ entries: [{ title: "杭州", key_points: ["三天"] }] }),
    });
    await scene.house.api("POST", `/api/memory/${user}/extract`);
    await lore("别的事");
    expect(await scene.read(user, "long_term")).toHaveLength(1);
    const { undone, refused } = await undo({ topic_id });
    expect(refused).toEqual([]);
    expect(undone.length).toBeGreaterThanOrEqual(2);
    expect(await scene.read(user, "long_term")).toEqual([]);
    expect(await loreNow()).toMatchObject([{ content: "别的事" }]);
    expect((await scene.read(user, "conversation")).map(({ content }) => content)).toContain("我要去杭州");
  });

  it("names what is erased and what was changed later, and undoes the rest", async () => {
    const from = await scene.now();
    await lore("一");
    await put(scene.house, user, "facts", [{ id: "f", category: "habit", key: "k", value: "秘密事" }]);
    await lore("二");
    await put(scene.house, user, "graph", { entities: [], relations: [] });
    const to = await scene.now();
    await scene.advance(60);
    await lore("三");
    await erase(scene.house, user, { query: "秘密事" });
    const { undone, refused } = await undo({ from, to });
    const all = await lines();
    const later = all.find(({ edits, at }) => at > to && edits[0]?.document === "lore");
    expect(undone).toEqual([]);
    expect(refused.map(({ reason }) => reason).sort()).toEqual(["changed", "changed", "erased"]);
    expect(refused.filter(({ reason }) => reason === "changed").map((one) => one.later)).toContainEqual([
      later?.id,
    ]);
    expect(await loreNow()).toMatchObject([{ content: "三" }]);
  });

  it("is 422 without a topic or a span, and finds nothing in an empty one", async () => {
    expect((await scene.house.api("POST", `/api/memory/${user}/changes/undo`, {})).status).toBe(422);
    expect((await scene.house.api("POST", `/api/memory/${user}/changes/undo`, { from: "x" })).status).toBe(
      422,
    );
    await lore("一");
    expect(await undo({ topic_id: "nobody" })).toEqual({ undone: [], refused: [] });
    expect(await undo({ to: 5 })).toEqual({ undone: [], refused: [] });
  });
});

const mei = companion("mei");
const meta = { by: "owner", cause: "test" } as const;

/** One random change of one entry: of a summary, a fact, a core memory, a detail file, lore, or a message. */
type Step = { where: number; entry: number; text: string };
const steps = fc.array(
  fc.record({ where: fc.nat(5), entry: fc.nat(3), text: fc.constantFrom("", "一", "two", "三号", "four") }),
  { minLength: 200, maxLength: 200 },
);

async function change({ deps }: Bare, { where, entry, text }: Step): Promise<void> {
  const { store } = deps;
  const id = `e${entry}`;
  const swap = <T extends { id: string }>(list: T[], made: T): T[] => [
    ...list.filter((one) => one.id !== id),
    ...(text === "" ? [] : [made]),
  ];
  if (where === 0)
    await store.commit(mei, ["mid_term"], meta, ({ mid_term }) => ({
      documents: {
        mid_term: swap(
          mid_term,
          MidEntry.parse({ id, topic_id: `owner_${id}`, summary: text, message_count: 1 }),
        ),
      },
      result: undefined,
    }));
  else if (where === 1)
    await store.commit(mei, ["facts"], meta, ({ facts }) => ({
      documents: { facts: swap(facts, Fact.parse({ id, category: "habit", key: id, value: text })) },
      result: undefined,
    }));
  else if (where === 2)
    await store.commit(mei, ["core_memory"], meta, ({ core_memory }) => ({
      documents: {
        core_memory: {
          ...core_memory,
          memories: swap(core_memory.memories, { id, content: text, importance: 9 }),
        },
      },
      result: undefined,
    }));
  else if (where === 3)
    await store.commit(mei, ["lore"], meta, ({ lore }) => {
      const detail = LongDetail.parse({ title: text, detail_content: text, source_mid_ids: [] });
      return {
        parts: [{ kind: "long_term_details", name: `${id}.json`, content: text === "" ? null : detail }],
        documents: { lore: swap(lore, { id, keywords: [text], content: text, enabled: true }) },
        result: undefined,
      };
    });
  else {
    const message = {
      message_id: id,
      role: "user" as const,
      content: text || "空",
      timestamp: 5 + entry,
      topic_id: "t",
    };
    const there = await store.log.find("mei", id);
    if (!there) await store.log.merge("mei", [message], meta);
    else await store.log.rewrite("mei", meta, text === "" ? { remove: [id] } : { edit: [message] });
  }
}

async function state({ deps }: Bare): Promise<string> {
  const { store } = deps;
  const byId = <T extends { id: string }>(list: readonly T[]) =>
    [...list].sort((a, b) => (a.id < b.id ? -1 : 1));
  const details: unknown[] = [];
  for (const name of await store.parts.list(mei, "long_term_details"))
    details.push([name, await store.parts.read(mei, "long_term_details", name)]);
  const said: unknown[] = [];
  for await (const month of store.log.scan("mei")) said.push(...month);
  return canonical({
    mid: byId(await store.read(mei, "mid_term")),
    facts: byId(await store.read(mei, "facts")),
    core: byId((await store.read(mei, "core_memory")).memories),
    lore: byId(await store.read(mei, "lore")),
    details,
    said,
  });
}

describe("200 random changes", () => {
  it("undone in random order where nothing later stands in the way leave the entries as they were", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.nat(1_000_000)), async (wanted, chance) => {
        const house = await bareHouse("memory");
        try {
          const before = await state(house);
          for (const step of wanted) await change(house, step);
          let left = (await house.deps.store.changes(mei, { limit: 1_000 })).map(({ id }) => id);
          while (left.length > 0) {
            // All that are left, in random order; the newest of them is always allowed.
            const order = left.map((id) => ({ id, at: chance.next().value as number }));
            const done = new Set<string>();
            for (const { id } of order.sort((a, b) => a.at - b.at)) {
              const undone = await undoChange(house.deps, "mei", id).then(
                () => true,
                () => false,
              );
              if (undone) done.add(id);
            }
            expect(done.size).toBeGreaterThan(0);
            left = left.filter((id) => !done.has(id));
          }
          expect(await state(house)).toBe(before);
        } finally {
          await house.close();
        }
      }),
      { numRuns: 3, seed: 7 },
    );
  }, 60_000);

  it("undone as one span leave the entries as they were too", async () => {
    const house = await bareHouse();
    try {
      const before = await state(house);
      const [wanted] = fc.sample(steps, { numRuns: 1, seed: 11 });
      for (const step of wanted ?? []) await change(house, step);
      const { undone, refused } = await undoSpan(house.deps, "mei", { from: 0 });
      expect([undone.length > 100, refused]).toEqual([true, []]);
      expect(await state(house)).toBe(before);
    } finally {
      await house.close();
    }
  }, 60_000);
});
