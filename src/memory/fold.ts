// When a long open topic folds: its oldest half becomes a summarised part, its words stay in the log (DESIGN 4, `short`).
import type { Message } from "../schema/message.ts";
import type { ShortTerm } from "../schema/short-term.ts";
import { estimateTokens } from "../schema/tokens.ts";

/** Tokens of the open topic beyond which it folds in the background, and beyond which it folds at once. */
export const foldBudget = 6_000;
export const foldHardLimit = 9_000;

/** The newest messages never fold: the reply needs them word for word. */
const neverFolded = 2;

export type FoldPlan = {
  /** Number of the new part. */
  n: number;
  /** The messages it will cover, oldest first. */
  message_ids: string[];
  /** True where the extractive engine should write it now, since the next request would be too large. */
  immediate: boolean;
};

/**
 * What to fold next, or null. Counted are the messages that no part covers yet, and the parts' own summaries; the older half
 * by tokens is folded, and the bubbles of one reply stay together. `tokens` measures one message.
 */
export function foldPlan(
  short: ShortTerm,
  tokens: (message: Message) => number,
  budget = foldBudget,
  hard = foldHardLimit,
): FoldPlan | null {
  const parts = short.parts ?? [];
  const covered = new Set(parts.flatMap((part) => part.message_ids));
  const open = short.conversations.filter((message) => !covered.has(message.message_id));
  const sizes = open.map(tokens);
  const verbatim = sizes.reduce((sum, size) => sum + size, 0);
  const total = parts.reduce((sum, part) => sum + estimateTokens(part.summary), verbatim);
  if (total <= budget) return null;
  const count = olderHalf(open, sizes, verbatim / 2);
  if (count === 0) return null;
  return {
    n: parts.reduce((highest, part) => Math.max(highest, part.n), 0) + 1,
    message_ids: open.slice(0, count).map((message) => message.message_id),
    immediate: total > hard,
  };
}

/** How many of the oldest messages make up half of the tokens, without the newest two and without cutting a reply apart. */
function olderHalf(open: readonly Message[], sizes: readonly number[], half: number): number {
  const most = open.length - neverFolded;
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
