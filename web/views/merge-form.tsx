// Making one memory of several: which ones, and then one undoable change.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useDeeds } from "../deeds.ts";
import { useHere } from "../here.ts";
import type { Written } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { memoryWords } from "../words-memory.ts";

type MergeFormProps = { id: string; entries: readonly { id: string; label: string }[]; onDone: () => void };

export function MergeForm({ id, entries, onDone }: MergeFormProps) {
  const page = usePage();
  const deeds = useDeeds();
  const here = useHere();
  const first = useRef<HTMLInputElement>(null);
  const wrong = useSignal("");
  const { value: say } = memoryWords;
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  useLayoutEffect(() => first.current?.focus(), []);
  const merge = async (chosen: string[]) => {
    wrong.value = chosen.length < 2 ? say.mergeFew : "";
    if (chosen.length < 2) return;
    const path = `/api/memory/${id}/episodes/merge`;
    const task = () => page.api.json<Written>(path, { method: "POST", body: { ids: chosen } });
    if ((await deeds.run(task, say.mergedNow(chosen.length))) && here()) onDone();
  };
  return (
    <form
      class="mend"
      aria-label={say.merge}
      onSubmit={(event) => {
        event.preventDefault();
        void merge(new FormData(event.currentTarget).getAll("id").map(String));
      }}
    >
      <p class="hint">{say.mergeHint}</p>
      {entries.map((entry, at) => (
        <label class="check" key={entry.id}>
          <input type="checkbox" name="id" value={entry.id} {...(at === 0 ? { ref: first } : {})} />
          <span class="serif" lang={spoken}>
            {entry.label}
          </span>
        </label>
      ))}
      <div role="alert">{wrong.value !== "" && <p class="wrong">{wrong.value}</p>}</div>
      <div class="acts">
        <button type="submit" class="pill strong" aria-disabled={deeds.busy.value}>
          {say.mergeThese}
        </button>
        <button type="button" class="pill" onClick={onDone}>
          {say.leaveIt}
        </button>
      </div>
    </form>
  );
}
