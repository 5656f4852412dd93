// What the models cost, for the admin to enter: without it nothing can be told in money.
import { type Signal, useSignal } from "@preact/signals";
import { useAct } from "../../act.ts";
import { useLoaded } from "../../loading.ts";
import type { Models } from "../../model-shapes.ts";
import { changeModels } from "../../models-file.ts";
import { usePage } from "../../page-state.ts";
import {
  currencies,
  type PriceDraft,
  type PriceField,
  priceDraft,
  priceFaults,
  withPrice,
} from "../../prices.ts";
import { plainDate } from "../../time.ts";
import { meWords } from "../../words-me.ts";
import { LoadTrouble, Shapes } from "../trouble.tsx";
import { ActLine } from "./parts.tsx";

type PricesProps = { open: Signal<boolean>; unpriced: readonly string[]; onChanged: () => void };

/** Folded, until somebody asks for it. */
export function Prices({ open, unpriced, onChanged }: PricesProps) {
  const { value: say } = meWords;
  return (
    <details
      class="cost-one"
      id="prices"
      open={open.value}
      onToggle={(event) => {
        open.value = event.currentTarget.open;
      }}
    >
      <summary id="prices-title">
        <b>{say.prices}</b>
      </summary>
      {open.value && <All unpriced={unpriced} onChanged={onChanged} />}
    </details>
  );
}

const path = "/api/models";

function All({ unpriced, onChanged }: Omit<PricesProps, "open">) {
  const { api } = usePage();
  const [loaded, read] = useLoaded<Models>(api, path);
  const { value, cause } = loaded.value;
  const { value: say } = meWords;
  if (value === null)
    return cause === null ? <Shapes rows={2} /> : <LoadTrouble cause={cause} again={read} />;
  const names = Object.keys(value.models);
  // Those that were asked and have no price stand first.
  const sorted = [...names].sort((a, b) => Number(unpriced.includes(b)) - Number(unpriced.includes(a)));
  const elsewhere = unpriced.filter((name) => !names.includes(name));
  return (
    <>
      <p class="hint">{say.pricesLead}</p>
      {elsewhere.length > 0 && <p class="hint">{say.pricesElsewhere(elsewhere.join(say.comma))}</p>}
      {sorted.map((name) => (
        <PriceForm key={name} name={name} models={value} onSaved={onChanged} />
      ))}
    </>
  );
}

type PriceFormProps = { name: string; models: Models; onSaved: () => void };

function PriceForm({ name, models, onSaved }: PriceFormProps) {
  const page = usePage();
  const { api } = page;
  const entry = models.models[name];
  const act = useAct();
  const draft = useSignal(priceDraft(entry?.price));
  const wrong = useSignal<readonly PriceField[]>([]);
  const { value: say } = meWords;
  const save = async () => {
    wrong.value = priceFaults(draft.value);
    if (wrong.value.length > 0) return act.say(say.budgetBad, true);
    const day = new Date(page.now.value * 1000).toISOString().slice(0, 10);
    const typed = draft.value;
    const change = () => changeModels(api, (now) => withPrice(now, name, typed, day));
    if (await act.run(change, say.priceSaved)) onSaved();
  };
  const checked = entry?.price?.checked_at ?? "";
  return (
    <form
      class="price"
      noValidate
      aria-labelledby={`price-${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p id={`price-${name}`}>
        <b>{name}</b> <small>{entry?.model}</small>
      </p>
      <Figures name={name} draft={draft} wrong={wrong.value} />
      <button type="submit" class="pill" aria-disabled={act.busy.value}>
        {say.save}
      </button>
      {checked !== "" && (
        <small class="hint">{say.priceChecked(plainDate(checked, page.reader(), page.now.value))}</small>
      )}
      <ActLine act={act} />
    </form>
  );
}

const figures = ["input", "cached_input", "output"] as const;

type FiguresProps = { name: string; draft: Signal<PriceDraft>; wrong: readonly PriceField[] };

function Figures({ name, draft, wrong }: FiguresProps) {
  const { value: say } = meWords;
  const { currency } = draft.value;
  const offered = currencies.some((one) => one === currency) ? currencies : [...currencies, currency];
  return (
    <div class="price-figures">
      {figures.map((field) => (
        <label key={field} for={`price-${name}-${field}`}>
          <span>{say.priceFields[field]}</span>
          <input
            id={`price-${name}-${field}`}
            class="input"
            inputMode="decimal"
            autocomplete="off"
            aria-invalid={wrong.includes(field)}
            value={draft.value[field]}
            onInput={(event) => {
              draft.value = { ...draft.value, [field]: event.currentTarget.value };
            }}
          />
        </label>
      ))}
      <label for={`price-${name}-currency`}>
        <span>{say.priceCurrency}</span>
        <select
          id={`price-${name}-currency`}
          class="input"
          value={currency}
          onChange={(event) => {
            draft.value = { ...draft.value, currency: event.currentTarget.value };
          }}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
