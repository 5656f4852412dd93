// Whether a view still stands: an answer that comes late must not act on what stands in its place by then.
import { useLayoutEffect, useRef } from "preact/hooks";

/** Answers false once the view is gone: its form was left, its row was closed, the page shows something else. */
export function useHere(): () => boolean {
  const here = useRef(true);
  useLayoutEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
