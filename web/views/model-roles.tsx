// Who does what: for each role the models in the order they are asked, and a try of each with the provider's own words.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { allRoles, ordered } from "../model-setup.ts";
import type { ModelTest, Role } from "../model-shapes.ts";
import { refusedWords, testWords } from "../model-words.ts";
import { usePage } from "../page-state.ts";
import { useSetting } from "../setting.ts";
import { modelWords } from "../words-models.ts";
import type { ModelsProps } from "./models.tsx";

type Result = Pick<ModelTest, "ok" | "ms" | "error" | "provider_error">;
type Results = Readonly<Partial<Record<Role, Result | "asking">>>;

/** Tries roles one after the other, so that no provider is asked by all at once. */
function useTests() {
  const { api } = usePage();
  const results = useSignal<Results>({});
  const running = useSignal<{ done: number; all: number } | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const put = (role: Role, result: Result | "asking" | undefined) => {
    const { [role]: _before, ...others } = results.value;
    results.value = result === undefined ? others : { ...others, [role]: result };
  };
  async function run(roles: readonly Role[]): Promise<void> {
    if (running.value !== null) return;
    const control = new AbortController();
    stop.current = control;
    for (const [done, role] of roles.entries()) {
      running.value = { done, all: roles.length };
      put(role, "asking");
      const call = { method: "POST", body: { role }, signal: control.signal } as const;
      const answer = await api
        .json<ModelTest>("/api/models/test", call)
        .catch((): Result => ({ ok: false, ms: 0, error: "offline" }));
      put(role, control.signal.aborted ? undefined : answer);
      if (control.signal.aborted) break;
    }
    running.value = null;
  }
  return { results, running, run, cancel: () => stop.current?.abort() };
}

export function ModelRoles({ models, save }: ModelsProps) {
  const { results, running, run, cancel } = useTests();
  const told = useSignal<{ text: string; wrong: boolean } | null>(null);
  const { value: say } = modelWords;
  const usable = allRoles.filter(
    (role) => (models.state.find((one) => one.role === role)?.ready.length ?? 0) > 0,
  );
  const put = async (role: Role, at: number, name: string) => {
    const placed = (now: ModelsProps["models"]) =>
      placesOf(now, role).map((one, index) => (index === at ? name : one));
    try {
      await save((now) => ordered(now, role, placed(now)));
      told.value = { text: modelWords.value.rolesSaved, wrong: false };
      return true;
    } catch (cause) {
      told.value = { text: refusedWords(cause, modelWords.value), wrong: true };
      return false;
    }
  };
  return (
    <section>
      <p class="hint">{say.rolesLead}</p>
      <div class="acts">
        <button
          type="button"
          class="pill"
          aria-disabled={running.value !== null || usable.length === 0}
          onClick={() => void run(usable)}
        >
          {say.testAll}
        </button>
        {running.value !== null && (
          <button type="button" class="quiet" onClick={cancel}>
            {say.stop}
          </button>
        )}
        <p class={told.value?.wrong === true ? "wrong" : "hint"} role="status">
          {running.value === null
            ? (told.value?.text ?? "")
            : say.testing(running.value.done, running.value.all)}
        </p>
      </div>
      <ul class="role-rows">
        {allRoles.map((role) => (
          <RoleRow
            key={role}
            role={role}
            models={models}
            result={results.value[role]}
            busy={running.value !== null}
            onPlace={(at, name) => put(role, at, name)}
            onTest={() => void run([role])}
          />
        ))}
      </ul>
    </section>
  );
}

/** The models in their order, and a place at the end for one more. */
const placesOf = ({ roles }: ModelsProps["models"], role: Role): string[] => [...(roles[role] ?? []), ""];

type RoleRowProps = {
  role: Role;
  models: ModelsProps["models"];
  result: Result | "asking" | undefined;
  busy: boolean;
  /** Answers whether it was saved. */
  onPlace: (at: number, name: string) => Promise<boolean>;
  onTest: () => void;
};

function RoleRow({ role, models, result, busy, onPlace, onTest }: RoleRowProps) {
  const { value: say } = modelWords;
  const title = say.roles[role];
  const list = models.roles[role] ?? [];
  const ready = models.state.find((one) => one.role === role)?.ready ?? [];
  // A model of the environment stands in no list and is asked first: it is named, not offered for choosing.
  const outside = ready.filter((name) => !Object.hasOwn(models.models, name));
  const places = placesOf(models, role);
  return (
    <li>
      <b>{title}</b>
      <div class="role-order">
        {outside.map((name) => (
          <code key={name}>{name}</code>
        ))}
        {places.map((chosen, at) => (
          <PlaceSelect
            key={at}
            label={`${at === 0 ? say.first : say.next} · ${title}`}
            nobody={at === 0 ? say.nobody : "–"}
            names={Object.keys(models.models)}
            taken={list}
            kept={chosen}
            onChoose={(name) => onPlace(at, name)}
          />
        ))}
        <button
          type="button"
          class="pill"
          aria-label={say.testOf(title)}
          aria-disabled={busy}
          onClick={onTest}
        >
          {say.test}
        </button>
      </div>
      <RoleResult result={result} ready={ready.length > 0} />
    </li>
  );
}

type PlaceSelectProps = {
  label: string;
  /** On the choice of no model. */
  nobody: string;
  names: readonly string[];
  /** Those that have a place already. */
  taken: readonly string[];
  kept: string;
  onChoose: (name: string) => Promise<boolean>;
};

function PlaceSelect({ label, nobody, names, taken, kept, onChoose }: PlaceSelectProps) {
  const [chosen, choose] = useSetting(kept, onChoose);
  return (
    <select
      class="input"
      aria-label={label}
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{nobody}</option>
      {names.map((name) => (
        <option key={name} value={name} disabled={name !== chosen && name !== kept && taken.includes(name)}>
          {name}
        </option>
      ))}
    </select>
  );
}

function RoleResult({ result, ready }: { result: Result | "asking" | undefined; ready: boolean }) {
  const { value: say } = modelWords;
  if (result === "asking") return <p class="hint">…</p>;
  if (result === undefined) return ready ? null : <p class="hint">{say.readyNone}</p>;
  if (result.ok) return <p class="passed">{say.passed(Math.round(result.ms))}</p>;
  return <p class="wrong">{testWords(result, say)}</p>;
}
