// Long entries that the extractive engine made because a model was missing or failed, made again by a model (DESIGN 5).
import type { Deps } from "../deps.ts";
import { makeLong } from "../memory/long-term.ts";
import type { Seconds } from "../schema/common.ts";
import type { LongDetail, LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { companion } from "../store/store.ts";
import { askForEntries } from "./extract.ts";
import type { Reader } from "./read-companion.ts";
import { longEntry } from "./search-memory.ts";

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
  const answered = await askForEntries(deps, reader, sources, undefined);
  if (!answered.ok) return false;
  const [first] = answered.value.entries;
  const taken = { ids: new Set<string>(), files: [] };
  const made = first && makeLong(first, sources, taken, reader.zone, answered.by, answered.redo);
  return replace(deps, reader, entry, made);
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

/** Without a new version only the mark goes: its sources are gone, so nobody can make it better. */
async function replace(
  deps: Deps,
  reader: Reader,
  old: LongEntry,
  made: { index: LongEntry; detail: LongDetail } | undefined,
): Promise<boolean> {
  const keep = { id: old.id, detail_file: old.detail_file, pinned: old.pinned };
  const { redo: _done, ...unmarked } = old;
  const index: LongEntry = made ? { ...unmarked, ...made.index, ...keep } : unmarked;
  const detail = made ? { ...made.detail, id: old.id } : undefined;
  const meta = { by: "system" as const, cause: "redo" };
  const { result } = await deps.store.commit(companion(reader.user), ["long_term"], meta, ({ long_term }) => {
    // Taken away while the model was asked: what it made of the old words must not come back.
    if (!long_term.some(({ id }) => id === old.id)) return { result: false };
    return {
      parts: detail ? [{ kind: "long_term_details", name: old.detail_file, content: detail }] : [],
      documents: { long_term: long_term.map((entry) => (entry.id === old.id ? index : entry)) },
      result: true,
    };
  });
  if (result && detail) deps.search.update(reader.user, longEntry(index, detail));
  return true;
}
