// Measures the search at 1,000, 10,000 and 100,000 messages: against one substring scan of the same text, its build and memory.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { seededRandom } from "../../src/ids.ts";
import { Index } from "../../src/search/inverted-index.ts";
import { rank } from "../../src/search/rank.ts";
import type { SearchEntry } from "../../src/search/search.ts";
import type { Figure } from "./main.ts";
import { percentile, rounded } from "./statistics.ts";
import { answered, said } from "./years-text.ts";

const sizes = [1_000, 10_000, 100_000];
const rounds = 3;
const messagesInTopic = 12;
const daySeconds = 86_400;
const start = 1_600_000_000;
const hostileCharacters = 100_000;

/** A text as it comes from a file: one that was put together from pieces is held as a tree of them until somebody reads it. */
const plain = (text: string) => Buffer.from(text).toString();

/** Talk of a made-up life, a topic a day. */
function entriesOf(count: number): SearchEntry[] {
  const random = seededRandom("scale");
  return Array.from({ length: count }, (_, place) => {
    const topic = Math.floor(place / messagesInTopic);
    const speaker = place % 2 === 0 ? "user" : "assistant";
    const id = `m${place}`;
    return {
      type: "message",
      id,
      text: plain(speaker === "user" ? said(random) : answered(random)),
      date: start + topic * daySeconds + (place % messagesInTopic) * 40,
      speaker,
      topic_id: `t${topic}`,
      message_ids: [id],
    };
  });
}

/** Questions about what was said: a stretch of some message, asked as a person would. */
function questionsOf(entries: readonly SearchEntry[]): string[] {
  const random = seededRandom("questions");
  return Array.from({ length: 40 }, () => {
    const { text } = entries[Math.floor(random() * entries.length)] as SearchEntry;
    const at = Math.floor(random() * Math.max(1, text.length - 12));
    return `你还记得我说过的${text.slice(at, at + 10)}吗？`;
  });
}

function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

function scan(texts: readonly string[], needle: string): number {
  let found = 0;
  for (const text of texts) if (text.includes(needle)) found++;
  return found;
}

/** The collector of the running process; it need not have been started for it. */
const collect = (() => {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  return () => {
    // Twice, since what a first pass frees may hold buffers that only a second one gives back.
    if (typeof gc === "function") for (let pass = 0; pass < 2; pass++) gc();
  };
})();

/** Bytes of the heap and of buffers outside of it, after a collection. */
function bytesHeld(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function built(entries: readonly SearchEntry[]): { index: Index; build: number } {
  const index = new Index();
  const build = timed(() => {
    for (const entry of entries) index.put(entry);
    index.settle();
  });
  return { index, build };
}

function measureSize(size: number): Figure[] {
  const entries = entriesOf(size);
  const before = bytesHeld();
  const { index, build } = built(entries);
  // The texts are there anyway, and are counted by themselves.
  const idle = bytesHeld() - before;
  const texts = entries.map(({ text }) => text);
  const [scans, finds]: [number[], number[]] = [[], []];
  const questions = questionsOf(entries);
  const query = { at: start * 2, timeZone: "Asia/Shanghai", language: "zh", limit: 50 } as const;
  // The first round is for the compiler.
  for (let round = 0; round <= rounds; round++) {
    for (const text of questions) {
      const scanned = timed(() => scan(texts, text.slice(8, 11)));
      const found = timed(() => rank(index, { ...query, text }));
      if (round === 0) continue;
      scans.push(scanned);
      finds.push(found);
    }
  }
  const said = texts.reduce((sum, text) => sum + 2 * text.length, 0);
  const memory = { idle, asked: idle + index.buffers.bytes, whole: idle + index.buffers.bytes + said };
  return figuresOf(size, build, { ...memory, told: index.bytes }, scans, finds);
}

/** Bytes of an index beside its texts as it was built, with the buffers of its questions, with its texts, and by its own estimate. */
type Memory = { idle: number; asked: number; whole: number; told: number };

function figuresOf(size: number, build: number, memory: Memory, scans: number[], finds: number[]): Figure[] {
  const whole = size === sizes.at(-1);
  const goal = (value: number, most: number) => (whole ? { goal: `≤ ${most}`, met: value <= most } : {});
  const middle = rounded(percentile(finds, 0.5) / percentile(scans, 0.5));
  const late = rounded(percentile(finds, 0.95) / percentile(scans, 0.5));
  const megabytes = (bytes: number) => rounded(bytes / 1e6, 1);
  return [
    { name: `${size} messages: search, ms p50`, value: rounded(percentile(finds, 0.5), 3) },
    { name: `${size} messages: search, ms p95`, value: rounded(percentile(finds, 0.95), 3) },
    { name: `${size} messages: scan, ms p50`, value: rounded(percentile(scans, 0.5), 3) },
    { name: `${size} messages: search p50 / scan`, value: middle, ...goal(middle, 1) },
    { name: `${size} messages: search p95 / scan`, value: late, ...goal(late, 3) },
    { name: `${size} messages: build, ms`, value: rounded(build, 0), ...goal(build, 2_000) },
    { name: `${size} messages: index as built, MB`, value: megabytes(memory.idle) },
    {
      name: `${size} messages: index with what questions count in, MB`,
      value: megabytes(memory.asked),
      ...goal(megabytes(memory.asked), 60),
    },
    { name: `${size} messages: the same with its texts, MB`, value: megabytes(memory.whole) },
    { name: `${size} messages: by its own estimate, MB`, value: megabytes(memory.told) },
  ];
}

/** Texts that are slow for careless readers, each put into an index in one go. */
function hostile(): Figure[] {
  const texts: Record<string, string> = {
    "one character": "一".repeat(hostileCharacters),
    "one letter": "a".repeat(hostileCharacters),
    "ever new words": Array.from(
      { length: hostileCharacters / 8 },
      (_, at) => `w${at.toString(36)}ings`,
    ).join(" "),
    "ever new characters": Array.from({ length: hostileCharacters }, (_, at) =>
      String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000)),
    ).join(""),
    "marks and apostrophes": "e\u0301'".repeat(hostileCharacters / 3),
    faces: "👩‍👩‍👧".repeat(hostileCharacters / 8),
  };
  return Object.entries(texts).map(([name, text]) => {
    const index = new Index();
    const value = rounded(
      timed(() => index.put({ type: "message", id: "m", text, date: 1, message_ids: ["m"] })),
      1,
    );
    return { name: `longest block, ${name}, ms`, value, goal: "≤ 50", met: value <= 50 };
  });
}

/** `npm run bench -- recall --scale` */
export function measureScale(): Figure[] {
  return [...sizes.flatMap(measureSize), ...hostile()];
}
