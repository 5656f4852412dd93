// The budget of a month: how far it is used, the notice at 80 %, and the choice when it is used up.
import { useSignal } from "@preact/signals";
import type { UsageReport } from "../../../src/schema/request-usage.ts";
import { useAct } from "../../act.ts";
import { type BudgetState, budgetOf, figureOf, raisedBudget } from "../../cost.ts";
import { money, share } from "../../figures.ts";
import { usePage } from "../../page-state.ts";
import { language } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { FigureForm } from "./figure-form.tsx";

type BudgetProps = { report: UsageReport; onChanged: () => void };

export function Budget({ report, onChanged }: BudgetProps) {
  const { door } = usePage();
  const act = useAct();
  const text = useSignal(report.monthly_budget === null ? "" : String(report.monthly_budget));
  const wrong = useSignal("");
  const state = budgetOf(report);
  const { value: say } = meWords;
  const set = async (monthly_budget: number | null, said: string) => {
    const typed = text.value;
    if (!(await act.run(() => door.change({ monthly_budget }), said))) return;
    // What was typed while it was saved stays.
    if (text.value === typed) text.value = monthly_budget === null ? "" : String(monthly_budget);
    onChanged();
  };
  const choose = async (choice: "go_on" | "hold") => {
    const budget_choice = { month: report.month, choice };
    if (await act.run(() => door.change({ budget_choice }), say.choiceKept)) onChanged();
  };
  const save = () => {
    const empty = text.value.trim() === "";
    const figure = figureOf(text.value);
    wrong.value = empty || figure !== null ? "" : say.budgetBad;
    if (wrong.value === "") void set(empty ? null : figure, empty ? say.budgetDropped : say.budgetSaved);
  };
  return (
    <section aria-labelledby="cost-budget">
      <h2 id="cost-budget">{say.budget}</h2>
      {state !== null && <State state={state} currency={report.spent[0]?.currency ?? ""} />}
      {state !== null && state.step !== "fine" && state.step !== "near" && (
        <Choice
          state={state}
          currency={report.spent[0]?.currency ?? ""}
          busy={act.busy.value}
          onChoose={choose}
          onRaise={set}
        />
      )}
      <FigureForm
        name="budget"
        label={say.budgetLabel}
        inputMode="decimal"
        placeholder={say.budgetNone}
        hint={say.budgetHint}
        text={text}
        wrong={wrong}
        act={act}
        onSave={save}
      />
    </section>
  );
}

function State({ state, currency }: { state: BudgetState; currency: string }) {
  const { value: say } = meWords;
  const used = state.budget === 0 ? "100%" : share(state.spent, state.budget);
  const told = say.budgetUsed(used, money(state.budget, currency, language.value));
  return (
    <>
      <meter
        class={state.step === "fine" ? "budget" : "budget near"}
        min={0}
        max={state.budget > 0 ? state.budget : 1}
        value={state.budget > 0 ? Math.min(state.spent, state.budget) : 1}
        aria-label={told}
      />
      <p>{told}</p>
      {state.step === "near" && <p class="asked">{say.nearlySpent(used)}</p>}
    </>
  );
}

type ChoiceProps = {
  state: BudgetState;
  currency: string;
  busy: boolean;
  onChoose: (choice: "go_on" | "hold") => Promise<void>;
  onRaise: (budget: number, said: string) => Promise<void>;
};

/** Three ways on; the one that was chosen for this month is marked, and can be changed. */
function Choice({ state, currency, busy, onChoose, onRaise }: ChoiceProps) {
  const { value: say } = meWords;
  const raised = raisedBudget(state);
  const ways = [
    { id: "hold", label: say.spentHold, hint: say.spentHoldHint, act: () => onChoose("hold") },
    { id: "go_on", label: say.spentGoOn, hint: say.spentGoOnHint, act: () => onChoose("go_on") },
    {
      id: "raise",
      label: say.spentRaise(money(raised, currency, language.value)),
      hint: say.spentRaiseHint,
      act: () => onRaise(raised, say.budgetSaved),
    },
  ];
  return (
    <fieldset class={state.step === "open" ? "asked ways" : "ways"}>
      <legend>{say.allSpent}</legend>
      {ways.map(({ id, label, hint, act }) => (
        <div class="cost-way" key={id}>
          <button
            type="button"
            class="pill"
            aria-pressed={id === "raise" ? undefined : state.step === id}
            aria-disabled={busy}
            aria-describedby={`way-${id}`}
            onClick={() => void act()}
          >
            {label}
          </button>
          <small id={`way-${id}`}>{hint}</small>
        </div>
      ))}
    </fieldset>
  );
}
