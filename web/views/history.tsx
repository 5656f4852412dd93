// The way through a long talk: search with what was found, a day to go to, this day last year.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { dateField, dayOf, yearBefore } from "../day-start.ts";
import { type DayFound, findMessages, goToDay, type Hit, partsOf } from "../history.ts";
import { usePage } from "../page-state.ts";
import { loadWords } from "../problem-words.ts";
import { findInTalk } from "../sought.ts";
import type { Talk } from "../talk.ts";
import { dateOf, dayNumber, fullTime } from "../time.ts";
import { width } from "../width.ts";
import { words } from "../words.ts";
import { talkWords } from "../words-talk.ts";

type HistoryProps = { talk: Talk; id: string; name: string; onClose: () => void };

type Found = { question: string; hits: readonly Hit[] };

export function History({ talk, id, name, onClose }: HistoryProps) {
  const page = usePage();
  const told = useSignal("");
  const found = useSignal<Found | null>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.querySelector("input")?.focus(), []);
  const tell = (cause: unknown) => {
    told.value = loadWords(cause, words.value);
  };
  const open = async (hit: Hit) => {
    try {
      await findInTalk(id, talk, hit.message_ids[0] ?? hit.id);
      // On a phone the list would cover what it has found.
      if (width.peek() === "phone") onClose();
    } catch (cause) {
      tell(cause);
    }
  };
  const toDay = async (days: number) => {
    try {
      const at = await goToDay(talk, id, days, page.reader());
      told.value = dayWords(at);
    } catch (cause) {
      tell(cause);
    }
  };
  return (
    <section
      class="history"
      aria-label={talkWords.value.find}
      ref={panel}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div class="history-inner">
        <Search id={id} told={told} found={found} onClose={onClose} />
        <Days onDay={(days) => void toDay(days)} />
        <p role="status" class="hint">
          {told.value}
        </p>
        {found.value !== null && <Hits found={found.value} name={name} onOpen={(hit) => void open(hit)} />}
      </div>
    </section>
  );
}

/** What is said of a day one went to; nothing where it is simply there. */
function dayWords(found: DayFound): string {
  const { value: say } = talkWords;
  if (found === "there") return "";
  if (found === "before") return say.nothingBefore;
  return found === "later" ? say.nothingThen : say.nothingSince;
}

type SearchProps = { id: string; told: Signal<string>; found: Signal<Found | null>; onClose: () => void };

function Search({ id, told, found, onClose }: SearchProps) {
  const { api } = usePage();
  const asking = useRef<AbortController | null>(null);
  const name = useId();
  const { value: say } = talkWords;
  useEffect(() => () => asking.current?.abort(), []);
  const look = async (question: string) => {
    asking.current?.abort();
    if (question === "") return;
    const asked = new AbortController();
    asking.current = asked;
    told.value = say.finding;
    try {
      const hits = await findMessages(api, id, question, asked.signal);
      if (asked.signal.aborted) return;
      found.value = { question, hits };
      told.value = hits.length === 0 ? say.foundNone : say.found(hits.length);
    } catch (cause) {
      if (!asked.signal.aborted) told.value = loadWords(cause, words.value);
    }
  };
  return (
    <form
      class="history-line"
      onSubmit={(event) => {
        event.preventDefault();
        void look(String(new FormData(event.currentTarget).get("question") ?? "").trim());
      }}
    >
      <label class="visually-hidden" for={name}>
        {say.findLabel}
      </label>
      <input
        id={name}
        name="question"
        class="input"
        type="search"
        placeholder={say.findLabel}
        autocomplete="off"
        maxLength={200}
      />
      <button type="submit" class="pill">
        {say.findAct}
      </button>
      <button type="button" class="quiet" onClick={onClose}>
        {words.value.close}
      </button>
    </form>
  );
}

function Days({ onDay }: { onDay: (days: number) => void }) {
  const page = usePage();
  const today = dayNumber(page.now.value, page.reader());
  const name = useId();
  const { value: say } = talkWords;
  return (
    <form
      class="history-line"
      onSubmit={(event) => {
        event.preventDefault();
        const days = dayOf(String(new FormData(event.currentTarget).get("day") ?? ""));
        if (days !== null) onDay(days);
      }}
    >
      <label class="visually-hidden" for={name}>
        {say.day}
      </label>
      <input id={name} name="day" class="input" type="date" max={dateField(today)} required />
      <button type="submit" class="pill">
        {say.toDay}
      </button>
      <button type="button" class="pill" onClick={() => onDay(yearBefore(today))}>
        {say.lastYear}
      </button>
    </form>
  );
}

type HitsProps = { found: Found; name: string; onOpen: (hit: Hit) => void };

function Hits({ found, name, onOpen }: HitsProps) {
  const page = usePage();
  const reader = page.reader();
  return (
    <ul class="hits">
      {found.hits.map((hit) => (
        <li key={hit.id}>
          <button type="button" onClick={() => onOpen(hit)} title={fullTime(hit.date, reader)}>
            <small>
              {hit.speaker === "assistant" ? name : words.value.you} ·{" "}
              {dateOf(hit.date, page.now.value, reader)}
            </small>
            <span>
              {partsOf(hit.text, found.question).map((part, at) =>
                // Parts of one text have no other name than their place.
                part.hit ? <mark key={at}>{part.text}</mark> : part.text,
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
