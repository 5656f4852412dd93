// The four figures of R20: compression (A74), completeness (A75), extraction (A84) and accuracy (A85). Pure.
import type { Message } from "../../src/schema/message.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import { fold, namedFactsOf } from "./named-facts.ts";

export type QualityInput = {
  topics: readonly { topic_id: string; messages: readonly Pick<Message, "role" | "content">[] }[];
  /** `operations`: where facts were proposed with the summary; their text counts for completeness. */
  mid: readonly (Pick<MidEntry, "id" | "topic_id" | "summary" | "key_entities"> & {
    operations?: readonly unknown[];
  })[];
  /** Index entry and the sources of its detail document. */
  long: readonly { id: string; key_points: readonly string[]; source_mid_ids: readonly string[] }[];
};

/** A part of one, and what it was counted over. `value` is null where there was nothing to count. */
export type Figure = { value: number | null; of: number };

export type Quality = {
  /** Mean over topics of 400 characters or more of 1 − characters of the summary ÷ characters of the topic. */
  compression: Figure;
  /** Named facts of all topics that stand in summary, operations or key_entities. */
  completeness: Figure;
  /** Mid entries that are a source of some long entry. */
  extraction: Figure;
  /** Key points that their sources support. */
  accuracy: Figure;
  /** Characters of the longest summary (A27: 200). */
  longestSummary: number;
  /** The first lost facts and unsupported points, to look at. */
  lost: { topic_id: string; facts: string[] }[];
  unsupported: { id: string; point: string }[];
};

const shortestMeasured = 400;
/** A key point may bend a word; four fifths of its word pairs must stand in its sources, and all of its named facts. */
const supportNeeded = 0.8;
const mostExamples = 20;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function share(part: number, of: number): Figure {
  return { value: of === 0 ? null : part / of, of };
}

function charactersOf(messages: readonly { content: string }[]): number {
  return sum(messages.map((message) => [...message.content].length));
}

/** Pairs of neighbouring characters for Chinese, words for everything else. */
function pieces(text: string): string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  const words = folded.match(/[a-z0-9']+/g) ?? [];
  const runs = folded.match(/\p{Script=Han}+/gu) ?? [];
  const pairs = runs.flatMap((run) => {
    const characters = [...run];
    return characters.length === 1
      ? characters
      : characters.slice(1).map((next, i) => `${characters[i]}${next}`);
  });
  return [...words, ...pairs];
}

// "对方：", "They:" and the like say who spoke; the sources say it in other words.
const attribution = /^(?:对方|我|用户|they|I|user)(?:说|said)?[：:]\s*/i;

/** True where the sources of a key point say what it says. */
export function isSupported(point: string, sources: readonly string[]): boolean {
  const bare = point.replace(attribution, "");
  const wanted = pieces(bare);
  if (wanted.length === 0) return false;
  const source = sources.join("\n");
  const known = new Set(pieces(source));
  const folded = fold(source);
  for (const fact of namedFactsOf(bare)) if (!folded.includes(fact)) return false;
  // A negation that the source does not have turns the point round.
  for (const no of bare.match(/不|没|\bnot\b|n't\b|\bnever\b/gi) ?? [])
    if (!folded.includes(fold(no))) return false;
  return wanted.filter((piece) => known.has(piece)).length / wanted.length >= supportNeeded;
}

/** Measures a memory against the talk it came from. Topics without a mid entry count as wholly lost. */
export function measureQuality({ topics, mid, long }: QualityInput): Quality {
  const midOf = new Map(mid.map((entry) => [entry.topic_id, entry]));
  const ratios: number[] = [];
  const lost: Quality["lost"] = [];
  let facts = 0;
  let kept = 0;
  for (const { topic_id, messages } of topics) {
    const entry = midOf.get(topic_id);
    const source = charactersOf(messages);
    if (entry && source >= shortestMeasured) ratios.push(1 - [...entry.summary].length / source);
    const memory = entry
      ? fold(
          [entry.summary, ...(entry.key_entities ?? []), JSON.stringify(entry.operations ?? [])].join("\n"),
        )
      : "";
    const named = [...namedFactsOf(messages.map((message) => message.content).join("\n"))];
    const missing = named.filter((fact) => !memory.includes(fact));
    facts += named.length;
    kept += named.length - missing.length;
    if (missing.length > 0 && lost.length < mostExamples) lost.push({ topic_id, facts: missing });
  }
  const sources = new Set(long.flatMap((entry) => entry.source_mid_ids));
  const summaries = new Map(mid.map((entry) => [entry.id, entry.summary]));
  const points = long.flatMap(({ id, key_points, source_mid_ids }) =>
    key_points.map((point) => ({
      id,
      point,
      supported: isSupported(
        point,
        source_mid_ids.flatMap((source) => summaries.get(source) ?? []),
      ),
    })),
  );
  return {
    compression: { value: ratios.length === 0 ? null : sum(ratios) / ratios.length, of: ratios.length },
    completeness: share(kept, facts),
    extraction: share(mid.filter((entry) => sources.has(entry.id)).length, mid.length),
    accuracy: share(points.filter((point) => point.supported).length, points.length),
    longestSummary: Math.max(0, ...mid.map((entry) => [...entry.summary].length)),
    lost,
    unsupported: points
      .flatMap(({ id, point, supported }) => (supported ? [] : [{ id, point }]))
      .slice(0, mostExamples),
  };
}
