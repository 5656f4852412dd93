// One labelled field of a form, with its hint and what is wrong with it.
import type { JSX, Ref, TargetedEvent } from "preact";

type FieldProps = {
  id: string;
  label: string;
  hint?: string;
  wrong?: string | null;
  /** Stands at the right of the label. */
  beside?: JSX.Element;
  inputRef?: Ref<HTMLInputElement>;
  name: string;
  type?: "text" | "password";
  autocomplete?: string;
  autocapitalize?: "none";
  spellcheck?: boolean;
  placeholder?: string;
  maxLength?: number;
  /** What stands in it, where the form keeps it; `onType` hears every change. */
  value?: string;
  onType?: (text: string) => void;
  inputMode?: "numeric" | "decimal" | "url";
  /** Id of a datalist with what may be meant. */
  list?: string;
};

/** Label above, hint below; what is wrong is tied to the field, so that it is read with it. */
export function Field({
  id,
  label,
  hint,
  wrong,
  beside,
  inputRef,
  type = "text",
  onType,
  ...rest
}: FieldProps) {
  const told = wrong != null && wrong !== "";
  const notes = [told ? `${id}-wrong` : "", hint === undefined ? "" : `${id}-hint`].filter(
    (note) => note !== "",
  );
  const input = {
    ...rest,
    id,
    class: "input",
    ref: inputRef,
    ...(onType && {
      onInput: (event: TargetedEvent<HTMLInputElement>) => onType(event.currentTarget.value),
    }),
    "aria-invalid": told,
    "aria-describedby": notes.length === 0 ? undefined : notes.join(" "),
  };
  return (
    <div class="field">
      <div class="field-line">
        <label for={id}>{label}</label>
        {beside}
      </div>
      {type === "password" ? <input {...input} type="password" /> : <input {...input} type="text" />}
      {told && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
