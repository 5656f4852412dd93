// "How often did I …?": the days on which the person told of it, as a line before all others (part 3, item 3).
import type { Words } from "../memory/context-types.ts";
import type { Seconds } from "../schema/common.ts";
import { daysTold } from "../search/often.ts";
import type { SearchHit } from "../search/search.ts";
import { timeSpans } from "../search/time-expressions.ts";

/** Days that are named; of more the latest, and how many there are. */
const mostDays = 20;

/** The id of that line: it is no memory of its own. */
export const timesId = "times";

type Asked = { text: string; at: Seconds; zone: string };

/**
 * The line, or undefined where no day is known. `hits`: what the search found, best first; where the question names a time, only
 * what was told in it counts.
 */
export function timesLine(
  hits: readonly SearchHit[],
  { text, at, zone }: Asked,
  words: Words,
): { text: string; at: Seconds } | undefined {
  const spans = timeSpans(text, at, zone);
  const isMeant = ({ date }: SearchHit) =>
    spans.length === 0 || spans.some(({ from, to }) => date >= from && date < to);
  const days = daysTold(hits.filter(isMeant), zone);
  const last = days.at(-1);
  if (!last) return undefined;
  const named = days.slice(-mostDays).map(({ date }) => date);
  const list = `${days.length > mostDays ? "… " : ""}${named.join(", ")}`;
  return { text: words("recall_times", { count: String(days.length), days: list }), at: last.first };
}
