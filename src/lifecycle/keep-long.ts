// Puts the long entries that an extraction brought in their place: new ones beside the old, a repeated one into the old, and what they end is closed (invariant 3).
import type { Deps } from "../deps.ts";
import { waitingTopics } from "../memory/judge-queue.ts";
import { type EntryLike, makeLong } from "../memory/long-term.ts";
import { joinedDetail, joinedLong, LongTruth, type TurnedFact } from "../memory/long-truth.ts";
import type { Seconds } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import type { Heartbeat } from "../schema/heartbeat.ts";
import type { LongDetail, LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { similarity } from "../search/tokenise.ts";
import { companion, type PartWrite } from "../store/store.ts";
import {
  type EntryChange,
  type Episodes,
  factChanges,
  followFacts,
  learnFromEpisodes,
} from "./keep-facts.ts";
import type { Reader } from "./read-companion.ts";
import { indexChanged } from "./search-memory.ts";

/** What an engine made of a batch of summaries. */
export type AnsweredEntries = {
  entries: readonly (EntryLike & { replaces?: readonly string[] })[];
  by: "model" | "extractive";
  redo: boolean;
  /** Ids of the long entries that the engine was shown: only these may it replace. */
  shown: ReadonlySet<string>;
  /** True: nothing of it is put before the core judgement. */
  unjudged?: boolean;
  /** What several of the talks show together (A31). */
  shows?: Episodes | undefined;
};

/** How the summaries of a batch look after it. */
export type Marking = (entry: MidEntry, covered: ReadonlySet<string>, sent: readonly MidEntry[]) => MidEntry;

type Kept = {
  /** Ids of new entries, and of those that only gained sources. */
  ids: string[];
  changed: { id: string; kind: "added" | "changed" }[];
  /** What became of the facts. */
  learned: EntryChange[];
};

/** Values that another took the place of, with the messages that prove each. Only words can be found in an entry again. */
export function turnedFacts(facts: readonly Fact[]): TurnedFact[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  return facts.flatMap((fact) => {
    const next = byId.get(fact.superseded_by ?? "");
    if (fact.status !== "closed" || fact.is_deleted || next?.status !== "live") return [];
    const [former, current] = [fact.value, next.value];
    if (typeof former !== "string" || typeof current !== "string" || former.length < 2) return [];
    return [{ former, current, before: proofsOf(fact), after: proofsOf(next) }];
  });
}

function proofsOf({ evidence }: Fact): Set<string> {
  return new Set(evidence.flatMap((proof) => ("message_id" in proof ? [String(proof.message_id)] : [])));
}

/** The truth of a companion's long memory as its facts stand now. */
export async function longTruth(deps: Deps, reader: Reader): Promise<LongTruth> {
  const facts = await deps.store.view(companion(reader.user), "facts");
  return new LongTruth({ likeness: similarity, turned: turnedFacts(facts) });
}

/**
 * Commits what was made of a batch; repeatable. Answers the ids of the entries that hold it now; none where a summary of the
 * batch is gone or was made again meanwhile, since what was made of it may hold what was erased.
 */
export async function keepLong(
  deps: Deps,
  reader: Reader,
  batch: readonly MidEntry[],
  answered: AnsweredEntries,
  asSent: (entry: MidEntry, sent: MidEntry) => boolean,
  mark: Marking,
): Promise<string[]> {
  const owner = companion(reader.user);
  const files = await deps.store.parts.list(owner, "long_term_details");
  const placing: Placing = {
    zone: reader.zone,
    now: deps.clock.now(),
    files,
    truth: await longTruth(deps, reader),
    details: new Map(),
  };
  // Details cannot be read inside the commit; which will be wanted is found out on the documents as they are now.
  const seen = await deps.store.view(owner, "long_term");
  for (const { joined } of placeAll(placing, batch, answered, seen).made)
    if (joined) placing.details.set(joined.id, await detailOf(deps, reader, joined));
  const { result } = await deps.store.commit(
    owner,
    ["facts", "heartbeat", "long_term", "mid_term", "erased"],
    { by: "system", cause: batch[0]?.topic_id ?? "extract" },
    ({ facts, heartbeat, long_term, mid_term, erased }) => {
      // Only what still reads as it was sent: a summary that was made again meanwhile is sent again.
      const waiting = batch.filter((sent) => mid_term.some((one) => one.id === sent.id && asSent(one, sent)));
      const lost = batch.some((sent) => !mid_term.some(({ id }) => id === sent.id));
      if (lost || waiting.length === 0) return { result: { ids: [], changed: [], learned: [] } as Kept };
      const placed = placeAll(placing, waiting, answered, long_term);
      const known = answered.shows
        ? learnFromEpisodes(deps, reader, answered.shows, { facts, erased })
        : facts;
      const covered = new Set(placed.made.flatMap(({ detail }) => detail.source_mid_ids));
      return {
        parts: placed.parts,
        documents: {
          ...(known === facts ? {} : { facts: known }),
          heartbeat: answered.unjudged
            ? heartbeat
            : withJudging(
                heartbeat,
                waiting.map((entry) => entry.topic_id),
              ),
          long_term: placed.long,
          mid_term: mid_term.map((entry) => mark(entry, covered, waiting)),
        },
        result: { ...keptOf(placed, long_term), learned: factChanges(facts, known) },
      };
    },
  );
  await tell(deps, reader, result);
  await followFacts(deps, reader.user, result.learned);
  return result.ids;
}

/** A detail as it stands; null where it is damaged, so that nothing is written over it. */
async function detailOf(
  deps: Deps,
  reader: Reader,
  entry: LongEntry,
): Promise<LongDetail | undefined | null> {
  const reading = deps.store.parts.read(companion(reader.user), "long_term_details", entry.detail_file);
  return (await reading.catch(() => null)) as LongDetail | undefined | null;
}

type Placing = {
  zone: string;
  now: Seconds;
  files: readonly string[];
  truth: LongTruth;
  /** Of entries that may be said again: the detail, undefined where there is none, null where it may not be written. */
  details: Map<string, LongDetail | undefined | null>;
};

type Made = { index: LongEntry; detail: LongDetail; joined?: LongEntry };
type Placed = { long: LongEntry[]; made: Made[]; parts: PartWrite[] };

function placeAll(
  placing: Placing,
  mids: readonly MidEntry[],
  answered: AnsweredEntries,
  existing: readonly LongEntry[],
): Placed {
  const placed: Placed = { long: [...existing], made: [], parts: [] };
  const files = [...placing.files, ...existing.map((entry) => entry.detail_file)];
  for (const entry of answered.entries) {
    const taken = { ids: new Set(placed.long.map(({ id }) => id)), files, now: placing.now };
    const { index, detail } = makeLong(entry, mids, taken, placing.zone, answered.by, answered.redo);
    // Only what stood there before: an answer that tells two things apart is believed.
    const before = placed.long.filter(({ id }) => !placed.made.some((made) => made.index.id === id));
    const again = placing.truth.repeatedBy(index, before);
    const replaces = (entry.replaces ?? []).filter((id) => answered.shown.has(id));
    if (again && replaces.every((id) => id === again.entry.id))
      join(placing, placed, { index, detail }, again);
    else {
      files.push(index.detail_file);
      placed.made.push({ index, detail });
      placed.long = placing.truth.settle([...placed.long, index], index.id, new Set(replaces));
      placed.parts.push({ kind: "long_term_details", name: index.detail_file, content: detail });
    }
  }
  return placed;
}

function join(
  { details }: Placing,
  placed: Placed,
  { index, detail }: Made,
  again: { entry: LongEntry; added: string[] },
): void {
  const joined = joinedLong(again.entry, index, again.added);
  placed.made.push({ index, detail, joined });
  placed.long = placed.long.map((entry) => (entry.id === joined.id ? joined : entry));
  const old = details.get(joined.id);
  if (!details.has(joined.id) || old === null) return;
  const content = joinedDetail(old, detail, joined);
  details.set(joined.id, content);
  // One write of each file, however often the batch says it again.
  placed.parts = placed.parts.filter(({ name }) => name !== joined.detail_file);
  placed.parts.push({ kind: "long_term_details", name: joined.detail_file, content });
}

function keptOf(placed: Placed, before: readonly LongEntry[]): Omit<Kept, "learned"> {
  const old = new Map(before.map((entry) => [entry.id, entry]));
  const changed = placed.long.filter((entry) => old.get(entry.id) !== entry);
  return {
    ids: [...new Set(placed.made.map(({ index, joined }) => (joined ?? index).id))],
    changed: changed.map(({ id }) => ({ id, kind: old.has(id) ? "changed" : "added" })),
  };
}

async function tell(deps: Deps, reader: Reader, { changed }: Pick<Kept, "changed">): Promise<void> {
  if (changed.length === 0) return;
  await indexChanged(
    deps,
    reader.user,
    changed.map(({ id }) => ({ document: "long_term", entry: id })),
  );
  for (const { id, kind } of changed) {
    const data = { document: "long_term", entry_id: id, kind };
    deps.publish(reader.owner, { event: "memory-change", data }, reader.user);
  }
}

/** The topics that the core judgement has to look at next; noted with each batch, since a run may be torn off. */
function withJudging(heartbeat: Heartbeat, extracted: readonly string[]): Heartbeat {
  const judge = heartbeat.steps.judge_core ?? { attempts: 0, next_at: 0 };
  const topics = [...new Set([...waitingTopics(judge), ...extracted])];
  return { ...heartbeat, steps: { ...heartbeat.steps, judge_core: { ...judge, topics } } };
}
