// How much the work in the background may use in a day: for the whole house, changed by its admin.
import { useSignal } from "@preact/signals";
import { useAct } from "../../act.ts";
import { figureOf } from "../../cost.ts";
import { short } from "../../figures.ts";
import { changeModels } from "../../models-file.ts";
import { usePage } from "../../page-state.ts";
import { language } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { FigureForm } from "./figure-form.tsx";

type DailyLimitProps = { limit: number; onChanged: () => void };

export function DailyLimit({ limit, onChanged }: DailyLimitProps) {
  const { api, door } = usePage();
  const session = door.session.value;
  const act = useAct();
  const text = useSignal(String(limit));
  const wrong = useSignal("");
  const { value: say } = meWords;
  if (session.state !== "in") return null;
  if (session.user.role !== "admin")
    return (
      <section aria-labelledby="cost-daily">
        <h2 id="cost-daily">{say.daily}</h2>
        <p>{say.dailyOf(short(limit, language.value))}</p>
      </section>
    );
  const save = async () => {
    const figure = figureOf(text.value);
    wrong.value = figure === null || !Number.isInteger(figure) ? say.dailyBad : "";
    if (figure === null || wrong.value !== "") return;
    // The whole of models.json is replaced: only this one figure is another.
    const change = () =>
      changeModels(api, ({ key_origins: _keys, state: _state, offers: _offers, ...kept }) => ({
        ...kept,
        background_tokens_per_day: figure,
      }));
    if (await act.run(change, say.dailySaved)) onChanged();
  };
  return (
    <section aria-labelledby="cost-daily">
      <h2 id="cost-daily">{say.daily}</h2>
      <FigureForm
        name="daily"
        label={say.dailyUnit}
        inputMode="numeric"
        hint={say.dailyHint}
        text={text}
        wrong={wrong}
        act={act}
        onSave={() => void save()}
      />
    </section>
  );
}
