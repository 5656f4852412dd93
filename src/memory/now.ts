// The `now` section: what a person in that place would know without being told: day, hour, how long it has been.
import type { Language, Seconds } from "../schema/common.ts";
import { localClock, localDate, localTime, partOfDay } from "../schema/zone.ts";
import { clip, fitInto, oneLine, toMinute, weekdayName } from "./context-text.ts";
import type { Count, Section, Words } from "./context-types.ts";

export type NowInput = {
  words: Words;
  language: Language;
  /** The person's zone. */
  timeZone: string;
  now: Seconds;
  /** Time of the last message before this one, whoever wrote it; null where there is none. */
  lastAt: Seconds | null;
  /** The owner's standing reminder; "" for none. */
  reminder: string;
  /** Further lines about this one message, already in words: it may be skipped, it is private, it is a scene. */
  state: readonly string[];
  budget: number;
  count: Count;
};

const spans = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const formats = new Map<Language, Intl.RelativeTimeFormat>();

/** "3 days ago", "3天前"; the largest unit that fits, rounded down. A clock that was set back counts as no time at all. */
export function ago(seconds: Seconds, language: Language): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.RelativeTimeFormat(language, { numeric: "always" });
    formats.set(language, format);
  }
  const passed = Math.max(0, Math.floor(seconds));
  const [unit, size] = spans.find(([, length]) => passed >= length) ?? ["second", 1];
  return format.format(-Math.floor(passed / size), unit);
}

/** "2026-03-10 Tuesday 21:05, evening" in words of the language. */
export function momentInWords(
  at: Seconds,
  input: Pick<NowInput, "words" | "language" | "timeZone">,
): Record<string, string> {
  const local = localTime(at, input.timeZone);
  return {
    date: localDate(at, input.timeZone),
    weekday: weekdayName(local.weekday, input.language),
    clock: localClock(at, input.timeZone),
    part: input.words(`part_${partOfDay(local.hour)}`),
  };
}

/**
 * The `now` section, the only part of a request that reads the clock (C096, A159): date, weekday, local time and part of
 * the day; time since the last message; lines of state; the reminder, shortened to what is left of the budget (tokens).
 */
export function renderNow(input: NowInput): Section {
  const { words, now, lastAt, timeZone, language, count } = input;
  const time = words("now_time", momentInWords(now, input));
  const since =
    lastAt === null
      ? words("now_first")
      : words("now_since", { ago: ago(now - lastAt, language), at: toMinute(lastAt, timeZone) });
  const night = partOfDay(localTime(now, timeZone).hour) === "night";
  const heading = words("heading_now");
  const budget = input.budget - count(`${heading}\n`);
  const { kept, cut } = fitInto(
    [
      { id: "time", text: time },
      { id: "since", text: since },
      ...input.state.map((text, index) => ({ id: `state_${index + 1}`, text })),
      ...(night ? [{ id: "night", text: words("now_night") }] : []),
    ],
    budget,
    count,
  );
  const whole = input.reminder.trim() ? words("now_reminder", { text: oneLine(input.reminder) }) : "";
  const left = kept.reduce((sum, entry) => sum - count(`- ${entry.text}\n`), budget);
  const reminder = clip(whole, left, count);
  // First, as the owner's word about every message; cut last, since the others are short.
  if (reminder) kept.unshift({ id: "reminder", text: reminder });
  if (reminder !== whole) cut.push("reminder");
  const text = [heading, ...kept.map((entry) => entry.text)].join("\n");
  return { name: "now", text, tokens: count(text), entries: kept, ...(cut.length > 0 ? { cut } : {}) };
}
