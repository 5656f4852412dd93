// The festivals that a companion may speak of where its owner has switched them on, by language (issue 5, item 3).
import type { Language } from "../schema/common.ts";
import type { Occasion } from "./occasion.ts";

type Holiday = { name: Record<Language, string>; month: number; day: number; lunar?: true; lovers?: true };

const byLanguage: Record<Language, readonly Holiday[]> = {
  zh: [
    { name: { zh: "元旦", en: "New Year's Day" }, month: 1, day: 1 },
    { name: { zh: "春节", en: "Chinese New Year" }, month: 1, day: 1, lunar: true },
    { name: { zh: "元宵节", en: "the Lantern Festival" }, month: 1, day: 15, lunar: true },
    { name: { zh: "端午节", en: "the Dragon Boat Festival" }, month: 5, day: 5, lunar: true },
    { name: { zh: "七夕", en: "Qixi" }, month: 7, day: 7, lunar: true, lovers: true },
    { name: { zh: "中秋节", en: "the Mid-Autumn Festival" }, month: 8, day: 15, lunar: true },
    // The eve: the 30th of the last month, or its 29th where it is short.
    { name: { zh: "除夕", en: "Chinese New Year's Eve" }, month: 12, day: 30, lunar: true },
  ],
  en: [
    { name: { zh: "元旦", en: "New Year's Day" }, month: 1, day: 1 },
    { name: { zh: "情人节", en: "Valentine's Day" }, month: 2, day: 14, lovers: true },
    { name: { zh: "圣诞节", en: "Christmas" }, month: 12, day: 25 },
  ],
};

/** The festivals of a language; those of lovers only where there is romance. */
export function festivals(language: Language, romance: boolean): Occasion[] {
  return byLanguage[language]
    .filter(({ lovers }) => romance || lovers === undefined)
    .map(({ name, month, day, lunar }) => ({
      key: `festival:${lunar ? "lunar-" : ""}${month}-${day}`,
      kind: "festival",
      text: name[language],
      repeat: lunar ? "lunar_yearly" : "yearly",
      month,
      day,
      hour: 9,
      minute: 0,
    }));
}
