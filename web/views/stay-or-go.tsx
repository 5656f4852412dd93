// Whether a companion stays: put away and brought back, or moved to the trash, each with what it means.
import { useSignal } from "@preact/signals";
import { useHere } from "../here.ts";
import { writeKept } from "../kept.ts";
import { usePage } from "../page-state.ts";
import { saveWords } from "../problem-words.ts";
import { go } from "../route.ts";
import type { AiUser } from "../shapes.ts";
import { leave } from "../start-progress.ts";
import { words } from "../words.ts";
import { startWords } from "../words-start.ts";

export function StayOrGo({ companion }: { companion: AiUser }) {
  const { contacts } = usePage();
  const { user_id: id, name } = companion;
  const told = useSignal<{ text: string; wrong: boolean } | null>(null);
  const busy = useSignal(false);
  const stands = useHere();
  const { edit: say } = startWords.value;
  const here = companion.friend !== false;

  async function run(task: () => Promise<void>, done: string): Promise<boolean> {
    if (busy.value) return false;
    busy.value = true;
    try {
      await task();
      told.value = { text: done, wrong: false };
      return true;
    } catch (cause) {
      told.value = { text: saveWords(cause, words.value), wrong: true };
      return false;
    } finally {
      busy.value = false;
    }
  }

  const move = () => run(() => contacts.setFriend(id, !here), here ? say.awayNow(name) : say.backNow(name));
  const drop = async () => {
    if (!(await run(() => contacts.drop(id), say.trashed(name)))) return;
    writeKept("session", `edit.${id}`, null);
    // The last one may have gone: nobody wants to be led through the first run now.
    leave();
    // Whoever has gone elsewhere meanwhile stays there.
    if (stands()) go({ view: "chats" }, true);
  };
  return (
    <section class="edit-part" aria-labelledby="edit-stay">
      <h2 id="edit-stay">{say.stay}</h2>
      <p class="hint">{here ? say.putAwayLead : say.awayLead}</p>
      <div class="acts">
        <button type="button" class="pill" aria-disabled={busy.value} onClick={() => void move()}>
          {here ? say.putAway : say.bringBack}
        </button>
      </div>
      <Trash name={name} busy={busy.value} onDrop={() => void drop()} />
      <p class={told.value?.wrong === true ? "wrong" : "hint"} role="status">
        {told.value?.text ?? ""}
      </p>
    </section>
  );
}

/** What goes is said first, and confirmed. */
function Trash({ name, busy, onDrop }: { name: string; busy: boolean; onDrop: () => void }) {
  const sure = useSignal(false);
  const wrong = useSignal(false);
  const { edit: say } = startWords.value;
  return (
    <div class="trash-part">
      <p class="hint">{say.trashLead}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={sure.value}
          aria-invalid={wrong.value}
          aria-describedby={wrong.value ? "trash-wrong" : undefined}
          onChange={(event) => {
            sure.value = event.currentTarget.checked;
            wrong.value = false;
          }}
        />
        <span>{say.trashSure(name)}</span>
      </label>
      <button
        type="button"
        class="pill"
        aria-disabled={busy || !sure.value}
        onClick={() => {
          wrong.value = !sure.value;
          if (sure.value) onDrop();
        }}
      >
        {say.trash}
      </button>
      {wrong.value && (
        <p class="wrong" id="trash-wrong" role="alert">
          {say.trashNotSure}
        </p>
      )}
    </div>
  );
}
