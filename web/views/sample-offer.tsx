// "Have a look first": a companion with a year behind it is brought, shown, and taken away again whole.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { usePage } from "../page-state.ts";
import { saveWords } from "../problem-words.ts";
import { go } from "../route.ts";
import type { SampleStep } from "../sample/bring.ts";
import { isSample } from "../sample-mark.ts";
import type { AiUser } from "../shapes.ts";
import { leave } from "../start-progress.ts";
import { language, words } from "../words.ts";
import { startWords } from "../words-start.ts";
import { Link } from "./link.tsx";
import { Sure } from "./me/parts.tsx";

type Told = { text: string; wrong: boolean } | null;

const steps: readonly SampleStep[] = ["make", "talk", "facts", "rest"];

/** Brings the life step by step; the content itself is fetched only now. */
function useBringing(told: Signal<Told>) {
  const page = usePage();
  const { api, contacts, now, door, browserTimeZone } = page;
  const step = useSignal<SampleStep | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function bring(): Promise<void> {
    if (running.current !== null) return;
    const stop = new AbortController();
    running.current = stop;
    told.value = null;
    step.value = "make";
    const session = door.session.peek();
    try {
      const { bringSample } = await import("../sample/bring.ts");
      const made = await bringSample({
        api,
        language: language.peek(),
        souls: (contacts.souls.peek() ?? []).map(({ soul }) => soul),
        now: now.peek(),
        timeZone: session.state === "in" ? session.user.time_zone : browserTimeZone,
        signal: stop.signal,
        onStep: (next) => {
          step.value = next;
        },
      });
      contacts.take(made);
      told.value = { text: startWords.peek().sample.ready(made.name), wrong: false };
    } catch (cause) {
      const { sample: say } = startWords.peek();
      const left = (cause as { left?: unknown }).left;
      const text =
        left === true
          ? say.halfLeft
          : stop.signal.aborted
            ? say.cancelled
            : left === false
              ? say.failed
              : null;
      told.value = {
        text: text ?? saveWords(cause, words.peek()),
        wrong: !stop.signal.aborted || left === true,
      };
    } finally {
      running.current = null;
      step.value = null;
      // What the server told of the steps is told here already.
      for (const notice of page.notices.peek())
        if (/^(?:import|extract)-progress$/.test(notice.code)) page.dismiss(notice);
    }
  }
  return { step, bring, cancel: () => running.current?.abort() };
}

export function SampleOffer() {
  const { contacts } = usePage();
  const told = useSignal<Told>(null);
  const { step, bring, cancel } = useBringing(told);
  const { sample: say } = startWords.value;
  const here = contacts.list.value.find(isSample);
  const at = step.value;
  return (
    <section class="drop-zone sample" aria-labelledby="sample-title">
      <div>
        <h2 id="sample-title">{say.title}</h2>
        <p class="hint">{say.lead}</p>
      </div>
      {at === null && here === undefined && (
        <button type="button" class="pill" id="bring-sample" onClick={() => void bring()}>
          {say.bring}
        </button>
      )}
      {at !== null && (
        <button type="button" class="pill" onClick={cancel}>
          {say.cancel}
        </button>
      )}
      {at === null && here !== undefined && (
        <div class="acts">
          <Link class="pill strong" to={{ view: "talk", id: here.user_id, details: false }} onOpen={leave}>
            {say.open}
          </Link>
          <RemoveSample companion={here} told={told} />
        </div>
      )}
      <div class="sample-told" role="status">
        {at !== null && (
          <p class="hint">
            {say.steps[at]} · {say.progress(steps.indexOf(at) + 1, steps.length)}
          </p>
        )}
        {at === null && told.value !== null && (
          <p class={told.value.wrong ? "trouble" : "hint"}>{told.value.text}</p>
        )}
      </div>
    </section>
  );
}

type RemoveSampleProps = { companion: AiUser; told: Signal<Told>; onGone?: () => void };

function RemoveSample({ companion, told, onGone }: RemoveSampleProps) {
  const { contacts } = usePage();
  const busy = useSignal(false);
  const { sample: say } = startWords.value;
  const remove = async () => {
    if (busy.value) return;
    busy.value = true;
    try {
      await contacts.drop(companion.user_id, true);
      told.value = { text: say.removed, wrong: false };
      onGone?.();
    } catch (cause) {
      told.value = { text: saveWords(cause, words.value), wrong: true };
    } finally {
      busy.value = false;
    }
  };
  return <Sure label={say.remove} ask={say.sure} now={say.removeNow} busy={busy.value} onSure={remove} />;
}

/** On the sample's own page: what it is, and the way to be rid of it. */
export function SampleNote({ companion }: { companion: AiUser }) {
  const told = useSignal<Told>(null);
  const { sample: say } = startWords.value;
  if (!isSample(companion)) return null;
  const gone = () => {
    leave();
    go({ view: "chats" }, true);
  };
  return (
    <section class="drop-zone sample" aria-label={say.isSample}>
      <p>{say.isSample}</p>
      <RemoveSample companion={companion} told={told} onGone={gone} />
      <div class="sample-told" role="status">
        {told.value !== null && <p class={told.value.wrong ? "trouble" : "hint"}>{told.value.text}</p>}
      </div>
    </section>
  );
}
