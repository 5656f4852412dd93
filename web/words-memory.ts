// The words of the memory views in the language the page speaks now; loaded with them, not with the first view.
import { computed } from "@preact/signals";
import { language } from "./words.ts";
import { enMemory } from "./words-memory-en.ts";
import { type MemoryWords, zhMemory } from "./words-memory-zh.ts";

export const memoryWords = computed<MemoryWords>(() => (language.value === "zh" ? zhMemory : enMemory));
