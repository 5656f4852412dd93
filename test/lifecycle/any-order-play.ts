// A seeded play: a person talks, edits, deletes, erases, undoes, waits and restarts in any order; and what must hold after every step.
import { readdir, readFile } from "node:fs/promises";
import type { CoreMemory } from "../../src/schema/core-memory.ts";
import type { Emotions } from "../../src/schema/emotion.ts";
import type { Fact } from "../../src/schema/fact.ts";
import type { Graph } from "../../src/schema/graph.ts";
import type { LongEntry } from "../../src/schema/long-term.ts";
import type { Message } from "../../src/schema/message.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import type { ShortTerm } from "../../src/schema/short-term.ts";
import { holding } from "./erase-world.ts";
import type { Scene } from "./scene.ts";

export type Language = "zh" | "en";

const lines: Record<Language, readonly string[]> = {
  zh: [
    "我妈妈叫李秀兰",
    "我女朋友叫赵敏",
    "我们分手了，我现在单身",
    "我住在杭州",
    "我搬到北京了",
    "我对花生过敏",
    "记住我喜欢爬山",
    "我不喜欢香菜",
    "下周三我要去体检",
    "以后叫我船长",
    "我养了一只猫叫煤球",
    "忘掉我喜欢爬山这件事",
    "不是杭州，是苏州",
    "别再提赵敏了",
    "你还记得李秀兰吗？",
    "今天好累，什么都不想做",
    "换个话题吧，聊聊电影",
    "我先睡了，晚安",
  ],
  en: [
    "My mother is called Nadia",
    "My girlfriend is Priya",
    "I broke up with her, I'm single now",
    "I live in Leeds",
    "I moved to Madrid",
    "I am allergic to peanuts",
    "Remember that I like hiking",
    "I hate cilantro",
    "Next Wednesday I have a checkup",
    "Call me Captain from now on",
    "I have a cat called Soot",
    "Forget that I like hiking",
    "It's not Leeds, it's Porto",
    "Don't mention Priya again",
    "Do you remember Nadia?",
    "I'm so tired today",
    "Let's change the subject, movies",
    "I'm off to bed, good night",
  ],
};
const erasable: Record<Language, readonly string[]> = {
  zh: ["李秀兰", "赵敏", "杭州", "苏州", "花生", "爬山", "煤球", "单身", "体检", "船长"],
  en: ["Nadia", "Priya", "Leeds", "Porto", "peanuts", "hiking", "Soot", "single", "checkup", "Captain"],
};

/** What a companion's folder says. */
type Folder = {
  messages: Message[];
  facts: Fact[];
  mid: MidEntry[];
  long: LongEntry[];
  core: CoreMemory;
  graph: Graph;
  emotions: Emotions;
  short: ShortTerm;
  details: string[];
};

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(".json"));
}

async function readFolder(scene: Scene, user: string): Promise<Folder> {
  const json = async <T>(...names: string[]): Promise<T> =>
    JSON.parse(await readFile(scene.path(user, ...names), "utf8")) as T;
  const months = await namesIn(scene.path(user, "conversations"));
  const logs = [...months.sort().map((name) => ["conversations", name]), ["conversation.json"]];
  const messages: Message[] = [];
  for (const names of logs) messages.push(...(await json<Message[]>(...names)));
  return {
    messages,
    facts: await json("facts.json"),
    mid: await json("mid_term.json"),
    long: await json("long_term.json"),
    core: await json("core_memory.json"),
    graph: await json("graph.json"),
    emotions: await json("emotions.json"),
    short: await json("short_term.json"),
    details: await namesIn(scene.path(user, "long_term_details")),
  };
}

/** What is wrong in a folder, each as a sentence; empty where all holds: every memory has its evidence, every file its entry (invariants 1 and 2). */
function wrongIn({ messages, facts, mid, long, core, graph, emotions, short, details }: Folder): string[] {
  const texts = new Map(messages.map(({ message_id, content }) => [message_id, content]));
  const topics = new Set(messages.map(({ topic_id }) => topic_id));
  const unproven = facts.flatMap((fact) =>
    fact.metadata.unproven_at !== undefined || fact.status !== "live"
      ? []
      : fact.evidence.flatMap((proof) => {
          if (!("quote" in proof)) return [];
          const stands = texts.get(String(proof.message_id))?.includes(String(proof.quote)) === true;
          return stands ? [] : [`the fact "${fact.statement}" rests on words that stand nowhere`];
        }),
  );
  const tiers = { mid, long, core: core.memories, entities: graph.entities, emotions };
  const lost = Object.entries(tiers).flatMap(([name, entries]) =>
    (entries as { id: string; message_ids?: string[] }[]).flatMap(({ id, message_ids = [] }) =>
      message_ids.every((one) => texts.has(one)) ? [] : [`${name} ${id} names messages that are gone`],
    ),
  );
  const named = new Set(long.map(({ detail_file }) => detail_file));
  return [
    ...unproven,
    ...lost,
    ...mid.flatMap(({ id, topic_id }) =>
      topics.has(topic_id) ? [] : [`${id} sums up a topic that is gone`],
    ),
    ...details.flatMap((name) => (named.has(name) ? [] : [`nothing names the detail ${name}`])),
    ...[...named].flatMap((name) => (details.includes(name) ? [] : [`the detail ${name} is missing`])),
    ...short.conversations.flatMap(({ message_id }) =>
      texts.has(message_id) ? [] : [`short_term holds ${message_id}, which the log lacks`],
    ),
  ];
}

