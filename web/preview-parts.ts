// Streamed text in the parts it will be said in, so that nothing on the screen comes together or falls apart when it becomes bubbles. Pure.

/** A reply has at most so many bubbles; the last takes what is left (as the server has it). */
const mostBubbles = 5;

const fenceStart = /^\s{0,3}(`{3,}|~{3,})/;
const listItem = /^\s*(?:[-*+•]\s|\d{1,3}[.)]\s|\d{1,3}[、．）])/;
const tableRow = /^\s*\|/;
const indented = /^(?:\s{2,}|\t)\S/;

type Part = { kind: "line" | "list" | "table" | "fence"; lines: string[]; mark: string };

function begin(line: string): Part {
  const mark = fenceStart.exec(line)?.[1];
  if (mark !== undefined) return { kind: "fence", lines: [line], mark };
  if (listItem.test(line)) return { kind: "list", lines: [line], mark: "" };
  return { kind: tableRow.test(line) ? "table" : "line", lines: [line], mark: "" };
}

/** True where the line belongs to the part; a fence goes on to its end, a list over blank lines. */
function goesOn(part: Part, line: string): boolean {
  switch (part.kind) {
    case "line":
      return false;
    case "fence":
      return part.mark !== "";
    case "list":
      return line.trim() === "" || listItem.test(line) || indented.test(line);
    case "table":
      return tableRow.test(line);
  }
}

function textOf({ kind, lines }: Part): string {
  const text = lines.map((line) => line.trimEnd()).join("\n");
  return kind === "line" ? text.trim() : text.trimEnd();
}

/** The parts of a text of which `said` bubbles were said already: a code fence, a list, a table is one; every other line is one. */
export function previewParts(preview: string, said = 0): string[] {
  const parts: Part[] = [];
  for (const line of preview.split("\n")) {
    const open = parts.at(-1);
    if (open === undefined || !goesOn(open, line)) parts.push(begin(line));
    else if (open.kind !== "list" || line.trim() !== "") open.lines.push(line);
    if (open?.kind === "fence" && open.mark !== "" && open.lines.at(-1) === line) {
      const mark = fenceStart.exec(line)?.[1];
      if (open.lines.length > 1 && mark?.startsWith(open.mark) && line.trim() === mark) open.mark = "";
    }
  }
  const texts = parts.map(textOf).filter((text) => text !== "");
  const free = Math.max(1, mostBubbles - said);
  if (texts.length <= free) return texts;
  return [...texts.slice(0, free - 1), texts.slice(free - 1).join("\n")];
}
