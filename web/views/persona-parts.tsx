// The parts of a companion's page: who they are, what the two are to each other, how they talk.
import type { Signal } from "@preact/signals";
import { useSignal, useSignalEffect } from "@preact/signals";
import { type Draft, longest, roughTokens } from "../companion-edit.ts";
import { words } from "../words.ts";
import { startWords } from "../words-start.ts";
import { Area } from "./area.tsx";
import { BondFields } from "./bond-fields.tsx";
import { Choices } from "./choices.tsx";
import { Field } from "./field.tsx";

type PartProps = { draft: Signal<Draft> };

/** Beyond so many tokens a persona is called long (DESIGN 4). */
const longPersona = 1_500;

function change(draft: Signal<Draft>, part: Partial<Draft>): void {
  draft.value = { ...draft.value, ...part };
}

export function WhoPart({ draft, nameWrong }: PartProps & { nameWrong: boolean }) {
  const { edit: say } = startWords.value;
  const { name, pronoun, base_soul, scenario, reminder, language: lang } = draft.value;
  const tokens = roughTokens(base_soul);
  return (
    <section aria-labelledby="edit-who">
      <h2 id="edit-who">{say.who}</h2>
      <div class="field-row">
        <Field
          id="edit-name"
          name="name"
          label={say.name}
          maxLength={longest.name}
          autocomplete="off"
          value={name}
          onType={(text) => change(draft, { name: text })}
          wrong={nameWrong ? words.value.fieldEmpty : ""}
        />
        <Field
          id="edit-pronoun"
          name="pronoun"
          label={say.pronoun}
          hint={say.pronounHint}
          maxLength={longest.pronoun}
          autocomplete="off"
          value={pronoun}
          onType={(text) => change(draft, { pronoun: text })}
        />
      </div>
      <Area
        id="edit-persona"
        label={say.persona}
        hint={tokens > longPersona ? say.personaLong(tokens) : say.personaHint}
        maxLength={longest.base_soul}
        rows={8}
        serif={true}
        lang={lang}
        value={base_soul}
        onType={(text) => change(draft, { base_soul: text })}
      />
      <Area
        id="edit-scenario"
        label={say.scenario}
        hint={say.scenarioHint}
        maxLength={longest.scenario}
        serif={true}
        lang={lang}
        value={scenario}
        onType={(text) => change(draft, { scenario: text })}
      />
      <Area
        id="edit-reminder"
        label={say.reminder}
        hint={say.reminderHint}
        maxLength={longest.reminder}
        rows={2}
        serif={true}
        lang={lang}
        value={reminder}
        onType={(text) => change(draft, { reminder: text })}
      />
    </section>
  );
}

export function BondPart({ draft, wrong }: PartProps & { wrong: boolean }) {
  // The fields keep a signal of their own; what they say goes into the draft, and a draft that is dropped comes back.
  const bond = useSignal(draft.value.bond);
  useSignalEffect(() => {
    const next = bond.value;
    if (next !== draft.peek().bond) change(draft, { bond: next });
  });
  if (bond.peek() !== draft.value.bond) bond.value = draft.value.bond;
  return (
    <section>
      <BondFields name="edit-bond" draft={bond} wrong={wrong ? words.value.fieldEmpty : undefined} />
    </section>
  );
}

export function StylePart({ draft }: PartProps) {
  const { edit: say } = startWords.value;
  const { voice, length, emoji, language: spoken, replies, colder } = draft.value;
  return (
    <section aria-labelledby="edit-style">
      <h2 id="edit-style">{say.talk}</h2>
      <Field
        id="edit-voice"
        name="voice"
        label={say.voice}
        hint={say.voiceHint}
        maxLength={longest.voice}
        autocomplete="off"
        value={voice}
        onType={(text) => change(draft, { voice: text })}
      />
      <Choices
        name="edit-length"
        legend={say.length}
        values={["", "short", "medium", "long"] as const}
        labels={say.lengths}
        chosen={length}
        onChoose={(next) => change(draft, { length: next })}
      />
      <Choices
        name="edit-emoji"
        legend={say.emoji}
        values={["", "none", "few", "many"] as const}
        labels={say.emojis}
        chosen={emoji}
        onChoose={(next) => change(draft, { emoji: next })}
      />
      <Choices
        name="edit-language"
        legend={startWords.value.speaks}
        values={["zh", "en"] as const}
        labels={words.value.languages}
        chosen={spoken}
        onChoose={(next) => change(draft, { language: next })}
      />
      <Choices
        name="edit-replies"
        legend={say.replies}
        values={["always", "level"] as const}
        labels={say.repliesChoices}
        chosen={replies}
        onChoose={(next) => change(draft, { replies: next })}
      />
      <Choices
        name="edit-colder"
        legend={say.colder}
        values={["no", "yes"] as const}
        labels={say.colderChoices}
        chosen={colder}
        onChoose={(next) => change(draft, { colder: next })}
      />
    </section>
  );
}
