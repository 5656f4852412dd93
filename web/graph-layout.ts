// Where the people and things of the graph stand in its picture: the same graph gives the same picture, always. Pure.
import type { GraphShown } from "./memory-shapes.ts";

export type Node = { id: string; name: string; lines: number; self: boolean };
export type Line = { id: string; from: string; to: string; former: boolean };
export type Drawn = {
  nodes: Node[];
  lines: Line[];
  /** Nodes of the graph that are not drawn. */
  left: number;
};

export type Point = { x: number; y: number };

/** More than these nobody can tell apart in a picture. */
export const mostDrawn = 80;

/** The best connected nodes and the lines between them. What is named by a relation alone counts too. */
export function drawnOf(graph: GraphShown, now: number, most = mostDrawn): Drawn {
  const names = new Map(graph.entities.map((one) => [one.id, one]));
  const counts = new Map<string, number>();
  for (const { subject, object } of graph.relations)
    for (const id of new Set([subject, object])) counts.set(id, (counts.get(id) ?? 0) + 1);
  const isSelf = (id: string) => names.get(id)?.node === "User" || id === "user";
  const nodes = [...counts]
    .map(([id, lines]) => ({ id, name: names.get(id)?.name ?? id, lines, self: isSelf(id) }))
    .sort((a, b) => Number(b.self) - Number(a.self) || b.lines - a.lines || (a.id < b.id ? -1 : 1));
  const shown = nodes.slice(0, most);
  const known = new Set(shown.map(({ id }) => id));
  const lines = graph.relations
    .filter(({ subject, object }) => subject !== object && known.has(subject) && known.has(object))
    .map(({ id, subject, object, valid_to }) => ({
      id,
      from: subject,
      to: object,
      former: typeof valid_to === "number" && valid_to <= now,
    }));
  return { nodes: shown, lines, left: nodes.length - shown.length };
}

/** The golden angle spreads any number of points evenly on a disc, without chance. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5));
const rounds = 220;
/** Distance at which two that belong together come to rest. */
const rest = 90;
/** Nobody is pushed by what stands further away: what is not connected stays in the same picture. */
const reach = 4 * rest;
const toCentre = 0.05;

/**
 * Places the nodes by pushes and pulls, cooling down: those that belong together stand near, none on another, the first at the
 * centre. Units are those of `rest`; the mean of all lies anywhere. Some 80 nodes take a few milliseconds.
 */
export function layoutOf({ nodes, lines }: Pick<Drawn, "nodes" | "lines">): Map<string, Point> {
  const points = nodes.map((_, at) => {
    const radius = rest * Math.sqrt(at);
    return { x: radius * Math.cos(at * goldenAngle), y: radius * Math.sin(at * goldenAngle) };
  });
  const place = new Map(nodes.map(({ id }, at) => [id, at]));
  const pairs = lines.flatMap(({ from, to }) => {
    const [a, b] = [place.get(from), place.get(to)];
    return a === undefined || b === undefined || a === b ? [] : [[a, b] as const];
  });
  for (let round = 0; round < rounds; round += 1) step(points, pairs, rest * 0.5 * (1 - round / rounds));
  return new Map(nodes.map(({ id }, at) => [id, points[at] ?? { x: 0, y: 0 }]));
}

