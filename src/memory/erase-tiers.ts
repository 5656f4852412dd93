// Erasing in the tiers: the open topic, summaries, long entries with their details; what is left is owed a new summary (invariant 4).
import type { Seconds } from "../schema/common.ts";
import type { LongDetail, LongEntry, LongTerm } from "../schema/long-term.ts";
import type { Message } from "../schema/message.ts";
import type { MidEntry, MidTerm } from "../schema/mid-term.ts";
import type { EraseMatch } from "../schema/request-erase.ts";
import type { PendingTopic, ShortTerm } from "../schema/short-term.ts";
import { type EraseTarget, goes, isDerived, isNamed, type LoggedTopics, matchOf } from "./erase-target.ts";
import { firstHolding, restsOn, scrub } from "./erase-text.ts";
import { reviveLong } from "./long-truth.ts";
import { addMid } from "./mid-term.ts";

export type ErasableTiers = {
  short_term: ShortTerm;
  mid_term: MidTerm;
  long_term: LongTerm;
  /** Archived summaries and details by the name of their file. */
  archive: ReadonlyMap<string, MidTerm>;
  details: ReadonlyMap<string, LongDetail>;
};

export type ErasedTiers = {
  short_term: ShortTerm;
  mid_term: MidTerm;
  long_term: LongTerm;
  /** The archive files that change, and the details that go. */
  archive: Map<string, MidTerm>;
  goneDetails: string[];
  found: EraseMatch[];
  /** Topics that need a summary again. */
  owed: string[];
};

/**
 * The tiers without what must go. A summary goes whole and its topic waits for another one, made of what is left; a long entry
 * goes with its detail, and the summaries it was made of wait for extraction again. What the owner named by id is not made again.
 */
export function eraseTiers(
  tiers: ErasableTiers,
  target: EraseTarget,
  logged: LoggedTopics,
  now: Seconds,
): ErasedTiers {
  const mids = [...tiers.mid_term, ...[...tiers.archive.values()].flat()];
  const goneMids = mids.filter((entry) => goes(target, entry));
  const again = goneMids.filter((entry) => !target.asked.has(entry.id));
  const goneLong = longThatGo(tiers, target, new Set(again.map(({ id }) => id)));
  const goneDetails = detailsThatGo(tiers, target, goneLong);
  const freed = sourcesOf(tiers, target, goneLong);
  const { mid_term, archive } = withoutMids(tiers, new Set(goneMids), freed, target);
  const topics = again.filter(isDerived).map(({ topic_id }) => topic_id);
  const back = mid_term.filter((entry) => !tiers.mid_term.some(({ id }) => id === entry.id));
  const owed = [...new Set([...topics, ...target.owed])];
  const summarised = new Set([...mid_term, ...[...restOf(tiers, archive).values()].flat()].map(topicOf));
  const short = eraseShort(tiers.short_term, target, logged);
  return {
    short_term: withOwed(short.short_term, owed, summarised, logged, now),
    mid_term,
    long_term:
      goneLong.size === 0 ? tiers.long_term : reviveLong(tiers.long_term.filter((one) => !goneLong.has(one))),
    archive,
    goneDetails,
    found: [
      ...short.found,
      ...findsOfMids(tiers, target, new Set(goneMids)),
      ...[...goneLong].map((entry) => matchOf(target, "long_term", entry.id, entry)),
      ...goneDetails.map((name) => detailFind(tiers, target, name)),
    ],
    // What comes back from the archive is owed as well: a stop between the two files must not lose it.
    owed: [...new Set([...owed, ...back.map(topicOf)])],
  };
}

const topicOf = ({ topic_id }: MidEntry) => topic_id;

function longThatGo(
  { long_term, details }: ErasableTiers,
  target: EraseTarget,
  goneMids: ReadonlySet<string>,
): Set<LongEntry> {
  return new Set(
    long_term.filter((entry) => {
      const detail = details.get(entry.detail_file);
      if (goes(target, entry) || (detail && firstHolding(detail, target.holds) !== undefined)) return true;
      if (!detail || !isDerived(entry)) return false;
      return restsOn(detail, target.messages) || detail.source_mid_ids.some((id) => goneMids.has(id));
    }),
  );
}

function detailsThatGo(
  { long_term, details }: ErasableTiers,
  target: EraseTarget,
  goneLong: ReadonlySet<LongEntry>,
): string[] {
  const used = new Set(long_term.filter((one) => !goneLong.has(one)).map(({ detail_file }) => detail_file));
  const lost = new Set([...goneLong].map(({ detail_file }) => detail_file));
  return [...details].flatMap(([name, detail]) => {
    if (used.has(name)) return [];
    const own = goes(target, { ...detail, id: detail.id ?? "" }) || target.holds(name);
    return lost.has(name) || own ? [name] : [];
  });
}

/** Ids of the summaries that stand in no long entry any more. */
function sourcesOf(
  { details }: ErasableTiers,
  target: EraseTarget,
  goneLong: ReadonlySet<LongEntry>,
): Set<string> {
  const remade = [...goneLong].filter((entry) => !target.asked.has(entry.id) && isDerived(entry));
  return new Set(remade.flatMap(({ detail_file }) => details.get(detail_file)?.source_mid_ids ?? []));
}

