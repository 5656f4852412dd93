// Where a person in danger finds help at once, by region, in both languages.
import type { Language } from "../schema/common.ts";
import type { DangerKind } from "./danger.ts";

export const regions = ["cn", "hk", "tw", "us", "ca", "gb", "ie", "other"] as const;
export type Region = (typeof regions)[number];

const zones: Record<string, Region> = {
  "Asia/Shanghai": "cn",
  "Asia/Urumqi": "cn",
  "Asia/Chongqing": "cn",
  "Asia/Chungking": "cn",
  "Asia/Harbin": "cn",
  "Asia/Kashgar": "cn",
  PRC: "cn",
  "Asia/Hong_Kong": "hk",
  Hongkong: "hk",
  "Asia/Taipei": "tw",
  ROC: "tw",
  "Europe/London": "gb",
  "Europe/Belfast": "gb",
  "Europe/Jersey": "gb",
  "Europe/Guernsey": "gb",
  "Europe/Isle_of_Man": "gb",
  GB: "gb",
  "GB-Eire": "gb",
  "Europe/Dublin": "ie",
  Eire: "ie",
  "Pacific/Honolulu": "us",
};

const american =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Nome|Adak|Metlakatla|Yakutat|Menominee|Louisville|Fort_Wayne|Indianapolis|Shiprock|Puerto_Rico|Indiana\/|Kentucky\/|North_Dakota\/))/;
const canadian =
  /^(?:Canada\/|America\/(?:Toronto|Vancouver|Montreal|Edmonton|Winnipeg|Halifax|Regina|St_Johns|Moncton|Glace_Bay|Goose_Bay|Iqaluit|Whitehorse|Yellowknife|Dawson|Inuvik|Rankin_Inlet|Resolute|Swift_Current|Thunder_Bay|Nipigon|Rainy_River|Cambridge_Bay|Creston|Fort_Nelson|Blanc-Sablon|Atikokan|Pangnirtung))/;

/** The region whose numbers fit a time zone; "other" where there is no list for it. */
export function regionOf(timeZone: string): Region {
  if (american.test(timeZone)) return "us";
  if (canadian.test(timeZone)) return "ca";
  return Object.hasOwn(zones, timeZone) ? (zones[timeZone] ?? "other") : "other";
}

type Words = Record<Language, string>;

/** Someone who listens, and those who come. */
const listening: Record<Region, Words> = {
  cn: {
    zh: "全国心理援助热线 12356；情况紧急请打 110 或 120",
    en: "China's mental health line 12356; in an emergency 110 or 120",
  },
  hk: {
    zh: "情绪通 18111，撒玛利亚防止自杀会 2389 2222；情况紧急请打 999",
    en: "Mental Health Support Hotline 18111, The Samaritan Befrienders 2389 2222; in an emergency 999",
  },
  tw: {
    zh: "安心专线 1925（二十四小时）；情况紧急请打 119 或 110",
    en: "Taiwan's lifeline 1925, day and night; in an emergency 119 or 110",
  },
  us: {
    zh: "988（打电话或发短信都可以）；情况紧急请打 911",
    en: "988, by call or text; in an emergency 911",
  },
  ca: {
    zh: "988（打电话或发短信都可以）；情况紧急请打 911",
    en: "988, by call or text; in an emergency 911",
  },
  gb: {
    zh: "Samaritans 116 123（免费，二十四小时）；情况紧急请打 999",
    en: "Samaritans 116 123, free, day and night; in an emergency 999",
  },
  ie: {
    zh: "Samaritans 116 123（免费，二十四小时）；情况紧急请打 112 或 999",
    en: "Samaritans 116 123, free, day and night; in an emergency 112 or 999",
  },
  other: {
    zh: "在 findahelpline.com 可以找到你所在地的热线；情况紧急请打当地的急救或报警电话",
    en: "findahelpline.com lists lines where you live; in an emergency call your local emergency number",
  },
};

/** For those whom somebody else hurts. */
const protecting: Partial<Record<Region, Words>> = {
  cn: {
    zh: "报警 110；妇女维权热线 12338，未成年人可以打 12355；受伤请打 120",
    en: "police 110; women's rights line 12338, under eighteen 12355; ambulance 120",
  },
  hk: {
    zh: "报警 999；向晴热线 18288",
    en: "police 999; Caritas Family Crisis Line 18288",
  },
  tw: { zh: "保护专线 113（二十四小时）；报警 110", en: "protection line 113, day and night; police 110" },
  us: {
    zh: "全国家庭暴力热线 1-800-799-7233；情况紧急请打 911",
    en: "National Domestic Violence Hotline 1-800-799-7233; in an emergency 911",
  },
  gb: {
    zh: "全国家庭暴力热线 0808 2000 247；情况紧急请打 999",
    en: "National Domestic Abuse Helpline 0808 2000 247; in an emergency 999",
  },
  ie: {
    zh: "Women's Aid 1800 341 900；情况紧急请打 112 或 999",
    en: "Women's Aid 1800 341 900; in an emergency 112 or 999",
  },
};

/** One plain line with the numbers of a region, to stand below the character's own words. */
export function helpLines(
  language: Language,
  region: Region = "other",
  kind: DangerKind = "self_harm",
): string {
  const words = (kind === "harm_by_others" ? protecting[region] : undefined) ?? listening[region];
  return words[language];
}
