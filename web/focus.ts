// Where the keyboard goes when the view changes: to what was asked for, else to the view's own start.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

let wanted: string | null = null;
let moved = false;

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
