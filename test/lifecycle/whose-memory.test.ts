// Whose each memory is, of which kind, and of which class (A40, A46): as searches, lists and copies of a folder tell it.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Facts } from "../../src/schema/fact.ts";
import { openScene, type Scene } from "./scene.ts";

type Hit = { type: string; id: string; text: string; character_id: string; memory_type: string };

let scene: Scene;
let mei: string;
let other: string;

const api = <T>(who: string, method: string, path: string, body?: unknown) =>
  scene.house.api<T>(method, `/api/memory/${who}${path}`, body);
const search = async (who: string, q: string, more: Record<string, unknown> = {}) =>
  (await api<{ results: Hit[] }>(who, "POST", "/search", { q, ...more })).body.results;
const typesOf = (hits: readonly Hit[]) => [...new Set(hits.map(({ type }) => type))].sort();

beforeAll(async () => {
  scene = await openScene({ offline: true });
  mei = await scene.house.create({ soul: "xiaoyu", greeting: null });
  other = await scene.house.create({ soul: "xiaoyu", greeting: null });
  const knowledge = join(scene.house.folder, "ai_users", mei, "knowledge");
  await mkdir(knowledge, { recursive: true });
  await writeFile(join(knowledge, "灯塔.md"), "# 灯塔\n灯塔的守塔人每天傍晚六点点灯。\n");
  const topics = [
    {
      topic_id: "t1",
      messages: [
        { message_id: "m1", role: "user", content: "昨天我一个人去看了灯塔", timestamp: 1_773_000_000 },
        { message_id: "m2", role: "assistant", content: "灯塔好看吗", timestamp: 1_773_000_005 },
      ],
    },
  ];
  await scene.house.api("POST", `/api/ai-users/${mei}/import`, {
    format: "messages",
    topics,
    summarise: "extractive",
  });
  await api(mei, "POST", "/facts", { key: "likes", value: "灯塔", category: "preference", scope: "private" });
  await api(mei, "POST", "/facts", {
    key: "allergy",
    value: "核桃",
    statement: "对核桃过敏",
    category: "health",
    scope: "shared",
  });
  await api(mei, "PUT", "/lore", [
    { id: "l1", keywords: ["墨块"], content: "墨块是守塔人养的灰猫。", enabled: true },
  ]);
});
afterAll(() => scene.close());

it("each find says that it is this companion's, and whether it is setting, experience or fact", async () => {
  const hits = await search(mei, "灯塔");
  expect(typesOf(hits)).toEqual(["fact", "knowledge", "message", "mid"]);
  expect(hits.every(({ character_id }) => character_id === mei)).toBe(true);
  const kinds = new Set(hits.map(({ type, memory_type }) => `${type} ${memory_type}`));
  expect([...kinds].sort()).toEqual([
    "fact user_fact",
    "knowledge role_setting",
    "message dialogue_experience",
    "mid dialogue_experience",
  ]);
});

it("only what is of one kind is looked for where that is asked, also together with a type", async () => {
  const asked = async (more: Record<string, unknown>) => typesOf(await search(mei, "灯塔", more));
  expect(await asked({ memory_type: "role_setting" })).toEqual(["knowledge"]);
  expect(await asked({ memory_type: "dialogue_experience" })).toEqual(["message", "mid"]);
  expect(await asked({ memory_type: "user_fact" })).toEqual(["fact"]);
  expect(await asked({ memory_type: "dialogue_experience", type: "mid" })).toEqual(["mid"]);
  expect(await asked({ memory_type: "user_fact", type: "mid" })).toEqual([]);
  const { status } = await api(mei, "POST", "/search", { q: "灯塔", memory_type: "user_preference" });
  expect(status).toBe(422);
});

it("nothing but a shared fact of the person is known to another character, and it says whose it is", async () => {
  expect(await search(other, "灯塔")).toEqual([]);
  const hits = await search(other, "我对什么过敏？");
  expect(hits).toMatchObject([{ type: "fact", character_id: mei, memory_type: "user_fact" }]);
});

it("general knowledge is found by what it says, a procedure only by its keyword", async () => {
  const shown = async (message: string) => {
    const path = `?message=${encodeURIComponent(message)}`;
    const { body } = await api<{ messages: { content: string }[] }>(mei, "GET", path);
    return JSON.stringify(body.messages);
  };
  expect((await search(mei, "守塔人几点点灯"))[0]).toMatchObject({ type: "knowledge" });
  expect(typesOf(await search(mei, "守塔人养的灰猫"))).not.toContain("lore");
  expect(await shown("守塔人养的灰猫叫什么")).not.toContain("墨块是守塔人");
  expect(await shown("墨块今天乖吗")).toContain("墨块是守塔人养的灰猫");
});

it("a folder that is brought in under a new id is the new companion's, whatever its files say", async () => {
  const headers = { authorization: `Bearer ${scene.house.token}` };
  const exported = await fetch(`${scene.house.url}/api/ai-users/${mei}/export`, { headers });
  const files = unzipSync(new Uint8Array(await exported.arrayBuffer()));
  const brought = await fetch(`${scene.house.url}/api/ai-users/import?new_id=true`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/zip" },
    body: new Uint8Array(zipSync(files)),
  });
  const { ai_users } = (await brought.json()) as { ai_users: { user_id: string }[] };
  const copy = ai_users[0]?.user_id ?? "";
  expect(copy).not.toBe(mei);
  const { body } = await api<{ facts: Facts }>(copy, "GET", "/facts");
  expect(body.facts).toHaveLength(2);
  for (const { user_id, metadata } of body.facts) {
    expect(user_id).toBe(copy);
    expect(metadata).toMatchObject({ user_id: copy, character_id: copy, memory_type: "user_fact" });
  }
  const own = (await search(copy, "灯塔")).filter(({ type }) => type !== "fact");
  expect(new Set(own.map(({ character_id }) => character_id))).toEqual(new Set([copy]));
  const { body: list } = await api<{ episodes: { user_id: string; character_id: string }[] }>(
    copy,
    "GET",
    "/episodes",
  );
  expect(list.episodes).toMatchObject([{ user_id: copy, character_id: copy }]);
});
