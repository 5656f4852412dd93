// Small numbers as people write them inside dates: 两, 二十三, 廿八, 初五, three, a dozen.

const digits = "零一二三四五六七八九";

/**
 * The number that a Chinese or Arabic numeral names: 两 2, 十二 12, 二十三 23, 廿八 28, 初五 5, 二〇二五 2025.
 * NaN for anything else, 两三 (two or three) included.
 */
export function chineseNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const plain = text.replace(/^初/, "").replaceAll("两", "二").replaceAll("〇", "零");
  if (/^[零一二三四五六七八九]{4}$/.test(plain)) {
    return Number([...plain].map((digit) => digits.indexOf(digit)).join(""));
  }
  if (/^[零一二三四五六七八九]$/.test(plain)) return digits.indexOf(plain);
  const hundred =
    /^([一二三四五六七八九])百(?:零?([一二三四五六七八九])|([一二三四五六七八九]十[一二三四五六七八九]?))?$/.exec(
      plain,
    );
  if (hundred) {
    const [, hundreds = "", one = "零", tens = one] = hundred;
    return digits.indexOf(hundreds) * 100 + chineseNumber(tens);
  }
  const tens = /^([一二三四五六七八九]?十|廿|卅)([一二三四五六七八九]?)$/.exec(plain);
  if (!tens) return Number.NaN;
  const [, ten = "", one = ""] = tens;
  const leading: Record<string, number> = { 十: 10, 廿: 20, 卅: 30 };
  return (leading[ten] ?? digits.indexOf(ten[0] ?? "") * 10) + (one ? digits.indexOf(one) : 0);
}

const words = [
  ..."zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
    " ",
  ),
  ..."sixteen seventeen eighteen nineteen twenty".split(" "),
];
const ordinals = [
  ..."zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" "),
];

/** Pattern of the numbers that `englishNumber` reads. */
export const englishCount = `(\\d{1,3}|an?\\s+couple\\s+of|a\\s+dozen|an?|thirty|${words.slice(1).join("|")})`;

/** 3, "three", "a", "a couple of", "third", "12th"; NaN for anything else. */
export function englishNumber(text: string): number {
  const word = text.toLowerCase().replace(/\s+/g, " ");
  const digits = /^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1];
  if (digits !== undefined) return Number(digits);
  if (word.endsWith("couple of")) return 2;
  if (word.endsWith("dozen")) return 12;
  if (word === "a" || word === "an") return 1;
  if (word === "thirty") return 30;
  const place = Math.max(words.indexOf(word), ordinals.indexOf(word));
  return place < 0 ? Number.NaN : place;
}
