// Characters as a person sees them: grapheme clusters, never half an emoji.

// One for all: building a segmenter costs far more than using it, and the clusters do not depend on the language.
const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The text's grapheme clusters, in order; joined they are the text. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** How many grapheme clusters the text has; of a long one no more than `most` + 1 are counted. */
export function countGraphemes(text: string, most: number): number {
  let count = 0;
  for (const _part of segmenter.segment(text)) if (++count > most) break;
  return count;
}

/** The text, cut after at most `limit` grapheme clusters, with "…" where something was cut. Reads no more than it needs. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let count = 0;
  let end = 0;
  for (const part of segmenter.segment(text)) {
    if (count === limit) return `${text.slice(0, end).trimEnd()}…`;
    count += 1;
    end = part.index + part.segment.length;
  }
  return text;
}
