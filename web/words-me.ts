// The words of Me in the language the page speaks now; loaded with its views, not with the first one.
import { computed } from "@preact/signals";
import { language } from "./words.ts";
import { enMe } from "./words-me-en.ts";
import { type MeWords, zhMe } from "./words-me-zh.ts";

export const meWords = computed<MeWords>(() => (language.value === "zh" ? zhMe : enMe));
