// The owner's doors to the facts (DESIGN 7): shown, added, changed, accepted, refused, closed, and every one undoable.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fact } from "../../../src/schema/fact.ts";
import { dataOf, follow, openScene, type Scene, summaryAnswer, textOf } from "../../lifecycle/scene.ts";
import { until } from "../../support/house.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "好呀" });
  user = await scene.house.create({ reads_shared_facts: false });
});

type Written = { fact: Fact; change_id: string };
type Page = { facts: Fact[]; next: string | null };
const call = <T>(method: string, path: string, body?: unknown, who = user) =>
  scene.house.api<T>(method, `/api/memory/${who}${path}`, body);
const add = async (wish: Record<string, unknown>) => {
  const { status, body } = await call<Written>("POST", "/facts", wish);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};
const list = async (query = "") => (await call<Page>("GET", `/facts${query}`)).body.facts;
const said = async () => textOf(scene.upstream.of("chat").at(-1)?.body);

/** A fact that waits for the owner: a model proposed it without its words. */
async function waiting(): Promise<Fact> {
  await scene.house.chat(user, "最近在学冰岛语，可难了");
  const operation = { op: "ADD", key: "learning", value: "冰岛语", confidence: 1 };
  scene.upstream.push("short_to_mid", summaryAnswer("聊了学外语。", { operations: [operation] }));
  await call("POST", "/compress");
  const [fact] = await list("?all=true");
  if (fact?.status !== "quarantined") throw new Error(`nothing waits: ${JSON.stringify(fact)}`);
  return fact;
}

describe("adding a fact", () => {
  it("makes it live with the change as its evidence, and the very next reply knows it", async () => {
    await scene.house.chat(user, "在吗");
    const { fact, change_id } = await add({ key: "名字", value: "周野", statement: "对方叫周野" });
    expect(fact).toMatchObject({
      key: "name",
      value: "周野",
      source: "owner",
      status: "live",
      confidence: 1,
    });
    expect(fact.evidence).toEqual([{ kind: "owner", change_id }]);
    await scene.house.chat(user, "我叫什么来着？");
    expect(await said()).toContain("周野");
    const { body } = await call<{ cache_misses: Record<string, number> }>("GET", "/usage");
    expect(body.cache_misses.owner).toBe(1);
  });

  it("takes English keys, numbers, a category of its own, weight, scope and pin", async () => {
    const { fact } = await add({
      key: "shoe size",
      value: 43,
      category: "personal_info",
      importance: 0.9,
      scope: "private",
      pinned: true,
    });
    expect(fact).toMatchObject({
      key: "shoe_size",
      value: 43,
      importance: 0.9,
      scope: "private",
      pinned: true,
    });
  });

  it("closes the former value of a key that has one, and undo brings it back byte by byte", async () => {
    await add({ key: "location", value: "杭州" });
    const before = await scene.json<Fact[]>(user, "facts.json");
    const { change_id } = await add({ key: "location", value: "成都" });
    expect((await list()).map(({ value }) => value)).toEqual(["成都"]);
    expect((await list("?all=true")).map(({ value, status }) => `${value} ${status}`).sort()).toEqual([
      "成都 live",
      "杭州 closed",
    ]);
    const { status } = await call("POST", `/changes/${change_id}/undo`);
    expect(status).toBe(200);
    expect(await scene.json(user, "facts.json")).toEqual(before);
  });

  it("twice confirms what is there", async () => {
    const first = await add({ key: "likes", value: "火锅" });
    const second = await add({ key: "likes", value: "火锅" });
    expect(second.fact.id).toBe(first.fact.id);
    expect(await list()).toHaveLength(1);
  });

  it("refuses what says nothing, what is too long, and unknown words for categories", async () => {
    for (const wish of [
      {},
      { key: "name" },
      { key: "", value: "x" },
      { key: "   ", value: "x" },
      { key: "name", value: "" },
      { key: "name", value: null },
      { key: "name", value: { first: "周" } },
      { key: "name", value: "长".repeat(501) },
      { key: "name", value: "周野", category: "secret" },
      { key: "name", value: "周野", importance: 8 },
      { key: "name", value: "周野", scope: "public" },
    ]) {
      const { status } = await call("POST", "/facts", wish);
      expect([JSON.stringify(wish).slice(0, 60), status]).toEqual([JSON.stringify(wish).slice(0, 60), 422]);
    }
    expect((await call("POST", "/facts", "{")).status).toBe(400);
    expect(await list("?all=true")).toEqual([]);
    expect((await call<{ changes: unknown[] }>("GET", "/changes")).body.changes).toEqual([]);
  });
});

