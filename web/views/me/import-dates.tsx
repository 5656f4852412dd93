// When a file was said: in which order its dates are read, and the day of one without times.
import type { Signal } from "@preact/signals";
import { dateOrders, type ImportDraft } from "../../import-wish.ts";
import { meWords } from "../../words-me.ts";

/** Dates like "1/2/26": in which order they were read, and a way to say another. */
export function DateOrders({ draft, onAgain }: { draft: Signal<ImportDraft>; onAgain: () => void }) {
  const { value: say } = meWords;
  const { dates } = draft.value;
  const choose = (value: string) => {
    const order = dateOrders.find((one) => one === value);
    if (order === undefined) return;
    draft.value = { ...draft.value, dates: order };
    onAgain();
  };
  return (
    <div class="field">
      <label for="import-dates">{say.dateOrder}</label>
      <select
        id="import-dates"
        class="input"
        aria-describedby="import-dates-hint"
        value={dates ?? ""}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {dates === null && <option value="">{say.dateOrders.ask}</option>}
        {dateOrders.map((one) => (
          <option key={one} value={one}>
            {say.dateOrders[one]}
          </option>
        ))}
      </select>
      <p class="hint" id="import-dates-hint">
        {say.dateOrderHint}
      </p>
    </div>
  );
}

/** The day of a talk without times. */
export function LastDay({ undated, draft }: { undated: number; draft: Signal<ImportDraft> }) {
  const { value: say } = meWords;
  return (
    <div class="field">
      <p>{say.undated(undated)}</p>
      <label for="import-day">{say.lastDay}</label>
      <input
        id="import-day"
        type="date"
        class="input"
        aria-describedby="import-day-hint"
        value={draft.value.lastDay}
        onChange={(event) => {
          draft.value = { ...draft.value, lastDay: event.currentTarget.value };
        }}
      />
      <p class="hint" id="import-day-hint">
        {say.lastDayHint}
      </p>
    </div>
  );
}
