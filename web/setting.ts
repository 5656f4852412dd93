// A control that takes effect when it is used: what was chosen stays in sight while it is saved, and the last choice counts.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Whether it was saved. */
export type Save<T> = (value: T) => Promise<boolean>;

export type Chooser<T> = { choose(value: T, save: Save<T>): void; saving(): boolean };

/**
 * Saves choices one after the other: whatever is chosen while one is saved is saved after it, the last one only.
 * `show` is told what to show: the choice, or null when it was refused and what was kept stands again.
 */
export function createChooser<T>(show: (choice: { value: T } | null) => void): Chooser<T> {
  let next: { value: T; save: Save<T> } | null = null;
  let running = false;
  const work = async () => {
    running = true;
    while (next !== null) {
      const { value, save } = next;
      next = null;
      const saved = await save(value);
      if (!saved && next === null) show(null);
    }
    running = false;
  };
  return {
    choose(value, save) {
      next = { value, save };
      show({ value });
      if (!running) void work();
    },
    saving: () => running,
  };
}

/** What to show for something that is kept as `kept`, and how to choose another; `save` answers false when it was refused. */
export function useSetting<T>(kept: T, save: Save<T>): [T, (value: T) => void] {
  const choice = useSignal<{ value: T } | null>(null);
  const chooser = useRef<Chooser<T> | null>(null);
  chooser.current ??= createChooser<T>((chosen) => {
    choice.value = chosen;
  });
  // What the server says wins from now on, also when another window changed it; not over a choice that is on its way.
  useEffect(() => {
    if (chooser.current?.saving() !== true) choice.value = null;
  }, [kept]);
  return [choice.value === null ? kept : choice.value.value, (value) => chooser.current?.choose(value, save)];
}