describe("changing a fact", () => {
  it("keeps its id under the new value; the old value stays answerable with its end", async () => {
    const { fact } = await add({ key: "occupation", value: "护士" });
    await scene.advance(2 * 86_400);
    const { status, body } = await call<Written>("PUT", `/facts/${fact.id}`, { value: "医生" });
    expect(status).toBe(200);
    expect(body.fact).toMatchObject({ id: fact.id, value: "医生", status: "live", source: "owner" });
    expect(body.fact.statement).toContain("医生");
    expect(body.fact.evidence).toEqual([{ kind: "owner", change_id: body.change_id }]);
    const former = (await list("?all=true")).find(({ value }) => value === "护士");
    expect(former).toMatchObject({ status: "closed", superseded_by: fact.id });
    expect(former?.valid_to).toEqual(expect.any(Number));
    type Found = { results: { id: string; text: string }[] };
    const found = await call<Found>("GET", `/search?q=${encodeURIComponent("护士")}&type=fact`);
    expect(found.body.results.map(({ text }) => text)).toEqual([expect.stringMatching(/^从前.*护士/)]);
  });

  it("corrects a wrong name in the middle of a topic: the very next request has only the right one", async () => {
    const { fact } = await add({ key: "call_name", value: "小叶" });
    await scene.house.chat(user, "在吗");
    expect(await said()).toContain("小叶");
    await call("PUT", `/facts/${fact.id}`, { value: "阿野" });
    await scene.house.chat(user, "你记得我叫什么、该怎么称呼我吗");
    expect(await said()).toContain("阿野");
    expect(await said()).not.toContain("小叶");
    type Found = { results: unknown[] };
    const found = await call<Found>("GET", `/search?q=${encodeURIComponent("小叶")}&type=fact`);
    expect(found.body.results).toEqual([]);
    const old = (await list("?all=true")).find(({ value }) => value === "小叶");
    expect(old).toMatchObject({ status: "closed", superseded_by: fact.id });
  });

  it("says itself whether the old value was a mistake, where its age does not tell", async () => {
    const { fact } = await add({ key: "location", value: "杭州" });
    await scene.advance(30 * 86_400);
    await call("PUT", `/facts/${fact.id}`, { value: "成都", mistake: true });
    type Found = { results: unknown[] };
    const found = await call<Found>("GET", `/search?q=${encodeURIComponent("杭州")}&type=fact`);
    expect(found.body.results).toEqual([]);
    expect((await call("PUT", `/facts/${fact.id}`, { mistake: true })).status).toBe(422);
  });

  it("of wording, weight, scope or end alone closes nothing", async () => {
    const { fact } = await add({ key: "likes", value: "茶" });
    const { body } = await call<Written>("PUT", `/facts/${fact.id}`, {
      statement: "爱喝茶，尤其岩茶",
      importance: 0.2,
      scope: "shared",
    });
    expect(body.fact).toMatchObject({
      value: "茶",
      statement: "爱喝茶，尤其岩茶",
      importance: 0.2,
      scope: "shared",
    });
    expect(await list("?all=true")).toHaveLength(1);
  });

  it("moves the key along where the key names the value", async () => {
    const { fact } = await add({ key: "likes", value: "tea" });
    const { body } = await call<Written>("PUT", `/facts/${fact.id}`, { value: "coffee" });
    expect(body.fact.key).toBe("likes:coffee");
  });

  it("refuses an empty wish, an unknown fact, and a former value", async () => {
    const { fact } = await add({ key: "location", value: "杭州" });
    await add({ key: "location", value: "成都" });
    expect((await call("PUT", `/facts/${fact.id}`, {})).status).toBe(422);
    expect((await call("PUT", "/facts/fact_none", { value: "x" })).status).toBe(404);
    expect((await call("PUT", `/facts/${fact.id}`, { value: "苏州" })).status).toBe(409);
  });
});

