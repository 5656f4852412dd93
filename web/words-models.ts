// The words of the models page in the language the page speaks now; loaded with it.
import { computed } from "@preact/signals";
import { language } from "./words.ts";
import { enModels } from "./words-models-en.ts";
import { type ModelWords, zhModels } from "./words-models-zh.ts";

export const modelWords = computed<ModelWords>(() => (language.value === "zh" ? zhModels : enModels));
