// What was remembered for a reply, in full: where it comes from, and whether it is right, wrong, or better left alone.
import { type Signal, useSignal } from "@preact/signals";
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
  const date = plainDate(recalled.date, page.reader(), page.now.value);
  const kind = say.recalledKinds[recalled.type] ?? "";
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
      <CardActs
        user_id={user_id}
        recalled={recalled}
        avoiding={avoiding}
        onRight={() => void right()}
        onClose={onClose}
      />
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

type CardActsProps = {
  user_id: string;
  recalled: Recalled;
  avoiding: Signal<boolean>;
  onRight: () => void;
  onClose: () => void;
};

/** A message is the person's own word: it is neither right nor wrong, and has no entry to correct. */
function CardActs({ user_id, recalled, avoiding, onRight, onClose }: CardActsProps) {
  const { value: say } = memoryWords;
  const { type, id, message_ids } = recalled;
  const mend = placeOf(type, id, true);
  const proof = message_ids.length === 0 && type === "message" ? [id] : message_ids;
  return (
    <div class="acts">
      <ProofLink user_id={user_id} message_ids={proof} about={recalled.text} />
      {recalled.type === "fact" && (
        <button type="button" class="pill" onClick={onRight}>
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
  );
}

type AvoidFormProps = { user_id: string; text: string; onTold: (told: Told | null, done: boolean) => void };

function AvoidForm({ user_id, text, onTold }: AvoidFormProps) {
  const page = usePage();
  const field = useRef<HTMLInputElement>(null);
  const name = useId();
  const saving = useRef(false);
  const { value: say } = memoryWords;
  useLayoutEffect(() => field.current?.focus(), []);
  const save = async (matter: string) => {
    if ([...matter].length < leastMatter(matter))
      return onTold({ said: say.tooShort(leastMatter(matter)), wrong: true }, false);
    if (saving.current) return;
    saving.current = true;
    try {
      await avoid(page.api, user_id, matter);
      page.memoryMoved(user_id);
      onTold(
        { said: speaksOf(text, matter) ? say.avoided(matter) : say.avoidedOther(matter), wrong: false },
        true,
      );
    } catch (cause) {
      onTold({ said: deedProblem(cause, say), wrong: true }, false);
    } finally {
      saving.current = false;
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
