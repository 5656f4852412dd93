// What could not be read, and the way to try again; and the shape of what loads.
import { loadWords } from "../problem-words.ts";
import { words } from "../words.ts";

export function LoadTrouble({ cause, again }: { cause: unknown; again: () => void }) {
  return (
    <div class="trouble" role="alert">
      <p>{loadWords(cause, words.value)}</p>
      <button type="button" class="pill" onClick={again}>
        {words.value.again}
      </button>
    </div>
  );
}

/** Rows that will come, drawn after 300 ms. */
export function Shapes({ rows = 4, height = 52 }: { rows?: number; height?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div class="shape" key={row} style={{ height: `${height}px`, margin: "0 0 14px" }} />
      ))}
    </div>
  );
}
