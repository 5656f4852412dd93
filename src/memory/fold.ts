// When a long open topic folds: its oldest half becomes a summarised part, its words stay in the log (DESIGN 4, `short`).
import type { Message } from "../schema/message.ts";
import type { ShortTerm, TopicPart } from "../schema/short-term.ts";
import { estimateTokens } from "../schema/tokens.ts";
import { canonical } from "./change.ts";
import { budgets } from "./context-types.ts";

/** The newest messages never fold: the reply needs them word for word. */
const neverFolded = 2;
/** Nor do the last rounds, unless they alone are more than half of the budget (A111). */
const lastRounds = 3;

/** When the open topic folds: over a number of tokens, or of rounds where one is set (A59, A60). */
export type FoldLimits = {
  /** Tokens beyond which it folds in the background, and beyond which it folds at once. */
  budget: number;
  hard: number;
  /** 0: tokens alone decide. */
  rounds: number;
};

/** What holds without a setting and for a model whose window holds the whole context. */
export const foldLimits: Readonly<FoldLimits> = {
  budget: budgets.short,
  hard: budgets.short_ceiling,
  rounds: 0,
};

export type FoldPlan = {
  /** Number of the new part. */
  n: number;
  /** The messages it will cover, oldest first. */
  message_ids: string[];
  /** True where the extractive engine should write it now, since the next request would be too large. */
  immediate: boolean;
};

/**
 * What to fold next, or null. Counted are the messages that no part covers yet, and the parts' own summaries as far as a
 * request shows them (half of the budget: else a talk of many parts would fold at every turn). The older half by tokens is
 * folded, and the bubbles of one reply stay together; a gap before a later part (one that was dropped after an edit) is
 * folded first, as a whole. `tokens` measures one message. A round begins with a message of the person.
 */
export function foldPlan(
  short: ShortTerm,
  tokens: (message: Message) => number,
  { budget, hard, rounds }: FoldLimits = foldLimits,
): FoldPlan | null {
  const parts = short.parts ?? [];
  const covered = new Set(parts.flatMap((part) => part.message_ids));
  const open = short.conversations.filter((message) => !covered.has(message.message_id));
  const sizes = open.map(tokens);
  const verbatim = sizes.reduce((sum, size) => sum + size, 0);
  const summaries = parts.reduce((sum, part) => sum + estimateTokens(part.summary), 0);
  const total = verbatim + Math.min(summaries, Math.floor(budget / 2));
  const isTooMany = rounds > 0 && open.filter(({ role }) => role === "user").length > rounds;
  if (total <= budget && !isTooMany) return null;
  const most = open.length - Math.max(neverFolded, messagesOfLastRounds(open, sizes, budget / 2));
  const count = gapLength(short.conversations, covered) || olderHalf(open, sizes, verbatim / 2, most);
  if (count === 0) return null;
  return {
    n: parts.reduce((highest, part) => Math.max(highest, part.n), 0) + 1,
    message_ids: open.slice(0, count).map((message) => message.message_id),
    immediate: total > hard,
  };
}

/** How many messages that no part covers stand before the last one that a part does. */
function gapLength(conversations: readonly Message[], covered: ReadonlySet<string>): number {
  const end = conversations.findLastIndex((message) => covered.has(message.message_id));
  return conversations.slice(0, end + 1).filter((message) => !covered.has(message.message_id)).length;
}

/**
 * The parts with one more, in the order of the talk and numbered anew; null where the talk is no longer as `seen` when the
 * part was planned: it ended, was folded otherwise, or one of the part's messages was edited or is gone.
 */
export function withPart(now: ShortTerm, seen: ShortTerm, part: TopicPart): TopicPart[] | null {
  const chosen = new Set(part.message_ids);
  const words = (short: ShortTerm) =>
    short.conversations.filter(({ message_id }) => chosen.has(message_id)).map(({ content }) => content);
  const same =
    now.topic_id === seen.topic_id &&
    canonical(now.parts ?? []) === canonical(seen.parts ?? []) &&
    canonical(words(now)) === canonical(words(seen));
  if (!same) return null;
  const place = new Map(now.conversations.map(({ message_id }, index) => [message_id, index]));
  const start = ({ message_ids }: TopicPart) => place.get(message_ids[0] ?? "") ?? 0;
  const ordered = [...(now.parts ?? []), part].sort((a, b) => start(a) - start(b));
  return ordered.map((one, index) => ({ ...one, n: index + 1 }));
}

/** How many messages the last rounds have, or 0 where they are more than `room` tokens. */
function messagesOfLastRounds(open: readonly Message[], sizes: readonly number[], room: number): number {
  const begins = open.flatMap(({ role }, at) => (role === "user" ? [at] : []));
  const from = begins.at(-lastRounds) ?? 0;
  const size = sizes.slice(from).reduce((sum, one) => sum + one, 0);
  return size > room ? 0 : open.length - from;
}

/** How many of the oldest messages make up half of the tokens, `most` of them, without cutting a reply apart. */
function olderHalf(open: readonly Message[], sizes: readonly number[], half: number, most: number): number {
  let count = 0;
  for (let sum = 0; count < most && sum < half; count += 1) sum += sizes[count] ?? 0;
  const wanted = count;
  while (count > 0 && isInsideReply(open, count)) count -= 1;
  if (count > 0) return count;
  // The oldest reply alone is more than half: it goes whole, if it ends before the newest messages.
  count = wanted;
  while (count < most && isInsideReply(open, count)) count += 1;
  return count > 0 && !isInsideReply(open, count) ? count : 0;
}

function isInsideReply(open: readonly Message[], at: number): boolean {
  const reply = open[at]?.reply_id;
  return reply !== undefined && reply === open[at - 1]?.reply_id;
}
