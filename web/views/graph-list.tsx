// The graph as a list: every relation under what it speaks of, with the words that prove it.
import type { GraphShown } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { dateOf } from "../time.ts";
import { memoryWords } from "../words-memory.ts";
import { ProofLink } from "./proof-link.tsx";

export type Relation = GraphShown["relations"][number];

/** Relations under what they speak of, in the order of the file. */
export function bySubject(graph: GraphShown): { id: string; name: string; relations: Relation[] }[] {
  const names = new Map(graph.entities.map((one) => [one.id, one.name]));
  const groups = new Map<string, Relation[]>();
  for (const relation of graph.relations)
    groups.set(relation.subject, [...(groups.get(relation.subject) ?? []), relation]);
  return [...groups].map(([id, relations]) => ({ id, name: names.get(id) ?? id, relations }));
}

export function GraphList({ id, graph }: { id: string; graph: GraphShown }) {
  const page = usePage();
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  return (
    <>
      {bySubject(graph).map(({ id: subject, name, relations }) => (
        <section key={subject}>
          <h3 class="part" lang={spoken}>
            {name}
          </h3>
          <Relations id={id} graph={graph} relations={relations} />
        </section>
      ))}
    </>
  );
}

type RelationsProps = {
  id: string;
  graph: GraphShown;
  relations: readonly Relation[];
  /** Names what each speaks of too, where no heading does. */
  whole?: boolean;
};

export function Relations({ id, graph, relations, whole = false }: RelationsProps) {
  const page = usePage();
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  const { value: say } = memoryWords;
  const names = new Map(graph.entities.map((one) => [one.id, one.name]));
  const nameOf = (one: string) => names.get(one) ?? one;
  return (
    <ul>
      {relations.map((one) => {
        const what = `${one.negated === true ? say.not : ""}${one.predicate} · ${nameOf(one.object)}`;
        const text = whole ? `${nameOf(one.subject)} · ${what}` : what;
        const over = one.valid_to != null && one.valid_to <= page.now.value;
        return (
          <li class="memory" key={one.id}>
            <p class="serif" lang={spoken}>
              {over ? <del>{text}</del> : text}{" "}
              {over && <small>{say.until(dateOf(one.valid_to ?? 0, page.now.value, page.reader()))}</small>}
            </p>
            <ProofLink user_id={id} message_ids={one.message_ids ?? []} about={text} />
          </li>
        );
      })}
    </ul>
  );
}
