// One figure that is set by hand, with its unit, what is wrong with it, and how saving it went.
import type { Signal } from "@preact/signals";
import type { Act } from "../../act.ts";
import { meWords } from "../../words-me.ts";
import { Field } from "../field.tsx";
import { ActLine } from "./parts.tsx";

type FigureFormProps = {
  /** The id and the name of the field. */
  name: string;
  label: string;
  inputMode: "decimal" | "numeric";
  placeholder?: string;
  hint: string;
  text: Signal<string>;
  /** "" where nothing is wrong. */
  wrong: Signal<string>;
  act: Act;
  onSave: () => void;
};

export function FigureForm({ name, text, wrong, act, onSave, hint, ...field }: FigureFormProps) {
  return (
    <>
      <form
        class="ask"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <Field
          {...field}
          id={name}
          name={name}
          autocomplete="off"
          hint={hint}
          wrong={wrong.value}
          value={text.value}
          onType={(next) => {
            text.value = next;
            wrong.value = "";
          }}
        />
        <button type="submit" class="pill" aria-disabled={act.busy.value}>
          {meWords.value.save}
        </button>
      </form>
      <ActLine act={act} />
    </>
  );
}
