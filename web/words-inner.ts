// The words of the inner life in the language the page speaks now; loaded with it, not with the first view.
import { computed } from "@preact/signals";
import { language } from "./words.ts";
import { enInner } from "./words-inner-en.ts";
import { type InnerWords, zhInner } from "./words-inner-zh.ts";

export const innerWords = computed<InnerWords>(() => (language.value === "zh" ? zhInner : enInner));
