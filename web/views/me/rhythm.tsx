// One's rhythm: hours at which nobody writes first, and how the companions' answers come.
import { useSignal } from "@preact/signals";
import { useAct } from "../../act.ts";
import { useLoaded } from "../../loading.ts";
import { type Pace, type Paced, paceOf, paces, pacingFor } from "../../pacing.ts";
import { usePage } from "../../page-state.ts";
import { useSetting } from "../../setting.ts";
import type { User } from "../../shapes.ts";
import { meWords } from "../../words-me.ts";
import { Choices } from "../choices.tsx";
import { LoadTrouble } from "../trouble.tsx";
import { ActLine } from "./parts.tsx";

/** What is offered to somebody who has none yet. */
const usual = { from: "23:00", to: "08:00" };

export function QuietHours({ user }: { user: User }) {
  const { door } = usePage();
  const act = useAct();
  const kept = user.quiet_hours ?? null;
  const on = useSignal(kept !== null);
  const from = useSignal(kept?.from ?? usual.from);
  const to = useSignal(kept?.to ?? usual.to);
  const { value: say } = meWords;
  const save = async () => {
    if (on.value && (from.value === to.value || from.value === "" || to.value === ""))
      return act.say(say.quietSame, true);
    await act.run(
      () => door.change({ quiet_hours: on.value ? { from: from.value, to: to.value } : null }),
      say.saved,
    );
  };
  return (
    <form
      class="me-form"
      noValidate
      aria-labelledby="me-rhythm"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 id="me-rhythm">{say.rhythm}</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={on.value}
          aria-describedby="quiet-hint"
          onChange={(event) => {
            on.value = event.currentTarget.checked;
          }}
        />
        <span>{say.quietHours}</span>
      </label>
      <p class="hint" id="quiet-hint">
        {say.quietHoursHint}
      </p>
      {on.value && (
        <div class="me-times">
          <Time
            id="quiet-from"
            label={say.quietFrom}
            value={from.value}
            onChoose={(at) => (from.value = at)}
          />
          <Time id="quiet-to" label={say.quietTo} value={to.value} onChoose={(at) => (to.value = at)} />
        </div>
      )}
      <button type="submit" class="pill strong" aria-disabled={act.busy.value}>
        {say.save}
      </button>
      <ActLine act={act} />
    </form>
  );
}

type TimeProps = { id: string; label: string; value: string; onChoose: (at: string) => void };

function Time({ id, label, value, onChoose }: TimeProps) {
  return (
    <label for={id} class="me-time">
      <span>{label}</span>
      <input
        id={id}
        type="time"
        class="input"
        required
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </label>
  );
}

/** One choice for all companions; each one's own is told where they differ. */
export function Pacing() {
  const { api } = usePage();
  const [loaded, read] = useLoaded<{ ai_users: Paced[] }>(api, "/api/ai-users");
  const act = useAct();
  const { value, cause } = loaded.value;
  const { value: say } = meWords;
  const all = value?.ai_users ?? [];
  const [chosen, choose] = useSetting<Pace | null>(paceOf(all), async (pace) => {
    if (pace === null) return false;
    const change = () =>
      Promise.all(
        all.map(({ user_id }) =>
          api.json(`/api/ai-users/${user_id}`, { method: "PUT", body: pacingFor(pace) }),
        ),
      );
    const saved = await act.run(change, say.pacingSaved);
    read();
    return saved;
  });
  if (value === null) return cause === null ? null : <LoadTrouble cause={cause} again={read} />;
  const hint = all.length === 0 ? say.pacingNobody : chosen === null ? say.pacingMixed : undefined;
  return (
    <div class="me-form">
      <Choices
        name="pacing"
        legend={say.pacing}
        values={paces}
        labels={say.pacings}
        chosen={chosen ?? ("" as Pace)}
        {...(hint === undefined ? {} : { hint })}
        onChoose={choose}
      />
      <ActLine act={act} />
    </div>
  );
}
