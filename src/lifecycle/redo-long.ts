// Long entries that the extractive engine made because a model was missing or failed, made again by a model (DESIGN 5).
import type { Deps } from "../deps.ts";
import { makeLong } from "../memory/long-term.ts";
import { failRedo } from "../memory/mid-term.ts";
import type { Seconds } from "../schema/common.ts";
import type { LongDetail, LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { companion } from "../store/store.ts";
import { askForEntries, knownAbout } from "./extract.ts";
import { longTruth } from "./keep-long.ts";
import type { Reader } from "./read-companion.ts";
import { indexChanged } from "./search-memory.ts";

/** A model that has just failed is not asked again at once. */
const pause: Seconds = 3_600;

/** True where a model can be asked for long entries now. */
function modelReady(deps: Deps): boolean {
  return deps.models.state().some(({ role, ready }) => role === "mid_to_long" && ready.length > 0);
}

/** When the next long entry is to be made again: null where there is none, or no model. */
export function redoLongAt(deps: Deps, long: readonly LongEntry[], lastTried: Seconds): Seconds | null {
  return modelReady(deps) && long.some(({ redo }) => redo) ? lastTried + pause : null;
}

/** Makes one long entry again, in place: id, file and pin stay. Returns false where the model failed. */
export async function redoLong(deps: Deps, reader: Reader): Promise<boolean> {
  const owner = companion(reader.user);
  const entry = (await deps.store.view(owner, "long_term")).find(({ redo }) => redo);
  if (!entry) return true;
  const detail = (await deps.store.parts.read(owner, "long_term_details", entry.detail_file)) as
    | LongDetail
    | undefined;
  const sources = await sourcesOf(deps, reader, detail?.source_mid_ids ?? []);
  if (sources.length === 0) return replace(deps, reader, entry, undefined);
  const known = (await knownAbout(deps, reader, sources)).filter(({ id }) => id !== entry.id);
  const answered = await askForEntries(deps, reader, sources, undefined, known);
  if (!answered.ok) {
    if (answered.failure.unusable === true) await noteFailed(deps, reader, entry.id);
    return false;
  }
  const [first] = answered.value.entries;
  const taken = { ids: new Set<string>(), files: [], now: deps.clock.now() };
  const made = first && makeLong(first, sources, taken, reader.zone, answered.by, answered.redo);
  const shown = new Set(known.map(({ id }) => id));
  return replace(deps, reader, entry, made, new Set(first?.replaces?.filter((id) => shown.has(id))));
}

/** A model answered what could not be used; after the third time the code's version stays, so that none is asked for ever. */
async function noteFailed(deps: Deps, reader: Reader, id: string): Promise<void> {
  const meta = { by: "system" as const, cause: "redo" };
  await deps.store.commit(companion(reader.user), ["long_term"], meta, ({ long_term }) => ({
    documents: { long_term: failRedo(long_term, id) },
    result: undefined,
  }));
}

async function sourcesOf(deps: Deps, reader: Reader, ids: readonly string[]): Promise<MidEntry[]> {
  const owner = companion(reader.user);
  const wanted = new Set(ids);
  const found = (await deps.store.view(owner, "mid_term")).filter(({ id }) => wanted.has(id));
  for (const name of await deps.store.parts.list(owner, "mid_term_archive")) {
    if (found.length === wanted.size) break;
    const entries = (await deps.store.parts.read(owner, "mid_term_archive", name)) as MidEntry[] | undefined;
    found.push(...(entries ?? []).filter(({ id }) => wanted.has(id)));
  }
  return found;
}

/** Fields of an entry that the new version may not lend from the old. */
function withoutWords({
  redo: _done,
  redo_failed: _failed,
  role_wording: _words,
  ...rest
}: LongEntry): LongEntry {
  return rest;
}

/** Its points without those that a later entry has ended meanwhile. */
function withoutFormer(index: LongEntry, old: LongEntry): LongEntry {
  const ended = new Set(old.former_points?.map(({ text }) => text));
  const left = index.key_points.filter((point) => !ended.has(point));
  return left.length === index.key_points.length || left.length === 0
    ? index
    : { ...index, key_points: left };
}

/** Without a new version only the mark goes: its sources are gone, so nobody can make it better. */
async function replace(
  deps: Deps,
  reader: Reader,
  old: LongEntry,
  made: { index: LongEntry; detail: LongDetail } | undefined,
  replaces: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const keep = { id: old.id, detail_file: old.detail_file, pinned: old.pinned };
  const truth = await longTruth(deps, reader);
  const detail = made ? { ...made.detail, id: old.id } : undefined;
  const meta = { by: "system" as const, cause: "redo" };
  const { result } = await deps.store.commit(companion(reader.user), ["long_term"], meta, ({ long_term }) => {
    const now = long_term.find(({ id }) => id === old.id);
    // Taken away while the model was asked: what it made of the old words must not come back.
    if (!now) return { result: [] };
    const { redo: _done, ...unmarked } = now;
    const index = made ? withoutFormer({ ...withoutWords(now), ...made.index, ...keep }, now) : unmarked;
    const renewed = long_term.map((entry) => (entry.id === old.id ? index : entry));
    const settled = made ? truth.settle(renewed, old.id, replaces) : renewed;
    return {
      parts: detail ? [{ kind: "long_term_details", name: old.detail_file, content: detail }] : [],
      documents: { long_term: settled },
      result: settled.filter((entry, at) => entry !== long_term[at]).map(({ id }) => id),
    };
  });
  await indexChanged(
    deps,
    reader.user,
    result.map((id) => ({ document: "long_term", entry: id })),
  );
  return true;
}
