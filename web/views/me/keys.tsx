// Keys for programs: made for some companions and some deeds, shown once, taken back.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { z } from "zod";
import type { KeysAnswer, KeyView, NewKeyAnswer } from "../../../src/schema/request-account.ts";
import { type Act, useAct } from "../../act.ts";
import { useLoaded } from "../../loading.ts";
import { usePage } from "../../page-state.ts";
import { dateOf } from "../../time.ts";
import { words } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { Field } from "../field.tsx";
import { LoadTrouble, Shapes } from "../trouble.tsx";
import { ActLine, Secret, Section, Sure } from "./parts.tsx";

const path = "/api/auth/keys";
const scopes = ["read", "chat", "write"] as const;
type Scope = (typeof scopes)[number];
type NewKey = z.infer<typeof NewKeyAnswer>;

export function KeysSection() {
  const { api } = usePage();
  const [loaded, read] = useLoaded<z.infer<typeof KeysAnswer>>(api, path);
  const act = useAct();
  const made = useSignal<NewKey | null>(null);
  const { value, cause } = loaded.value;
  const { value: say } = meWords;
  const drop = async ({ id, name }: KeyView) => {
    await act.run(
      () => api.json(`${path}/${encodeURIComponent(id)}`, { method: "DELETE" }),
      say.keyDropped(name),
    );
    read();
  };
  return (
    <Section name="keys" lead={say.keysLead}>
      {made.value !== null && <Made made={made} />}
      {value === null && (cause === null ? <Shapes rows={2} /> : <LoadTrouble cause={cause} again={read} />)}
      {value !== null && value.keys.length === 0 && made.value === null && (
        <p class="nothing">{say.noKeys}</p>
      )}
      {value !== null && (
        <ul class="me-rows">
          {value.keys.map((key) => (
            <KeyRow key={key.id} of={key} busy={act.busy.value} onDrop={() => drop(key)} />
          ))}
        </ul>
      )}
      <ActLine act={act} />
      <NewKeyForm
        onMade={(key) => {
          made.value = key;
          act.clear();
          read();
        }}
      />
      <p class="hint">
        {say.botGuide} <a href="/docs">/docs</a>
      </p>
    </Section>
  );
}

/** The key itself, this once; it gets the focus, since it is what one came for. */
function Made({ made }: { made: Signal<NewKey | null> }) {
  const title = useRef<HTMLParagraphElement>(null);
  const { value: say } = meWords;
  useEffect(() => title.current?.focus(), [made.value?.id]);
  if (made.value === null) return null;
  return (
    <div class="asked">
      <p ref={title} tabIndex={-1}>
        {say.keyMade(made.value.name)}
      </p>
      <Secret label={made.value.name} text={made.value.key} />
      <button
        type="button"
        class="pill"
        onClick={() => {
          made.value = null;
          document.getElementById("key-name")?.focus();
        }}
      >
        {say.keyDone}
      </button>
    </div>
  );
}

function KeyRow({ of: key, busy, onDrop }: { of: KeyView; busy: boolean; onDrop: () => Promise<unknown> }) {
  const page = usePage();
  const { value: say } = meWords;
  const now = page.now.value;
  const nameOf = (id: string) =>
    page.contacts.list.value.find((one) => one.user_id === id)?.name ?? say.nameless;
  const used =
    key.last_used_at === undefined
      ? say.keyUnused
      : say.keyUsed(dateOf(key.last_used_at, now, page.reader()));
  return (
    <li>
      <div>
        <b>{key.name}</b>
        <small>
          {key.scopes.map((scope) => say.scopes[scope]).join(" · ")}
          <br />
          {key.ai_users === null ? say.keyAll : key.ai_users.map(nameOf).join(" · ")}
          <br />
          {say.keyMakes(dateOf(key.created_at, now, page.reader()))} · {used}
        </small>
      </div>
      <Sure
        label={say.dropKey}
        about={key.name}
        ask={say.dropKeySure(key.name)}
        now={say.dropKeyNow}
        busy={busy}
        onSure={onDrop}
      />
    </li>
  );
}

