// Something that takes a model's time: it may be left alone, and says at the foot of the panel what came of it.
import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { ModelsReadyAnswer } from "../src/schema/request-models.ts";
import type { Api } from "./api.ts";
import { deedProblem, useDeeds } from "./deeds.ts";
import { usePage } from "./page-state.ts";
import { innerWords } from "./words-inner.ts";
import { memoryWords } from "./words-memory.ts";

export type Job = {
  running: Signal<boolean>;
  /** Waits for the task, which answers in words; a second is not begun. */
  run(task: (signal: AbortSignal) => Promise<string>): Promise<void>;
  /** No longer waits: the server ends what it has begun, and its outcome is read like any change. */
  leave(): void;
};

/** A job of one companion; other deeds of the panel are not held up by it. */
export function useJob(user_id: string): Job {
  const page = usePage();
  const deeds = useDeeds();
  const running = useSignal(false);
  const ending = useRef<AbortController | null>(null);
  return {
    running,
    async run(task) {
      if (running.peek()) return;
      running.value = true;
      const mine = new AbortController();
      ending.current = mine;
      try {
        deeds.tell(await task(mine.signal));
        page.memoryMoved(user_id);
      } catch (cause) {
        if (mine.signal.aborted) deeds.tell(innerWords.value.leftAlone);
        else deeds.tell(deedProblem(cause, memoryWords.value), true);
      } finally {
        running.value = false;
      }
    },
    leave: () => ending.current?.abort(),
  };
}

/** What is said where a thought changed nothing: where no model is connected, that nobody could think it. */
export async function unchangedWords(api: Pick<Api, "json">, said: string): Promise<string> {
  const ready = await api.json<ModelsReadyAnswer>("/api/models/ready").catch(() => null);
  return ready?.chat === false ? innerWords.value.noModel : said;
}
