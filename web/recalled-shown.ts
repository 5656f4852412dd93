// Whether a reply names under it what was remembered for it: a choice of this browser.
import { signal } from "@preact/signals";
import { readKept, writeKept } from "./kept.ts";

/** Whether the memories that a reply rests on are named under it; a choice of this browser. */
export const recalledShown = signal(true);

/** Takes up whether recalled memories are named. Called once, before the first view. */
export function startRecalled(): void {
  recalledShown.value = readKept("local", "recalled") !== "hidden";
}

/** Names recalled memories from now on, or not, and keeps the choice in this browser. */
export function showRecalled(shown: boolean): void {
  writeKept("local", "recalled", shown ? null : "hidden");
  recalledShown.value = shown;
}
