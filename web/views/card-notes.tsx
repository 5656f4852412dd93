// The small print of a character card: lines that would steer every answer, odd places, and what does not come along.
import type { Signal } from "@preact/signals";
import type { CardPreview } from "../../src/schema/request-exchange.ts";
import { startWords } from "../words-start.ts";

type Item = CardPreview["dropped"][number];

/** Items shown of each list; the rest is counted. */
const mostShown = 20;

export function CardNotes({ preview }: { preview: CardPreview }) {
  const { card: say } = startWords.value;
  const { suspicious, dropped, kept, places } = preview;
  return (
    <>
      {suspicious.length > 0 && (
        <details class="card-odd">
          <summary>{say.suspicious(suspicious.length)}</summary>
          <Items items={suspicious} />
        </details>
      )}
      {dropped.length > 0 && (
        <details>
          <summary>{say.dropped(dropped.length)}</summary>
          <Items items={dropped} />
        </details>
      )}
      {kept.length > 0 && <p class="hint">{say.kept(kept.length)}</p>}
      {places.length > 0 && (
        <p class="hint">
          {say.places}: {places.slice(0, mostShown).join(", ")}
        </p>
      )}
    </>
  );
}

function Items({ items }: { items: readonly Item[] }) {
  return (
    <ul class="card-items">
      {items.slice(0, mostShown).map((item) => (
        <li key={`${item.path} ${item.reason}`}>
          <code>{item.path}</code> {item.reason}
          {item.text !== undefined && <q>{item.text.slice(0, 200)}</q>}
        </li>
      ))}
    </ul>
  );
}

type SteeringProps = { preview: CardPreview; take: Signal<readonly string[]> };

/** Amber, and left out until it was read and ticked. */
export function Steering({ preview, take }: SteeringProps) {
  const { card: say } = startWords.value;
  const lines = preview.steering.filter(({ text }) => text.trim() !== "");
  if (lines.length === 0) return null;
  return (
    <fieldset class="asked steering">
      <legend>{say.steering}</legend>
      <p class="hint">{say.steeringLead}</p>
      {lines.map(({ name, text }) => {
        const title = say.steeringNames[name] ?? name;
        return (
          <div key={name}>
            <label class="check">
              <input
                type="checkbox"
                checked={take.value.includes(name)}
                onChange={(event) => {
                  const others = take.value.filter((one) => one !== name);
                  take.value = event.currentTarget.checked ? [...others, name] : others;
                }}
              />
              <span>{say.take(title)}</span>
            </label>
            <p class="serif">{text.slice(0, 2_000)}</p>
          </div>
        );
      })}
    </fieldset>
  );
}
