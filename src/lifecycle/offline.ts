// Speaks without a model: finds what fits in memory and says it in the character's own lines (invariant 7).
import type { Deps } from "../deps.ts";
import { type OfflineHit, offlineReply } from "../memory/offline.ts";
import { asksSomething, onlyAsks } from "../memory/recall-gate.ts";
import { splitBubbles } from "../memory/reply.ts";
import type { Lines } from "../schema/soul.ts";
import { localDate } from "../schema/zone.ts";
import type { SearchHit } from "../search/search.ts";
import { mattersLeftAlone, withoutAvoided } from "./avoided.ts";
import { lineOf } from "./command-answer.ts";
import { isOffered } from "./offer.ts";
import type { Reader } from "./read-companion.ts";
import type { Received } from "./receive.ts";
import { findMemories } from "./search-memory.ts";
import { toldWords } from "./told-words.ts";

/** What else is read out besides the best fits nearly as well. */
const nearBest = 0.85;
/** And holds so much of what the best holds of the question. */
const besideBest = 0.7;
/** So much of the question must stand in what is read out: a model may guess from less, these lines cannot. */
const leastFit = 0.15;

/** Bubbles of an offline answer to the received message. */
export async function speakOffline(
  deps: Deps,
  reader: Reader,
  received: Received,
  privately: boolean,
  outside = false,
): Promise<string[]> {
  const { message, short } = received;
  const lines = reader.lines;
  if (privately) return privateReply(deps, lines);
  // What lies outside the character's world is met with its own words, and nothing is looked up for it (A127).
  if (outside) return [lineOf(deps, lines.deflect)];
  // Only a question is answered from memory, and only with what the person said or what was noted of it.
  const hits = asksSomething(message.content)
    ? await withoutAvoided(
        deps,
        reader,
        await mattersLeftAlone(deps, reader, message.content),
        await findMemories(deps, reader, { text: message.content, limit: 8, at: message.timestamp }),
      )
    : [];
  // The owner's texts answer last, and nothing that is asked about the person (A117).
  const lived = hits.filter(({ type }) => type !== "knowledge");
  const read = ofPerson.test(message.content) ? [] : hits.filter(({ type }) => type === "knowledge");
  const told = [...lived, ...read].filter(
    (hit) =>
      (hit.fit ?? 1) >= leastFit &&
      !hit.message_ids.includes(message.message_id) &&
      hit.speaker !== "assistant" &&
      !onlyAsks(hit.text),
  );
  const least = nearBest * (told[0]?.score ?? 0);
  const leastBeside = besideBest * (told[0]?.fit ?? 0);
  const fresh = told.filter(({ score, fit = 1 }, at) => at === 0 || (score >= least && fit >= leastBeside));
  const text = offlineReply({
    text: message.content,
    hits: await quotable(deps, reader, fresh.slice(0, 3)),
    lines,
    language: reader.language,
    asks: asksSomething(message.content),
    offers: await isOffered(deps, reader.user, message.message_id),
    firstOfTopic:
      short.topic_id !== message.topic_id || !short.conversations.some(({ role }) => role === "user"),
    random: deps.random,
  });
  return splitBubbles(text);
}

/** A question about the person, who is no matter of general knowledge. */
const ofPerson = /我(?!们?(?:可以|能|该|想知道))|\b(?:i|my|me|mine|myself|i'm|i've)\b/i;

/** What was found as it is said aloud; two memories of one message are one. */
async function quotable(deps: Deps, reader: Reader, hits: readonly SearchHit[]): Promise<OfflineHit[]> {
  const quotes = new Map<string, OfflineHit>();
  for (const hit of hits) {
    if (hit.type === "knowledge") {
      quotes.set(hit.text, { text: hit.text, date: "", source: hit.title ?? hit.id });
      continue;
    }
    const { text, at, by } = await toldWords(deps, reader.user, hit);
    const date = at === undefined ? "" : localDate(at, reader.zone);
    if (!quotes.has(text)) quotes.set(text, { text, date, speaker: by });
  }
  return [...quotes.values()];
}

/** Nothing of a private talk is noted, so nothing may be said to be noted. */
function privateReply(deps: Deps, lines: Lines): string[] {
  const pick = (list: readonly string[]) => list[Math.floor(deps.random() * list.length)] ?? "";
  return [pick(lines.private), pick(lines.offline)].filter((line) => line !== "");
}
