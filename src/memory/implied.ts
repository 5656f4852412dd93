// What a message implies without asking for it: it names a place, a person or a thing that is known (A119, A233).
import type { Fact } from "../schema/fact.ts";
import type { Graph, Relation } from "../schema/graph.ts";
import { hasWord } from "./context-lore.ts";
import { importanceOf } from "./context-text.ts";
import type { People } from "./graph-merge.ts";
import { namesIn, neighbours } from "./graph-neighbours.ts";
import { isSmallTalk } from "./small-talk.ts";

const mostFacts = 3;
const mostRelations = 4;

const han = /\p{Script=Han}/u;
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Words that many facts have and that name nothing. */
const general = new Set(
  (
    "喜欢 不喜欢 讨厌 害怕 最爱 过敏 工作 上班 公司 单位 学校 家里 住在 老家 朋友 同事 地方 东西 事情 自己 每天 每周 每年 经常 有时 一个 一只 一次 几年 今年 去年 明年 " +
    "likes loves hates lives works name named every always never usually friend home work place time year years month week about with from that this have"
  ).split(" "),
);

/** The things that the value of a fact names: the value itself where it is short, and the names and words in it. */
function thingsIn(value: string): string[] {
  const plain = value.normalize("NFKC").trim();
  const things: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(plain))
    if (isWordLike && han.test(segment) && segment.length >= 2) things.push(segment);
  const latin = plain.match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}'-]*/gu) ?? [];
  if (latin.length > 1 && latin.length <= 4 && !han.test(plain)) things.push(latin.join(" "));
  for (const [place, word] of latin.entries()) {
    const isName = /^\p{Lu}/u.test(word) && (place > 0 || latin.length === 1);
    if (word.length >= 3 && (isName || latin.length === 1)) things.push(word);
  }
  return things
    .map((thing) => thing.toLowerCase())
    .filter((thing) => !general.has(thing) && !/^\d+$/.test(thing) && !isSmallTalk(thing));
}

/** Every two characters in a row, so that a thousand facts are passed over without reading a long message a thousand times. */
function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2));
  return pairs;
}

/** Cheap, and never wrong where it says no. */
function mayShare(value: string, pairs: ReadonlySet<string>): boolean {
  const plain = value.normalize("NFKC").toLowerCase();
  for (let at = 0; at + 1 < plain.length; at++) if (pairs.has(plain.slice(at, at + 2))) return true;
  return false;
}

/**
 * The live facts of which a message names the place, the person or the thing, the most important first: "what is the weather in
 * Beijing" brings that they live there (A119). At most 3.
 */
export function impliedFacts(text: string, facts: readonly Fact[]): Fact[] {
  const message = text.normalize("NFKC").toLowerCase();
  const pairs = pairsOf(message);
  return facts
    .filter(({ value, status, is_deleted }) => {
      if (status !== "live" || is_deleted || typeof value !== "string" || value.length > 60) return false;
      return mayShare(value, pairs) && thingsIn(value).some((thing) => hasWord(thing, message));
    })
    .sort(
      (a, b) =>
        Number(b.pinned) - Number(a.pinned) || importanceOf(b.importance) - importanceOf(a.importance),
    )
    .slice(0, mostFacts);
}

/** The relations around the people and things of the graph that a message names, nearest first (A233). At most 4. */
export function impliedRelations(text: string, graph: Graph, people: People): Relation[] {
  const names = graph.entities.length === 0 ? [] : namesIn(graph, text, people);
  if (names.length === 0) return [];
  return neighbours(graph, names)
    .relations.slice(0, mostRelations)
    .map(({ relation }) => relation);
}
