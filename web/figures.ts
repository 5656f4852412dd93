// Figures as a person reads them: money, tokens, bytes and ages, in either language. Pure.
import type { Language } from "../src/schema/common.ts";

const localeOf = (language: Language) => (language === "zh" ? "zh-CN" : "en-GB");

/** "¥12.40", "US$0.004": as many places as tell something of a small sum. An unknown currency stands behind the figure. */
export function money(amount: number, currency: string, language: Language): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.1 ? 4 : 2;
  const options = { minimumFractionDigits: 2, maximumFractionDigits: digits };
  try {
    const asked = { ...options, style: "currency", currency, currencyDisplay: "symbol" } as const;
    return new Intl.NumberFormat(localeOf(language), asked).format(amount);
  } catch {
    const plain = new Intl.NumberFormat(localeOf(language), options).format(amount);
    return currency.trim() === "" ? plain : `${plain} ${currency}`;
  }
}

/** "3.2万", "32K": short and rounded. */
export function short(count: number, language: Language): string {
  const options = { notation: "compact", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(localeOf(language), options).format(count);
}

/** "32,104": whole. */
export function whole(count: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 0 }).format(count);
}

/** "93%": a share between 0 and 1; a little is never told as nothing, nor nearly all as all. */
export function share(part: number, of: number): string {
  if (!(of > 0) || !(part > 0)) return "0%";
  if (part >= of) return "100%";
  return `${Math.min(99, Math.max(1, Math.round((part / of) * 100)))}%`;
}
