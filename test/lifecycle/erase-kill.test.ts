// An erasure that is torn off anywhere is ended by the next start: the job holds ids and no word of what goes (invariant 4).
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { endErasure, endTornErasure, eraseNow } from "../../src/lifecycle/erase.ts";
import { Fact } from "../../src/schema/fact.ts";
import { LongDetail, LongEntry } from "../../src/schema/long-term.ts";
import type { Message } from "../../src/schema/message.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";
import { account, type CommitMeta, companion, type Store } from "../../src/store/store.ts";
import { startHouse, until } from "../support/house.ts";
import { type Bare, bareHouse, erase, holding, importTopics, topicWith } from "./erase-world.ts";

const secret = "翠湖路18号";
const mei = companion("mei");
const byOwner: CommitMeta = { by: "owner", cause: "test" };
const detailFile = `2026-01-10_住在${secret}.json`;
const between = <T>(_user: string, task: () => Promise<T>) => task();

let house: Bare | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
});

const say = (id: string, topic_id: string, content: string, more: Partial<Message> = {}): Message => ({
  message_id: id,
  role: "user",
  content,
  timestamp: 1_772_000_000,
  topic_id,
  ...more,
});

/** A companion with the phrase in every kind of file. */
async function planted(): Promise<Bare> {
  const made = await bareHouse();
  const { store } = made.deps;
  await store.log.merge("mei", [
    say("a", "t1", `我搬到${secret}`),
    say("b", "t1", "楼下有面馆"),
    say("c", "t2", "我去过云南", { timestamp: 1_768_000_000, name: secret }),
    say("d", "t2", "云南好玩", { timestamp: 1_768_000_001 }),
    say("e", "t2", "还想再去", { timestamp: 1_768_000_002 }),
  ]);
  const mid = (id: string, topic_id: string, summary: string, message_ids: string[]) =>
    MidEntry.parse({ id, topic_id, summary, message_ids, message_count: 2, extracted_to_long: true });
  await store.commit(mei, ["mid_term"], byOwner, () => ({
    parts: [
      {
        kind: "mid_term_archive",
        name: "2026-01.json",
        content: [mid("mid_2", "t2", "去过云南", ["c", "d"])],
      },
    ],
    documents: { mid_term: [mid("mid_1", "t1", `搬到${secret}`, ["a", "b"])] },
    result: undefined,
  }));
  const long = { title: `住在${secret}`, message_ids: ["a", "b"] };
  await store.commit(mei, ["long_term", "facts", "self_soul"], byOwner, ({ self_soul }) => ({
    parts: [
      {
        kind: "long_term_details",
        name: detailFile,
        content: LongDetail.parse({ ...long, detail_content: `住${secret}`, source_mid_ids: ["mid_1"] }),
      },
      { kind: "knowledge", name: "家.txt", content: `门牌\n${secret}\n邮编\n` },
    ],
    documents: {
      long_term: [LongEntry.parse({ ...long, id: "long_1", key_points: [secret], detail_file: detailFile })],
      facts: [Fact.parse({ id: "f1", category: "personal_info", key: "home", value: secret })],
      self_soul: { ...self_soul, content: `我爱散步。她住${secret}。` },
    },
    result: undefined,
  }));
  // A stop between the two writes of a turn can leave a message in the open topic alone.
  await store.commit(mei, ["short_term"], byOwner, () => ({
    documents: {
      short_term: {
        topic_id: "t3",
        created_at: 1,
        pending: [],
        conversations: [say("x", "t3", `去${secret}`)],
      },
    },
    result: undefined,
  }));
  await store.commit(account("anna"), ["shared_facts"], byOwner, () => ({
    documents: {
      shared_facts: [{ id: "f1", origin: "mei", key: "home", value: secret, statement: `住${secret}` }],
    },
    result: undefined,
  }));
  await store.cache.write(mei, "prefix.json", secret);
  // A clean stop keeps last good copies.
  await made.restart();
  await mkdir(join(made.folder, "ai_users", "mei", ".recovered"), { recursive: true });
  await writeFile(
    join(made.folder, "ai_users", "mei", ".recovered", "facts.json.0a0a"),
    `[{"value": "${secret}`,
  );
  return made;
}

/** The store, failing at the n-th call that writes: before it, or after it has been done. */
function killing(store: Store, at: number, after: boolean): { store: Store; calls: () => number } {
  let count = 0;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    count += 1;
    if (count > at) throw new Error("killed");
    if (count < at) return work();
    if (after) await work();
    throw new Error("killed");
  };
  const wrapped: Store = {
    ...store,
    commit: (...given) => step(() => store.commit(...given)),
    log: { ...store.log, rewrite: (...given) => step(() => store.log.rewrite(...given)) },
    cache: { ...store.cache, write: (...given) => step(() => store.cache.write(...given)) },
    erase: {
      changes: (...given) => step(() => store.erase.changes(...given)),
      sideFiles: (...given) => step(() => store.erase.sideFiles(...given)),
      trash: (...given) => step(() => store.erase.trash(...given)),
    },
  };
  return { store: wrapped, calls: () => count };
}

const job = async ({ deps }: Bare) => (await deps.store.read(mei, "erased")).job;

