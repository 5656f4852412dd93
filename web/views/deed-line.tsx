// The line at the foot of the panel: what was just done, and the way to undo it.
import { useDeeds } from "../deeds.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";

export function DeedLine() {
  const deeds = useDeeds();
  const deed = deeds.last.value;
  return (
    <div class="deed" role="status">
      {deed !== null && (
        <div class={deed.wrong ? "deed-said bad" : "deed-said"}>
          <p>{deed.said}</p>
          {deed.change_id !== null && (
            <button type="button" class="quiet" onClick={() => void deeds.undo(deed.change_id ?? "")}>
              {memoryWords.value.undo}
            </button>
          )}
          <button type="button" class="quiet" onClick={deeds.clear}>
            {words.value.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
