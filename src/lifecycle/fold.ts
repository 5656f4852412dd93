// Folds the older half of a long open topic into a part, so that its text fits the context's budget (DESIGN 4, `short`).
import type { Deps } from "../deps.ts";
import { budgets } from "../memory/context-types.ts";
import { type FoldLimits, foldPlan, withPart } from "../memory/fold.ts";
import type { SummaryAnswer } from "../schema/answer.ts";
import type { Id } from "../schema/common.ts";
import type { Config } from "../schema/config.ts";
import type { Message } from "../schema/message.ts";
import type { ShortTerm } from "../schema/short-term.ts";
import { estimateTokens } from "../schema/tokens.ts";
import { companion } from "../store/store.ts";
import { budgetsOf } from "./assemble.ts";
import { dropPrefix } from "./prefix.ts";
import type { Reader } from "./read-companion.ts";
import { summarise } from "./summarise.ts";

const tokensOf = (message: Message) => estimateTokens(message.content) + 4;

/**
 * As much as the context shows: less for a model with a small window, so that nothing of the talk leaves it without a summary
 * (A57); and the owner's number of rounds (A60).
 */
function limitsOf(deps: Deps, config: Config): FoldLimits {
  const { short, short_ceiling } = budgetsOf(deps, config) ?? budgets;
  return { budget: short, hard: short_ceiling, rounds: config.trigger_rounds ?? 0 };
}

/** True where the open topic is over its budget of tokens, or of rounds. */
export async function toFold(deps: Deps, user: Id, short: ShortTerm): Promise<boolean> {
  return foldPlan(short, tokensOf, limitsOf(deps, await deps.store.view(companion(user), "config"))) !== null;
}

/**
 * Adds one part where the open topic is over its budget: by a model in the background, extractively at once where it is
 * far over. `conversations` keeps every message (A3). Returns true where a part was added.
 */
export async function foldOpenTopic(deps: Deps, reader: Reader): Promise<boolean> {
  const owner = companion(reader.user);
  const short = await deps.store.view(owner, "short_term");
  const plan = foldPlan(short, tokensOf, limitsOf(deps, reader.config));
  if (!plan) return false;
  const chosen = new Set(plan.message_ids);
  const messages = short.conversations.filter(({ message_id }) => chosen.has(message_id));
  const asked = plan.immediate ? undefined : await summarise(deps, reader, messages, undefined);
  // A fold may not wait for a model that fails: the context would overflow meanwhile.
  const answered = asked?.ok ? asked : await summarise(deps, reader, messages, "extractive");
  if (!answered.ok) return false;
  const { result } = await deps.store.commit(
    owner,
    ["short_term"],
    { by: "system", cause: short.topic_id },
    ({ short_term }) => {
      const parts = withPart(short_term, short, {
        n: plan.n,
        message_ids: plan.message_ids,
        summary: answered.value.summary,
        by: answered.by,
        found: foundIn(answered.value),
      });
      if (!parts) return { result: false };
      return { documents: { short_term: { ...short_term, parts } }, result: true };
    },
  );
  if (result) await dropPrefix(deps, reader.user, "fold");
  return result;
}

/** What the part's messages gave besides the summary; the topic's own summary takes it up at the end. */
function foundIn({ operations, relations, key_entities }: SummaryAnswer): Partial<SummaryAnswer> {
  return { operations, relations, key_entities };
}
