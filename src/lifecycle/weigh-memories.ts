// What memories weigh in a search beside their words: how firmly they are held by now, and how strongly they were felt.
import type { Deps } from "../deps.ts";
import { feelingsAsked, feltWeights } from "../memory/felt.ts";
import { heldWeight, keptOf, type MemoryKind } from "../memory/retention.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { SearchQuery, SourceType } from "../search/search.ts";
import { companion } from "../store/store.ts";

/** What has a weight of its own; a message never fades, and knowledge is the owner's. */
const kinds: Partial<Record<SourceType, MemoryKind>> = {
  mid: "mid",
  long: "long",
  detail: "long",
  fact: "fact",
  core: "core",
};

/**
 * The weights for one question: summaries and long memories by their retention at `at` with the uses they had, pinned ones, facts
 * and core memories by their importance (R32, A225), and messages by the feeling that they were said with (A234).
 */
export async function weightsFor(
  deps: Pick<Deps, "store">,
  user: Id,
  text: string,
  at: Seconds,
): Promise<Pick<SearchQuery, "held" | "felt">> {
  const owner = companion(user);
  const uses = await deps.store.view(owner, "uses");
  const [mid, long] = [await deps.store.view(owner, "mid_term"), await deps.store.view(owner, "long_term")];
  const pinned = new Set([...mid, ...long].flatMap((entry) => (entry.pinned === true ? [entry.id] : [])));
  const held: SearchQuery["held"] = ({ type, id, importance, date }) => {
    const kind = kinds[type];
    if (kind === undefined) return undefined;
    const own = id.replace(/#detail$/, "");
    const made = date > 0 ? date : undefined;
    const kept = keptOf({ id: own, importance }, uses, at, made);
    return heldWeight(kind, { pinned: pinned.has(own) }, kept, at);
  };
  return { held, felt: feltWeights(await deps.store.view(owner, "emotions"), feelingsAsked(text)) };
}
