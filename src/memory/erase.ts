// Erasing from everything that a companion keeps, in one pure pass: what each document and part is afterwards, and what was found (invariant 4).
import type { Seconds } from "../schema/common.ts";
import type { Documents } from "../schema/documents.ts";
import type { LongDetail } from "../schema/long-term.ts";
import type { MidTerm } from "../schema/mid-term.ts";
import type { EraseMatch } from "../schema/request-erase.ts";
import { eraseFacts, eraseGraph } from "./erase-facts.ts";
import {
  eraseCore,
  eraseEmotions,
  eraseHeartbeat,
  eraseKnowledge,
  eraseLore,
  eraseSelfSoul,
  eraseUses,
} from "./erase-rest.ts";
import type { EraseTarget, LoggedTopics } from "./erase-target.ts";
import { eraseTiers, withoutRecalled } from "./erase-tiers.ts";

/** Documents that an erasure reaches, what gains named before what loses: a stop in between must forget nothing else. */
export const erasableDocuments = [
  "heartbeat",
  "short_term",
  "mid_term",
  "long_term",
  "core_memory",
  "facts",
  "graph",
  "emotions",
  "lore",
  "self_soul",
  "uses",
] as const;
export type ErasableDocuments = Pick<Documents, (typeof erasableDocuments)[number]>;

/** Parts by the name of their file. */
export type ErasableParts = {
  archive: ReadonlyMap<string, MidTerm>;
  details: ReadonlyMap<string, LongDetail>;
  knowledge: ReadonlyMap<string, string>;
};

export type ErasurePart = {
  kind: "mid_term_archive" | "long_term_details" | "knowledge";
  name: string;
  content: unknown;
};

export type Erasure = {
  documents: ErasableDocuments;
  /** Parts that change; content null: the file goes. */
  parts: ErasurePart[];
  found: EraseMatch[];
  /** Ids of the entries that are gone. */
  gone: Set<string>;
  /** Topics that need a summary again. */
  owed: string[];
  /** Messages of core memories that have to be judged again. */
  rejudge: string[];
};

/**
 * Everything without what must go. The log itself is not among it; `logged` tells of its topics as they are without the
 * messages. `judge`: topics that the core judgement has to look at again. Doing it twice is doing it once.
 */
export function eraseMemory(
  documents: ErasableDocuments,
  parts: ErasableParts,
  target: EraseTarget,
  logged: LoggedTopics,
  judge: readonly string[],
  now: Seconds,
): Erasure {
  const tiers = eraseTiers({ ...documents, ...parts }, target, logged, now);
  const core = eraseCore(documents.core_memory, target);
  const facts = eraseFacts(documents.facts, target);
  const graph = eraseGraph(documents.graph, target);
  const emotions = eraseEmotions(documents.emotions, target);
  const lore = eraseLore(documents.lore, target);
  const heartbeat = eraseHeartbeat(documents.heartbeat, target, judge);
  const soul = eraseSelfSoul(documents.self_soul, target);
  const knowledge = eraseKnowledge(parts.knowledge, target);
  const found = [tiers, core, facts, graph, emotions, lore, heartbeat, soul, knowledge].flatMap(
    (one) => one.found,
  );
  const gone = new Set(found.filter(({ kept, id }) => !kept && id !== "").map(({ id }) => id));
  const conversations = tiers.short_term.conversations.map((one) => withoutRecalled(one, target, gone));
  return {
    documents: {
      heartbeat: heartbeat.heartbeat,
      short_term: { ...tiers.short_term, conversations },
      mid_term: tiers.mid_term,
      long_term: tiers.long_term,
      core_memory: core.core_memory,
      facts: facts.facts,
      graph: graph.graph,
      emotions: emotions.emotions,
      lore: lore.lore,
      self_soul: soul.self_soul,
      uses: eraseUses(documents.uses, gone),
    },
    parts: partsOf(tiers, knowledge.files),
    found,
    gone,
    owed: tiers.owed,
    rejudge: core.rejudge,
  };
}

function partsOf(
  tiers: { archive: ReadonlyMap<string, MidTerm>; goneDetails: readonly string[] },
  knowledge: ReadonlyMap<string, string | null>,
): ErasurePart[] {
  return [
    ...[...tiers.archive].map(
      ([name, left]): ErasurePart => ({
        kind: "mid_term_archive",
        name,
        content: left.length > 0 ? left : null,
      }),
    ),
    ...tiers.goneDetails.map((name): ErasurePart => ({ kind: "long_term_details", name, content: null })),
    ...[...knowledge].map(([name, content]): ErasurePart => ({ kind: "knowledge", name, content })),
  ];
}
