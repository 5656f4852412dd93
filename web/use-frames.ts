// A text that grows more often than the screen is drawn: it is looked at once for each picture.
import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";

/**
 * The text of `read` (which reads signals), at most one change for each frame while it grows: what streams in faster than the
 * screen shows it costs one drawing, and keys are heard in between. Where it gets shorter it follows at once: a part of it has
 * become something else, and would be seen twice.
 */
export function useFrames(read: () => string): string {
  const [shown, show] = useState(read);
  const reading = useRef(read);
  reading.current = read;
  useEffect(() => {
    let frame = 0;
    let last = "";
    const draw = () => {
      frame = 0;
      last = reading.current();
      show(last);
    };
    const stop = effect(() => {
      const next = reading.current();
      if (next.length < last.length) {
        cancelAnimationFrame(frame);
        draw();
      } else if (frame === 0) frame = requestAnimationFrame(draw);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, []);
  return shown;
}
