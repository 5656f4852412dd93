// Whether the words of a message can carry a claim at all: shared words, and no number that nobody said.
import { simplify } from "../schema/simplified.ts";
import { numbersIn } from "./fact-numerals.ts";
import { asRead } from "./text.ts";

const emptyHan = new Set(
  "的了是在我你他她它们这那个一不没有和也都就很还要会说对上下来去给把被让着过吧吗呢啊呀哦嗯用户人年月日号天时候时大小多少点里到从自己什么怎么因为所以但可以已经现在每次家",
);
const emptyWords = new Set(
  "the and for with his her him she they them their its this that these those was were are has have had not but from into user users person you your yours mine our ours who what when where how which been being does did doing will would can could should very really just also than then there here about some any all one lives live like likes".split(
    " ",
  ),
);

/** The first letters of a word, so that "allergic" and "allergy" meet. */
const stem = (word: string) => word.replace(/(?:ing|ed|es|s|e)$/, "").slice(0, 5);

type Tokens = { pairs: Set<string>; signs: Set<string>; words: Set<string>; numbers: Set<string> };

function tokensOf(text: string): Tokens {
  const plain = simplify(text.normalize("NFKC").toLowerCase());
  const tokens: Tokens = { pairs: new Set(), signs: new Set(), words: new Set(), numbers: new Set() };
  for (const run of plain.match(/\p{Script=Han}+/gu) ?? []) {
    const signs = [...run];
    signs.forEach((sign, i) => {
      if (emptyHan.has(sign)) return;
      tokens.signs.add(sign);
      const next = signs[i + 1];
      if (next !== undefined && !emptyHan.has(next)) tokens.pairs.add(sign + next);
    });
  }
  for (const word of plain.match(/\p{Script=Latin}+/gu) ?? []) {
    if (word.length > 2 && !emptyWords.has(word)) tokens.words.add(stem(word));
  }
  for (const number of numbersIn(plain)) if (Number(number) > 9) tokens.numbers.add(number);
  return tokens;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const one of a) if (b.has(one)) count += 1;
  return count;
}

/** Counting and measuring, hours and days: shared by all talk, so that they carry no claim beside something that does. */
const vagueHan = new Set("只个条本张次件块杯碗位种支辆台间两二三四五六七八九十早晚午分钟公里岁");
const vagueWords = new Set(
  "day days week weeks month year years time times today tomorrow yesterday morning evening night afternoon two three four five ten every each thing things people make made get got getting take took new old good nice big little long first last next more much many out own back down"
    .split(" ")
    .map(stem),
);

/** What of a claim tells it from other claims; all of it where nothing does. */
function telling(tokens: Tokens): Tokens {
  const isTelling = (text: string) => [...text].some((sign) => !vagueHan.has(sign));
  const kept = {
    pairs: new Set([...tokens.pairs].filter(isTelling)),
    signs: new Set([...tokens.signs].filter(isTelling)),
    words: new Set([...tokens.words].filter((word) => !vagueWords.has(word))),
    numbers: tokens.numbers,
  };
  return kept.signs.size + kept.words.size > 0 ? kept : tokens;
}

/** How much of a claim's words a text holds: 0 nothing, up to 1. */
export function shareOfClaim(claim: string, text: string): number {
  const [wanted, there] = [tokensOf(claim), tokensOf(text)];
  const signs = wanted.signs.size + wanted.words.size + wanted.numbers.size;
  if (signs === 0) return 0;
  const found =
    shared(wanted.signs, there.signs) +
    shared(wanted.words, there.words) +
    shared(wanted.numbers, there.numbers);
  return found / signs;
}

