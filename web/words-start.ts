// The words of meeting somebody in the language the page speaks now; loaded with its views, not with the first one.
import { computed } from "@preact/signals";
import { language } from "./words.ts";
import { enStart } from "./words-start-en.ts";
import { type StartWords, zhStart } from "./words-start-zh.ts";

export const startWords = computed<StartWords>(() => (language.value === "zh" ? zhStart : enStart));
