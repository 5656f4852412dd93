// Erasing: what would go is shown first, then asked once more, then the receipt says what is left elsewhere.
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { bookOf } from "../change-words.ts";
import { deedProblem } from "../deeds.ts";
import { giveFocus } from "../focus.ts";
import { place, stand } from "../memory-place.ts";
import type { Erased, EraseLeft, EraseMatch, ErasePreview, EraseWish } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { memoryWords } from "../words-memory.ts";

type Step =
  | { at: "ask"; query: string; wrong: string }
  | { at: "looking" }
  | { at: "preview"; wish: EraseWish; preview: ErasePreview; sure: boolean; wrong: string }
  | { at: "erasing" }
  | { at: "receipt"; receipt: Erased["receipt"] };

/** Characters a text to erase has at least, as the server has it. */
const least = 2;
/** Finds of one book that are shown at once. */
const shownOfBook = 20;

type Steps = Signal<Step>;

/** The title takes the focus when its step is reached, unless the person writes elsewhere by then. */
function useArrived(title: RefObject<HTMLElement | null>): void {
  useEffect(() => giveFocus(() => title.current, { from: document.getElementById("life-panel") }), [title]);
}

/** The two calls, and where each leads. */
function useErasing(id: string, step: Steps) {
  const page = usePage();
  const { value: say } = memoryWords;
  const path = `/api/memory/${id}/erase`;
  const looks = useRef(0);
  const look = async (wish: EraseWish) => {
    looks.current += 1;
    const mine = looks.current;
    step.value = { at: "looking" };
    const body = { ...wish, preview: true };
    const next = await page.api.json<ErasePreview>(path, { method: "POST", body }).then(
      (preview): Step => ({ at: "preview", wish, preview, sure: false, wrong: "" }),
      (cause: unknown): Step => ({ at: "ask", query: wish.query ?? "", wrong: deedProblem(cause, say) }),
    );
    // Something else is looked for by now: what comes late must not be erased in its place.
    if (mine === looks.current) step.value = next;
  };
  const erase = async (wish: EraseWish, preview: ErasePreview) => {
    step.value = { at: "erasing" };
    try {
      const { receipt } = await page.api.json<Erased>(path, {
        method: "POST",
        body: { ...wish, preview: false },
      });
      step.value = { at: "receipt", receipt };
      page.memoryMoved(id);
      void page.talk(id).load();
    } catch (cause) {
      step.value = { at: "preview", wish, preview, sure: false, wrong: deedProblem(cause, say) };
    }
  };
  return { look, erase };
}

export function Erase({ id }: { id: string }) {
  const step = useSignal<Step>({ at: "ask", query: "", wrong: "" });
  const asked = place.value.erase;
  const { look, erase } = useErasing(id, step);
  const { value: say } = memoryWords;
  useEffect(() => {
    if (asked !== null) void look(asked.wish);
  }, [asked]);
  const again = () => {
    stand({ tab: "erase" });
    step.value = { at: "ask", query: "", wrong: "" };
  };
  const now = step.value;
  switch (now.at) {
    case "ask":
      return <Ask query={now.query} wrong={now.wrong} onLook={(query) => void look({ query })} />;
    case "looking":
      return (
        <p class="nothing" role="status">
          {say.looking}
        </p>
      );
    case "erasing":
      return (
        <p class="nothing" role="status">
          {say.erasing}
        </p>
      );
    case "preview":
      return (
        <Preview
          {...now}
          name={asked?.name ?? now.wish.query ?? ""}
          onSure={(sure) => {
            step.value = { ...now, sure };
          }}
          onErase={() => void erase(now.wish, now.preview)}
          onLeave={again}
        />
      );
    case "receipt":
      return <Receipt receipt={now.receipt} again={again} />;
  }
}

type AskProps = { query: string; wrong: string; onLook: (query: string) => void };

/** `query`: what was typed where looking for it failed. */
function Ask({ query, wrong, onLook }: AskProps) {
  const fault = useSignal(wrong);
  const { value: say } = memoryWords;
  return (
    <>
      <p class="lead">{say.eraseLead}</p>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get("query") ?? "").trim();
          fault.value = [...text.normalize("NFKC")].length < least ? say.tooShort(least) : "";
          if (fault.value === "") onLook(text);
        }}
      >
        <div class="field">
          <label for="erase-query">{say.eraseWhat}</label>
          <input
            id="erase-query"
            name="query"
            class="input"
            defaultValue={query}
            autocomplete="off"
            maxLength={2_000}
            placeholder={say.eraseHint}
            aria-describedby="erase-wrong"
          />
        </div>
        <button type="submit" class="pill">
          {say.eraseLook}
        </button>
      </form>
      <div role="alert" id="erase-wrong">
        {fault.value !== "" && <p class="wrong">{fault.value}</p>}
      </div>
      <p class="hint">{say.eraseNothingYet}</p>
    </>
  );
}

