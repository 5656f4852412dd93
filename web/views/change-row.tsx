// One line of the change log: in words, with both sides, and the way back; why there is none where there is none.
import { useSignal } from "@preact/signals";
import { ApiFailure } from "../api.ts";
import { changeTitle, fieldChanges, fieldWords, readableEdits } from "../change-words.ts";
import { deedProblem, useDeeds } from "../deeds.ts";
import type { Change, UndoneSpan, Written } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { fullTime } from "../time.ts";
import { memoryWords } from "../words-memory.ts";

type ChangeRowProps = { id: string; change: Change; undone: boolean; all: readonly Change[] };

/** Single edits shown; a night's work may have hundreds. */
const mostEdits = 6;

/** The later changes that a refused undo names; null where it was refused for another reason. */
export function laterIn(cause: unknown): string[] | null {
  if (!(cause instanceof ApiFailure) || cause.code !== "conflict") return null;
  const { later } = (cause.details ?? {}) as { later?: unknown };
  return Array.isArray(later) ? later.map(String) : null;
}

export function ChangeRow({ id, change, undone, all }: ChangeRowProps) {
  const page = usePage();
  const reader = page.reader();
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  const { value: say } = memoryWords;
  const edits = readableEdits(change);
  return (
    <li class="memory change" id={`change-${change.id}`} tabIndex={-1}>
      <p class="change-what">
        {change.undoes !== undefined && `${say.undoing} · `}
        {changeTitle(change, say)}
      </p>
      <p class="when">
        {say.authors[change.by]} · {fullTime(change.at, reader)}
      </p>
      {change.erased === true && <p class="hint">{say.changeErased}</p>}
      <ul class="sides serif" lang={spoken}>
        {edits.slice(0, mostEdits).map(({ before, after, fields }, at) => (
          // Edits of one change never change their order.
          <li key={at}>
            {before !== "" && <del>{before}</del>}
            {before !== "" && after !== "" && <span class="visually-hidden"> → </span>}
            {after !== "" && <ins>{after}</ins>}
            {fields.length > 0 && <small> {fieldWords(fields, say)}</small>}
          </li>
        ))}
      </ul>
      {edits.length > mostEdits && <p class="hint">{say.andMore(edits.length - mostEdits)}</p>}
      {change.erased !== true && <Exactly change={change} />}
      {change.erased !== true && <WayBack id={id} change={change} undone={undone} all={all} />}
    </li>
  );
}

/** Every field of every entry, for those who want it exactly. */
function Exactly({ change }: { change: Change }) {
  const { value: say } = memoryWords;
  return (
    <details class="exactly">
      <summary>{say.exactly}</summary>
      {change.edits.slice(0, 40).map((edit) => (
        <div key={`${edit.document} ${edit.entry}`}>
          <p class="sent-role">
            {edit.document} {edit.entry}
          </p>
          <dl class="fields">
            {fieldChanges(edit).map(({ field, before, after }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>
                  {before !== "" && <del>{before}</del>} {after !== "" && <ins>{after}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </details>
  );
}

type Step =
  | { at: "rest" }
  | { at: "sure" }
  | { at: "blocked"; later: string[] }
  | { at: "told"; told: string };

function WayBack({ id, change, undone, all }: ChangeRowProps) {
  const page = usePage();
  const deeds = useDeeds();
  const step = useSignal<Step>({ at: "rest" });
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
    if (await deeds.run(task, say.undone)) return;
    const later = laterIn(failure);
    if (later !== null) {
      deeds.clear();
      step.value = { at: "blocked", later };
    } else if (failure !== null) step.value = { at: "told", told: deedProblem(failure, say) };
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
  if (undone) return <p class="hint">{say.undoneAlready}</p>;
  const now = step.value;
  return (
    <div class="way-back">
      {now.at === "sure" ? (
        <div class="asked">
          <p>{say.undoFromSure}</p>
          <div class="acts">
            <button type="button" class="pill strong" onClick={() => void undoFrom()}>
              {say.undoFromIndeed}
            </button>
            <button
              type="button"
              class="pill"
              onClick={() => {
                step.value = { at: "rest" };
              }}
            >
              {say.leaveIt}
            </button>
          </div>
        </div>
      ) : (
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
      )}
      <div role="alert">
        {now.at === "blocked" && <Blocked later={now.later} all={all} />}
        {now.at === "told" && <p class="wrong">{now.told}</p>}
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
