// Erases what the owner wants gone: shown first, then a durable job of ids that a stop cannot leave half done (invariant 4, DESIGN 7).
import type { Deps } from "../deps.ts";
import { fileHolds } from "../memory/erase-change.ts";
import { provingAsked } from "../memory/erase-named.ts";
import type { EraseTarget } from "../memory/erase-target.ts";
import type { Id } from "../schema/common.ts";
import type { Erased, EraseJob } from "../schema/ledger.ts";
import type { Message } from "../schema/message.ts";
import type { EraseLeft, EraseMatch, EraseReceipt } from "../schema/request-erase.ts";
import { companion } from "../store/store.ts";
import { type Applied, applyErasure } from "./erase-apply.ts";
import { type EraseWish, type Finding, findErasable, markOf, targetOfJob } from "./erase-find.ts";
import { findLeft } from "./erase-left.ts";
import { marksOf, saidMark } from "./erase-marks.ts";
import { dropPrefix } from "./prefix.ts";
import { ownerOf, readCompanion } from "./read-companion.ts";
import type { Between } from "./upkeep.ts";

/** Which other companions a receipt may speak of. */
export type May = (id: Id) => boolean;

/** Of a preview so many finds are shown; `total` counts all. */
const mostShown = 1_000;
/** Windows are told of so many single entries. */
const mostTold = 200;

/** What would go, and what would be left. Changes nothing. */
export async function previewErasure(
  deps: Deps,
  user: Id,
  wish: EraseWish,
  may: May = () => true,
): Promise<{ matches: EraseMatch[]; total: number; left: EraseLeft[] }> {
  const found = await findErasable(deps, user, wish);
  const left = await findLeft(deps, await readCompanion(deps, user), { ...found, damaged: [], may });
  return { matches: found.matches.slice(0, mostShown), total: found.matches.length, left };
}

export type ErasedNow = {
  receipt: EraseReceipt;
  /**
   * Looks once more with the words themselves, after the background work that ran meanwhile: run it in the companion's
   * background queue. A stop before it is no harm: the job is ended by its ids then.
   */
  settle: () => Promise<void>;
};

/**
 * Erases. Run between turns. The ids are durable before anything is touched, so that a stop anywhere is ended by the next start,
 * and running steps find what they may not keep. Disk refuses: AppError `storage`; what was begun is ended later.
 */
export async function eraseNow(
  deps: Deps,
  user: Id,
  wish: EraseWish,
  may: May = () => true,
): Promise<ErasedNow> {
  await endTornErasure(deps, user);
  const before = await revisions(deps, user);
  const id = deps.newId();
  const texts = new Set<string>();
  const found = await findErasable(deps, user, wish, (text) => texts.add(text));
  await hearSideFiles(deps, user, found.target);
  const job = await begin(deps, user, jobOf(id, deps.clock.now(), found, texts), found);
  const target: EraseTarget = { ...found.target, owed: new Set(job.owed) };
  const lines = new Set(job.changes);
  const applied = await applyErasure(deps, user, target, lines, id);
  await note(deps, user, id, (there) => ({ ...there, step: "settle" }));
  await tell(deps, user, applied);
  const after = await revisions(deps, user);
  const reader = await readCompanion(deps, user);
  const left = await findLeft(deps, reader, { ...found, damaged: applied.damaged, may });
  return {
    receipt: { files: changedFiles(before, after, applied), left },
    settle: () => settle(deps, user, id, target, lines),
  };
}

/** Ends an erasure that a stop left half done. Run before anything else touches the companion, or between turns. */
export async function endTornErasure(deps: Deps, user: Id): Promise<void> {
  const { job } = await deps.store.view(companion(user), "erased");
  if (job?.step !== "erase") return;
  await applyErasure(deps, user, targetOfJob(job), new Set(job.changes), job.id);
  await note(deps, user, job.id, (there) => ({ ...there, step: "settle" }));
}

/**
 * Ends what is left of an erasure: one that a full disk tore off, between turns, and the look after what the background did
 * meanwhile. Run among the companion's background work, before anything is made anew.
 */
export async function endErasure(deps: Deps, user: Id, between: Between): Promise<void> {
  const { job } = await deps.store.view(companion(user), "erased");
  if (job?.step === "erase") await between(user, () => endTornErasure(deps, user));
  if (job) await settleErasure(deps, user);
}

/** Looks once more after an erasure, by its ids, and ends the job. Run among the companion's background work. */
async function settleErasure(deps: Deps, user: Id): Promise<void> {
  const { job } = await deps.store.view(companion(user), "erased");
  if (job?.step !== "settle") return;
  const broken = (await deps.store.files(companion(user))).some(({ valid }) => !valid);
  // What is broken is the owner's to mend; the ids wait for it.
  if (broken && job.waiting === true) return;
  await settle(deps, user, job.id, targetOfJob(job), new Set(job.changes));
}

