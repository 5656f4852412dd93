// Finds the two or three words a talk turned about, for the short title of a topic.
import type { Language } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import type { Sentence } from "./extractive-sentences.ts";

/** A title is a label, not a sentence (A15, A26). */
const longest: Record<Language, number> = { zh: 12, en: 40 };
const mostWords = 3;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

// Words that every talk is full of; a title made of them would name nothing.
const empty: ReadonlySet<string> = new Set(
  (
    "我们 你们 他们 她们 自己 大家 什么 怎么 这个 那个 这些 那些 这样 那样 这么 那么 这种 那种 一些 一下 一点 一个 有点 有些 时候 时间 现在 今天 明天 昨天 最近 " +
    "以后 之前 以前 已经 一直 总是 还是 或者 如果 因为 所以 但是 不过 而且 然后 可以 可能 应该 需要 希望 觉得 感觉 知道 认为 想要 喜欢 建议 尝试 试试 帮助 " +
    "提供 考虑 选择 了解 听起来 没有 不是 就是 不会 不能 不太 真的 其实 确实 非常 特别 比较 更好 更加 一样 没错 变成 找到 从来没有 正好 帮上 接受 日常 来说 具体 简直 完全 根本 主要 确保 保持 避免 左右 期间 问题 事情 方法 办法 方案 情况 方式 方面 东西 地方 效果 " +
    "支持 解决 适合 合适 有效 影响 调整 增加 减少 提升 改善 帮忙 抱歉 谢谢 您的 是否 任何 其他 通过 进行 能够 这次 那次 下次 上次 开始 变得 看看 担心 实用 简单 " +
    "的话 起来 不错 很多 多少 为什么 怎么办 怎么样 哈哈 哈哈哈 好像 突然 终于 反正 居然 好好 慢慢 只是 只有 还有 不要 别人 有人 每天 每次 天天 咱们 几个 两个 第一 一起 " +
    "about after again also always am and any are aren't around as at back be because been before being but by can can't come could day days did didn't do does doesn't " +
    "doing don't down even ever every feel feeling felt few first for from fun get gets getting glad go goes going gonna good got great had happy hard has have haven't having " +
    "he her here hey hi him his how i i'd i'll i'm i've if in into is isn't it it's its just keep kind know last let let's like little lot lots love made make makes making many " +
    "maybe me mean more most much my need never new nice no not nothing now of off oh ok on one only or other our out over people pretty really right said say see she should " +
    "so some something soon sounds still stuff such sure take thank thanks that that's the their them then there there's these they thing things think this those though thought " +
    "time to today together told too try trying two up us use very wait want wanted was wasn't way we we're well went were what what's when where which while who why will with " +
    "won't work would wow yeah year years yes you you'd you'll you're you've your yesterday amazing awesome always photo been look looks looking week weeks tell ask best better"
  ).split(" "),
);

// Numbers, and words with a particle, an adverb or a negation in them.
const notTitle =
  /^[\d零一二两三四五六七八九十百千半几]|[的了着过吗呢吧是太不没很最再就都还也可又]|[一二两三四五六七八九十百千万]$/;

function wordsOf(text: string, language: Language): string[] {
  if (language === "en") return text.toLowerCase().match(/[a-z][a-z'’-]{2,24}/g) ?? [];
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, 400))) {
    const length = [...segment].length;
    if (isWordLike && length >= 2 && length <= 8) words.push(segment);
  }
  return words;
}

/** "面试、搬家" or "pottery, kids"; "" where nothing stands out. What the person speaks of counts twice. */
export function titleOf(sentences: readonly Sentence[], language: Language): string {
  const worth = new Map<string, number>();
  for (const sentence of sentences) {
    for (const word of new Set(wordsOf(sentence.text, language))) {
      const plain = simplify(word);
      if (empty.has(plain.replace("’", "'")) || notTitle.test(plain)) continue;
      const fact = sentence.facts.find(({ text }) => text.toLowerCase().includes(word));
      // A day or a number is when and how much, not what.
      if (fact?.kind === "date" || fact?.kind === "number") continue;
      const names = fact !== undefined && fact.kind !== "kin" ? 1.5 : 1;
      worth.set(
        word,
        (worth.get(word) ?? 0) + names * Math.min(3, sentence.weight) * (sentence.role === "user" ? 2 : 1),
      );
    }
  }
  const separator = language === "zh" ? "、" : ", ";
  const chosen: string[] = [];
  let highest = 0;
  for (const [word, value] of [...worth].sort((a, b) => b[1] - a[1])) {
    highest = Math.max(highest, value);
    if (value < highest / 3 || chosen.length === mostWords) break;
    if (chosen.some((other) => other.includes(word) || word.includes(other))) continue;
    if ([...chosen, word].join(separator).length <= longest[language]) chosen.push(word);
  }
  return chosen.join(separator);
}
