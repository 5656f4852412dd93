// Moving a picture with the pointer, or with two fingers; a click that was no drag stays a click.
import { useRef } from "preact/hooks";
import { type Point, type View, zoomed } from "./graph-layout.ts";

/** Less than this is a hand that trembles. */
const least = 4;

type Held = { at: Map<number, Point>; moved: number };

/** Handlers for an element that shows `view`; `dragged` tells the click that follows whether it was the end of a drag. */
export function useDrag(view: View, onMove: (view: View) => void) {
  const held = useRef<Held>({ at: new Map(), moved: 0 });
  const pointOf = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });
  const release = (event: PointerEvent) => {
    held.current.at.delete(event.pointerId);
  };
  return {
    dragged: () => held.current.moved >= least,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        if (held.current.at.size === 0) held.current.moved = 0;
        held.current.at.set(event.pointerId, pointOf(event));
      },
      onPointerMove: (event: PointerEvent) => {
        const { at } = held.current;
        const before = at.get(event.pointerId);
        if (before === undefined) return;
        // The button was let go where nobody saw it.
        if (event.pointerType === "mouse" && event.buttons === 0) return release(event);
        const now = pointOf(event);
        held.current.moved += Math.hypot(now.x - before.x, now.y - before.y);
        at.set(event.pointerId, now);
        if (held.current.moved < least) return;
        const other = [...at].find(([id]) => id !== event.pointerId)?.[1];
        if (other === undefined)
          onMove({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
        else onMove(pinched(view, before, now, other, event.currentTarget));
      },
      onPointerUp: release,
      onPointerCancel: release,
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === "mouse") release(event);
      },
    },
  };
}

/** Two fingers: their distance zooms, around the middle between them. */
function pinched(view: View, before: Point, now: Point, other: Point, place: EventTarget | null): View {
  const box = place instanceof Element ? place.getBoundingClientRect() : { left: 0, top: 0 };
  const was = Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
  const is = Math.max(1, Math.hypot(now.x - other.x, now.y - other.y));
  const centre = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
  return zoomed(view, is / was, centre);
}
