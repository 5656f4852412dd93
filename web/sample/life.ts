// Puts a sample life together for a moment: a year of dated talk that ends just now, and what is remembered of it. Pure.
import type { Emotions } from "../../src/schema/emotion.ts";
import type { Fact } from "../../src/schema/fact.ts";
import type { Graph } from "../../src/schema/graph.ts";
import type { PlannedBeat } from "../../src/schema/heartbeat.ts";
import type { RelationshipChange } from "../../src/schema/relationship.ts";
import type { Line, Mood, SampleMemory, Scene } from "./shapes.ts";

const day = 86_400;

/** How long before now the last scene begins; its lines take some ten minutes. */
const justNow = 25 * 60;

type Message = { message_id: string; role: Line["who"]; content: string; timestamp: number };
type Topic = { topic_id: string; open?: true; messages: Message[] };

export type SampleLife = {
  topics: Topic[];
  /** topic_id -> what that evening is called. */
  titles: Readonly<Record<string, string>>;
  facts: Partial<Fact>[];
  core_memory: { relationship: object; memories: object[] };
  emotions: Emotions;
  graph: Graph;
  lore: object[];
  planned: PlannedBeat[];
};

function linesOf(rows: readonly string[]): Line[] {
  return rows.map((row) =>
    row.startsWith("> ") ? { who: "user", text: row.slice(2) } : { who: "assistant", text: row },
  );
}

const blocksOf = (text: string) => text.trim().split(/\n{2,}/);

/** Reads blocks of talk with their day, hour, name and mood. */
export function readScenes(text: string): Scene[] {
  return blocksOf(text).map((block) => {
    const [head = "", ...rows] = block.split("\n");
    const [days, hour, name = "", mood, ...title] = head.split(" ");
    const said = { title: title.join(" "), lines: linesOf(rows) };
    return { days: Number(days), hour: Number(hour), name, mood: mood as Mood, ...said };
  });
}

/** Reads the short evenings, and spreads them over the days on which nothing else was said. */
export function spreadSmallTalk(text: string, scenes: readonly Scene[]): Scene[] {
  const taken = new Set(scenes.map(({ days }) => days));
  const blocks = blocksOf(text);
  const step = Math.floor(350 / blocks.length);
  return blocks.map((block, index) => {
    const [mood = "content", ...rows] = block.split("\n");
    let days = 346 - index * step;
    while (taken.has(days)) days -= 1;
    taken.add(days);
    const hour = 18 + ((index * 7) % 6);
    return { days, hour, name: `evening_${index}`, mood: mood as Mood, title: "", lines: linesOf(rows) };
  });
}

/** 0 to 1, always the same for the same text: lengths of pauses and strengths of moods want some unevenness. */
function unevenness(text: string): number {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 10_007;
  return sum / 10_007;
}

/** Seconds since the last midnight of this zone. */
function sinceMidnight(now: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium", hourCycle: "h23" });
  const [hours = 0, minutes = 0, seconds = 0] = format
    .format(now * 1_000)
    .split(":")
    .map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
}

/** The scene of "0 days ago" is just over, whatever the hour: it is the one that is still being talked about. */
function topicOf(scene: Scene, midnight: number, now: number): Topic {
  const open = scene.days === 0;
  const evening = midnight - scene.days * day + scene.hour * 3_600;
  let at = open ? now - justNow : evening + Math.round(unevenness(scene.name) * 1_500);
  const messages = scene.lines.map(({ who, text }, index): Message => {
    at += 12 + Math.round(text.length * 1.5) + Math.round(unevenness(text) * 45);
    return { message_id: `sample_${scene.name}_${index}`, role: who, content: text, timestamp: at };
  });
  return { topic_id: `sample_${scene.name}`, ...(open ? { open: true } : {}), messages };
}

/** Finds what was said where; a scene or a quote that is not there is our own mistake. */
class Said {
  readonly #topics: ReadonlyMap<string, Topic>;

  constructor(topics: readonly Topic[]) {
    this.#topics = new Map(topics.map((topic) => [topic.topic_id, topic]));
  }

  messages(scene: string): Message[] {
    const found = this.#topics.get(`sample_${scene}`);
    if (found === undefined) throw new Error(`the sample life has no scene ${scene}`);
    return found.messages;
  }

  quote(scene: string, quote: string): Message {
    const found = this.messages(scene).find(
      ({ role, content }) => role === "user" && content.includes(quote),
    );
    if (found === undefined) throw new Error(`nobody says "${quote}" in ${scene}`);
    return found;
  }

  at(scene: string): number {
    return this.messages(scene)[0]?.timestamp ?? 0;
  }
}

