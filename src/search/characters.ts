// Kinds of characters that the terms of a text are told apart by, as code units in lower case.

/** A character of a script that is written without spaces: Han, kana. */
export function isUnspaced(unit: number): boolean {
  return (
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0x3400 && unit <= 0x4dbf) ||
    (unit >= 0x3041 && unit <= 0x30ff) ||
    unit === 0x3005 ||
    unit === 0x3007 ||
    (unit >= 0x20000 && unit <= 0x3ffff)
  );
}

export const isAsciiLetter = (unit: number) => unit >= 97 && unit <= 122;
export const isDigit = (unit: number) => unit >= 48 && unit <= 57;

/** Punctuation beyond ASCII that is no part of any word: general, Chinese, full-width (NFKC has made most of those narrow). */
const isMark = (unit: number) =>
  (unit >= 0x2010 && unit <= 0x203a && unit !== 0x2019) ||
  (unit >= 0x3000 && unit <= 0x3004) ||
  (unit >= 0x3008 && unit <= 0x3020) ||
  unit === 0xb7;

/** Neither ASCII nor a mark that ends words anyway. */
export const isOther = (unit: number) => unit > 0x7f && !isMark(unit);
