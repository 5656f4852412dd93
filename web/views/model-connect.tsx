// Connecting a model: a provider by name or any address, one key, a model of its list; tried at once.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type PresetName, presetAt, presetNames, presets } from "../model-presets.ts";
import {
  type ConnectFault,
  type Connecting,
  connected,
  connectFault,
  hasKey,
  type Use,
} from "../model-setup.ts";
import type { ModelNames, ModelTest } from "../model-shapes.ts";
import { refusedWords, testWords } from "../model-words.ts";
import { usePage } from "../page-state.ts";
import { modelWords } from "../words-models.ts";
import { Choices } from "./choices.tsx";
import { Field } from "./field.tsx";
import type { ModelsProps } from "./models.tsx";

type Told = { text: string; wrong: boolean } | null;

function beginning(preset: PresetName): Connecting {
  const { base_url, model } = presets[preset];
  return { preset, base_url, model, key: "", use: "all" };
}

type ConnectProps = ModelsProps & { offered: Signal<{ base_url: string; model: string } | null> };

/** Everything one try needs; the view below only shows it. */
function useConnect({ models, save }: ModelsProps, form: Signal<Connecting>) {
  const { api } = usePage();
  const told = useSignal<Told>(null);
  const fault = useSignal<ConnectFault | null>(null);
  const busy = useSignal(false);
  const keyNeeded = presets[form.value.preset].key === "needed" && !hasKey(models, form.value.base_url);

  async function connect(): Promise<void> {
    if (busy.value) return;
    told.value = null;
    fault.value = connectFault(form.value, keyNeeded);
    if (fault.value !== null) return;
    busy.value = true;
    const asked = form.value;
    const { model, use, key } = asked;
    try {
      await save((now) => connected(now, asked).wish);
      // A key that was typed since is another one.
      if (form.value.key === key) form.value = { ...form.value, key: "" };
      told.value =
        use === "none" ? { text: modelWords.value.stored(model), wrong: false } : await tried(model);
    } catch (cause) {
      told.value = { text: refusedWords(cause, modelWords.value), wrong: true };
    } finally {
      busy.value = false;
    }
  }

  async function tried(model: string): Promise<Told> {
    const say = modelWords.value;
    const body = { role: "chat" };
    const answer = await api.json<ModelTest>("/api/models/test", { method: "POST", body }).catch(
      (): Pick<ModelTest, "ok" | "ms" | "error" | "provider_error"> => ({
        ok: false,
        ms: 0,
        error: "offline",
      }),
    );
    if (answer.ok) return { text: say.connected(model, Math.round(answer.ms)), wrong: false };
    return { text: `${say.storedNot(model)} ${testWords(answer, say)}`, wrong: true };
  }
  return { told, fault, busy, keyNeeded, connect };
}

export function ModelConnect({ models, save, offered }: ConnectProps) {
  const form = useSignal<Connecting>(beginning("deepseek"));
  const { told, fault, busy, keyNeeded, connect } = useConnect({ models, save }, form);
  const place = useRef<HTMLFormElement>(null);
  const { value: say } = modelWords;
  const change = (part: Partial<Connecting>) => {
    form.value = { ...form.value, ...part };
  };
  const wish = offered.value;
  // A server on this machine was chosen above: the form stands filled in.
  useEffect(() => {
    if (wish !== null) form.value = { ...beginning(presetAt(wish.base_url)), ...wish };
  }, [wish, form]);
  const wrong = fault.value;
  useEffect(() => {
    if (wrong !== null) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  return (
    <form
      ref={place}
      class="me-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void connect();
      }}
    >
      <h2 id="model-connect" tabIndex={-1}>
        {say.connect}
      </h2>
      <Choices
        name="preset"
        legend={say.which}
        values={presetNames}
        labels={say.presets}
        chosen={form.value.preset}
        hint={say.presetHints[form.value.preset]}
        onChoose={(preset) => {
          form.value = beginning(preset);
          told.value = null;
          fault.value = null;
        }}
      />
      <Address form={form} change={change} wrong={wrong === "badAddress"} />
      <Key
        form={form}
        change={change}
        needed={keyNeeded}
        kept={hasKey(models, form.value.base_url)}
        wrong={wrong === "needKey"}
      />
      <ModelName form={form} change={change} wrong={wrong === "needModel"} />
      <Choices
        name="model-use"
        legend={say.use}
        values={["all", "chat", "none"] as const satisfies readonly Use[]}
        labels={say.uses}
        chosen={form.value.use}
        onChoose={(use) => change({ use })}
      />
      <button type="submit" class="primary" aria-disabled={busy.value}>
        {say.save}
      </button>
      <div class="act-line" role="status">
        {told.value !== null && <p class={told.value.wrong ? "trouble" : "done"}>{told.value.text}</p>}
      </div>
    </form>
  );
}

