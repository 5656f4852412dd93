// Which markup a bubble may have: CommonMark with line ends as they are written, without HTML and without images.
import MarkdownIt, { type MarkdownIt as Reader } from "markdown-it";
import { addChinese } from "./markdown-chinese.ts";

/** Links lead to the web or to a letter, and nowhere else. */
export const allowedAddress = /^(?:https?:\/\/|mailto:)/i;

/** The rest of an address after its scheme, in the signs that addresses are sent in. */
const plainAddress = /^\/\/[a-z0-9.-]+(?::\d+)?(?:[/?#][!-~]*)?/i;

/** How many characters of the text belong to an address. Chinese goes on without a space: what follows is no part of it. */
function addressLength(text: string): number {
  let address = plainAddress.exec(text)?.[0] ?? "";
  // The sentence's own signs at its end, and a bracket that was not opened within it.
  for (;;) {
    const last = address.at(-1) ?? "";
    const closes = last === ")" && address.split(")").length > address.split("(").length;
    if (!/[.,;:!?'"*_~>\]}]/.test(last) && !closes) return address.length > 2 ? address.length : 0;
    address = address.slice(0, -1);
  }
}

/** A reader of markup that answers HTML; it must still be sanitised. */
export function createMarkdown(): Reader {
  const reader = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const address = { validate: (text: string, at: number) => addressLength(text.slice(at)) };
  reader.linkify.add("http:", address).add("https:", address);
  reader.validateLink = (address) => allowedAddress.test(address.trim());
  // An image would be fetched from elsewhere, and tell that it was looked at: its words stand for it.
  reader.renderer.rules.image = (tokens, at) => {
    const token = tokens[at];
    const words = token?.content || String(token?.attrGet("src") ?? "");
    return `<span class="no-image">${reader.utils.escapeHtml(words)}</span>`;
  };
  addChinese(reader);
  return reader;
}
