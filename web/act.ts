// Something done to the account: one thing at a time, and one line that says how it went.
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { ApiFailure } from "./api.ts";
import { words } from "./words.ts";
import { meWords } from "./words-me.ts";
import type { MeWords } from "./words-me-zh.ts";

export type Said = { text: string; wrong: boolean };

export type Act = {
  said: ReadonlySignal<Said | null>;
  busy: ReadonlySignal<boolean>;
  /** Does it and says so; a failure is said too and answers false. A second is not begun while one runs. */
  run(task: () => Promise<unknown>, said: string | (() => string)): Promise<boolean>;
  /** Says something without doing anything. */
  say(text: string, wrong: boolean): void;
  clear(): void;
};

/** Why it was not done: what happened, what is safe, what to do. Words of the server are never shown. */
export function actProblem(cause: unknown, say: MeWords): string {
  const { refused } = say;
  if (!(cause instanceof ApiFailure)) return refused.unknown;
  switch (cause.code) {
    case "offline":
      return refused.offline;
    case "forbidden":
      return refused.forbidden;
    case "not_found":
      return refused.gone;
    case "conflict":
      return refused.conflict;
    case "invalid":
    case "bad_request":
      return refused.invalid;
    case "too_large":
      return refused.tooLarge;
    case "storage":
      return refused.storage;
    case "rate_limited":
      return words.value.failed.wait(Math.ceil(cause.retryAfter ?? 10));
    default:
      return refused.unknown;
  }
}

/** The acts of one section. */
export function useAct(): Act {
  const said = useSignal<Said | null>(null);
  const busy = useSignal(false);
  return {
    said,
    busy,
    async run(task, told) {
      if (busy.peek()) return false;
      busy.value = true;
      said.value = null;
      try {
        await task();
        const text = typeof told === "string" ? told : told();
        said.value = text === "" ? null : { text, wrong: false };
        return true;
      } catch (cause) {
        said.value = { text: actProblem(cause, meWords.value), wrong: true };
        return false;
      } finally {
        busy.value = false;
      }
    },
    say(text, wrong) {
      said.value = { text, wrong };
    },
    clear() {
      said.value = null;
    },
  };
}
