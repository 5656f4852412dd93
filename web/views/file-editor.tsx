// The editor of one memory file, over the whole page: faults at their line, and both sides where it changed meanwhile.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CodeEditor, Fault } from "../code-editor.ts";
import { useDeeds } from "../deeds.ts";
import { editText, parseEdited, placeIn, type Saved, type ShapeFault, saveFile } from "../file-edit.ts";
import { useHere } from "../here.ts";
import { jsonFault } from "../json-fault.ts";
import { placeOfPath } from "../json-path.ts";
import { differingLines } from "../line-diff.ts";
import { usePage } from "../page-state.ts";
import { shapeWords } from "../shape-words.ts";
import type { MemoryFileText } from "../shapes.ts";
import { memoryWords } from "../words-memory.ts";
import { Code } from "./code.tsx";
import { Icon } from "./icon.tsx";

type FileEditorProps = { id: string; file: MemoryFileText; onDone: () => void };

type Told = { wrong: string; faults: { at: number; line: number; message: string }[] };

const fine: Told = { wrong: "", faults: [] };

function placed(text: string, faults: readonly ShapeFault[]): Told["faults"] {
  const { value: say } = memoryWords;
  return faults.map(({ path, message }) => {
    const at = placeOfPath(text, path);
    return { at, line: placeIn(text, at).line, message: shapeWords(message, say) };
  });
}

/** Checks the text, writes it, and tells what came of it. */
function useSaving({ id, file, onDone }: FileEditorProps, field: { current: CodeEditor | null }) {
  const page = usePage();
  const deeds = useDeeds();
  const here = useHere();
  const writing = useRef(false);
  const told = useSignal<Told>(fine);
  const theirs = useSignal<MemoryFileText | null>(null);
  const { value: say } = memoryWords;
  const show = (wrong: string, faults: Told["faults"]) => {
    told.value = { wrong, faults };
    field.current?.showFaults(faults satisfies Fault[]);
    const [first] = faults;
    if (first !== undefined) field.current?.pointAt(first.at);
  };
  const write = async (text: string, value: unknown) => {
    if (writing.current) return;
    writing.current = true;
    const result: { saved?: Saved } = {};
    const task = async () => {
      const saved = await saveFile(page.api, id, theirs.value ?? file, value);
      result.saved = saved;
      return saved.outcome === "saved" ? saved : undefined;
    };
    // What is typed now would be in neither of the two.
    field.current?.hold(true);
    await deeds.run(task, say.fileSaved(file.name));
    field.current?.hold(false);
    writing.current = false;
    const { saved } = result;
    if (saved === undefined || !here()) return;
    if (saved.outcome === "saved") return onDone();
    deeds.clear();
    if (saved.outcome === "shape") return show(say.wrongShape, placed(text, saved.faults));
    theirs.value = saved.theirs;
    field.current?.markLines(differingLines(text, editText(saved.theirs.content)).mine);
  };
  const save = (sure: boolean) => {
    const text = field.current?.text();
    if (text === undefined) return;
    deeds.clear();
    const parsed = parseEdited(text);
    if (parsed.ok) {
      const unsure = file.name === "core_memory.json" && !sure;
      show(unsure ? say.coreNotSure : "", []);
      if (!unsure) void write(text, parsed.value);
      return;
    }
    const { place } = parsed;
    if (place === null) return show(say.notJsonAnywhere, []);
    const at = jsonFault(text) ?? 0;
    show(say.notJson(place.line, place.column), [{ at, line: place.line, message: say.notJsonHere }]);
  };
  return { told, theirs, save };
}

/** Leaves at once where nothing was typed, else after asking. */
function useLeaving(begun: string, field: { current: CodeEditor | null }, onDone: () => void) {
  const leaving = useSignal(false);
  const leave = () => {
    const typed = field.current?.text() ?? begun;
    if (typed !== begun && !leaving.value) leaving.value = true;
    else onDone();
  };
  return { leaving, leave };
}

/** What was being typed when the view went without its person's doing: a window made narrow, a phone that was turned. */
const dropped = new Map<string, string>();

