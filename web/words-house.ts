// The further words of the house in the language the page speaks now.
import { computed } from "@preact/signals";
import { language } from "./words.ts";
import { enHouse } from "./words-house-en.ts";
import { type HouseWords, zhHouse } from "./words-house-zh.ts";

export const houseWords = computed<HouseWords>(() => (language.value === "zh" ? zhHouse : enHouse));
