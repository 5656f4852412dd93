// Finding, making and naming the entities that relations lead between (A35, A37).
import type { By, Seconds } from "../schema/common.ts";
import type { Entity, Graph } from "../schema/graph.ts";
import {
  bareName,
  companionId,
  findEntity,
  foldName,
  mergeEntities,
  nameKey,
  type People,
  talkerOf,
  unitedIds,
  userId,
  withAlias,
  withoutAlias,
} from "./graph-merge.ts";
import { kinOf } from "./graph-words.ts";

/** A stretch of a message that proves something. */
export type Said = { message_id: string; quote: string; timestamp: Seconds };

export type GraphInput = { newId: () => string; by: By; people: People };

type Hint = { type?: string | undefined; node?: Entity["node"] | undefined };

/** What a new entry carries of its proof. */
export function proven(said: Said, by: By): Pick<Entity, "message_ids" | "started_at" | "ended_at" | "by"> {
  return { message_ids: [said.message_id], started_at: said.timestamp, ended_at: said.timestamp, by };
}

/** The graph with an entity of that name: the one that is there, with one more proof, or a new one. */
export function ensure(
  graph: Graph,
  name: string,
  said: Said,
  input: GraphInput,
  hint: Hint,
): { graph: Graph; entity: Entity } {
  const talker = talkerOf(name, input.people);
  const id = talker === "user" ? userId : companionId;
  const old = talker ? graph.entities.find((entity) => entity.id === id) : findEntity(graph, name);
  if (old) {
    const type = old.type ?? hint.type;
    const entity: Entity = {
      ...old,
      message_ids: unitedIds(old.message_ids, [said.message_id]),
      started_at: Math.min(old.started_at ?? said.timestamp, said.timestamp),
      ended_at: Math.max(old.ended_at ?? said.timestamp, said.timestamp),
      // What nothing was known of turns out to be a trait or an event.
      ...(hint.node !== undefined && old.type === undefined && old.node === "Entity"
        ? { node: hint.node }
        : {}),
      ...(type === undefined ? {} : { type }),
    };
    return { graph: swapped(graph, entity), entity };
  }
  const entity = talker ? talkerNode(talker, said, input) : newEntity(name, said, input, hint);
  return { graph: { ...graph, entities: [...graph.entities, entity] }, entity };
}

function talkerNode(talker: "user" | "companion", said: Said, input: GraphInput): Entity {
  const names = input.people[talker].filter((name) => name.trim() !== "");
  return {
    id: talker === "user" ? userId : companionId,
    name: names[0] ?? talker,
    node: talker === "user" ? "User" : "AIPersona",
    type: "person",
    ...(names.length > 1 ? { aliases: names.slice(1) } : {}),
    ...proven(said, input.by),
  };
}

function newEntity(name: string, said: Said, input: GraphInput, hint: Hint): Entity {
  return {
    id: `entity_${input.newId()}`,
    // "my mom" is filed as "mom": whose mother she is stands in the relation.
    name: kinOf(foldName(name)) ? bareName(name) : name,
    node: hint.node ?? "Entity",
    ...(hint.type === undefined ? {} : { type: hint.type }),
    ...proven(said, input.by),
  };
}

/** The graph with an entity in the place of the one with its id. */
function swapped(graph: Graph, entity: Entity): Graph {
  return { ...graph, entities: graph.entities.map((old) => (old.id === entity.id ? entity : old)) };
}

/**
 * Lets a name be found under the kin's word. The person's own mother is 妈妈; another's is 小李的妈妈. The word means one at a
 * time: a nameless entity of that word becomes this one, and one with another name loses the word.
 */
export function knownAs(graph: Graph, whose: Entity | undefined, who: Entity, word: string): Graph {
  const own = whose === undefined || whose.node === "User";
  const alias = own
    ? word
    : /\p{Script=Han}/u.test(word)
      ? `${whose.name}的${word}`
      : `${whose.name}'s ${word}`;
  if (nameKey(who.name) === nameKey(alias) || who.node === "User" || who.node === "AIPersona") return graph;
  let result = graph;
  const before = findEntity(result, alias);
  if (before && before.id !== who.id) {
    // An entity that is called nothing but 妈妈 is her; one with a name of its own was her until now.
    const nameless = nameKey(before.name) === nameKey(alias);
    result = nameless
      ? mergeEntities(result, who.id, before.id)
      : swapped(result, withoutAlias(before, alias));
  }
  const present = result.entities.find((entity) => entity.id === who.id) ?? who;
  return swapped(result, withAlias(present, alias));
}
