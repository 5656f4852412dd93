// The set times of a companion: each with its next moment, changed or taken away, and new ones.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { momentWords } from "../coming.ts";
import { useCompanion } from "../companion-name.ts";
import { useDeeds } from "../deeds.ts";
import { giveFocus } from "../focus.ts";
import type { HeartbeatView, Planned } from "../inner-shapes.ts";
import { usePage } from "../page-state.ts";
import { mostPlanned, whenWords, writeBeat } from "../planned.ts";
import { innerWords } from "../words-inner.ts";
import { PlannedForm } from "./planned-form.tsx";
import { ProofLink } from "./proof-link.tsx";

export function PlannedList({ id, view }: { id: string; view: HeartbeatView }) {
  const { name } = useCompanion(id);
  const adding = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { value: say } = innerWords;
  const { planned, time_zone } = view;
  const done = () => {
    adding.value = false;
    // The button stands again only after the next drawing.
    giveFocus(() => opener.current);
  };
  return (
    <section aria-labelledby="inner-planned">
      <h3 class="part" id="inner-planned">
        {say.planned}
      </h3>
      {planned.length === 0 && !adding.value && <p class="nothing">{say.noPlanned(name)}</p>}
      <ul>
        {planned.map((one, index) => (
          <PlannedRow key={one.id ?? `at ${index}`} id={id} beat={one} timeZone={time_zone} />
        ))}
      </ul>
      {adding.value && <PlannedForm id={id} beat={null} timeZone={time_zone} onDone={done} />}
      {!adding.value && planned.length >= mostPlanned && <p class="hint">{say.fullPlanned(mostPlanned)}</p>}
      {!adding.value && planned.length < mostPlanned && (
        <div class="acts">
          <button
            type="button"
            class="pill"
            ref={opener}
            onClick={() => {
              adding.value = true;
            }}
          >
            {say.addPlanned}
          </button>
        </div>
      )}
    </section>
  );
}

type RowProps = { id: string; beat: Planned; timeZone: string };

function PlannedRow({ id, beat, timeZone }: RowProps) {
  const page = usePage();
  const deeds = useDeeds();
  const { spoken } = useCompanion(id);
  const step = useSignal<"shown" | "editing" | "asking">("shown");
  const { value: say } = innerWords;
  const reader = { ...page.reader(), timeZone };
  const when = whenWords(beat, say, reader);
  const text = beat.message_template.trim();
  const what = text === "" ? say.plannedPlain : text;
  const shut = () => {
    step.value = "shown";
  };
  if (step.value === "editing")
    return (
      <li class="memory">
        <PlannedForm id={id} beat={beat} timeZone={timeZone} onDone={shut} />
      </li>
    );
  const remove = () =>
    void deeds.run(async () => {
      await writeBeat(page.api, id, beat, null);
      return undefined;
    }, say.plannedGone);
  return (
    <li class="memory">
      <p>{when}</p>
      <p class="serif" lang={text === "" ? undefined : spoken}>
        {what}
      </p>
      <div class="memory-foot">
        <span>
          {beat.next_at === null
            ? say.neverAgain
            : say.nextTime(momentWords(beat.next_at, page.now.value, say, reader))}
        </span>
        <ProofLink user_id={id} message_ids={beat.message_ids ?? []} about={what} />
        <button
          type="button"
          class="quiet"
          aria-label={say.changeOf(what)}
          onClick={() => {
            step.value = "editing";
          }}
        >
          {say.change}
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={say.removeOf(what)}
          aria-expanded={step.value === "asking"}
          onClick={() => {
            step.value = step.value === "asking" ? "shown" : "asking";
          }}
        >
          {say.remove}
        </button>
      </div>
      {step.value === "asking" && <Sure onRemove={remove} onLeave={shut} />}
    </li>
  );
}

function Sure({ onRemove, onLeave }: { onRemove: () => void; onLeave: () => void }) {
  const { value: say } = innerWords;
  return (
    <div class="asked">
      <p>{say.removeSure}</p>
      <div class="acts">
        <button type="button" class="pill" onClick={onRemove}>
          {say.removeIndeed}
        </button>
        <button type="button" class="pill" onClick={onLeave}>
          {say.leaveIt}
        </button>
      </div>
    </div>
  );
}
