// Reads markup into nodes: markdown-it writes HTML, DOMPurify keeps what may stand in a bubble. No image is ever loaded.
import createDOMPurify from "dompurify";
import { allowedAddress, createMarkdown } from "./markdown-reader.ts";

const allowedTags = [
  ..."a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre s span strong".split(" "),
  ..."table tbody td th thead tr ul".split(" "),
];
const reader = createMarkdown();
const purify = createDOMPurify(window);

/** The text of a bubble as nodes: nothing in them runs, fetches, or leads elsewhere than its address says. */
export function readMarkdown(text: string): DocumentFragment {
  const nodes = purify.sanitize(reader.render(text), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ["href", "start", "class"],
    ALLOWED_URI_REGEXP: allowedAddress,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of nodes.querySelectorAll("a")) {
    link.rel = "noopener noreferrer";
    link.target = "_blank";
  }
  // What scrolls sideways must be reachable by keyboard.
  for (const code of nodes.querySelectorAll("pre")) code.tabIndex = 0;
  for (const table of nodes.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = "table-frame";
    frame.tabIndex = 0;
    table.replaceWith(frame);
    frame.append(table);
  }
  dropGaps(nodes);
  return nodes;
}

/** Line ends between blocks: they are no part of what was said, and would be copied with it. */
function dropGaps(nodes: DocumentFragment): void {
  for (const place of [nodes, ...nodes.querySelectorAll("blockquote, ol, ul, li, table, thead, tbody, tr")]) {
    for (const child of [...place.childNodes]) {
      const isText = child.nodeType === Node.TEXT_NODE;
      if (isText && (child.textContent ?? "").trim() === "") child.remove();
    }
  }
}
