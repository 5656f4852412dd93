// The button of something that takes a model's time, and in its place, while it runs, the line that says so and lets it be.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Job } from "../job.ts";
import { innerWords } from "../words-inner.ts";

type JobButtonProps = {
  job: Job;
  label: string;
  /** What is said while it runs. */
  working: string;
  onStart: () => void;
  /** The one act of its view. */
  strong?: boolean;
  /** Stands under the button. */
  hint?: { id: string; text: string };
};

/** The focus goes along: from the button to the one that leaves it alone, and back when it is over. */
export function JobButton({ job, label, working, onStart, strong, hint }: JobButtonProps) {
  const start = useRef<HTMLButtonElement>(null);
  const leave = useRef<HTMLButtonElement>(null);
  const running = job.running.value;
  const before = useRef(running);
  useLayoutEffect(() => {
    if (before.current === running) return;
    before.current = running;
    // What one does elsewhere meanwhile is not interrupted.
    if (document.activeElement === document.body) (running ? leave : start).current?.focus();
  }, [running]);
  return (
    <>
      {running ? (
        <p class="working" role="status">
          <span>{working}</span>
          <button type="button" class="pill" ref={leave} onClick={job.leave}>
            {innerWords.value.notWaiting}
          </button>
        </p>
      ) : (
        <button
          type="button"
          class={strong === true ? "pill strong" : "pill"}
          ref={start}
          aria-describedby={hint?.id}
          onClick={onStart}
        >
          {label}
        </button>
      )}
      {hint !== undefined && (
        <p class="hint" id={hint.id}>
          {hint.text}
        </p>
      )}
    </>
  );
}
