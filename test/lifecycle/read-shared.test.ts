// What another companion of the account shares is known in profile, search and talk as in the context, and gone with its source (A126).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shownText } from "../support/house.ts";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;
let teller: string;
let other: string;

beforeAll(async () => {
  scene = await openScene({ offline: true });
});
afterAll(() => scene.close());
beforeEach(async () => {
  teller = await scene.house.create({ soul: "xiaoyu", greeting: null });
  other = await scene.house.create({ soul: "xiaoyu", greeting: null });
});

// Both companions belong to the one account, whose projection outlives a test.
afterEach(async () => {
  const { facts } = await call<{ facts: Fact[] }>(teller, "GET", "/facts");
  for (const { id } of facts) await call(teller, "DELETE", `/facts/${id}`);
});

const call = async <T>(who: string, method: string, path: string, body?: unknown) =>
  (await scene.house.api<T>(method, `/api/memory/${who}${path}`, body)).body;
type Fact = { id: string };
type Hits = { results: { type: string; id: string; text: string }[] };
type Profile = { sections: { title: string; lines: { text: string; fact_id: string | null }[] }[] };

const tell = (key: string, value: string, category: string, scope = "shared") =>
  call<{ fact: Fact }>(teller, "POST", "/facts", { category, key, value, statement: value, scope });
const linesOf = async (who = other) =>
  (await call<Profile>(who, "GET", "/profile")).sections.flatMap(({ lines }) =>
    lines.map(({ text }) => text),
  );
const found = async (text: string, who = other) =>
  (await call<Hits>(who, "POST", "/search", { q: text })).results.map((hit) => hit.text);
const say = async (who: string, content: string) => shownText(await scene.house.chat(who, content));

describe("what another companion shares", () => {
  it("stands in the profile, is found, and is told to who asks what is known", async () => {
    await tell("allergy", "对核桃过敏", "health");
    await tell("pet", "养了一只叫墨块的猫", "personal_info");
    expect(await linesOf()).toEqual(expect.arrayContaining(["对核桃过敏", "养了一只叫墨块的猫"]));
    expect(await found("我对什么过敏？")).toContain("对核桃过敏");
    expect(await found("我养的猫叫什么")).toContain("养了一只叫墨块的猫");
    expect(await say(other, "你知道我什么？")).toMatch(/对核桃过敏/);
    expect(await say(other, "我养的猫叫什么来着？")).toContain("墨块");
  });

  it("is found in English too", async () => {
    await tell("allergy", "Allergic to walnuts", "health");
    expect(await found("what am I allergic to?")).toContain("Allergic to walnuts");
    expect(await linesOf()).toContain("Allergic to walnuts");
  });

  it("does not answer what it has nothing to do with, and is told once by who knows it itself", async () => {
    await tell("allergy", "对核桃过敏", "health");
    expect(await found("地铁几点停运")).toEqual([]);
    expect(await linesOf(teller)).toEqual(["对核桃过敏"]);
    expect((await found("我对核桃过敏吗", teller)).length).toBe(1);
  });

  it("stays with its source where it is private, or the reader does not read such facts", async () => {
    await tell("allergy", "对核桃过敏", "health", "private");
    await tell("allergy_2", "对花生过敏", "health");
    expect(await linesOf()).toEqual(["对花生过敏"]);
    const deaf = await scene.house.create({ soul: "xiaoyu", greeting: null, reads_shared_facts: false });
    expect([await linesOf(deaf), await found("我对花生过敏吗", deaf)]).toEqual([[], []]);
  });

  it("is gone the moment its source no longer knows it", async () => {
    const { fact } = await tell("allergy", "对核桃过敏", "health");
    expect(await found("我对核桃过敏吗")).toHaveLength(1);
    await call(teller, "DELETE", `/facts/${fact.id}`);
    expect([await linesOf(), await found("我对核桃过敏吗")]).toEqual([[], []]);
  });
});
