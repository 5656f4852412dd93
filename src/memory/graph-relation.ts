// Putting a relation into the graph: the same is confirmed, a new home closes the old one, a like closes a dislike (A36, invariant 3).
import type { Graph, Relation } from "../schema/graph.ts";
import type { Said } from "./graph-entity.ts";
import { nameKey, related, relationKey, unitedIds } from "./graph-merge.ts";

export type Placed = { outcome: "added" | "confirmed"; relation_id: string; closed?: string[] };

const contrary: Partial<Record<NonNullable<Relation["edge"]>, Relation["edge"]>> = {
  LIKES: "DISLIKES",
  DISLIKES: "LIKES",
};

/** True where a relation holds now. */
export function isOpen(relation: Relation): boolean {
  return typeof relation.valid_to !== "number" && relation.archived !== true;
}

/** Puts the relation in: confirms the same one, closes those it ends. An older statement never closes a younger one. */
export function place(
  graph: Graph,
  relation: Relation,
  said: Said,
  single: boolean,
): { graph: Graph; outcome: Placed } {
  const key = relationKey(relation);
  const same = graph.relations.find((old) => isOpen(old) && relationKey(old) === key);
  if (same) {
    const confirmed: Relation = {
      ...same,
      message_ids: unitedIds(same.message_ids, [said.message_id]),
      started_at: Math.min(same.started_at ?? said.timestamp, said.timestamp),
      ended_at: Math.max(same.ended_at ?? said.timestamp, said.timestamp),
    };
    const relations = graph.relations.map((old) => (old === same ? confirmed : old));
    return { graph: { ...graph, relations }, outcome: { outcome: "confirmed", relation_id: same.id } };
  }
  const ended = graph.relations.filter((old) => isOpen(old) && ends(relation, old, single));
  const younger = ended.find((old) => (old.ended_at ?? 0) > said.timestamp);
  const own: Relation = younger
    ? { ...relation, valid_to: younger.started_at ?? said.timestamp, superseded_by: younger.id }
    : relation;
  const closing = new Set(younger ? [] : ended);
  const relations = graph.relations.map((old) =>
    closing.has(old) ? { ...old, valid_to: said.timestamp, superseded_by: own.id } : old,
  );
  return {
    graph: { ...graph, relations: [...relations, own] },
    outcome: {
      outcome: "added",
      relation_id: own.id,
      ...(closing.size > 0 ? { closed: [...closing].map((old) => old.id) } : {}),
    },
  };
}

function ends(relation: Relation, old: Relation, single: boolean): boolean {
  if (nameKey(old.subject) !== nameKey(relation.subject) || old.pinned === true || old.by === "owner")
    return false;
  const sameObject = nameKey(old.object) === nameKey(relation.object);
  const sameMeaning = old.edge === relation.edge && (old.type ?? related) === (relation.type ?? related);
  if (sameObject && sameMeaning) return (old.negated === true) !== (relation.negated === true);
  if (sameObject && relation.edge !== undefined && contrary[relation.edge] === old.edge) return true;
  return single && sameMeaning && !sameObject && old.negated !== true;
}
