// Whether a quote stands in what the person said: letter for letter, in their own message, not in what was injected or played.
import type { Seconds } from "../schema/common.ts";

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
  /** `quote` is the stretch as it stands in the message, whatever width and case the proposal had. */
  | { ok: true; message_id: string; quote: string; timestamp: Seconds }
  | { ok: false; reason: "not_said" | "wrong_speaker" | "injected" | "role_play" };

type Folded = { text: string; starts: number[]; ends: number[] };

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f]/u;

/**
 * The text in NFKC and lower case; a run of white space is one blank, and none beside a Chinese character or at the ends.
 * Nothing else is folded: other punctuation makes another quote. `starts` and `ends` lead back to the original.
 */
function foldWithPlaces(text: string): Folded {
  const folded: Folded = { text: "", starts: [], ends: [] };
  let blank = false;
  for (const match of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const sign = match[0].normalize("NFKC").toLowerCase();
    if (/^\s*$/.test(sign)) {
      blank = folded.text !== "";
      continue;
    }
    if (blank && !wide.test(folded.text.slice(-1)) && !wide.test(sign.charAt(0)))
      push(folded, " ", match.index, match.index);
    blank = false;
    push(folded, sign, match.index, match.index + match[0].length);
  }
  return folded;
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

function holds(text: string, folded: string): boolean {
  return foldQuote(text).includes(folded);
}

type Place = { start: number; end: number };

function placesOf(message: SpokenMessage, folded: string): Place[] {
  const { text, starts, ends } = foldWithPlaces(message.content);
  const places: Place[] = [];
  for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, at + 1)) {
    places.push({ start: starts[at] ?? 0, end: ends[at + folded.length - 1] ?? message.content.length });
    if (places.length >= 20) break;
  }
  return places;
}

/**
 * Looks for the quote in the messages of one speaker, the latest first (invariant 2, part 2 item 2). Messages and quote are
 * compared in NFKC, lower case and with white space folded, and in nothing else. Not found there: `injected` where it stands
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
  const other = messages.some((message) => message.role !== who && holds(message.content, folded));
  return { ok: false, reason: other ? "wrong_speaker" : "not_said" };
}

/** What the person said outside of play, without the played stretches; "" for a message of a story. */
export function spokenText(message: SpokenMessage): string {
  return message.scene === "story" ? "" : message.content.replace(action, " ");
}
