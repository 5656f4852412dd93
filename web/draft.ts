// What is being written to one companion: in memory at once, and in the tab's own storage as far as that takes it.
import { type ReadonlySignal, signal } from "@preact/signals";
import { readKept, writeKept } from "./kept.ts";

export type Draft = {
  text: ReadonlySignal<string>;
  /** False where the browser did not take it: it lives only as long as the page. */
  kept: ReadonlySignal<boolean>;
  /** `aside` leaves it out of the storage: it is for nobody else who uses this tab. */
  write(text: string, aside: boolean): void;
};

/** Longer texts (something pasted) are stored only when one pauses: storing them takes longer than a key may. */
const longText = 20_000;
const pauseMs = 600;

/** The draft for one companion, as the tab has kept it. */
export function createDraft(user_id: string): Draft {
  const name = `draft.${user_id}`;
  const text = signal(readKept("session", name) ?? "");
  const kept = signal(true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (written: string) => {
    kept.value = writeKept("session", name, written === "" ? null : written);
  };
  return {
    text,
    kept,
    write(written, aside) {
      text.value = written;
      clearTimeout(timer);
      if (aside) keep("");
      else if (written.length > longText) timer = setTimeout(() => keep(written), pauseMs);
      else keep(written);
    },
  };
}
