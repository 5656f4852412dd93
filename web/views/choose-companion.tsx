// Who comes: a ready-made character, a blank page, or a character card; and who the two are to each other.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type BondDraft, bondOfDraft, draftOfBond } from "../bond.ts";
import { useHere } from "../here.ts";
import { usePage } from "../page-state.ts";
import { saveWords } from "../problem-words.ts";
import type { AiUser, SoulCard } from "../shapes.ts";
import { language, words } from "../words.ts";
import { Avatar } from "./avatar.tsx";
import { BondFields } from "./bond-fields.tsx";
import { CardDrop } from "./card-drop.tsx";
import { Field } from "./field.tsx";
import { Shapes } from "./trouble.tsx";

/** The choice that is no soul. */
const blank = "";

type ChooseProps = { onMade: (made: AiUser) => void };

/** The gallery with what belongs to it; `onMade` when somebody has come. */
export function ChooseCompanion({ onMade }: ChooseProps) {
  const { contacts } = usePage();
  const failed = useSignal(false);
  /** A card is being looked at: the gallery waits. */
  const card = useSignal<File | null>(null);
  const load = () => {
    failed.value = false;
    contacts.loadSouls().catch(() => {
      failed.value = true;
    });
  };
  // Asked once, when the view opens.
  useEffect(load, []);
  const souls = contacts.souls.value;
  return (
    <>
      {failed.value && (souls ?? []).length === 0 && (
        <div class="trouble" role="alert">
          <p>{words.value.failed.load}</p>
          <button type="button" class="pill" onClick={load}>
            {words.value.again}
          </button>
        </div>
      )}
      {card.value === null && souls === null && !failed.value && <Shapes rows={3} height={92} />}
      {card.value === null && souls !== null && <InviteForm souls={souls} onMade={onMade} />}
      <CardDrop file={card} onMade={onMade} />
    </>
  );
}

type Fault = { name?: string; bond?: string; form?: string };

function InviteForm({ souls, onMade }: { souls: readonly SoulCard[] } & ChooseProps) {
  const { contacts } = usePage();
  const ordered = [...souls].sort((one, other) => rank(one) - rank(other));
  const choice = useSignal(ordered[0]?.soul ?? blank);
  const bond = useSignal<BondDraft>(draftOfBond(ordered[0]?.bond));
  const fault = useSignal<Fault>({});
  const busy = useSignal(false);
  // Whoever has gone elsewhere meanwhile is not called away from there.
  const here = useHere();
  const form = useRef<HTMLFormElement>(null);
  const chosen = souls.find((one) => one.soul === choice.value);
  const { value: say } = words;
  const choose = (soul: SoulCard | null) => {
    choice.value = soul?.soul ?? blank;
    bond.value = draftOfBond(soul?.bond);
    fault.value = {};
  };

  async function invite(data: FormData): Promise<void> {
    if (busy.value) return;
    const name = String(data.get("name") ?? "").trim();
    const wished = bondOfDraft(bond.value);
    fault.value = {
      ...(chosen === undefined && name === "" ? { name: say.fieldEmpty } : {}),
      ...(wished === null ? { bond: say.fieldEmpty } : {}),
    };
    if (Object.keys(fault.value).length > 0 || wished === null) return attend(form);
    const base_soul = String(data.get("base_soul") ?? "").trim();
    const who = chosen === undefined ? { name, base_soul, language: language.value } : { soul: chosen.soul };
    busy.value = true;
    try {
      const made = await contacts.add({ ...who, bond: wished });
      if (here()) onMade(made);
    } catch (cause) {
      fault.value = { form: saveWords(cause, say) };
    } finally {
      busy.value = false;
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void invite(new FormData(event.currentTarget));
      }}
    >
      <fieldset>
        <legend class="visually-hidden">{say.addTitle}</legend>
        <div class="gallery">
          {ordered.map((soul) => (
            <SoulChoice key={soul.soul} soul={soul} chosen={choice} onChoose={() => choose(soul)} />
          ))}
          <BlankChoice chosen={choice.value === blank} onChoose={() => choose(null)} />
        </div>
      </fieldset>
      {chosen === undefined && <BlankFields wrong={fault.value.name} />}
      <BondFields name="bond" draft={bond} wrong={fault.value.bond} />
      <div role="alert">{fault.value.form !== undefined && <p class="trouble">{fault.value.form}</p>}</div>
      <button type="submit" class="primary" aria-disabled={busy.value}>
        {chosen === undefined ? say.invited : say.inviteSoul(chosen.name)}
      </button>
    </form>
  );
}

/** The first field that wants attention gets the focus, once it is drawn. */
function attend(form: { current: HTMLFormElement | null }): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** Those who speak the reader's language come first. */
function rank(soul: SoulCard): number {
  return soul.language === language.value ? 0 : 1;
}

type SoulChoiceProps = { soul: SoulCard; chosen: Signal<string>; onChoose: () => void };

function SoulChoice({ soul, chosen, onChoose }: SoulChoiceProps) {
  const id = `soul-${soul.soul}`;
  const { value: say } = words;
  const bond = soul.bond === undefined ? [] : [say.bonds[soul.bond.kind] ?? soul.bond.kind];
  const standing = [...bond, say.speaks[soul.language]];
  return (
    <label class="soul" for={id}>
      <input id={id} type="radio" name="soul" checked={chosen.value === soul.soul} onChange={onChoose} />
      <Avatar id={soul.soul} name={soul.name} svg={soul.avatar} large={true} />
      <span>
        <b lang={soul.language}>{soul.name}</b>
        <small lang={soul.language}>{soul.tagline}</small>
        <em>{standing.join(" · ")}</em>
      </span>
    </label>
  );
}

function BlankChoice({ chosen, onChoose }: { chosen: boolean; onChoose: () => void }) {
  return (
    <label class="soul" for="soul-blank">
      <input id="soul-blank" type="radio" name="soul" checked={chosen} onChange={onChoose} />
      <span class="avatar large blank" aria-hidden="true" />
      <span>
        <b>{words.value.blank}</b>
        <small>{words.value.blankLead}</small>
      </span>
    </label>
  );
}

function BlankFields({ wrong }: { wrong: string | undefined }) {
  const { value: say } = words;
  return (
    <>
      <Field
        id="companion-name"
        name="name"
        label={say.companionName}
        placeholder={say.companionNameHint}
        maxLength={80}
        autocomplete="off"
        wrong={wrong}
      />
      <div class="field">
        <label for="companion-persona">{say.persona}</label>
        <textarea
          id="companion-persona"
          name="base_soul"
          class="input growing serif"
          placeholder={say.personaHint}
          maxLength={60_000}
        />
      </div>
    </>
  );
}
