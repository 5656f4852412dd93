// What a model that was asked whether to speak first writes beside or instead of words: its decision as text, its thoughts, a word for silence (A149, A150, R17).
import { simplify } from "../schema/simplified.ts";

/** The fields of a decision as they were written; what they mean is for the schema to say. */
export type WrittenDecision = { speak: string; reason?: string; next_in_hours?: string };

export type ReadBeat = {
  /** What is left to be said. */
  text: string;
  /** The decision that stood in the text; undefined where there was none. */
  decision?: WrittenDecision;
};

const tag = String.raw`<\/?\|?[\w:=-]{1,30}\|?>\s*`;
/** `{"speak": …}`, alone, in a fence, in tags, or as the arguments of a call that was written out. */
const asObject = new RegExp(
  String.raw`(?:\x60{3}\w*\s*)?(?:${tag})*(?:\bdecide\s*[:：(=]?\s*)?(?:\{[^{}]{0,120}[:：]\s*["']?\s*)?(\{[^{}]*\bspeak\b["”']?\s*[:：=][^{}]*\})["']?\s*\}?\s*\)?\s*(?:${tag})*(?:\x60{3})?`,
  "iu",
);
/** `decide(speak=false, reason="…")`. */
const asCall = new RegExp(String.raw`(?:${tag})*\bdecide\s*\(([^()]*\bspeak\b[^()]*)\)\s*(?:${tag})*`, "iu");
/** `speak: false` on a line of its own, and the lines of the other fields behind it. */
const asLines =
  /^[ \t*-]*(?:decide[ \t]*[:：]?[ \t]*)?speak[*"”' \t]*[:：=][*"' \t]*(?:true|false|yes|no|是|否)[ \t.。,，]*$(?:\n[ \t*-]*(?:reason|next_in_hours)[*"”' \t]*[:：=].*)*/imu;

const fieldOf = (text: string, name: string) =>
  new RegExp(
    String.raw`\b${name}[*"”']*\s*[:：=][*\s]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|“([^”]*)”|([^,}\n]+))`,
    "iu",
  )
    .exec(text)
    ?.slice(1)
    .find((part) => part !== undefined)
    ?.trim();

const words = /["'](?:message|messages|content|text|words|say)["']\s*:\s*"((?:[^"\\]|\\.)*)"/iu;

/**
 * Takes a decision out of the text, in whichever form it was written; the words that it holds itself are said. Without one the
 * text stays as it is.
 */
export function readWrittenDecision(text: string): ReadBeat {
  const found = asObject.exec(text) ?? asCall.exec(text) ?? asLines.exec(text);
  if (!found) return { text };
  const [whole, inner = whole] = found;
  const speak = fieldOf(inner, "speak");
  if (speak === undefined) return { text };
  const reason = fieldOf(inner, "reason");
  const hours = fieldOf(inner, "next_in_hours");
  const rest = `${text.slice(0, found.index)}\n${text.slice(found.index + whole.length)}`.trim();
  const held = words.exec(inner)?.[1] ?? "";
  return {
    text: rest === "" ? unescaped(held) : rest,
    decision: {
      speak,
      ...(reason === undefined ? {} : { reason: unescaped(reason) }),
      ...(hours === undefined ? {} : { next_in_hours: hours }),
    },
  };
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

const thought = /<(think|thinking|thought|thoughts|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi;
const endOfThought = /^[\s\S]*<\/(?:think|thinking|thought|thoughts|reasoning)>/i;

/** A line that a model wrote about itself, without what it thought on the way. */
export function withoutThoughts(text: string): string {
  return text.replace(thought, "").replace(endOfThought, "");
}

const silence =
  /^(?:heartbeat[ _-]?ok|no[ _-]?(?:reply|message|response|words)|(?:i )?(?:stay|stays|staying|remain|remains|keep|keeps)? ?(?:silent|silence|quiet)|nothing|none|null|n\/a|ok|沉默|保持沉默|安静|不说话?了?|不发(?:消息)?了?|不打扰了?|不回复?|不开口|无|没有|空)$/i;

/** True where the whole text says that nothing is to be sent, or holds nothing that could be said. */
export function isSilence(text: string): boolean {
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)) return true;
  return silence.test(simplify(text).replace(/^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu, ""));
}