type Wrong = { name?: string; scopes?: string; who?: string };

function useNewKey(act: Act, onMade: (key: NewKey) => void) {
  const { api } = usePage();
  const name = useSignal("");
  const allowed = useSignal<readonly Scope[]>(["read", "chat"]);
  /** Null: all of them. */
  const who = useSignal<readonly string[] | null>(null);
  const wrong = useSignal<Wrong>({});
  const make = async () => {
    const { value: say } = meWords;
    wrong.value = {
      ...(name.value.trim() === "" ? { name: words.value.fieldEmpty } : {}),
      ...(allowed.value.length === 0 ? { scopes: say.keyNoScope } : {}),
      ...(who.value?.length === 0 ? { who: say.keyForNobody } : {}),
    };
    if (Object.keys(wrong.value).length > 0) return;
    const body = { name: name.value.trim(), scopes: allowed.value, ai_users: who.value };
    await act.run(async () => onMade(await api.json<NewKey>(path, { method: "POST", body })), "");
    // What was typed while it was made stays.
    if (act.said.value === null && name.value.trim() === body.name) name.value = "";
  };
  return { name, allowed, who, wrong, make };
}

function toggled<T>(list: readonly T[], one: T, on: boolean): T[] {
  return on ? [...list.filter((other) => other !== one), one] : list.filter((other) => other !== one);
}

function NewKeyForm({ onMade }: { onMade: (key: NewKey) => void }) {
  const act = useAct();
  const { name, allowed, who, wrong, make } = useNewKey(act, onMade);
  const { value: say } = meWords;
  return (
    <form
      class="me-form"
      noValidate
      aria-labelledby="key-new"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <h2 id="key-new">{say.makeKey}</h2>
      <Field
        id="key-name"
        name="name"
        label={say.keyName}
        hint={say.keyNameHint}
        maxLength={80}
        autocomplete="off"
        wrong={wrong.value.name ?? ""}
        value={name.value}
        onType={(text) => {
          name.value = text;
        }}
      />
      <fieldset>
        <legend>{say.keyScopes}</legend>
        {scopes.map((scope) => (
          <label class="check" key={scope}>
            <input
              type="checkbox"
              checked={allowed.value.includes(scope)}
              onChange={(event) => {
                allowed.value = toggled(allowed.value, scope, event.currentTarget.checked);
              }}
            />
            <span>{say.scopes[scope]}</span>
          </label>
        ))}
        <div role="alert">
          {wrong.value.scopes !== undefined && <p class="wrong">{wrong.value.scopes}</p>}
        </div>
      </fieldset>
      <KeyFor who={who} wrong={wrong.value.who} />
      <button type="submit" class="pill strong" aria-disabled={act.busy.value}>
        {say.makeKey}
      </button>
      <ActLine act={act} />
    </form>
  );
}

function KeyFor({ who, wrong }: { who: Signal<readonly string[] | null>; wrong: string | undefined }) {
  const { contacts } = usePage();
  const { value: say } = meWords;
  return (
    <fieldset>
      <legend>{say.keyFor}</legend>
      <label class="check">
        <input type="radio" name="key-for" checked={who.value === null} onChange={() => (who.value = null)} />
        <span>{say.keyForAll}</span>
      </label>
      <label class="check">
        <input type="radio" name="key-for" checked={who.value !== null} onChange={() => (who.value = [])} />
        <span>{say.keyForSome}</span>
      </label>
      {who.value !== null && (
        <div class="me-within">
          {contacts.list.value.map(({ user_id, name }) => (
            <label class="check" key={user_id}>
              <input
                type="checkbox"
                checked={who.value?.includes(user_id) === true}
                onChange={(event) => {
                  who.value = toggled(who.value ?? [], user_id, event.currentTarget.checked);
                }}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      )}
      <div role="alert">{wrong !== undefined && <p class="wrong">{wrong}</p>}</div>
    </fieldset>
  );
}
