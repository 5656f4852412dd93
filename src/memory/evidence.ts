// Whether a quote stands in what the person said: letter for letter, in their own message, not in what was injected or played.
import type { Seconds } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import { longestMessage } from "./text.ts";

/** What of a message of the log is needed to judge evidence. */
export type SpokenMessage = {
  message_id: string;
  role: "user" | "assistant";
  content: string;
  timestamp: Seconds;
  /** Memories that were put before the model for this turn: never evidence (invariant 2). */
  recalled?: readonly { text: string }[] | undefined;
  /** What tools answered: never evidence. */
  tools?: readonly { result: string }[] | undefined;
  /** "story": the whole message is played. */
  scene?: unknown;
};

export type QuoteProof =
  /** `quote` is the stretch as it stands in the message, whatever width, case and kind of characters the proposal had. */
  | { ok: true; message_id: string; quote: string; timestamp: Seconds }
  | { ok: false; reason: "not_said" | "wrong_speaker" | "injected" | "role_play" };

type Folded = { text: string; starts: number[]; ends: number[] };

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f]/u;

/**
 * The text in NFKC, lower case and simplified characters; a run of white space is one blank, and none beside a Chinese character or at the ends.
 * Nothing else is folded: other punctuation makes another quote. `starts` and `ends` lead back to the original.
 */
function foldWithPlaces(typed: string): Folded {
  const folded: Folded = { text: "", starts: [], ends: [] };
  const text = simplify(typed);
  let blank = false;
  // Not the end of `folded.text`: to look at it the engine would copy all of it each time.
  let last = "";
  for (let at = 0; at < text.length; ) {
    const end = endOfSign(text, at);
    const sign = foldSign(text.slice(at, end));
    if (sign === "") blank = last !== "";
    else {
      if (blank && !wide.test(last) && !wide.test(sign.charAt(0))) push(folded, " ", at, at);
      blank = false;
      push(folded, sign, at, end);
      last = sign.slice(-1);
    }
    at = end;
  }
  return folded;
}

const wholeSign = /\P{M}\p{M}*|\p{M}+/uy;
/** Below this there is no combining mark, and none in the block of Chinese characters. */
const firstMark = 0x300;
const isChinese = (unit: number) => unit >= 0x4e00 && unit < 0xa000;
const isPlain = (unit: number) => unit < firstMark || isChinese(unit) || Number.isNaN(unit);

/** Where the character that begins here ends, its combining marks included. */
function endOfSign(text: string, at: number): number {
  if (isPlain(text.charCodeAt(at)) && isPlain(text.charCodeAt(at + 1))) return at + 1;
  wholeSign.lastIndex = at;
  return at + (wholeSign.exec(text)?.[0].length ?? 1);
}

/** One character in NFKC and lower case; "" for white space. */
function foldSign(sign: string): string {
  const unit = sign.charCodeAt(0);
  // What most texts are made of needs no table.
  if (sign.length === 1 && (isChinese(unit) || (unit > 0x20 && unit < 0x7f)))
    return unit > 0x40 && unit < 0x5b ? String.fromCharCode(unit + 0x20) : sign;
  const folded = simplify(sign.normalize("NFKC").toLowerCase());
  return /^\s*$/.test(folded) ? "" : folded;
}

function push(folded: Folded, sign: string, start: number, end: number): void {
  folded.text += sign;
  for (let i = 0; i < sign.length; i += 1) {
    folded.starts.push(start);
    folded.ends.push(end);
  }
}

/** A text as quotes are compared. */
export function foldQuote(text: string): string {
  return foldWithPlaces(text).text;
}

/** （笑）, (sighs), *hugs you*: stretches that are played. */
const action = /（[^（）]*）|\([^()]*\)|(?<![*\w])\*{1,2}[^*\n]+\*{1,2}(?![*\w])/g;

function isPlayed(message: SpokenMessage, start: number, end: number): boolean {
  if (message.scene === "story") return true;
  return [...message.content.matchAll(action)].some(
    (found) => start >= found.index && end <= found.index + found[0].length,
  );
}

/** A quote of a single character proves nothing. */
function isTooShort(folded: string): boolean {
  const letters = folded.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters < (wide.test(folded) ? 2 : 3);
}

const read = new WeakMap<SpokenMessage, Folded>();

/** A message is folded once, however many operations name it: sixty of them held a long one up for seconds. */
function foldedOf(message: SpokenMessage): Folded {
  const folded = read.get(message) ?? foldWithPlaces(message.content);
  read.set(message, folded);
  return folded;
}

function holds(text: string, folded: string): boolean {
  return foldQuote(text).includes(folded);
}

const mostPlaces = 20;

type Place = { start: number; end: number };

function placesOf(message: SpokenMessage, folded: string): Place[] {
  const exact = message.content.length > longestMessage ? exactPlaces(message.content, folded) : [];
  if (exact.length > 0) return exact;
  const { text, starts, ends } = foldedOf(message);
  const places: Place[] = [];
  for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, at + 1)) {
    places.push({ start: starts[at] ?? 0, end: ends[at + folded.length - 1] ?? message.content.length });
    if (places.length >= mostPlaces) break;
  }
  return places;
}

/** Where a long message has the words as they are: to fold all of it for them would hold others up. */
function exactPlaces(content: string, folded: string): Place[] {
  const places: Place[] = [];
  for (let start = content.indexOf(folded); start >= 0; start = content.indexOf(folded, start + 1)) {
    const end = start + folded.length;
    if (endOfSign(content, end - 1) === end) places.push({ start, end });
    if (places.length >= mostPlaces) break;
  }
  return places;
}

/**
 * Looks for the quote in the messages of one speaker, the latest first (invariant 2, part 2 item 2). Messages and quote are
 * compared in NFKC, lower case, simplified characters and with white space folded, and in nothing else. Not found there: `injected` where it stands
 * in recalled text or a tool's answer, `wrong_speaker` where only the other one said it, `role_play` where it was played
 * (`scene: "story"`, （动作）, *actions*), else `not_said`.
 */
export function proveQuote(
  quote: string | undefined,
  messages: readonly SpokenMessage[],
  who: "user" | "assistant",
): QuoteProof {
  const folded = foldQuote(quote ?? "");
  if (isTooShort(folded)) return { ok: false, reason: "not_said" };
  let played = false;
  for (const message of messages.toReversed()) {
    if (message.role !== who) continue;
    for (const { start, end } of placesOf(message, folded)) {
      if (isPlayed(message, start, end)) {
        played = true;
        continue;
      }
      const { message_id, timestamp } = message;
      return { ok: true, message_id, timestamp, quote: message.content.slice(start, end) };
    }
  }
  if (played) return { ok: false, reason: "role_play" };
  const injected = messages.some(
    (message) =>
      message.recalled?.some(({ text }) => holds(text, folded)) ||
      message.tools?.some(({ result }) => holds(result, folded)),
  );
  if (injected) return { ok: false, reason: "injected" };
  const other = messages.some((message) => message.role !== who && foldedOf(message).text.includes(folded));
  return { ok: false, reason: other ? "wrong_speaker" : "not_said" };
}

/** What the person said outside of play, without the played stretches; "" for a message of a story. */
export function spokenText(message: SpokenMessage): string {
  return message.scene === "story" ? "" : message.content.replace(action, " ");
}
