// Taking a companion along: as a character card without its memory, or as the whole folder.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { sizeWords } from "../file-text.ts";
import { usePage } from "../page-state.ts";
import { saveFile } from "../save-file.ts";
import type { AiUser } from "../shapes.ts";
import { startWords } from "../words-start.ts";

/** Nothing runs; bytes that have come; or what was told at the end. */
type State = { bytes: number } | { told: string; wrong: boolean } | null;

export function TakeAlong({ companion }: { companion: AiUser }) {
  const { api } = usePage();
  const id = companion.user_id;
  const state = useSignal<State>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { edit: say } = startWords.value;
  const busy = state.value !== null && "bytes" in state.value;

  async function take(path: string, name: string): Promise<void> {
    if (running.current !== null) return;
    const stop = new AbortController();
    running.current = stop;
    state.value = { bytes: 0 };
    try {
      const onBytes = (bytes: number) => {
        state.value = { bytes };
      };
      await saveFile(api, { path, name, signal: stop.signal, onBytes });
      state.value = { told: startWords.value.edit.fetched, wrong: false };
    } catch {
      state.value = stop.signal.aborted ? null : { told: startWords.value.edit.notFetched, wrong: true };
    } finally {
      running.current = null;
    }
  }

  const card = `/api/ai-users/${id}/card?spec=v3`;
  const ways = [
    [say.asJson, `${card}&as=json`, `${id}.json`],
    [say.asPng, `${card}&as=png`, `${id}.png`],
    [say.asZip, `/api/ai-users/${id}/export`, `${id}.zip`],
  ] as const;
  return (
    <section class="edit-part" aria-labelledby="edit-take">
      <h2 id="edit-take">{say.take}</h2>
      <p class="hint">{say.takeLead}</p>
      <div class="acts">
        {ways.map(([label, path, name]) => (
          <button
            key={name}
            type="button"
            class="pill"
            aria-disabled={busy}
            onClick={() => void take(path, name)}
          >
            {label}
          </button>
        ))}
        {busy && (
          <button type="button" class="quiet" onClick={() => running.current?.abort()}>
            {say.cancel}
          </button>
        )}
      </div>
      <p
        class={state.value !== null && "wrong" in state.value && state.value.wrong ? "wrong" : "hint"}
        role="status"
      >
        {state.value === null
          ? ""
          : "bytes" in state.value
            ? say.fetching(sizeWords(state.value.bytes))
            : state.value.told}
      </p>
    </section>
  );
}
