// The kinds of work that a kill shall fall into: a turn, a summary, an extraction, a new month, a hand edit, an import.
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  anything,
  farewell,
  modelAsked,
  pause,
  pick,
  type Scene,
  say,
  talkOn,
  watched,
} from "./crash-scene.ts";

/** Sets work off and resolves at the moment of the kill. */
export type Work = (scene: Scene) => Promise<void>;

/** While the person and the companion talk. */
async function turn(scene: Scene): Promise<void> {
  const saved = new Promise<void>((done) => void talkOn(scene, done));
  await saved;
  await pause(scene.random() * 300);
}

/** Around the moment at which the summary of an ended topic comes back and is stored. */
async function summary(scene: Scene): Promise<void> {
  for (let n = 0; n < 2; n++) await say(scene, anything(scene));
  void say(scene, farewell).then(() => talkOn(scene));
  await modelAsked(scene, "short_to_mid");
  await pause(scene.random() * 70);
}

/** Around the moment at which long entries come back and index, details and summaries are written. */
async function extraction(scene: Scene): Promise<void> {
  const { house, user, upstream } = scene;
  for (let n = 0; n < 2; n++) {
    await say(scene, anything(scene));
    await say(scene, farewell);
    await modelAsked(scene, "short_to_mid");
    upstream.requests.length = 0;
  }
  await watched(scene, house.api("POST", `/api/memory/${user}/compress`));
  void watched(scene, house.api("POST", `/api/memory/${user}/extract`));
  void talkOn(scene);
  await modelAsked(scene, "mid_to_long");
  await pause(scene.random() * 70);
}

/** While the first message of a month puts the last month's log away. */
async function newMonth(scene: Scene): Promise<void> {
  for (let n = 0; n < 2; n++) await say(scene, anything(scene));
  const today = new Date(scene.now * 1000);
  scene.now = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 2) / 1000;
  await scene.house.api("POST", "/test/clock", { set: scene.now });
  void talkOn(scene);
  await pause(scene.random() * 60);
}

/** While what an owner saved in an editor is merged. The person waits for the answer before opening the editor. */
async function handEdit(scene: Scene): Promise<void> {
  await say(scene, anything(scene));
  await say(scene, anything(scene));
  const file = pick(["conversation.json", "conversation.json", "mid_term.json"], scene.random);
  await editFile(scene, file);
  void talkOn(scene);
  await pause(scene.random() * 120);
}

async function editFile(scene: Scene, name: string): Promise<void> {
  const path = join(scene.house.folder, "ai_users", scene.user, name);
  const entries = JSON.parse(await readFile(path, "utf8")) as Record<string, string>[];
  const entry = pick(entries.slice(-6), scene.random);
  if (!entry) return;
  const field = name === "mid_term.json" ? "summary" : "content";
  const text = `${entry[field]}（改 ${Math.floor(scene.random() * 1e6)}）`;
  const saved = entries.map((one) => (one === entry ? { ...one, [field]: text } : one));
  const pretty = JSON.stringify(saved, null, pick([0, 2, 4], scene.random));
  scene.evidence.edits.set(String(entry.message_id ?? entry.id), text);
  // Editors save in both ways.
  if (scene.random() < 0.5) await writeFile(path, pretty);
  else {
    await writeFile(`${path}.swp`, pretty, { mode: 0o600 });
    await rename(`${path}.swp`, path);
  }
}

const importedTopics = 8;
const importedMessages = 10;

/** While dated history is brought in and summarised; its ids are acknowledged by the answer. */
async function importHistory(scene: Scene): Promise<void> {
  const { house, user, random, evidence } = scene;
  const name = `old-${Math.floor(random() * 1e9).toString(36)}`;
  const began = scene.now - 86_400 * (30 + Math.floor(random() * 300));
  const topics = Array.from({ length: importedTopics }, (_, t) => ({
    topic_id: `${name}-${t}`,
    messages: Array.from({ length: importedMessages }, (_, m) => ({
      message_id: `${name}-${t}-${m}`,
      role: m % 2 === 0 ? "user" : "assistant",
      content: anything(scene),
      timestamp: began + t * 86_400 * 4 + m * 60,
    })),
  }));
  const body = { format: "messages", topics, summarise: "extractive" };
  void watched(scene, house.api("POST", `/api/ai-users/${user}/import`, body)).then((answer) => {
    if (answer?.status !== 200) return;
    for (const { messages } of topics)
      for (const { message_id } of messages) evidence.acknowledged.add(message_id);
  });
  void talkOn(scene);
  await pause(scene.random() * 250);
}

/** By the name that the figures give it. Background work comes more often than plain turns. */
export const works: Readonly<Record<string, { work: Work; share: number }>> = {
  turn: { work: turn, share: 2 },
  summary: { work: summary, share: 3 },
  extraction: { work: extraction, share: 2 },
  "new month": { work: newMonth, share: 2 },
  "hand edit": { work: handEdit, share: 2 },
  import: { work: importHistory, share: 1 },
};
