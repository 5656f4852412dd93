// When two names are one person, place or thing: by normalised name and alias, never by mere similarity (part 2, item 6).
import type { Entity, Graph, Relation } from "../schema/graph.ts";
import { simplify } from "../schema/simplified.ts";
import { kinOf } from "./graph-words.ts";

/** What the two people of the talk are called, besides "user" and "companion". */
export type People = { user: readonly string[]; companion: readonly string[] };

export const userId = "entity_user";
export const companionId = "entity_companion";

const userWords = new Set(
  "user the user person the person human 用户 我 本人 自己 i me myself 主人 对方"
    .split(" ")
    .concat(["the user", "the person"]),
);
const companionWords = new Set([
  "ai",
  "assistant",
  "the assistant",
  "companion",
  "the companion",
  "你",
  "you",
  "助手",
  "角色",
]);

/** Whose kin it is does not change who is meant: 我妈, 用户的母亲 and "my mom" are 妈妈, 母亲 and "mom". */
const mine =
  /^(?:(?:the )?(?:user|person)(?:'s| s)?\s+|my\s+(?:own\s+)?|our\s+|(?:用户|对方|本人|我们?|咱们?|俺)的?(?=.)|the\s+|an?\s+)/;

/** A name as it is compared: one width, case and kind of characters, no outer marks, no "my". */
export function foldName(name: string): string {
  return simplify(bareName(name));
}

/** The same in the characters in which it was written. */
export function bareName(name: string): string {
  const typed = name
    .normalize("NFKC")
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, "")
    .trim();
  const plain = simplify(typed);
  if (userWords.has(plain) || companionWords.has(plain)) return typed;
  const rest = typed.slice(mine.exec(plain)?.[0].length ?? 0);
  // Blanks between Chinese characters are typing, those between words are not.
  return (rest || typed).replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "");
}

/** The key under which a name is looked for; all words for one kind of kin share it. */
export function nameKey(name: string): string {
  const folded = foldName(name);
  return kinOf(folded)?.id ?? folded;
}

/** Which of the two talkers a name means, if any. */
export function talkerOf(name: string, people: People): "user" | "companion" | undefined {
  const folded = foldName(name);
  if (userWords.has(folded)) return "user";
  const is = (names: readonly string[]) => names.some((one) => foldName(one) === folded && folded !== "");
  if (is(people.user)) return "user";
  return companionWords.has(folded) || is(people.companion) ? "companion" : undefined;
}

/** The entity of a name or alias. Where several have it as an alias, the one whose own name it is, else the latest. */
export function findEntity(graph: Graph, name: string): Entity | undefined {
  const key = nameKey(name);
  if (key === "") return undefined;
  const own = graph.entities.find((entity) => nameKey(entity.name) === key);
  return own ?? graph.entities.findLast((entity) => entity.aliases?.some((alias) => nameKey(alias) === key));
}

/** So many message ids prove an entity that comes up every week; the newest are kept. */
const mostIds = 50;

export function unitedIds(...lists: (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))].slice(-mostIds);
}

/** The aliases with one more, unless it says nothing new. */
export function withAlias(entity: Entity, alias: string): Entity {
  const key = nameKey(alias);
  const known = [entity.name, ...(entity.aliases ?? [])].some((name) => nameKey(name) === key);
  return key === "" || known ? entity : { ...entity, aliases: [...(entity.aliases ?? []), alias] };
}

/** The aliases without one that now means somebody else. */
export function withoutAlias(entity: Entity, alias: string): Entity {
  const key = nameKey(alias);
  if (!entity.aliases?.some((name) => nameKey(name) === key)) return entity;
  return { ...entity, aliases: entity.aliases.filter((name) => nameKey(name) !== key) };
}

/**
 * Makes one entity of two: `keep` stays with its name and fields, takes over name, aliases and evidence of `gone`, and every
 * relation of `gone` is its own then. Relations that became the same are one, with the evidence of both; those that now lead
 * from the entity to itself go. Unknown ids, equal ids and the two talkers' own nodes leave the graph as it is.
 */
export function mergeEntities(graph: Graph, keepId: string, goneId: string): Graph {
  const keep = graph.entities.find((entity) => entity.id === keepId);
  const gone = graph.entities.find((entity) => entity.id === goneId);
  if (!keep || !gone || keep === gone || gone.node === "User" || gone.node === "AIPersona") return graph;
  const named = [gone.name, ...(gone.aliases ?? [])].reduce(withAlias, keep);
  const starts = [keep.started_at, gone.started_at].filter((time) => time !== undefined);
  const ends = [keep.ended_at, gone.ended_at].filter((time) => time !== undefined);
  const type = keep.type ?? gone.type;
  const joined: Entity = {
    ...named,
    message_ids: unitedIds(gone.message_ids, keep.message_ids),
    ...(type === undefined ? {} : { type }),
    ...(gone.pinned ? { pinned: true } : {}),
    ...(starts.length > 0 ? { started_at: Math.min(...starts) } : {}),
    ...(ends.length > 0 ? { ended_at: Math.max(...ends) } : {}),
    ...(gone.evidence ? { evidence: [...(keep.evidence ?? []), ...gone.evidence] } : {}),
  };
  const goneNames = new Set([gone.name, ...(gone.aliases ?? [])].map(nameKey));
  const renamed = (name: string) => (goneNames.has(nameKey(name)) ? keep.name : name);
  const relations = graph.relations.map((relation) => ({
    ...relation,
    subject: renamed(relation.subject),
    object: renamed(relation.object),
  }));
  return {
    ...graph,
    entities: graph.entities.flatMap((entity) =>
      entity.id === keepId ? [joined] : entity.id === goneId ? [] : [entity],
    ),
    relations: withoutDoubles(
      relations.filter((relation) => nameKey(relation.subject) !== nameKey(relation.object)),
    ),
  };
}

/** The type of a relation whose own word is all that tells what it is. */
export const related = "related";

/** Two relations with this in common say the same. */
export function relationKey(relation: Relation): string {
  const meaning =
    (relation.type ?? related) === related && (relation.edge ?? "ASSOCIATED_WITH") === "ASSOCIATED_WITH"
      ? foldName(relation.predicate)
      : `${relation.edge} ${relation.type ?? ""}`;
  const closed = typeof relation.valid_to === "number" ? `until ${relation.valid_to}` : "";
  return [
    nameKey(relation.subject),
    meaning,
    nameKey(relation.object),
    relation.negated === true,
    closed,
  ].join("\n");
}

function withoutDoubles(relations: readonly Relation[]): Relation[] {
  const kept = new Map<string, Relation>();
  for (const relation of relations) {
    const key = relationKey(relation);
    const first = kept.get(key);
    kept.set(
      key,
      first === undefined
        ? relation
        : { ...first, message_ids: unitedIds(first.message_ids, relation.message_ids) },
    );
  }
  return [...kept.values()];
}
