// One line of the change log: in words, with both sides, and exactly for those who want it so.
import { changeTitle, fieldChanges, fieldWords, readableEdits } from "../change-words.ts";
import type { Change } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { fullTime } from "../time.ts";
import { memoryWords } from "../words-memory.ts";
import { WayBack } from "./way-back.tsx";

type ChangeRowProps = { id: string; change: Change; undone: boolean; all: readonly Change[] };

/** Single edits shown; a night's work may have hundreds. */
const mostEdits = 6;

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
