// Which message a person has in hand: the one the mouse is on, and the one whose acts are open.
import { type Signal, signal } from "@preact/signals";

/** What is open for a message: its acts, the question before it is deleted, or the field to change it. */
export type Stage = "acts" | "remove" | "edit";

/** `focus`: opened from the keyboard or by a button, so that the focus goes along. */
export type Chosen = { message_id: string; stage: Stage; focus: boolean };

export type Hand = {
  hovered: Signal<string | null>;
  chosen: Signal<Chosen | null>;
  /** The reply that is being said another way: the message_ids of its bubbles. */
  redoing: Signal<readonly string[]>;
};

/** The state of one log; nothing is chosen yet. */
export function createHand(): Hand {
  return { hovered: signal(null), chosen: signal(null), redoing: signal([]) };
}

/** The message_id of the bubble an event came from, or null. */
export function messageAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>("[data-message]")?.dataset.message ?? null;
}