describe("an erasure that stops half-way", () => {
  it("plants the phrase in every kind of file, and takes all of it out where nothing stops it", async () => {
    house = await planted();
    expect((await holding(house.folder, secret)).length).toBeGreaterThanOrEqual(12);
    const { receipt, settle } = await eraseNow(house.deps, "mei", { query: secret });
    expect(await holding(house.folder, secret)).toEqual([]);
    expect(receipt.files).toEqual(
      expect.arrayContaining(["accounts/anna/facts.json", ".recovered/facts.json.0a0a", "knowledge/家.txt"]),
    );
    expect((await job(house))?.step).toBe("settle");
    await settle();
    expect(await job(house)).toBeUndefined();
  });

  for (const after of [false, true])
    it(`is ended by the next start, whichever write was the last ${after ? "done" : "tried"}`, async () => {
      let ended = false;
      let at = 0;
      while (!ended) {
        at += 1;
        house = await planted();
        const { store } = house.deps;
        const torn = killing(store, at, after);
        house.deps.store = torn.store;
        const run = await eraseNow(house.deps, "mei", { query: secret }).catch((error: unknown) => error);
        ended = !(run instanceof Error);
        house.deps.store = store;
        const raw = await readFile(join(house.folder, "ai_users", "mei", "erased.json"), "utf8").catch(
          () => "",
        );
        expect(raw).not.toContain(secret);
        const begun = (await job(house)) !== undefined;
        await house.restart();
        await endTornErasure(house.deps, "mei");
        // Before the ids are durable nothing has been touched.
        if (begun) expect([at, await holding(house.folder, secret)]).toEqual([at, []]);
        else expect((await holding(house.folder, secret)).length).toBeGreaterThanOrEqual(8);
        await endErasure(house.deps, "mei", between);
        expect(await job(house)).toBeUndefined();
        if (begun) await expectRest(house);
        await house.close();
        house = undefined;
        expect(at).toBeLessThan(60);
      }
      expect(at).toBeGreaterThan(10);
    });

  async function expectRest({ deps }: Bare): Promise<void> {
    const said: string[] = [];
    for await (const month of deps.store.log.scan("mei"))
      said.push(...month.map(({ message_id }) => message_id));
    expect(said).toEqual(["d", "e", "b"]);
    const { pending } = await deps.store.read(mei, "short_term");
    expect(pending.map(({ topic_id }) => topic_id).sort()).toEqual(["t1", "t2"]);
    expect(await deps.store.parts.read(mei, "knowledge", "家.txt")).toBe("门牌\n邮编\n");
    expect((await deps.store.read(mei, "self_soul")).content).toBe("我爱散步。");
  }

  it("waits for a broken month, says so, and goes on when the month is mended", async () => {
    house = await planted();
    const month = join(house.folder, "ai_users", "mei", "conversations", "2026-01.json");
    const whole = await readFile(month, "utf8");
    await writeFile(month, whole.replace(`"message_id":"d"`, `"message_id":"d`));
    await house.restart();
    const { receipt, settle } = await eraseNow(house.deps, "mei", { query: secret });
    await settle();
    expect(receipt.left).toContainEqual(
      expect.objectContaining({ kind: "damaged", where: "conversations/2026-01.json" }),
    );
    expect(await holding(house.folder, secret)).toEqual(["ai_users/mei/conversations/2026-01.json"]);
    await endErasure(house.deps, "mei", between);
    expect(await job(house)).toBeDefined();
    await writeFile(month, whole);
    await house.restart();
    await endErasure(house.deps, "mei", between);
    expect(await holding(house.folder, secret)).toEqual([]);
    expect(await job(house)).toBeUndefined();
  });

  it("takes a copy in the trash under the same id with it, and no copy without the phrase", async () => {
    house = await planted();
    for (const [name, text] of [
      ["mei.1700000000", secret],
      ["mei.1700000001", "无关"],
    ] as const) {
      await mkdir(join(house.folder, "trash", name), { recursive: true });
      await appendFile(join(house.folder, "trash", name, "conversation.json"), `[\n{"content":"${text}"}\n]`);
    }
    const { receipt } = await eraseNow(house.deps, "mei", { query: secret });
    expect(receipt.files).toContain("trash/mei.1700000000");
    expect(await holding(house.folder, secret)).toEqual([]);
    expect((await house.deps.store.trashed()).map(({ trashed_at }) => trashed_at)).toEqual([1_700_000_001]);
  });
});

describe("a server that is killed while it erases", () => {
  it("has erased everything after its next start", async () => {
    const clock = "2026-03-10T20:00:00+08:00";
    const first = await startHouse({ child: true, clock });
    const user = await first.create();
    const topics = Array.from({ length: 120 }, (_, at) =>
      topicWith(`t${at}`, 1_700_000_000 + at * 500_000, secret),
    );
    await importTopics(first, user, topics, "extractive");
    const file = join(first.folder, "ai_users", user, "erased.json");
    const running = erase(first, user, { query: secret }).catch(() => undefined);
    await until("the job", async () => (await readFile(file, "utf8").catch(() => "")).includes('"job"'));
    await first.kill();
    await running;
    const second = await startHouse({ folder: first.folder, clock });
    try {
      await second.api("POST", "/test/clock", { advance_s: 60 });
      expect(await holding(first.folder, secret)).toEqual([]);
      expect(JSON.parse(await readFile(file, "utf8")).job).toBeUndefined();
    } finally {
      await second.close();
      await second.remove();
    }
  });
});
