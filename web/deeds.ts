// What one did to the memory just now: done or refused, said in one line, and undone from there.
import { type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useRef } from "preact/hooks";
import { type Api, ApiFailure } from "./api.ts";
import { NotEditable } from "./memory-edit.ts";
import type { Written } from "./memory-shapes.ts";
import type { MemoryWords } from "./words-memory-zh.ts";

/** `change_id` where it can be undone; `wrong` where it failed. */
export type Deed = { said: string; change_id: string | null; wrong: boolean };

export type Deeds = {
  last: ReadonlySignal<Deed | null>;
  busy: ReadonlySignal<boolean>;
  /** Does it and says so with `said`, asked for when it is done; a failure is said too and answers false. One at a time: a second is not begun. */
  run(task: () => Promise<Written | undefined>, said: string | (() => string)): Promise<boolean>;
  /** The same, after what is running now: for what was chosen and must not be dropped. */
  runAfter(task: () => Promise<Written | undefined>, said: string | (() => string)): Promise<boolean>;
  undo(change_id: string): Promise<boolean>;
  /** Says what came of something that was not waited for here. */
  tell(said: string, wrong?: boolean): void;
  clear(): void;
};

export type DeedsOptions = {
  api: Pick<Api, "json">;
  user_id: string;
  words: () => MemoryWords;
  /** The memory has changed: what is shown of it is read again. */
  onChanged: () => void;
};

/** Why a change was refused: what happened, what is safe, what to do. */
export function deedProblem(cause: unknown, words: MemoryWords): string {
  const { refused } = words;
  if (cause instanceof NotEditable) return cause.why === "damaged" ? refused.damaged : refused.gone;
  if (!(cause instanceof ApiFailure)) return refused.unknown;
  switch (cause.code) {
    case "stale":
      return refused.stale;
    case "conflict":
      return refused.conflict;
    case "damaged":
      return refused.damaged;
    case "invalid":
      return refused.invalid;
    case "not_found":
      return refused.gone;
    case "offline":
      return refused.offline;
    case "storage":
      return refused.storage;
    case "model_unreachable":
    case "model_refused":
    case "model_invalid":
    case "model_busy":
    case "context_too_long":
    case "unavailable":
      return refused.model;
    case "rate_limited":
      return refused.busy;
    default:
      return refused.unknown;
  }
}

/** The deeds of one companion's panel. */
export function createDeeds({ api, user_id, words, onChanged }: DeedsOptions): Deeds {
  const last = signal<Deed | null>(null);
  const busy = signal(false);
  const waiting: (() => void)[] = [];
  const run: Deeds["run"] = async (task, said) => {
    if (busy.value) return false;
    busy.value = true;
    try {
      const written = await task();
      const told = typeof said === "string" ? said : said();
      last.value = { said: told, change_id: written?.change_id ?? null, wrong: false };
      onChanged();
      return true;
    } catch (cause) {
      last.value = { said: deedProblem(cause, words()), change_id: null, wrong: true };
      return false;
    } finally {
      busy.value = false;
      waiting.shift()?.();
    }
  };
  const runAfter: Deeds["runAfter"] = async (task, said) => {
    // Another may have begun between the call and its turn: it waits for that one too.
    while (busy.value) await new Promise<void>((turn) => waiting.push(turn));
    return run(task, said);
  };
  return {
    last,
    busy,
    run,
    runAfter,
    undo: (change_id) => {
      const path = `/api/memory/${user_id}/changes/${encodeURIComponent(change_id)}/undo`;
      return runAfter(() => api.json<Written>(path, { method: "POST", body: {} }), words().undone);
    },
    tell: (said, wrong = false) => {
      last.value = { said, change_id: null, wrong };
    },
    clear: () => {
      last.value = null;
    },
  };
}

const DeedsContext = createContext<Deeds | null>(null);

export const DeedsProvider = DeedsContext.Provider;

/**
 * The deeds of the panel one stands in, as one view asks for them: what runs for another view is waited for, never dropped;
 * only a second press of the same, while the first is not done, is not begun.
 */
export function useDeeds(): Deeds {
  const deeds = useContext(DeedsContext);
  const asked = useRef(false);
  if (deeds === null) throw new Error("a view stands outside the memory panel");
  const once = async (begin: () => Promise<boolean>) => {
    if (asked.current) return false;
    asked.current = true;
    try {
      return await begin();
    } finally {
      asked.current = false;
    }
  };
  return {
    ...deeds,
    run: (task, said) => once(() => deeds.runAfter(task, said)),
    undo: (change_id) => once(() => deeds.undo(change_id)),
  };
}
