// The right column: the memory panel, as a column, a sheet, or a view of its own. Its insides are loaded when first opened.
import { useEffect, useRef } from "preact/hooks";
import { useArrival } from "../focus.ts";
import { usePage } from "../page-state.ts";
import { go } from "../route.ts";
import { words } from "../words.ts";
import { Icon } from "./icon.tsx";
import { lazyPart } from "./lazy-part.tsx";

const Memory = lazyPart(() => import("./memory.tsx").then((part) => part.Memory));

/** The column. */
export function Life({ id }: { id: string }) {
  return (
    <aside class="life" aria-label={words.value.details}>
      <div class="life-top">
        <h2>{words.value.details}</h2>
      </div>
      <Memory key={id} id={id} />
    </aside>
  );
}

/** The sheet: a modal dialog of the browser, which keeps the focus inside and gives it back. */
export function LifeSheet({ id }: { id: string }) {
  const sheet = useRef<HTMLDialogElement>(null);
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
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === sheet.current) close();
      }}
    >
      <div class="life-top">
        <h2 id="sheet-title">{words.value.details}</h2>
        <button type="button" class="icon-button" aria-label={words.value.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <Memory key={id} id={id} />
    </dialog>
  );
}

/** The view of a phone. */
export function LifeView({ id }: { id: string }) {
  const { contacts } = usePage();
  const name = contacts.list.value.find((one) => one.user_id === id)?.name;
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(title);
  return (
    <>
      <div class="life-top">
        <h1 ref={title} tabIndex={-1}>
          {name === undefined ? words.value.details : `${name} · ${words.value.details}`}
        </h1>
      </div>
      <Memory key={id} id={id} />
    </>
  );
}
