// A view that is loaded when it is first needed; where that fails, words and another try.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { words } from "../words.ts";

/** A component that loads itself once, for all places where it stands. Nothing is shown while it loads. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = signal<{ view: ComponentType<P> } | "failed" | null>(null);
  const fetchPart = () => {
    if (part.peek() !== null && part.peek() !== "failed") return;
    part.value = null;
    load().then(
      (view) => {
        part.value = { view };
      },
      () => {
        part.value = "failed";
      },
    );
  };
  return function Part(props: P) {
    useEffect(fetchPart, []);
    const now = part.value;
    if (now === null) return null;
    if (now === "failed") {
      return (
        <div class="trouble" role="alert">
          <p>{words.value.failed.load}</p>
          <button type="button" class="pill" onClick={fetchPart}>
            {words.value.again}
          </button>
        </div>
      );
    }
    return <now.view {...props} />;
  };
}
