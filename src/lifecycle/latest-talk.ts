// The newest of what was said, as far as one question to a model holds: for a look at the relationship, and at oneself.
import type { Deps } from "../deps.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { StepState } from "../schema/heartbeat.ts";
import type { Message } from "../schema/message.ts";
import { estimateTokens } from "../schema/tokens.ts";

const mostMessages = 120;
const mostTokens = 6_000;

/** The newest messages, oldest first: at most 120, and as many as fit 6,000 tokens. */
export async function latestTalk(deps: Deps, user: Id): Promise<Message[]> {
  const tail = await deps.store.log.tail(user, mostMessages);
  let left = mostTokens;
  const from = tail.findLastIndex(({ content }) => {
    left -= estimateTokens(content) + 20;
    return left < 0;
  });
  return tail.slice(from + 1);
}

/**
 * When a step that follows from talk is due: `pause` seconds after it was last done, at the earliest where it failed, and only where
 * the person has said at least `least` things since; null where there is nothing new. `since`: from when it counts at first; 0 where nobody knows.
 */
export async function dueAfterTalk(
  deps: Deps,
  user: Id,
  step: StepState | undefined,
  { pause, least, since }: { pause: Seconds; least: number; since: Seconds },
): Promise<Seconds | null> {
  const tail = await deps.store.log.tail(user, least * 4);
  const done = step?.last_done_at ?? (since || (tail[0]?.timestamp ?? 0));
  // Done in a future that was none: the clock was set back.
  const from = done > deps.clock.now() ? 0 : done;
  const fresh = tail.filter(
    ({ role, timestamp, imported_at }) => role === "user" && imported_at === undefined && timestamp >= from,
  );
  if (fresh.length < least) return null;
  return Math.max(from + pause, step?.next_at ?? 0);
}
