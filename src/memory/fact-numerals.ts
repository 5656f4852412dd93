// Numbers as people write them, in digits: 二十三 and twenty-three are 23, 二〇一九 is 2019. For comparing, never for showing.
import { simplify } from "../schema/simplified.ts";

const digits: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const tens: Record<string, number> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 };

const small = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen";
const ones = [...small.split(" "), "sixteen", "seventeen", "eighteen", "nineteen"];
const decades = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const words = new Map<string, number>([
  ...ones.map((word, value): [string, number] => [word, value]),
  ...decades.flatMap((word, ten): [string, number][] =>
    word === ""
      ? []
      : [
          [word, ten * 10],
          ...ones.slice(1, 10).map((one, unit): [string, number] => [`${word}-${one}`, ten * 10 + unit + 1]),
        ],
  ),
]);

const chineseRun = /[零〇一二两三四五六七八九十百千万]+/g;
const englishRun = new RegExp(
  `\\b(?:(?:${decades.filter(Boolean).join("|")})[- ](?:${ones.slice(1, 10).join("|")})|${[...words.keys()].join("|")})\\b`,
  "g",
);

function readChinese(run: string): string {
  if (!/[十百千万]/.test(run)) return [...run].map((sign) => digits[sign] ?? 0).join("");
  let total = 0;
  let below = 0;
  let current: number | undefined;
  for (const sign of run) {
    const unit = tens[sign];
    if (unit === undefined) {
      current = digits[sign] ?? 0;
    } else if (unit === 10_000) {
      total = (total + below + (current ?? 0)) * unit;
      below = 0;
      current = undefined;
    } else {
      below += (current ?? 1) * unit;
      current = undefined;
    }
  }
  return String(total + below + (current ?? 0));
}

/** The text with written numbers in digits, Chinese and English (up to ninety-nine). The text is in lower case already. */
export function withDigits(text: string): string {
  return simplify(text)
    .replace(chineseRun, readChinese)
    .replace(englishRun, (run) => String(words.get(run.replace(" ", "-")) ?? run));
}

/** The whole numbers of a text, written or in digits, without leading zeros. */
export function numbersIn(text: string): Set<string> {
  const found = withDigits(text.normalize("NFKC").toLowerCase()).match(/\d+/g) ?? [];
  return new Set(found.map((number) => number.replace(/^0+(?=\d)/, "")));
}
