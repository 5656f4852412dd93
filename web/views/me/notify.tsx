// How one hears that a companion wrote first: where to, what is told, and a trial.
import { type Signal, useSignal } from "@preact/signals";
import { type Act, useAct } from "../../act.ts";
import {
  missingFields,
  type NotifyDraft,
  type NotifyField,
  type NotifyKind,
  notifyDraft,
  notifyFields,
  notifyKinds,
  notifyOf,
} from "../../notify-form.ts";
import { usePage } from "../../page-state.ts";
import { words } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { Field } from "../field.tsx";
import { ActLine, Section } from "./parts.tsx";

type Tried = { sent: boolean; error?: string };

/** Saving and trying what is filled in; both first look whether it is. */
function useNotify(draft: Signal<NotifyDraft>, act: Act) {
  const { api, door } = usePage();
  const missing = useSignal<readonly NotifyField[]>([]);
  const isFilled = () => {
    missing.value = missingFields(draft.value);
    return missing.value.length === 0;
  };
  const save = async () => {
    if (isFilled()) await act.run(() => door.change({ notify: notifyOf(draft.value) }), meWords.value.saved);
  };
  const trial = async () => {
    if (!isFilled()) return;
    let tried: Tried = { sent: false };
    const body = { notify: notifyOf(draft.value) };
    const asked = await act.run(async () => {
      tried = await api.json<Tried>("/api/auth/user/notify/test", { method: "POST", body });
    }, "");
    if (!asked) return;
    const { notifyFaults, notifyStatus, notifySent } = meWords.value;
    const fault = tried.error ?? "unreachable";
    act.say(tried.sent ? notifySent : (notifyFaults[fault] ?? notifyStatus(fault)), !tried.sent);
  };
  return { missing, save, trial };
}

export function NotifySection() {
  const { door } = usePage();
  const session = door.session.value;
  const act = useAct();
  const draft = useSignal(notifyDraft(session.state === "in" ? session.user.notify : null));
  const { missing, save, trial } = useNotify(draft, act);
  const { value: say } = meWords;
  const { kind } = draft.value;
  const change = (part: Partial<NotifyDraft>) => {
    draft.value = { ...draft.value, ...part };
    missing.value = [];
  };
  return (
    <Section name="notify" lead={say.notifyLead}>
      <form
        class="me-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <KindField kind={kind} onChoose={(next) => change({ kind: next })} />
        {notifyFields[kind].map(({ name, optional }) => (
          <Field
            key={`${kind}-${name}`}
            id={`notify-${name}`}
            name={name}
            label={say.notifyFields[name]}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            wrong={missing.value.includes(name) ? words.value.fieldEmpty : ""}
            value={draft.value.fields[name] ?? ""}
            onType={(text) => change({ fields: { ...draft.value.fields, [name]: text } })}
            {...(optional === true ? { hint: say.notifyOptional } : {})}
          />
        ))}
        {kind !== "none" && (
          <ContentChoice checked={draft.value.content} onChoose={(content) => change({ content })} />
        )}
        <div class="acts">
          <button type="submit" class="pill strong" aria-disabled={act.busy.value}>
            {say.save}
          </button>
          {kind !== "none" && (
            <button type="button" class="pill" aria-disabled={act.busy.value} onClick={() => void trial()}>
              {say.notifyTest}
            </button>
          )}
        </div>
        <ActLine act={act} />
      </form>
    </Section>
  );
}

function KindField({ kind, onChoose }: { kind: NotifyKind; onChoose: (kind: NotifyKind) => void }) {
  const { value: say } = meWords;
  return (
    <div class="field">
      <label for="notify-kind">{say.notifyKind}</label>
      <select
        id="notify-kind"
        class="input"
        value={kind}
        onChange={(event) => {
          const next = notifyKinds.find((one) => one === event.currentTarget.value);
          if (next !== undefined) onChoose(next);
        }}
      >
        {notifyKinds.map((one) => (
          <option key={one} value={one}>
            {say.notifyKinds[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

function ContentChoice({ checked, onChoose }: { checked: boolean; onChoose: (on: boolean) => void }) {
  const { value: say } = meWords;
  return (
    <div class="me-check">
      <label class="check">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby="notify-content-hint"
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <span>{say.notifyContent}</span>
      </label>
      <p class="hint" id="notify-content-hint">
        {say.notifyContentHint}
      </p>
    </div>
  );
}
