// Chinese numerals as the digits that stand in their place elsewhere: 三千 is 3000, 二十八 is 28.

const digits = "零一二三四五六七八九";
const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 };

const numerals: ReadonlySet<number> = new Set(
  [..."零〇一二三四五六七八九两十百千万"].map((character) => character.codePointAt(0) ?? 0),
);

/** True for the code point of a character that numbers are written with, in its simplified form. */
export function isNumeral(point: number): boolean {
  return numerals.has(point);
}

/** The digits of a numeral of two or more characters, from 10 on; undefined where it is none (三四 is "three or four"). */
export function digitsOf(numeral: string): string | undefined {
  const plain = numeral
    .replaceAll("两", "二")
    .replaceAll("〇", "零")
    .replaceAll("兩", "二")
    .replaceAll("萬", "万");
  if (/^[零一二三四五六七八九]+$/.test(plain))
    return plain.length > 2 ? [...plain].map((one) => digits.indexOf(one)).join("") : undefined;
  let [whole, part, digit, unit] = [0, 0, 0, 1];
  for (const one of plain) {
    const value = digits.indexOf(one);
    if (value >= 0) {
      if (digit > 0) return undefined;
      digit = value;
      if (value === 0) unit = 1;
      continue;
    }
    const next = units[one] ?? 1;
    if (next === 10_000) [whole, part] = [(part + digit) * next, 0];
    else part += (digit || 1) * next;
    [digit, unit] = [0, next];
  }
  // 三千五 is 3500, 二十五 is 25.
  const rest = digit * (unit > 10 ? unit / 10 : 1);
  const number = whole + part + rest;
  return number >= 10 ? String(number) : undefined;
}
