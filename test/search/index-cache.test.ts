// The Search port: one build for many finds, updates and drops at any moment, bounded memory.
import { describe, expect, it } from "vitest";
import { createSearch } from "../../src/search/index-cache.ts";
import type { SearchEntry, SearchQuery } from "../../src/search/search.ts";

function message(id: string, text: string): SearchEntry {
  return { type: "message", id, text, date: 100, topic_id: `t_${id}`, message_ids: [id], speaker: "user" };
}

const query = (text: string): SearchQuery => ({ text, at: 1000, timeZone: "UTC", language: "zh", limit: 10 });

/** A load that counts its calls and answers when told to. */
function loader(entries: () => SearchEntry[]) {
  const waiting: (() => void)[] = [];
  const load = Object.assign(
    () => {
      load.calls++;
      return new Promise<SearchEntry[]>((resolve) => waiting.push(() => resolve(entries())));
    },
    { calls: 0 },
  );
  const release = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  return { load, release };
}

const ids = (hits: { id: string }[]) => hits.map((hit) => hit.id);

describe("the search cache", () => {
  it("builds once for finds at the same moment, and not again for later ones", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    const { load, release } = loader(() => [message("a", "橘猫叫年糕")]);
    const both = Promise.all([
      search.find("lin", query("橘猫"), load),
      search.find("lin", query("年糕"), load),
    ]);
    release();
    expect((await both).map(ids)).toEqual([["a"], ["a"]]);
    expect(ids(await search.find("lin", query("橘猫"), load))).toEqual(["a"]);
    expect(load.calls).toBe(1);
  });

  it("keeps companions apart", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    await search.find("lin", query("橘猫"), async () => [message("a", "橘猫叫年糕")]);
    expect(await search.find("zhou", query("橘猫"), async () => [message("b", "收音机坏了")])).toEqual([]);
  });

  it("finds what an update added and not what it removed", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    const load = async () => [message("a", "橘猫叫年糕"), message("b", "收音机坏了")];
    await search.find("lin", query("橘猫"), load);
    search.update("lin", [message("c", "又来了一只橘猫")], ["a"]);
    expect(ids(await search.find("lin", query("橘猫"), load))).toEqual(["c"]);
  });

  it("applies an update that comes while the index is being built", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    const { load, release } = loader(() => [message("a", "橘猫叫年糕")]);
    const finding = search.find("lin", query("橘猫"), load);
    search.update("lin", [message("new", "又来了一只橘猫")], ["a"]);
    release();
    expect(ids(await finding)).toEqual(["new"]);
    expect(ids(await search.find("lin", query("橘猫"), load))).toEqual(["new"]);
  });

  it("does nothing for an update or a drop of what is not in memory", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    search.update("lin", [message("ghost", "橘猫")]);
    search.drop("lin");
    expect(ids(await search.find("lin", query("橘猫"), async () => [message("a", "橘猫叫年糕")]))).toEqual([
      "a",
    ]);
  });

  it("never answers from a build that was dropped meanwhile", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    let stored = [message("a", "橘猫叫年糕"), message("secret", "橘猫的秘密")];
    const { load, release } = loader(() => stored);
    const finding = search.find("lin", query("橘猫"), load);
    release();
    stored = [message("a", "橘猫叫年糕")];
    search.drop("lin");
    // The second load is asked for only after the first has come to nothing.
    const pump = setInterval(release, 1);
    try {
      expect(ids(await finding)).toEqual(["a"]);
    } finally {
      clearInterval(pump);
    }
    expect(load.calls).toBe(2);
  });

  it("fails where the load fails, and tries again with the next find", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    const broken = async (): Promise<SearchEntry[]> => {
      throw new Error("disk");
    };
    const failing = await Promise.allSettled([
      search.find("lin", query("橘猫"), broken),
      search.find("lin", query("橘猫"), broken),
    ]);
    expect(failing.map((result) => result.status)).toEqual(["rejected", "rejected"]);
    expect(ids(await search.find("lin", query("橘猫"), async () => [message("a", "橘猫叫年糕")]))).toEqual([
      "a",
    ]);
  });

  it("forgets the companion that was unused for the longest time when memory runs out", async () => {
    const entries = (name: string) =>
      Array.from({ length: 200 }, (_, i) => message(`${name}${i}`, `${name}说的第${i}句话，关于橘猫`));
    const search = createSearch({ maxBytes: 600_000 });
    const loads: string[] = [];
    const find = (name: string) =>
      search.find(name, query("橘猫"), async () => {
        loads.push(name);
        return entries(name);
      });
    for (const name of ["a", "b", "a", "c", "d", "e", "f"]) await find(name);
    expect(loads).toEqual(["a", "b", "c", "d", "e", "f"]);
    await find("f");
    expect(loads).toHaveLength(6);
    await find("b");
    expect(loads.at(-1)).toBe("b");
    expect(loads).toHaveLength(7);
  });

  it("keeps the one index in use even where it alone is over the limit", async () => {
    const search = createSearch({ maxBytes: 1 });
    const { load, release } = loader(() => [message("a", "橘猫叫年糕")]);
    const first = search.find("lin", query("橘猫"), load);
    release();
    await first;
    expect(ids(await search.find("lin", query("橘猫"), load))).toEqual(["a"]);
    expect(load.calls).toBe(1);
  });

  it("lets other work run while a large index is built", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    const many = Array.from({ length: 3000 }, (_, i) => message(`m${i}`, `第${i}句话`));
    let turns = 0;
    let finished = false;
    const turn = () => {
      turns++;
      if (!finished) setImmediate(turn);
    };
    setImmediate(turn);
    await search.find("lin", query("橘猫"), async () => many);
    finished = true;
    expect(turns).toBeGreaterThan(3);
  });

  it("answers nothing where the index is not there in time, and everything as soon as it is", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    const { load, release } = loader(() => [message("a", "橘猫叫年糕")]);
    expect(await search.find("lin", { ...query("橘猫"), patience: 40 }, load)).toEqual([]);
    const patient = search.find("lin", query("橘猫"), load);
    release();
    expect(ids(await patient)).toEqual(["a"]);
    expect(ids(await search.find("lin", { ...query("橘猫"), patience: 40 }, load))).toEqual(["a"]);
    expect(load.calls).toBe(1);
  });

  it("tells a failure that comes in time, and is not ended by one that comes too late", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    const broken = () => Promise.reject(new Error("a damaged month"));
    await expect(search.find("lin", { ...query("橘猫"), patience: 40 }, broken)).rejects.toThrow("damaged");
    let fail = () => {};
    const late = () => new Promise<SearchEntry[]>((_, reject) => (fail = () => reject(new Error("late"))));
    expect(await search.find("lin", { ...query("橘猫"), patience: 40 }, late)).toEqual([]);
    fail();
    await new Promise((resolve) => setImmediate(resolve));
    const { load, release } = loader(() => [message("a", "橘猫")]);
    const again = search.find("lin", query("橘猫"), load);
    release();
    expect(ids(await again)).toEqual(["a"]);
  });

  it("that was warmed need not load for the first question; a failed warming is made good by it", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    let warmed = 0;
    search.warm("zhou", () => Promise.reject(new Error("no disk")));
    search.warm("lin", async () => {
      warmed += 1;
      return [message("a", "橘猫叫年糕")];
    });
    for (let n = 0; n < 20 && warmed === 0; n += 1) await new Promise((resolve) => setImmediate(resolve));
    const never = () => Promise.reject(new Error("loaded once more"));
    expect(ids(await search.find("lin", query("橘猫"), never))).toEqual(["a"]);
    expect(ids(await search.find("zhou", query("橘猫"), async () => [message("z", "橘猫")]))).toEqual(["z"]);
  });

  it("is not warmed for one more where the memory for indexes is half full", async () => {
    const search = createSearch({ maxBytes: 100 });
    await search.find("lin", query("橘猫"), async () => [message("a", "橘猫叫年糕")]);
    let loads = 0;
    search.warm("zhou", async () => {
      loads += 1;
      return [];
    });
    for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(loads).toBe(0);
  });

  it("lets others in while it is built", async () => {
    const search = createSearch({ maxBytes: 1e9 });
    const entries = Array.from({ length: 600 }, (_, n) =>
      message(`m${n}`, `第${n}天去河边走了走，风很大，云很低`),
    );
    let turns = 0;
    let built = false;
    const count = () => {
      turns += 1;
      if (!built) setImmediate(count);
    };
    setImmediate(count);
    const hits = await search.find("lin", query("河边"), async () => entries);
    built = true;
    expect(hits).toHaveLength(10);
    expect(turns).toBeGreaterThan(3);
  });
});
