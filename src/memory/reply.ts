// How a reply is cut into bubbles, and how long a person would type each of them (A156–A158, R11, R12, C133).
import { graphemes } from "./graphemes.ts";

/** A156. */
export const mostBubbles = 5;
/** R11, in milliseconds: for one bubble, for the first, for the whole reply. */
export const bubbleCeilingMs = 8_000;
export const firstBubbleCeilingMs = 2_500;
export const replyCeilingMs = 20_000;
/** What is kept for each later bubble, so that the last ones of a long reply do not fall out all at once. */
const reserveMs = 1_500;

export type BubbleSplitter = {
  /** Takes the next piece of text, however it is split, and gives the bubbles that are finished by it. */
  push(chunk: string): string[];
  /** The rest; after it the splitter is used up. */
  end(): string[];
};

type Block = { kind: "line" | "list" | "table" | "fence"; lines: string[]; fence?: string };

const fenceStart = /^\s{0,3}(`{3,}|~{3,})/;
const listItem = /^\s*(?:[-*+•]\s|\d{1,3}[.)]\s|\d{1,3}[、．）])/;
const tableRow = /^\s*\|/;
const indented = /^(?:\s{2,}|\t)\S/;

/**
 * Splits a reply at newlines as it streams. A code fence, a list or a table is one bubble; blank lines vanish outside of
 * fences; bubble number `maximum` takes all that is left, joined by newlines.
 */
export function createBubbleSplitter(maximum = mostBubbles): BubbleSplitter {
  const most = Math.max(1, Math.floor(maximum));
  const partial: string[] = [];
  let block: Block | null = null;
  let given = 0;
  const rest: string[] = [];

  function finish(): string[] {
    const text = block ? blockText(block) : "";
    block = null;
    if (text === "") return [];
    if (given < most - 1) {
      given += 1;
      return [text];
    }
    rest.push(text);
    return [];
  }

  function takeLine(line: string): string[] {
    if (block && goesOn(block, line)) return [];
    const done = finish();
    block = blockOf(line);
    return block.kind === "line" ? [...done, ...finish()] : done;
  }

  return {
    push(chunk) {
      const lines = chunk.split("\n");
      const last = lines.pop() ?? "";
      const done: string[] = [];
      for (const line of lines) done.push(...takeLine(partial.splice(0).join("") + line));
      partial.push(last);
      return done;
    },
    end() {
      const done = takeLine(partial.splice(0).join(""));
      done.push(...finish());
      return rest.length > 0 ? [...done, rest.splice(0).join("\n")] : done;
    },
  };
}

/** The bubbles of a whole text (A156, R12). */
export function splitBubbles(text: string, maximum = mostBubbles): string[] {
  const splitter = createBubbleSplitter(maximum);
  return [...splitter.push(text), ...splitter.end()];
}

/** True where the line belongs to the block that is open; it has been added then. */
function goesOn(block: Block, line: string): boolean {
  if (block.fence === "") return false;
  const blank = line.trim() === "";
  if (block.fence !== undefined) {
    block.lines.push(line);
    // A closing fence has at least as many marks as the opening one and nothing behind them.
    const mark = fenceStart.exec(line)?.[1];
    if (mark?.startsWith(block.fence) && line.trim() === mark) block.fence = "";
    return true;
  }
  if (blank) return block.kind === "list";
  const belongs =
    block.kind === "list"
      ? listItem.test(line) || indented.test(line)
      : block.kind === "table" && tableRow.test(line);
  if (belongs) block.lines.push(line);
  return belongs;
}

function blockOf(line: string): Block {
  const mark = fenceStart.exec(line)?.[1];
  if (mark !== undefined) return { kind: "fence", lines: [line], fence: mark };
  if (listItem.test(line)) return { kind: "list", lines: [line] };
  return { kind: tableRow.test(line) ? "table" : "line", lines: [line] };
}

function blockText(block: Block): string {
  const text = block.lines.map((line) => line.trimEnd()).join("\n");
  // The indent of a list's first item or of a fence belongs to it.
  return block.kind === "line" ? text.trim() : text.trimEnd();
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** What a text weighs when typed: 1 for each CJK character or emoji as a person sees it, 0.3 for anything else (R11, C133). */
export function characterWeight(text: string): number {
  let tenths = 0;
  for (const cluster of graphemes(text)) tenths += wide.test(cluster) || emoji.test(cluster) ? 10 : 3;
  return tenths / 10;
}

export type DelayOptions = {
  /** 0 ≤ x < 1 */
  random: () => number;
  /** `pacing_speed`: 1 is the document's figure, 0 no waiting. */
  speed: number;
  /** Default true. */
  ceilings?: boolean;
};

/** Milliseconds to type one bubble: (0.5 + random × 0.7) × weight seconds × speed, at most 8 s (A157, A158, R11). */
export function bubbleDelayMs(content: string, options: DelayOptions): number {
  const seconds = (0.5 + options.random() * 0.7) * characterWeight(content) * options.speed;
  const ms = Math.max(0, Math.round(seconds * 1000));
  return options.ceilings === false ? ms : Math.min(ms, bubbleCeilingMs);
}

/**
 * The delay of bubble number `index` (from 0) while a reply streams and `spentMs` were waited already: besides 8 s for each,
 * 2.5 s for the first and 20 s for all.
 */
export function nextDelayMs(content: string, index: number, spentMs: number, options: DelayOptions): number {
  const ms = bubbleDelayMs(content, options);
  if (options.ceilings === false) return ms;
  const later = Math.max(0, mostBubbles - 1 - index);
  const left = Math.max(0, replyCeilingMs - spentMs - later * reserveMs);
  return Math.min(ms, index === 0 ? firstBubbleCeilingMs : left);
}
