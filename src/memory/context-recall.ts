// A found memory as a hint: one line that says when it was, who said it, in which mood, and what was answered (A113).
import type { Language, Seconds } from "../schema/common.ts";
import type { EmotionEntry } from "../schema/emotion.ts";
import { localDate, localTime, partOfDay } from "../schema/zone.ts";
import { excerpt } from "./context-excerpt.ts";
import { clip, type Fitted, namedCut, oneLine } from "./context-text.ts";
import type { Speakers } from "./context-transcript.ts";
import type { Count, Entry, Hint, Words } from "./context-types.ts";

/** What a search found, as far as a line of the context needs it (the hits of search/search.ts fit). */
export type Recollection = {
  type?: string;
  id: string;
  text: string;
  date: Seconds;
  title?: string | undefined;
  speaker?: "user" | "assistant" | undefined;
  /** How the person felt when it was said. */
  mood?: Pick<EmotionEntry, "emotion" | "intensity"> | undefined;
  /** What the character answered. */
  reply?: string | undefined;
  /** It is no longer so; since when, where that is known, and which part of it, where the rest is so still. */
  former?: { until?: Seconds | undefined; what?: string | undefined } | undefined;
};

export type HintOptions = Speakers & {
  words: Words;
  language: Language;
  timeZone: string;
  count: Count;
  /** What the person said: a long memory is cut to what matters for it. */
  question: string;
};

/** One memory may take so many tokens, a short answer to it so many. */
const longestHint = 160;
const longestReply = 30;
/** A mood that was only faint is not told. */
const clearMood = 0.4;

/**
 * A found memory as a hint in the character's language (A110, A113): date and part of the day, who said it, their mood, how the
 * character answered, and that it is no longer so where it is not. Long texts are cut to what matters (A88).
 */
export function hintOf(found: Recollection, options: HintOptions): Hint {
  const { words, language, timeZone, count, question } = options;
  const body = excerpt(oneLine(found.text), question, longestHint, count);
  const said =
    found.speaker === undefined ? noted(found, body, options) : spoken(found.speaker, body, options);
  const aside = [moodOf(found, words), formerOf(found, options)].filter((part) => part !== "");
  const answer = found.reply ? clip(oneLine(found.reply), longestReply, count) : "";
  const [gap, mark] = language === "zh" ? ["", "；"] : [" ", "; "];
  const reply = answer === "" ? "" : `${mark}${words("recall_reply", { text: answer })}`;
  return {
    id: found.id,
    lead: found.speaker === undefined ? "" : momentOfDay(found.date, timeZone, words, gap),
    text: [said, ...aside].join(gap) + reply,
    mark,
    at: found.date,
  };
}

function momentOfDay(date: Seconds, timeZone: string, words: Words, gap: string): string {
  const part = words(`part_${partOfDay(localTime(date, timeZone).hour)}`);
  return words("recall_when", { when: localDate(date, timeZone), part }) + gap;
}

/**
 * What fits into so many tokens, best first; one that does not fit is left out and the next is tried. Hints of one part of a day
 * share a line, told in the order in which they were said, so that the day is named once; the lines stand best first.
 */
export function fitHints(hints: readonly Hint[], room: number, count: Count): Fitted {
  const groups = new Map<string, Hint[]>();
  const cut: string[] = [];
  const shortened: string[] = [];
  // All that is shown so far: counted as one text, since many small ones would each be rounded up.
  let shown = "";
  for (const hint of hints) {
    const { id, lead, mark } = hint;
    const whole = oneLine(hint.text);
    const text = clip(whole, Math.floor(room / 2), count);
    const key = lead === "" ? id : lead;
    const group = groups.get(key);
    const next = shown + (group ? mark + text : `- ${lead}${text}\n`);
    if (text === "" || count(next) > room) {
      cut.push(id);
      continue;
    }
    shown = next;
    if (text !== whole) shortened.push(id);
    groups.set(key, [...(group ?? []), { ...hint, text }]);
  }
  const kept = [...groups.values()].flatMap((group) =>
    group
      .sort((a, b) => a.at - b.at)
      .map(
        ({ id, lead, text, mark }, n): Entry =>
          n === 0 ? { id, text: lead + text } : { id, text, joined: mark },
      ),
  );
  return { kept, cut: [...cut, ...shortened].slice(0, namedCut), shortened };
}

function noted(found: Recollection, text: string, { words, timeZone }: HintOptions): string {
  const title = found.title ? oneLine(found.title) : "";
  if (found.type === "knowledge") return words("recall_knowledge", { title, text });
  const when = found.date > 0 ? localDate(found.date, timeZone) : words("date_unknown");
  // The key of a fact says nothing that its statement does not.
  const titled = title === "" || found.type === "fact" ? text : `${title}: ${text}`;
  return words("recall_noted", { when, text: titled });
}

function spoken(
  speaker: "user" | "assistant",
  text: string,
  { words, person, companion }: HintOptions,
): string {
  return words("recall_said", { who: speaker === "user" ? person : companion, text });
}

function moodOf({ mood }: Recollection, words: Words): string {
  if (!mood || mood.emotion === "neutral" || mood.intensity < clearMood) return "";
  return words("recall_mood", { mood: words(`mood_${mood.emotion}`) });
}

/** A fact or a summary says it in its own text. */
function formerOf({ former, speaker }: Recollection, { words, timeZone }: HintOptions): string {
  if (!former || speaker === undefined) return "";
  if (former.what) {
    const until = former.until === undefined ? words("date_unknown") : localDate(former.until, timeZone);
    return words("recall_former_part", { what: oneLine(former.what), until });
  }
  return former.until === undefined
    ? words("recall_former_open")
    : words("recall_former", { until: localDate(former.until, timeZone) });
}
