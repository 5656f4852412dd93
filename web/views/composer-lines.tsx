// The lines around the field: how one speaks, and what was just done with a message.
import { useSignal } from "@preact/signals";
import type { Talk } from "../talk.ts";
import { talkDeed } from "../talk-deed.ts";
import { words } from "../words.ts";
import { talkWords } from "../words-talk.ts";

/** How one speaks: plainly, as a story, or privately. Small; what it means is said while it holds. */
export function Manner({ talk }: { talk: Talk }) {
  const mode = talk.mode.value;
  const { value: say } = talkWords;
  return (
    <fieldset class="manner">
      <legend class="visually-hidden">{say.manner}</legend>
      {(["story", "private"] as const).map((one) => (
        <button
          key={one}
          type="button"
          class={`quiet-toggle ${one}`}
          aria-pressed={mode === one}
          onClick={() => talk.speak(mode === one ? "plain" : one)}
        >
          {say.modes[one]}
        </button>
      ))}
      <p id="manner" class="hint" role="status">
        {mode === "plain" ? "" : say.modeHint[mode]}
      </p>
    </fieldset>
  );
}

/** What was just done, with the way back. */
export function DeedLine({ id }: { id: string }) {
  const busy = useSignal(false);
  const deed = talkDeed.value?.user_id === id ? talkDeed.value : null;
  const undo = async () => {
    if (busy.value || !deed?.undo) return;
    busy.value = true;
    await deed.undo();
    busy.value = false;
  };
  return (
    <div class="talk-deed" role="status">
      {deed !== null && (
        <p class={deed.wrong ? "wrong" : "said-so"}>
          <span>{deed.said}</span>
          {deed.undo !== null && (
            <button type="button" class="quiet" aria-disabled={busy.value} onClick={() => void undo()}>
              {talkWords.value.undo}
            </button>
          )}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              talkDeed.value = null;
            }}
          >
            {words.value.dismiss}
          </button>
        </p>
      )}
    </div>
  );
}
