// Fifty phrases in two languages, each in several kinds of file: erased, no byte of them is found again, whatever runs later (invariant 4).
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHouse } from "../support/house.ts";
import { erase, holding, importTopics, put, putFile, topicWith } from "./erase-world.ts";
import { openScene, type Scene } from "./scene.ts";

const places = [
  "翠湖路",
  "槐树巷",
  "临江大道",
  "老城根",
  "梧桐里",
  "Blue Harbor",
  "Elm Street",
  "Orchard Row",
  "Mill Lane",
  "Quay Side",
];
/** Words that overlap: "翠湖路 18号" holds no other one, "翠湖路 18号 302室" holds it, and all of a place share its name. */
const phrases = places.flatMap((place, at) => {
  const zh = at < 5;
  const base = zh ? `${place}${18 + at}号` : `${place} ${18 + at}`;
  return [
    base,
    zh ? `${base}302室` : `${base} flat 302`,
    zh ? `住在${base}的"老周"` : `"Old Zhou" of ${base}`,
    zh ? `${place}的秘密${at}🙂` : `the secret of ${place} ${at} 🙂`,
    zh ? `密码${at}${at}4417${at}` : `pass\\word ${at}${at}4417`,
  ];
});

/** A recipe of the message that carries a phrase: in its words, name, memories, versions, or a tool's JSON with its escapes. */
function carrier(phrase: string, at: number): Record<string, unknown> {
  const escaped = JSON.stringify({ query: phrase }).replace(
    /[\u0080-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const hidden: Record<string, unknown>[] = [
    {},
    { content: "无关的话", name: phrase },
    {
      content: "无关的话",
      recalled: [{ type: "mid", id: "m", date: "2026-01-01", text: phrase, message_ids: [] }],
    },
    { content: "无关的话", versions: [{ at: 5, contents: ["一", phrase] }] },
    {
      content: "无关的话",
      tools: [{ id: "t", name: "search_web", arguments: escaped, ok: true, result: "无" }],
    },
  ];
  return hidden[at % hidden.length] ?? {};
}

const start = 1_760_000_000;
const topics = phrases.map((phrase, at) =>
  topicWith(`t${at}`, start + at * 90_000, phrase, carrier(phrase, at)),
);
const plain = (text: string) => text.replace(/[\\/"]/g, "");
const detailOf = (phrase: string) => `2026-01-10_${plain(phrase)}.json`;
const every = <T>(offset: number, make: (phrase: string, at: number) => T): T[] =>
  phrases.flatMap((phrase, at) => (at % 3 === offset ? [make(phrase, at)] : []));

let scene: Scene;
let user: string;
const clock = "2026-03-12T20:00:00+08:00";

async function restart(): Promise<void> {
  await scene.house.close();
  scene.house = await startHouse({ folder: scene.house.folder, clock });
}

async function plant(): Promise<void> {
  const { house } = scene;
  await importTopics(house, user, topics);
  for (const phrase of every(0, (one) => one))
    await putFile(scene, user, `long_term_details/${detailOf(phrase)}`, {
      title: phrase,
      detail_content: `说过${phrase}`,
      source_mid_ids: [],
      emotion_tags: {},
    });
  await put(
    house,
    user,
    "long_term",
    every(0, (phrase, at) => ({
      id: `long_${at}`,
      title: phrase,
      key_points: [`要点 ${phrase}`],
      detail_file: detailOf(phrase),
      aliases: [phrase],
    })),
  );
  await put(
    house,
    user,
    "facts",
    every(1, (phrase, at) => ({
      id: `f${at}`,
      category: "habit",
      key: `k${at}`,
      value: { where: phrase },
      statement: `事实 ${phrase}`,
      scope: "shared",
    })),
  );
  // Written once more, so that the change log holds each phrase before and after.
  await put(
    house,
    user,
    "facts",
    every(1, (phrase, at) => ({
      id: `f${at}`,
      category: "habit",
      key: `k${at}`,
      value: { where: phrase },
      statement: `改过的事实 ${phrase}`,
      scope: "shared",
    })),
  );
  await put(house, user, "graph", {
    entities: every(2, (phrase, at) => ({
      id: `entity_${at}`,
      name: at % 2 ? phrase : `某人${at}`,
      aliases: [phrase],
    })),
    relations: every(2, (phrase, at) => ({
      id: `r${at}`,
      subject: "user",
      predicate: "知道",
      object: phrase,
      quote: phrase,
    })),
  });
  await put(
    house,
    user,
    "lore",
    every(0, (phrase, at) => ({ id: `lore${at}`, keywords: [phrase], content: `设定 ${phrase}` })),
  );
  await put(house, user, "core_memory", {
    relationship: { level: "一般", heartbeat_hours: 72, reason: `因为${phrases[0]}`, since: 0 },
    memories: every(1, (phrase, at) => ({
      id: `core${at}`,
      content: phrase,
      importance: 9,
      category: "event",
    })),
  });
  await put(house, user, "heartbeat", {
    planned: every(2, (phrase) => ({ hour: 9, minute: 0, message_template: phrase })),
    follow_ups: every(0, (phrase, at) => ({ id: `fu${at}`, due_at: 2_000_000_000, text: phrase })),
    last_beat: { at: 5, decision: "silent", reason: `提到${phrases[1]}` },
  });
  await put(house, user, "emotions", [
    { id: "e1", message_id: "t0-1", at: 5, emotion: "joy", [`关于${phrases[2]}`]: phrases[3] },
  ]);
  await putFile(scene, user, "knowledge/地点.md", `${phrases.join("\n")}\n不相干的一行\n`);
  await putFile(scene, user, `knowledge/${plain(phrases[4] ?? "")}.txt`, "无关");
  await putFile(scene, user, ".recovered/facts.json.0a0a0a0a", JSON.stringify(phrases));
  await putFile(scene, user, ".recovered/conversation.json.1", `[\n{"content": "${phrases[5]}`);
  await mkdir(join(scene.house.folder, "trash", `${user}.1700000000`), { recursive: true });
  await writeFile(
    join(scene.house.folder, "trash", `${user}.1700000000`, "lore.json"),
    JSON.stringify(phrases),
  );
}

beforeAll(async () => {
  scene = await openScene({ offline: true, clock });
  user = await scene.house.create();
  await plant();
  // A clean stop keeps last good copies; some of what follows happens in another run.
  await restart();
});
afterAll(() => scene.close());

async function stillThere(): Promise<[string, string[]][]> {
  const found: [string, string[]][] = [];
  for (const phrase of phrases) {
    const forms = [phrase, JSON.stringify(phrase).slice(1, -1)];
    const files = (await Promise.all(forms.map((form) => holding(scene.house.folder, form)))).flat();
    if (files.length > 0) found.push([phrase, files]);
  }
  return found;
}

it("fifty erased phrases are nowhere: at once, after a restart, after upkeep, after importing the same history again", async () => {
  expect(new Set(phrases).size).toBe(50);
  const planted = new Map(await stillThere());
  for (const phrase of phrases)
    expect([phrase, (planted.get(phrase) ?? []).length > 2]).toEqual([phrase, true]);

  for (const phrase of phrases) {
    await erase(scene.house, user, { query: phrase });
    expect([phrase, await holding(scene.house.folder, phrase)]).toEqual([phrase, []]);
  }
  expect(await stillThere()).toEqual([]);

  await restart();
  expect(await stillThere()).toEqual([]);
  await scene.advance(2 * 86_400);
  expect(await stillThere()).toEqual([]);
  expect(await importTopics(scene.house, user, topics)).toMatchObject({ messages: 0 });
  await scene.advance(86_400);
  expect(await stillThere()).toEqual([]);

  // What was said beside them is still there, and summarised again.
  const mid = await scene.read(user, "mid_term");
  expect(mid.length).toBeGreaterThan(0);
  expect(JSON.stringify(mid)).toContain("番茄面");
  const { body } = await scene.house.api<{ messages: unknown[] }>(
    "GET",
    `/api/ai-users/${user}/messages?limit=500`,
  );
  // Two lines of each topic, and the replies that had only recalled it, or been told it by a tool.
  expect(body.messages).toHaveLength(120);
}, 60_000);