/** The text to begin with, and the end of it: what is neither saved nor thrown away by then is there the next time. */
function useDropped({ id, file, onDone }: FileEditorProps, field: { current: CodeEditor | null }) {
  const key = `${id} ${file.name} ${file.revision}`;
  const done = useRef(false);
  useEffect(
    () => () => {
      const text = field.current?.text();
      if (done.current || text === undefined) dropped.delete(key);
      else dropped.set(key, text);
    },
    [],
  );
  return {
    start: dropped.get(key),
    end: () => {
      done.current = true;
      onDone();
    },
  };
}

export function FileEditor(props: FileEditorProps) {
  const { file } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<CodeEditor>(null);
  const begun = editText(file.content);
  const { start, end: onDone } = useDropped(props, field);
  const { told, theirs, save } = useSaving({ ...props, onDone }, field);
  const { leaving, leave } = useLeaving(begun, field, onDone);
  const { value: say } = memoryWords;
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog
      class="editor"
      ref={dialog}
      aria-label={say.mendOf(file.name)}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(new FormData(event.currentTarget).get("sure") !== null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        <div class="editor-top">
          <h2>{file.name}</h2>
          <button type="button" class="icon-button" aria-label={say.closeEditor} onClick={leave}>
            <Icon name="close" />
          </button>
        </div>
        <p class="hint">{say.editHint}</p>
        <Sides begun={start ?? begun} name={file.name} theirs={theirs} field={field} leaving={leaving} />
        <Foot file={file} told={told.value} field={field} leaving={leaving} leave={leave}>
          {theirs.value !== null && (
            <button type="button" class="pill" onClick={onDone}>
              {say.takeTheirs}
            </button>
          )}
        </Foot>
      </form>
    </dialog>
  );
}

type SidesProps = {
  begun: string;
  name: string;
  theirs: Signal<MemoryFileText | null>;
  field: { current: CodeEditor | null };
  leaving: Signal<boolean>;
};

/** One's own text, and beside it what somebody else wrote in between; lines that differ are marked on both. */
function Sides({ begun, name, theirs, field, leaving }: SidesProps) {
  const { value: say } = memoryWords;
  const other = theirs.value;
  const text = other === null ? "" : editText(other.content);
  return (
    <>
      {other !== null && (
        <p class="asked" role="alert">
          {say.conflictTitle}
        </p>
      )}
      <div class={other === null ? "code-sides" : "code-sides both"}>
        {other !== null && (
          <div class="code-side" key={other.revision}>
            <p class="sent-role">{say.theirs}</p>
            <Code
              label={say.theirs}
              text={text}
              readOnly
              onReady={(made) => made.markLines(differingLines(field.current?.text() ?? "", text).theirs)}
            />
          </div>
        )}
        <div class="code-side" key="mine">
          {other !== null && <p class="sent-role">{say.mine}</p>}
          <Code
            label={say.editText(name)}
            text={begun}
            onReady={(made) => {
              field.current = made;
              made.focus();
            }}
            onChange={() => {
              leaving.value = false;
            }}
          />
        </div>
      </div>
    </>
  );
}

type FootProps = {
  file: MemoryFileText;
  told: Told;
  field: { current: CodeEditor | null };
  leaving: Signal<boolean>;
  leave: () => void;
  /** Stands with the acts once both sides are shown. */
  children: ComponentChildren;
};

function Foot({ file, told, field, leaving, leave, children }: FootProps) {
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  const failed = deeds.last.value?.wrong === true ? deeds.last.value.said : "";
  const both = children !== false;
  return (
    <div class="editor-foot">
      <div role="alert">
        {told.wrong !== "" && <p class="wrong">{told.wrong}</p>}
        {failed !== "" && <p class="wrong">{failed}</p>}
        {leaving.value && <p class="wrong">{say.leaveSure}</p>}
      </div>
      {told.faults.length > 0 && (
        <ul class="names faults">
          {told.faults.map(({ at, line, message }) => (
            <li key={`${at} ${message}`}>
              <button type="button" class="quiet" onClick={() => field.current?.pointAt(at)}>
                {say.atLine(line, message)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {file.name === "core_memory.json" && (
        <label class="check">
          <input type="checkbox" name="sure" />
          <span>{say.coreSure}</span>
        </label>
      )}
      <div class="acts">
        <button type="submit" class="pill strong" aria-disabled={deeds.busy.value}>
          {both ? say.keepMine : say.save}
        </button>
        {children}
        <button type="button" class="pill" onClick={leave}>
          {leaving.value ? say.throwAway : say.leaveIt}
        </button>
      </div>
    </div>
  );
}
