// What the owner wrote of a companion: shown, edited, and both sides where it was changed elsewhere meanwhile.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useCompanion } from "../companion-name.ts";
import { useDeeds } from "../deeds.ts";
import { giveFocus } from "../focus.ts";
import type { Soul } from "../inner-shapes.ts";
import { usePage } from "../page-state.ts";
import { innerWords } from "../words-inner.ts";
import { SoulForm } from "./soul-form.tsx";

type BaseSoulProps = {
  id: string;
  text: string;
  /** It was written, or read anew. */
  onDone: () => void;
};

export function BaseSoul({ id, text, onDone }: BaseSoulProps) {
  const { name, spoken } = useCompanion(id);
  /** What stood there when editing began; null while nobody edits. */
  const begun = useSignal<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { value: say } = innerWords;
  const shut = () => {
    begun.value = null;
    onDone();
    // The button stands again only after the next drawing.
    giveFocus(() => opener.current);
  };
  return (
    <section aria-labelledby="inner-base">
      <h3 class="part" id="inner-base">
        {say.base(name)}
      </h3>
      <p class="hint">{say.baseLead}</p>
      {begun.value !== null ? (
        <Editing id={id} begun={begun.value} onDone={shut} />
      ) : (
        <>
          {text.trim() === "" ? (
            <p class="nothing">{say.noBase}</p>
          ) : (
            <p class="serif pre soul-shown" lang={spoken}>
              {text}
            </p>
          )}
          <div class="acts">
            <button
              type="button"
              class="pill"
              ref={opener}
              aria-label={say.changeOf(say.base(name))}
              onClick={() => {
                begun.value = text;
              }}
            >
              {say.change}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

function Editing({ id, begun, onDone }: { id: string; begun: string; onDone: () => void }) {
  const page = usePage();
  const deeds = useDeeds();
  const { spoken } = useCompanion(id);
  /** What stands there instead of what was read. */
  const theirs = useSignal<string | null>(null);
  const { value: say } = innerWords;
  const save = async (base_soul: string) => {
    const known = theirs.value ?? begun;
    let stale = false;
    const task = async () => {
      // Two windows may hold the same text open: what was written meanwhile is not written over unseen.
      const now = await page.api.json<Soul>(`/api/soul/${id}`);
      stale = now.base_soul !== known && now.base_soul !== base_soul;
      if (stale) theirs.value = now.base_soul;
      else await page.api.json(`/api/ai-users/${id}`, { method: "PUT", body: { base_soul } });
      return undefined;
    };
    if (!(await deeds.run(task, say.baseSet))) return false;
    if (stale) deeds.clear();
    return !stale;
  };
  return (
    <>
      {theirs.value !== null && (
        <div class="asked" role="alert">
          <p>{say.baseStale}</p>
          <p class="when">{say.baseTheirs}</p>
          <p class="serif pre" lang={spoken}>
            {theirs.value}
          </p>
          <div class="acts">
            <button type="button" class="pill" onClick={onDone}>
              {say.takeTheirs}
            </button>
          </div>
        </div>
      )}
      <SoulForm
        label={theirs.value === null ? say.baseLabel : say.baseMine}
        text={begun}
        longest={60_000}
        heavy={3_000}
        spoken={spoken}
        {...(theirs.value === null ? {} : { act: say.keepMine })}
        onSave={save}
        onDone={onDone}
      />
    </>
  );
}
