// Moods over days and weeks as words and numbers for the picture and its table. Pure.
import type { EmotionCode } from "../src/schema/emotion.ts";
import type { MoodSpan } from "./inner-shapes.ts";
import type { InnerWords } from "./words-inner-zh.ts";

export type MoodWord = keyof InnerWords["moodWords"];

/** A valence, -1 to 1, as a word. */
export function moodWord(valence: number | null): MoodWord {
  if (valence === null || !Number.isFinite(valence)) return "unknown";
  if (valence >= 0.6) return "great";
  if (valence >= 0.2) return "good";
  if (valence > -0.2) return "plain";
  return valence > -0.6 ? "low" : "bad";
}

/** The mood that came most often, leaving the plain turns out where there is another. */
export function mostFelt(counts: MoodSpan["counts"]): EmotionCode | null {
  const all = Object.entries(counts) as [EmotionCode, number][];
  const felt = all.filter(([code, count]) => code !== "neutral" && count > 0);
  const [most] = (felt.length > 0 ? felt : all).sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? null;
}

export type MoodSum = { mean: number; best: MoodSpan; worst: MoodSpan };

/** The whole in three numbers; each span weighs its turns. Null where no mood is known. */
export function sumOf(trend: readonly MoodSpan[]): MoodSum | null {
  const known = trend.filter((one) => one.valence !== null);
  const [first] = known;
  if (first === undefined) return null;
  const turns = known.reduce((sum, one) => sum + one.turns, 0);
  const total = known.reduce((sum, one) => sum + (one.valence ?? 0) * one.turns, 0);
  const by = (better: (a: number, b: number) => boolean) =>
    known.reduce((found, one) => (better(one.valence ?? 0, found.valence ?? 0) ? one : found), first);
  return {
    mean: turns === 0 ? 0 : total / turns,
    best: by((a, b) => a > b),
    worst: by((a, b) => a < b),
  };
}

/** The two rows that the picture is drawn of: moments (unix seconds) and valences; null breaks the line. */
export function chartRows(trend: readonly MoodSpan[]): [number[], (number | null)[]] {
  return [trend.map((one) => one.from), trend.map((one) => one.valence)];
}

/** The places of values between two that are missing: no line goes through them, so they are dots in a span of any length. */
export function standingAlone(values: ArrayLike<number | null | undefined>): number[] {
  const told = (at: number) => typeof values[at] === "number";
  return Array.from(values, (_, at) => at).filter((at) => told(at) && !told(at - 1) && !told(at + 1));
}

/** Rows of the table, newest first, without those on which nothing was said. */
export function tableRows(trend: readonly MoodSpan[]): MoodSpan[] {
  return trend.filter((one) => one.turns > 0).reverse();
}
