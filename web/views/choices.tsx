// A few choices in one row: radio buttons, so that arrow keys and screen readers know them.

type ChoicesProps<T extends string> = {
  name: string;
  legend: string;
  values: readonly T[];
  labels: Record<T, string>;
  chosen: T;
  hint?: string;
  onChoose: (value: T) => void;
};

export function Choices<T extends string>(props: ChoicesProps<T>) {
  const { name, legend, values, labels, chosen, hint, onChoose } = props;
  return (
    <fieldset class="choice-set" aria-describedby={hint === undefined ? undefined : `${name}-hint`}>
      <legend>{legend}</legend>
      <div class="choices">
        {values.map((value) => (
          <label class="choice" key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <span>{labels[value]}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
