// A message in sentences and clauses, with quotations set apart, so that a claim can be judged where it stands.

export type Clause = { text: string; start: number; end: number };
export type Sentence = { clauses: Clause[]; start: number; end: number; isAsked: boolean };

/** Stands for every character of a quotation, so that places stay what they are. */
const hidden = "\u0001";

/** “…”, "…", 「…」, 『…』. A title in 《》 is no quotation. */
const quotation = /“[^“”]*”|"[^"\n]*"|「[^「」]*」|『[^『』]*』|(?<=^|[\s,(])'[^'\n]{3,}'(?=$|[\s,.!?)])/g;

export type Stretch = { start: number; end: number };

/** Where the quotations of a text are, their marks included. */
export function quotationsOf(text: string): Stretch[] {
  return [...text.matchAll(quotation)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
}

/** The text with what stands in quotation marks hidden; as long as before. */
export function withoutQuotations(text: string): string {
  return text.replace(quotation, (found) => hidden.repeat(found.length));
}

const sentenceEnd = /[。！？!?；;…\n~～]+|(?<!\.)\.+(?=\s|$)/g;
const clauseEnd =
  /(?<!\d)[，,:：]|[，,:：](?!\d)|—+| - |(?<=\s)(?:and|but|because|since|though|although|so|while|if|unless)(?=\s)/gi;

function pieces(text: string, ends: RegExp, offset: number): (Clause & { mark: string })[] {
  const found: (Clause & { mark: string })[] = [];
  let from = 0;
  const add = (to: number, mark: string) => {
    const piece = text.slice(from, to);
    if (/[\p{L}\p{N}\u0001]/u.test(piece))
      found.push({ text: piece, start: offset + from, end: offset + to, mark });
  };
  for (const match of text.matchAll(ends)) {
    add(match.index, match[0]);
    // A connecting word opens the next clause; a mark belongs to neither.
    from = /^[a-z]/i.test(match[0]) ? match.index : match.index + match[0].length;
  }
  add(text.length, "");
  return found;
}

/** The sentences of a text of which quotations were hidden, each with its clauses; white space at the ends stays in. */
export function sentencesOf(text: string): Sentence[] {
  return pieces(text, sentenceEnd, 0).map(({ text: sentence, start, end, mark }) => ({
    start,
    end,
    isAsked: /[?？]/.test(mark),
    clauses: pieces(sentence, clauseEnd, start).map(({ text: clause, start: from, end: to }) => ({
      text: clause,
      start: from,
      end: to,
    })),
  }));
}
