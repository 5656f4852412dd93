// The fields of each of the five questions.
import type { Signal } from "@preact/signals";
import { dayName, daysOf, monthName } from "../birthday.ts";
import { type Answers, longestMet, longestName, type Question } from "../start-answers.ts";
import { language } from "../words.ts";
import { startWords } from "../words-start.ts";
import { Area } from "./area.tsx";
import { Choices } from "./choices.tsx";
import { Field } from "./field.tsx";

type Kept = Signal<Answers>;

export function QuestionFields({ question, answers }: { question: Question; answers: Kept }) {
  switch (question) {
    case "call":
      return <CallFields answers={answers} />;
    case "birthday":
      return <BirthdayFields answers={answers} />;
    case "avoid":
      return <AvoidFields answers={answers} />;
    case "rhythm":
      return <RhythmFields answers={answers} />;
    case "met":
      return <MetFields answers={answers} />;
  }
}

function change<Q extends Question>(answers: Kept, question: Q, part: Partial<Answers[Q]>): void {
  answers.value = { ...answers.value, [question]: { ...answers.value[question], ...part } };
}

function CallFields({ answers }: { answers: Kept }) {
  const { questions: say } = startWords.value;
  const { name, share } = answers.value.call;
  return (
    <>
      <Field
        id="call-name"
        name="call"
        label={say.call}
        hint={say.callHint}
        maxLength={longestName}
        autocomplete="nickname"
        value={name}
        onType={(text) => change(answers, "call", { name: text })}
      />
      <Share checked={share} onChange={(next) => change(answers, "call", { share: next })} />
    </>
  );
}

function BirthdayFields({ answers }: { answers: Kept }) {
  const { questions: say } = startWords.value;
  const { calendar, month, day, year, leap, share } = answers.value.birthday;
  return (
    <>
      <p class="asking" id="birthday-asked">
        {say.birthday}
      </p>
      <Choices
        name="calendar"
        legend={say.calendar}
        values={["solar", "lunar"] as const}
        labels={say.calendars}
        chosen={calendar}
        onChoose={(next) => change(answers, "birthday", { calendar: next })}
      />
      <div class="field-row">
        <Pick
          id="birthday-month"
          label={say.month}
          value={month}
          count={12}
          name={(at) => monthName(calendar, at, language.value)}
          onPick={(next) => change(answers, "birthday", { month: next })}
        />
        <Pick
          id="birthday-day"
          label={say.day}
          value={day}
          count={daysOf(calendar, month)}
          name={(at) => dayName(calendar, at, language.value)}
          onPick={(next) => change(answers, "birthday", { day: next })}
        />
        {calendar === "solar" && (
          <Field
            id="birthday-year"
            name="year"
            label={say.year}
            placeholder={say.yearHint}
            inputMode="numeric"
            maxLength={4}
            autocomplete="off"
            value={year}
            onType={(text) => change(answers, "birthday", { year: text })}
          />
        )}
      </div>
      {calendar === "lunar" && (
        <Check
          label={say.leap}
          checked={leap}
          onChange={(next) => change(answers, "birthday", { leap: next })}
        />
      )}
      <Share checked={share} onChange={(next) => change(answers, "birthday", { share: next })} />
    </>
  );
}

type PickProps = {
  id: string;
  label: string;
  value: string;
  count: number;
  name: (at: number) => string;
  onPick: (value: string) => void;
};

function Pick({ id, label, value, count, name, onPick }: PickProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} class="input" value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        <option value="">–</option>
        {Array.from({ length: count }, (_, index) => (
          <option key={index} value={String(index + 1)}>
            {name(index + 1)}
          </option>
        ))}
      </select>
    </div>
  );
}

function AvoidFields({ answers }: { answers: Kept }) {
  const { questions: say } = startWords.value;
  const { lines, share } = answers.value.avoid;
  return (
    <>
      <Area
        id="avoid-lines"
        label={say.avoid}
        hint={say.avoidHint}
        value={lines}
        onType={(text) => change(answers, "avoid", { lines: text })}
      />
      <Share checked={share} onChange={(next) => change(answers, "avoid", { share: next })} />
    </>
  );
}

function RhythmFields({ answers }: { answers: Kept }) {
  const { questions: say } = startWords.value;
  const { bed, wake, quiet, share } = answers.value.rhythm;
  return (
    <>
      <p class="asking">{say.rhythm}</p>
      <div class="field-row">
        <Time
          id="rhythm-bed"
          label={say.bed}
          value={bed}
          onPick={(next) => change(answers, "rhythm", { bed: next })}
        />
        <Time
          id="rhythm-wake"
          label={say.wake}
          value={wake}
          onPick={(next) => change(answers, "rhythm", { wake: next })}
        />
      </div>
      <Check
        label={say.quiet}
        hint={say.quietHint}
        checked={quiet}
        onChange={(next) => change(answers, "rhythm", { quiet: next })}
      />
      <Share checked={share} onChange={(next) => change(answers, "rhythm", { share: next })} />
    </>
  );
}

type TimeProps = { id: string; label: string; value: string; onPick: (value: string) => void };

function Time({ id, label, value, onPick }: TimeProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="time"
        value={value}
        onInput={(event) => onPick(event.currentTarget.value)}
      />
    </div>
  );
}

function MetFields({ answers }: { answers: Kept }) {
  const { questions: say } = startWords.value;
  return (
    <Area
      id="met-how"
      label={say.met}
      hint={say.metHint}
      maxLength={longestMet}
      value={answers.value.met.how}
      onType={(text) => change(answers, "met", { how: text })}
    />
  );
}

type CheckProps = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void };

function Check({ label, hint, checked, onChange }: CheckProps) {
  return (
    <div class="check-line">
      <label class="check">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
  );
}

function Share({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return <Check label={startWords.value.questions.share} checked={checked} onChange={onChange} />;
}
