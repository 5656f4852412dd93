// Sentences of a made-up life: about 40 characters, words as unevenly frequent as in real talk, drawn by a seeded generator.
import { seededRandom } from "../../src/ids.ts";

type Random = () => number;

const frequent =
  "的 了 我 你 是 在 就 不 也 都 有 还 去 说 好 和 那 这 要 会 很 吧 嘛 啊 呢 到 给 让 跟 想 今天 昨天 觉得 知道 可以 没有 什么 有点 一起 回来 时候 但是 因为 所以 后来 晚上 下午 早上 公司 吃饭 睡觉 天气 妈妈 朋友 喜欢 开心 最近 周末 电影 同事";
const words = lexicon(frequent.split(" "), 20_000);

/** Frequent words first, then rare ones of two and three characters; the n-th is drawn about 1/n as often as the first. */
function lexicon(first: readonly string[], size: number): string[] {
  const random = seededRandom("lexicon");
  const character = () => String.fromCodePoint(0x4e00 + Math.floor(random() ** 1.5 * 3_500));
  const made = [...first];
  while (made.length < size) made.push(character() + character() + (random() < 0.25 ? character() : ""));
  return made;
}

function word(random: Random): string {
  return words[Math.floor(words.length ** random()) - 1] as string;
}

/** A word that stands in few messages: what a memory is about. */
function rareWord(random: Random): string {
  return words[2_000 + Math.floor(random() * (words.length - 2_000))] as string;
}

function clause(random: Random, length: number): string {
  let text = "";
  while (text.length < length) text += word(random);
  return text;
}

/** What the person says. */
export function said(random: Random): string {
  return `${clause(random, 12)}，${clause(random, 10)}${rareWord(random)}，${clause(random, 11)}。`;
}

/** What the companion answers. */
export function answered(random: Random): string {
  return `${clause(random, 10)}，${clause(random, 14)}，${clause(random, 12)}？`;
}

export type RememberedDay = { title: string; points: string[]; summary: string; detail: string };

/** A summary of a day, a title and two key points. */
export function rememberedDay(random: Random): RememberedDay {
  const [what, where] = [rareWord(random), rareWord(random)];
  return {
    title: `${what}和${where}`,
    points: [`${clause(random, 12)}${what}`, clause(random, 14)],
    summary: `两个人聊到${what}：在${where}，${clause(random, 24)}；${clause(random, 16)}。`,
    detail: `那天聊到${what}和${where}，${clause(random, 40)}。${clause(random, 50)}。`,
  };
}

/** A fact about the person. */
export function fact(random: Random): { key: string; value: string; statement: string } {
  const [what, where] = [rareWord(random), rareWord(random)];
  return { key: `常去的地方·${what}`, value: where, statement: `常去${where}${what}` };
}

function questions(): string[] {
  const random = seededRandom("questions");
  const rare = () => rareWord(random);
  return [
    `还记得我说过的${rare()}和${rare()}吗，后来怎么样了？`,
    `上个月我在${rare()}做了什么？`,
    `我是不是跟你说过${rare()}的事？`,
    `去年夏天说的${rare()}是什么来着？`,
    `${rare()}是在哪里买到的？`,
    `妈妈当时怎么说${rare()}的来着？`,
    `周末那天的${rare()}你还记得吗？`,
    `最近${rare()}怎么样，我好像跟你说过`,
  ];
}

/** Messages that a context is put together for: small talk, questions about the past, words for times. */
export const askings: readonly string[] = ["嗯", "好啊", "哈哈哈", "早", ...questions()];
