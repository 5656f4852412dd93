// What a message implies without asking for it: it names a place, a person or a thing that is known (A119, A233).
import type { Fact } from "../schema/fact.ts";
import type { Graph, Relation } from "../schema/graph.ts";
import { simplify } from "../schema/simplified.ts";
import { hasWord } from "./context-lore.ts";
import { importanceOf } from "./context-text.ts";
import { kinIn } from "./evidence-people.ts";
import { keyBase } from "./fact-key.ts";
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
  const plain = simplify(value.normalize("NFKC").trim());
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
  const plain = simplify(value.normalize("NFKC").toLowerCase());
  for (let at = 0; at + 1 < plain.length; at++) if (pairs.has(plain.slice(at, at + 2))) return true;
  return false;
}

/** Kin of whom there are few, so that naming one says who is meant. */
const near: ReadonlySet<string> = new Set(
  "mother father parents grandmother grandfather husband wife boyfriend girlfriend partner son daughter brother sister cousin nephew niece".split(
    " ",
  ),
);
/** Said to the companion as a name, or of somebody who is no kin. */
const noKin =
  /宝宝|先生|太太|对象|(?:你|您|他|她|同事|朋友|邻居|老板|室友)们?的?(?:[\p{Script=Han}]{0,1}(?:妈|爸|姐|妹|哥|弟|儿|女|公|婆|奶|爷)\p{Script=Han}{0,2})|\b(?:your|his|her|their|'s)\s+(?:\w+\s+)?[a-z]+/giu;

/** 我要去看我妹妹: the near people that a message names by what they are, as the keys of facts call them. */
function kinNamed(message: string): Set<string> {
  const named = new Set([...kinIn(message.replace(noKin, " "))].filter((group) => near.has(group)));
  if (["husband", "wife", "boyfriend", "girlfriend"].some((group) => named.has(group))) named.add("partner");
  return named;
}

/**
 * The live facts of which a message names the place, the person or the thing, the most important first: "what is the weather in
 * Beijing" brings that they live there, "I am going to see my sister" what she is called (A119). At most 3.
 */
export function impliedFacts(text: string, facts: readonly Fact[]): Fact[] {
  const message = simplify(text.normalize("NFKC").toLowerCase());
  const pairs = pairsOf(message);
  const kin = kinNamed(message);
  return facts
    .filter(({ key, value, status, is_deleted }) => {
      if (status !== "live" || is_deleted || typeof value !== "string" || value.length > 60) return false;
      if (kin.has(keyBase(key))) return true;
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
