// The way back from a change: undoing it, undoing all since, and why it cannot be undone yet.
import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ApiFailure } from "../api.ts";
import { changeTitle } from "../change-words.ts";
import { deedProblem, useDeeds } from "../deeds.ts";
import type { Change, UndoneSpan, Written } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { fullTime } from "../time.ts";
import { memoryWords } from "../words-memory.ts";

type WayBackProps = { id: string; change: Change; undone: boolean; all: readonly Change[] };

type Step =
  | { at: "rest" }
  | { at: "sure" }
  | { at: "blocked"; later: string[] }
  | { at: "told"; told: string };

/** The later changes that a refused undo names; null where it was refused for another reason. */
export function laterIn(cause: unknown): string[] | null {
  if (!(cause instanceof ApiFailure) || cause.code !== "conflict") return null;
  const { later } = (cause.details ?? {}) as { later?: unknown };
  return Array.isArray(later) ? later.map(String) : null;
}

/** The two calls, and what a refusal leads to. */
function useUndoing(id: string, change: Change, step: Signal<Step>) {
  const page = usePage();
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  const path = `/api/memory/${id}/changes`;
  const undo = async () => {
    let failure: unknown = null;
    const task = () =>
      page.api
        .json<Written>(`${path}/${encodeURIComponent(change.id)}/undo`, { method: "POST", body: {} })
        .catch((cause: unknown) => {
          failure = cause;
          throw cause;
        });
    if ((await deeds.run(task, say.undone)) || failure === null) return;
    deeds.clear();
    const later = laterIn(failure);
    step.value = later === null ? { at: "told", told: deedProblem(failure, say) } : { at: "blocked", later };
  };
  const undoFrom = async () => {
    step.value = { at: "rest" };
    let said = "";
    const task = async () => {
      const body = { from: change.at };
      const answer = await page.api.json<UndoneSpan>(`${path}/undo`, { method: "POST", body });
      said = say.undoneSpan(answer.undone.length, answer.refused.length);
      return undefined;
    };
    await deeds.run(task, () => said);
  };
  return { undo, undoFrom };
}

export function WayBack({ id, change, undone, all }: WayBackProps) {
  const step = useSignal<Step>({ at: "rest" });
  const { undo, undoFrom } = useUndoing(id, change, step);
  const { value: say } = memoryWords;
  const now = step.value;
  if (undone) return <p class="hint">{say.undoneAlready}</p>;
  if (now.at === "sure") {
    const leave = () => {
      step.value = { at: "rest" };
    };
    return <Sure onYes={() => void undoFrom()} onNo={leave} />;
  }
  return (
    <div class="way-back">
      <div class="acts">
        <button
          type="button"
          class="pill"
          aria-label={`${say.undo} · ${changeTitle(change, say)}`}
          onClick={() => void undo()}
        >
          {say.undo}
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={`${say.undoFrom} · ${changeTitle(change, say)}`}
          onClick={() => {
            step.value = { at: "sure" };
          }}
        >
          {say.undoFrom}
        </button>
      </div>
      <div role="alert">
        {now.at === "blocked" && <Blocked later={now.later} all={all} />}
        {now.at === "told" && <p class="wrong">{now.told}</p>}
      </div>
    </div>
  );
}

function Sure({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  const yes = useRef<HTMLButtonElement>(null);
  const { value: say } = memoryWords;
  useLayoutEffect(() => yes.current?.focus(), []);
  return (
    <div class="way-back asked">
      <p>{say.undoFromSure}</p>
      <div class="acts">
        <button type="button" class="pill strong" ref={yes} onClick={onYes}>
          {say.undoFromIndeed}
        </button>
        <button type="button" class="pill" onClick={onNo}>
          {say.leaveIt}
        </button>
      </div>
    </div>
  );
}

/** Why it cannot be undone yet, with the way to the changes that stand in between. */
function Blocked({ later, all }: { later: readonly string[]; all: readonly Change[] }) {
  const page = usePage();
  const { value: say } = memoryWords;
  const shown = all.filter((one) => later.includes(one.id));
  return (
    <div class="asked">
      <p>{say.changedLater(later.length)}</p>
      <ul>
        {shown.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                const row = document.getElementById(`change-${one.id}`);
                row?.scrollIntoView({ block: "center" });
                row?.focus({ preventScroll: true });
              }}
            >
              {fullTime(one.at, page.reader())} · {changeTitle(one, say)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
