// The owner's own texts as passages that can be found: paragraphs of about 600 characters, each under its heading (A117).

export type Passage = {
  /** The headings that it stands under, the outermost first; "" where there is none. */
  heading: string;
  text: string;
};

/** Characters. A longer paragraph is cut at the end of a sentence, shorter ones are put together. */
const passageLength = 600;
/** A file of more passages than these is a book; its end is not read. */
const mostPassages = 2_000;

const headingLine = /^(#{1,6})\s+(\S.*)$/;

/** Without the signs that may close a heading too. */
const titleOf = (line: string) => line.replace(/(?<=[^#])#+$/, "").trimEnd();

/** A text (Markdown or plain) in passages, in its order. Nothing of it is changed but blank space. */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = [];
  const headings: string[] = [];
  let waiting: string[] = [];
  const heading = () => headings.filter((one) => one !== "").join(" › ");
  const flush = () => {
    const joined = waiting.join("\n").trim();
    if (joined !== "") passages.push({ heading: heading(), text: joined });
    waiting = [];
  };
  for (const paragraph of paragraphsOf(text)) {
    const found = headingLine.exec(paragraph);
    if (found) {
      flush();
      const level = found[1]?.length ?? 1;
      headings.length = Math.min(headings.length, level - 1);
      while (headings.length < level - 1) headings.push("");
      headings.push(titleOf(found[2] ?? ""));
      continue;
    }
    for (const piece of piecesOf(paragraph)) {
      if (waiting.join("\n").length + 1 + piece.length > passageLength) flush();
      waiting.push(piece);
    }
    if (passages.length >= mostPassages) break;
  }
  flush();
  return passages.slice(0, mostPassages);
}

/** Headings stand alone even where no blank line sets them off. */
function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/^(#{1,6}\s.*)$/gm, "\n\n$1\n\n")
    .split(/\n[ \t\u3000]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}

/** A paragraph, cut at ends of sentences where it is longer than a passage, and where there is none, anywhere. */
function piecesOf(paragraph: string): string[] {
  if (paragraph.length <= passageLength) return [paragraph];
  const pieces: string[] = [];
  let piece = "";
  for (const sentence of paragraph.match(/[^。！？!?\n]+[。！？!?\n]*|[。！？!?\n]+/gu) ?? []) {
    for (const part of cutsOf(sentence)) {
      if (piece !== "" && piece.length + part.length > passageLength) {
        pieces.push(piece.trim());
        piece = "";
      }
      piece += part;
    }
  }
  return piece.trim() === "" ? pieces : [...pieces, piece.trim()];
}

/** English sentences end in a full stop and a gap; what is still too long is cut by characters. */
function cutsOf(sentence: string): string[] {
  return sentence.split(/(?<=[^.\s]{2}\.\s)/u).flatMap((part) => {
    if (part.length <= passageLength) return [part];
    const characters = [...part];
    const cuts: string[] = [];
    for (let at = 0; at < characters.length; at += passageLength)
      cuts.push(characters.slice(at, at + passageLength).join(""));
    return cuts;
  });
}
