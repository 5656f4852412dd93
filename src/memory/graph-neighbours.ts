// What stands within two steps of a name: how a question about A's mother finds what B, who is she, must not eat (A233).
import type { Entity, Graph, Relation } from "../schema/graph.ts";
import { simplify } from "../schema/simplified.ts";
import { findEntity, foldName, nameKey, type People, talkerOf } from "./graph-merge.ts";
import { isOpen } from "./graph-relation.ts";
import { kinOf, kinPredicate } from "./graph-words.ts";

export type Neighbours = {
  /** Nearest first, then the best proven and latest; `step` 1 or 2. */
  relations: { relation: Relation; step: number }[];
  entities: Entity[];
};

/** More lines than these help no reply. */
const mostRelations = 30;

/**
 * The relations within `steps` of the named ones. Only what holds now; closed relations stay in the file. Everything is tied to
 * the two talkers, so the walk ends at them, unless they alone were named. Names that are not in the graph are passed over.
 */
export function neighbours(graph: Graph, names: readonly string[], steps = 2): Neighbours {
  const open = graph.relations.filter(isOpen);
  const at = new Map<string, Relation[]>();
  for (const relation of open) {
    for (const end of new Set([endKey(graph, relation.subject), endKey(graph, relation.object)]))
      at.set(end, [...(at.get(end) ?? []), relation]);
  }
  const hubs = new Set(graph.entities.filter(isTalker).map((entity) => nameKey(entity.name)));
  const starts = startsOf(graph, names, open);
  const named = [...starts].filter((key) => !hubs.has(key));
  let edge = new Set(named.length > 0 ? named : starts);
  const seen = new Set(edge);
  const found = new Map<Relation, number>();
  for (let step = 1; step <= steps && edge.size > 0; step += 1) {
    const next = new Set<string>();
    for (const key of edge) {
      if (step > 1 && hubs.has(key)) continue;
      for (const relation of at.get(key) ?? []) {
        if (!found.has(relation)) found.set(relation, step);
        for (const end of [relation.subject, relation.object].map((name) => endKey(graph, name)))
          if (!seen.has(end)) next.add(end);
      }
    }
    for (const key of next) seen.add(key);
    edge = next;
  }
  const relations = [...found]
    .map(([relation, step]) => ({ relation, step }))
    .sort((a, b) => a.step - b.step || weight(b.relation) - weight(a.relation) || latest(b) - latest(a))
    .slice(0, mostRelations);
  const ends = new Set(
    relations.flatMap(({ relation }) =>
      [relation.subject, relation.object].map((name) => endKey(graph, name)),
    ),
  );
  return { relations, entities: graph.entities.filter((entity) => ends.has(nameKey(entity.name))) };
}

function isTalker(entity: Entity): boolean {
  return entity.node === "User" || entity.node === "AIPersona";
}

/** The key of the entity that a relation's end names; an owner may have written an alias there. */
function endKey(graph: Graph, name: string): string {
  return nameKey(findEntity(graph, name)?.name ?? name);
}

/** Where the walk begins: the named ones, and for a word of kin those that are it (妹妹: both sisters). */
function startsOf(graph: Graph, names: readonly string[], open: readonly Relation[]): Set<string> {
  const starts = new Set<string>();
  const person = graph.entities.find((entity) => entity.node === "User");
  for (const name of names) {
    const talker = talkerOf(name, { user: [], companion: [] });
    const node =
      talker && graph.entities.find((one) => one.node === (talker === "user" ? "User" : "AIPersona"));
    const entity = node ?? findEntity(graph, name);
    if (entity) starts.add(nameKey(entity.name));
    const kin = kinOf(foldName(name));
    if (kin === undefined) continue;
    for (const relation of open)
      if (kinPredicate(relation.predicate)?.id === kin.id && findEntity(graph, relation.subject) === person)
        starts.add(endKey(graph, relation.object));
  }
  return starts;
}

function weight(relation: Relation): number {
  return (
    (relation.pinned ? 1_000 : 0) +
    (relation.type === "allergy" ? 100 : 0) +
    (relation.message_ids?.length ?? 0)
  );
}

function latest({ relation }: { relation: Relation }): number {
  return relation.ended_at ?? relation.started_at ?? 0;
}

const han = /\p{Script=Han}/u;

/**
 * The names of the graph that a text speaks of: as whole words in Latin letters, anywhere in Chinese, the longest first, so that
 * 小雨点 is not taken for 小雨. The person's own names and 我 are left out; every question has those.
 */
export function namesIn(graph: Graph, text: string, people: People): string[] {
  let left = simplify(text.normalize("NFKC").toLowerCase());
  const words = graph.entities
    .filter((entity) => !isTalker(entity))
    .flatMap((entity) => [entity.name, ...(entity.aliases ?? [])].map((word) => ({ word, entity })))
    .filter(({ word }) => talkerOf(word, people) === undefined)
    .sort((a, b) => b.word.length - a.word.length);
  const found = new Set<string>();
  for (const { word, entity } of words) {
    const plain = simplify(word.normalize("NFKC").toLowerCase());
    const at = placeOf(left, plain);
    if (at < 0) continue;
    found.add(entity.name);
    left = left.split(plain).join(" ");
  }
  // 我妈 names her although the graph calls her 妈妈.
  for (const word of left.match(
    /我(?:们)?(?:的)?\p{Script=Han}{1,3}|\b(?:my|our) [a-z]+(?:-in-law)?(?: [a-z]+)?/gu,
  ) ?? [])
    for (const kin of kinIn(word)) found.add(findEntity(graph, kin)?.name ?? kin);
  return [...found];
}

function placeOf(text: string, word: string): number {
  if (word === "") return -1;
  // One Chinese character is a name of nobody: 妈 in 妈妈, 雨 in 下雨.
  if (han.test(word)) return [...word].length < 2 ? -1 : text.indexOf(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = (text[at - 1] ?? " ") + (text[at + word.length] ?? " ");
    if (!/[\p{L}\p{N}]/u.test(around.replace(/\p{Script=Han}/gu, " "))) return at;
  }
  return -1;
}

function kinIn(phrase: string): string[] {
  const rest = phrase.replace(/^(?:我们的?|我的?|our |my )/, "");
  if (han.test(rest)) {
    const signs = [...rest];
    const longest = [3, 2, 1]
      .map((n) => signs.slice(0, n).join(""))
      .find((word) => kinOf(word) !== undefined);
    return longest === undefined ? [] : [longest];
  }
  const [first = "", second = ""] = rest.split(" ");
  return [`${first} ${second}`, first].filter((word) => kinOf(word) !== undefined).slice(0, 1);
}