describe("taking a fact away", () => {
  it("closes it, keeps it in the file, and undo brings it back", async () => {
    const { fact } = await add({ key: "allergy", value: "花生" });
    const { body } = await call<Written>("DELETE", `/facts/${fact.id}`);
    expect(body.fact).toMatchObject({ status: "closed", is_deleted: true });
    expect(await list()).toEqual([]);
    expect(await list("?all=true")).toHaveLength(1);
    await scene.house.chat(user, "在吗");
    expect(await said()).not.toContain("花生");
    await call("POST", `/changes/${body.change_id}/undo`);
    expect((await list()).map(({ id }) => id)).toEqual([fact.id]);
  });

  it("is for good: the same words do not bring it back when they are read again", async () => {
    await scene.house.chat(user, "我怕打雷，真的");
    const operation = { op: "ADD", key: "fear", value: "打雷", quote: "我怕打雷", confidence: 1 };
    const answer = summaryAnswer("聊了打雷。", { operations: [operation] });
    scene.upstream.push("short_to_mid", answer);
    await call("POST", "/compress");
    const [fact] = await list();
    await call("DELETE", `/facts/${fact?.id}`);
    scene.upstream.push("short_to_mid", answer);
    const [message] = await scene.read(user, "conversation");
    await scene.house.api("PUT", `/api/ai-users/${user}/messages/${message?.message_id}`, {
      content: "我怕打雷，真的！",
    });
    await scene.advance(1);
    expect(await list()).toEqual([]);
  });

  it("that is gone already, or never was, is 404", async () => {
    const { fact } = await add({ key: "likes", value: "雪" });
    await call("DELETE", `/facts/${fact.id}`);
    expect((await call("DELETE", `/facts/${fact.id}`)).status).toBe(404);
    expect((await call("DELETE", "/facts/../x")).status).toBe(404);
  });
});

describe("a fact that waits", () => {
  it("is live and certain once it is accepted", async () => {
    const fact = await waiting();
    const { status, body } = await call<Written>("POST", `/facts/${fact.id}/accept`);
    expect(status).toBe(200);
    expect(body.fact).toMatchObject({ status: "live", confidence: 1 });
    expect(body.fact.evidence).toContainEqual({ kind: "owner", change_id: body.change_id });
    await scene.house.chat(user, "在吗");
    expect(await said()).toContain("冰岛语");
    expect((await call("POST", `/facts/${fact.id}/accept`)).status).toBe(409);
  });

  it("is gone once it is refused, and can be had back", async () => {
    const fact = await waiting();
    const { body } = await call<Written>("POST", `/facts/${fact.id}/refuse`);
    expect(body.fact).toMatchObject({ status: "closed", is_deleted: true });
    expect((await call("POST", `/facts/${fact.id}/refuse`)).status).toBe(404);
    await call("POST", `/changes/${body.change_id}/undo`);
    expect((await list("?all=true")).map(({ status }) => status)).toEqual(["quarantined"]);
  });

  it("is neither accepted nor refused where it waits for nothing", async () => {
    const { fact } = await add({ key: "likes", value: "雪" });
    for (const verb of ["accept", "refuse"]) {
      expect((await call("POST", `/facts/${fact.id}/${verb}`)).status).toBe(409);
      expect((await call("POST", `/facts/none/${verb}`)).status).toBe(404);
    }
  });
});