function withoutMids(
  { mid_term, archive }: ErasableTiers,
  gone: ReadonlySet<MidEntry>,
  freed: ReadonlySet<string>,
  target: EraseTarget,
): { mid_term: MidTerm; archive: Map<string, MidTerm> } {
  const free = (entry: MidEntry): MidEntry =>
    freed.has(entry.id) && entry.extracted_to_long ? { ...entry, extracted_to_long: false } : entry;
  const bare = (entry: MidEntry) => withoutIds(entry, target);
  let next = mid_term.filter((entry) => !gone.has(entry)).map((entry) => bare(free(entry)));
  const changed = new Map<string, MidTerm>();
  for (const [name, entries] of archive) {
    const stays = entries.filter((entry) => !gone.has(entry) && !freed.has(entry.id)).map(bare);
    for (const entry of entries.filter((one) => !gone.has(one) && freed.has(one.id)))
      next = addMid(next, bare(free(entry)));
    if (stays.length < entries.length || stays.some((one, at) => one !== entries[at]))
      changed.set(name, stays);
  }
  return { mid_term: next, archive: changed };
}

/** An owner's own entry stays and forgets the messages that are gone. */
function withoutIds<E extends { message_ids?: string[] }>(entry: E, { messages }: EraseTarget): E {
  if (!entry.message_ids?.some((id) => messages.has(id))) return entry;
  return { ...entry, message_ids: entry.message_ids.filter((id) => !messages.has(id)) };
}

function restOf({ archive }: ErasableTiers, changed: ReadonlyMap<string, MidTerm>): Map<string, MidTerm> {
  return new Map([...archive, ...changed]);
}

function findsOfMids(tiers: ErasableTiers, target: EraseTarget, gone: ReadonlySet<MidEntry>): EraseMatch[] {
  const files: [string, MidTerm][] = [
    ["mid_term", tiers.mid_term],
    ...[...tiers.archive].map(([name, list]): [string, MidTerm] => [`mid_term_archive/${name}`, list]),
  ];
  return files.flatMap(([document, entries]) =>
    entries.filter((entry) => gone.has(entry)).map((entry) => matchOf(target, document, entry.id, entry)),
  );
}

function detailFind({ details }: ErasableTiers, target: EraseTarget, name: string): EraseMatch {
  const detail = details.get(name);
  const document = `long_term_details/${name}`;
  return matchOf(target, document, detail?.id ?? "", target.holds(name) ? name : detail);
}

/** A message that stays, without what it recalls of messages or entries that go. The message itself where there is none. */
export function withoutRecalled(
  message: Message,
  target: EraseTarget,
  goneIds: ReadonlySet<string>,
): Message {
  const { recalled, tools } = message;
  const isGone = (item: { id: string; message_ids: string[] }) =>
    isNamed(target, item.id) ||
    goneIds.has(item.id) ||
    target.messages.has(item.id) ||
    restsOn(item, target.messages) ||
    firstHolding(item, target.holds) !== undefined;
  const stays = recalled?.filter((item) => !isGone(item));
  const used = tools?.map((one) => scrub(one, target.quoted));
  const same = stays?.length === recalled?.length && (used ?? []).every((one, at) => one === tools?.[at]);
  if (same) return message;
  return { ...message, ...(stays ? { recalled: stays } : {}), ...(used ? { tools: used } : {}) };
}

function eraseShort(
  short: ShortTerm,
  target: EraseTarget,
  logged: LoggedTopics,
): { short_term: ShortTerm; found: EraseMatch[] } {
  const { conversations, pending, parts = [], ...rest } = short;
  const partGoes = (part: { message_ids: string[] }) =>
    restsOn(part, target.messages) || firstHolding(part, target.holds) !== undefined;
  const goneParts = parts.filter(partGoes);
  const said = conversations.filter(({ message_id }) => !target.messages.has(message_id));
  const waiting = pending.map((topic) => {
    const { parts: folded, ...one } = scrub(
      { ...topic, parts: topic.parts?.filter((part) => !partGoes(part)) },
      target.holds,
    );
    const message_count = logged.get(topic.topic_id)?.message_count ?? topic.message_count;
    return { ...one, message_count, ...(folded?.length ? { parts: folded } : {}) };
  });
  const left = parts.filter((part) => !partGoes(part));
  return {
    short_term: {
      ...scrub(rest, target.holds),
      conversations: said,
      pending: waiting,
      ...(left.length > 0 ? { parts: left } : {}),
    },
    found: goneParts.map((part) => matchOf(target, "short_term", `part ${part.n}`, part)),
  };
}

/** With the topics in `pending` that need a summary, have messages, and are neither summarised, waiting nor open. */
function withOwed(
  short: ShortTerm,
  owed: readonly string[],
  summarised: ReadonlySet<string>,
  logged: LoggedTopics,
  now: Seconds,
): ShortTerm {
  const there = new Set([...summarised, ...short.pending.map(({ topic_id }) => topic_id), short.topic_id]);
  const more = owed.flatMap((topic_id): PendingTopic[] => {
    const topic = logged.get(topic_id);
    if (!topic || topic.message_count === 0 || there.has(topic_id)) return [];
    const { message_count, ended_at } = topic;
    return [{ topic_id, ended_at, trigger: "manual", attempts: 0, next_at: now, message_count }];
  });
  return more.length === 0 ? short : { ...short, pending: [...short.pending, ...more] };
}
