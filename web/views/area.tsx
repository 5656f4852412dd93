// One labelled field of several lines, with its hint and what is wrong with it.
import type { TargetedEvent } from "preact";

type AreaProps = {
  id: string;
  label: string;
  value: string;
  onType: (text: string) => void;
  hint?: string;
  wrong?: string | undefined;
  placeholder?: string;
  maxLength?: number;
  rows?: number;
  /** Something a companion reads or says: in the letters of memory. */
  serif?: boolean;
  lang?: string | undefined;
};

/** Grows with what is written where the browser knows how; elsewhere it can be pulled. */
export function Area({ id, label, value, onType, hint, wrong = "", rows = 3, serif, ...rest }: AreaProps) {
  const notes = [wrong === "" ? "" : `${id}-wrong`, hint === undefined ? "" : `${id}-hint`];
  const described = notes.filter((note) => note !== "").join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...rest}
        id={id}
        class={serif === true ? "input growing serif" : "input growing"}
        rows={rows}
        value={value}
        aria-invalid={wrong !== ""}
        aria-describedby={described === "" ? undefined : described}
        onInput={(event: TargetedEvent<HTMLTextAreaElement>) => onType(event.currentTarget.value)}
      />
      {wrong !== "" && (
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
