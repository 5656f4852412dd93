// The way further back in a list of which only the newest part is shown.
import type { Signal } from "@preact/signals";
import { innerWords } from "../words-inner.ts";

type OlderButtonProps = {
  /** How many are shown. */
  shown: Signal<number>;
  /** How many there are. */
  total: number;
  /** How many more one press shows. */
  step: number;
};

/** Stands only where there are more than are shown. */
export function OlderButton({ shown, total, step }: OlderButtonProps) {
  if (total <= shown.value) return null;
  return (
    <button
      type="button"
      class="pill"
      onClick={() => {
        shown.value += step;
      }}
    >
      {innerWords.value.older}
    </button>
  );
}
