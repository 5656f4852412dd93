// The frame of a small form within the panel: what is wrong, save and leave; Escape leaves it too.
import type { ComponentChildren } from "preact";
import { innerWords } from "../words-inner.ts";

type SmallFormProps = {
  label: string;
  /** "" where nothing is wrong. */
  wrong?: string;
  onSave: (data: FormData) => void;
  onDone: () => void;
  children: ComponentChildren;
};

export function SmallForm({ label, wrong = "", onSave, onDone, children }: SmallFormProps) {
  const { value: say } = innerWords;
  return (
    <form
      class="mend"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(new FormData(event.currentTarget));
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.stopPropagation();
        event.preventDefault();
        onDone();
      }}
    >
      {children}
      <div role="alert">{wrong !== "" && <p class="wrong">{wrong}</p>}</div>
      <div class="acts">
        <button type="submit" class="pill strong">
          {say.save}
        </button>
        <button type="button" class="pill" onClick={onDone}>
          {say.leaveIt}
        </button>
      </div>
    </form>
  );
}
