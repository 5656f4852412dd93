// The shapes of a context: its sections and their token budgets, and the words that memory is given to speak with.
import type { Seconds } from "../schema/common.ts";
import type { EmotionCode } from "../schema/emotion.ts";
import type { Fact } from "../schema/fact.ts";
import type { Message } from "../schema/message.ts";
import type { Relationship } from "../schema/relationship.ts";
import type { PartOfDay } from "../schema/zone.ts";

export const sectionNames = [
  "persona",
  "instructions",
  "core",
  "facts",
  "mid",
  "long_index",
  "short",
  "lore",
  "recall",
  "now",
  "message",
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Tokens of each section, and the limits inside two of them (DESIGN 4). */
export type Budgets = {
  /** Own length; over this it is only warned about. */
  persona: number;
  instructions: number;
  core: number;
  facts: number;
  /** Health and taboos are never cut (A110); this stands only between a damaged file and a provider's window. */
  facts_ceiling: number;
  mid: number;
  /** One pending topic inside `mid`. */
  pending: number;
  long_index: number;
  short: number;
  /** Above this the oldest messages leave the context even where nobody has folded them yet. */
  short_ceiling: number;
  /** The previous topic's last messages inside `short`. */
  tail: number;
  lore: number;
  recall: number;
  /** The owner's own texts (A117), inside `recall`. */
  knowledge: number;
  now: number;
};

export const budgets: Readonly<Budgets> = {
  persona: 1500,
  instructions: 500,
  core: 250,
  facts: 300,
  facts_ceiling: 3000,
  mid: 600,
  pending: 400,
  long_index: 800,
  short: 6000,
  short_ceiling: 9000,
  tail: 600,
  lore: 300,
  recall: 800,
  knowledge: 300,
  now: 280,
};

/** How many there are at most, and how long a tail counts (DESIGN 4, A76, A78, A103). */
export const contextLimits = {
  core: 5,
  mid: 5,
  tailMessages: 6,
  /** Seconds between a topic's end and the next one's opening. */
  tailAge: 86_400,
} as const;

/**
 * Budgets for a model with a small window (tokens): the fixed sections keep theirs, `short`, `recall` and `long_index`
 * shrink with what is left, half of which is kept free for the message and the reply.
 */
export function budgetsFor(windowTokens: number): Budgets {
  const fixed =
    budgets.persona +
    budgets.instructions +
    budgets.core +
    budgets.facts +
    budgets.mid +
    budgets.now +
    budgets.lore;
  const wanted = budgets.short_ceiling + budgets.recall + budgets.long_index;
  const share = Math.min(1, Math.max(0.05, (windowTokens - fixed) / 2 / wanted));
  const part = (tokens: number) => Math.floor(tokens * share);
  return {
    ...budgets,
    short: part(budgets.short),
    short_ceiling: part(budgets.short_ceiling),
    tail: part(budgets.tail),
    recall: part(budgets.recall),
    knowledge: part(budgets.knowledge),
    long_index: part(budgets.long_index),
  };
}

/** Names of the words that the context speaks with; each is a prompt of prompt/catalogue.ts. */
export type ContextWord =
  | "isolation"
  | "reply_rules"
  | "topic_marker"
  | "tools_use"
  | "safety"
  | `emoji_${"none" | "few" | "many"}`
  | `length_${"short" | "medium" | "long"}`
  | `bond_${"恋人" | "家人" | "朋友" | "搭档" | "师生" | "own"}`
  | `romance_${"none" | "slow" | "yes"}`
  | `level_${Relationship["level"]}`
  | `stage_${Relationship["stage"]}`
  | `persona_${"scenario" | "voice" | "pronoun" | "examples"}`
  | "memory_frame"
  | "context_block"
  | `heading_${"core" | "facts" | "mid" | "long_index" | "previous" | "parts" | "lore" | "recall" | "now"}`
  | "opening"
  | "you"
  | "someone"
  | "called"
  | "about_me"
  | "on_their_mind"
  | "unsure"
  | "date_unknown"
  | `fact_${Fact["source"]}`
  | "mid_opening"
  | "mid_line"
  | "role_wording"
  | "mid_pending"
  | "long_line"
  | "chapter_line"
  | "part_line"
  | `recall_${"when" | "said" | "noted" | "knowledge" | "mood" | "reply" | "former" | "former_open" | "former_part" | "times"}`
  | `corrected${"" | "_not_so" | "_name"}`
  | `mood_${Exclude<EmotionCode, "neutral">}`
  | "cut_middle"
  | `now_${"time" | "since" | "first" | "reminder" | "night"}`
  | `part_${PartOfDay}`;

/** A text in the companion's language with its variables filled in (`wordsIn` of prompt/catalogue.ts). */
export type Words = (name: ContextWord, variables?: Record<string, string>) => string;

/** One thing in a section: the id of a memory, a message or a rule, and the line that stands for it. */
export type Entry = {
  id: string;
  text: string;
  /** Of a chapter: the memories that its line names. */
  covers?: string[];
  /** It goes on in the line of the entry before it, behind this mark. */
  joined?: string;
};

/** A memory that was found, as a hint: hints of one part of a day become one line. */
export type Hint = {
  id: string;
  /** The day and its part, which the first hint of a line tells; "" for one that has a line of its own. */
  lead: string;
  text: string;
  /** What stands between two in a line. */
  mark: string;
  at: Seconds;
  /** How much of the question's words it holds, 0 to 1; 0 for what only stands beside a find. Undefined where nothing was measured. */
  fit?: number | undefined;
};

/**
 * Why something does not stand whole in the context: no room in its section, too long for it, it stands elsewhere in the same
 * request, or the person does not want it brought up.
 */
export type CutReason = "no_room" | "shortened" | "shown_already" | "not_to_be_mentioned";

export type Section = {
  name: SectionName;
  text: string;
  tokens: number;
  entries: Entry[];
  /** Ids that did not fit. */
  cut?: string[];
  /** Those of them that stand here, but not whole. */
  shortened?: string[];
};

/** The last messages of a topic that has ended. */
export type TopicTail = { topic_id: string; ended_at: number; messages: readonly Message[] };

/** Tokens of a text by the estimate, times a model's own factor (from its reported usage). */
export type Count = (text: string) => number;