type PreviewProps = Extract<Step, { at: "preview" }> & {
  name: string;
  onSure: (sure: boolean) => void;
  onErase: () => void;
  onLeave: () => void;
};

function Preview({ preview, name, sure, wrong, onSure, onErase, onLeave }: PreviewProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const { value: say } = memoryWords;
  useArrived(title);
  const books = new Map<string, EraseMatch[]>();
  for (const match of preview.matches) {
    const book = say.books[bookOf(match.document)] ?? say.otherBook;
    books.set(book, [...(books.get(book) ?? []), match]);
  }
  return (
    <>
      <h3 class="part" ref={title} tabIndex={-1}>
        {preview.total === 0 ? say.foundNothing(name) : say.wouldGo(name, preview.total)}
      </h3>
      {[...books].map(([book, matches]) => (
        <Book key={book} book={book} matches={matches} />
      ))}
      {preview.total > preview.matches.length && (
        <p class="hint">{say.andMore(preview.total - preview.matches.length)}</p>
      )}
      <Left left={preview.left} />
      <div role="alert">{wrong !== "" && <p class="wrong">{wrong}</p>}</div>
      {preview.total > 0 && (
        <div class="asked">
          <label class="check">
            <input type="checkbox" checked={sure} onChange={(event) => onSure(event.currentTarget.checked)} />
            <span>{say.eraseSure}</span>
          </label>
        </div>
      )}
      <div class="acts">
        {preview.total > 0 && (
          <button
            type="button"
            class="primary small"
            aria-disabled={!sure}
            onClick={() => {
              if (sure) onErase();
            }}
          >
            {say.eraseNow(preview.total)}
          </button>
        )}
        <button type="button" class="pill" onClick={onLeave}>
          {preview.total === 0 ? say.eraseOther : say.leaveIt}
        </button>
      </div>
    </>
  );
}

function Book({ book, matches }: { book: string; matches: readonly EraseMatch[] }) {
  const shown = useSignal(shownOfBook);
  const { value: say } = memoryWords;
  return (
    <section class="erase-book">
      <h4>
        {book} <small>{matches.length}</small>
      </h4>
      <ul>
        {matches.slice(0, shown.value).map((match) => (
          <li key={`${match.document} ${match.id}`} class={match.kept === true ? "goes partly" : "goes"}>
            {match.text.trim() === "" ? <span>{say.noWords}</span> : <span class="serif">{match.text}</span>}
            {match.kept === true && <small>{say.onlyPart}</small>}
          </li>
        ))}
      </ul>
      {matches.length > shown.value && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            shown.value = matches.length;
          }}
        >
          {say.andMore(matches.length - shown.value)}
        </button>
      )}
    </section>
  );
}

/** What erasing does not reach, and where it lies. */
function Left({ left }: { left: readonly EraseLeft[] }) {
  const page = usePage();
  const { value: say } = memoryWords;
  if (left.length === 0) return null;
  const nameOf = (one: EraseLeft) =>
    one.kind === "companion"
      ? (page.contacts.list.value.find(({ user_id }) => user_id === one.where)?.name ?? one.where)
      : "";
  return (
    <section class="left-over">
      <h4>{say.leftElsewhere}</h4>
      <ul>
        {left.map((one) => (
          <li key={`${one.kind} ${one.where}`}>
            {say.left[one.kind](nameOf(one), one.ids?.length ?? 0)}
            {["damaged", "file", "source"].includes(one.kind) && (
              <small class="where"> {say.books[bookOf(one.where)] ?? one.where}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Receipt({ receipt, again }: { receipt: Erased["receipt"]; again: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { value: say } = memoryWords;
  useArrived(title);
  return (
    <>
      <h3 class="part" ref={title} tabIndex={-1}>
        {say.erased}
      </h3>
      <p>{say.erasedFrom(receipt.files.length)}</p>
      <details class="exactly">
        <summary>{say.whichFiles}</summary>
        <ul class="names">
          {receipt.files.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </details>
      <Left left={receipt.left} />
      <button type="button" class="pill" onClick={again}>
        {say.eraseOther}
      </button>
    </>
  );
}
