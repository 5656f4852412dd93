// Something read from the server for a view: its value stays while it is read again, and a stale answer never wins.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Api } from "./api.ts";

export type Loaded<T> = { value: T | null; cause: unknown; busy: boolean };

/** Reads `path` when it or `version` changes; an answer to an older question is dropped. */
export function useLoaded<T>(
  api: Pick<Api, "json">,
  path: string,
  version = 0,
): [Signal<Loaded<T>>, () => void] {
  const loaded = useSignal<Loaded<T>>({ value: null, cause: null, busy: true });
  const asked = useRef<AbortController | null>(null);
  const read = () => {
    asked.current?.abort();
    const now = new AbortController();
    asked.current = now;
    loaded.value = { ...loaded.peek(), busy: true };
    api.json<T>(path, { signal: now.signal }).then(
      (value) => {
        if (!now.signal.aborted) loaded.value = { value, cause: null, busy: false };
      },
      (cause: unknown) => {
        if (!now.signal.aborted) loaded.value = { value: loaded.peek().value, cause, busy: false };
      },
    );
  };
  // Read again for a new question or a new version only.
  useEffect(() => {
    read();
    return () => asked.current?.abort();
  }, [path, version]);
  return [loaded, read];
}
