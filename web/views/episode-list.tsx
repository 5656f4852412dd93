// A list of episodes with its empty, loading and error states, and the way to older ones.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { useEpisodes } from "../episodes.ts";
import { place } from "../memory-place.ts";
import { memoryWords } from "../words-memory.ts";
import { MergeForm } from "./merge-form.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

/** Rows drawn at once; more come on asking. */
const shownAtOnce = 50;

type EpisodeListProps<T extends { id: string }> = {
  id: string;
  list: ReturnType<typeof useEpisodes>;
  /** Those of the list that this view shows. */
  found: readonly T[];
  nothing: string;
  row: (one: T) => ComponentChildren;
  /** Which of them may become one with others, and what each is called then. */
  mergeable: (one: T) => boolean;
  labelOf: (one: T) => string;
};

export function EpisodeList<T extends { id: string }>(props: EpisodeListProps<T>) {
  const { id, list, found, nothing, row, mergeable, labelOf } = props;
  const shown = useSignal(shownAtOnce);
  const merging = useSignal(false);
  const { value: say } = memoryWords;
  const { episodes, cause, again, more } = list;
  if (episodes === null)
    return cause === null ? <Shapes height={92} /> : <LoadTrouble cause={cause} again={again} />;
  const asked = place.value.entry?.id;
  const at = found.findIndex((one) => one.id === asked);
  const count = Math.max(shown.value, at + 1);
  const hidden = found.length > count;
  const loose = found.slice(0, count).filter(mergeable);
  if (merging.value) {
    const leave = () => {
      merging.value = false;
    };
    return (
      <MergeForm id={id} entries={loose.map((one) => ({ id: one.id, label: labelOf(one) }))} onDone={leave} />
    );
  }
  return (
    <>
      {cause !== null && <LoadTrouble cause={cause} again={again} />}
      {asked !== undefined && at < 0 && <p class="trouble">{say.entryLost}</p>}
      {found.length === 0 && more === null && <p class="nothing">{nothing}</p>}
      <ul class="cards">{found.slice(0, count).map(row)}</ul>
      {(hidden || more !== null) && (
        <button
          type="button"
          class="pill"
          onClick={() => {
            if (hidden) shown.value = count + shownAtOnce;
            else more?.();
          }}
        >
          {say.older}
        </button>
      )}
      {loose.length > 1 && (
        <p class="keep">
          <button
            type="button"
            class="quiet"
            onClick={() => {
              merging.value = true;
            }}
          >
            {say.merge}
          </button>
        </p>
      )}
    </>
  );
}
