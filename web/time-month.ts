// A month as one says it. Pure.
import type { Language } from "../src/schema/common.ts";

/** "2026年11月", "November 2026"; what is no month stays as it is. */
export function monthName(month: string, language: Language): string {
  const match = /^(\d{4})-(\d{2})$/.exec(month);
  if (match === null) return month;
  const at = Date.UTC(Number(match[1]), Number(match[2]) - 1, 15);
  const options = { year: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", options).format(at);
}
