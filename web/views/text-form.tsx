// The form of a text that is put right: a summary, the points of an old memory, a core memory.
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useHere } from "../here.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";
import { FormEnd } from "./fact-form.tsx";

type TextFormProps = {
  label: string;
  text: string;
  /** Characters at most. */
  longest: number;
  hint?: string;
  /** Answers whether it was saved. */
  onSave: (text: string) => Promise<boolean>;
  onDone: () => void;
};

export function TextForm({ label, text, longest, hint, onSave, onDone }: TextFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const wrong = useSignal("");
  const saving = useSignal(false);
  const here = useHere();
  const name = useId();
  useLayoutEffect(() => field.current?.focus(), []);
  const save = async (next: string) => {
    wrong.value = next === "" ? words.value.fieldEmpty : "";
    if (next === "") return;
    if (saving.value) return;
    if (next === text) return onDone();
    saving.value = true;
    const saved = await onSave(next);
    saving.value = false;
    if (saved && here()) onDone();
  };
  return (
    <form
      class="mend"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void save(String(new FormData(event.currentTarget).get("text") ?? "").trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.stopPropagation();
        event.preventDefault();
        onDone();
      }}
    >
      <div class="field">
        <label for={name}>{memoryWords.value.howItWas}</label>
        <textarea
          id={name}
          class="input serif"
          name="text"
          ref={field}
          maxLength={longest}
          readOnly={saving.value}
          defaultValue={text}
          aria-describedby={hint === undefined ? undefined : `${name}-hint`}
        />
        {hint !== undefined && (
          <p class="hint" id={`${name}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <div role="alert">{wrong.value !== "" && <p class="wrong">{wrong.value}</p>}</div>
      <FormEnd onCancel={onDone} />
    </form>
  );
}
