// Whether a text has markup, and its reader, which is fetched when the first such text is shown. Small: it is in the first load.
import { signal } from "@preact/signals";

/** Text -> what is shown of it: nodes that run nothing and load nothing. */
export type MarkupReader = (text: string) => DocumentFragment;

/** The reader, once it has come; until then, and where it does not come, the text is shown as it was written. */
export const markupReader = signal<MarkupReader | null>(null);

let asked = false;

/** Fetches the reader, once. A failure lets the next text with markup ask again. */
export function wantMarkup(): void {
  if (asked) return;
  asked = true;
  import("./markdown.ts").then(
    (part) => {
      markupReader.value = part.readMarkdown;
    },
    () => {
      asked = false;
    },
  );
}

const signs = [
  /`[^`\n]+`|^ {0,3}(?:```|~~~)/m,
  /\*[^\s*][^*\n]*\*|__[^\s_][^_\n]*__|~~[^\s~][^~\n]*~~/,
  /^ {0,3}(?:#{1,6} |> ?\S|[-*+] \S|\d{1,9}[.)] \S|(?:-{3,}|\*{3,})$)/m,
  /\]\(\S/,
  /https?:\/\/\S|\bmailto:\S/i,
  /^ *\|.*\|[^\n]*\n *\|?[ :|-]*-[ :|-]*$/m,
];

/** True where a text may hold markup: code, emphasis, lists, links, tables. Most messages hold none. */
export function hasMarkup(text: string): boolean {
  return signs.some((sign) => sign.test(text));
}