describe("the list of facts", () => {
  it("comes newest first in pages, and an unknown mark is 404", async () => {
    for (let n = 0; n < 5; n += 1) await add({ key: "likes", value: `第${n}样` });
    const values = async (query: string) => {
      const { body } = await call<Page>("GET", `/facts${query}`);
      return { values: body.facts.map(({ value }) => value), next: body.next };
    };
    const first = await values("?limit=2");
    expect(first.values).toEqual(["第4样", "第3样"]);
    const second = await values(`?limit=2&before=${first.next}`);
    expect(second.values).toEqual(["第2样", "第1样"]);
    expect(await values(`?limit=2&before=${second.next}`)).toEqual({ values: ["第0样"], next: null });
    expect((await call("GET", "/facts?before=nobody")).status).toBe(404);
    expect((await call("GET", "/facts?limit=0")).status).toBe(422);
    expect((await call("GET", "/facts?all=yes")).status).toBe(422);
  });

  it("is looked up by category, by key, by all keys of a base and by another name of it (A43)", async () => {
    await add({ key: "pet_name", value: "年糕", category: "relationship" });
    await add({ key: "pet_name", value: "豆包", category: "relationship" });
    await add({ key: "birthday", value: "05-04", category: "important_date" });
    const values = async (query: string) => (await list(query)).map(({ value }) => value).sort();
    expect(await values("?category=relationship")).toEqual(["年糕", "豆包"]);
    expect(await values(`?key=${encodeURIComponent("pet_name:年糕")}`)).toEqual(["年糕"]);
    expect(await values("?key=pet_name")).toEqual(["年糕", "豆包"]);
    expect(await values(`?key=${encodeURIComponent("生日")}`)).toEqual(["05-04"]);
    expect(await values("?key=birthday&category=relationship")).toEqual([]);
    expect(await values("?key=sibling")).toEqual([]);
    const first = await call<Page>("GET", "/facts?key=pet_name&limit=1");
    expect(first.body.next).toBe(first.body.facts[0]?.id);
    expect((await call("GET", "/facts?category=other")).status).toBe(422);
    expect((await call("GET", "/facts?key=")).status).toBe(422);
  });

  it("says whose each is, and the file says when and as what it was kept (A40, A47)", async () => {
    await add({ key: "likes", value: "乌龙茶" });
    const mine = { user_id: user, metadata: { character_id: user, memory_type: "user_fact" } };
    expect(await list()).toMatchObject([mine]);
    const file = () => scene.json<Fact[]>(user, "facts.json");
    const [kept] = await file();
    expect(kept?.metadata).toMatchObject({ user_id: user, timestamp: expect.any(Number), type: "fact" });
    // A folder that was copied under another name names the old one until it is read.
    const copied = [{ ...kept, user_id: "old", metadata: { ...kept?.metadata, character_id: "old" } }];
    await call("PUT", "/facts", copied);
    expect((await file())[0]?.user_id).toBe("old");
    expect(await list()).toMatchObject([mine]);
    await call("PUT", "/facts", [{ category: "habit", key: "habit", value: "晨跑", statement: "每天晨跑" }]);
    expect((await file())[0]).toMatchObject({
      user_id: user,
      metadata: { user_id: user, type: "fact" },
      source: "owner",
    });
  });

  it("holds what is so now: neither what has not begun nor what has run out", async () => {
    const now = await scene.now();
    await add({ key: "likes", value: "开始的", valid_from: now + 3_600 });
    await add({ key: "likes", value: "结束的", valid_to: now + 60 });
    expect((await list()).map(({ value }) => value)).toEqual(["结束的"]);
    await scene.advance(4_000);
    expect((await list()).map(({ value }) => value)).toEqual(["开始的"]);
    const over = (await list("?all=true")).find(({ value }) => value === "结束的");
    expect(over?.status).toBe("closed");
  });
});

describe("who may", () => {
  it("look with a key for reading, and change with one for writing; another's companion is 404", async () => {
    const key = async (scope: string) => {
      const { body } = await scene.house.api<{ key: string }>("POST", "/api/auth/keys", {
        name: scope,
        scopes: [scope],
      });
      return { authorization: `Bearer ${body.key}` };
    };
    const reading = await key("read");
    const path = `/api/memory/${user}/facts`;
    const ask = (method: string, headers: Record<string, string>, body?: unknown) =>
      scene.house.api(method, path, body, headers);
    expect((await ask("GET", reading)).status).toBe(200);
    expect((await ask("POST", reading, { key: "name", value: "x" })).status).toBe(403);
    expect((await ask("POST", await key("write"), { key: "name", value: "x" })).status).toBe(201);
    expect((await ask("GET", { authorization: "" })).status).toBe(401);
    expect((await call("GET", "/facts", undefined, "nobody")).status).toBe(404);
  });

  it("hears of it: every change of facts is told to the windows", async () => {
    const events = follow(scene.house);
    await events.opened;
    const { fact } = await add({ key: "likes", value: "雪" });
    await call("DELETE", `/facts/${fact.id}`);
    const about = () => dataOf(events.heard, "memory-change").filter(({ entry_id }) => entry_id === fact.id);
    const told = await until("both changes", async () => about().length === 2 && about());
    await events.stop();
    expect(told.map(({ document, kind }) => `${document} ${kind}`)).toEqual(["facts added", "facts changed"]);
  });
});
