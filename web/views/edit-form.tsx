// The form of a companion's persona: what changed is kept in this tab until it is saved or given up.
import { effect, type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { ApiFailure } from "../api.ts";
import {
  afterSave,
  type Companion,
  changesOf,
  type Draft,
  type DraftFault,
  draftOf,
  faultOf,
  isTouched,
} from "../companion-edit.ts";
import { writeKept } from "../kept.ts";
import { usePage } from "../page-state.ts";
import { saveWords } from "../problem-words.ts";
import { words } from "../words.ts";
import { startWords } from "../words-start.ts";
import { ExampleList, GreetingList } from "./line-lists.tsx";
import { BondPart, StylePart, WhoPart } from "./persona-parts.tsx";

type EditFormProps = { id: string; saved: Signal<Companion>; draft: Signal<Draft>; resumed: boolean };

/** What was told last: done, nothing to do, or what went wrong. */
type Told = { text: string; wrong: boolean } | null;

function useEdit({ id, saved, draft }: Omit<EditFormProps, "resumed">) {
  const { api, contacts } = usePage();
  const told = useSignal<Told>(null);
  const fault = useSignal<DraftFault | null>(null);
  const busy = useSignal(false);

  async function save(): Promise<boolean> {
    if (busy.value) return true;
    const { edit: say } = startWords.value;
    told.value = null;
    fault.value = faultOf(draft.value);
    if (fault.value !== null) return false;
    const sent = draft.value;
    const changes = changesOf(saved.value, sent);
    if (Object.keys(changes).length === 0) {
      draft.value = draftOf(saved.value);
      told.value = { text: say.nothing, wrong: false };
      return true;
    }
    busy.value = true;
    try {
      const next = await api.json<Companion>(`/api/ai-users/${id}`, { method: "PUT", body: changes });
      saved.value = next;
      draft.value = afterSave(sent, draft.value, next);
      contacts.take(next);
      told.value = { text: say.saved, wrong: false };
    } catch (cause) {
      const gone = cause instanceof ApiFailure && cause.status === 404;
      told.value = { text: gone ? say.gone : saveWords(cause, words.value), wrong: true };
    } finally {
      busy.value = false;
    }
    return true;
  }

  function drop(): void {
    draft.value = draftOf(saved.value);
    fault.value = null;
    told.value = { text: startWords.value.edit.dropped, wrong: false };
  }
  return { told, fault, busy, save, drop };
}

export function EditForm({ id, saved, draft, resumed }: EditFormProps) {
  const { told, fault, busy, save, drop } = useEdit({ id, saved, draft });
  const form = useRef<HTMLFormElement>(null);
  const changed = isTouched(saved.value, draft.value);
  const { edit: say } = startWords.value;
  // Before the form is painted: whoever types at once and reloads loses nothing either.
  useLayoutEffect(
    () =>
      effect(() => {
        const open = isTouched(saved.value, draft.value);
        writeKept("session", `edit.${id}`, open ? JSON.stringify(draft.value) : null);
      }),
    [id, saved, draft],
  );
  const wrong = fault.value;
  useEffect(() => {
    if (wrong !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {resumed && changed && <p class="trouble">{say.draft}</p>}
      <WhoPart draft={draft} nameWrong={wrong?.at === "name"} />
      <BondPart draft={draft} wrong={wrong?.at === "bond"} />
      <StylePart draft={draft} />
      <ExampleList draft={draft} wrong={wrong?.at === "example" ? wrong.index : null} />
      <GreetingList draft={draft} />
      <div class="save-bar">
        <button type="submit" class="primary" aria-disabled={busy.value || !changed}>
          {say.save}
        </button>
        {changed && (
          <button type="button" class="pill" onClick={drop}>
            {say.drop}
          </button>
        )}
        <p class={told.value?.wrong === true ? "wrong" : "hint"} role="status">
          {told.value !== null && (told.value.wrong || !changed)
            ? told.value.text
            : changed
              ? say.unsaved
              : ""}
        </p>
      </div>
    </form>
  );
}
