// The hours in which nobody comes: shown, and changed in place.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useDeeds } from "../deeds.ts";
import { giveFocus } from "../focus.ts";
import { useHere } from "../here.ts";
import { usePage } from "../page-state.ts";
import { innerWords } from "../words-inner.ts";
import { SmallForm } from "./small-form.tsx";

/** The account's own: it holds for every companion. */
export function QuietHours() {
  const page = usePage();
  const editing = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { value: say } = innerWords;
  const session = page.door.session.value;
  const hours = session.state === "in" ? (session.user.quiet_hours ?? null) : null;
  if (editing.value)
    return (
      <QuietForm
        hours={hours}
        onDone={() => {
          editing.value = false;
          // The button stands again only after the next drawing.
          giveFocus(() => opener.current);
        }}
      />
    );
  return (
    <div class="set-line">
      <span>
        {say.quiet}
        <small> {hours === null ? say.quietNone : say.quietIs(hours.from, hours.to)}</small>
      </span>
      <button
        type="button"
        class="pill"
        ref={opener}
        aria-label={say.changeOf(say.quiet)}
        onClick={() => {
          editing.value = true;
        }}
      >
        {say.change}
      </button>
    </div>
  );
}

type QuietFormProps = { hours: { from: string; to: string } | null; onDone: () => void };

function QuietForm({ hours, onDone }: QuietFormProps) {
  const page = usePage();
  const deeds = useDeeds();
  const here = useHere();
  const first = useRef<HTMLInputElement>(null);
  const on = useSignal(hours !== null);
  const wrong = useSignal("");
  const { value: say } = innerWords;
  useLayoutEffect(() => first.current?.focus(), []);
  const save = async (from: string, to: string) => {
    const faulty = on.value && from === "" ? say.noClock : on.value && from === to ? say.quietSame : "";
    wrong.value = faulty;
    if (faulty !== "") return;
    const quiet_hours = on.value ? { from, to } : null;
    const task = async () => {
      await page.door.change({ quiet_hours });
      return undefined;
    };
    if ((await deeds.run(task, on.value ? say.quietSet : say.quietGone)) && here()) onDone();
  };
  return (
    <SmallForm
      label={say.quiet}
      wrong={wrong.value}
      onSave={(data) =>
        void save(String(data.get("from") ?? "").slice(0, 5), String(data.get("to") ?? "").slice(0, 5))
      }
      onDone={onDone}
    >
      <p class="hint">{say.quietLead}</p>
      <label class="check">
        <input
          type="checkbox"
          ref={first}
          checked={on.value}
          onChange={(event) => {
            on.value = event.currentTarget.checked;
          }}
        />
        <span>{say.quietOn}</span>
      </label>
      <div class="two">
        <label class="field">
          <span>{say.quietFrom}</span>
          <input
            class="input"
            type="time"
            name="from"
            disabled={!on.value}
            defaultValue={hours?.from ?? "23:00"}
          />
        </label>
        <label class="field">
          <span>{say.quietTo}</span>
          <input
            class="input"
            type="time"
            name="to"
            disabled={!on.value}
            defaultValue={hours?.to ?? "07:00"}
          />
        </label>
      </div>
    </SmallForm>
  );
}
