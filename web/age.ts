// How long ago something was, as one says it. Pure.
import type { MeWords } from "./words-me-zh.ts";

/** "刚刚", "3 小时前", "2 days ago"; `seconds` since then. */
export function ageWords(seconds: number, say: Pick<MeWords, "ages">): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return say.ages.now;
  if (minutes < 60) return say.ages.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? say.ages.hours(hours) : say.ages.days(Math.floor(hours / 24));
}
