// The small marks of an episode: its mood, who wrote it, and how much it weighs.
import type { Api } from "../api.ts";
import { useDeeds } from "../deeds.ts";
import type { Episode, MidEntry, Written } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { useSetting } from "../setting.ts";
import { memoryWords } from "../words-memory.ts";

export function MoodTags({ tags }: { tags: MidEntry["emotion_tags"] }) {
  const { value: say } = memoryWords;
  const found = [tags.basic_emotion, tags.scene, tags.atmosphere].filter((tag) => tag !== undefined);
  return (
    <>
      {found.map((tag) => (
        <span class="tag" key={tag}>
          {say.moods[tag] ?? tag}
        </span>
      ))}
    </>
  );
}

/** 简记: made in code, since no model could be asked. */
export function ByBadge({ by }: { by: string | undefined }) {
  const { value: say } = memoryWords;
  const word = by === undefined ? undefined : say.by[by];
  if (word === undefined) return null;
  return (
    <span
      class={by === "extractive" ? "tag brief" : "tag"}
      title={by === "extractive" ? say.briefHint : undefined}
    >
      {word}
    </span>
  );
}

/** The talk held nothing to keep: it stays a summary, and the past has no page of it (A241, A252). */
export function PassingTag({ entry }: { entry: MidEntry }) {
  const { value: say } = memoryWords;
  if (entry.passing !== true || entry.pinned === true) return null;
  return (
    <span class="tag" title={say.passingHint}>
      {say.passing}
    </span>
  );
}

/** It faded by itself, or somebody put it aside: not thought of by itself, but still found. */
export function AsideTag({ entry }: { entry: Episode["entry"] }) {
  const { value: say } = memoryWords;
  if (entry.archived !== true) return null;
  return <span class="tag">{entry.archived_by === "owner" ? say.asideNow : say.faded}</span>;
}

/** The act that puts an episode aside and takes it back, for its row. */
export function asideOf(api: Pick<Api, "json">, path: string, entry: Episode["entry"]) {
  return {
    away: entry.archived === true,
    set: (archived: boolean) => api.json<Written>(path, { method: "PUT", body: { archived } }),
  };
}

const weights = [0.2, 0.5, 0.8] as const;

/** The step that is nearest to a weight. */
export function weightStep(importance: number | undefined): (typeof weights)[number] {
  const asked = importance ?? 0.5;
  return asked < 0.35 ? 0.2 : asked < 0.65 ? 0.5 : 0.8;
}

type WeightProps = { id: string; entry: string; importance: number | undefined };

/** How much it weighs: what weighs little fades sooner. */
export function Weight({ id, entry, importance }: WeightProps) {
  const page = usePage();
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  const [step, weigh] = useSetting<number>(weightStep(importance), (value) => {
    const path = `/api/memory/${id}/episodes/${encodeURIComponent(entry)}`;
    const body = { importance: value };
    return deeds.runAfter(() => page.api.json<Written>(path, { method: "PUT", body }), say.weighedNow);
  });
  return (
    <fieldset class="weight">
      <legend>{say.weight}</legend>
      {weights.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={`weight-${entry}`}
            checked={value === step}
            onChange={() => weigh(value)}
          />
          <span>{say.weights[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}
