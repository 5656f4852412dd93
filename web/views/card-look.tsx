// What a character card would make, shown before it is taken: its texts, what steers, what looks odd, what stays behind.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { CardPreview } from "../../src/schema/request-exchange.ts";
import { type BondDraft, bondOfDraft, draftOfBond } from "../bond.ts";
import { type CardSource, cardFault, takeCard } from "../card-file.ts";
import { useHere } from "../here.ts";
import { usePage } from "../page-state.ts";
import { saveWords } from "../problem-words.ts";
import type { AiUser } from "../shapes.ts";
import { words } from "../words.ts";
import { startWords } from "../words-start.ts";
import { BondFields } from "./bond-fields.tsx";
import { CardNotes, Steering } from "./card-notes.tsx";
import { Choices } from "./choices.tsx";
import { Field } from "./field.tsx";

export type CardSeen = { source: CardSource; preview: CardPreview };

type CardLookProps = { seen: CardSeen; onMade: (made: AiUser) => void; onLeave: () => void };

export function CardLook({ seen, onMade, onLeave }: CardLookProps) {
  const { api, contacts, door } = usePage();
  const { make } = seen.preview;
  const session = door.session.value;
  const called = session.state === "in" ? session.user.display_name : "";
  const name = useSignal(make.name);
  const person = useSignal(called);
  const spoken = useSignal(make.language);
  const take = useSignal<readonly string[]>([]);
  const bond = useSignal<BondDraft>(draftOfBond(undefined));
  const fault = useSignal<{ name?: string; bond?: string; form?: string }>({});
  const busy = useSignal(false);
  const here = useHere();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { value: say } = startWords;

  async function invite(): Promise<void> {
    if (busy.value) return;
    const wished = bondOfDraft(bond.value);
    const named = name.value.trim();
    const empty = words.value.fieldEmpty;
    fault.value = { ...(named === "" ? { name: empty } : {}), ...(wished === null ? { bond: empty } : {}) };
    if (Object.keys(fault.value).length > 0) return;
    busy.value = true;
    const choice = { name: named, language: spoken.value, person: person.value, bond: wished };
    try {
      const made = await takeCard(api, seen.source, { ...choice, seen: seen.preview.seen, take: take.value });
      contacts.take(made);
      if (here()) onMade(made);
    } catch (cause) {
      fault.value = { form: cardFault(cause, say.card) ?? saveWords(cause, words.value) };
    } finally {
      busy.value = false;
    }
  }

  return (
    <form
      class="card-look"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <h2 ref={title} tabIndex={-1}>
        {say.card.version(seen.preview.version.toUpperCase())}
      </h2>
      <CardTexts preview={seen.preview} />
      <CardNotes preview={seen.preview} />
      <Steering preview={seen.preview} take={take} />
      <Who name={name} person={person} spoken={spoken} wrong={fault.value.name} />
      <BondFields name="card-bond" draft={bond} wrong={fault.value.bond} />
      <div role="alert">{fault.value.form !== undefined && <p class="trouble">{fault.value.form}</p>}</div>
      <div class="acts">
        <button type="submit" class="primary" aria-disabled={busy.value}>
          {words.value.inviteSoul(name.value.trim() === "" ? make.name : name.value.trim())}
        </button>
        <button type="button" class="pill" onClick={onLeave}>
          {say.card.back}
        </button>
      </div>
    </form>
  );
}

type WhoProps = {
  name: Signal<string>;
  person: Signal<string>;
  spoken: Signal<CardPreview["make"]["language"]>;
  wrong: string | undefined;
};

function Who({ name, person, spoken, wrong }: WhoProps) {
  const { value: say } = words;
  return (
    <>
      <Field
        id="card-name"
        name="name"
        label={say.companionName}
        maxLength={80}
        autocomplete="off"
        value={name.value}
        onType={(text) => {
          name.value = text;
        }}
        wrong={wrong}
      />
      <Field
        id="card-person"
        name="person"
        label={startWords.value.card.person}
        hint={startWords.value.card.personHint}
        maxLength={80}
        autocomplete="off"
        value={person.value}
        onType={(text) => {
          person.value = text;
        }}
      />
      <Choices
        name="card-language"
        legend={startWords.value.speaks}
        values={["zh", "en"]}
        labels={say.languages}
        chosen={spoken.value}
        onChoose={(next) => {
          spoken.value = next;
        }}
      />
    </>
  );
}

/** Characters of a long text that stand there before all of it is asked for. */
const shownAtFirst = 400;

function CardTexts({ preview: { make } }: { preview: CardPreview }) {
  const { card: say } = startWords.value;
  // The list holds the first one too.
  const others = make.greetings.filter((text) => text !== make.greeting).length;
  const counts = [
    others === 0 ? "" : say.otherGreetings(others),
    make.examples.length === 0 ? "" : say.examples(make.examples.length),
    make.lore.length === 0 ? "" : say.lore(make.lore.length),
  ].filter((count) => count !== "");
  return (
    <>
      <Text label={say.soul} text={make.base_soul} lang={make.language} />
      {make.greeting !== "" && <Text label={say.greeting} text={make.greeting} lang={make.language} />}
      {counts.length > 0 && <p class="hint">{counts.join(" · ")}</p>}
    </>
  );
}

function Text({ label, text, lang }: { label: string; text: string; lang: string }) {
  const whole = useSignal(text.length <= shownAtFirst);
  return (
    <section class="card-text">
      <h3 class="part">{label}</h3>
      <p class="serif" lang={lang}>
        {whole.value ? text : `${text.slice(0, shownAtFirst)}…`}
      </p>
      {!whole.value && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            whole.value = true;
          }}
        >
          {startWords.value.card.more}
        </button>
      )}
    </section>
  );
}
