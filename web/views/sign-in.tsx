// The door: sign in or register. What else the server wants (setup code, invite) is asked for when it says so.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { checkEntry, type EntryFaults, type EntryMode, type Extra, refusedEntry } from "../entry-form.ts";
import { usePage } from "../page-state.ts";
import { go } from "../route.ts";
import { language, speak, words } from "../words.ts";
import { houseWords } from "../words-house.ts";
import { Field } from "./field.tsx";
import { Seal } from "./icon.tsx";

export function SignIn({ ended }: { ended: boolean }) {
  const mode = useSignal<EntryMode>("sign-in");
  const { value: say } = words;
  const registering = mode.value === "register";
  const other = language.value === "zh" ? "en" : "zh";
  return (
    <main class="door">
      <div class="door-card">
        <header>
          <Seal />
          <strong>{say.brand}</strong>
          <p>{say.tagline}</p>
        </header>
        <div class="card">
          <h1>{registering ? say.register : say.signIn}</h1>
          {ended && !registering && <p class="trouble">{say.signedOutNote}</p>}
          <EntryForm key={mode.value} mode={mode.value} />
        </div>
        <p class="door-switch">
          {registering ? say.haveAccount : say.noAccountYet}{" "}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              mode.value = registering ? "sign-in" : "register";
            }}
          >
            {registering ? say.signIn : say.register}
          </button>
          {" · "}
          <button
            type="button"
            class="quiet"
            lang={other === "zh" ? "zh-CN" : "en"}
            onClick={() => speak(other)}
          >
            {say.languages[other]}
          </button>
        </p>
      </div>
    </main>
  );
}

/** Everything one try needs; the view below only shows it. */
function useEntry(mode: EntryMode) {
  const { door, browserTimeZone } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const extra = useSignal<Extra | null>(null);
  const faults = useSignal<EntryFaults>({});
  const busy = useSignal(false);

  /** The first field that wants attention gets the focus, once it is drawn. */
  function attend(): void {
    requestAnimationFrame(() => {
      const first = form.current?.querySelector<HTMLInputElement>(
        '[aria-invalid="true"], #entry-extra:placeholder-shown',
      );
      first?.focus();
    });
  }

  async function submit(values: { username: string; password: string; extra: string }): Promise<void> {
    if (busy.value) return;
    faults.value = checkEntry(mode, values, extra.value, words.value);
    if (Object.keys(faults.value).length > 0) return attend();
    busy.value = true;
    try {
      const { username, password } = values;
      if (mode === "sign-in") await door.signIn({ username, password });
      else {
        const asked = extra.value === null ? {} : { [extra.value]: values.extra.trim() };
        await door.register({
          username: username.trim(),
          password,
          time_zone: browserTimeZone,
          language: language.value,
          ...asked,
        });
        go({ view: "start" }, true);
      }
    } catch (cause) {
      const refused = refusedEntry(mode, extra.value, cause, words.value);
      faults.value = refused.faults;
      extra.value = refused.asked;
      attend();
    } finally {
      busy.value = false;
    }
  }
  return { form, extra, faults, busy, submit };
}

function EntryForm({ mode }: { mode: EntryMode }) {
  const { form, extra, faults, busy, submit } = useEntry(mode);
  const start = useRef<HTMLInputElement>(null);
  const { value: say } = words;
  const registering = mode === "register";
  useEffect(() => start.current?.focus(), []);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const text = (name: string) => String(data.get(name) ?? "");
        void submit({ username: text("username"), password: text("password"), extra: text("extra") });
      }}
    >
      <div role="alert">{faults.value.form !== undefined && <p class="trouble">{faults.value.form}</p>}</div>
      <Field
        id="entry-username"
        name="username"
        label={say.username}
        inputRef={start}
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        wrong={faults.value.username}
      />
      <PasswordField registering={registering} wrong={faults.value.password} />
      {extra.value !== null && (
        <Field
          id="entry-extra"
          name="extra"
          label={extra.value === "invite" ? say.invite : say.setupCode}
          hint={extra.value === "invite" ? say.inviteHint : say.setupCodeHint}
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck={false}
          placeholder=" "
          wrong={faults.value.extra}
        />
      )}
      {registering && <Told />}
      <button type="submit" class="primary" aria-disabled={busy.value}>
        {registering ? say.registerAct : say.signInAct}
      </button>
    </form>
  );
}

/** What one should know before one tells anything here, and what is taken from the browser. */
function Told() {
  const { browserTimeZone } = usePage();
  const { value: say } = houseWords;
  return (
    <div class="told">
      <p>{say.ownerReads}</p>
      <p class="hint">{say.fromBrowser(words.value.languages[language.value], browserTimeZone)}</p>
    </div>
  );
}

function PasswordField({ registering, wrong }: { registering: boolean; wrong: string | undefined }) {
  const shown = useSignal(false);
  const { value: say } = words;
  return (
    <Field
      id="entry-password"
      name="password"
      type={shown.value ? "text" : "password"}
      label={say.password}
      hint={registering ? say.passwordHint : undefined}
      autocomplete={registering ? "new-password" : "current-password"}
      wrong={wrong}
      beside={
        <button
          type="button"
          class="quiet hint"
          aria-controls="entry-password"
          onClick={() => {
            shown.value = !shown.value;
          }}
        >
          {shown.value ? say.hidePassword : say.showPassword}
        </button>
      }
    />
  );
}