/** One round: everyone is pushed from everyone, pulled along the lines and a little to the centre, by `most` at most. */
function step(points: Point[], pairs: readonly (readonly [number, number])[], most: number): void {
  const moves = points.map(({ x, y }) => ({ x: -x * toCentre, y: -y * toCentre }));
  const push = (a: number, b: number, force: (distance: number) => number) => {
    const [one, other, move, back] = [points[a], points[b], moves[a], moves[b]];
    if (one === undefined || other === undefined || move === undefined || back === undefined) return;
    const [dx, dy] = [one.x - other.x, one.y - other.y];
    const distance = Math.max(1, Math.hypot(dx, dy));
    const strength = force(distance) / distance;
    move.x += dx * strength;
    move.y += dy * strength;
    back.x -= dx * strength;
    back.y -= dy * strength;
  };
  for (let a = 0; a < points.length; a += 1)
    for (let b = a + 1; b < points.length; b += 1)
      push(a, b, (distance) => (distance > reach ? 0 : (rest * rest) / distance / 2));
  for (const [a, b] of pairs) push(a, b, (distance) => -(distance * distance) / rest / 4);
  points.forEach((point, at) => {
    const move = moves[at];
    // The first is the middle of it all.
    if (move === undefined || at === 0) return;
    const length = Math.max(1, Math.hypot(move.x, move.y));
    const share = Math.min(length, most) / length;
    point.x += move.x * share;
    point.y += move.y * share;
  });
}

export type View = { scale: number; x: number; y: number };

/** Nearer than this only letters are seen, further than that nothing. */
export const zoomRange = { least: 0.15, most: 4 } as const;

/** The view that shows every point within a room of this size, with a margin (all in pixels). */
export function wholeView(points: Iterable<Point>, width: number, height: number, margin = 34): View {
  const all = [...points];
  if (all.length === 0) return { scale: 1, x: width / 2, y: height / 2 };
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const wide = Math.max(1, width - 2 * margin) / Math.max(1, right - left);
  const high = Math.max(1, height - 2 * margin) / Math.max(1, bottom - top);
  const scale = Math.min(wide, high, 1.4);
  return {
    scale,
    x: width / 2 - ((left + right) / 2) * scale,
    y: height / 2 - ((top + bottom) / 2) * scale,
  };
}

/** The view nearer (`by` over 1) or further; what stands at `centre` (pixels) stays there. */
export function zoomed(view: View, by: number, centre: Point): View {
  const scale = Math.min(zoomRange.most, Math.max(zoomRange.least, view.scale * by));
  const change = scale / view.scale;
  return {
    scale,
    x: centre.x - (centre.x - view.x) * change,
    y: centre.y - (centre.y - view.y) * change,
  };
}

export type Direction = "up" | "down" | "left" | "right";

const ahead: Record<Direction, (dx: number, dy: number) => [forward: number, aside: number]> = {
  up: (dx, dy) => [-dy, Math.abs(dx)],
  down: (dx, dy) => [dy, Math.abs(dx)],
  left: (dx, dy) => [-dx, Math.abs(dy)],
  right: (dx, dy) => [dx, Math.abs(dy)],
};

/** The node that stands next in a direction: near, and not too far aside; null where there is none. */
export function neighbourOf(
  places: ReadonlyMap<string, Point>,
  id: string,
  direction: Direction,
): string | null {
  const from = places.get(id);
  if (from === undefined) return null;
  let best: { id: string; cost: number } | null = null;
  for (const [other, { x, y }] of places) {
    if (other === id) continue;
    const [forward, aside] = ahead[direction](x - from.x, y - from.y);
    if (forward <= 0 || aside > forward * 2.5) continue;
    const cost = forward + aside * 2;
    if (best === null || cost < best.cost) best = { id: other, cost };
  }
  return best?.id ?? null;
}

export type Label = { id: string; width: number };

/** Which names fit beside each other, in the order given: an earlier one is never covered by a later one. Pixels. */
export function labelsThatFit(labels: readonly (Label & Point)[], height = 17): Set<string> {
  const taken: { left: number; right: number; top: number }[] = [];
  const shown = new Set<string>();
  for (const { id, x, y, width } of labels) {
    const box = { left: x - width / 2, right: x + width / 2, top: y };
    const covered = taken.some(
      (one) => box.left < one.right && box.right > one.left && Math.abs(box.top - one.top) < height,
    );
    if (covered) continue;
    taken.push(box);
    shown.add(id);
  }
  return shown;
}
