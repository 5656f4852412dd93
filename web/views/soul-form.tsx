// The form of a long text about a companion, with its length; what was typed is asked for before it is thrown away.
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useHere } from "../here.ts";
import { innerWords } from "../words-inner.ts";

type SoulFormProps = {
  label: string;
  text: string;
  /** Characters at most. */
  longest: number;
  /** From so many characters on it weighs on every message. */
  heavy?: number;
  spoken: string | undefined;
  act?: string;
  /** Answers whether it was saved. */
  onSave: (text: string) => Promise<boolean>;
  onDone: () => void;
};

export function SoulForm({ label, text, longest, heavy, spoken, act, onSave, onDone }: SoulFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = useSignal(text);
  const leaving = useSignal(false);
  const saving = useSignal(false);
  const here = useHere();
  const name = useId();
  const { value: say } = innerWords;
  useLayoutEffect(() => field.current?.focus(), []);
  const leave = () => {
    if (typed.value !== text && !leaving.value) leaving.value = true;
    else onDone();
  };
  const save = async () => {
    if (saving.value) return;
    if (typed.value === text) return onDone();
    saving.value = true;
    const saved = await onSave(typed.value);
    saving.value = false;
    if (saved && here()) onDone();
  };
  const length = [...typed.value].length;
  return (
    <form
      class="mend"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.stopPropagation();
        event.preventDefault();
        leave();
      }}
    >
      <div class="field">
        <label for={name}>{label}</label>
        <textarea
          id={name}
          class="input serif soul-text"
          ref={field}
          maxLength={longest}
          readOnly={saving.value}
          lang={spoken}
          value={typed.value}
          aria-describedby={`${name}-length`}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            leaving.value = false;
          }}
        />
        <p class="hint" id={`${name}-length`}>
          {say.characters(length)}
          {heavy !== undefined && length > heavy && ` · ${say.longBase}`}
        </p>
      </div>
      <div role="alert">{leaving.value && <p class="wrong">{say.leaveSure}</p>}</div>
      <div class="acts">
        <button type="submit" class="pill strong">
          {act ?? say.save}
        </button>
        <button type="button" class="pill" onClick={leave}>
          {leaving.value ? say.throwAway : say.leaveIt}
        </button>
      </div>
    </form>
  );
}
