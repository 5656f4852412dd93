// Finding one's way in a long talk: a search in what was said, a day, this day last year.
import type { Message } from "../src/schema/message.ts";
import type { Api } from "./api.ts";
import { dayStart } from "./day-start.ts";
import { findInTalk } from "./sought.ts";
import type { Talk } from "./talk.ts";
import { dayNumber, type Reader } from "./time.ts";

/** A message that was found; `date` in unix seconds. */
export type Hit = { id: string; text: string; date: number; speaker?: string; message_ids: string[] };

const mostHits = 60;

/** Messages that a question finds, best first. Throws ApiFailure. */
export async function findMessages(
  api: Pick<Api, "json">,
  user_id: string,
  question: string,
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const query = { q: question, type: "message", k: String(mostHits), tokens: "8000" };
  const path = `/api/memory/${user_id}/search?${new URLSearchParams(query)}`;
  const { results } = await api.json<{ results: Hit[] }>(path, { signal });
  return literalFirst(results, question);
}

/** Chinese has no spaces: of a longer question two characters may stand in what was found, where the whole does not. */
function piecesOf(word: string): string[] {
  const characters = [...word];
  if (characters.length < 3 || !/\p{Script=Han}/u.test(word)) return [word];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** Where the words of a question stand in a text: from, to, in the order of the text; what touches is one. */
function placesOf(text: string, question: string): [number, number][] {
  const folded = text.toLowerCase();
  const words = question
    .toLowerCase()
    .split(/[\s\p{P}\p{S}]+/u)
    .filter((word) => word !== "")
    .flatMap((word) => (folded.includes(word) ? [word] : piecesOf(word)));
  const found: [number, number][] = [];
  for (const word of new Set(words)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      found.push([at, at + word.length]);
  }
  found.sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [from, to] of found) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** The messages in which words of the question stand; where there are none, those that are near in meaning. */
function literalFirst(hits: readonly Hit[], question: string): readonly Hit[] {
  const literal = hits.filter((hit) => placesOf(hit.text, question).length > 0);
  return literal.length > 0 ? literal : hits;
}

/** A text in parts: those that hold a word of the question are to stand out. Long texts are cut around the first. */
export function partsOf(text: string, question: string): { text: string; hit: boolean }[] {
  const line = text.replace(/\s+/g, " ");
  const first = placesOf(line, question)[0]?.[0] ?? 0;
  const start = first > lead ? first - lead : 0;
  const end = start + excerpt;
  const shown = `${start > 0 ? "…" : ""}${line.slice(start, end)}${line.length > end ? "…" : ""}`;
  const parts: { text: string; hit: boolean }[] = [];
  let at = 0;
  for (const [from, to] of placesOf(shown, question)) {
    parts.push({ text: shown.slice(at, from), hit: false }, { text: shown.slice(from, to), hit: true });
    at = to;
  }
  parts.push({ text: shown.slice(at), hit: false });
  return parts.filter((part) => part.text !== "");
}

/** Characters of a message that are shown of it, and of those before the first word that was found. */
const excerpt = 120;
const lead = 30;

/** How a day was found: itself, a later one, none (the newest is shown), or before everything (the first is shown). */
export type DayFound = "there" | "later" | "none" | "before";

/** Goes to the first message of a day (days since 1970). Throws ApiFailure. */
export async function goToDay(talk: Talk, user_id: string, days: number, reader: Reader): Promise<DayFound> {
  const at = dayStart(days, reader);
  const messages = await talk.moveTo({ at });
  const first: Message | undefined = messages.find((one) => one.timestamp >= at);
  const shown = first ?? messages.at(-1);
  if (shown === undefined) return "none";
  await findInTalk(user_id, talk, shown.message_id);
  if (first === undefined) return "none";
  if (dayNumber(first.timestamp, reader) === days) return "there";
  return first === messages[0] && !talk.more.peek() ? "before" : "later";
}
