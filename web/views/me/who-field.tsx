// Which of the companions something is for.
import type { Signal } from "@preact/signals";
import { usePage } from "../../page-state.ts";

type WhoFieldProps = {
  id: string;
  label: string;
  /** The user_id that was chosen. */
  who: Signal<string>;
  /** The user_id that counts, where the chosen one is gone or none was chosen yet. */
  value?: string;
  /** While something is under way for the one that was chosen. */
  locked?: boolean;
};

export function WhoField({ id, label, who, value = who.value, locked = false }: WhoFieldProps) {
  const { contacts } = usePage();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        disabled={locked}
        value={value}
        onChange={(event) => {
          who.value = event.currentTarget.value;
        }}
      >
        {contacts.list.value.map(({ user_id, name }) => (
          <option key={user_id} value={user_id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
