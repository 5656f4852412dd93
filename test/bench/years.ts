// Writes a companion's folder with years of made-up life straight to the disk, in the documented form (DESIGN 3).
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createIds, seededRandom } from "../../src/ids.ts";
import type { Seconds } from "../../src/schema/common.ts";
import type { LongDetail, LongEntry } from "../../src/schema/long-term.ts";
import type { Message } from "../../src/schema/message.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import { localDate, localMonth } from "../../src/schema/zone.ts";
import { answered, fact, rememberedDay, said } from "./years-text.ts";

/** The moment at which every made-up life stands: 15 June 2035, eight in the evening in Shanghai. */
export const lifeEnd: Seconds = Date.UTC(2035, 5, 15, 12) / 1000;
export const lifeZone = "Asia/Shanghai";
const dayLength: Seconds = 86_400;
export const messagesADay = 20;
/** Summaries that stay in mid_term.json (R18), and how many of them are not extracted yet. */
const keptMid = 50;
const notExtracted = 2;

export type Life = { messages: number; topics: number; openTopic: string; lineBytes: number };

type Day = { messages: Message[]; mid: MidEntry; long: LongEntry; detail: LongDetail };

/** The same day in every life of a seed, however many years came before it. */
function makeDay(seed: string, daysAgo: number): Day {
  const random = seededRandom(`${seed}/${daysAgo}`);
  const began = lifeEnd - daysAgo * dayLength - 2 * 3_600;
  let now = began;
  const newId = createIds(
    () => now * 1000,
    (bytes) => Uint8Array.from({ length: bytes }, () => Math.floor(random() * 256)),
  );
  const topic_id = newId();
  const messages: Message[] = [];
  for (let turn = 0; turn < messagesADay / 2; turn++) {
    now = began + turn * 300;
    const message_id = newId();
    const base = { topic_id, timestamp: now };
    messages.push({ message_id, role: "user", content: said(random), ...base });
    const reply = { reply_id: newId(), answers: message_id, model: "chat", finish: "stop" as const };
    messages.push({ message_id: newId(), role: "assistant", content: answered(random), ...base, ...reply });
  }
  return { messages, ...rememberedAs(messages, random) };
}

function rememberedAs(messages: readonly Message[], random: () => number): Omit<Day, "messages"> {
  const first = messages[0];
  const last = messages.at(-1);
  if (!first || !last) throw new Error("a day without messages");
  const { title, points, summary, detail } = rememberedDay(random);
  const proof = {
    started_at: first.timestamp,
    ended_at: last.timestamp,
    message_ids: messages.map(({ message_id }) => message_id),
    by: "model" as const,
    importance: Math.round(random() * 10) / 10,
    aliases: [],
  };
  const tags = { basic_emotion: "愉悦", scene: "闲聊", atmosphere: "轻松" } as const;
  const mid: MidEntry = {
    id: `mid_${last.timestamp}`,
    topic_id: last.topic_id,
    summary,
    emotion_tags: tags,
    message_count: messages.length,
    time_precision: "hour",
    extracted_to_long: true,
    created_at: last.timestamp,
    ...proof,
  };
  const id = `long_${last.timestamp}`;
  const detail_file = `${localDate(last.timestamp, lifeZone)}_${title}.json`;
  return {
    mid,
    long: { id, title, key_points: points, detail_file, ...proof },
    detail: { title, detail_content: detail, emotion_tags: tags, source_mid_ids: [mid.id], id, ...proof },
  };
}

const document = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const log = (lines: readonly string[]) => `[\n${lines.join(",\n")}\n]`;

function grouped<T>(items: readonly T[], at: (item: T) => Seconds): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const month = localMonth(at(item), lifeZone);
    const group = groups.get(month);
    if (group) group.push(item);
    else groups.set(month, [item]);
  }
  return groups;
}

