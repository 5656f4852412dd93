// The nodes and lines of the graph's picture, as the view shows them: names only where they do not cover each other.
import { type Drawn, labelsThatFit, type Point, type View } from "../graph-layout.ts";
import { memoryWords } from "../words-memory.ts";

type NodesProps = {
  drawn: Drawn;
  places: ReadonlyMap<string, Point>;
  view: View;
  chosen: string | null;
  current: string | null;
  onChoose: (id: string) => void;
  /** The keyboard stands there now. */
  onStop: (id: string) => void;
};

/** Pixels of a name: a Chinese sign is about twice as wide as a letter. */
function nameWidth(name: string): number {
  return [...name].reduce((sum, sign) => sum + (/[\u2e80-\uffef]/.test(sign) ? 12.5 : 7), 6);
}

const shortName = (name: string) => ([...name].length > 12 ? `${[...name].slice(0, 11).join("")}…` : name);

/** Lines below, nodes above; what is chosen and its neighbours stand out. */
export function Nodes({ drawn, places, view, chosen, current, onChoose, onStop }: NodesProps) {
  const { value: say } = memoryWords;
  const at = (id: string) => {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    return { x: x * view.scale + view.x, y: y * view.scale + view.y };
  };
  const near = new Set(
    drawn.lines.flatMap(({ from, to }) => (from === chosen || to === chosen ? [from, to] : [])),
  );
  const rank = (id: string) => (id === chosen ? 3 : id === current ? 2 : near.has(id) ? 1 : 0);
  const named = labelsThatFit(
    [...drawn.nodes]
      .sort((a, b) => rank(b.id) - rank(a.id))
      .map(({ id, name }) => ({ id, width: nameWidth(shortName(name)), ...at(id) })),
  );
  return (
    <>
      {drawn.lines.map(({ id, from, to, former }) => {
        const [a, b] = [at(from), at(to)];
        const lit = chosen !== null && (from === chosen || to === chosen);
        return (
          <line
            key={id}
            x1={a.x}
            y1={a.y}
            x2={b.x}
            y2={b.y}
            class={`${former ? "former " : ""}${lit ? "lit" : ""}`}
          />
        );
      })}
      {drawn.nodes.map(({ id, name, lines, self }) => {
        const { x, y } = at(id);
        const radius = Math.min(14, 5 + Math.sqrt(lines) * 2);
        const dim = chosen !== null && chosen !== id && !near.has(id);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a drawing holds no button of its own
          <g
            key={id}
            data-node={id}
            role="button"
            tabindex={id === current ? 0 : -1}
            aria-pressed={id === chosen}
            aria-label={say.node(name, lines)}
            class={`node${self ? " self" : ""}${dim ? " dim" : ""}`}
            transform={`translate(${x} ${y})`}
            onClick={() => onChoose(id)}
            onFocus={() => onStop(id)}
            onKeyDown={() => undefined}
          >
            <circle r={radius + 8} class="touch" />
            <circle r={radius} />
            {named.has(id) && (
              <text y={radius + 13} text-anchor="middle">
                {shortName(name)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}
