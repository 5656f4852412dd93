// The form of a fact: a new one, or one that is put right.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useDeeds } from "../deeds.ts";
import { categories, factText, valueFrom, valueText } from "../fact-words.ts";
import { useHere } from "../here.ts";
import type { Fact, FactWish, Written } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";

type FactFormProps = { user_id: string; fact: Fact | null; onDone: () => void };

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "").trim();

/** What changed in the form; a sentence that was left as it is follows the new value by itself. */
function wishOf(form: FormData, fact: Fact | null): FactWish {
  const category = categories.find((one) => one === form.get("category"));
  const scope = form.get("shared") === null ? ("private" as const) : ("shared" as const);
  const statement = textOf(form, "statement");
  if (fact === null) {
    const wish: FactWish = { key: textOf(form, "key"), value: textOf(form, "value"), scope };
    return { ...wish, ...(category && { category }), ...(statement !== "" && { statement }) };
  }
  const wish: FactWish = {};
  const value = valueFrom(textOf(form, "value"), fact.value);
  const restated = valueText(fact.value) !== valueText(value);
  if (restated) wish.value = value;
  if (restated && form.get("mistake") !== null) wish.mistake = true;
  if (statement !== "" && statement !== fact.statement.trim()) wish.statement = statement;
  if (scope !== fact.scope) wish.scope = scope;
  if (category !== undefined && category !== fact.category) wish.category = category;
  return wish;
}

export function FactForm({ user_id, fact, onDone }: FactFormProps) {
  const page = usePage();
  const deeds = useDeeds();
  const here = useHere();
  const first = useRef<HTMLInputElement>(null);
  const wrong = useSignal("");
  const { value: say } = memoryWords;
  const name = fact?.id ?? "new";
  useLayoutEffect(() => first.current?.focus(), []);
  const save = async (form: FormData) => {
    const missing = textOf(form, "value") === "" || (fact === null && textOf(form, "key") === "");
    wrong.value = missing ? words.value.fieldEmpty : "";
    if (missing) return;
    const wish = wishOf(form, fact);
    if (Object.keys(wish).length === 0) return onDone();
    const path = `/api/memory/${user_id}/facts`;
    const task = () =>
      fact === null
        ? page.api.json<Written>(path, { method: "POST", body: wish })
        : page.api.json<Written>(`${path}/${encodeURIComponent(fact.id)}`, { method: "PUT", body: wish });
    if ((await deeds.run(task, fact === null ? say.addedNow : say.mendedNow)) && here()) onDone();
  };
  return (
    <form
      class="mend"
      aria-label={fact === null ? say.addFact : say.mendOf(factText(fact))}
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        event.preventDefault();
        onDone();
      }}
    >
      {fact === null && (
        <Line id={`key-${name}`} label={say.factKey} hint={say.factKeyHint} name="key" inputRef={first} />
      )}
      <Line
        id={`value-${name}`}
        label={say.factValue}
        name="value"
        value={fact === null ? "" : valueText(fact.value)}
        {...(fact === null ? {} : { inputRef: first })}
      />
      <Line
        id={`statement-${name}`}
        label={say.factStatement}
        hint={say.factStatementHint}
        name="statement"
        value={fact?.statement ?? ""}
      />
      <Choice name={name} chosen={fact?.category ?? "personal_info"} />
      {fact !== null && <Check name="mistake" label={say.wasNeverSo} checked={false} />}
      <Check name="shared" label={say.shareIt} checked={fact?.scope === "shared"} />
      <div role="alert">{wrong.value !== "" && <p class="wrong">{wrong.value}</p>}</div>
      <FormEnd onCancel={onDone} />
    </form>
  );
}

/** Save, and leave it as it is. */
export function FormEnd({ onCancel }: { onCancel: () => void }) {
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  return (
    <div class="acts">
      <button type="submit" class="pill strong" aria-disabled={deeds.busy.value}>
        {say.save}
      </button>
      <button type="button" class="pill" onClick={onCancel}>
        {say.leaveIt}
      </button>
    </div>
  );
}

type LineProps = {
  id: string;
  label: string;
  name: string;
  value?: string;
  hint?: string;
  inputRef?: { current: HTMLInputElement | null };
};

function Line({ id, label, name, value = "", hint, inputRef }: LineProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="text"
        name={name}
        defaultValue={value}
        maxLength={500}
        autocomplete="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...(inputRef === undefined ? {} : { ref: inputRef })}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function Choice({ name, chosen }: { name: string; chosen: Fact["category"] }) {
  const { value: say } = memoryWords;
  return (
    <div class="field">
      <label for={`category-${name}`}>{say.factCategory}</label>
      <select class="input" id={`category-${name}`} name="category">
        {categories.map((one) => (
          <option key={one} value={one} selected={one === chosen}>
            {say.categories[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

function Check({ name, label, checked }: { name: string; label: string; checked: boolean }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} defaultChecked={checked} />
      <span>{label}</span>
    </label>
  );
}
