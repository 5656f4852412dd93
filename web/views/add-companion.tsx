// Inviting somebody: the gallery of ready-made characters, or a blank page.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useArrival } from "../focus.ts";
import { usePage } from "../page-state.ts";
import { saveWords } from "../problem-words.ts";
import { go } from "../route.ts";
import type { SoulCard } from "../shapes.ts";
import { language, words } from "../words.ts";
import { Avatar } from "./avatar.tsx";
import { Field } from "./field.tsx";

/** The choice that is no soul. */
const blank = "";

export function AddCompanion() {
  const { contacts } = usePage();
  const title = useRef<HTMLHeadingElement>(null);
  const failed = useSignal(false);
  useArrival(title);
  const load = () => {
    failed.value = false;
    contacts.loadSouls().catch(() => {
      failed.value = true;
    });
  };
  // Asked once, when the view opens.
  useEffect(load, []);
  const { value: say } = words;
  return (
    <div class="pane">
      <h1 ref={title} tabIndex={-1}>
        {say.addTitle}
      </h1>
      <p class="lead">{say.addLead}</p>
      {failed.value && (contacts.souls.value ?? []).length === 0 && (
        <div class="trouble" role="alert">
          <p>{say.failed.load}</p>
          <button type="button" class="pill" onClick={load}>
            {say.again}
          </button>
        </div>
      )}
      {contacts.souls.value !== null && <InviteForm souls={contacts.souls.value} />}
    </div>
  );
}

function InviteForm({ souls }: { souls: readonly SoulCard[] }) {
  const { contacts } = usePage();
  const ordered = [...souls].sort((one, other) => rank(one) - rank(other));
  const choice = useSignal(ordered[0]?.soul ?? blank);
  const fault = useSignal<{ name?: string; form?: string }>({});
  const busy = useSignal(false);
  const nameField = useRef<HTMLInputElement>(null);
  const chosen = souls.find((one) => one.soul === choice.value);
  const { value: say } = words;

  async function invite(form: HTMLFormElement): Promise<void> {
    if (busy.value) return;
    const data = new FormData(form);
    const name = String(data.get("name") ?? "").trim();
    if (chosen === undefined && name === "") {
      fault.value = { name: say.fieldEmpty };
      nameField.current?.focus();
      return;
    }
    const base_soul = String(data.get("base_soul") ?? "").trim();
    const wish = chosen === undefined ? { name, base_soul, language: language.value } : { soul: chosen.soul };
    busy.value = true;
    try {
      const made = await contacts.add(wish);
      go({ view: "talk", id: made.user_id, details: false }, true);
    } catch (cause) {
      fault.value = { form: saveWords(cause, say) };
      busy.value = false;
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void invite(event.currentTarget);
      }}
    >
      <fieldset>
        <legend class="visually-hidden">{say.addTitle}</legend>
        <div class="gallery">
          {ordered.map((soul) => (
            <SoulChoice key={soul.soul} soul={soul} choice={choice} />
          ))}
          <BlankChoice choice={choice} />
        </div>
      </fieldset>
      {chosen === undefined && <BlankFields wrong={fault.value.name} nameField={nameField} />}
      <div role="alert">{fault.value.form !== undefined && <p class="trouble">{fault.value.form}</p>}</div>
      <button type="submit" class="primary" aria-disabled={busy.value}>
        {chosen === undefined ? say.invited : say.inviteSoul(chosen.name)}
      </button>
    </form>
  );
}

/** Those who speak the reader's language come first. */
function rank(soul: SoulCard): number {
  return soul.language === language.value ? 0 : 1;
}

function SoulChoice({ soul, choice }: { soul: SoulCard; choice: Signal<string> }) {
  const id = `soul-${soul.soul}`;
  const { value: say } = words;
  const bond = soul.bond === undefined ? [] : [say.bonds[soul.bond.kind] ?? soul.bond.kind];
  const standing = [...bond, say.speaks[soul.language]];
  return (
    <label class="soul" for={id}>
      <input
        id={id}
        type="radio"
        name="soul"
        checked={choice.value === soul.soul}
        onChange={() => {
          choice.value = soul.soul;
        }}
      />
      <Avatar id={soul.soul} name={soul.name} svg={soul.avatar} large={true} />
      <span>
        <b lang={soul.language}>{soul.name}</b>
        <small lang={soul.language}>{soul.tagline}</small>
        <em>{standing.join(" · ")}</em>
      </span>
    </label>
  );
}

function BlankChoice({ choice }: { choice: Signal<string> }) {
  return (
    <label class="soul" for="soul-blank">
      <input
        id="soul-blank"
        type="radio"
        name="soul"
        checked={choice.value === blank}
        onChange={() => {
          choice.value = blank;
        }}
      />
      <span class="avatar large blank" aria-hidden="true" />
      <span>
        <b>{words.value.blank}</b>
        <small>{words.value.blankLead}</small>
      </span>
    </label>
  );
}

type BlankFieldsProps = { wrong: string | undefined; nameField: { current: HTMLInputElement | null } };

function BlankFields({ wrong, nameField }: BlankFieldsProps) {
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
        inputRef={nameField}
        wrong={wrong}
      />
      <div class="field">
        <label for="companion-persona">{say.persona}</label>
        <textarea
          id="companion-persona"
          name="base_soul"
          class="input"
          placeholder={say.personaHint}
          maxLength={60_000}
        />
      </div>
    </>
  );
}
