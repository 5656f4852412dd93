// The lists of a companion's page: examples of how they answer, and greetings; lines are added and removed by hand.
import type { Signal } from "@preact/signals";
import { type Draft, longest, mostLines } from "../companion-edit.ts";
import { startWords } from "../words-start.ts";
import { Area } from "./area.tsx";

type ListProps = { draft: Signal<Draft> };

/** The field gets the focus once it is drawn. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

export function ExampleList({ draft, wrong }: ListProps & { wrong: number | null }) {
  const { edit: say } = startWords.value;
  const { examples, language: lang } = draft.value;
  const put = (next: Draft["examples"]) => {
    draft.value = { ...draft.value, examples: next };
  };
  const change = (index: number, part: Partial<Draft["examples"][number]>) =>
    put(examples.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <section aria-labelledby="edit-examples">
      <h2 id="edit-examples">{say.examples}</h2>
      <p class="hint">{say.examplesHint}</p>
      {examples.map((example, index) => {
        const halfWrong = wrong === index ? say.halfExample(index + 1) : undefined;
        return (
          // Lines have no name of their own, and stay in order.
          <fieldset class="line-item" key={index}>
            <legend>{say.example(index + 1)}</legend>
            <Area
              id={`example-${index}-user`}
              label={say.theirs}
              rows={1}
              serif={true}
              lang={lang}
              maxLength={longest.line}
              value={example.user}
              onType={(user) => change(index, { user })}
              wrong={example.user.trim() === "" ? halfWrong : undefined}
            />
            <Area
              id={`example-${index}-answer`}
              label={say.answer}
              rows={2}
              serif={true}
              lang={lang}
              maxLength={longest.line}
              value={example.assistant}
              onType={(assistant) => change(index, { assistant })}
              wrong={example.assistant.trim() === "" ? halfWrong : undefined}
            />
            <Remove
              label={say.example(index + 1)}
              onRemove={() => {
                put(examples.filter((_, at) => at !== index));
                focusSoon("add-example");
              }}
            />
          </fieldset>
        );
      })}
      {examples.length < mostLines && (
        <button
          type="button"
          class="pill"
          id="add-example"
          onClick={() => {
            put([...examples, { user: "", assistant: "" }]);
            focusSoon(`example-${examples.length}-user`);
          }}
        >
          {say.addExample}
        </button>
      )}
    </section>
  );
}

export function GreetingList({ draft }: ListProps) {
  const { edit: say } = startWords.value;
  const { greetings, language: lang } = draft.value;
  const put = (next: string[]) => {
    draft.value = { ...draft.value, greetings: next };
  };
  return (
    <section aria-labelledby="edit-greetings">
      <h2 id="edit-greetings">{say.greetings}</h2>
      <p class="hint">{say.greetingsHint}</p>
      {greetings.map((greeting, index) => (
        <div class="line-item" key={index}>
          <Area
            id={`greeting-${index}`}
            label={say.greeting(index + 1)}
            rows={1}
            serif={true}
            lang={lang}
            maxLength={longest.line}
            value={greeting}
            onType={(text) => put(greetings.map((one, at) => (at === index ? text : one)))}
          />
          <Remove
            label={say.greeting(index + 1)}
            onRemove={() => {
              put(greetings.filter((_, at) => at !== index));
              focusSoon("add-greeting");
            }}
          />
        </div>
      ))}
      {greetings.length < mostLines && (
        <button
          type="button"
          class="pill"
          id="add-greeting"
          onClick={() => {
            put([...greetings, ""]);
            focusSoon(`greeting-${greetings.length}`);
          }}
        >
          {say.addGreeting}
        </button>
      )}
    </section>
  );
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { edit: say } = startWords.value;
  return (
    <button type="button" class="quiet hint" aria-label={`${say.remove} · ${label}`} onClick={onRemove}>
      {say.remove}
    </button>
  );
}
