// How often something was told: which hits tell of the matter itself, and on which days.
import type { Seconds } from "../schema/common.ts";
import { localDate } from "../schema/zone.ts";
import type { SearchHit } from "./search.ts";

/** A hit tells of the matter where it holds this much of the question, and this share of what the best one holds. */
const leastFit = 0.3;
const leastShare = 0.6;

/** One day on which it was told, and the messages of that day. */
export type ToldDay = { date: string; first: Seconds; message_ids: string[] };

function barOf(hits: readonly SearchHit[]): number {
  const best = hits.reduce((most, { fit = 0 }) => Math.max(most, fit), 0);
  return Math.max(leastFit, leastShare * best);
}

/** The hits in their order, of those that tell of the matter first one for each day; their scores stay with the places. */
export function dayByDay(hits: readonly SearchHit[], timeZone: string): SearchHit[] {
  const bar = barOf(hits);
  const days = new Set<string>();
  const [first, rest]: [SearchHit[], SearchHit[]] = [[], []];
  for (const hit of hits) {
    const day = localDate(hit.date, timeZone);
    const isNew = (hit.fit ?? 0) >= bar && !days.has(day);
    (isNew ? first : rest).push(hit);
    if (isNew) days.add(day);
  }
  return [...first, ...rest].map((hit, place) => ({ ...hit, score: hits[place]?.score ?? hit.score }));
}

/**
 * The days on which the person told of the matter, oldest first: what "how often" is answered from. Questions of the person
 * and words of the companion tell of nothing. Empty where no hit holds enough of the question.
 */
export function daysTold(hits: readonly SearchHit[], timeZone: string): ToldDay[] {
  const bar = barOf(hits);
  const days = new Map<string, ToldDay>();
  const told = hits.filter(
    ({ type, speaker, fit = 0, text }) =>
      type === "message" && speaker === "user" && fit >= bar && !/[?？]\s*$/.test(text),
  );
  for (const { date, id } of [...told].sort((a, b) => a.date - b.date)) {
    const day = localDate(date, timeZone);
    const before = days.get(day);
    if (before) before.message_ids.push(id);
    else days.set(day, { date: day, first: date, message_ids: [id] });
  }
  return [...days.values()];
}
