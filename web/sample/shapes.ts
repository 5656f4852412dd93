// What a sample life is made of: scenes of talk, and what is remembered of them, each with the words that prove it.
import type { CoreEntry } from "../../src/schema/core-memory.ts";
import type { EmotionEntry } from "../../src/schema/emotion.ts";
import type { Fact } from "../../src/schema/fact.ts";
import type { Edge } from "../../src/schema/graph.ts";

export type Mood = EmotionEntry["emotion"];

export type Line = { who: "user" | "assistant"; text: string };

/** `days` before today, at `hour` of the person's clock. */
export type Scene = {
  days: number;
  hour: number;
  name: string;
  mood: Mood;
  /** "" for an evening like others. */
  title: string;
  lines: readonly Line[];
};

/** A fact said in a scene; `quote` stands literally in one of the person's lines there. */
export type SampleFact = {
  category: Fact["category"];
  key: string;
  value: string;
  statement: string;
  scene: string;
  quote: string;
  /** The scene from which on it is no longer so, and the key of what took its place. */
  until?: string;
  next?: string;
  pinned?: true;
  /** Not sure of it: it waits for an answer. */
  waits?: true;
};

export type SampleCore = {
  content: string;
  category: NonNullable<CoreEntry["category"]>;
  importance: number;
  reason: string;
  scene: string;
};

/** A relation between two names; "" is the person. */
export type SampleRelation = {
  subject: string;
  predicate: string;
  object: string;
  edge: Edge;
  scene: string;
  until?: string;
};

export type SampleMemory = {
  /** Ready-made character, and what stands in for it where the house has none of that name. */
  soul: string;
  name: string;
  base_soul: string;
  facts: readonly SampleFact[];
  core: readonly SampleCore[];
  entities: readonly { name: string; type: string }[];
  relations: readonly SampleRelation[];
  /** What the companion thinks of itself: an earlier and the present version. */
  self: readonly [string, string];
  lore: { title: string; keywords: string[]; content: string };
  /** Why the relationship stands where it does: at the beginning, and since a scene. */
  reasons: { first: string; later: string; since: string };
  beats: { mother: string; night: string };
};