/** Ways to say one thing that share no word. What a claim says on the left may stand as on the right. */
const otherWords: readonly (readonly [RegExp, RegExp])[] = [
  [
    /失业|裁员|被裁|laid off|redundan|unemployed|lost (?:her|his|their|the) job/,
    /裁|没工作|丢了工作|辞退|\b(?:cut|laid off|let go|lost my job|fired)\b/,
  ],
  [/失眠|insomnia|not sleep|sleepless/, /睡不着|睁着眼|失眠|\b(?:awake|wide-eyed|sleepless|can't sleep)\b/],
  [/去世|过世|died|dead|passed/, /走了|没了|没的|去世|过世|\b(?:died|lost|passed away|gone)\b/],
  [/单身|single/, /单着|一个人过|单身|\bsingle\b/],
  [
    /没有?孩子|no child|childless/,
    /没有?(?:要)?(?:小?孩)|丁克|\b(?:no|any|without) (?:kids|children)\b|childless/,
  ],
  [/离婚|离异|divorce/, /离的|离了|离婚|\b(?:divorced?|split up)\b/],
  [/独居|一个人住|lives? alone/, /一个人住|独居|\b(?:by myself|on my own|alone)\b/],
  [/不喝酒|滴酒不沾|teetotal|no alcohol/, /不喝酒|不沾|\b(?:never drink|don't drink|sober)\b/],
];

function inOtherWords(claim: string, text: string): boolean {
  const [one, other] = [claim, text].map((part) => asRead(part).toLowerCase());
  return otherWords.some(([left, right]) => left.test(one ?? "") && right.test(other ?? ""));
}

export type Support = "supported" | "unsupported" | "other_language";

/**
 * Whether a text says anything of a claim: a pair of Chinese characters, a word, a number over nine, or three in ten of the
 * claim's single characters in common. `other_language` where claim and text share no script, so that nothing can be told.
 */
export function supportOf(claim: string, text: string): Support {
  const [wanted, there] = [telling(tokensOf(claim)), tokensOf(text)];
  if (wanted.signs.size + wanted.words.size + wanted.numbers.size === 0) return "supported";
  const common =
    shared(wanted.pairs, there.pairs) +
    shared(wanted.words, there.words) +
    shared(wanted.numbers, there.numbers);
  if (common > 0) return "supported";
  if (wanted.signs.size > 0 && shared(wanted.signs, there.signs) / wanted.signs.size >= 0.3)
    return "supported";
  if (inOtherWords(claim, text)) return "supported";
  // 还少了一个人 has no word that tells anything, and is Chinese all the same.
  const apart = wanted.signs.size > 0 ? !/\p{Script=Han}/u.test(text) : !/\p{Script=Latin}/u.test(text);
  return apart ? "other_language" : "unsupported";
}

const counted =
  /([零〇一二两三四五六七八九十百千万\d]+)\s*(?![年月日号点周])(\p{Script=Han})|\b([a-z]+(?:-[a-z]+)?|\d+) (\p{Script=Latin}{3,})/gu;

/** What a text counts: unit or thing -> the numbers it gives of it. */
function countsIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const plain = simplify(text.normalize("NFKC").toLowerCase());
  // Both readings of "had two cats" are looked at: the number may be the second word.
  for (let from = 0; from < plain.length; ) {
    counted.lastIndex = from;
    const match = counted.exec(plain);
    if (match === null) break;
    const [whole, han, unit, word, thing] = match;
    const [number] = numbersIn(han ?? word ?? "");
    from = match.index + (han === undefined ? (word ?? "").length + 1 : whole.length);
    if (number === undefined || emptyWords.has(thing ?? "")) continue;
    const about = unit ?? stem(thing ?? "");
    found.set(about, (found.get(about) ?? new Set()).add(number));
  }
  return found;
}

/** False where the text counts otherwise what the claim counts: 一只猫 beside 现在有两只猫. */
export function countsAgree(claim: string, text: string): boolean {
  const there = countsIn(text);
  return [...countsIn(claim)].every(([unit, numbers]) => {
    const said = there.get(unit);
    return said === undefined || [...numbers].some((number) => said.has(number));
  });
}
