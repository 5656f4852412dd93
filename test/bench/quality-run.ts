// Imports a long history with extractive summaries, extracts, and measures the four figures of R20 on what stands in the files.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LongDetail, LongEntry } from "../../src/schema/long-term.ts";
import type { Message } from "../../src/schema/message.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import { startHouse } from "../support/house.ts";
import type { Bench, Figure } from "./main.ts";
import { measureQuality } from "./quality.ts";
import { readTopics } from "./replay.ts";

/** A74, A75, A84, A85. */
const goals = { compression: 0.7, completeness: 0.8, extraction: 0.9, accuracy: 0.9 } as const;

/** `npm run bench -- quality [--data=FILE.jsonl|FOLDER] [--language=zh|en]` */
export const quality: Bench = async ({ data, language = "zh" }) => {
  const topics = await readTopics(data);
  const house = await startHouse();
  try {
    const user = await house.create({ name: language === "zh" ? "小夏" : "Mira", language });
    const start = performance.now();
    const imported = await house.api<{ messages: number; topics: number }>(
      "POST",
      `/api/ai-users/${user}/import`,
      {
        format: "messages",
        topics,
        summarise: "extractive",
      },
    );
    const seconds = (performance.now() - start) / 1000;
    await house.api("POST", `/api/memory/${user}/extract`);
    const figures = await measure(join(house.folder, "ai_users", user), topics);
    return [
      { name: "messages imported", value: imported.body.messages },
      { name: "topics imported", value: imported.body.topics },
      { name: "seconds for import and summaries", value: round(seconds) },
      ...figures,
    ];
  } finally {
    await house.close();
    await house.remove();
  }
};

const round = (value: number) => Math.round(value * 1000) / 1000;

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8")) as T;
}

async function allMid(folder: string): Promise<MidEntry[]> {
  const mid = await readJson<MidEntry[]>(join(folder, "mid_term.json"));
  const names = await readdir(join(folder, "mid_term_archive")).catch(() => []);
  for (const name of names) mid.push(...(await readJson<MidEntry[]>(join(folder, "mid_term_archive", name))));
  return mid;
}

async function measure(folder: string, topics: Awaited<ReturnType<typeof readTopics>>): Promise<Figure[]> {
  const mid = await allMid(folder);
  const index = await readJson<LongEntry[]>(join(folder, "long_term.json"));
  const long = await Promise.all(
    index.map(async ({ id, key_points, detail_file }) => {
      const detail = await readJson<LongDetail>(join(folder, "long_term_details", detail_file));
      return { id, key_points, source_mid_ids: detail.source_mid_ids };
    }),
  );
  const measured = measureQuality({
    topics: topics.map(({ topic_id = "", messages }) => ({
      topic_id,
      messages: messages as Pick<Message, "role" | "content">[],
    })),
    mid,
    long,
  });
  const figure = (name: "compression" | "completeness" | "extraction" | "accuracy"): Figure => {
    const { value: share, of } = measured[name];
    const value = round(share ?? 0);
    const base = { name: `${name} (of ${of})`, value };
    // Of nothing (a set of short talks) there is no share to judge.
    return of === 0 ? base : { ...base, goal: `≥ ${goals[name]}`, met: value >= goals[name] };
  };
  return [
    { name: "summaries", value: mid.length },
    { name: "long entries", value: long.length },
    { name: "longest summary, characters", value: measured.longestSummary },
    figure("compression"),
    figure("completeness"),
    figure("extraction"),
    figure("accuracy"),
  ];
}
