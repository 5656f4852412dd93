// A field for JSON: the editor with line numbers where it could be loaded, a plain one where not.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { CodeEditor } from "../code-editor.ts";
import { memoryWords } from "../words-memory.ts";

type CodeProps = {
  label: string;
  text: string;
  readOnly?: boolean;
  onReady: (field: CodeEditor) => void;
  onChange?: () => void;
};

export function Code(props: CodeProps) {
  const place = useRef<HTMLDivElement>(null);
  const plain = useSignal(false);
  useEffect(() => {
    const { label, text, readOnly = false, onReady, onChange } = props;
    let editor: CodeEditor | null = null;
    let gone = false;
    import("../code-editor.ts").then(
      ({ openCodeEditor }) => {
        if (gone || place.current === null) return;
        const { value: say } = memoryWords;
        const more = onChange === undefined ? {} : { onChange };
        const notJson = say.notJsonHere;
        editor = openCodeEditor({ place: place.current, text, label, readOnly, notJson, ...more });
        onReady(editor);
      },
      () => {
        plain.value = true;
      },
    );
    return () => {
      gone = true;
      editor?.close();
    };
  }, []);
  return plain.value ? <Plain {...props} /> : <div class="code" ref={place} />;
}

function Plain({ label, text, readOnly = false, onReady, onChange }: CodeProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const field = area.current;
    if (field === null) return;
    onReady({
      text: () => field.value,
      showFaults: () => undefined,
      markLines: () => undefined,
      pointAt(at) {
        field.focus();
        field.setSelectionRange(at, Math.min(at + 1, field.value.length));
      },
      hold(on) {
        field.readOnly = on || readOnly;
      },
      focus: () => field.focus(),
      close: () => undefined,
    });
  }, []);
  return (
    <textarea
      class="mono code"
      aria-label={label}
      spellcheck={false}
      readOnly={readOnly}
      ref={area}
      defaultValue={text}
      onInput={onChange}
    />
  );
}
