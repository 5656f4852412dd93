// The graph as a picture to walk in: drag, zoom, keys; what is chosen tells its relations below.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import {
  type Direction,
  type Drawn,
  drawnOf,
  layoutOf,
  neighbourOf,
  type Point,
  type View,
  wholeView,
  zoomed,
} from "../graph-layout.ts";
import type { GraphShown } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { useDrag } from "../picture-drag.ts";
import { memoryWords } from "../words-memory.ts";
import { Relations } from "./graph-list.tsx";
import { Nodes } from "./graph-nodes.tsx";

const height = 320;
/** One step of a button or a key. */
const nearer = 1.35;

const directions: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

export function GraphPicture({ id, graph }: { id: string; graph: GraphShown }) {
  const page = usePage();
  const now = page.now.peek();
  const drawn = useMemo(() => drawnOf(graph, now), [graph]);
  const places = useMemo(() => layoutOf(drawn), [drawn]);
  const chosen = useSignal<string | null>(null);
  const { value: say } = memoryWords;
  const relations = graph.relations.filter(
    ({ subject, object }) => subject === chosen.value || object === chosen.value,
  );
  return (
    <>
      <Picture drawn={drawn} places={places} chosen={chosen} />
      {drawn.left > 0 && <p class="hint">{say.notDrawn(drawn.left)}</p>}
      <div role="status">
        {chosen.value === null ? (
          <p class="hint">{say.chooseNode}</p>
        ) : (
          <p class="visually-hidden">
            {say.node(drawn.nodes.find((one) => one.id === chosen.value)?.name ?? "", relations.length)}
          </p>
        )}
      </div>
      {chosen.value !== null && <Relations id={id} graph={graph} relations={relations} whole />}
    </>
  );
}

type PictureProps = { drawn: Drawn; places: ReadonlyMap<string, Point>; chosen: Signal<string | null> };

/** The view follows the width of its place until somebody moves it. */
function useView(places: ReadonlyMap<string, Point>) {
  const room = useRef<HTMLDivElement>(null);
  const width = useSignal(312);
  const moved = useSignal<View | null>(null);
  useLayoutEffect(() => {
    const place = room.current;
    if (place === null) return;
    const measure = () => {
      width.value = Math.max(160, place.clientWidth);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(place);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    moved.value = null;
  }, [places]);
  const view = moved.value ?? wholeView(places.values(), width.value, height);
  return { room, width: width.value, view, moved };
}

function Picture({ drawn, places, chosen }: PictureProps) {
  const { room, width, view, moved } = useView(places);
  /** The one stop of the Tab key within the picture. */
  const stop = useSignal<string | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const { value: say } = memoryWords;
  const centre = { x: width / 2, y: height / 2 };
  const zoom = (by: number, at: Point = centre) => {
    moved.value = zoomed(view, by, at);
  };
  const drag = useDrag(view, (next) => {
    moved.value = next;
  });
  const current = places.has(stop.value ?? "") ? stop.value : (drawn.nodes[0]?.id ?? null);
  const onKeyDown = useWalk({ places, current, chosen, zoom, whole: () => (moved.value = null) }, (to) => {
    stop.value = to;
    svg.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(to)}"]`)?.focus();
    moved.value = keptInSight(view, places.get(to), width);
  });
  return (
    <section class="graph" aria-label={say.pictureOf(drawn.nodes.length, drawn.lines.length)} ref={room}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing holds no field set */}
      <svg
        ref={svg}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        class={moved.value === null ? undefined : "moved"}
        aria-describedby="graph-hint"
        role="group"
        aria-label={say.graph}
        onKeyDown={onKeyDown}
        onWheel={(event) => {
          // A plain wheel scrolls the panel; with the key, or a pinch, it zooms.
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          const box = event.currentTarget.getBoundingClientRect();
          zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - box.left, y: event.clientY - box.top });
        }}
        {...drag.handlers}
      >
        <Nodes
          drawn={drawn}
          places={places}
          view={view}
          chosen={chosen.value}
          current={current}
          onStop={(node) => {
            stop.value = node;
          }}
          onChoose={(node) => {
            if (drag.dragged()) return;
            chosen.value = chosen.value === node ? null : node;
          }}
        />
      </svg>
      <Buttons zoom={zoom} whole={() => (moved.value = null)} />
      <p class="visually-hidden" id="graph-hint">
        {say.pictureHint}
      </p>
    </section>
  );
}

type Walk = {
  places: ReadonlyMap<string, Point>;
  current: string | null;
  chosen: Signal<string | null>;
  zoom: (by: number) => void;
  whole: () => void;
};

/** The keys of the picture: arrows go to the next node that way, the others do what the buttons do. */
function useWalk({ places, current, chosen, zoom, whole }: Walk, onWalk: (to: string) => void) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    if (direction !== undefined && current !== null) {
      const to = neighbourOf(places, current, direction);
      if (to !== null) onWalk(to);
    } else if (event.key === "+" || event.key === "=") zoom(nearer);
    else if (event.key === "-") zoom(1 / nearer);
    else if (event.key === "0") whole();
    else if (event.key === "Enter" || event.key === " ")
      chosen.value = chosen.value === current ? null : current;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function Buttons({ zoom, whole }: { zoom: (by: number) => void; whole: () => void }) {
  const { value: say } = memoryWords;
  return (
    <div class="graph-acts">
      <button type="button" class="pill" aria-label={say.zoomIn} onClick={() => zoom(nearer)}>
        <span aria-hidden="true">＋</span>
      </button>
      <button type="button" class="pill" aria-label={say.zoomOut} onClick={() => zoom(1 / nearer)}>
        <span aria-hidden="true">－</span>
      </button>
      <button type="button" class="pill" onClick={whole}>
        {say.wholePicture}
      </button>
    </div>
  );
}

/** The view moved so far that the point is seen, with some room around it. */
function keptInSight(view: View, point: Point | undefined, width: number): View {
  if (point === undefined) return view;
  const edge = 30;
  const [x, y] = [point.x * view.scale + view.x, point.y * view.scale + view.y];
  const into = (at: number, size: number) => Math.min(size - edge, Math.max(edge, at)) - at;
  return { ...view, x: view.x + into(x, width), y: view.y + into(y, height) };
}