type PartProps = {
  form: Signal<Connecting>;
  change: (part: Partial<Connecting>) => void;
  wrong: boolean;
};

/** Shown where the person has to know it, or may have moved it. */
function Address({ form, change, wrong }: PartProps) {
  const { value: say } = modelWords;
  if (presets[form.value.preset].key === "needed") return null;
  return (
    <Field
      id="model-address"
      name="base_url"
      label={say.address}
      hint={say.addressHint}
      inputMode="url"
      maxLength={500}
      autocomplete="off"
      spellcheck={false}
      value={form.value.base_url}
      onType={(base_url) => change({ base_url })}
      wrong={wrong ? say.badAddress : ""}
    />
  );
}

function Key({ form, change, needed, kept, wrong }: PartProps & { needed: boolean; kept: boolean }) {
  const { value: say } = modelWords;
  if (presets[form.value.preset].key === "none") return null;
  const hint = kept ? say.keyKept : needed ? say.keyHint : `${say.keyMaybe} ${say.keyHint}`;
  return (
    <Field
      id="model-key"
      name="key"
      type="password"
      label={say.key}
      hint={hint}
      maxLength={500}
      autocomplete="off"
      spellcheck={false}
      value={form.value.key}
      onType={(key) => change({ key })}
      wrong={wrong ? say.needKey : ""}
    />
  );
}

/** Free to be written; the provider's own list helps, where it has one. */
function ModelName({ form, change, wrong }: PartProps) {
  const { api } = usePage();
  const names = useSignal<{ at: string; list: readonly string[] }>({ at: "", list: [] });
  const told = useSignal<Told>(null);
  const busy = useSignal(false);
  const { value: say } = modelWords;
  const { base_url, key, model } = form.value;

  async function see(): Promise<void> {
    if (busy.value) return;
    if (connectFault({ ...form.value, model: "any" }, false) !== null) {
      told.value = { text: say.badAddress, wrong: true };
      return;
    }
    busy.value = true;
    told.value = null;
    try {
      const body = { base_url: base_url.trim(), ...(key.trim() === "" ? {} : { api_key: key.trim() }) };
      const answer = await api.json<ModelNames>("/api/models/list", { method: "POST", body });
      const words = modelWords.value;
      if (!answer.ok) told.value = { text: testWords(answer, words), wrong: true };
      else {
        const count = answer.models.length;
        told.value = { text: count === 0 ? words.noNames : words.names(count), wrong: false };
      }
      names.value = { at: base_url, list: answer.models };
    } catch (cause) {
      told.value = { text: refusedWords(cause, modelWords.value), wrong: true };
    } finally {
      busy.value = false;
    }
  }

  return (
    <div class="model-name">
      <Field
        id="model-name"
        name="model"
        label={say.model}
        hint={say.modelHint}
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        list="model-names"
        value={model}
        onType={(text) => change({ model: text })}
        wrong={wrong ? say.needModel : ""}
      />
      <datalist id="model-names">
        {names.value.at === base_url && names.value.list.map((name) => <option key={name} value={name} />)}
      </datalist>
      <div class="acts">
        <button type="button" class="pill" aria-disabled={busy.value} onClick={() => void see()}>
          {say.seeNames}
        </button>
        <p class={told.value?.wrong === true ? "wrong" : "hint"} role="status">
          {told.value?.text ?? ""}
        </p>
      </div>
      {names.value.at === base_url && names.value.list.length > 0 && (
        <NameChips names={names.value.list} chosen={model} onChoose={(name) => change({ model: name })} />
      )}
    </div>
  );
}

/** Names that stand there to be tapped, those that fit what was typed first; the field's own list has all of them. */
const mostChips = 24;

type NameChipsProps = { names: readonly string[]; chosen: string; onChoose: (name: string) => void };

function NameChips({ names, chosen, onChoose }: NameChipsProps) {
  const typed = chosen.trim().toLowerCase();
  const fits = names.filter((name) => name.toLowerCase().includes(typed));
  const shown = (names.includes(chosen) || fits.length === 0 ? names : fits).slice(0, mostChips);
  return (
    <ul class="name-chips">
      {shown.map((name) => (
        <li key={name}>
          <button type="button" class="pill" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
