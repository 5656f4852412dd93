// The models that are kept: their addresses, where their keys may go, and how they go themselves.
import { useSignal } from "@preact/signals";
import { broughtBack, without, withoutKey } from "../model-setup.ts";
import type { Models, ModelsWish } from "../model-shapes.ts";
import { refusedWords } from "../model-words.ts";
import { modelWords } from "../words-models.ts";
import type { ModelsProps } from "./models.tsx";

type Wish = (now: Models) => ModelsWish;

export function ModelEntries({ models, save }: ModelsProps) {
  /** `back`: what stood before, while it can be put back; a key cannot. */
  const told = useSignal<{ text: string; wrong: boolean; back: Wish | null } | null>(null);
  const { value: say } = modelWords;
  const run = async (next: Wish, text: string, back: Wish | null) => {
    try {
      await save(next);
      told.value = { text, wrong: false, back };
    } catch (cause) {
      told.value = { text: refusedWords(cause, modelWords.value), wrong: true, back: null };
    }
  };
  return (
    <section aria-labelledby="model-entries">
      <h2 id="model-entries">{say.entries}</h2>
      <ul class="role-rows">
        {Object.entries(models.models).map(([name, entry]) => {
          const origin = models.key_origins[name];
          const back: Wish | null = origin === undefined ? (now) => broughtBack(now, models, name) : null;
          return (
            <EntryRow
              key={name}
              name={name}
              entry={entry}
              origin={origin}
              onDropKey={() => void run((now) => withoutKey(now, name), say.keyDropped, null)}
              onDrop={() => void run((now) => without(now, name), say.dropped(name), back)}
            />
          );
        })}
      </ul>
      <div class="act-line" role="status">
        {told.value !== null && (
          <p class={told.value.wrong ? "trouble" : "done"}>
            {told.value.text}{" "}
            {told.value.back !== null && (
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  const back = told.value?.back;
                  if (back != null) void run(back, say.rolesSaved, null);
                }}
              >
                {say.takeBack}
              </button>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

type EntryRowProps = {
  name: string;
  entry: Models["models"][string];
  /** Where its key may go; undefined where none was entered here. */
  origin: string | undefined;
  onDropKey: () => void;
  onDrop: () => void;
};

function EntryRow({ name, entry, origin, onDropKey, onDrop }: EntryRowProps) {
  const { value: say } = modelWords;
  const keyless = entry.no_key === true ? say.keyNotNeeded : say.noKeyYet;
  return (
    <li>
      <b>{name}</b>
      <p class="hint">
        <code>{entry.model}</code> · {entry.base_url}
      </p>
      <p class="hint">
        {origin === undefined ? keyless : say.keyAt(origin)}
        {entry.api_key_env !== undefined && (
          <>
            {" · "}
            {say.fromEnvironment} <code>{entry.api_key_env}</code>
          </>
        )}
      </p>
      <div class="acts">
        {origin !== undefined && (
          <button type="button" class="pill" aria-label={say.dropKeyOf(name)} onClick={onDropKey}>
            {say.dropKey}
          </button>
        )}
        <button type="button" class="pill" aria-label={say.dropOf(name)} onClick={onDrop}>
          {say.drop}
        </button>
      </div>
    </li>
  );
}
