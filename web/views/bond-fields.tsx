// Who the two are to each other: a kind from the offered ones or in one's own words, and whether romance may come.
import type { Signal } from "@preact/signals";
import { type BondDraft, bondKinds, longestKind, ownKind, romances, usualRomance } from "../bond.ts";
import { words } from "../words.ts";
import { startWords } from "../words-start.ts";
import { Choices } from "./choices.tsx";
import { Field } from "./field.tsx";

type BondFieldsProps = {
  name: string;
  draft: Signal<BondDraft>;
  /** The own words are missing. */
  wrong?: string | undefined;
};

export function BondFields({ name, draft, wrong }: BondFieldsProps) {
  const { value: say } = startWords;
  const { bonds } = words.value;
  const { kind, romance } = draft.value;
  const labels = Object.fromEntries(bondKinds.map((one) => [one, bonds[one] ?? one]));
  return (
    <div class="bond">
      <Choices
        name={`${name}-kind`}
        legend={say.bond.title}
        values={[...bondKinds, ownKind]}
        labels={{ ...labels, [ownKind]: say.bond.own }}
        chosen={kind}
        onChoose={(next) => {
          draft.value = { ...draft.value, kind: next, romance: usualRomance(next) };
        }}
      />
      {kind === ownKind && (
        <Field
          id={`${name}-own`}
          name="bond"
          label={say.bond.ownLabel}
          placeholder={say.bond.ownHint}
          maxLength={longestKind}
          autocomplete="off"
          value={draft.value.own}
          onType={(own) => {
            draft.value = { ...draft.value, own };
          }}
          wrong={wrong}
        />
      )}
      <Choices
        name={`${name}-romance`}
        legend={say.bond.romance}
        values={romances}
        labels={say.bond.romances}
        chosen={romance}
        hint={say.bond.romanceHint}
        onChoose={(next) => {
          draft.value = { ...draft.value, romance: next };
        }}
      />
    </div>
  );
}
