// How the log scrolls: it stays at the end while one is there, keeps what one reads in its place whatever comes, and reads on near its edges.
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Talk } from "../talk.ts";

/** Nearer to an end than this counts as being there, in pixels. */
const near = 80;
/** So many screens before an edge the next page is asked for. */
const ahead = 1.5;

/** A bubble on the screen, and how far its upper edge stands below that of the log, in pixels. */
type Anchor = { bubble: HTMLElement; top: number };

export type Scrolling = {
  box: RefObject<HTMLDivElement | null>;
  inner: RefObject<HTMLDivElement | null>;
  atEnd: Signal<boolean>;
  onScroll: () => void;
  toEnd: () => void;
  /** What is on the screen now stays there. */
  mark: () => void;
};

/** The first bubble that is seen in part, found by halving: the log is long, and scrolling asks at every picture. */
function anchorIn(view: HTMLElement): Anchor | null {
  const bubbles = view.querySelectorAll<HTMLElement>("[data-message]");
  const edge = view.getBoundingClientRect().top;
  let low = 0;
  let high = bubbles.length - 1;
  let found: Anchor | null = null;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bubble = bubbles[middle];
    if (bubble === undefined) break;
    const { top, bottom } = bubble.getBoundingClientRect();
    if (bottom > edge) {
      found = { bubble, top: top - edge };
      high = middle - 1;
    } else low = middle + 1;
  }
  return found;
}

/** The same message, also where it was drawn anew. */
function standing(view: HTMLElement, { bubble }: Anchor): HTMLElement | null {
  if (bubble.isConnected) return bubble;
  const id = bubble.dataset.message ?? "";
  return view.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
}

/** Follows one log. */
export function useScrolling(talk: Talk): Scrolling {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const atEnd = useSignal(true);
  const anchor = useRef<Anchor | null>(null);
  const before = useRef(0);
  const isEnd = () => atEnd.peek() && !talk.later.peek();
  const mark = () => {
    if (box.current !== null) anchor.current = anchorIn(box.current);
  };
  const toEnd = () => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
    atEnd.value = true;
  };
  /** After every drawing, and whenever something in the log changes its height. */
  const settle = () => {
    const view = box.current;
    if (view === null) return;
    if (isEnd()) view.scrollTop = view.scrollHeight;
    else if (anchor.current !== null) {
      const bubble = standing(view, anchor.current);
      const away =
        bubble === null ? 0 : bubble.getBoundingClientRect().top - view.getBoundingClientRect().top;
      if (bubble !== null && Math.abs(away - anchor.current.top) >= 1)
        view.scrollTop += away - anchor.current.top;
    }
    before.current = view.scrollTop;
  };
  const readOn = () => {
    const view = box.current;
    if (view === null) return;
    const below = view.scrollHeight - view.scrollTop - view.clientHeight;
    if (view.scrollTop < view.clientHeight * ahead && !isEnd()) void talk.loadOlder();
    if (below < view.clientHeight * ahead) void talk.loadLater();
  };
  // Each page that has come may leave the edge in sight still.
  useLayoutEffect(() => {
    settle();
    if (talk.later.peek()) readOn();
  });
  useEffect(() => {
    const view = box.current;
    const content = inner.current;
    if (view === null || content === null) return;
    const watch = new ResizeObserver(settle);
    watch.observe(view);
    watch.observe(content);
    return () => watch.disconnect();
  }, [atEnd, talk]);
  // One's own message always brings one to the end.
  useEffect(toEnd, [talk, talk.unsent.value.length]);
  const onScroll = () => {
    const view = box.current;
    if (view === null) return;
    const up = view.scrollTop < before.current - 1;
    before.current = view.scrollTop;
    // Only going up leaves the end: what comes in below makes the way longer before it is followed.
    if (view.scrollHeight - view.scrollTop - view.clientHeight < near) atEnd.value = true;
    else if (up) atEnd.value = false;
    mark();
    readOn();
  };
  return { box, inner, atEnd, onScroll, toEnd, mark };
}
