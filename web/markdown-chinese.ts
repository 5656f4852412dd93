// Emphasis beside Chinese: its marks open and close there too, although Chinese has no spaces between words.
import type { MarkdownIt } from "markdown-it";

const chinese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const space = /\s/u;
const mark = /[\p{P}\p{S}]/u;

type Side = { isSpace: boolean; isMark: boolean; isChinese: boolean; isDigit: boolean };

function sideOf(character: string | undefined): Side {
  if (character === undefined || character === "")
    return { isSpace: true, isMark: false, isChinese: false, isDigit: false };
  return {
    isSpace: space.test(character),
    isMark: mark.test(character),
    isChinese: chinese.test(character),
    isDigit: /\d/.test(character),
  };
}

/** The character that ends before, or begins at, a place of the text. */
function before(text: string, at: number): string | undefined {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1);
}

/** May a run of marks begin (or end) emphasis, seen from the text it would belong to, with the other side outside of it? */
function holds(inner: Side, outer: Side): boolean {
  return !inner.isSpace && (!inner.isMark || outer.isSpace || outer.isMark || outer.isChinese);
}

/**
 * Changes a reader so that `**「好」**他说` is bold as it is between spaces: CommonMark takes a mark beside a full-width sign and
 * a character for no mark at all.
 */
export function addChinese(reader: MarkdownIt): void {
  const Ordinary = reader.inline.State;
  reader.inline.State = class extends Ordinary {
    override scanDelims(start: number, canSplitWord: boolean) {
      const sign = this.src.charAt(start);
      let end = start;
      while (end < this.posMax && this.src.charAt(end) === sign) end += 1;
      const left = sideOf(before(this.src, start));
      const right = sideOf([...this.src.slice(end, Math.min(end + 2, this.posMax))][0]);
      // 2*3*4 is a product.
      const product = left.isDigit && right.isDigit;
      const opens = !product && holds(right, left);
      const closes = !product && holds(left, right);
      return {
        can_open: opens && (canSplitWord || !closes || left.isMark),
        can_close: closes && (canSplitWord || !opens || right.isMark),
        length: end - start,
      };
    }
  };
}
