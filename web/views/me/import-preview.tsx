// A file before it is brought in: how much, from when, who is who, how it begins, and what stays behind.
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FilePreview } from "../../../src/schema/request-exchange.ts";
import { whole } from "../../figures.ts";
import {
  type ImportDraft,
  isOfManyPeople,
  type Side,
  type Summarising,
  sides,
  summarising,
} from "../../import-wish.ts";
import { usePage } from "../../page-state.ts";
import { dateOf, fullTime } from "../../time.ts";
import { language } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { DateOrders, LastDay } from "./import-dates.tsx";

type ImportPreviewProps = {
  preview: FilePreview;
  draft: Signal<ImportDraft>;
  /** Some names are not assigned yet. */
  open: boolean;
  /** Nobody has said yet what comes first in its dates. */
  undecided: boolean;
  /** Looks once more, with what was said of its dates. */
  onAgain: () => void;
  onBring: () => void;
  onLeave: () => void;
};

export function ImportPreview(props: ImportPreviewProps) {
  const { preview, draft, open, undecided, onAgain, onBring, onLeave } = props;
  const page = usePage();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { value: say } = meWords;
  const figure = (count: number) => whole(count, language.value);
  const day = (at: number) => dateOf(at, page.now.value, page.reader());
  const noThread = draft.value.threads?.length === 0;
  return (
    <form
      class="card-like import"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!open && !undecided && !noThread) onBring();
      }}
    >
      <h2 ref={title} tabIndex={-1}>
        {say.previewTitle}
      </h2>
      <p class="serif">
        {say.previewCounts(figure(preview.messages), figure(preview.memories), figure(preview.topics))}
      </p>
      {preview.from !== null && preview.to !== null && (
        <p class="hint">{say.previewSpan(day(preview.from), day(preview.to))}</p>
      )}
      {preview.dates !== null && <DateOrders draft={draft} onAgain={onAgain} />}
      {preview.undated > 0 && <LastDay undated={preview.undated} draft={draft} />}
      {preview.threads.length > 1 && <Threads preview={preview} draft={draft} />}
      {preview.speakers.length > 0 && <Speakers preview={preview} draft={draft} />}
      <FirstLines preview={preview} draft={draft.value} />
      <Behind preview={preview} />
      <Summarise draft={draft} />
      <div role="status">
        {open && <p class="wrong">{say.sidesMissing}</p>}
        {undecided && <p class="wrong">{say.dateOrderMissing}</p>}
        {noThread && <p class="wrong">{say.noThreads}</p>}
      </div>
      <div class="acts">
        <button type="submit" class="primary small" aria-disabled={open || undecided || noThread}>
          {say.importNow}
        </button>
        <button type="button" class="pill" onClick={onLeave}>
          {say.leaveIt}
        </button>
      </div>
    </form>
  );
}

type PartProps = { preview: FilePreview; draft: Signal<ImportDraft> };

/** Talks that stand in one file; all are taken unless some are taken away, or unless each is with somebody else. */
function Threads({ preview, draft }: PartProps) {
  const { value: say } = meWords;
  const all = preview.threads.map(({ id }) => id);
  const apart = isOfManyPeople(preview);
  const chosen = draft.value.threads ?? all;
  const choose = (id: string, on: boolean) => {
    const next = all.filter((one) => (one === id ? on : chosen.includes(one)));
    draft.value = { ...draft.value, threads: next.length === all.length && !apart ? null : next };
  };
  return (
    <fieldset>
      <legend>{say.threads}</legend>
      {!apart && (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.value.threads === null}
            onChange={(event) => {
              draft.value = { ...draft.value, threads: event.currentTarget.checked ? null : [] };
            }}
          />
          <span>{say.allThreads}</span>
        </label>
      )}
      <div class="me-within long">
        {preview.threads.map(({ id, title, count }) => (
          <label class="check" key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) => choose(id, event.currentTarget.checked)}
            />
            <span>{say.threadOf(title === "" ? say.nameless : title, count)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Speakers({ preview, draft }: PartProps) {
  const { value: say } = meWords;
  const choose = (name: string, value: string) => {
    const side = sides.find((one) => one === value);
    if (side !== undefined) draft.value = { ...draft.value, sides: { ...draft.value.sides, [name]: side } };
  };
  return (
    <fieldset>
      <legend>{say.speakers}</legend>
      <p class="hint">{say.speakersLead}</p>
      <ul class="speakers">
        {preview.speakers.map(({ name, count, first }, at) => {
          const side: Side | undefined = Object.hasOwn(draft.value.sides, name)
            ? draft.value.sides[name]
            : undefined;
          return (
            <li key={name} class={side === undefined ? "open" : undefined}>
              <div>
                <label for={`speaker-${at}`}>
                  <span class="visually-hidden">{say.sideOf(name)}</span>
                  <b aria-hidden="true">{name}</b>
                </label>
                <small>
                  {say.linesOf(count)} · {first.slice(0, 60)}
                </small>
              </div>
              <select
                id={`speaker-${at}`}
                class="input"
                value={side ?? ""}
                onChange={(event) => choose(name, event.currentTarget.value)}
              >
                {side === undefined && <option value="">{say.sides.ask}</option>}
                {sides.map((one) => (
                  <option key={one} value={one}>
                    {say.sides[one]}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function FirstLines({ preview, draft }: { preview: FilePreview; draft: ImportDraft }) {
  const page = usePage();
  const { value: say } = meWords;
  if (preview.first.length === 0) return null;
  return (
    <details>
      <summary>{say.firstLines}</summary>
      <ol class="first-lines">
        {preview.first.map(({ speaker, content, timestamp, side }, at) => {
          const known = Object.hasOwn(draft.sides, speaker) ? draft.sides[speaker] : side;
          return (
            <li key={`${at} ${speaker}`} class={known === "skip" ? "skipped" : undefined}>
              <small>
                {speaker}
                {timestamp !== null && ` · ${fullTime(timestamp, page.reader())}`}
              </small>
              <p>{content}</p>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

/** What is left out on purpose, and what could not be read, each with its reason. */
function Behind({ preview: { left_out, unreadable } }: { preview: FilePreview }) {
  const { value: say } = meWords;
  const reason = (name: string) => say.reasons[name] ?? say.otherReason;
  const left = Object.entries(left_out);
  return (
    <>
      {left.length > 0 && (
        <p class="hint">
          {say.leftOut(left.map(([name, count]) => say.leftOutOf(reason(name), count)).join(" · "))}
        </p>
      )}
      {unreadable.count > 0 && (
        <details>
          <summary>{say.unreadable(unreadable.count)}</summary>
          <ul>
            {unreadable.list.map((one) => (
              <li key={`${one.place} ${one.reason}`}>
                {say.unreadableAt(one.place)} · {reason(one.reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Summarise({ draft }: { draft: Signal<ImportDraft> }) {
  const { value: say } = meWords;
  const choose = (summarise: Summarising) => {
    draft.value = { ...draft.value, summarise };
  };
  return (
    <fieldset>
      <legend>{say.summarise}</legend>
      {summarising.map((one) => (
        <label class="check" key={one}>
          <input
            type="radio"
            name="import-summarise"
            checked={draft.value.summarise === one}
            onChange={() => choose(one)}
          />
          <span>{say.summariseKinds[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
