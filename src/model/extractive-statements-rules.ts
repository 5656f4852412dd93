// Every rule that reads facts, by language, and how their first use is spread out.
import type { Language } from "../schema/common.ts";
import { dateRulesEn, dateRulesZh } from "./extractive-statements-dates.ts";
import { identityRulesEn } from "./extractive-statements-en.ts";
import { habitRulesEn, wideRulesEn } from "./extractive-statements-en-days.ts";
import { familyRulesEn } from "./extractive-statements-en-family.ts";
import { healthRulesEn } from "./extractive-statements-en-health.ts";
import { homeRulesEn } from "./extractive-statements-en-home.ts";
import { likesRulesEn } from "./extractive-statements-en-likes.ts";
import { peopleRulesEn } from "./extractive-statements-en-people.ts";
import { plainRulesEn } from "./extractive-statements-en-plain.ts";
import { selfRulesEn } from "./extractive-statements-en-self.ts";
import { tasteRulesEn } from "./extractive-statements-en-taste.ts";
import { toldRulesEn, toldWideRulesEn } from "./extractive-statements-en-told.ts";
import { waysRulesEn } from "./extractive-statements-en-ways.ts";
import { workRulesEn } from "./extractive-statements-en-work.ts";
import type { StatementRule } from "./extractive-statements-rule.ts";
import { identityRulesZh } from "./extractive-statements-zh.ts";
import { habitRulesZh } from "./extractive-statements-zh-days.ts";
import { familyRulesZh } from "./extractive-statements-zh-family.ts";
import { homeRulesZh } from "./extractive-statements-zh-home.ts";
import { healthRulesZh, tasteRulesZh } from "./extractive-statements-zh-life.ts";
import { peopleRulesZh } from "./extractive-statements-zh-people.ts";
import { plainRulesZh } from "./extractive-statements-zh-plain.ts";
import { selfRulesZh } from "./extractive-statements-zh-self.ts";
import { toldRulesZh } from "./extractive-statements-zh-told.ts";
import { waysRulesZh } from "./extractive-statements-zh-ways.ts";

/** The rules that are read sentence by sentence. */
export const rules: Record<Language, readonly StatementRule[]> = {
  zh: [
    ...identityRulesZh,
    ...peopleRulesZh,
    ...healthRulesZh,
    ...tasteRulesZh,
    ...habitRulesZh,
    ...toldRulesZh,
    ...plainRulesZh,
    ...selfRulesZh,
    ...familyRulesZh,
    ...homeRulesZh,
    ...waysRulesZh,
    ...dateRulesZh,
  ],
  en: [
    ...identityRulesEn,
    ...peopleRulesEn,
    ...healthRulesEn,
    ...tasteRulesEn,
    ...habitRulesEn,
    ...toldRulesEn,
    ...plainRulesEn,
    ...selfRulesEn,
    ...workRulesEn,
    ...familyRulesEn,
    ...homeRulesEn,
    ...waysRulesEn,
    ...likesRulesEn,
    ...dateRulesEn,
  ],
};

/** English rules that need a sentence and the next. */
export const wideRules = [...wideRulesEn, ...toldWideRulesEn];

/** Letters of Latin-1 alone, and others: the engine compiles a pattern for each of the two, at its first and its second use. */
const samples = { narrow: "-", wide: "—" } as const;
const wideLetter = /[^\u0000-\u00ff]/;
const used = { narrow: new Set<RegExp>(), wide: new Set<RegExp>() };

/**
 * Uses every rule that this text will need and that was never used, one rule after another: the first use takes up to 30 ms,
 * and all at once held up everybody for half a second (issue 4). Stops after each, so that the caller can give way.
 */
export function* firstUse(language: Language, text: string): Generator<undefined, void> {
  const width = wideLetter.test(text) ? "wide" : "narrow";
  const needed = language === "en" ? [...rules.en, ...wideRules] : rules[language];
  for (const { pattern } of needed) {
    if (used[width].has(pattern)) continue;
    used[width].add(pattern);
    for (let time = 0; time < 2; time++) {
      pattern.test(samples[width]);
      yield;
    }
  }
}