export type Play = {
  scene: Scene;
  user: string;
  language: Language;
  /** 0 to 1, seeded. */
  random: () => number;
  restart: () => Promise<void>;
};

type Step = { name: string; wrong?: string[] };

function pick<T>({ random }: Play, from: readonly T[]): T {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}

async function erase(play: Play, folder: Folder): Promise<Step> {
  const { scene, user, language } = play;
  const query = pick(play, erasable[language]);
  const message = pick(play, folder.messages);
  const entries = [...folder.facts, ...folder.mid, ...folder.long];
  const wishes: Record<string, unknown>[] = [
    { query },
    { from: message.timestamp - 1, to: message.timestamp + pick(play, [0, 600, 90_000]) },
    { query, from: 1, to: 4_000_000_000 },
    { message_ids: [message.message_id] },
    ...(entries.length > 0 ? [{ entry_ids: [pick(play, entries).id] }] : []),
  ];
  const wish = pick(play, wishes);
  const name = `erase ${JSON.stringify(wish)}`;
  const { status } = await scene.house.api("POST", `/api/memory/${user}/erase`, { ...wish, preview: false });
  if (status !== 200) return { name, wrong: [`the erasure was answered ${status}`] };
  await scene.advance(0);
  const left =
    wish.query === undefined || wish.from !== undefined ? [] : await holding(scene.path(user), query);
  return { name, wrong: left.map((file) => `${query} was erased and stands in ${file}`) };
}

async function edit(play: Play, { messages }: Folder): Promise<Step> {
  const { scene, user, language } = play;
  const own = messages.filter(({ role }) => role === "user");
  if (own.length === 0) return { name: "nothing to edit" };
  const [{ message_id, content: old }, content] = [pick(play, own), pick(play, lines[language])];
  const { status } = await scene.house.api("PUT", `/api/ai-users/${user}/messages/${message_id}`, {
    content,
  });
  return { name: `edit ${old} to ${content}`, ...(status === 200 ? {} : { wrong: [`answered ${status}`] }) };
}

async function remove(play: Play, { messages }: Folder): Promise<Step> {
  const { message_id, content } = pick(play, messages);
  const path = `/api/ai-users/${play.user}/messages/${message_id}`;
  const { status } = await play.scene.house.api("DELETE", path);
  return { name: `delete ${content}`, ...(status === 200 ? {} : { wrong: [`answered ${status}`] }) };
}

async function undo(play: Play): Promise<Step> {
  const { scene, user } = play;
  const list = await scene.house.api<{ changes: { id: string; edits?: { document: string }[] }[] }>(
    "GET",
    `/api/memory/${user}/changes?limit=5`,
  );
  if (list.body.changes.length === 0) return { name: "nothing to undo" };
  const { id, edits = [] } = pick(play, list.body.changes);
  const { status } = await scene.house.api("POST", `/api/memory/${user}/changes/${id}/undo`);
  const name = `undo of ${edits.map(({ document }) => document).join(", ")}: ${status}`;
  return { name, ...(status === 200 || status === 409 ? {} : { wrong: [`answered ${status}`] }) };
}

async function act(play: Play): Promise<Step> {
  const { scene, user, language, random } = play;
  const chance = random();
  const folder = await readFolder(scene, user);
  if (chance < 0.44 || folder.messages.length === 0) {
    const line = pick(play, lines[language]);
    await scene.house.chat(user, line);
    return { name: line };
  }
  if (chance < 0.52) {
    const hours = pick(play, [7, 48]);
    await scene.advance(hours * 3_600);
    return { name: `${hours} hours` };
  }
  if (chance < 0.6) {
    const verb = pick(play, ["compress", "extract"]);
    await scene.house.api("POST", `/api/memory/${user}/${verb}`, {});
    return { name: verb };
  }
  if (chance < 0.7) return erase(play, folder);
  if (chance < 0.78) return edit(play, folder);
  if (chance < 0.84) return remove(play, folder);
  if (chance < 0.97) return undo(play);
  await play.restart();
  return { name: "restart" };
}

/** Plays so many steps; what went wrong, each with the steps before it. Empty where everything holds throughout. */
export async function playAnyOrder(play: Play, steps: number): Promise<string[]> {
  const done: string[] = [];
  for (let n = 0; n < steps; n++) {
    const { name, wrong = [] } = await act(play);
    done.push(name);
    await play.scene.advance(0);
    const all = [...wrong, ...wrongIn(await readFolder(play.scene, play.user))];
    if (all.length > 0) return all.map((one) => `${one}\n  after ${done.slice(-8).join(" > ")}`);
  }
  return [];
}
