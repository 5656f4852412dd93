// What was remembered for a reply, in full: where it comes from, and whether it is right, wrong, or better left alone.
import { useSignal } from "@preact/signals";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Recalled } from "../../src/schema/message.ts";
import { deedProblem } from "../deeds.ts";
import { openMemory, placeOf } from "../memory-place.ts";
import { usePage } from "../page-state.ts";
import { avoid, confirmFact, guessMatter, leastMatter, speaksOf } from "../recalled.ts";
import { plainDate } from "../time.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";
import { ProofLink } from "./proof-link.tsx";

export type RecalledCardProps = { user_id: string; recalled: Recalled; id: string; onClose: () => void };

type Told = { said: string; wrong: boolean };

export function RecalledCard({ user_id, recalled, id, onClose }: RecalledCardProps) {
  const page = usePage();
  const told = useSignal<Told | null>(null);
  const avoiding = useSignal(false);
  const card = useRef<HTMLElement>(null);
  const { value: say } = memoryWords;
  const spoken = page.contacts.list.value.find((one) => one.user_id === user_id)?.language;
  useEffect(() => card.current?.focus(), []);
  const date = plainDate(recalled.date, page.reader());
  const kind = say.recalledKinds[recalled.type] ?? "";
  const mend = placeOf(recalled.type, recalled.id, true);
  const proof =
    recalled.message_ids.length > 0 ? recalled.message_ids : recalled.type === "message" ? [recalled.id] : [];
  const right = async () => {
    try {
      const done = await confirmFact(page.api, user_id, recalled.id);
      told.value = { said: done ? say.confirmed : say.formerOnly, wrong: !done };
      if (done) page.memoryMoved(user_id);
    } catch (cause) {
      told.value = { said: deedProblem(cause, say), wrong: true };
    }
  };
  return (
    <section
      class="recalled-card"
      aria-label={`${say.rememberedHere} · ${recalled.text}`}
      id={id}
      ref={card}
      tabIndex={-1}
    >
      <p class="when">{[kind, date].filter((part) => part !== "").join(" · ")}</p>
      <p class="serif" lang={spoken}>
        {recalled.text}
      </p>
      <div class="acts">
        <ProofLink user_id={user_id} message_ids={proof} about={recalled.text} />
        {recalled.type === "fact" && (
          <button type="button" class="pill" onClick={() => void right()}>
            {say.isRight}
          </button>
        )}
        {mend !== null && (
          <button type="button" class="pill" onClick={() => openMemory(user_id, mend)}>
            {say.isWrong}
          </button>
        )}
        <button
          type="button"
          class="pill"
          aria-expanded={avoiding.value}
          onClick={() => {
            avoiding.value = !avoiding.value;
          }}
        >
          {say.leaveAlone}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {words.value.close}
        </button>
      </div>
      {avoiding.value && (
        <AvoidForm
          user_id={user_id}
          text={recalled.text}
          onTold={(next, done) => {
            told.value = next;
            if (done) avoiding.value = false;
          }}
        />
      )}
      <div role="status">
        {told.value !== null && <p class={told.value.wrong ? "wrong" : "said"}>{told.value.said}</p>}
      </div>
    </section>
  );
}

type AvoidFormProps = { user_id: string; text: string; onTold: (told: Told | null, done: boolean) => void };

function AvoidForm({ user_id, text, onTold }: AvoidFormProps) {
  const page = usePage();
  const field = useRef<HTMLInputElement>(null);
  const name = useId();
  const { value: say } = memoryWords;
  useLayoutEffect(() => field.current?.focus(), []);
  const save = async (matter: string) => {
    if ([...matter].length < leastMatter(matter))
      return onTold({ said: say.tooShort(leastMatter(matter)), wrong: true }, false);
    try {
      await avoid(page.api, user_id, matter);
      page.memoryMoved(user_id);
      onTold(
        { said: speaksOf(text, matter) ? say.avoided(matter) : say.avoidedOther(matter), wrong: false },
        true,
      );
    } catch (cause) {
      onTold({ said: deedProblem(cause, say), wrong: true }, false);
    }
  };
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        void save(String(new FormData(event.currentTarget).get("matter") ?? "").trim());
      }}
    >
      <div class="field">
        <label for={name}>{say.avoidWhat}</label>
        <input
          id={name}
          name="matter"
          class="input"
          ref={field}
          defaultValue={guessMatter(text)}
          maxLength={100}
          autocomplete="off"
          aria-describedby={`${name}-hint`}
        />
        <p class="hint" id={`${name}-hint`}>
          {say.avoidHint}
        </p>
      </div>
      <button type="submit" class="pill strong">
        {say.avoidNow}
      </button>
    </form>
  );
}
