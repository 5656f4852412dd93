// The form of one set time: daily, weekly, yearly, by the lunar year, or once.
import { type Signal, useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { PlannedBeat } from "../../src/schema/heartbeat.ts";
import { useDeeds } from "../deeds.ts";
import { useHere } from "../here.ts";
import { usePage } from "../page-state.ts";
import { type BeatDraft, draftOf, minuteOn, readDraft, repeats, writeBeat } from "../planned.ts";
import { innerWords } from "../words-inner.ts";
import { SmallForm } from "./small-form.tsx";

type PlannedFormProps = {
  id: string;
  /** Null for a new one. */
  beat: PlannedBeat | null;
  timeZone: string;
  onDone: () => void;
};

export function PlannedForm({ id, beat, timeZone, onDone }: PlannedFormProps) {
  const page = usePage();
  const deeds = useDeeds();
  const here = useHere();
  const draft = useSignal(draftOf(beat));
  const wrong = useSignal("");
  const { value: say } = innerWords;
  const save = async () => {
    const read = readDraft(draft.value, beat, { at: page.now.value, timeZone });
    wrong.value = "fault" in read ? say[read.fault] : "";
    if ("fault" in read) return;
    const task = async () => {
      await writeBeat(page.api, id, beat, read.beat);
      return undefined;
    };
    if ((await deeds.run(task, say.plannedSet)) && here()) onDone();
  };
  return (
    <SmallForm
      label={beat === null ? say.addPlanned : say.changeOf(beat.message_template || say.plannedPlain)}
      wrong={wrong.value}
      onSave={() => void save()}
      onDone={onDone}
    >
      <When draft={draft} earliest={minuteOn(page.now.value, timeZone).slice(0, 10)} />
      <Saying draft={draft} />
    </SmallForm>
  );
}

type Fields = { draft: Signal<BeatDraft> };

function useField({ draft }: Fields) {
  return (change: Partial<BeatDraft>) => {
    draft.value = { ...draft.value, ...change };
  };
}

function When({ draft, earliest }: Fields & { earliest: string }) {
  const set = useField({ draft });
  const first = useRef<HTMLSelectElement>(null);
  const name = useId();
  const { value: say } = innerWords;
  const { repeat, weekday, date, clock } = draft.value;
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <div class="two">
      <div class="field">
        <label for={`${name}-repeat`}>{say.repeat}</label>
        <select
          id={`${name}-repeat`}
          class="input"
          ref={first}
          value={repeat}
          onChange={(event) => {
            const chosen = repeats.find((one) => one === event.currentTarget.value);
            if (chosen !== undefined) set({ repeat: chosen });
          }}
        >
          {repeats.map((one) => (
            <option key={one} value={one}>
              {say.repeats[one]}
            </option>
          ))}
        </select>
      </div>
      {repeat === "weekly" && (
        <Choice
          label={say.weekday}
          chosen={weekday}
          names={say.weekdays}
          from={0}
          onChoose={(chosen) => set({ weekday: chosen })}
        />
      )}
      {(repeat === "yearly" || repeat === "lunar_yearly") && <DayOfYear draft={draft} />}
      {repeat === "once" && (
        <div class="field">
          <label for={`${name}-date`}>{say.date}</label>
          <input
            id={`${name}-date`}
            class="input"
            type="date"
            min={earliest}
            value={date}
            onInput={(event) => set({ date: event.currentTarget.value })}
          />
        </div>
      )}
      <div class="field">
        <label for={`${name}-clock`}>{say.clock}</label>
        <input
          id={`${name}-clock`}
          class="input"
          type="time"
          value={clock}
          onInput={(event) => set({ clock: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}

/** Days of a month, whatever the year. */
const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function DayOfYear({ draft }: Fields) {
  const set = useField({ draft });
  const { value: say } = innerWords;
  const { repeat, month, day, leap } = draft.value;
  const lunar = repeat === "lunar_yearly";
  const last = lunar ? 30 : (longest[month - 1] ?? 31);
  const days = lunar ? say.lunarDays : Array.from({ length: last }, (_, at) => say.dayOf(at + 1));
  return (
    <>
      <Choice
        label={lunar ? say.lunarMonth : say.month}
        chosen={month}
        names={lunar ? say.lunarMonths : say.months}
        from={1}
        onChoose={(chosen) =>
          set({ month: chosen, day: Math.min(day, lunar ? 30 : (longest[chosen - 1] ?? 31)) })
        }
      />
      <Choice
        label={lunar ? say.lunarDay : say.day}
        chosen={Math.min(day, last)}
        names={days}
        from={1}
        onChoose={(chosen) => set({ day: chosen })}
      />
      {lunar && (
        <label class="check">
          <input
            type="checkbox"
            checked={leap}
            onChange={(event) => set({ leap: event.currentTarget.checked })}
          />
          <span>{say.leap}</span>
        </label>
      )}
    </>
  );
}

type ChoiceProps = {
  label: string;
  chosen: number;
  names: readonly string[];
  /** The number of the first name. */
  from: number;
  onChoose: (chosen: number) => void;
};

function Choice({ label, chosen, names, from, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select
        id={name}
        class="input"
        value={chosen}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
      >
        {names.map((one, at) => (
          <option key={one} value={at + from}>
            {one}
          </option>
        ))}
      </select>
    </div>
  );
}

function Saying({ draft }: Fields) {
  const set = useField({ draft });
  const name = useId();
  const { value: say } = innerWords;
  return (
    <div class="field">
      <label for={name}>{say.saying}</label>
      <input
        id={name}
        class="input"
        maxLength={500}
        autocomplete="off"
        value={draft.value.text}
        aria-describedby={`${name}-hint`}
        onInput={(event) => set({ text: event.currentTarget.value })}
      />
      <p class="hint" id={`${name}-hint`}>
        {say.sayingHint}
      </p>
    </div>
  );
}
