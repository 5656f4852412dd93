// The language the page speaks now; every view that reads `words` follows a change at once.
import { computed, signal } from "@preact/signals";
import type { Language } from "../src/schema/common.ts";
import { browserLanguage, chooseLanguage, keptLanguage } from "./preferences.ts";
import { en } from "./words-en.ts";
import { type Words, zh } from "./words-zh.ts";

export const language = signal<Language>("zh");

export const words = computed<Words>(() => (language.value === "zh" ? zh : en));

/** Takes up the kept language, or the browser's. Called once, before the first view. */
export function startLanguage(): void {
  language.value = keptLanguage() ?? browserLanguage();
}

/** Speaks another language from now on, and keeps the choice in this browser. */
export function speak(chosen: Language): void {
  language.value = chosen;
  chooseLanguage(chosen);
}
