// Moments counted in hours and minutes from now: 两小时后, "half an hour ago".
import { localClock, localDate } from "../schema/zone.ts";
import { type Base, type DateRule, dayOf, type Reading } from "./relative-date-calendar.ts";
import { chineseNumber, englishCount, englishNumber } from "./relative-date-number.ts";

/** The moment so many seconds from when the words were said, on the clock of the person's zone. */
function momentAway(seconds: number, base: Base): Reading | undefined {
  if (!Number.isFinite(seconds)) return undefined;
  const at = base.said + seconds;
  const [year = 0, month = 1, day = 1] = localDate(at, base.zone).split("-").map(Number);
  return { from: dayOf(year, month, day), precision: "time", time: localClock(at, base.zone) };
}

export const hourRules: readonly DateRule[] = [
  {
    pattern: /(\d{1,3}|[一二两三四五六七八九十]{1,3}|半)(个半)?个?(小时|钟头|分钟)(?:以|之)?(后|前)/g,
    read: ([, count = "", half, unit = "", direction], base) => {
      const amount = (count === "半" ? 0.5 : chineseNumber(count)) + (half === undefined ? 0 : 0.5);
      return momentAway(amount * (unit === "分钟" ? 60 : 3600) * (direction === "前" ? -1 : 1), base);
    },
  },
  {
    pattern: new RegExp(`\\bin\\s+(?:(half\\s+an)|${englishCount})\\s+(hour|minute)s?\\b(?!\\s+of)`, "gi"),
    read: ([, half, count = "", unit = ""], base) =>
      base.tense === "past"
        ? undefined
        : momentAway(
            (half === undefined ? englishNumber(count) : 0.5) * (/^h/i.test(unit) ? 3600 : 60),
            base,
          ),
  },
  {
    pattern: new RegExp(`\\b(?:(half\\s+an)|${englishCount})\\s+(hour|minute)s?\\s+ago\\b`, "gi"),
    read: ([, half, count = "", unit = ""], base) =>
      momentAway((half === undefined ? englishNumber(count) : 0.5) * (/^h/i.test(unit) ? -3600 : -60), base),
  },
];
