// Tells thought from speech where a model writes its thinking into the text, in every dialect of the tags (C010–C013).

/** Opening and closing mark of each dialect, lower case. */
const dialects: readonly (readonly [string, string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<thoughts>", "</thoughts>"],
  ["<reasoning>", "</reasoning>"],
  ["<reflection>", "</reflection>"],
  ["<seed:think>", "</seed:think>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|channel|>analysis<|message|>", "<|end|>"],
  ["[think]", "[/think]"],
  ["◁think▷", "◁/think▷"],
];

/** Lower case without a change of length, which toLowerCase does not promise ("İ"). */
const lowered = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const closings = new Map(dialects);
const openings = new RegExp(dialects.map(([open]) => open.replace(/[[\]|]/g, "\\$&")).join("|"), "g");
const hasBrace = (text: string) => /[{[｛［]/.test(text);

/**
 * A whole answer without its thought blocks; undefined where a block stays open in front of any JSON, since such an
 * answer was cut while still thinking (C011). A closing tag alone means that the opening one stood in the template.
 * Linear in the length.
 */
export function stripThinking(text: string): string | undefined {
  const lower = lowered(text);
  const unclosed = new Set<string>();
  let rest = "";
  let from = 0;
  let braced = false;
  for (const { 0: open, index } of lower.matchAll(openings)) {
    if (index < from) continue;
    const close = closings.get(open) ?? "";
    const end = unclosed.has(close) ? -1 : lower.indexOf(close, index + open.length);
    braced ||= hasBrace(text.slice(from, index));
    if (end >= 0) {
      rest += text.slice(from, index);
      from = end + close.length;
      continue;
    }
    // Behind the beginning of the JSON it is a word in a text, or a tail that nobody needs.
    if (!braced) return undefined;
    unclosed.add(close);
  }
  return withoutPreface(rest + text.slice(from));
}

/** What stands behind a closing tag without an opening one, where the JSON begins only there. */
function withoutPreface(text: string): string {
  const lower = lowered(text);
  for (const [, close] of dialects) {
    const at = lower.lastIndexOf(close);
    if (at >= 0 && hasBrace(text.slice(at + close.length))) return text.slice(at + close.length);
  }
  return text;
}

export type ThinkFilter = {
  /** Takes the next piece of a stream and gives what is certain by now. */
  push(text: string): { thinking: string; text: string };
  /** What was held back; an unclosed thought stays a thought. */
  end(): { thinking: string; text: string };
};

/** Length of the longest end of `text` that may grow into `mark`. */
function heldBack(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
    if (mark.startsWith(lowered(text.slice(-length)))) return length;
  }
  return 0;
}

/**
 * Splits a streamed reply. Only a block at the very beginning counts: once the character has said a word, every tag is
 * part of what it says. Linear in the length; the pieces add up to what came in, without the tags.
 */
export function createThinkFilter(): ThinkFilter {
  let state: "start" | "thinking" | "speaking" = "start";
  let held = "";
  let close = "";

  function start(): { thinking: string; text: string } {
    const lower = lowered(held.trimStart());
    const opened = dialects.find(([open]) => lower.startsWith(open));
    if (opened) {
      state = "thinking";
      close = opened[1];
      held = held.trimStart().slice(opened[0].length);
      return think();
    }
    if (dialects.some(([open]) => open.startsWith(lower))) return { thinking: "", text: "" };
    state = "speaking";
    const text = close === "" ? held : held.trimStart();
    held = "";
    return { thinking: "", text };
  }

  function think(): { thinking: string; text: string } {
    const end = lowered(held).indexOf(close);
    if (end < 0) {
      const keep = heldBack(held, close);
      const thinking = held.slice(0, held.length - keep);
      held = held.slice(held.length - keep);
      return { thinking, text: "" };
    }
    const thinking = held.slice(0, end);
    held = held.slice(end + close.length).trimStart();
    state = "start";
    const after = held === "" ? { thinking: "", text: "" } : start();
    return { thinking: thinking + after.thinking, text: after.text };
  }

  return {
    push(text) {
      if (state === "speaking") return { thinking: "", text };
      held += text;
      return state === "start" ? start() : think();
    },
    end() {
      const rest = held;
      held = "";
      return state === "thinking" ? { thinking: rest, text: "" } : { thinking: "", text: rest };
    },
  };
}