/** What a folder holds besides config.json, by name. */
function filesOf(seed: string, years: number): { files: Map<string, string>; life: Life } {
  const count = Math.round(years * 365);
  const days = Array.from({ length: count }, (_, n) => makeDay(seed, count - n));
  const today = makeDay(seed, 0).messages.slice(0, 8);
  const files = new Map<string, string>();
  let lineBytes = 0;
  for (const [month, of] of grouped(
    [...days.flatMap(({ messages }) => messages), ...today],
    (m) => m.timestamp,
  )) {
    const text = log(of.map((message) => JSON.stringify(message)));
    lineBytes += Buffer.byteLength(text);
    const now = month === localMonth(lifeEnd, lifeZone);
    files.set(now ? "conversation.json" : `conversations/${month}.json`, text);
  }
  const mid = days.map(({ mid: entry }, n) => ({
    ...entry,
    extracted_to_long: n < days.length - notExtracted,
  }));
  files.set("mid_term.json", document(mid.slice(-keptMid)));
  for (const [month, of] of grouped(mid.slice(0, -keptMid), (entry) => entry.ended_at ?? 0))
    files.set(`mid_term_archive/${month}.json`, document(of));
  const extracted = days.slice(0, -notExtracted);
  files.set("long_term.json", document(extracted.map(({ long }) => long)));
  for (const { long, detail } of extracted)
    files.set(`long_term_details/${long.detail_file}`, document(detail));
  for (const [month, text] of changeLines(extracted)) files.set(`changes/${month}.jsonl`, text);
  const openTopic = today[0]?.topic_id ?? "";
  files.set(
    "short_term.json",
    document({ topic_id: openTopic, conversations: today, created_at: lifeEnd, pending: [] }),
  );
  files.set("facts.json", document(factsOf(seed, days)));
  files.set("core_memory.json", document(coreOf(days)));
  const messages = count * messagesADay + today.length;
  return {
    files,
    life: { messages, topics: count + 1, openTopic, lineBytes: Math.round(lineBytes / messages) },
  };
}

function changeLines(days: readonly Day[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [month, of] of grouped(days, ({ mid }) => mid.ended_at ?? 0)) {
    const lines = of.map(({ mid, long, detail }) => {
      const edits = [
        { document: "mid_term", entry: mid.id, before: null, after: mid },
        { document: "long_term", entry: long.id, before: null, after: long },
        { document: `long_term_details/${long.detail_file}`, entry: "", before: null, after: detail },
      ];
      return JSON.stringify({
        id: `change_${mid.id}`,
        at: mid.ended_at,
        by: "system",
        cause: mid.topic_id,
        edits,
      });
    });
    texts.set(month, `${lines.join("\n")}\n`);
  }
  return texts;
}

/** Thirty facts from the last days, so that they are the same in lives of any length. */
function factsOf(seed: string, days: readonly Day[]) {
  const random = seededRandom(`${seed}/facts`);
  return days.slice(-30).map(({ messages: [message] }, n) => ({
    id: `fact_${n}`,
    category: "habit",
    ...fact(random),
    importance: 0.5,
    evidence: [{ message_id: message?.message_id, quote: message?.content.slice(0, 8) }],
    valid_from: message?.timestamp,
  }));
}

/** Two core memories a month of the last half year. */
function coreOf(days: readonly Day[]) {
  return {
    relationship: { level: "关系较好", heartbeat_hours: 72, reason: "", since: lifeEnd - 300 * dayLength },
    memories: days.slice(-180).flatMap(({ mid }, n) =>
      n % 15 === 0
        ? [
            {
              id: `core_${n}`,
              content: mid.summary.slice(0, 40),
              category: "event",
              importance: 8,
              message_ids: mid.message_ids?.slice(0, 2),
              ended_at: mid.ended_at,
            },
          ]
        : [],
    ),
  };
}

/**
 * Fills a companion's folder, config.json excepted, with `years` years of 20 messages a day and one topic a day, ending at
 * `lifeEnd` with an open topic of 8 messages. The last days are the same whatever `years` is.
 */
export async function writeLife(folder: string, options: { years: number; seed?: string }): Promise<Life> {
  const { files, life } = filesOf(options.seed ?? "life", options.years);
  for (const part of ["conversations", "mid_term_archive", "long_term_details", "changes"])
    await mkdir(join(folder, part), { recursive: true, mode: 0o700 });
  const all = [...files];
  for (let from = 0; from < all.length; from += 64)
    await Promise.all(
      all.slice(from, from + 64).map(([name, text]) => writeFile(join(folder, name), text, { mode: 0o600 })),
    );
  return life;
}
