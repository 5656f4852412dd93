// The owner wrote short_term, by page or by hand: the log and all that follows it get the same words (DESIGN 3, hand edits).
import type { Deps } from "../deps.ts";
import { editsOfShort, showsAll, withLogged } from "../memory/short-term.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { type CommitMeta, companion } from "../store/store.ts";
import { follow } from "./edit.ts";

/**
 * Brings the log after the owner's version of the open topic: other words, new lines at their place, lines taken out of its
 * middle. A line gone from its end is no deletion; it comes back. `gone`: ids that stood there before.
 */
export async function followShort(
  deps: Deps,
  user: Id,
  gone: ReadonlySet<string>,
  meta: Pick<CommitMeta, "by" | "cause">,
): Promise<void> {
  const owner = companion(user);
  const short = await deps.store.read(owner, "short_term");
  if (short.topic_id === "") return;
  const { log } = deps.store;
  const { edit, remove, add, before } = editsOfShort(short, await log.topic(user, short.topic_id), gone);
  const fresh: Message[] = [];
  for (const message of add) if (!(await log.find(user, message.message_id))) fresh.push(message);
  if (fresh.length > 0) await log.merge(user, fresh, meta, before);
  const ids = remove.map(({ message_id }) => message_id);
  if (edit.length + ids.length > 0) await log.rewrite(user, meta, { edit, remove: ids });
  if (edit.length + ids.length + fresh.length > 0)
    await follow(deps, user, { edited: [...edit, ...fresh], removed: remove }, meta.cause);
  const logged = await log.topic(user, short.topic_id);
  await deps.store.commit(owner, ["short_term"], { by: "system", cause: meta.cause }, ({ short_term }) => {
    if (showsAll(short_term, logged)) return { result: undefined };
    return { documents: { short_term: withLogged(short_term, logged) }, result: undefined };
  });
}
