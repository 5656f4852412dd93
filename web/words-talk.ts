// The words around a talk in the language the page speaks now.
import { computed } from "@preact/signals";
import { language } from "./words.ts";
import { enTalk } from "./words-talk-en.ts";
import { type TalkWords, zhTalk } from "./words-talk-zh.ts";

export const talkWords = computed<TalkWords>(() => (language.value === "zh" ? zhTalk : enTalk));
