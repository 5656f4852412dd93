// The editor of one memory file: faults at their line, faults of shape by their path, and both sides where it changed meanwhile.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useDeeds } from "../deeds.ts";
import { editText, parseEdited, type Saved, saveFile } from "../file-edit.ts";
import { usePage } from "../page-state.ts";
import type { MemoryFileText } from "../shapes.ts";
import { memoryWords } from "../words-memory.ts";
import { FormEnd } from "./fact-form.tsx";

type FileEditorProps = { id: string; file: MemoryFileText; onDone: () => void };

type Told = { wrong: string; faults: string[] };

const fine: Told = { wrong: "", faults: [] };

/** Puts the cursor where the fault is. */
function pointAt(field: HTMLTextAreaElement | null, line: number, column: number): void {
  if (field === null) return;
  const before = field.value.split("\n").slice(0, line - 1);
  const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  field.focus();
  field.setSelectionRange(at, Math.min(at + 1, field.value.length));
}

/** Checks the text, writes it, and tells what came of it. */
function useSaving(
  { id, file, onDone }: FileEditorProps,
  field: { readonly current: HTMLTextAreaElement | null },
) {
  const page = usePage();
  const deeds = useDeeds();
  const told = useSignal<Told>(fine);
  const theirs = useSignal<MemoryFileText | null>(null);
  const { value: say } = memoryWords;
  const write = async (value: unknown) => {
    const result: { saved?: Saved } = {};
    const task = async () => {
      const saved = await saveFile(page.api, id, theirs.value ?? file, value);
      result.saved = saved;
      return saved.outcome === "saved" ? saved : undefined;
    };
    await deeds.run(task, say.fileSaved(file.name));
    const { saved } = result;
    if (saved === undefined) return;
    if (saved.outcome === "saved") return onDone();
    deeds.clear();
    if (saved.outcome === "conflict") theirs.value = saved.theirs;
    else told.value = { wrong: say.wrongShape, faults: saved.faults };
  };
  const save = (sure: boolean) => {
    const parsed = parseEdited(field.current?.value ?? "");
    if (parsed.ok) {
      const unsure = file.name === "core_memory.json" && !sure;
      told.value = unsure ? { wrong: say.coreNotSure, faults: [] } : fine;
      if (!unsure) void write(parsed.value);
      return;
    }
    const { place } = parsed;
    const wrong = place === null ? say.notJsonAnywhere : say.notJson(place.line, place.column);
    told.value = { wrong, faults: [] };
    if (place !== null) pointAt(field.current, place.line, place.column);
  };
  return { told, theirs, save };
}

export function FileEditor(props: FileEditorProps) {
  const { file, onDone } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const { told, theirs, save } = useSaving(props, field);
  const { value: say } = memoryWords;
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="mend"
      aria-label={say.mendOf(file.name)}
      onSubmit={(event) => {
        event.preventDefault();
        save(new FormData(event.currentTarget).get("sure") !== null);
      }}
    >
      {theirs.value !== null && <Conflict theirs={theirs.value} onTake={onDone} />}
      <div class="field">
        <label for="file-text">{theirs.value === null ? say.editText(file.name) : say.mine}</label>
        <textarea
          id="file-text"
          class="mono edited"
          name="text"
          spellcheck={false}
          ref={field}
          defaultValue={editText(file.content)}
          aria-describedby="file-text-hint"
        />
        <p class="hint" id="file-text-hint">
          {say.editHint}
        </p>
      </div>
      <div role="alert">
        {told.value.wrong !== "" && <p class="wrong">{told.value.wrong}</p>}
        {told.value.faults.length > 0 && (
          <ul class="names">
            {told.value.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </div>
      {file.name === "core_memory.json" && (
        <label class="check">
          <input type="checkbox" name="sure" />
          <span>{say.coreSure}</span>
        </label>
      )}
      {theirs.value === null ? <FormEnd onCancel={onDone} /> : <KeepMine />}
    </form>
  );
}

/** Somebody else wrote in between: what stands there now, beside one's own text. */
function Conflict({ theirs, onTake }: { theirs: MemoryFileText; onTake: () => void }) {
  const { value: say } = memoryWords;
  return (
    <div class="asked" role="alert">
      <p>{say.conflictTitle}</p>
      <p class="sent-role">{say.theirs}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre class="mono short" tabIndex={0}>
        {editText(theirs.content)}
      </pre>
      <div class="acts">
        <button type="button" class="pill" onClick={onTake}>
          {say.takeTheirs}
        </button>
      </div>
    </div>
  );
}

function KeepMine() {
  return (
    <div class="acts">
      <button type="submit" class="pill strong">
        {memoryWords.value.keepMine}
      </button>
    </div>
  );
}
