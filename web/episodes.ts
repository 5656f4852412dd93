// The summaries and old memories of a companion, newest first, page by page: the newest page follows the memory, older ones stay.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLoaded } from "./loading.ts";
import type { Episode } from "./memory-shapes.ts";
import { usePage } from "./page-state.ts";

/** Episodes of one page. */
export const pageSize = 200;

/** Both lists as one, each episode once; the newer reading of it counts. */
export function joinEpisodes(newest: readonly Episode[], older: readonly Episode[]): Episode[] {
  const known = new Set(newest.map((one) => one.id));
  return [...newest, ...older.filter((one) => !known.has(one.id))];
}

/** The end of the last one that has an end: where the page before begins; null where no page is before. */
export function endOfPage(episodes: readonly Episode[], size = pageSize): number | null {
  if (episodes.length < size) return null;
  return episodes.findLast((one) => one.ended_at !== null)?.ended_at ?? null;
}

/** True for what was made a part of another: that one is shown. */
export function isMerged({ entry }: Episode): boolean {
  return typeof entry.merged_into === "string";
}

/** True for what may be merged: not pinned, and not the owner's own. */
export function isLoose({ entry }: Episode): boolean {
  return entry.pinned !== true && entry.by !== "owner";
}

/** What a view of episodes needs: the list so far, what failed, and the way to older ones (null at the end). */
export function useEpisodes(id: string) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const base = `/api/memory/${id}/episodes?limit=${pageSize}`;
  const [loaded, read] = useLoaded<{ episodes: Episode[] }>(page.api, base, version);
  const older = useSignal<{ episodes: Episode[]; before: number | null; cause: unknown } | null>(null);
  useEffect(() => {
    older.value = null;
  }, [id, version]);
  const { value, cause } = loaded.value;
  const newest = value?.episodes ?? null;
  const before = older.value === null ? endOfPage(newest ?? []) : older.value.before;
  const more = async () => {
    if (before === null) return;
    const known = older.value?.episodes ?? [];
    try {
      const answer = await page.api.json<{ episodes: Episode[] }>(`${base}&to=${before}`);
      const next = endOfPage(answer.episodes);
      const episodes = joinEpisodes(known, answer.episodes);
      // A page that brings nothing new is the last: all of it ends in the same second.
      older.value = { episodes, before: episodes.length > known.length ? next : null, cause: null };
    } catch (failure) {
      older.value = { episodes: known, before, cause: failure };
    }
  };
  return {
    episodes: newest === null ? null : joinEpisodes(newest, older.value?.episodes ?? []),
    cause: cause ?? older.value?.cause ?? null,
    again: () => {
      if (cause === null) void more();
      else read();
    },
    more: before === null ? null : () => void more(),
  };
}
