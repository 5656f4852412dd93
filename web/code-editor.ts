// A text field for JSON, made by CodeMirror: line numbers, colours, faults at their line. Loaded when a file is edited.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { jsonFault } from "./json-fault.ts";

export type Fault = {
  /** Place in the text, in UTF-16 units from 0. */
  at: number;
  message: string;
};

export type CodeEditor = {
  text(): string;
  /** Shows faults at their lines until the text changes. */
  showFaults(faults: readonly Fault[]): void;
  /** Puts the cursor there, and the place in sight. */
  pointAt(at: number): void;
  /** Marks whole lines, counted from 1. */
  markLines(lines: ReadonlySet<number>): void;
  /** Takes no letters while it is held. */
  hold(on: boolean): void;
  focus(): void;
  close(): void;
};

type CodeEditorOptions = {
  place: HTMLElement;
  text: string;
  label: string;
  readOnly?: boolean;
  /** What is said at a place that is no JSON. */
  notJson: string;
  onChange?: () => void;
};

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--leaf)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--seal)" },
  { tag: tags.string, color: "var(--ink)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--sunk)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.7" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--sunk)",
    color: "var(--ink-3)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--sheet)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--leaf-wash)",
  },
  ".cm-matchingBracket": { backgroundColor: "var(--leaf-wash)", outline: "1px solid var(--leaf)" },
  ".cm-differs": { backgroundColor: "var(--warn-wash)", boxShadow: "inset 3px 0 var(--warn)" },
  ".cm-tooltip": {
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
  },
  ".cm-gutter-lint .cm-gutterElement": { display: "grid", placeItems: "center" },
  ".cm-lint-marker-error": {
    content: "normal",
    width: "8px",
    height: "8px",
    borderRadius: "50%",
    backgroundColor: "var(--warn)",
  },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--warn)", padding: "4px 10px" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warn)",
    textUnderlineOffset: "3px",
  },
});

const marks = StateEffect.define<ReadonlySet<number>>();
const differs = Decoration.line({ class: "cm-differs" });

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, change) {
    for (const effect of change.effects) {
      if (!effect.is(marks)) continue;
      const builder = new RangeSetBuilder<Decoration>();
      for (const line of [...effect.value].sort((a, b) => a - b))
        if (line <= change.state.doc.lines) {
          const { from } = change.state.doc.line(line);
          builder.add(from, from, differs);
        }
      return builder.finish();
    }
    return before.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** So long after the last key the text is looked through for faults, in milliseconds. */
const lookAfter = 500;

function diagnosticsOf(state: EditorState, faults: readonly Fault[]): Diagnostic[] {
  return faults.map(({ at, message }) => {
    const from = Math.min(at, state.doc.length);
    const to = Math.max(from, Math.min(from + 1, state.doc.length));
    return { from, to, severity: "error", message };
  });
}

/** Looks for what is no JSON some time after the last change; `stop` where somebody else has found faults. */
function watchFaults(notJson: string, onChange: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = EditorView.updateListener.of(({ docChanged, view }) => {
    if (!docChanged) return;
    onChange();
    clearTimeout(timer);
    timer = setTimeout(() => {
      const at = jsonFault(view.state.doc.toString());
      const faults = at === null ? [] : [{ at, message: notJson }];
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, faults)));
    }, lookAfter);
  });
  return { watch, stop: () => clearTimeout(timer) };
}

/** Opens the field in its place. It lives in a tree of its own: its styles are made by code, which the page's policy refuses in the document. */
export function openCodeEditor(options: CodeEditorOptions): CodeEditor {
  const { place, text, label, readOnly = false, notJson, onChange = () => undefined } = options;
  const faultsSeen = watchFaults(notJson, onChange);
  const held = new Compartment();
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        drawSelection(),
        json(),
        syntaxHighlighting(colours),
        bracketMatching(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
        look,
        marked,
        // Tab goes on to the next control, as everywhere on the page.
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
        readOnly
          ? [EditorState.readOnly.of(true)]
          : [
              held.of([]),
              history(),
              closeBrackets(),
              indentOnInput(),
              highlightActiveLine(),
              highlightActiveLineGutter(),
              lintGutter(),
              faultsSeen.watch,
            ],
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    showFaults(faults) {
      faultsSeen.stop();
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, faults)));
    },
    pointAt(at) {
      const anchor = Math.min(at, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    markLines(lines) {
      view.dispatch({ effects: marks.of(lines) });
    },
    hold: (on) => view.dispatch({ effects: held.reconfigure(on ? EditorState.readOnly.of(true) : []) }),
    focus: () => view.focus(),
    close() {
      faultsSeen.stop();
      view.destroy();
    },
  };
}
