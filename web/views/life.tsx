// The right column: what is remembered and the inner life, as a column, a sheet, or a view of its own. Its insides are loaded when first opened.
import { useEffect, useRef } from "preact/hooks";
import { useArrival } from "../focus.ts";
import { type LifeRoom, place, stand } from "../memory-place.ts";
import { usePage } from "../page-state.ts";
import { spokenOf } from "../pronoun.ts";
import { go } from "../route.ts";
import { words } from "../words.ts";
import { Icon } from "./icon.tsx";
import { lazyPart } from "./lazy-part.tsx";

const Memory = lazyPart(() => import("./memory.tsx").then((part) => part.Memory));
const Inner = lazyPart(() => import("./inner.tsx").then((part) => part.Inner));

const rooms: readonly LifeRoom[] = ["memory", "inner"];

/** "记忆" and "她": the names of the two rooms. */
export function useRoomNames(id: string): Record<LifeRoom, string> {
  const { contacts } = usePage();
  const companion = contacts.list.value.find((one) => one.user_id === id);
  return { memory: words.value.details, inner: words.value.them[spokenOf(companion?.pronoun)] };
}

function Room({ id }: { id: string }) {
  return place.value.room === "memory" ? <Memory key={id} id={id} /> : <Inner key={id} id={id} />;
}

/** Chooses the room where both have one place. */
function Rooms({ id }: { id: string }) {
  const names = useRoomNames(id);
  return (
    <h2 class="rooms">
      {rooms.map((room) => (
        <button
          key={room}
          type="button"
          aria-pressed={place.value.room === room}
          onClick={() => stand({ user_id: id, room })}
        >
          {names[room]}
        </button>
      ))}
    </h2>
  );
}

/** The column. */
export function Life({ id }: { id: string }) {
  return (
    <aside class="life" aria-label={useRoomNames(id)[place.value.room]}>
      <div class="life-top">
        <Rooms id={id} />
      </div>
      <Room id={id} />
    </aside>
  );
}

/** The sheet: a modal dialog of the browser, which keeps the focus inside and gives it back. */
export function LifeSheet({ id }: { id: string }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const names = useRoomNames(id);
  const close = () => {
    // First the dialog, which gives the focus back, then the address.
    sheet.current?.close();
    go({ view: "talk", id, details: false });
  };
  useEffect(() => {
    const dialog = sheet.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too; the click is the one beside the sheet
    <dialog
      class="sheet"
      ref={sheet}
      aria-label={names[place.value.room]}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === sheet.current) close();
      }}
    >
      <div class="life-top">
        <Rooms id={id} />
        <button type="button" class="icon-button" aria-label={words.value.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <Room id={id} />
    </dialog>
  );
}

/** The view of a phone. */
export function LifeView({ id }: { id: string }) {
  const { contacts } = usePage();
  const name = contacts.list.value.find((one) => one.user_id === id)?.name;
  const title = useRef<HTMLHeadingElement>(null);
  const names = useRoomNames(id);
  const { room } = place.value;
  useArrival(title, room);
  return (
    <>
      <div class="life-top">
        <h1 ref={title} tabIndex={-1}>
          {room === "inner"
            ? (name ?? names.inner)
            : [name, names.memory].filter((part) => part !== undefined).join(" · ")}
        </h1>
        <h2 class="visually-hidden">{names[room]}</h2>
      </div>
      <Room id={id} />
    </>
  );
}
