// People, places and things, and how they belong together: as a list that everybody can read.
import { useLoaded } from "../loading.ts";
import type { GraphShown } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { dateOf } from "../time.ts";
import { memoryWords } from "../words-memory.ts";
import { ProofLink } from "./proof-link.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

type Relation = GraphShown["relations"][number];

/** Relations under what they speak of, in the order of the file. */
export function bySubject(graph: GraphShown): { id: string; name: string; relations: Relation[] }[] {
  const names = new Map(graph.entities.map((one) => [one.id, one.name]));
  const groups = new Map<string, Relation[]>();
  for (const relation of graph.relations)
    groups.set(relation.subject, [...(groups.get(relation.subject) ?? []), relation]);
  return [...groups].map(([id, relations]) => ({ id, name: names.get(id) ?? id, relations }));
}

export function GraphList({ id }: { id: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const [loaded, read] = useLoaded<GraphShown>(page.api, `/api/memory/${id}/graph`, version);
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  const { value, cause } = loaded.value;
  const { value: say } = memoryWords;
  if (value === null) return cause === null ? <Shapes /> : <LoadTrouble cause={cause} again={read} />;
  const names = new Map(value.entities.map((one) => [one.id, one.name]));
  return (
    <>
      {value.relations.length === 0 && <p class="nothing">{say.noGraph}</p>}
      {bySubject(value).map(({ id: subject, name, relations }) => (
        <section key={subject}>
          <h3 class="part" lang={spoken}>
            {name}
          </h3>
          <ul>
            {relations.map((one) => {
              const text = `${one.negated === true ? say.not : ""}${one.predicate} · ${names.get(one.object) ?? one.object}`;
              const over = one.valid_to != null && one.valid_to <= page.now.value;
              return (
                <li class="memory" key={one.id}>
                  <p class="serif" lang={spoken}>
                    {over ? <del>{text}</del> : text}{" "}
                    {over && (
                      <small>{say.until(dateOf(one.valid_to ?? 0, page.now.value, page.reader()))}</small>
                    )}
                  </p>
                  <ProofLink user_id={id} message_ids={one.message_ids ?? []} about={text} />
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </>
  );
}