async function settle(
  deps: Deps,
  user: Id,
  id: string,
  target: EraseTarget,
  lines: ReadonlySet<string>,
): Promise<void> {
  await applyErasure(deps, user, target, lines, id);
  const broken = (await deps.store.files(companion(user))).some(({ valid }) => !valid);
  await note(deps, user, id, (job) => (broken ? { ...job, waiting: true } : undefined));
}

function jobOf(id: string, at: number, found: Finding, texts: Iterable<string>): EraseJob {
  const { target, erasure, changes } = found;
  return {
    id,
    at,
    step: "erase",
    message_ids: [...target.messages],
    entry_ids: [...target.asked],
    found_ids: [...target.entries],
    topic_ids: [...target.topics],
    owed: erasure.owed,
    changes: [...changes],
    texts: [...new Set([...texts].map((text) => markOf(id, text)))],
  };
}

/** Looks into side files, so that their words are marked too: a start after a kill has to know them again. */
async function hearSideFiles(deps: Deps, user: Id, target: EraseTarget): Promise<void> {
  // The cache goes with the first look; that it went is counted before.
  await dropPrefix(deps, user, "erase");
  const holds = fileHolds(target);
  const look = (text: string) => {
    holds(text);
    return false;
  };
  await deps.store.erase.sideFiles(companion(user), look);
  await deps.store.erase.trash(user, look);
}

/** Makes the ids durable. What an earlier job still had to look after is taken over. */
async function begin(deps: Deps, user: Id, job: EraseJob, found: Finding): Promise<EraseJob> {
  const meta = { by: "owner" as const, cause: job.id };
  // What the owner named is not made once more of the words that stay.
  const spent = await spentBy(deps, user, provingAsked(found.memory.documents, found.target));
  const { result } = await deps.store.commit(companion(user), ["erased"], meta, ({ erased }) => {
    const next: Erased = {
      ...erased,
      message_ids: union(erased.message_ids, job.message_ids),
      entry_ids: union(erased.entry_ids, job.entry_ids),
      topic_ids: union(erased.topic_ids, topicsNamed(found)),
      marks: union(erased.marks ?? [], found.messages.flatMap(marksOf)),
      thinned: union(erased.thinned ?? [], [...job.topic_ids, ...spent.map(({ topic_id }) => topic_id)]),
      ...(spent.length > 0 ? { spent: union(erased.spent ?? [], spent.map(saidMark)) } : {}),
      job: taken(erased.job, job),
    };
    return { documents: { erased: next }, result: next.job ?? job };
  });
  return result;
}

async function spentBy(deps: Deps, user: Id, ids: readonly string[]): Promise<Message[]> {
  const said = await Promise.all(ids.map((id) => deps.store.log.find(user, id)));
  return said.flatMap((message) => message ?? []);
}

/** Topics of the summaries that the owner named: no other summary is made of them. */
function topicsNamed({ memory, target }: Finding): string[] {
  const mids = [...memory.documents.mid_term, ...[...memory.parts.archive.values()].flat()];
  return mids.filter(({ id }) => target.asked.has(id)).map(({ topic_id }) => topic_id);
}

function taken(old: EraseJob | undefined, job: EraseJob): EraseJob {
  if (!old) return job;
  return {
    ...job,
    message_ids: union(old.message_ids, job.message_ids),
    entry_ids: union(old.entry_ids, job.entry_ids),
    found_ids: union(old.found_ids, job.found_ids),
    topic_ids: union(old.topic_ids, job.topic_ids),
    owed: union(old.owed, job.owed),
    changes: union(old.changes, job.changes),
  };
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];

/** Changes the job where it still is this one; undefined ends it. */
async function note(
  deps: Deps,
  user: Id,
  id: string,
  change: (job: EraseJob) => EraseJob | undefined,
): Promise<void> {
  const meta = { by: "owner" as const, cause: id };
  await deps.store.commit(companion(user), ["erased"], meta, ({ erased }) => {
    if (erased.job?.id !== id) return { result: undefined };
    const { job, ...rest } = erased;
    const next = change(job);
    return { documents: { erased: { ...rest, ...(next ? { job: next } : {}) } }, result: undefined };
  });
}

async function revisions(deps: Deps, user: Id): Promise<Map<string, string>> {
  const files = await deps.store.files(companion(user));
  return new Map(files.map(({ name, revision }) => [name, revision]));
}

/** Files that this erasure changed or removed, by name. */
function changedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  applied: Applied,
): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    // The count of cache misses is no memory.
    (name) => name !== "usage.json" && before.get(name) !== after.get(name),
  );
  return [...names, ...applied.files].sort();
}

async function tell(deps: Deps, user: Id, { gone }: Applied): Promise<void> {
  const owner = await ownerOf(deps, user);
  for (const { document, id } of gone.slice(0, mostTold)) {
    const data = { document, entry_id: id, kind: "removed" as const };
    deps.publish(owner, { event: "memory-change", data }, user);
  }
  if (gone.length > mostTold) deps.publish(owner, { event: "resync", data: {} }, user);
}