function factsOf(memory: SampleMemory, said: Said): Partial<Fact>[] {
  const idOf = (index: number) => `sample_fact_${index}`;
  return memory.facts.map((fact, index) => {
    const { category, key, value, statement, scene, quote, until, next } = fact;
    const proof = said.quote(scene, quote);
    const successor = memory.facts.findIndex(
      (one) => one.key === next && one !== fact && one.until === undefined,
    );
    return {
      id: idOf(index),
      category,
      key,
      value,
      statement,
      source: fact.waits ? ("inferred" as const) : ("explicit_statement" as const),
      confidence: fact.waits ? 0.5 : 0.95,
      status:
        until !== undefined ? ("closed" as const) : fact.waits ? ("quarantined" as const) : ("live" as const),
      importance: fact.pinned ? 0.95 : 0.6,
      pinned: fact.pinned === true,
      scope: "private" as const,
      evidence: [{ message_id: proof.message_id, quote }],
      first_mentioned_at: proof.timestamp,
      last_updated_at: proof.timestamp,
      valid_from: proof.timestamp,
      valid_to: until === undefined ? null : said.at(until),
      superseded_by: until === undefined || successor < 0 ? null : idOf(successor),
    };
  });
}

function coreOf({ core, reasons }: SampleMemory, said: Said, begin: number): SampleLife["core_memory"] {
  const memories = core.map(({ content, category, importance, reason, scene }, index) => ({
    id: `sample_core_${index}`,
    content,
    category,
    importance,
    reason,
    message_ids: said.messages(scene).map(({ message_id }) => message_id),
    created_at: said.at(scene),
    by: "import",
  }));
  const later = said.at(reasons.since);
  const history: RelationshipChange[] = [
    { level: "关系较好", heartbeat_hours: 24, reason: reasons.first, at: begin, by: "import" },
    { level: "特别关心", heartbeat_hours: 12, reason: reasons.later, at: later, by: "character" },
  ];
  const relationship = {
    level: "特别关心",
    heartbeat_hours: 12,
    reason: reasons.later,
    since: later,
    history,
  };
  return { relationship, memories };
}

function emotionsOf(scenes: readonly Scene[], said: Said): Emotions {
  return scenes.flatMap(({ name, mood }) =>
    said
      .messages(name)
      .filter(({ role }) => role === "user")
      .map(({ message_id, timestamp, content }) => ({
        id: `sample_mood_${message_id}`,
        message_id,
        topic_id: `sample_${name}`,
        at: timestamp,
        emotion: mood,
        intensity: Math.round((0.35 + unevenness(content) * 0.6) * 100) / 100,
      })),
  );
}

function graphOf({ entities, relations }: SampleMemory, said: Said, you: string): Graph {
  const idOf = (name: string) =>
    name === "" ? "user" : `sample_${entities.findIndex((one) => one.name === name)}`;
  const named = entities.map(({ name, type }) => ({ id: idOf(name), name, node: "Entity" as const, type }));
  return {
    entities: [{ id: "user", name: you, node: "User" as const }, ...named],
    relations: relations.map(({ subject, predicate, object, edge, scene, until }, index) => ({
      id: `sample_relation_${index}`,
      subject: idOf(subject),
      predicate,
      object: idOf(object),
      edge,
      valid_from: said.at(scene),
      valid_to: until === undefined ? null : said.at(until),
      message_ids: said.messages(scene).map(({ message_id }) => message_id),
    })),
  };
}

export type SampleWish = {
  memory: SampleMemory;
  talk: string;
  small: string;
  /** What the person is called in the graph. */
  you: string;
  /** Unix seconds. */
  now: number;
  timeZone: string;
};

/** The whole life, oldest first. */
export function sampleLife({ memory, talk, small, you, now, timeZone }: SampleWish): SampleLife {
  const scenes = readScenes(talk);
  const all = [...scenes, ...spreadSmallTalk(small, scenes)].sort((one, other) => other.days - one.days);
  const second = Math.floor(now);
  const midnight = second - sinceMidnight(now, timeZone);
  const topics = all.map((scene) => topicOf(scene, midnight, second));
  const said = new Said(topics);
  const { lore, beats } = memory;
  return {
    topics,
    titles: Object.fromEntries(scenes.map(({ name, title }) => [`sample_${name}`, title])),
    facts: factsOf(memory, said),
    core_memory: coreOf(memory, said, topics[0]?.messages[0]?.timestamp ?? now),
    emotions: emotionsOf(all, said),
    graph: graphOf(memory, said, you),
    lore: [{ id: "sample_lore", ...lore, enabled: true }],
    planned: [
      { hour: 9, minute: 0, message_template: beats.mother, repeat: "lunar_yearly", month: 12, day: 8 },
      { hour: 22, minute: 30, message_template: beats.night, repeat: "daily" },
    ],
  };
}

type Titled = { topic_id?: string; message_ids?: string[] };

/** "sample_rain" of the messages that an entry was made of; undefined where they are none of ours. */
function topicOfEntry({ topic_id, message_ids = [] }: Titled): string | undefined {
  return topic_id ?? message_ids[0]?.replace(/_\d+$/, "");
}

/** Entries made by code, under the names that a person would give those evenings. */
export function titled<T extends Titled>(
  entries: readonly T[],
  field: "title" | "topic",
  titles: SampleLife["titles"],
): T[] {
  return entries.map((entry) => {
    const title = titles[topicOfEntry(entry) ?? ""];
    return title === undefined ? entry : { ...entry, [field]: title };
  });
}
