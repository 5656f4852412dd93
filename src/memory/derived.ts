// What was made of messages when some of them change: which summaries, long entries and core memories no longer stand (A105, DESIGN 7).
import type { By } from "../schema/common.ts";
import type { CoreEntry, CoreMemory } from "../schema/core-memory.ts";
import type { LongEntry, LongTerm } from "../schema/long-term.ts";
import type { MidEntry, MidTerm } from "../schema/mid-term.ts";
import { doubtedIn } from "./core-stale.ts";
import { reviveLong } from "./long-truth.ts";
import { addMid } from "./mid-term.ts";

/** Ids of messages that were edited or removed, and the topics that they belong to. */
export type ChangedMessages = {
  edited: ReadonlySet<string>;
  removed: ReadonlySet<string>;
  topics: ReadonlySet<string>;
};

export type Tiers = {
  mid_term: MidTerm;
  /** Archived summaries by the name of their file (R18). */
  archive: ReadonlyMap<string, MidTerm>;
  long_term: LongTerm;
};

export type Withdrawn = {
  mid_term: MidTerm;
  /** The archive files that change; what left them stands in `mid_term` again. */
  archive: Map<string, MidTerm>;
  long_term: LongTerm;
  /** Long entries that were taken away; their detail files go with them. What they alone had ended counts again. */
  gone: LongEntry[];
};

/**
 * Takes back what rests on changed messages, so that the next steps make it again: summaries of their topics are marked
 * `stale` (archived ones come back for it), long entries made of those go, and every summary that then stands in no long entry
 * waits for extraction again. Long entries that the owner wrote or imported stay. What does not change is the same object
 * as before.
 */
export function withdrawDerived(tiers: Tiers, changed: ChangedMessages): Withdrawn {
  const messages = new Set([...changed.edited, ...changed.removed]);
  const touches = (entry: MidEntry) => changed.topics.has(entry.topic_id) || restsOn(entry, messages);
  const touched = [...tiers.mid_term, ...[...tiers.archive.values()].flat()].filter(touches);
  const told = new Set([...messages, ...touched.flatMap(({ message_ids }) => message_ids ?? [])]);
  const gone = tiers.long_term.filter((entry) => isDerived(entry) && restsOn(entry, told));
  const long_term =
    gone.length > 0 ? reviveLong(tiers.long_term.filter((entry) => !gone.includes(entry))) : tiers.long_term;
  const again = renewal(touches, gone, long_term);
  return { ...renewMids(tiers, again), long_term, gone };
}

/** How one summary changes; the same object where it does not. */
function renewal(
  touches: (entry: MidEntry) => boolean,
  gone: readonly LongEntry[],
  standing: LongTerm,
): (entry: MidEntry) => MidEntry {
  const lost = new Set(gone.flatMap(({ message_ids }) => message_ids ?? []));
  const held = new Set(standing.flatMap(({ message_ids }) => message_ids ?? []));
  return (entry) => {
    const stale = touches(entry);
    const waits = entry.extracted_to_long && restsOn(entry, lost) && (stale || !restsOn(entry, held));
    if (!stale && !waits) return entry;
    return { ...entry, ...(stale ? { stale } : {}), ...(waits ? { extracted_to_long: false } : {}) };
  };
}

function renewMids(
  tiers: Tiers,
  again: (entry: MidEntry) => MidEntry,
): { mid_term: MidTerm; archive: Map<string, MidTerm> } {
  const renewed = tiers.mid_term.map(again);
  let mid_term = renewed.some((entry, index) => entry !== tiers.mid_term[index]) ? renewed : tiers.mid_term;
  const archive = new Map<string, MidTerm>();
  for (const [name, entries] of tiers.archive) {
    const back = entries.map(again).filter((entry, index) => entry !== entries[index]);
    if (back.length === 0) continue;
    const ids = new Set(back.map(({ id }) => id));
    archive.set(
      name,
      entries.filter(({ id }) => !ids.has(id)),
    );
    for (const entry of back) mid_term = addMid(mid_term, entry);
  }
  return { mid_term, archive };
}

/**
 * The same for core memories: one that rested on removed messages alone goes (its id is in `unproven`); one that rests on
 * others too, or on an edited one, is marked `stale` for the next judgement; `doubted` names the edited ones. What the owner wrote
 * or imported stays.
 */
export function withdrawCore(
  core: CoreMemory,
  changed: Pick<ChangedMessages, "edited" | "removed">,
): { core_memory: CoreMemory; unproven: string[] } {
  const unproven: string[] = [];
  const memories = core.memories.flatMap((entry) => {
    if (!isDerived(entry) || !(restsOn(entry, changed.removed) || restsOn(entry, changed.edited)))
      return entry;
    const message_ids = (entry.message_ids ?? []).filter((id) => !changed.removed.has(id));
    const edited = message_ids.filter((id) => changed.edited.has(id) || doubtedIn(entry).has(id));
    const doubted = edited.length > 0 ? { doubted: edited } : {};
    if (message_ids.length > 0) return { ...entry, message_ids, stale: true, ...doubted } satisfies CoreEntry;
    unproven.push(entry.id);
    return [];
  });
  const same =
    memories.length === core.memories.length && memories.every((one, at) => one === core.memories[at]);
  return { core_memory: same ? core : { ...core, memories }, unproven };
}

function restsOn(entry: { message_ids?: readonly string[] }, messages: ReadonlySet<string>): boolean {
  return entry.message_ids?.some((id) => messages.has(id)) ?? false;
}

function isDerived(entry: { by?: By }): boolean {
  return entry.by !== "owner" && entry.by !== "import";
}
