// The four figures of R20 hold without a model, in both languages, on the project's own set (A27, A74, A75, A84, A85).
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { extract } from "../../src/lifecycle/extract.ts";
import type { Message } from "../../src/schema/message.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import type { ImportTopic } from "../../src/schema/request-import.ts";
import { companion } from "../../src/store/store.ts";
import { measureQuality, type Quality, type QualityInput } from "./quality.ts";
import { type Conversation, readConversations } from "./recall-data.ts";
import { openRecallHouse, type RecallHouse } from "./recall-house.ts";

/** So many short talks of the set in a row make one as long as people have (A74 counts topics of 400 characters and more). */
const together = 4;

function longer(topics: readonly ImportTopic[]): ImportTopic[] {
  const joined: ImportTopic[] = [];
  for (let at = 0; at < topics.length; at += together) {
    const group = topics.slice(at, at + together);
    joined.push({ ...group[0], messages: group.flatMap(({ messages }) => messages) });
  }
  return joined;
}

async function midOf({ deps }: RecallHouse, user: string): Promise<MidEntry[]> {
  const owner = companion(user);
  const mid = [...(await deps.store.view(owner, "mid_term"))];
  for (const name of await deps.store.parts.list(owner, "mid_term_archive"))
    mid.push(...((await deps.store.parts.read(owner, "mid_term_archive", name)) as MidEntry[]));
  return mid;
}

/** Imports with summaries made in code, extracts, and measures what stands in the documents. */
async function measured(conversations: readonly Conversation[]): Promise<Quality> {
  const house = await openRecallHouse(conversations, "extractive");
  try {
    const topics: QualityInput["topics"][number][] = [];
    const mid: QualityInput["mid"][number][] = [];
    const long: QualityInput["long"][number][] = [];
    for (const { id, topics: said } of conversations) {
      const { user = "" } = house.readers.get(id) ?? {};
      await extract(house.deps, user);
      const owner = companion(user);
      const named = (one: string) => `${id} ${one}`;
      for (const { topic_id = "", messages } of said)
        topics.push({ topic_id: named(topic_id), messages: messages as Pick<Message, "role" | "content">[] });
      for (const entry of await midOf(house, user))
        mid.push({ ...entry, id: named(entry.id), topic_id: named(entry.topic_id) });
      for (const entry of await house.deps.store.view(owner, "long_term")) {
        const detail = await house.deps.store.parts.read(owner, "long_term_details", entry.detail_file);
        const { source_mid_ids } = detail as { source_mid_ids: string[] };
        long.push({ ...entry, id: named(entry.id), source_mid_ids: source_mid_ids.map(named) });
      }
    }
    return measureQuality({ topics, mid, long });
  } finally {
    await house.close();
  }
}

describe.each(["zh", "en"] as const)("summaries in code (%s)", (language) => {
  let short: Quality;
  let long: Quality;

  beforeAll(async () => {
    const conversations = await readConversations(
      resolve(import.meta.dirname, "data", `twolives-${language}`),
      [],
    );
    short = await measured(conversations);
    long = await measured(conversations.map((one) => ({ ...one, topics: longer(one.topics) })));
  });

  it("have 200 characters at most, and there is one for each talk", () => {
    for (const { longestSummary } of [short, long]) expect(longestSummary).toBeLessThanOrEqual(200);
    expect(short.extraction.of).toBeGreaterThanOrEqual(100);
    expect(long.extraction.of).toBeGreaterThanOrEqual(25);
  });

  it("leave out seven tenths of a long talk (A74)", () => {
    expect(long.compression.of).toBeGreaterThan(15);
    expect(long.compression.value).toBeGreaterThanOrEqual(0.7);
  });

  it("lose less than a fifth of what is named (A75)", () => {
    expect(short.completeness.value, JSON.stringify(short.lost)).toBeGreaterThanOrEqual(0.9);
    expect(long.completeness.value, JSON.stringify(long.lost)).toBeGreaterThanOrEqual(0.8);
    expect(short.completeness.of).toBeGreaterThan(150);
  });

  it("reach a long memory, nine of ten (A84), whose points their sources support (A85)", () => {
    for (const { extraction, accuracy, unsupported } of [short, long]) {
      expect(extraction.value).toBeGreaterThanOrEqual(0.9);
      expect(accuracy.value, JSON.stringify(unsupported)).toBeGreaterThanOrEqual(0.9);
      expect(accuracy.of).toBeGreaterThan(40);
    }
  });
});
