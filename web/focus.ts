// Where the keyboard goes when the view changes: to what was asked for, else to the view's own start.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

let wanted: string | null = null;
let moved = false;
/** What was given the focus below, in place of something that went; null once the person has moved it. */
let caught: Element | null = null;

/** The element of this id gets the focus when the next view stands, instead of the view's own start. */
export function focusNext(id: string): void {
  wanted = id;
}

/** The person has moved within the page: from now on a new view takes the focus. A fresh page leaves it where it is. */
export function noteMove(): void {
  moved = true;
}

/** Gives the focus to `start` when the view appears, and again when `key` changes (another companion, say). */
export function useArrival(start: RefObject<HTMLElement | null>, key = ""): void {
  // A change of key is an arrival, though the key is not read.
  useEffect(() => {
    if (!moved) return;
    const asked = wanted === null ? null : document.getElementById(wanted);
    wanted = null;
    (asked ?? start.current)?.focus();
  }, [start, key]);
}

/** Gives the focus to the log that is open, where what held it goes away: the next key moves on from there. */
export function focusLog(): void {
  document.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true });
}

/**
 * Gives the focus to what `find` finds once the next drawing stands; not where the person has gone on to something else
 * meanwhile, outside of `from`: on a slow line they type elsewhere by then. `still`: nothing scrolls.
 */
export function giveFocus(
  find: () => HTMLElement | null | undefined,
  { from, still = false }: { from?: Element | null; still?: boolean } = {},
): void {
  requestAnimationFrame(() => {
    const holder = document.activeElement;
    const free = holder === null || holder === document.body || holder === caught;
    if (free || from?.contains(holder) === true) find()?.focus({ preventScroll: still });
  });
}

/** Milliseconds: whoever knows better where the focus goes has said so by then. */
const settleMs = 150;

/** What may take the focus in place of something within it that is gone: a panel, the log, a dialog. */
const places = "[role=tabpanel], [role=log], dialog[open]";

/** No key is lost: where what had the focus is taken away, the place around it takes the focus, or the title of the view. Called once. */
export function keepFocus(page: HTMLElement): void {
  let last: Element | null = null;
  let around: readonly Element[] = [];
  let waiting = false;
  page.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    caught = null;
    last = target;
    around = ancestorsOf(target);
  });
  const settle = () => {
    waiting = false;
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    const left = around.find((one) => one.isConnected);
    takeFocus(left?.closest<HTMLElement>(places) ?? page.querySelector<HTMLElement>("main h1"));
    caught = document.activeElement;
  };
  new MutationObserver(() => {
    if (waiting || last === null || last.isConnected) return;
    waiting = true;
    setTimeout(settle, settleMs);
  }).observe(page, { childList: true, subtree: true });
}

/** Nearest first. */
function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) found.push(one);
  return found;
}

function takeFocus(place: HTMLElement | null): void {
  if (place === null) return;
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
